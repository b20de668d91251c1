//! When a player is reminded of a move that runs out of time.

use super::{Amount, Clocks, DAY, NotAnAmount, Turn};
use crate::game::zone::Zone;
use chrono::{DateTime, TimeDelta, Utc};
use shakmaty::Color;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A move that has less time than this brings two reminders at the most.
const A_WEEK: u64 = 7 * DAY;
/// What falls due for one player within this is one letter.
pub const TOGETHER: TimeDelta = TimeDelta::hours(12);
/// More instants than this nobody needs for one move.
const MOST: usize = 5;

/// At how much time left a player wants to be reminded of a move.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Reminders {
    /// At half of the time, at a fifth of it, and a day before the end.
    #[default]
    Usual,
    /// Never.
    Off,
    /// When so much is left, the most first.
    Left(Vec<Amount>),
}

/// Why what was written says not when to remind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoReminders {
    /// It names no amounts of time.
    #[error("no amounts of time")]
    NoAmounts,
    /// It names more than five.
    #[error("more than five amounts of time")]
    TooMany,
    /// One of them is none that a clock can have.
    #[error(transparent)]
    Amount(#[from] NotAnAmount),
}

impl Reminders {
    /// When so much is left, in whatever order.
    ///
    /// # Errors
    ///
    /// There are none, or more than five.
    pub fn at(mut left: Vec<Amount>) -> Result<Reminders, NoReminders> {
        left.sort_unstable_by(|one, other| other.cmp(one));
        left.dedup();
        match left.len() {
            0 => Err(NoReminders::NoAmounts),
            1..=MOST => Ok(Reminders::Left(left)),
            _ => Err(NoReminders::TooMany),
        }
    }

    /// How many seconds are left at each reminder of a move that has so many, the most first.
    fn left(&self, limit: u64) -> Vec<u64> {
        let mut left: Vec<u64> = match self {
            Reminders::Usual => vec![limit / 2, limit / 5, DAY],
            Reminders::Off => Vec::new(),
            Reminders::Left(amounts) => amounts.iter().map(|one| one.in_seconds()).collect(),
        };
        left.retain(|left| (1..limit).contains(left));
        left.sort_unstable_by(|one, other| other.cmp(one));
        left.dedup();
        if limit < A_WEEK && left.len() > 2 {
            let (first, last) = (left.first().copied(), left.last().copied());
            left = first.into_iter().chain(last).collect();
        }
        left
    }

    /// When this side is reminded of the move that it has to make, in order; an instant in the night of its zone is that
    /// of the evening before, or where the move was not known then, that of the morning. Nothing while its clock stands
    /// without an end.
    pub fn of_turn(
        &self,
        clocks: &Clocks,
        side: Color,
        turn: &Turn,
        zone: Option<Zone>,
    ) -> Vec<DateTime<Utc>> {
        let (Some(limit), Some(end)) = (clocks.waits(side), clocks.end(side, turn)) else {
            return Vec::new();
        };
        let by_day = |at: DateTime<Utc>| {
            let Some(zone) = zone.filter(|zone| zone.is_night(at)) else {
                return at;
            };
            let evening = zone.evening(at);
            if evening > turn.since() {
                evening
            } else {
                zone.morning(at)
            }
        };
        let mut instants: Vec<DateTime<Utc>> = self
            .left(limit)
            .into_iter()
            .filter_map(|left| clocks.used_up(side, turn, limit - left))
            .map(by_day)
            .filter(|at| *at < end)
            .collect();
        instants.sort_unstable();
        instants.dedup();
        instants
    }
}

/// What is to be done about reminders of a move now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reminding {
    /// They are to be reminded, since this instant.
    Now(DateTime<Utc>),
    /// Not before this instant.
    Later(DateTime<Utc>),
    /// Never again of this move.
    Done,
}

/// What is to be done now about the reminders at these instants, of which those until then are done. Nobody is reminded at
/// night; and what is half a day late reminds nobody, since the next one is near or the flag has fallen.
pub fn reminding(
    instants: &[DateTime<Utc>],
    done_until: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
    zone: Option<Zone>,
) -> Reminding {
    let open = instants
        .iter()
        .copied()
        .filter(|at| done_until.is_none_or(|done| *at > done))
        .find(|at| *at + TOGETHER > now);
    match open {
        None => Reminding::Done,
        Some(at) if at > now => Reminding::Later(at),
        Some(at) => match zone.filter(|zone| zone.is_night(now)) {
            Some(zone) => Reminding::Later(zone.morning(now)),
            None => Reminding::Now(at),
        },
    }
}

