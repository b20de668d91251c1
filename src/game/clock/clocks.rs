//! Both clocks of a game, move after move.

use super::{Amount, Control, DAY, Deduction, Left, Turn, Used};
use chrono::{DateTime, Utc};
use shakmaty::{ByColor, Color};

/// For how long a side's first move is waited for, where its clock has more.
const FIRST_MOVE: u64 = 14 * DAY;

/// What is left of both sides under a control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: Control,
    left: ByColor<Left>,
    first_move: FirstMove,
}

/// What becomes of a game in which a side's first move is missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstMove {
    /// It is waited for so long; then there is no game.
    #[default]
    Awaited,
    /// Its time is counted like that of any other move: in a tournament the others have to play each other all the same.
    OnTheClock,
}

/// What becomes of a move's time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charged {
    /// What it used, and what was taken away for which reason.
    pub used: Used,
    /// What it is charged, in seconds.
    pub charged: u64,
    /// Was it there before the flag fell?
    pub punctuality: Punctuality,
    /// Both clocks after it. After a late move that stands all the same (where flags are claimed, and nobody has), time
    /// goes on at nothing.
    pub after: Clocks,
}

/// Was a move there before the flag fell?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Punctuality {
    /// It was.
    InTime,
    /// It was not: it arrived when the flag fell, or later.
    Late,
}

impl Clocks {
    /// Both clocks before the first move.
    pub fn at_start(control: Control) -> Clocks {
        Clocks {
            control,
            left: ByColor::new_with(|_| Left::at_start(control)),
            first_move: FirstMove::default(),
        }
    }

    /// What is left of both under this control.
    pub(super) fn of(control: Control, left: ByColor<Left>) -> Clocks {
        Clocks {
            control,
            left,
            first_move: FirstMove::default(),
        }
    }

    /// The same, and this is left of both.
    pub(super) fn with_both(&self, left: ByColor<Left>) -> Clocks {
        Clocks { left, ..*self }
    }

    /// The same, of a game in which this becomes of a first move that is missing.
    pub(super) fn with_first_move(&self, first_move: FirstMove) -> Clocks {
        Clocks {
            first_move,
            ..*self
        }
    }

    /// What becomes of the game when a side's first move is missing.
    pub fn first_move(&self) -> FirstMove {
        self.first_move
    }

    /// Whether the next move of this side is a first one that is waited for, and no longer than so.
    pub(super) fn awaits_first_move(&self, side: Color) -> bool {
        self.first_move == FirstMove::Awaited && self.left(side).moves() == 0
    }

    /// How time is counted.
    pub fn control(&self) -> Control {
        self.control
    }

    /// What is left of this side.
    pub fn left(&self, side: Color) -> Left {
        *self.left.get(side)
    }

    /// When the flag of this side falls, if it does not move before: what says until when to answer. None without a clock,
    /// or while the clock stands without an end. A mail that arrives at this very second is late (BdF: 24 hours are over
    /// when 24 hours are over).
    pub fn flag(&self, side: Color, turn: &Turn) -> Option<DateTime<Utc>> {
        let left = self.left(side);
        let limit = left.limit(self.control)?;
        turn.reaches(limit, self.control.weekends(), left.bounced())
    }

    /// What is not counted of this side's time for its next move until then.
    pub fn not_counted(&self, side: Color, turn: &Turn, until: DateTime<Utc>) -> Vec<Deduction> {
        let bounced = self.left(side).bounced();
        turn.used(until, self.control.weekends(), bounced)
            .deductions
    }

    /// What is not counted of it between these instants.
    pub fn not_counted_between(
        &self,
        side: Color,
        turn: &Turn,
        (from, until): (DateTime<Utc>, DateTime<Utc>),
    ) -> Vec<Deduction> {
        let past = self.not_counted(side, turn, from);
        let mut all = self.not_counted(side, turn, until);
        for one in &mut all {
            let before = past.iter().find(|past| past.reason == one.reason);
            // Where time was over before, nothing lies between.
            let before = before.map_or(0, |past| past.seconds);
            one.seconds = one.seconds.saturating_sub(before);
        }
        all.retain(|one| one.seconds > 0);
        all
    }

    /// Until when the clock of this side stands, if it stands at this instant, and runs again before `end`.
    pub fn stands_until(
        &self,
        side: Color,
        turn: &Turn,
        at: DateTime<Utc>,
        end: DateTime<Utc>,
    ) -> Option<DateTime<Utc>> {
        let bounced = self.left(side).bounced();
        turn.stands_at(at, end, self.control.weekends(), bounced)
    }

    /// The first instant at which this side has used so much of its time; none while its clock stands without an end.
    pub fn reaches(&self, side: Color, turn: &Turn, time: Amount) -> Option<DateTime<Utc>> {
        let bounced = self.left(side).bounced();
        turn.reaches(time.in_seconds(), self.control.weekends(), bounced)
    }

    /// When the time of this side's move ends: when its flag falls, or, as long as it has made no move, when its first one is
    /// waited for no longer.
    pub fn end(&self, side: Color, turn: &Turn) -> Option<DateTime<Utc>> {
        let flag = self.flag(side, turn)?;
        if !self.awaits_first_move(side) {
            return Some(flag);
        }
        let first = self.used_up(side, turn, FIRST_MOVE);
        Some(first.map_or(flag, |first| first.min(flag)))
    }

    /// How many seconds of this side's next move are too many; none without a clock.
    pub fn limit(&self, side: Color) -> Option<u64> {
        self.left(side).limit(self.control)
    }

    /// For how many seconds this side's next move is waited for; none without a clock. A first move is waited for no longer
    /// than 14 days.
    pub fn waits(&self, side: Color) -> Option<u64> {
        let first = self.awaits_first_move(side);
        let limit = self.limit(side)?;
        Some(if first { limit.min(FIRST_MOVE) } else { limit })
    }

    /// When this side's move has used so many seconds. None while the clock stands without an end.
    pub fn used_up(&self, side: Color, turn: &Turn, seconds: u64) -> Option<DateTime<Utc>> {
        let bounced = self.left(side).bounced();
        turn.reaches(seconds, self.control.weekends(), bounced)
    }

    /// The move of this side that arrived at this instant.
    pub fn charge(&self, side: Color, turn: &Turn, arrived: DateTime<Utc>) -> Charged {
        let left = self.left(side);
        let used = turn.used(arrived, self.control.weekends(), left.bounced());
        let charged = left.charge(self.control, used.net);
        let punctuality = match left.limit(self.control) {
            Some(limit) if used.net >= limit => Punctuality::Late,
            Some(_) | None => Punctuality::InTime,
        };
        let after = self.with(side, left.after(self.control, charged, &used));
        Charged {
            used,
            charged,
            punctuality,
            after,
        }
    }

    /// After a move of this side that had been sent ahead, or that was made before the start of a tournament: it is charged
    /// nothing and counts as a move.
    pub fn after_prepared(&self, side: Color) -> Clocks {
        self.with(side, self.left(side).after_prepared(self.control))
    }

    /// What is left of both.
    pub fn both(&self) -> ByColor<Left> {
        self.left
    }

    /// The same, and this is left of this side.
    pub(super) fn with(&self, side: Color, left: Left) -> Clocks {
        let mut clocks = self.clone();
        *clocks.left.get_mut(side) = left;
        clocks
    }
}
