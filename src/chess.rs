//! Chess: positions and the ways of writing moves down.
//!
//! This room is pure. It knows no player, no clock and no mail: text and positions go in, moves,
//! sentences and text come out. The rules themselves are shakmaty's.
//!
//! - [`notation`]: what people type, turned into one legal move, a question, or a reason.
//! - [`position`]: a position as FEN, in every dialect that people send, and the difference
//!   between the board in a mail and the board of the game.
//! - [`start`]: where a game begins: Chess960 by number, or a position that a player gave.
//! - [`dead`]: whether mate is still possible.
//! - [`described`]: a move by what is said of it.
//! - [`diagram`]: a position as a text board and in words.
//! - [`material`]: the men of both sides, wherever they stand.
//! - [`listed`]: several things in one sentence.
//! - [`opening`]: the name of an opening, by position.
//! - [`picture`]: a position as a picture.
//! - [`pgn`]: a game as PGN: written in the export format of the standard, read in its import format.

pub mod dead;
pub mod described;
pub mod diagram;
#[cfg(test)]
pub(crate) mod examples;
pub mod listed;
pub mod material;
pub mod notation;
pub mod opening;
pub mod pgn;
pub mod picture;
pub mod position;
pub mod start;

pub use dead::is_dead;
pub use described::Description;
pub use diagram::{HasBoard, PIECES, text_board, words};
pub use listed::{all_of, any_of};
pub use material::Material;
pub use notation::{
    Impossible, LetterCase, Letters, MoveNumber, Place, Reading, Remark, Spelling, Standing,
    UnknownLetters, WhyNot, language_of, read_moves, read_uci, san, uci,
};
pub use opening::Opening;
pub use pgn::{Record, read_pgn, write_pgn};
pub use picture::Picture;
pub use position::{Difference, FenError, FenFault, FenField, GivenPosition, fen, find_fens};
pub use start::{Start, Variant};

/// After so many plies without a capture or a pawn move a draw can be claimed (FIDE 9.3).
pub const FIFTY_MOVES: u32 = 100;

/// After so many plies without a capture or a pawn move a game is drawn by itself (FIDE 9.6.2).
pub const SEVENTY_FIVE_MOVES: u32 = 150;
