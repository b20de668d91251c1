//! What is due by itself in a game with a clock, and when to look again.

use super::{Amount, Clocks, DAY, Flags, Turn};
use chrono::{DateTime, TimeDelta, Utc};
use shakmaty::Color;

/// How long a flag that has fallen is not acted on: so long may a mail that arrived before it lie elsewhere, in junk for
/// one, and still be found in time.
pub const GRACE: TimeDelta = TimeDelta::hours(1);

/// For how long a side's first move may be missing outside events, at most; then there is no game.
const FIRST_MOVE: u64 = 14 * DAY;

/// After how long a flag that has to be claimed and is not ends the game all the same (chess.com).
const UNCLAIMED: TimeDelta = TimeDelta::days(60);

/// The side to move, and since when it thinks.
#[derive(Clone, Copy, Debug)]
pub struct Thinking<'a> {
    /// What is left of both.
    pub clocks: &'a Clocks,
    /// The side to move.
    pub side: Color,
    /// Since when, and what is taken away.
    pub turn: &'a Turn,
}

/// What happens by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// The time of a side is over.
    Flag {
        /// Whose.
        side: Color,
        /// When it was over.
        flag: DateTime<Utc>,
    },
    /// The time of a side is over, and the other side may claim it.
    FlagToClaim {
        /// Whose.
        side: Color,
        /// When it was over.
        flag: DateTime<Utc>,
    },
    /// A side's first move is missing for too long.
    FirstMoveMissing {
        /// Whose.
        side: Color,
        /// Until when it was waited for.
        limit: DateTime<Utc>,
    },
}

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// What happens now.
    pub now: Option<Happening>,
    /// When to look again, where nothing happens or it has happened before; nothing where nothing will happen by itself.
    pub next: Option<DateTime<Utc>>,
}

impl Thinking<'_> {
    /// When the flag of the side to move falls, if it does not move before.
    pub fn flag(&self) -> Option<DateTime<Utc>> {
        self.clocks.flag(self.side, self.turn)
    }

    /// Until when the first move of the side to move is waited for: the smaller of 14 days and its clock. Nothing where it
    /// has moved before, where it is counted like any other, and without a clock.
    pub fn first_move_limit(&self) -> Option<DateTime<Utc>> {
        let awaited = self.clocks.awaits_first_move(self.side);
        if !awaited || !self.clocks.control().has_clock() {
            return None;
        }
        let most = Amount::seconds(FIRST_MOVE).ok()?;
        let limit = self.clocks.reaches(self.side, self.turn, most);
        limit.into_iter().chain(self.flag()).min()
    }

    /// The instant from which a move comes too late, and what happens then.
    pub fn end(&self) -> Option<(DateTime<Utc>, Happening)> {
        let side = self.side;
        if let Some(limit) = self.first_move_limit() {
            return Some((limit, Happening::FirstMoveMissing { side, limit }));
        }
        let flag = self.flag()?;
        Some((flag, Happening::Flag { side, flag }))
    }

    /// What is due at this instant.
    pub fn due(&self, now: DateTime<Utc>) -> Due {
        let Some((end, happening)) = self.end() else {
            return Due {
                now: None,
                next: None,
            };
        };
        let later = |wait| end.checked_add_signed(wait).unwrap_or(end);
        let first = later(GRACE);
        if now < first {
            return Due {
                now: None,
                next: Some(first),
            };
        }
        let last = later(UNCLAIMED);
        match (self.clocks.control().flags(), happening) {
            (Flags::Claimed, Happening::Flag { side, flag }) if now < last => Due {
                now: Some(Happening::FlagToClaim { side, flag }),
                next: Some(last),
            },
            (Flags::Claimed | Flags::Automatic, _) => Due {
                now: Some(happening),
                next: None,
            },
        }
    }
}

#[cfg(test)]
mod tests;
