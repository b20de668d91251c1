//! Why there is no pause, and no time given.

use crate::language::{Day, NoSuchPeriod};
use std::fmt;

/// Why there is no pause, and no time given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPause {
    /// Nothing says until when it is to last.
    NoDay,
    /// It cannot be read until when.
    Unread,
    /// Its day can be read in two ways.
    TwoWays(Day, Day),
    /// The days are none.
    Period(NoSuchPeriod),
    /// It would begin later than today.
    Later,
    /// It would last for more than a year.
    TooLong,
    /// It cannot be read how much time is given.
    NoTime,
    /// It is more than a year.
    TooMuchTime,
}

impl fmt::Display for NoPause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoPause::NoDay => "a pause needs a last day, as in \"pause until 12 August\" or \"pause 2 weeks\"",
            NoPause::Unread => {
                "we cannot read how long the pause is to last; write for example \"pause until 12 August\" or \"pause 2 weeks\""
            }
            NoPause::TwoWays(one, other) => {
                return write!(f, "the day in it can be {one} or {other}; write the name of the month");
            }
            NoPause::Period(NoSuchPeriod::NoSuchDay(day)) => {
                return write!(f, "the calendar has no {day}");
            }
            NoPause::Period(NoSuchPeriod::Backwards | NoSuchPeriod::Past) => "that day is over",
            NoPause::Later => "a pause begins as soon as both of you agree to it; only its last day can be chosen",
            NoPause::TooLong => "a pause lasts for a year at most",
            NoPause::NoTime => {
                "we cannot read how much time is given; write it in weeks, days or hours, as in \"give 3 days\""
            }
            NoPause::TooMuchTime => "a year is the most that can be given at once",
        })
    }
}
