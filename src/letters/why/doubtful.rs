//! Lines that were perhaps meant to be done.

use crate::budget::{LINE_OF_PLAY, LINES_OF_PLAY, LINES_SCANNED, LINES_UNPROVEN};
use std::fmt;

/// Why a line is not done that was perhaps meant to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubtful {
    /// There is more than one move to choose from.
    Alternatives,
    /// It stands below other words.
    BelowProse,
    /// It stands where a signature or a quotation stands.
    OutsideOwnWords,
    /// It looks like conditional moves and cannot be read.
    Conditional {
        /// The word because of which, where it may be shown.
        word: Option<String>,
    },
    /// It may be conditional moves, or words.
    ConditionOrWords,
    /// More conditional moves than one mail may hold.
    TooManyConditions,
    /// It may be a note.
    NoteBelow,
    /// More orders than one mail may hold.
    OneTooMany,
    /// Below what is read of a mail that shows nothing.
    TooLong,
    /// One order for several games.
    OneALine,
    /// A seek that cannot be read.
    Seek {
        /// What of it, where it may be shown.
        word: Option<String>,
    },
    /// An invitation behind whose address something cannot be read.
    Invitation {
        /// What, where it may be shown.
        word: Option<String>,
    },
    /// What is no number of a seek.
    SeekNumber,
    /// Nothing says by which piece letters it is to be read.
    Letters,
    /// It says that the mail does not count, or is not its writer's.
    Undone,
}

impl fmt::Display for Doubtful {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Doubtful::Alternatives => {
                "with that there is more than one move to choose from; write only the one that you mean"
            }
            Doubtful::BelowProse => {
                "it stands below other words; if you want that done, write it on the first line"
            }
            Doubtful::Letters => {
                "your mail does not say clearly in which language its piece letters are; write it again when that is set"
            }
            Doubtful::OutsideOwnWords => {
                "it stands where a signature or an older mail stands; if you want that done, write it on the first line"
            }
            Doubtful::ConditionOrWords => {
                "it may be conditional moves, which your opponent must not see, or words for them; nothing below your \
                 orders was passed on, and no conditional moves of this mail are kept. Write conditional moves on lines \
                 of their own right below your move, and words without them"
            }
            Doubtful::NoteBelow => {
                "it may be a note, which your opponent must not see, and stands where words for them stand; nothing \
                 below your orders was passed on, and this note was not kept. Write a note above your other words, with \
                 its text on the same line, and at most ten orders in one mail"
            }
            Doubtful::Undone => {
                "with that your mail may not count; nothing of it was done or passed on. If you want something of it \
                 done, write that alone"
            }
            Doubtful::OneALine => "it names several games; name one on each line",
            Doubtful::SeekNumber => SEEK_NUMBER,
            Doubtful::Seek { word } => return unread_part(f, word.as_deref(), "a seek"),
            Doubtful::Invitation { word } => return unread_part(f, word.as_deref(), INVITATION),
            Doubtful::Conditional { word } => return conditional(f, word.as_deref()),
            Doubtful::OneTooMany => {
                return write!(
                    f,
                    "a mail does at most {LINES_SCANNED} orders; this one and the orders below it are not done. Send \
                     them in a mail of their own"
                );
            }
            Doubtful::TooLong => {
                return write!(
                    f,
                    "of a mail that does not answer one of ours only the first {LINES_UNPROVEN} lines are read, or \
                     fewer where they are long; from this line on it was neither read nor passed on. Send that in \
                     answer to a mail of ours"
                );
            }
            Doubtful::TooManyConditions => {
                return write!(
                    f,
                    "it holds more conditional moves than are read in one mail; none of this mail are kept, and nothing \
                     below it was passed on, so that your opponent sees none of them. Send the most important ones: at \
                     most {LINES_OF_PLAY} lines are kept, of {} moves of each side",
                    LINE_OF_PLAY / 2
                );
            }
        })
    }
}

const SEEK_NUMBER: &str = "it is to name one seek by its number, and \"seeks\" lists them";
const INVITATION: &str = "a challenge, behind the address";

fn unread_part(f: &mut fmt::Formatter<'_>, word: Option<&str>, of: &str) -> fmt::Result {
    match word {
        Some(word) => write!(f, "\"{word}\" cannot be read in {of}"),
        None => write!(f, "a part of it cannot be read in {of}"),
    }
}

fn conditional(f: &mut fmt::Formatter<'_>, word: Option<&str>) -> fmt::Result {
    f.write_str("it looks like conditional moves and cannot be read as such")?;
    if let Some(word) = word {
        write!(f, ", because of \"{word}\"")?;
    }
    f.write_str(
        "; no conditional moves of this mail are kept, and nothing below it was passed on, so that your opponent sees \
         none of them",
    )
}
