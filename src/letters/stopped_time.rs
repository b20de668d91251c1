//! Time for which clocks stood, in words: both players check the sums by hand.

use super::instant_in_words as instant;
use super::time_control::long_units;
use super::{Sentence, sentence};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;

/// A stretch of time that is charged to nobody, as a letter tells of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoppedTime {
    /// Why: `outage`, `credit` or `restore`, as the database calls it.
    pub why: String,
    /// From when, in UTC: "03 Jun 2026, 20:00:00 UTC".
    pub from: Sentence,
    /// Until when.
    pub until: Sentence,
    /// How long that is: "6 hours 30 minutes".
    pub time: Sentence,
    /// The administrator's words, where there are any.
    pub reason: Option<String>,
}

impl StoppedTime {
    /// Between these instants.
    pub fn between(
        why: &str,
        from: DateTime<Utc>,
        until: DateTime<Utc>,
        reason: Option<String>,
    ) -> StoppedTime {
        StoppedTime {
            why: why.to_owned(),
            from: instant(from),
            until: instant(until),
            time: time(whole(until) - whole(from)),
            reason,
        }
    }
}

/// When the flag of somebody who wants no mail any more can fall first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FirstFlag {
    /// The number of the game.
    pub game: i64,
    /// The name of the opponent.
    pub opponent: String,
    /// The instant in UTC; none while the clock stands without an end.
    pub at: Option<Sentence>,
    /// Whether it is the reader's move; else the instant holds if the opponent moves at once.
    pub yours: bool,
}

fn whole(at: DateTime<Utc>) -> DateTime<Utc> {
    DateTime::from_timestamp(at.timestamp(), 0).unwrap_or(at)
}

/// How long something lasted, to the second, in days of 24 hours.
pub(super) fn time(lasted: TimeDelta) -> Sentence {
    match u64::try_from(lasted.num_seconds()) {
        Ok(seconds @ 1..) => long_units(seconds),
        Ok(0) | Err(_) => sentence!("0 seconds"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_told_to_the_second_and_without_what_is_nothing() {
        for (seconds, told) in [
            (0, "0 seconds"),
            (1, "1 second"),
            (23_400, "6 hours 30 minutes"),
            (90_061, "1 day 1 hour 1 minute 1 second"),
            (172_800, "2 days"),
        ] {
            assert_eq!(time(TimeDelta::seconds(seconds)).to_string(), told);
        }
    }
}
