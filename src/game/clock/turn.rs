//! The time of one move: since when a side thinks, what of it is taken away, and why.

use super::{DAY, Reason, Stretch, Weekends};
use chrono::{DateTime, Utc};

/// For how long a side's clock can stand in a game because our letters come back; then it runs, so that a full mailbox is
/// no shield.
pub const BOUNCES_AT_MOST: u64 = 14 * DAY;

const WEEK: i64 = 7 * DAY as i64;
/// The first Saturday of Unix time, 3 January 1970.
const SATURDAY: i64 = 2 * DAY as i64;

/// A side's time for one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    since: i64,
    stretches: Vec<Stretch>,
}

/// Seconds that are taken away for a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deduction {
    /// Why.
    pub reason: Reason,
    /// How many, at least one.
    pub seconds: u64,
}

/// What a move used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Used {
    /// From the letter's delivery to the move's arrival; nothing where it arrived earlier.
    pub elapsed: u64,
    /// What is taken away of it, each second once.
    pub deductions: Vec<Deduction>,
    /// The rest.
    pub net: u64,
}

/// A piece of time in which nothing changes.
struct Piece {
    from: i64,
    until: i64,
    reason: Option<Reason>,
}

impl Turn {
    /// Time runs since the letter that told of the position was delivered; these stretches are taken away.
    pub fn new(delivered: DateTime<Utc>, stretches: Vec<Stretch>) -> Turn {
        Turn {
            since: delivered.timestamp(),
            stretches,
        }
    }

    /// When the letter that told of the position was delivered.
    pub fn since(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(self.since, 0).unwrap_or(DateTime::<Utc>::MAX_UTC)
    }

    /// The last instant at which the clock stands for this reason, of what begins before `end`; none where it does not, or
    /// without an end.
    pub fn stands_until(&self, why: Reason, end: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let end = end.timestamp();
        let before = |one: &&Stretch| one.reason == why && one.span.from() < end;
        let ends = self.stretches.iter().filter(before);
        let last = ends
            .map(|one| one.span.until())
            .max_by_key(|end| end.unwrap_or(i64::MAX))??;
        DateTime::from_timestamp(last, 0)
    }

    /// Until when the clock stands, if it stands at this instant: at the latest until `end`.
    pub(super) fn stands_at(
        &self,
        at: DateTime<Utc>,
        end: DateTime<Utc>,
        weekends: Weekends,
        bounced: u64,
    ) -> Option<DateTime<Utc>> {
        let at = at.timestamp();
        let pieces = self.pieces(end.timestamp(), weekends, bounced);
        let standing = pieces
            .iter()
            .skip_while(|piece| piece.until <= at)
            .take_while(|piece| piece.reason.is_some());
        let last = standing.last().filter(|_| self.since <= at)?;
        DateTime::from_timestamp(last.until, 0)
    }

    /// What a move used that arrived at this instant, where weekends are so and bounces have stopped this side's clock for
    /// so many seconds before.
    pub(super) fn used(&self, arrived: DateTime<Utc>, weekends: Weekends, bounced: u64) -> Used {
        let arrived = arrived.timestamp().max(self.since);
        let mut deductions: Vec<Deduction> = Vec::new();
        let elapsed = self.since.abs_diff(arrived);
        let mut net = elapsed;
        for piece in self.pieces(arrived, weekends, bounced) {
            let Some(reason) = piece.reason else { continue };
            let seconds = piece.from.abs_diff(piece.until);
            net -= seconds;
            match deductions.iter_mut().find(|one| one.reason == reason) {
                Some(one) => one.seconds += seconds,
                None => deductions.push(Deduction { reason, seconds }),
            }
        }
        deductions.sort_by_key(|one| one.reason);
        Used {
            elapsed,
            deductions,
            net,
        }
    }

