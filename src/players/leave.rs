//! Leave: days on which a player's own clocks stand.
//!
//! It is of whole days (UTC), each of which is taken from the quota of its calendar year (ICCF). Leave that begins today
//! stops the clocks from the mail's arrival on, and its first day is taken whole. It is announced and never given back to
//! the past; where its player comes back early the days that have not begun are free again. A move that is made during
//! leave ends it in that game: nobody thinks with a clock that stands. Leave adds no time to a clock.

use crate::game::clock::{Days, Span};
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use std::collections::BTreeSet;

/// How many days of leave a player has in each calendar year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota(pub u32);

/// So many days of leave that begins by itself are taken at once.
const AUTOMATIC_AT_ONCE: u64 = 7;

/// Leave of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leave {
    /// The days that are taken from the quota.
    pub days: Days,
    /// When the mail came that announced it.
    pub announced_at: DateTime<Utc>,
    /// When its player came back, if that was before its end.
    pub ended_at: Option<DateTime<Utc>>,
    /// Whether their opponents were told of it.
    pub told: Told,
}

/// Whether a player's opponents were told of their leave: then they are told of its end as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// They were.
    Yes,
    /// They were not, since enough was told on that day.
    No,
}

/// All leave of a player that counts in this year or a later one, in the order of its days.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leaves(Vec<Leave>);

/// What is taken from the quota of one year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The year.
    pub year: i32,
    /// The days that are taken from it.
    pub days: u32,
    /// The days that are left of it after that.
    pub left: u32,
}

/// Why there is no leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLeave {
    /// This server gives none.
    None,
    /// It is not this year nor the next one.
    TooFar,
    /// Some of its days are days of leave already.
    Overlaps(Days),
    /// A year has fewer days left.
    Quota {
        /// The days that are wanted.
        days: Days,
        /// The year.
        year: i32,
        /// How many days of it are wanted.
        wanted: u32,
        /// How many are left.
        left: u32,
    },
    /// There is none to come back from.
    NotOnLeave,
}

/// What becomes of leave that its player ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Return {
    /// It was running, and its unused days, this many, are free again.
    Ended {
        /// As it was announced.
        announced: Days,
        /// How many days are free again.
        free: u32,
    },
    /// It had not begun, and is taken back.
    TakenBack(Days),
}

impl Leave {
    /// The time in which the clocks of its player stand, in games in which they did not move during it.
    pub fn span(&self) -> Option<Span> {
        let span = self.days.span(self.announced_at).ok()?;
        match self.ended_at {
            Some(at) => span.ended_at(at),
            None => Some(span),
        }
    }

    /// Is it running at this instant?
    pub fn runs_at(&self, now: DateTime<Utc>) -> bool {
        self.ended_at.is_none() && self.announced_at <= now && self.days.has(now.date_naive())
    }

    fn is_ahead(&self, now: DateTime<Utc>) -> bool {
        self.ended_at.is_none() && self.days.first() > now.date_naive()
    }
}