/// Whether a reminder at one of these instants, which is not done, goes with a letter that is sent now.
pub fn goes_with(
    instants: &[DateTime<Utc>],
    done_until: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> bool {
    instants.iter().any(|at| {
        done_until.is_none_or(|done| *at > done) && *at <= now + TOGETHER && *at + TOGETHER > now
    })
}

/// In the database's words: `usual`, `off`, or seconds with commas between.
impl fmt::Display for Reminders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reminders::Usual => f.write_str("usual"),
            Reminders::Off => f.write_str("off"),
            Reminders::Left(left) => {
                let seconds = left.iter().map(|one| one.in_seconds().to_string());
                f.write_str(&seconds.collect::<Vec<_>>().join(","))
            }
        }
    }
}

impl FromStr for Reminders {
    type Err = NoReminders;

    fn from_str(kept: &str) -> Result<Reminders, NoReminders> {
        match kept {
            "usual" => Ok(Reminders::Usual),
            "off" => Ok(Reminders::Off),
            amounts => {
                let amount = |seconds: &str| {
                    let seconds = seconds.parse().map_err(|_| NoReminders::NoAmounts)?;
                    Ok(Amount::seconds(seconds)?)
                };
                let left: Result<Vec<Amount>, NoReminders> =
                    amounts.split(',').map(amount).collect();
                Reminders::at(left?)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::clock::{CarryOver, Control, Counting, Kind, Reason, Session, Span, Stretch};

    fn at(instant: &str) -> DateTime<Utc> {
        instant.parse().unwrap()
    }

    fn days(days: u32) -> Amount {
        Amount::days(days).unwrap()
    }

    fn per_move(amount: Amount) -> Clocks {
        Clocks::at_start(Control::new(Kind::PerMove(amount)))
    }

    fn reminded(
        wishes: &Reminders,
        amount: Amount,
        zone: Option<&str>,
        stretches: Vec<Stretch>,
    ) -> Vec<String> {
        let turn = Turn::new(at("2026-11-01T12:00:00Z"), stretches);
        let zone = zone.map(|zone| zone.parse().unwrap());
        wishes
            .of_turn(&per_move(amount), Color::White, &turn, zone)
            .into_iter()
            .map(|at| at.format("%m-%d %H:%M").to_string())
            .collect()
    }

    #[test]
    fn reminders_come_at_half_a_fifth_and_a_day_and_only_two_in_a_short_move() {
        let usual = |amount| reminded(&Reminders::Usual, amount, None, Vec::new());
        assert_eq!(
            usual(days(10)),
            ["11-06 12:00", "11-09 12:00", "11-10 12:00"]
        );
        // A fifth of five days is a day.
        assert_eq!(usual(days(5)), ["11-04 00:00", "11-05 12:00"]);
        // A week has three, less than a week the first and the last.
        assert_eq!(usual(days(7)).len(), 3);
        assert_eq!(usual(days(3)), ["11-03 00:00", "11-03 21:36"]);
        assert_eq!(usual(days(1)), ["11-02 00:00", "11-02 07:12"]);
        assert_eq!(usual(Amount::seconds(1).unwrap()), Vec::<String>::new());
        assert!(reminded(&Reminders::Off, days(10), None, Vec::new()).is_empty());
    }

    #[test]
    fn reminders_of_ones_own_are_for_the_time_that_is_left() {
        let own = Reminders::at(vec![days(1), days(3), days(40)]).unwrap();
        assert_eq!(
            reminded(&own, days(10), None, Vec::new()),
            ["11-08 12:00", "11-10 12:00"]
        );
    }

    #[test]
    fn what_falls_into_the_night_comes_the_evening_before() {
        // Half of three days is 3 November 00:00 UTC, 01:00 in Berlin; a fifth 21:36 UTC, 22:36 there.
        let berlin = reminded(
            &Reminders::Usual,
            days(3),
            Some("Europe/Berlin"),
            Vec::new(),
        );
        assert_eq!(berlin, ["11-02 20:00", "11-03 20:00"]);
        // 12:00 UTC is 23:00 in Sydney: the evening before the letter cannot be, so it is the next morning.
        let half = Amount::seconds(DAY / 2).unwrap();
        let sydney = reminded(
            &Reminders::Usual,
            half,
            Some("Australia/Sydney"),
            Vec::new(),
        );
        assert_eq!(sydney, ["11-01 20:00", "11-01 21:36"]);
    }

    #[test]
    fn no_reminder_falls_into_leave_which_moves_them() {
        let leave = Stretch {
            reason: Reason::Leave,
            span: Span::new(at("2026-11-05T00:00:00Z"), at("2026-11-15T00:00:00Z")).unwrap(),
        };
        let moved = reminded(&Reminders::Usual, days(10), None, vec![leave]);
        assert_eq!(moved, ["11-16 12:00", "11-19 12:00", "11-20 12:00"]);
        let pause = Stretch {
            reason: Reason::Pause,
            span: Span::since(at("2026-11-02T00:00:00Z")),
        };
        assert!(reminded(&Reminders::Usual, days(10), None, vec![pause]).is_empty());
    }

    #[test]
    fn with_doubling_half_of_what_may_be_used_counts() {
        let session = Session::new(
            10,
            days(50),
            Counting::WholeDays,
            Some(days(20)),
            CarryOver::Kept,
        );
        let clocks = Clocks::at_start(Control::new(Kind::Session(session.unwrap())));
        let clocks = clocks.after_prepared(Color::White);
        let turn = Turn::new(at("2026-11-01T12:00:00Z"), Vec::new());
        // 50 days left are 35 with doubling, and 36 until the flag.
        let instants = Reminders::Usual.of_turn(&clocks, Color::White, &turn, None);
        assert_eq!(instants.first(), Some(&at("2026-11-19T12:00:00Z")));
        assert_eq!(instants.last(), Some(&at("2026-12-06T12:00:00Z")));
    }

    #[test]
    fn each_reminder_is_once_and_none_at_night_or_half_a_day_late() {
        let instants = [at("2026-11-06T20:30:00Z"), at("2026-11-09T12:00:00Z")];
        let berlin: Option<Zone> = Some("Europe/Berlin".parse().unwrap());
        let look =
            |done: Option<&str>, now: &str| reminding(&instants, done.map(at), at(now), berlin);
        assert_eq!(
            look(None, "2026-11-06T20:29:59Z"),
            Reminding::Later(instants[0])
        );
        assert_eq!(
            look(None, "2026-11-06T20:30:00Z"),
            Reminding::Now(instants[0])
        );
        let morning = Reminding::Later(at("2026-11-07T06:00:00Z"));
        assert_eq!(look(None, "2026-11-06T21:00:00Z"), morning);
        assert_eq!(
            look(None, "2026-11-07T06:00:00Z"),
            Reminding::Now(instants[0])
        );
        let done = Some("2026-11-06T20:30:00Z");
        assert_eq!(
            look(done, "2026-11-06T20:30:00Z"),
            Reminding::Later(instants[1])
        );
        assert_eq!(
            look(None, "2026-11-07T08:30:00Z"),
            Reminding::Later(instants[1])
        );
        assert_eq!(
            look(Some("2026-11-09T12:00:00Z"), "2026-11-09T12:00:00Z"),
            Reminding::Done
        );
        assert_eq!(look(None, "2026-11-10T12:00:00Z"), Reminding::Done);
    }

    #[test]
    fn what_falls_due_within_twelve_hours_goes_with_a_letter() {
        let instants = [at("2026-11-06T12:00:00Z")];
        let goes = |done: Option<&str>, now: &str| goes_with(&instants, done.map(at), at(now));
        assert!(!goes(None, "2026-11-05T23:59:59Z"));
        assert!(goes(None, "2026-11-06T00:00:00Z"));
        assert!(!goes(Some("2026-11-06T12:00:00Z"), "2026-11-06T00:00:00Z"));
    }

    #[test]
    fn reminders_are_kept_and_read_again() {
        let own = Reminders::at(vec![days(1), days(3), days(3)]).unwrap();
        for (reminders, kept) in [
            (Reminders::Usual, "usual"),
            (Reminders::Off, "off"),
            (own, "259200,86400"),
        ] {
            assert_eq!(reminders.to_string(), kept);
            assert_eq!(kept.parse(), Ok(reminders));
        }
        assert_eq!(
            "1,2,3,4,5,6".parse::<Reminders>(),
            Err(NoReminders::TooMany)
        );
        for nonsense in ["", "often", "0", "-1", "99999999999999"] {
            assert!(nonsense.parse::<Reminders>().is_err(), "{nonsense}");
        }
    }
}
