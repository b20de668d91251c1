//! What comes when the time of its writer is over: a move, and what would turn a loss into a draw or into nothing.

use super::{Effects, Execution};
use crate::game::GameNumber;
use crate::game::clock::Flags;
use crate::language::{Answer, Order};
use crate::letters::NoMove;
use crate::robot::batch::{Came, Running};
use chrono::{DateTime, Utc};
use shakmaty::Position;
use std::ops::ControlFlow;

/// How many seconds a side must have left with a move taken back: enough to see the letter that grants it, and to move.
const LEAST_LEFT: u64 = 3600;

/// Who wants a move back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asker {
    Sender,
    Opponent,
}

impl Execution<'_, '_, '_> {
    /// Answers what comes too late: to a position that has changed, or when the sender's time was over.
    pub(super) fn comes_too_late(
        &mut self,
        number: GameNumber,
        order: &Order,
        effects: &mut Effects,
    ) -> Option<ControlFlow<()>> {
        if self.answers_old_mail(number) {
            return Some(self.stale(number, order, effects));
        }
        let late = self.too_late(number)?;
        Some(self.refuse_in(number, order, late, effects))
    }

    /// That the sender's time was over when their mail came: it counts when a mail comes, and not when it is handled. Where
    /// flags are claimed, time goes on at nothing until somebody does.
    ///
    /// Leave of the sender may have begun by itself when their time was over, and then they are not late.
    pub(super) fn too_late(&mut self, number: GameNumber) -> Option<NoMove> {
        let game = &self.batch.games.get(&number)?.game;
        if game.side_of(self.sender.player) != Some(game.position().turn()) {
            return None;
        }
        if game.control().flags() == Flags::Claimed {
            return None;
        }
        let over = self.batch.end_of_time(number)?;
        let came = self.arrived();
        if came < over
            || self.leave_begins(number, over) && self.batch.end_of_time(number) > Some(came)
        {
            return None;
        }
        Some(NoMove::TooLate { came, over })
    }

    /// That the time of the side to move, whichever it is, was over when the sender agreed to go back: that undoes no loss.
    /// Nor is it asked for or granted where the side that goes back would have next to no time left, since what it has spent
    /// stays spent: the other side would choose the moment at which it loses.
    pub(super) fn no_way_back(&mut self, number: GameNumber, answer: Answer) -> Option<NoMove> {
        match answer {
            Answer::Offer => self.nothing_left(number, Asker::Sender),
            Answer::Accept => self
                .over_for_either(number)
                .or_else(|| self.nothing_left(number, Asker::Opponent)),
            Answer::Decline => None,
        }
    }

    fn nothing_left(&self, number: GameNumber, asker: Asker) -> Option<NoMove> {
        let me = self.sender.player;
        let running = self.batch.running(number, Came::with(&self.read.mail));
        let mut game = self.batch.games.get(&number)?.game.clone();
        let (by, other) = match asker {
            Asker::Sender => (me, game.other(me)),
            Asker::Opponent => (game.other(me), me),
        };
        if asker == Asker::Sender {
            game.offer_takeback(by).ok()?;
        }
        let spent = Running::spent(running.as_ref());
        game.accept_takeback(other, spent).ok()?;
        let left = game.clocks().left(game.side_of(by)?).clock();
        let too_little = game.control().has_clock() && left < LEAST_LEFT;
        too_little.then_some(match asker {
            Asker::Sender => NoMove::NothingLeft,
            Asker::Opponent => NoMove::NothingLeftToThem,
        })
    }

    /// That the time of the side to move was over when the mail came, in a game that ends by that.
    fn over_for_either(&mut self, number: GameNumber) -> Option<NoMove> {
        if let Some(late) = self.too_late(number) {
            return Some(late);
        }
        let flags = self.batch.games.get(&number)?.game.control().flags();
        let over = self.over_by_now(number)?;
        (flags == Flags::Automatic).then_some(NoMove::NoWayBack { over })
    }

    /// When the time of the side to move was over, whichever it is, if it was when the mail came.
    pub(super) fn over_by_now(&self, number: GameNumber) -> Option<DateTime<Utc>> {
        let over = self.batch.end_of_time(number)?;
        (over <= self.arrived()).then_some(over)
    }
}
