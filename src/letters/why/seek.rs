//! Seeks that cannot be opened, taken or taken back.

use crate::language::called;
use crate::letters::{InWords, Sentence, sentence};

/// Why a seek is not opened, taken or taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSeek {
    /// It is to begin in a position that is not drawn by lot.
    OwnStart,
    /// A range of ratings, and the game is to be casual.
    RangeOfCasual,
    /// Its greater end stands first: both in their order.
    Reversed {
        /// What stands first, which is greater.
        least: i32,
        /// What stands last.
        most: i32,
    },
    /// It is not between these.
    OutOfBounds {
        /// The least that may be written.
        least: i32,
        /// The most.
        most: i32,
    },
    /// The player has the same one open.
    SameIsOpen {
        /// Its number.
        seek: i64,
    },
    /// The player has as many open as anybody may.
    EnoughOpen {
        /// Their numbers.
        open: Vec<i64>,
    },
    /// The player is on leave.
    OnLeave,
    /// There is none of this number.
    NoSuch {
        /// The number.
        seek: i64,
    },
    /// Somebody has taken it, or it was taken back, or was open for too long.
    Ended {
        /// The number.
        seek: i64,
    },
    /// It is the player's own.
    Own {
        /// The number.
        seek: i64,
    },
    /// It is somebody else's.
    Anothers {
        /// The number.
        seek: i64,
    },
    /// Its player cannot be reached now, is on leave, or does not want to play with whoever wants to take it.
    NotOffered,
    /// It is of somebody whom the player has blocked.
    YouBlock {
        /// Who.
        name: String,
    },
    /// It is for other ratings.
    Rating {
        /// That of whoever wants to take it.
        yours: i32,
        /// Those that it is for.
        range: (i32, i32),
    },
    /// One of both would have the same colour too often.
    Colours,
    /// The player has none.
    NoneOpen,
    /// The player has several.
    WhichOne {
        /// Their numbers.
        open: Vec<i64>,
    },
}

impl InWords for NoSeek {
    fn in_words(&self) -> Sentence {
        match self {
            NoSeek::OwnStart => sentence!(
                "a seek is for a game from the usual position or, with \"seek chess960\", from one that is drawn by lot; for \
                 another beginning challenge somebody"
            ),
            NoSeek::RangeOfCasual => sentence!(
                "a range of ratings goes with a rated game; write \"rated\" before it, or leave the range out"
            ),
            NoSeek::Reversed { least, most } => sentence!(
                "the smaller rating of a range comes first; write {{ most }}-{{ least }} if you mean that",
                most,
                least
            ),
            NoSeek::OutOfBounds { least, most } => sentence!(
                "a range of ratings lies between {{ least }} and {{ most }}; write for example 1400-1700",
                least,
                most
            ),
            NoSeek::SameIsOpen { seek } => sentence!(
                "you have this seek open already, as seek {{ seek }}; it stays open",
                seek
            ),
            NoSeek::EnoughOpen { open } => sentence!(
                "you have {{ open }} seeks open, and no more may be; take one of them back with {{ unseek }} and write this again",
                open = open.len(),
                unseek = unseek(open)
            ),
            NoSeek::OnLeave => {
                sentence!("you are on leave; write \"back\" first, and then this again")
            }
            NoSeek::NoSuch { seek } => sentence!(
                "there is no seek {{ seek }}; write \"seeks\" for those that you can take",
                seek
            ),
            NoSeek::Ended { seek } => sentence!(
                "seek {{ seek }} is not open any more: somebody was faster, it was taken back, or it was open for too long; write \
                 \"seeks\" for those that you can take",
                seek
            ),
            NoSeek::Own { seek } => sentence!(
                "seek {{ seek }} is your own; to take it back write \"unseek {{ seek }}\"",
                seek
            ),
            NoSeek::Anothers { seek } => sentence!(
                "seek {{ seek }} is not yours; to play its game write \"take {{ seek }}\"",
                seek
            ),
            NoSeek::NotOffered => sentence!(
                "its player is away, or does not want to play now; write \"seeks\" for those that you can take"
            ),
            NoSeek::YouBlock { name } => sentence!(
                "it is of {{ name }}, whom you have blocked; write \"unblock {{ called }}\" first, and then this again",
                name,
                called = called(name).into_owned()
            ),
            NoSeek::Rating {
                yours,
                range: (least, most),
            } => sentence!(
                "it is for ratings from {{ least }} to {{ most }}, and yours counts as {{ yours }}; write \"seeks\" for those that you can \
                 take, or \"seek\" for one of your own",
                least,
                most,
                yours
            ),
            NoSeek::Colours => sentence!(
                "one of you would have had the same colour three games more often than the other one; seek with a colour of your \
                 choice, for example \"seek as black\", and the other can take that"
            ),
            NoSeek::NoneOpen => sentence!("you have no seek open"),
            NoSeek::WhichOne { open } => sentence!(
                "you have several seeks open; write {{ unseek }}",
                unseek = unseek(open)
            ),
        }
    }
}

/// "\"unseek 7\" or \"unseek 9\"".
fn unseek(open: &[i64]) -> Sentence {
    let orders: Vec<String> = open
        .iter()
        .map(|seek| format!("\"unseek {seek}\""))
        .collect();
    Sentence::any_of(orders)
}
