//! Both clocks as they stood before each ply, so that time can go back with the moves.

mod kept;

use super::{Amount, Clocks, Control, FirstMove, Left, MoveTime};
use shakmaty::{ByColor, Color};

/// Both clocks now and before each ply that stands. Players note them beside their moves, and so do we.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeSheet {
    clocks: Clocks,
    /// Nothing without a clock.
    plies: Vec<Ply>,
    /// What one side gave the other, in order.
    given: Vec<Given>,
}

/// Time that a side was given by the other one. It stays given when moves are taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Given {
    /// How many plies stood then.
    ply: usize,
    /// To whom.
    side: Color,
    seconds: u64,
}

/// The time of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ply {
    /// What was left of both before it.
    before: ByColor<Left>,
    /// What it was charged, in seconds.
    charged: u64,
}

impl TimeSheet {
    /// Before the first move.
    pub fn begin(control: Control) -> TimeSheet {
        TimeSheet {
            clocks: Clocks::at_start(control),
            plies: Vec::new(),
            given: Vec::new(),
        }
    }

    /// Both clocks now.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// A first move has no longer than its clock gives: the game is played in a tournament.
    pub(in crate::game) fn count_first_moves(&mut self) {
        self.clocks = self.clocks.with_first_move(FirstMove::OnTheClock);
    }

    /// What the last move was charged, in seconds; nothing where none was made, or there is no clock.
    pub fn last_charged(&self) -> Option<u64> {
        self.plies.last().map(|ply| ply.charged)
    }

    /// What was left of both before the last ply, or so many plies before that one.
    pub fn before(&self, back: usize) -> Option<ByColor<Left>> {
        self.plies.iter().rev().nth(back).map(|ply| ply.before)
    }

    /// What the ply at this index, of this side, was charged, in seconds, and what is left to that side before its next, or now.
    pub fn noted(&self, at: usize, side: Color) -> Option<(u64, Left)> {
        let ply = self.plies.get(at)?;
        let next = self.plies.get(at + 2).map(|next| *next.before.get(side));
        let left = next.unwrap_or_else(|| self.clocks.left(side));
        Some((ply.charged, left))
    }

    /// Of how many plies time is noted.
    pub fn plies(&self) -> usize {
        self.plies.len()
    }

    /// A move was made.
    pub(in crate::game) fn note(&mut self, time: &MoveTime) {
        let before = self.clocks.both();
        let charged = time.charged;
        self.plies.push(Ply { before, charged });
        self.clocks = self.clocks.with_both(time.left());
    }

    /// This side is given time by the other one.
    pub(in crate::game) fn give(&mut self, side: Color, time: Amount) {
        let (ply, seconds) = (self.plies.len(), time.in_seconds());
        self.given.push(Given { ply, side, seconds });
        self.clocks = self.clocks.with(side, self.clocks.left(side).more(seconds));
    }

    /// Somebody else goes on with this side: what was thought of the present move is spent.
    pub(in crate::game) fn hand_over(&mut self, side: Color, thought: u64) {
        let left = self.clocks.left(side);
        let left = left.without(self.clocks.control(), thought);
        self.clocks = self.clocks.with(side, left);
    }

    /// So many plies are left, and both clocks are as they were then, with what was given since.
    pub(in crate::game) fn rewind(&mut self, left: u32) {
        let left = usize::try_from(left).unwrap_or(usize::MAX);
        let Some(ply) = self.plies.get(left) else {
            return;
        };
        self.clocks = self.clocks.with_both(ply.before);
        self.plies.truncate(left);
        for one in self.given.iter_mut().filter(|one| one.ply > left) {
            one.ply = left;
            let more = self.clocks.left(one.side).more(one.seconds);
            self.clocks = self.clocks.with(one.side, more);
        }
    }

    /// This side took its move back, and so many plies are left: what it spent on the move stays spent, and so do the seconds
    /// that it thought since.
    pub(in crate::game) fn take_back(&mut self, side: Color, left: u32, thought: u64) {
        let at = usize::try_from(left).unwrap_or(usize::MAX);
        let charged = self.plies.get(at).map_or(0, |ply| ply.charged);
        let (control, now) = (self.clocks.control(), self.clocks.left(side));
        self.rewind(left);
        let before = self.clocks.left(side);
        let back = before.taken_back(control, charged, now, thought);
        self.clocks = self.clocks.with(side, back);
    }
}

#[cfg(test)]
mod tests;
