//! What letters say about leave.

use super::dates::month;
use super::{Sentence, sentence};
use crate::game::clock::Days;
use crate::players::Cost;
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use serde::Serialize;

/// A day (UTC) in words: "5 August 2026".
pub fn day_in_words(day: NaiveDate) -> Sentence {
    sentence!(
        "{{ day }} {{ month }} {{ year }}",
        day = day.day(),
        month = month(&day),
        year = day.year()
    )
}

/// An instant (UTC) in words, to the minute and never later than it is: "5 August 2026 13:02 UTC".
pub fn minute_in_words(at: DateTime<Utc>) -> Sentence {
    let day = day_in_words(at.date_naive());
    sentence!(
        "{{ day }} {{ time }} UTC",
        day,
        time = at.format("%H:%M").to_string()
    )
}

/// Days of leave as letters show them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeaveDays {
    /// The first, "5 August 2026".
    pub first: Sentence,
    /// The last.
    pub last: Sentence,
    /// How many they are.
    pub count: u32,
    /// Whether it has begun when the letter is written.
    pub runs: bool,
}

impl LeaveDays {
    /// These days, seen from today (UTC).
    pub fn of(days: Days, today: NaiveDate) -> LeaveDays {
        LeaveDays {
            first: day_in_words(days.first()),
            last: day_in_words(days.last()),
            count: days.count(),
            runs: days.first() <= today,
        }
    }
}

/// What leave takes of the quota of a year, or gives back to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OfYear {
    /// The year.
    pub year: i32,
    /// So many days of it.
    pub days: u32,
    /// So many are left.
    pub left: u32,
}

impl From<Cost> for OfYear {
    fn from(cost: Cost) -> OfYear {
        OfYear {
            year: cost.year,
            days: cost.days,
            left: cost.left,
        }
    }
}

/// Until when a player must answer in a game with a clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Deadline {
    /// The number of the game.
    pub game: i64,
    /// The name of the opponent.
    pub opponent: String,
    /// The instant in words; none while the clock stands without an end.
    pub at: Option<Sentence>,
    /// Whether that was before, and the time is over.
    pub over: bool,
}

/// What words about leave could mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum UnclearLeave {
    /// A rest, or to leave for good.
    Bare,
    /// Its dates cannot be read.
    Unread,
    /// A date is one of these two.
    TwoWays(Sentence, Sentence),
}
