//! The time zone in which a player lives: for printing instants, and for their night. Clocks know none.

use chrono::{DateTime, Days, NaiveDateTime, NaiveTime, TimeZone, Timelike, Utc};
use chrono_tz::{TZ_VARIANTS, Tz};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The hour at which the night begins.
const NIGHTFALL: u32 = 22;
/// The hour at which it ends.
const MORNING: u32 = 7;
/// The hour to which what falls into the night is brought forward: early enough that a daemon which is behind does not send
/// it at night after all.
const EVENING: u32 = 21;

/// What UTC is called in the IANA data base, there with "Etc/" in front as well.
const UTC: [&str; 9] = [
    "GMT",
    "GMT+0",
    "GMT-0",
    "GMT0",
    "Greenwich",
    "UCT",
    "UTC",
    "Universal",
    "Zulu",
];

/// A time zone, by its name in the IANA data base, Europe/Berlin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone(Tz);

/// The IANA data base knows no zone of this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no time zone is called so")]
pub struct NoZone;

impl Zone {
    /// The names of all zones, in alphabetical order.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TZ_VARIANTS.into_iter().map(Tz::name)
    }

    /// Its name, Europe/Berlin.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Is it UTC by whatever name, which needs not be printed twice?
    pub fn is_utc(self) -> bool {
        let name = self.name();
        UTC.contains(&name.strip_prefix("Etc/").unwrap_or(name))
    }

    /// What the clocks of the zone show at this instant.
    pub fn shows(self, at: DateTime<Utc>) -> NaiveDateTime {
        at.with_timezone(&self.0).naive_local()
    }

    /// Is it night there, from 22 to 7?
    pub fn is_night(self, at: DateTime<Utc>) -> bool {
        let hour = self.shows(at).hour();
        !(MORNING..NIGHTFALL).contains(&hour)
    }

    /// The instant at which the night of this instant ends; the instant itself where it is in no night.
    pub fn morning(self, at: DateTime<Utc>) -> DateTime<Utc> {
        if !self.is_night(at) {
            return at;
        }
        let local = self.shows(at);
        let next = if local.hour() < MORNING { 0 } else { 1 };
        self.hour_of(local, Step::Forward(next), MORNING)
            .unwrap_or(at)
    }

    /// The evening before the night of this instant; the instant itself where it is in no night.
    pub fn evening(self, at: DateTime<Utc>) -> DateTime<Utc> {
        if !self.is_night(at) {
            return at;
        }
        let local = self.shows(at);
        let back = if local.hour() < MORNING { 1 } else { 0 };
        self.hour_of(local, Step::Back(back), EVENING).unwrap_or(at)
    }

    /// The first morning after this instant: at seven on the same day or the next.
    pub fn next_morning(self, after: DateTime<Utc>) -> DateTime<Utc> {
        let local = self.shows(after);
        let morning = |days| self.hour_of(local, Step::Forward(days), MORNING);
        (0..3)
            .filter_map(morning)
            .find(|morning| *morning > after)
            .unwrap_or(after)
    }

    /// This hour of a day near that one. An hour that the clocks leave out is the one behind it; of one that comes twice
    /// it is the first.
    fn hour_of(self, day: NaiveDateTime, step: Step, hour: u32) -> Option<DateTime<Utc>> {
        let date = day.date();
        let date = match step {
            Step::Forward(days) => date.checked_add_days(Days::new(days)),
            Step::Back(days) => date.checked_sub_days(Days::new(days)),
        }?;
        let local = |hour| Some(date.and_time(NaiveTime::from_hms_opt(hour, 0, 0)?));
        let at = |hour| self.0.from_local_datetime(&local(hour)?).earliest();
        let found = at(hour).or_else(|| at(hour + 1))?;
        Some(found.with_timezone(&Utc))
    }
}

/// So many days away.
#[derive(Clone, Copy)]
enum Step {
    Forward(u64),
    Back(u64),
}

impl FromStr for Zone {
    type Err = NoZone;

