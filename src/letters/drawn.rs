//! The position of a game as its reader sees it, for the forms that have no board of letters.

use crate::chess::{Picture, words};
use shakmaty::{Board, Chess, Color, Move, Position, Role, Square};
use std::fmt::Write;

/// A position from one side, with the move that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    position: Chess,
    below: Color,
    last_move: Option<(Square, Square)>,
}

impl Drawn {
    /// The position as the player below sees it.
    pub(super) fn of(position: &Chess, below: Color, last_move: Option<&Move>) -> Drawn {
        Drawn {
            position: position.clone(),
            below,
            last_move: last_move.and_then(|played| squares_of(position, *played)),
        }
    }

    /// What is drawn of it.
    pub(super) fn picture(&self) -> Picture {
        Picture::of(&self.position, self.below, self.last_move)
    }

    /// The position in words, on one line: what a picture says to who does not see it.
    pub(super) fn in_words(&self, last_move: Option<&str>) -> String {
        let mut said = words(&self.position, self.below).replace('\n', " ");
        if let Some(last_move) = last_move {
            let _ = write!(said, "Last move: {last_move}.");
        }
        said.trim_end().to_owned()
    }

    /// The position in words, a line for each kind of piece, the reader's own first. A screen reader can stop between them.
    /// No line is one that could be read as a move: a king's square does not follow on the word.
    pub(super) fn lines(&self) -> Vec<String> {
        let board = self.position.board();
        [self.below, !self.below]
            .into_iter()
            .flat_map(|color| {
                KINDS
                    .iter()
                    .filter_map(move |kind| line_of(board, color, *kind))
            })
            .collect()
    }
}

/// Each kind of piece, of one and of several.
const KINDS: [(Role, &str, &str); 6] = [
    (Role::King, "king", "kings"),
    (Role::Queen, "queen", "queens"),
    (Role::Rook, "rook", "rooks"),
    (Role::Bishop, "bishop", "bishops"),
    (Role::Knight, "knight", "knights"),
    (Role::Pawn, "pawn", "pawns"),
];

fn line_of(board: &Board, color: Color, kind: (Role, &str, &str)) -> Option<String> {
    let (role, one, several) = kind;
    let squares: Vec<String> = board
        .by_piece(role.of(color))
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    let name = match squares.len() {
        0 => return None,
        1 => one,
        _ => several,
    };
    let side = color.fold_wb("White", "Black");
    Some(format!("{side} {name}: {}", squares.join(", ")))
}

/// Where a move began, and where it ended as players see it: of castling, the squares of the king.
fn squares_of(after: &Chess, played: Move) -> Option<(Square, Square)> {
    let from = played.from()?;
    let to = played
        .castling_side()
        .map_or(played.to(), |side| side.king_to(!after.turn()));
    Some((from, to))
}

#[cfg(test)]
mod tests;