impl Leaves {
    /// These.
    pub fn new(mut leaves: Vec<Leave>) -> Leaves {
        leaves.sort_by_key(|leave| (leave.days.first(), leave.announced_at));
        Leaves(leaves)
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &Leave> {
        self.0.iter()
    }

    /// That which is running.
    pub fn running(&self, now: DateTime<Utc>) -> Option<&Leave> {
        self.0.iter().find(|leave| leave.runs_at(now))
    }

    /// Those that have not begun.
    pub fn ahead(&self, now: DateTime<Utc>) -> impl Iterator<Item = &Leave> {
        self.0.iter().filter(move |leave| leave.is_ahead(now))
    }

    /// That which ends when its player comes back: the running one, or else the next.
    pub fn next(&self, now: DateTime<Utc>) -> Option<&Leave> {
        self.running(now).or_else(|| self.ahead(now).next())
    }

    /// Notes that nobody was told of the leave of these days.
    pub fn was_not_told(&mut self, days: Days) {
        for leave in self
            .0
            .iter_mut()
            .filter(|leave| leave.days == days && leave.ended_at.is_none())
        {
            leave.told = Told::No;
        }
    }

    /// The days of a year that are left of the quota.
    pub fn left_in(&self, year: i32, quota: Quota) -> u32 {
        quota.0.saturating_sub(count(&self.days_in(year)))
    }

    /// The leave of these days, asked for by a mail that arrived at this instant, and what it takes of which year.
    ///
    /// # Errors
    ///
    /// There is none to be had.
    pub fn announce(
        &mut self,
        days: Days,
        arrived: DateTime<Utc>,
        quota: Quota,
    ) -> Result<(Leave, Vec<Cost>), NoLeave> {
        if quota.0 == 0 {
            return Err(NoLeave::None);
        }
        if days.last().year() > arrived.year() + 1 {
            return Err(NoLeave::TooFar);
        }
        // The day on which they came back is taken already, and costs nothing more.
        let met = self.0.iter().find(|known| {
            known.days.meets(days)
                && (known.ended_at.is_none() || known.days.first() > days.first())
        });
        if let Some(known) = met {
            return Err(NoLeave::Overlaps(known.days));
        }
        let mut costs = Vec::new();
        for year in days.first().year()..=days.last().year() {
            let taken = self.days_in(year);
            let wanted = count(&all(days, year).difference(&taken).copied().collect());
            let left = self.left_in(year, quota);
            if wanted > left {
                return Err(NoLeave::Quota {
                    days,
                    year,
                    wanted,
                    left,
                });
            }
            let left = left - wanted;
            costs.push(Cost {
                year,
                days: wanted,
                left,
            });
        }
        let leave = Leave {
            days,
            announced_at: arrived,
            ended_at: None,
            told: Told::Yes,
        };
        self.0.push(leave);
        self.0
            .sort_by_key(|leave| (leave.days.first(), leave.announced_at));
        Ok((leave, costs))
    }

    /// Leave that begins by itself at this instant, and what it takes of which year: a week, or as much as there is.
    pub fn announce_automatically(
        &mut self,
        at: DateTime<Utc>,
        quota: Quota,
    ) -> Option<(Leave, Vec<Cost>)> {
        let first = at.date_naive();
        let mut leaves = self.clone();
        // A move has ended it in one game, and in that one it begins anew; a day is taken once.
        if leaves.running(at).is_some() {
            leaves.come_back(at).ok()?;
        }
        let announced = (0..AUTOMATIC_AT_ONCE).rev().find_map(|behind| {
            let last = first.checked_add_days(chrono::Days::new(behind))?;
            let days = Days::new(first, last).ok()?;
            leaves.announce(days, at, quota).ok()
        })?;
        *self = leaves;
        Some(announced)
    }

    /// The player comes back at this instant: what is running ends, with all days that have not begun; where nothing is, the
    /// next leave is taken back.
    ///
    /// # Errors
    ///
    /// There is neither.
    pub fn come_back(&mut self, at: DateTime<Utc>) -> Result<Return, NoLeave> {
        let today = at.date_naive();
        if let Some(leave) = self.0.iter_mut().find(|leave| leave.runs_at(at)) {
            let announced = leave.days;
            leave.ended_at = Some(at);
            leave.days = Days::new(announced.first(), today).unwrap_or(announced);
            let free = announced.count() - leave.days.count();
            return Ok(Return::Ended { announced, free });
        }
        let next = self.0.iter().position(|leave| leave.is_ahead(at));
        let taken_back = next.map(|next| self.0.remove(next));
        taken_back
            .map(|leave| Return::TakenBack(leave.days))
            .ok_or(NoLeave::NotOnLeave)
    }

    /// The days of a year that are taken, each once.
    fn days_in(&self, year: i32) -> BTreeSet<NaiveDate> {
        self.0
            .iter()
            .flat_map(|leave| all(leave.days, year))
            .collect()
    }
}

fn all(days: Days, year: i32) -> BTreeSet<NaiveDate> {
    let each = days.first().iter_days();
    each.take_while(|day| *day <= days.last())
        .filter(|day| day.year() == year)
        .collect()
}

fn count(days: &BTreeSet<NaiveDate>) -> u32 {
    u32::try_from(days.len()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
