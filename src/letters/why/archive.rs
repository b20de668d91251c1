//! The archive: what cannot be entered, changed, or looked for.

use crate::budget::{GAMES, LINES, PGN_OF_A_LETTER, TEXT};
use crate::letters::{InWords, Sentence, says_its_words, sentence};

/// Why one of the games of a mail is not entered, or what of the mail was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotEntered {
    /// The mail has more text than is read.
    RestOfMail,
    /// A file has more text than is read.
    RestOfFile,
    /// The mail has more games than one may bring.
    OneTooMany {
        /// The line at which it begins, counted from 1.
        line: u64,
    },
    /// The game is longer than a letter may be.
    TooLong {
        /// The line at which it begins, counted from 1.
        line: u64,
    },
    /// It is not written so that it can be read; the fault, in one line.
    Fault(String),
}

impl InWords for NotEntered {
    fn in_words(&self) -> Sentence {
        match self {
            NotEntered::RestOfMail => sentence!(
                "your mail has more than {{ lines }} lines, or more than {{ kib }} KiB of text; what stands behind them was not \
                 read: attach the games as a file, or send them in several mails",
                lines = LINES,
                kib = TEXT / 1024
            ),
            NotEntered::RestOfFile => sentence!(
                "the file has more than {{ kib }} KiB; what stands behind them was not read: send it in several mails",
                kib = TEXT / 1024
            ),
            NotEntered::OneTooMany { line } => sentence!(
                "line {{ line }}: one mail can bring at most {{ games }} games",
                games = GAMES,
                line
            ),
            NotEntered::TooLong { line } => sentence!(
                "line {{ line }}: the game has more than {{ kib }} KiB; leave some of its comments and variations out",
                line,
                kib = PGN_OF_A_LETTER / 1024
            ),
            NotEntered::Fault(fault) => Sentence::from(fault),
        }
    }
}

says_its_words!(NotEntered, NotWanted);

/// What is said of an order that is to bring games and brings none.
fn no_game() -> Sentence {
    sentence!("there is no game with it; attach a PGN file, or paste the PGN below this line")
}

/// Why nothing is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoEntry {
    /// It names no collection.
    NoCollection,
    /// It brings no game.
    NoGame,
    /// They have entered games with too many mails today.
    EnoughToday,
    /// Nothing waits under the key that it names.
    NothingWaits,
    /// Another order of the same mail enters what waits under another key.
    OneWaitingAMail,
}

impl InWords for NoEntry {
    fn in_words(&self) -> Sentence {
        match self {
            NoEntry::NoCollection => sentence!(
                "it does not say where the games are to be filed; write for example: enter Club championship 1992"
            ),
            NoEntry::NoGame => no_game(),
            NoEntry::EnoughToday => {
                sentence!("you have entered games with too many mails today; try again tomorrow")
            }
            NoEntry::NothingWaits => sentence!(
                "nothing waits under that; it was entered already, or it has waited for seven days and is gone"
            ),
            NoEntry::OneWaitingAMail => {
                sentence!("one mail can enter what waits under one key; send another one for this")
            }
        }
    }
}

/// Why no game of the archive is overwritten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoOverwriting {
    /// The password is wrong, or there is no such game; which of the two is not told.
    WrongPassword {
        /// The number that the game was to have.
        number: i64,
    },
    /// It brings no game.
    NoGame,
    /// It brings more than one.
    Several,
    /// What it brings cannot be entered.
    NotEntered(NotEntered),
    /// The archive has this very game.
    Known {
        /// Under this number.
        number: i64,
    },
}

impl InWords for NoOverwriting {
    fn in_words(&self) -> Sentence {
        match self {
            NoOverwriting::WrongPassword { number } => sentence!(
                "there is no game {{ number }} in the archive that this password changes",
                number
            ),
            NoOverwriting::NoGame => no_game(),
            NoOverwriting::Several => {
                sentence!("it brings several games, and one is overwritten by one")
            }
            NoOverwriting::NotEntered(why) => why.in_words(),
            NoOverwriting::Known { number } => {
                sentence!("that is game {{ number }} of the archive already", number)
            }
        }
    }
}

/// Why nothing is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSearch {
    /// A mail brings one search.
    OneAMail,
    /// It was not done in the time that it may take.
    TooLong,
    /// It cannot be read.
    Unreadable(NotWanted),
}

/// Why the words behind `search` do not say what to look for; values are as they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotWanted {
    /// Nothing stands behind this word.
    NothingBehind(&'static str),
    /// Nothing stands behind `search`.
    Nothing,
    /// This is no day.
    NoDay(String),
    /// This is no result.
    NoResult(String),
    /// This is no number.
    NoNumber(String),
    /// These are no men of two sides.
    NoMaterial(String),
    /// The position has this fault.
    Position(String),
}

impl NotWanted {
    /// The same with what was written as it may be shown.
    #[must_use]
    pub fn quoted(self, quoted: impl FnOnce(&str) -> String) -> NotWanted {
        match self {
            NotWanted::NothingBehind(_) | NotWanted::Nothing => self,
            NotWanted::NoDay(day) => NotWanted::NoDay(quoted(&day)),
            NotWanted::NoResult(result) => NotWanted::NoResult(quoted(&result)),
            NotWanted::NoNumber(number) => NotWanted::NoNumber(quoted(&number)),
            NotWanted::NoMaterial(men) => NotWanted::NoMaterial(quoted(&men)),
            NotWanted::Position(fault) => NotWanted::Position(quoted(&fault)),
        }
    }
}

impl InWords for NotWanted {
    fn in_words(&self) -> Sentence {
        match self {
            NotWanted::NothingBehind(word) => {
                sentence!("nothing stands behind \"{{ word }}\"", word)
            }
            NotWanted::Nothing => sentence!("nothing says what to look for"),
            NotWanted::NoDay(day) => sentence!(
                "{{ day }} is no day; write 1992, 1992.11 or 1992.11.04",
                day
            ),
            NotWanted::NoResult(result) => sentence!(
                "{{ result }} is no result; write 1-0, 0-1, 1/2-1/2 or *",
                result
            ),
            NotWanted::NoNumber(number) => sentence!("{{ number }} is no number", number),
            NotWanted::NoMaterial(men) => sentence!(
                "{{ men }} are no men of two sides; write White's and Black's, as in KRP-KR",
                men
            ),
            NotWanted::Position(fault) => sentence!("the FEN is wrong: {{ fault }}", fault),
        }
    }
}

impl InWords for NoSearch {
    fn in_words(&self) -> Sentence {
        match self {
            NoSearch::OneAMail => sentence!(
                "one mail can bring one search; write each other one in a mail of its own"
            ),
            NoSearch::TooLong => sentence!(
                "looking through the archive for that takes too long; say more, for example a collection, or try again \
                 later"
            ),
            NoSearch::Unreadable(why) => sentence!(
                "{{ why }}; write for example: search Fischer opening C95 since 1990",
                why
            ),
        }
    }
}
