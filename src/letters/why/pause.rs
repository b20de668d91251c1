//! Why there is no pause, and no time given.

use crate::language::{Day, NoSuchPeriod};
use crate::letters::instant_in_words;
use crate::letters::{InWords, Sentence, sentence};
use chrono::{DateTime, Utc};

/// Why there is no pause, and no time given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPause {
    /// Nothing says until when it is to last.
    NoDay,
    /// It cannot be read until when.
    Unread,
    /// Its day can be read in two ways.
    TwoWays(Day, Day),
    /// The days are none.
    Period(NoSuchPeriod),
    /// The last day of what was offered is over, "12 Aug 2026".
    Over(Sentence),
    /// The time of the side to move was over at this instant.
    TimeOver(DateTime<Utc>),
    /// It would begin later than today.
    Later,
    /// It would last for more than a year.
    TooLong,
    /// It cannot be read how much time is given.
    NoTime,
    /// It is more than a year.
    TooMuchTime,
    /// Its receiver has more than a year already.
    EnoughTime,
}

impl InWords for NoPause {
    fn in_words(&self) -> Sentence {
        match self {
            NoPause::NoDay => sentence!(
                "a pause needs a last day, as in \"pause until 12 August\" or \"pause 2 weeks\""
            ),
            NoPause::Unread => sentence!(
                "we cannot read how long the pause is to last; write for example \"pause until 12 August\" or \"pause 2 weeks\""
            ),
            NoPause::TwoWays(one, other) => sentence!(
                "the day in it can be {{ one }} or {{ other }}; write the name of the month",
                one,
                other
            ),
            NoPause::Period(NoSuchPeriod::NoSuchDay(day)) => {
                sentence!("the calendar has no {{ day }}", day)
            }
            NoPause::Period(NoSuchPeriod::Backwards | NoSuchPeriod::Past) => {
                sentence!("that day is over")
            }
            NoPause::Over(last) => sentence!(
                "the pause that was offered would have ended on {{ last }}; to have one now, offer it anew",
                last
            ),
            NoPause::TimeOver(over) => {
                let over = instant_in_words(*over);
                sentence!(
                    "the time of the side to move was over on {{ over }}, and a pause cannot undo that",
                    over
                )
            }
            NoPause::Later => sentence!(
                "a pause begins as soon as both of you agree to it; only its last day can be chosen"
            ),
            NoPause::TooLong => sentence!("a pause lasts for a year at most"),
            NoPause::NoTime => sentence!(
                "we cannot read how much time is given; write it in weeks, days or hours, as in \"give 3 days\""
            ),
            NoPause::EnoughTime => sentence!("your opponent has more than a year already"),
            NoPause::TooMuchTime => sentence!("a year is the most that can be given at once"),
        }
    }
}
