//! Instants in words: by UTC, and by the clocks of the player's zone.

use crate::game::Zone;
use crate::letters::dates::short_month;
use crate::letters::{Sentence, sentence};
use chrono::{DateTime, Datelike, Timelike, Utc};

/// How exactly an instant is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clockface {
    /// To the minute, and never later than it is: for deadlines.
    Minutes,
    /// To the second: for sums.
    Seconds,
}

/// An instant by UTC: "26 Dec 2026 13:02 UTC".
pub fn instant(at: DateTime<Utc>, face: Clockface) -> Sentence {
    let seconds = face == Clockface::Seconds && at.second() > 0;
    let time = at.format(if seconds { "%H:%M:%S" } else { "%H:%M" });
    sentence!(
        "{{ day }} {{ month }} {{ year }} {{ time }} UTC",
        day = at.day(),
        month = short_month(&at),
        year = at.year(),
        time = time.to_string()
    )
}

/// The same, and what the clocks of a player's zone show then: "26 Dec 2026 13:02 UTC (14:02 in Europe/Berlin)". The day
/// is said there where it is another one.
pub fn instant_of(at: DateTime<Utc>, face: Clockface, zone: Option<Zone>) -> Sentence {
    in_zone_as_well(instant(at, face), at, zone)
}

/// What was said by UTC of this instant, and behind it what the clocks of a player's zone show then.
pub fn in_zone_as_well(by_utc: Sentence, at: DateTime<Utc>, zone: Option<Zone>) -> Sentence {
    let Some(zone) = zone.filter(|zone| !zone.is_utc()) else {
        return by_utc;
    };
    let local = zone.shows(at);
    let time = local.format("%H:%M").to_string();
    let zone = zone.to_string();
    if local.date() == at.date_naive() {
        sentence!(
            "{{ by_utc }} ({{ time }} in {{ zone }})",
            by_utc,
            time,
            zone
        )
    } else {
        sentence!(
            "{{ by_utc }} ({{ day }} {{ month }} {{ time }} in {{ zone }})",
            by_utc,
            day = local.day(),
            month = short_month(&local),
            time,
            zone
        )
    }
}

/// The day and minute of an instant shortly, "28 Nov 10:00": far ahead a day without its year is none.
pub(super) fn shortly(at: DateTime<Utc>, now: DateTime<Utc>) -> Sentence {
    let (day, month) = (at.day(), short_month(&at));
    let time = at.format("%H:%M").to_string();
    if (at - now).num_days() > 180 {
        let year = at.year();
        sentence!(
            "{{ day }} {{ month }} {{ year }} {{ time }}",
            day,
            month,
            year,
            time
        )
    } else {
        sentence!("{{ day }} {{ month }} {{ time }}", day, month, time)
    }
}

/// How many whole seconds lie between these instants; none where the second is not later.
pub(super) fn seconds(from: DateTime<Utc>, until: DateTime<Utc>) -> u64 {
    let whole = until.timestamp().saturating_sub(from.timestamp());
    u64::try_from(whole).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_said_by_utc_and_by_the_zone() {
        for (at, zone, words) in [
            ("2026-12-26T13:02:41Z", None, "26 Dec 2026 13:02 UTC"),
            ("2026-12-26T13:02:41Z", Some("UTC"), "26 Dec 2026 13:02 UTC"),
            (
                "2026-12-26T13:02:00Z",
                Some("Europe/Berlin"),
                "26 Dec 2026 13:02 UTC (14:02 in Europe/Berlin)",
            ),
            (
                "2026-12-31T23:30:00Z",
                Some("Europe/Berlin"),
                "31 Dec 2026 23:30 UTC (1 Jan 00:30 in Europe/Berlin)",
            ),
            (
                "2028-03-01T02:00:00Z",
                Some("America/New_York"),
                "1 Mar 2028 02:00 UTC (29 Feb 21:00 in America/New_York)",
            ),
        ] {
            let zone = zone.map(|zone| zone.parse().unwrap());
            assert_eq!(
                instant_of(at.parse().unwrap(), Clockface::Minutes, zone).to_string(),
                words
            );
        }
        let at = "2026-12-26T13:02:41Z".parse().unwrap();
        assert_eq!(
            instant(at, Clockface::Seconds).to_string(),
            "26 Dec 2026 13:02:41 UTC"
        );
    }
}
