//! Whole days of leave.

use super::{Span, Void};
use chrono::{DateTime, Datelike, Days as Step, NaiveDate, NaiveTime, Utc};
use thiserror::Error;

/// Days of leave, the first and the last among them, by UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Days {
    first: NaiveDate,
    last: NaiveDate,
}

/// Leave would end before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the last day is before the first")]
pub struct NoDays;

impl Days {
    /// From this day to that.
    ///
    /// # Errors
    ///
    /// That day is before this.
    pub fn new(first: NaiveDate, last: NaiveDate) -> Result<Days, NoDays> {
        if last < first {
            return Err(NoDays);
        }
        Ok(Days { first, last })
    }

    /// The first of them.
    pub fn first(self) -> NaiveDate {
        self.first
    }

    /// The last of them.
    pub fn last(self) -> NaiveDate {
        self.last
    }

    /// How many they are.
    pub fn count(self) -> u32 {
        let behind = (self.last - self.first).num_days();
        u32::try_from(behind).unwrap_or(u32::MAX).saturating_add(1)
    }

    /// Is this day one of them?
    pub fn has(self, day: NaiveDate) -> bool {
        self.first <= day && day <= self.last
    }

    /// Are some days of both?
    pub fn meets(self, other: Days) -> bool {
        self.first <= other.last && other.first <= self.last
    }

    /// How many of them are in this year: each year's days are taken from that year's quota (ICCF).
    pub fn in_year(self, year: i32) -> u32 {
        let days = self.first.iter_days().take_while(|day| *day <= self.last);
        let of_year = days
            .skip_while(|day| day.year() < year)
            .take_while(|day| day.year() == year);
        u32::try_from(of_year.count()).unwrap_or(u32::MAX)
    }

    /// When they end: at 24:00 of the last of them.
    pub fn end(self) -> DateTime<Utc> {
        let after = self.last.checked_add_days(Step::new(1));
        let after = after.unwrap_or(self.last);
        after.and_time(NaiveTime::MIN).and_utc()
    }

    /// The time in which the clock stands: all of it, or from the arrival of the mail that asked for it where that is later.
    /// The first day counts whole against the quota all the same.
    ///
    /// # Errors
    ///
    /// They are over when the mail arrives.
    pub fn span(self, asked: DateTime<Utc>) -> Result<Span, Void> {
        let midnight = self.first.and_time(NaiveTime::MIN).and_utc();
        Span::new(midnight.max(asked), self.end())
    }
}
