//! The position of a game as its reader sees it, for the forms that have no board of letters.

use super::{Sentence, sentence};
use crate::chess::{Letters, PIECES, Picture, Reading, read_moves};
use shakmaty::san::San;
use shakmaty::{Board, Chess, Color, Move, Position, Role, Square};

/// A move that its reader can play.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Playable {
    /// The kind of its piece.
    pub(super) piece: Role,
    /// The move in SAN without signs of check.
    pub(super) san: String,
    /// The same as it is to be written.
    pub(super) typed: String,
}

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

    /// How many moves are legal.
    pub(super) fn legal(&self) -> usize {
        self.position.legal_moves().len()
    }

    /// What can be played, as somebody writes it whose moves are read in these letters; by piece, and in the order of the
    /// alphabet.
    pub(super) fn moves(&self, letters: Letters) -> Vec<Playable> {
        let legal = self.position.legal_moves();
        let mut moves: Vec<Playable> = legal
            .iter()
            .filter_map(|played| {
                let san = San::from_move(&self.position, *played).to_string();
                Some(Playable {
                    piece: played.role(),
                    typed: self.typed(*played, &san, letters)?,
                    san,
                })
            })
            .collect();
        moves.sort();
        moves
    }

    /// A move as it is read in these letters, and no other one: where a letter could be a file's as well, by its squares.
    fn typed(&self, played: Move, san: &str, letters: Letters) -> Option<String> {
        let squares = || {
            let promoted = san.split_once('=').map_or("", |(_, piece)| piece);
            let to = played.to();
            Some(letters.of_san(&format!("{}{to}{promoted}", played.from()?)))
        };
        let is_read = |typed: &String| {
            let spellings = read_moves(typed, letters).unwrap_or_default();
            let read = spellings.first().map(|read| read.resolve(&self.position));
            spellings.len() == 1 && matches!(read, Some(Reading::One(read)) if read == played)
        };
        let san = Some(letters.of_san(san)).filter(is_read);
        san.or_else(|| squares().filter(is_read))
    }

    /// What is drawn of it.
    pub(super) fn picture(&self) -> Picture {
        Picture::of(&self.position, self.below, self.last_move)
    }

    /// The position in words, on one line: what a picture says to who does not see it.
    pub(super) fn in_words(&self, last_move: Option<&str>) -> Sentence {
        let board = self.position.board();
        let mut said = [self.below, !self.below]
            .map(|color| pieces_of(board, color))
            .to_vec();
        said.push(state(&self.position));
        said.extend(
            last_move
                .map(|played| sentence!("Last move: {{ played }}.", played = played.to_owned())),
        );
        Sentence::joined(said, " ")
    }

    /// The position in words, a line for each kind of piece, the reader's own first. A screen reader can stop between them.
    /// No line is one that could be read as a move: a king's square does not follow on the word.
    pub(super) fn lines(&self) -> Vec<Sentence> {
        let board = self.position.board();
        [self.below, !self.below]
            .into_iter()
            .flat_map(|color| {
                PIECES
                    .iter()
                    .filter_map(move |kind| line_of(board, color, *kind))
            })
            .collect()
    }
}

/// What a kind of piece is called, of so many.
fn kind(role: Role, count: usize) -> Sentence {
    match role {
        Role::King => sentence!("{{ count|count(\"king\", \"kings\") }}", count),
        Role::Queen => sentence!("{{ count|count(\"queen\", \"queens\") }}", count),
        Role::Rook => sentence!("{{ count|count(\"rook\", \"rooks\") }}", count),
        Role::Bishop => sentence!("{{ count|count(\"bishop\", \"bishops\") }}", count),
        Role::Knight => sentence!("{{ count|count(\"knight\", \"knights\") }}", count),
        Role::Pawn => sentence!("{{ count|count(\"pawn\", \"pawns\") }}", count),
    }
}

fn line_of(board: &Board, color: Color, role: Role) -> Option<Sentence> {
    let squares: Vec<String> = board
        .by_piece(role.of(color))
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    if squares.is_empty() {
        return None;
    }
    let pieces = kind(role, squares.len());
    let squares = squares.join(", ");
    Some(match color {
        Color::White => sentence!("White {{ pieces }}: {{ squares }}", pieces, squares),
        Color::Black => sentence!("Black {{ pieces }}: {{ squares }}", pieces, squares),
    })
}

/// All pieces of a side: "White: king g1; rooks a1 and f1."
fn pieces_of(board: &Board, color: Color) -> Sentence {
    let groups = PIECES.iter().filter_map(|role| {
        let squares: Vec<Square> = board.by_piece(role.of(color)).into_iter().collect();
        let pieces = kind(*role, squares.len());
        let on = Sentence::all_of(squares.iter().map(ToString::to_string));
        (!squares.is_empty()).then(|| sentence!("{{ pieces }} {{ on }}", pieces, on))
    });
    let pieces = Sentence::joined(groups, "; ");
    match color {
        Color::White => sentence!("White: {{ pieces }}.", pieces),
        Color::Black => sentence!("Black: {{ pieces }}.", pieces),
    }
}

/// Who is to move, and whether they can.
fn state(position: &Chess) -> Sentence {
    let side = match position.turn() {
        Color::White => sentence!("White"),
        Color::Black => sentence!("Black"),
    };
    if position.is_checkmate() {
        sentence!("{{ side }} is checkmated.", side)
    } else if position.is_stalemate() {
        sentence!("{{ side }} has no legal move: stalemate.", side)
    } else if position.is_check() {
        sentence!("{{ side }} to move, in check.", side)
    } else {
        sentence!("{{ side }} to move.", side)
    }
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
