//! Games that somebody enters by hand, as they are filed: the same by mail and by a form.

use super::fault::Fault;
use super::filing::Filed;
use super::read::read_entry;
use super::record::Record;
use super::split::{GameText, Splitter};
use super::text::with_standard_signs;
use crate::budget::PGN_OF_A_LETTER;
use crate::chess::notation::Letters;

/// A game that can be filed.
#[derive(Clone, Debug, PartialEq)]
pub struct Entered {
    /// The game, with its opening named.
    pub record: Record,
    /// What the archive keeps of it.
    pub filed: Filed,
    /// What of it is not written as the standard says, and is taken.
    pub doubts: Vec<Fault>,
}

/// Why a game cannot be filed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotFiled {
    /// It cannot be read; at least one fault.
    Faults(Vec<Fault>),
    /// It is longer than a letter may be, and could never be sent.
    TooLong,
}

impl Entered {
    /// Reads a game and names its opening.
    ///
    /// # Errors
    ///
    /// Why it cannot be filed.
    pub fn read(
        text: &GameText,
        letters: Letters,
        moves_left: &mut usize,
    ) -> Result<Entered, NotFiled> {
        let read = read_entry(text, letters, moves_left).map_err(NotFiled::Faults)?;
        let mut record = read.record;
        record.name_opening();
        let filed = Filed::of(&record);
        // Each game that somebody enters can be sent.
        if filed.pgn.len() > PGN_OF_A_LETTER {
            return Err(NotFiled::TooLong);
        }
        Ok(Entered {
            record,
            filed,
            doubts: read.doubts,
        })
    }
}

/// Puts a text that somebody pasted into this, to be split into its games.
pub fn feed_pasted(splitter: &mut Splitter, text: &str) {
    // Mail programs put blanks that do not break into pasted text.
    let text = text.replace('\u{a0}', " ");
    splitter.feed(with_standard_signs(&text).as_bytes());
    splitter.end();
}
