//! Moves as people type them.
//!
//! A text goes through four steps, one file each:
//!
//! 1. `characters`: look-alikes, invisible characters and figurines are folded.
//! 2. `tokens` and `text`: the words of a line become one or more moves, or the line is prose.
//! 3. `shape`: the letters of one move become [`Spelling`]'s readings: patterns that say which
//!    piece, from where, to where. No position is known yet.
//! 4. `resolve`: the readings are held against the legal moves of a position. One legal move is
//!    a [`Reading::One`]; more are a question; none is a [`WhyNot`] (found by `diagnosis`, said by `reason`) with candidates.
//!
//! Nothing here ever guesses: where two readings are legal, both are the answer.

mod characters;
mod diagnosis;
mod letters;
mod reading;
mod reason;
mod resolve;
mod shape;
mod spelling;
mod text;
mod tokens;

pub use letters::{Letters, UnknownLetters};
pub use reading::{Impossible, Reading};
pub use reason::{Place, Standing, WhyNot, language_of};
pub use spelling::{LetterCase, MoveNumber, Remark, Spelling};
pub use text::{begins_no_move, read_moves};
pub(crate) use tokens::rank_in_words;

#[cfg(test)]
mod playouts;
#[cfg(test)]
mod table;

use shakmaty::{Chess, Move, Position, san::SanPlus, uci::UciMove};

/// A legal move in Standard Algebraic Notation with `+` or `#` (PGN standard, section 8.2.3).
pub fn san(position: &Chess, m: Move) -> String {
    SanPlus::from_move(position.clone(), m).to_string()
}

/// A move in the notation of the UCI protocol: `e2e4`, `e7e8q`, castling as `e1g1`; in Chess960
/// castling is king takes rook, `f1h1`.
pub fn uci(position: &Chess, m: Move) -> String {
    m.to_uci(position.castles().mode()).to_string()
}

/// The legal move that an exact UCI text means, or `None`. For what we have stored ourselves;
/// what people type goes through [`read_moves`].
pub fn read_uci(position: &Chess, text: &str) -> Option<Move> {
    UciMove::from_ascii(text.as_bytes())
        .ok()?
        .to_move(position)
        .ok()
}