    /// The first instant at which so many seconds have been used; none while the clock stands without an end.
    pub(super) fn reaches(
        &self,
        limit: u64,
        weekends: Weekends,
        bounced: u64,
    ) -> Option<DateTime<Utc>> {
        let ends = self.stretches.iter().filter_map(|one| one.span.until());
        let starts = self.stretches.iter().map(|one| one.span.from());
        let last = ends.chain(starts).fold(self.since, i64::max);
        // Behind the last stretch only weekends and a bounce without an end take away, which is less than half.
        let enough = (limit + BOUNCES_AT_MOST) * 2 + 14 * DAY;
        let end = last.saturating_add_unsigned(enough);
        let instant = |at| DateTime::from_timestamp(at, 0).unwrap_or(DateTime::<Utc>::MAX_UTC);
        if limit == 0 {
            // Time went on at nothing: the flag has fallen, whether the clock stands or not.
            return Some(instant(self.since));
        }
        let mut missing = limit;
        for piece in self.pieces(end, weekends, bounced) {
            if piece.reason.is_some() {
                continue;
            }
            let seconds = piece.from.abs_diff(piece.until);
            if seconds >= missing {
                return Some(instant(piece.from.saturating_add_unsigned(missing)));
            }
            missing -= seconds;
        }
        None
    }

    /// The time until then in pieces, each with the first of its reasons.
    fn pieces(&self, end: i64, weekends: Weekends, bounced: u64) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut standing = [0_u32; Reason::ALL.len()];
        let mut allowed = BOUNCES_AT_MOST.saturating_sub(bounced);
        let mut from = self.since;
        for (at, change) in self.changes(end, weekends) {
            cut(&mut pieces, from, at, &standing, &mut allowed);
            from = at;
            for (reason, count) in Reason::ALL.into_iter().zip(&mut standing) {
                match change {
                    Change::Begins(one) if one == reason => *count += 1,
                    Change::Ends(one) if one == reason => *count = count.saturating_sub(1),
                    Change::Begins(_) | Change::Ends(_) => {}
                }
            }
        }
        cut(&mut pieces, from, end, &standing, &mut allowed);
        pieces
    }

    /// What begins and ends between the delivery and then, in order.
    fn changes(&self, end: i64, weekends: Weekends) -> Vec<(i64, Change)> {
        let mut changes = Vec::new();
        let mut add = |reason, from: i64, until: i64| {
            let (from, until) = (from.max(self.since), until.min(end));
            if from < until {
                changes.push((from, Change::Begins(reason)));
                changes.push((until, Change::Ends(reason)));
            }
        };
        for one in &self.stretches {
            let until = one.span.until().unwrap_or(i64::MAX);
            add(one.reason, one.span.from(), until);
        }
        if weekends == Weekends::Free {
            let mut saturday = self.since - (self.since - SATURDAY).rem_euclid(WEEK);
            while saturday < end {
                add(Reason::Weekend, saturday, saturday + 2 * DAY as i64);
                saturday += WEEK;
            }
        }
        changes.sort_by_key(|(at, _)| *at);
        changes
    }
}

#[derive(Clone, Copy)]
enum Change {
    Begins(Reason),
    Ends(Reason),
}

/// Adds the piece from here to there; where only a bounce stops the clock, not more of it than is allowed still.
fn cut(pieces: &mut Vec<Piece>, from: i64, until: i64, standing: &[u32], allowed: &mut u64) {
    if from >= until {
        return;
    }
    let counts = Reason::ALL.into_iter().zip(standing);
    let reason = counts
        .filter(|(_, count)| **count > 0)
        .map(|(reason, _)| reason)
        .next();
    let mut middle = until;
    if reason == Some(Reason::Bounce) {
        let stands = from.abs_diff(until).min(*allowed);
        *allowed -= stands;
        middle = from.saturating_add_unsigned(stands);
    }
    for (from, until, reason) in [(from, middle, reason), (middle, until, None)] {
        if from < until {
            pieces.push(Piece {
                from,
                until,
                reason,
            });
        }
    }
}
