//! Time on one line of a list of games.

use crate::game::clock::DAY;
use chrono::{DateTime, Utc};
use serde::Serialize;

/// The time of whoever is to move, on one line of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineTime {
    /// How much is left, to the hour below, or to the minute where it is less than a day; none where it is over.
    pub left: Option<String>,
    /// For how many days they have had the move.
    pub waiting: u64,
}

impl LineTime {
    /// Of a move that somebody has had since then, whose time ends at this instant.
    pub fn of(ends: DateTime<Utc>, since: DateTime<Utc>, now: DateTime<Utc>) -> LineTime {
        let seconds = |from: DateTime<Utc>, until: DateTime<Utc>| {
            u64::try_from(until.timestamp() - from.timestamp()).unwrap_or(0)
        };
        let left = seconds(now, ends);
        LineTime {
            left: (left > 0).then(|| roughly(left)),
            waiting: seconds(since, now) / DAY,
        }
    }
}

/// "2 days 3 h", "3 h 20 min"; never more than it is.
fn roughly(seconds: u64) -> String {
    let days = match seconds / DAY {
        0 => String::new(),
        1 => "1 day ".to_owned(),
        days => format!("{days} days "),
    };
    let (hours, minutes) = (seconds % DAY / 3_600, seconds % 3_600 / 60);
    match (days.is_empty(), hours) {
        (false, 0) => days.trim_end().to_owned(),
        (false, hours) => format!("{days}{hours} h"),
        (true, 0) => format!("{minutes} min"),
        (true, hours) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_said_roughly_and_never_too_much() {
        let at = |instant: &str| instant.parse::<DateTime<Utc>>().unwrap();
        let since = at("2026-11-20T12:00:00Z");
        for (ends, left) in [
            ("2026-11-28T15:20:59Z", Some("3 days 3 h")),
            ("2026-11-26T12:59:00Z", Some("1 day")),
            ("2026-11-25T15:20:59Z", Some("3 h 20 min")),
            ("2026-11-25T12:00:59Z", Some("0 min")),
            ("2026-11-25T12:00:00Z", None),
        ] {
            let line = LineTime::of(at(ends), since, at("2026-11-25T12:00:00Z"));
            assert_eq!((line.left.as_deref(), line.waiting), (left, 5), "{ends}");
        }
    }
}
