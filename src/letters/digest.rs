//! How often the list of their games is sent to a player by itself.

use crate::game::Zone;
use chrono::{DateTime, Datelike, Days, Timelike, Utc, Weekday};

/// How often the list of their games is sent to a player by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Digest {
    /// Never.
    #[default]
    Off,
    /// Every morning.
    Daily,
    /// Every Monday morning.
    Weekly,
}

impl Digest {
    /// The word by which it is ordered and kept.
    pub fn word(self) -> &'static str {
        match self {
            Digest::Off => "off",
            Digest::Daily => "daily",
            Digest::Weekly => "weekly",
        }
    }

    /// What is kept under this word.
    pub fn from_word(word: &str) -> Option<Digest> {
        [Digest::Off, Digest::Daily, Digest::Weekly]
            .into_iter()
            .find(|one| one.word() == word)
    }

    /// When it is sent next after this instant: at seven in the morning of the player's zone, by UTC where it is not
    /// known. None where it is not sent.
    pub fn next(self, after: DateTime<Utc>, zone: Option<Zone>) -> Option<DateTime<Utc>> {
        let mut morning = next_morning(after, zone);
        match self {
            Digest::Off => None,
            Digest::Daily => Some(morning),
            Digest::Weekly => {
                while weekday(morning, zone) != Weekday::Mon {
                    morning = next_morning(morning, zone);
                }
                Some(morning)
            }
        }
    }
}

fn next_morning(after: DateTime<Utc>, zone: Option<Zone>) -> DateTime<Utc> {
    if let Some(zone) = zone {
        return zone.next_morning(after);
    }
    let day = if after.hour() < 7 { 0 } else { 1 };
    let date = after.date_naive().checked_add_days(Days::new(day));
    let at = date.and_then(|date| date.and_hms_opt(7, 0, 0));
    at.map_or(after, |at| at.and_utc())
}

fn weekday(at: DateTime<Utc>, zone: Option<Zone>) -> Weekday {
    zone.map_or_else(|| at.weekday(), |zone| zone.shows(at).weekday())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(instant: &str) -> DateTime<Utc> {
        instant.parse().unwrap()
    }

    #[test]
    fn a_digest_comes_at_seven_of_every_day_or_of_mondays() {
        let berlin = Some("Europe/Berlin".parse().unwrap());
        let auckland = Some("Pacific/Auckland".parse().unwrap());
        for (digest, zone, after, next) in [
            (
                Digest::Daily,
                None,
                "2026-11-25T06:59:59Z",
                "2026-11-25T07:00:00Z",
            ),
            (
                Digest::Daily,
                None,
                "2026-11-25T07:00:00Z",
                "2026-11-26T07:00:00Z",
            ),
            (
                Digest::Daily,
                berlin,
                "2026-11-25T06:00:00Z",
                "2026-11-26T06:00:00Z",
            ),
            // Summer time ends on 25 October.
            (
                Digest::Daily,
                berlin,
                "2026-10-24T06:00:00Z",
                "2026-10-25T06:00:00Z",
            ),
            (
                Digest::Daily,
                berlin,
                "2026-10-24T04:00:00Z",
                "2026-10-24T05:00:00Z",
            ),
            // 30 November 2026 is a Monday, in Auckland as long as it is Sunday by UTC.
            (
                Digest::Weekly,
                None,
                "2026-11-25T12:00:00Z",
                "2026-11-30T07:00:00Z",
            ),
            (
                Digest::Weekly,
                auckland,
                "2026-11-25T12:00:00Z",
                "2026-11-29T18:00:00Z",
            ),
            (
                Digest::Weekly,
                None,
                "2026-12-28T07:00:00Z",
                "2027-01-04T07:00:00Z",
            ),
            (
                Digest::Daily,
                None,
                "2028-02-28T12:00:00Z",
                "2028-02-29T07:00:00Z",
            ),
        ] {
            assert_eq!(
                digest.next(at(after), zone),
                Some(at(next)),
                "{digest:?} {after}"
            );
        }
        assert_eq!(Digest::Off.next(at("2026-11-25T12:00:00Z"), berlin), None);
    }
}
