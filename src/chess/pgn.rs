//! Games as PGN (Portable Game Notation Specification, 1994-03-12).
//!
//! - [`Record`]: a game with everything that PGN says about it: tags, moves, comments, marks, variations.
//! - [`write_pgn`]: a record in the export format of the standard (3.2 and 8).
//! - [`Splitter`]: a stream of bytes cut into games, so that a file may be larger than memory.
//! - [`read_pgn`]: one game in the import format (3.1), or each of its faults with its line, its move and its reason.
//! - [`Filed`]: what an archive keeps of a game.
//! - [`Entered`]: a game that somebody enters by hand.
//! - [`headings`]: which values the tags may have.
//!
//! What is read and written again is the same game, and what is written, read, and written again is the same text.

pub mod headings;

mod encoding;
mod entered;
mod fault;
mod filing;
mod oddity;
mod read;
mod record;
mod split;
mod tag_pair;
mod text;
mod write;

pub use encoding::utf_16;
pub use entered::{Entered, NotFiled, feed_pasted};
pub use fault::{Fault, Place, Reason};
pub use filing::{BoardKeys, Filed, stood_in};
pub use oddity::Oddity;
pub use read::{ReadGame, read_entry, read_pgn, read_pgn_within};
pub use record::{Aside, Line, Played, Record};
pub use split::{GameText, LONGEST_GAME, Splitter};
pub use text::with_standard_signs;
pub use write::write_pgn;
