//! In which form a player wants the letters about their games.

use std::fmt;
use std::str::FromStr;

/// The form of letters about games. Whatever it is, each letter has a text that says all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// With a drawn board beside the text, for who is to move.
    Board,
    /// Text with a board of letters.
    #[default]
    Text,
    /// Text with the position in words, for screen readers.
    Words,
    /// The game as PGN and nothing else, where nothing else is to be said; for chess programs.
    Pgn,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 4] = [Format::Board, Format::Text, Format::Words, Format::Pgn];

    /// As players write it and the database keeps it.
    pub fn word(self) -> &'static str {
        match self {
            Format::Board => "board",
            Format::Text => "text",
            Format::Words => "words",
            Format::Pgn => "pgn",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Format {
    type Err = ();

    fn from_str(word: &str) -> Result<Format, ()> {
        let known = Format::ALL.into_iter();
        known
            .into_iter()
            .find(|format| format.word() == word)
            .ok_or(())
    }
}
