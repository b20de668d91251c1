//! Why something that a mail asks for is not done: values that decisions carry, and the words for them.
//!
//! Each is half a sentence, behind "Your mail says …, but", in the second person, in lower case, without a final stop.

mod address;
mod answer;
mod archive;
mod challenge;
mod directing;
mod doubtful;
mod game;
mod hold;
mod illegal;
mod leave;
mod nudge;
mod order;
mod pause;
mod rules;
mod score;
mod seek;
mod setting;
mod substitution;
mod time_claim;
mod time_control;
mod to_director;
mod tournament;
mod watching;

pub use address::NoAddress;
pub use answer::NoAnswer;
pub use archive::{NoEntry, NoOverwriting, NoSearch, NotEntered, NotWanted};
pub use challenge::NoChallenge;
pub use directing::NoDirecting;
pub use doubtful::Doubtful;
pub use game::NoMove;
pub use hold::NoHold;
pub use nudge::NoNudge;
pub use order::NotDone;
pub use pause::NoPause;
pub use score::{Ends, NoScore};
pub use seek::NoSeek;
pub use setting::NoSetting;
pub use substitution::NoSubstitution;
pub use time_claim::NoTimeClaim;
pub use time_control::why_no_control;
pub use to_director::NoDirector;
pub use tournament::NoTournament;
pub use watching::NoWatching;

use super::{InWords, Sentence, says_its_words};
use crate::chess::WhyNot;
use crate::game::Refusal;
use crate::language::NoSuchPeriod;
use crate::players::NoLeave;

/// Why something is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The rules of a game do not allow it now.
    Rules(Refusal),
    /// It is no legal move.
    Illegal(WhyNot),
    /// It is a move, and not one that is played here and now.
    Move(NoMove),
    /// A game in PGN, or a score, plays no move.
    Score(NoScore),
    /// A challenge cannot be made.
    Challenge(NoChallenge),
    /// A seek is not opened, taken or taken back.
    Seek(NoSeek),
    /// Nobody signs up for a tournament, or withdraws from it.
    Tournament(NoTournament),
    /// The director of a tournament does not decide something.
    Directing(NoDirecting),
    /// Words to directors of a tournament are not passed on.
    ToDirector(NoDirector),
    /// Something is not watched.
    Watching(NoWatching),
    /// An address is not what was wanted of it.
    Address(NoAddress),
    /// Nothing is entered into the archive.
    Entry(NoEntry),
    /// No game of the archive is overwritten.
    Overwriting(NoOverwriting),
    /// Nothing is looked for.
    Search(NoSearch),
    /// It is not certain that it is meant to be done.
    Doubtful(Doubtful),
    /// It answers nothing that can be answered so.
    Answer(NoAnswer),
    /// There is no such leave.
    Leave(NoLeave),
    /// Words about leave mean no days.
    Period(NoSuchPeriod),
    /// An opponent is not reminded of their move.
    Nudge(NoNudge),
    /// There is no pause, and no time given.
    Pause(NoPause),
    /// A move is not held.
    Hold(NoHold),
    /// A setting is not changed.
    Setting(NoSetting),
    /// The opponent's time cannot be claimed.
    TimeClaim(NoTimeClaim),
    /// Another order, for a reason of its own.
    Order(NotDone),
}

impl InWords for Why {
    fn in_words(&self) -> Sentence {
        match self {
            Why::Rules(refusal) => refusal.in_words(),
            Why::Illegal(why) => why.in_words(),
            Why::Move(why) => why.in_words(),
            Why::Score(why) => why.in_words(),
            Why::Challenge(why) => why.in_words(),
            Why::Seek(why) => why.in_words(),
            Why::Tournament(why) => why.in_words(),
            Why::Directing(why) => why.in_words(),
            Why::ToDirector(why) => why.in_words(),
            Why::Watching(why) => why.in_words(),
            Why::Address(why) => why.in_words(),
            Why::Entry(why) => why.in_words(),
            Why::Overwriting(why) => why.in_words(),
            Why::Search(why) => why.in_words(),
            Why::Doubtful(why) => why.in_words(),
            Why::Answer(why) => why.in_words(),
            Why::Leave(why) => why.in_words(),
            Why::Period(why) => why.in_words(),
            Why::Nudge(why) => why.in_words(),
            Why::Pause(why) => why.in_words(),
            Why::Hold(why) => why.in_words(),
            Why::Setting(why) => why.in_words(),
            Why::TimeClaim(why) => why.in_words(),
            Why::Order(why) => why.in_words(),
        }
    }
}

says_its_words!(Why);

macro_rules! from {
    ($($variant:ident($reason:ty)),* $(,)?) => {
        $(
            impl From<$reason> for Why {
                fn from(why: $reason) -> Why {
                    Why::$variant(why)
                }
            }
        )*
    };
}

from! {
    Directing(NoDirecting),
    ToDirector(NoDirector),
    Watching(NoWatching),
    Tournament(NoTournament),
    Hold(NoHold),
    Pause(NoPause),
    Rules(Refusal),
    Illegal(WhyNot),
    Move(NoMove),
    Score(NoScore),
    Challenge(NoChallenge),
    Seek(NoSeek),
    Address(NoAddress),
    Entry(NoEntry),
    Overwriting(NoOverwriting),
    Search(NoSearch),
    Doubtful(Doubtful),
    Answer(NoAnswer),
    Leave(NoLeave),
    Period(NoSuchPeriod),
    Nudge(NoNudge),
    Setting(NoSetting),
    TimeClaim(NoTimeClaim),
    Order(NotDone),
}