    /// The zone of this name, in whatever case, with blanks or with underscores.
    fn from_str(name: &str) -> Result<Zone, NoZone> {
        let words: Vec<&str> = name.split_whitespace().collect();
        let name = words.join("_");
        let known = |zone: &&Tz| zone.name().eq_ignore_ascii_case(&name);
        TZ_VARIANTS
            .iter()
            .find(known)
            .copied()
            .map(Zone)
            .ok_or(NoZone)
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(instant: &str) -> DateTime<Utc> {
        instant.parse().unwrap()
    }

    fn zone(name: &str) -> Zone {
        name.parse().unwrap()
    }

    #[test]
    fn a_zone_is_known_in_any_case_and_with_blanks() {
        for (written, name) in [
            ("Europe/Berlin", "Europe/Berlin"),
            ("europe/berlin", "Europe/Berlin"),
            ("America/New York", "America/New_York"),
            ("utc", "UTC"),
        ] {
            assert_eq!(zone(written).name(), name);
        }
        for nonsense in ["", "Berlin", "Europe", "Europe/Berlin/Mitte", "+02:00"] {
            assert_eq!(nonsense.parse::<Zone>(), Err(NoZone), "{nonsense}");
        }
    }

    #[test]
    fn a_zone_is_utc_by_each_of_its_names_and_by_no_other() {
        let in_june = at("2026-06-01T12:00:00Z");
        let in_december = at("2026-12-01T12:00:00Z");
        for zone in Zone::names().map(zone).filter(|zone| zone.is_utc()) {
            for instant in [in_june, in_december] {
                assert_eq!(zone.shows(instant), instant.naive_utc(), "{zone}");
            }
        }
        for name in UTC {
            assert!(zone(name).is_utc() && zone(&format!("Etc/{name}")).is_utc());
        }
        for other in ["Europe/London", "Africa/Abidjan", "Etc/GMT+1", "WET"] {
            assert!(!zone(other).is_utc(), "{other}");
        }
    }

    #[test]
    fn instants_are_shown_by_the_clocks_of_the_zone_over_summer_time_new_year_and_leap_day() {
        for (name, instant, shown) in [
            // Summer time ends on 25 October 2026 at 01:00 UTC.
            (
                "Europe/Berlin",
                "2026-10-25T00:59:59Z",
                "2026-10-25T02:59:59",
            ),
            (
                "Europe/Berlin",
                "2026-10-25T01:00:00Z",
                "2026-10-25T02:00:00",
            ),
            (
                "Europe/Berlin",
                "2026-12-31T23:30:00Z",
                "2027-01-01T00:30:00",
            ),
            (
                "America/New_York",
                "2027-01-01T03:00:00Z",
                "2026-12-31T22:00:00",
            ),
            ("Asia/Tokyo", "2028-02-28T16:00:00Z", "2028-02-29T01:00:00"),
            (
                "Asia/Kathmandu",
                "2026-06-01T12:00:00Z",
                "2026-06-01T17:45:00",
            ),
        ] {
            let local = zone(name).shows(at(instant));
            assert_eq!(
                local.format("%Y-%m-%dT%H:%M:%S").to_string(),
                shown,
                "{name} {instant}"
            );
        }
    }

    #[test]
    fn the_night_is_from_twenty_two_to_seven_and_has_an_evening_and_a_morning() {
        let berlin = zone("Europe/Berlin");
        for (instant, evening, morning) in [
            // In no night.
            (
                "2026-11-25T06:00:00Z",
                "2026-11-25T06:00:00Z",
                "2026-11-25T06:00:00Z",
            ),
            (
                "2026-11-25T20:59:59Z",
                "2026-11-25T20:59:59Z",
                "2026-11-25T20:59:59Z",
            ),
            // Before midnight and after it.
            (
                "2026-11-25T21:00:00Z",
                "2026-11-25T20:00:00Z",
                "2026-11-26T06:00:00Z",
            ),
            (
                "2026-11-26T05:59:59Z",
                "2026-11-25T20:00:00Z",
                "2026-11-26T06:00:00Z",
            ),
            // The night in which summer time ends is an hour longer, that in which it begins an hour shorter.
            (
                "2026-10-25T01:30:00Z",
                "2026-10-24T19:00:00Z",
                "2026-10-25T06:00:00Z",
            ),
            (
                "2026-03-29T01:30:00Z",
                "2026-03-28T20:00:00Z",
                "2026-03-29T05:00:00Z",
            ),
            // New Year, and the day before 1 March of a leap year.
            (
                "2026-12-31T23:30:00Z",
                "2026-12-31T20:00:00Z",
                "2027-01-01T06:00:00Z",
            ),
            (
                "2028-02-29T23:30:00Z",
                "2028-02-29T20:00:00Z",
                "2028-03-01T06:00:00Z",
            ),
        ] {
            assert_eq!(berlin.evening(at(instant)), at(evening), "{instant}");
            assert_eq!(berlin.morning(at(instant)), at(morning), "{instant}");
        }
    }

    #[test]
    fn the_next_morning_is_after_the_instant() {
        let berlin = zone("Europe/Berlin");
        for (after, morning) in [
            ("2026-11-25T05:59:59Z", "2026-11-25T06:00:00Z"),
            ("2026-11-25T06:00:00Z", "2026-11-26T06:00:00Z"),
            ("2026-10-24T12:00:00Z", "2026-10-25T06:00:00Z"),
        ] {
            assert_eq!(berlin.next_morning(at(after)), at(morning));
        }
    }
}
