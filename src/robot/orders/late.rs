//! What comes when the time of its writer is over: a move, and what would turn a loss into a draw or into nothing.

use super::{Clerk, Doings};
use crate::game::GameNumber;
use crate::game::clock::Flags;
use crate::language::Order;
use crate::letters::NoMove;
use shakmaty::Position;

impl Clerk<'_, '_, '_> {
    /// Answers what comes too late: to a position that has changed, or when the sender's time was over.
    pub(super) fn comes_too_late(
        &mut self,
        number: GameNumber,
        order: &Order,
        doings: &mut Doings,
    ) -> Option<bool> {
        if self.answers_old_mail(number) {
            return Some(self.stale(number, order, doings));
        }
        let late = self.too_late(number)?;
        Some(self.refuse_in(number, order, late, doings))
    }

    /// That the sender's time was over when their mail came: it counts when a mail comes, and not when it is handled. Where
    /// flags are claimed, time goes on at nothing until somebody does.
    ///
    /// Leave of the sender may have begun by itself when their time was over, and then they are not late.
    pub(super) fn too_late(&mut self, number: GameNumber) -> Option<NoMove> {
        let game = &self.desk.tables.get(&number)?.game;
        if game.side_of(self.sender.player) != Some(game.position().turn()) {
            return None;
        }
        if game.control().flags() == Flags::Claimed {
            return None;
        }
        let over = self.desk.end_of_time(number)?;
        let came = self.arrived();
        if came < over
            || self.leave_begins(number, over) && self.desk.end_of_time(number) > Some(came)
        {
            return None;
        }
        Some(NoMove::TooLate { came, over })
    }

    /// That the time of the side to move, whichever it is, was over when the sender agreed to go back: that undoes no loss.
    pub(super) fn no_way_back(&mut self, number: GameNumber) -> Option<NoMove> {
        if let Some(late) = self.too_late(number) {
            return Some(late);
        }
        let game = &self.desk.tables.get(&number)?.game;
        if game.side_of(self.sender.player) == Some(game.position().turn())
            || game.control().flags() == Flags::Claimed
        {
            return None;
        }
        let over = self.desk.end_of_time(number)?;
        (over <= self.arrived()).then_some(NoMove::NoWayBack { over })
    }
}
