//! A position for the eye and for the ear.

use super::listed::all_of;
use shakmaty::{Board, Chess, Color, File, Position, Rank, Role, Square};

/// Something that has sixty-four squares: a bare board, or a whole position.
pub trait HasBoard {
    /// The pieces and where they stand.
    fn squares(&self) -> &Board;
}

impl HasBoard for Board {
    fn squares(&self) -> &Board {
        self
    }
}

impl HasBoard for Chess {
    fn squares(&self) -> &Board {
        self.board()
    }
}

/// The board as nine lines of text, seen from one player's side: White's pieces in upper case,
/// Black's in lower case, a dot for an empty square, ranks on the left, files below.
///
/// Lines are at most 18 columns wide, have no trailing blank, and end with a line feed each, so
/// the diagram survives a telephone's screen and a quoting mail program.
pub fn text_board(position: &impl HasBoard, from: Color) -> String {
    let board = position.squares();
    let mut text = String::new();
    for rank in ranks_from_the_top(from) {
        text.push(rank.char());
        text.push(' ');
        for file in files_from_the_left(from) {
            let square = Square::from_coords(file, rank);
            text.push(' ');
            text.push(board.piece_at(square).map_or('.', |piece| piece.char()));
        }
        text.push('\n');
    }
    text.push_str("  ");
    for file in files_from_the_left(from) {
        text.push(' ');
        text.push(file.char());
    }
    text.push('\n');
    text
}

/// The position in words for a screen reader, one player's own pieces first: each side in one
/// sentence, then who is to move and whether the king is in check. Lines are at most 72 columns.
///
/// ```text
/// White: king g1; queen d1; rooks a1 and f1; pawns f2, g2 and h2.
/// ```
pub fn words(position: &Chess, from: Color) -> String {
    let mut text = String::new();
    for color in [from, !from] {
        push_wrapped(&mut text, &pieces_in_words(position.board(), color));
    }
    let side = color_name(position.turn());
    let state = if position.is_checkmate() {
        format!("{side} is checkmated.")
    } else if position.is_stalemate() {
        format!("{side} has no legal move: stalemate.")
    } else if position.is_check() {
        format!("{side} to move, in check.")
    } else {
        format!("{side} to move.")
    };
    push_wrapped(&mut text, &state);
    text
}

/// "White" or "Black".
pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// "white" or "black", as an adjective.
pub(crate) fn color_adjective(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The English name of a piece, in lower case.
pub(crate) fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// The kinds of pieces in the order in which they are told.
pub const PIECES: [Role; 6] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

fn pieces_in_words(board: &Board, color: Color) -> String {
    let mut groups = Vec::new();
    for role in PIECES {
        let squares: Vec<String> = board
            .by_piece(role.of(color))
            .into_iter()
            .map(|square| square.to_string())
            .collect();
        let name = role_name(role);
        match squares.len() {
            0 => {}
            1 => groups.push(format!("{name} {}", all_of(&squares))),
            _ => groups.push(format!("{name}s {}", all_of(&squares))),
        }
    }
    let side = color_name(color);
    if groups.is_empty() {
        format!("{side}: no pieces.")
    } else {
        format!("{side}: {}.", groups.join("; "))
    }
}

fn push_wrapped(text: &mut String, sentence: &str) {
    let mut width = 0;
    for word in sentence.split(' ') {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > 72 {
            text.push('\n');
            width = 0;
        }
        if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text.push('\n');
}

fn ranks_from_the_top(from: Color) -> Vec<Rank> {
    match from {
        Color::White => Rank::ALL.into_iter().rev().collect(),
        Color::Black => Rank::ALL.to_vec(),
    }
}

fn files_from_the_left(from: Color) -> Vec<File> {
    match from {
        Color::White => File::ALL.to_vec(),
        Color::Black => File::ALL.into_iter().rev().collect(),
    }
}

#[cfg(test)]
mod tests;
