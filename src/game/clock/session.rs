//! So many moves in so much time, as ICCF and BdF count.

use super::{Amount, DAY, Nonsense};

/// So many moves in so much time (ICCF Rules 2.4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    pub(super) moves: u32,
    pub(super) time: Amount,
    pub(super) counting: Counting,
    pub(super) double_after: Option<Amount>,
    pub(super) carry_over: CarryOver,
}

/// How the time of a move is counted in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// In whole days of 24 hours, so that the first 24 hours are free (ICCF, BdF).
    WholeDays,
    /// To the second.
    Exact,
}

/// What becomes of the time that is left when the moves are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CarryOver {
    /// It is added to the next session (ICCF, BdF).
    Kept,
    /// It is lost (Remote server).
    Lost,
}

impl Session {
    /// So many moves in so much time; what one move takes beyond `double_after` counts double.
    ///
    /// # Errors
    ///
    /// There are no moves, or whole days are to be counted of something that is not of whole days.
    pub fn new(
        moves: u32,
        time: Amount,
        counting: Counting,
        double_after: Option<Amount>,
        carry_over: CarryOver,
    ) -> Result<Session, Nonsense> {
        if moves == 0 {
            return Err(Nonsense::NoMoves);
        }
        let whole = time.is_whole_days() && double_after.is_none_or(Amount::is_whole_days);
        if counting == Counting::WholeDays && !whole {
            return Err(Nonsense::PartOfADay);
        }
        Ok(Session {
            moves,
            time,
            counting,
            double_after,
            carry_over,
        })
    }

    /// What a move is charged that used so many seconds: "23 days used, 26 charged" where days beyond 20 count double.
    pub(super) fn charge(&self, used: u64) -> u64 {
        let counted = match self.counting {
            Counting::WholeDays => used - used % DAY,
            Counting::Exact => used,
        };
        let limit = self.double_after.map_or(u64::MAX, Amount::in_seconds);
        counted.saturating_add(counted.saturating_sub(limit))
    }

    /// The first number of seconds that is too much for a side with so many left. Whole days may be used up entirely, and
    /// the day that follows is free; seconds may not.
    pub(super) fn limit(&self, left: u64) -> u64 {
        let limit = self.double_after.map_or(u64::MAX, Amount::in_seconds);
        let beyond = left.saturating_sub(limit);
        match self.counting {
            Counting::WholeDays => {
                let days = left.min(limit) / DAY + beyond / DAY / 2;
                (days + 1) * DAY
            }
            Counting::Exact => left.min(limit) + beyond.div_ceil(2),
        }
    }
}
