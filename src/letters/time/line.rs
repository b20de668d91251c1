//! Time on one line of a list of games.

use super::amount::{days_in_words, hours_shortly, minutes_shortly};
use super::instant::{in_zone_as_well, seconds, shortly};
use crate::game::Zone;
use crate::game::clock::DAY;
use crate::letters::{Sentence, sentence};
use chrono::{DateTime, Utc};
use serde::Serialize;

/// The time of whoever is to move, on one line of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineTime {
    /// How much is left that counts, to the hour below, or to the minute where it is less than a day; none where it is over,
    /// or has no end.
    pub left: Option<Sentence>,
    /// Until when that is, "28 Nov 10:00 UTC".
    pub until: Option<Sentence>,
    /// Until when the clock stands, in the same way, if it does.
    pub stands: Option<Sentence>,
    /// Whether the clock stands until further notice.
    pub still: bool,
    /// For how many days they have had the move.
    pub waiting: u64,
}

impl LineTime {
    /// Of a move that somebody has had since then, whose time ends at this instant, of which so many seconds do not count,
    /// and whose clock stands until then; now, for a reader who lives in this zone.
    pub fn of(
        ends: DateTime<Utc>,
        (not_counted, stands): (u64, Option<DateTime<Utc>>),
        since: DateTime<Utc>,
        (now, zone): (DateTime<Utc>, Option<Zone>),
    ) -> LineTime {
        let left = seconds(now, ends).saturating_sub(not_counted);
        let on = |at: DateTime<Utc>| until(at, now, zone);
        LineTime {
            left: (left > 0).then(|| roughly(left)),
            until: (left > 0).then(|| on(ends)),
            stands: stands.map(on),
            still: false,
            waiting: seconds(since, now) / DAY,
        }
    }

    /// The same of one whose clock stands until further notice.
    pub fn still(since: DateTime<Utc>, now: DateTime<Utc>) -> LineTime {
        LineTime {
            left: None,
            until: None,
            stands: None,
            still: true,
            waiting: seconds(since, now) / DAY,
        }
    }
}

/// "28 Nov 10:00 UTC", "28 Nov 10:00 UTC (11:00 in Europe/Berlin)"; with its year where it is far ahead.
fn until(at: DateTime<Utc>, now: DateTime<Utc>, zone: Option<Zone>) -> Sentence {
    let by_utc = sentence!("{{ instant }} UTC", instant = shortly(at, now));
    in_zone_as_well(by_utc, at, zone)
}

/// "2 days 3 h", "3 h 20 min"; never more than it is.
fn roughly(seconds: u64) -> Sentence {
    let (days, hours, minutes) = (seconds / DAY, seconds % DAY / 3_600, seconds % 3_600 / 60);
    let parts = match (days, hours, minutes) {
        (0, 0, 0) => vec![sentence!("less than a minute")],
        (0, 0, minutes) => vec![minutes_shortly(minutes)],
        (0, hours, minutes) => vec![hours_shortly(hours), minutes_shortly(minutes)],
        (days, 0, _) => vec![days_in_words(days)],
        (days, hours, _) => vec![days_in_words(days), hours_shortly(hours)],
    };
    Sentence::joined(parts, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(words: &Option<Sentence>) -> Option<String> {
        words.as_ref().map(ToString::to_string)
    }

    #[test]
    fn what_is_left_is_said_roughly_and_never_too_much() {
        let at = |instant: &str| instant.parse::<DateTime<Utc>>().unwrap();
        let since = at("2026-11-20T12:00:00Z");
        for (ends, left) in [
            ("2026-11-28T15:20:59Z", Some("3 days 3 h")),
            ("2026-11-26T12:59:00Z", Some("1 day")),
            ("2026-11-25T15:20:59Z", Some("3 h 20 min")),
            ("2026-11-25T12:00:59Z", Some("less than a minute")),
            ("2026-11-25T12:00:00Z", None),
        ] {
            let line = LineTime::of(
                at(ends),
                (0, None),
                since,
                (at("2026-11-25T12:00:00Z"), None),
            );
            assert_eq!(
                (said(&line.left).as_deref(), line.waiting),
                (left, 5),
                "{ends}"
            );
        }
        // A day of leave in it counts nothing.
        let stands = Some(at("2026-11-26T00:00:00Z"));
        let ends = at("2026-11-28T15:20:59Z");
        let line = LineTime::of(
            ends,
            (DAY, stands),
            since,
            (at("2026-11-25T12:00:00Z"), None),
        );
        assert_eq!(said(&line.left).as_deref(), Some("2 days 3 h"));
        assert_eq!(said(&line.until).as_deref(), Some("28 Nov 15:20 UTC"));
        assert_eq!(said(&line.stands).as_deref(), Some("26 Nov 00:00 UTC"));
        let berlin = "Europe/Berlin".parse().ok();
        let now = at("2026-11-25T12:00:00Z");
        let line = LineTime::of(ends, (DAY, stands), since, (now, berlin));
        assert_eq!(
            said(&line.until).as_deref(),
            Some("28 Nov 15:20 UTC (16:20 in Europe/Berlin)")
        );
    }
}
