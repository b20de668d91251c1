//! Which days a period means, seen from a day on.

use super::day::Day;
use super::period::Period;
use crate::game::clock::Days;
use chrono::{Datelike, Days as Step, NaiveDate};

/// Without a year nobody speaks of a period that is longer.
const LONGEST: i64 = 183;

/// Why a period means no days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoSuchPeriod {
    /// The calendar has no such day.
    NoSuchDay(Day),
    /// Its last day is before its first one.
    Backwards,
    /// It began before today.
    Past,
}

impl Period {
    /// The days that are meant on this day (UTC). A date without a year is the next such from then on; the last day is the
    /// next such from the first one on.
    ///
    /// # Errors
    ///
    /// There are none such, or they are over, or have begun.
    pub fn days(self, today: NaiveDate) -> Result<Days, NoSuchPeriod> {
        let (first, last) = match self {
            Period::For(first, count) => {
                let first = next(first, today)?;
                let behind = Step::new(u64::from(count.saturating_sub(1)));
                let last = first.checked_add_days(behind);
                (first, last.ok_or(NoSuchPeriod::NoSuchDay(Day::Today))?)
            }
            Period::Between(first, last) => between(first, last, today)?,
        };
        if first < today {
            return Err(NoSuchPeriod::Past);
        }
        Days::new(first, last).map_err(|_| NoSuchPeriod::Backwards)
    }
}

fn between(
    first: Day,
    last: Day,
    today: NaiveDate,
) -> Result<(NaiveDate, NaiveDate), NoSuchPeriod> {
    if has_year(last) && !has_year(first) {
        // "28 Dec - 3 Jan 2027" begins in 2026.
        let last = next(last, today)?;
        return Ok((latest(first, last, today)?, last));
    }
    let begins = next(first, today)?;
    if !has_year(first) && begins > today {
        // "24 Nov - 30 Nov" on the 25th has begun.
        let before = latest(first, today, today).ok();
        let begun = before.filter(|before| {
            let ends = next(last, *before);
            ends.is_ok_and(|ends| ends >= today && (ends - *before).num_days() <= LONGEST)
        });
        if begun.is_some() {
            return Err(NoSuchPeriod::Past);
        }
    }
    Ok((begins, next(last, begins)?))
}

fn has_year(day: Day) -> bool {
    match day {
        Day::Today | Day::Tomorrow | Day::Date { year: Some(_), .. } => true,
        Day::Date { year: None, .. } => false,
    }
}

/// The first such day from this one on; with a year, that day.
fn next(day: Day, from: NaiveDate) -> Result<NaiveDate, NoSuchPeriod> {
    let none = NoSuchPeriod::NoSuchDay(day);
    match day {
        Day::Today => Ok(from),
        Day::Tomorrow => from.succ_opt().ok_or(none),
        Day::Date {
            day,
            month,
            year: Some(year),
        } => NaiveDate::from_ymd_opt(year, month, day).ok_or(none),
        Day::Date {
            day,
            month,
            year: None,
        } => {
            let in_year = |year| NaiveDate::from_ymd_opt(year, month, day);
            let this = in_year(from.year()).filter(|date| *date >= from);
            this.or_else(|| in_year(from.year() + 1)).ok_or(none)
        }
    }
}

/// The last such day before that one or on it.
fn latest(day: Day, until: NaiveDate, today: NaiveDate) -> Result<NaiveDate, NoSuchPeriod> {
    match day {
        Day::Today | Day::Tomorrow | Day::Date { year: Some(_), .. } => next(day, today),
        Day::Date {
            day: number,
            month,
            year: None,
        } => {
            let in_year = |year| NaiveDate::from_ymd_opt(year, month, number);
            let this = in_year(until.year()).filter(|date| *date <= until);
            this.or_else(|| in_year(until.year() - 1))
                .ok_or(NoSuchPeriod::NoSuchDay(day))
        }
    }
}
