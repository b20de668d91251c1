//! Why there is no pause, and no time given.

use crate::language::{Day, NoSuchPeriod};
use crate::letters::instant_in_words;
use chrono::{DateTime, Utc};
use std::fmt;

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
    Over(String),
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
            NoPause::Over(last) => {
                return write!(f, "the pause that was offered would have ended on {last}; to have one now, offer it anew");
            }
            NoPause::TimeOver(over) => {
                let over = instant_in_words(*over);
                return write!(f, "the time of the side to move was over on {over}, and a pause cannot undo that");
            }
            NoPause::Later => "a pause begins as soon as both of you agree to it; only its last day can be chosen",
            NoPause::TooLong => "a pause lasts for a year at most",
            NoPause::NoTime => {
                "we cannot read how much time is given; write it in weeks, days or hours, as in \"give 3 days\""
            }
            NoPause::EnoughTime => "your opponent has more than a year already",
            NoPause::TooMuchTime => "a year is the most that can be given at once",
        })
    }
}
