//! Lines that were perhaps meant to be done.

use crate::budget::{LINE_OF_PLAY, LINES_OF_PLAY, LINES_SCANNED, LINES_UNPROVEN};
use crate::letters::{InWords, Sentence, sentence};

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
    /// One order for several tournaments.
    OneTournament,
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

impl InWords for Doubtful {
    fn in_words(&self) -> Sentence {
        match self {
            Doubtful::Alternatives => sentence!(
                "with that there is more than one move to choose from; write only the one that you mean"
            ),
            Doubtful::BelowProse => sentence!(
                "it stands below other words; if you want that done, write it on the first line"
            ),
            Doubtful::Letters => sentence!(
                "your mail does not say clearly in which language its piece letters are; write it again when that is set"
            ),
            Doubtful::OutsideOwnWords => sentence!(
                "it stands where a signature or an older mail stands; if you want that done, write it on the first line"
            ),
            Doubtful::ConditionOrWords => sentence!(
                "it may be conditional moves, which your opponent must not see, or words for them; nothing below your \
                 orders was passed on, and no conditional moves of this mail are kept. Write conditional moves on lines \
                 of their own right below your move, and words without them"
            ),
            Doubtful::NoteBelow => sentence!(
                "it may be a note, which your opponent must not see, and stands where words for them stand; nothing \
                 below your orders was passed on, and this note was not kept. Write a note above your other words, with \
                 its text on the same line, and at most ten orders in one mail"
            ),
            Doubtful::Undone => sentence!(
                "with that your mail may not count; nothing of it was done or passed on. If you want something of it \
                 done, write that alone"
            ),
            Doubtful::OneALine => sentence!("it names several games; name one on each line"),
            Doubtful::OneTournament => {
                sentence!("it names several tournaments; name one on each line")
            }
            Doubtful::SeekNumber => {
                sentence!("it is to name one seek by its number, and \"seeks\" lists them")
            }
            Doubtful::Seek { word } => match word {
                Some(word) => sentence!("\"{{ word }}\" cannot be read in a seek", word),
                None => sentence!("a part of it cannot be read in a seek"),
            },
            Doubtful::Invitation { word } => match word {
                Some(word) => sentence!(
                    "\"{{ word }}\" cannot be read in a challenge, behind the address",
                    word
                ),
                None => sentence!("a part of it cannot be read in a challenge, behind the address"),
            },
            Doubtful::Conditional { word } => conditional(word.as_deref()),
            Doubtful::OneTooMany => sentence!(
                "a mail does at most {{ most }} orders; this one and the orders below it are not done. Send \
                     them in a mail of their own",
                most = LINES_SCANNED
            ),
            Doubtful::TooLong => sentence!(
                "of a mail that does not answer one of ours only the first {{ most }} lines are read, or \
                     fewer where they are long; from this line on it was neither read nor passed on. Send that in \
                     answer to a mail of ours",
                most = LINES_UNPROVEN
            ),
            Doubtful::TooManyConditions => sentence!(
                "it holds more conditional moves than are read in one mail; none of this mail are kept, and nothing \
                     below it was passed on, so that your opponent sees none of them. Send the most important ones: at \
                     most {{ most }} lines are kept, of {{ moves }} moves of each side",
                most = LINES_OF_PLAY,
                moves = LINE_OF_PLAY / 2
            ),
        }
    }
}

fn conditional(word: Option<&str>) -> Sentence {
    match word {
        Some(word) => sentence!(
            "it looks like conditional moves and cannot be read as such, because of \"{{ word }}\"; no conditional moves of this mail are \
             kept, and nothing below it was passed on, so that your opponent sees none of them",
            word
        ),
        None => sentence!(
            "it looks like conditional moves and cannot be read as such; no conditional moves of this mail are kept, and nothing below it \
             was passed on, so that your opponent sees none of them"
        ),
    }
}
