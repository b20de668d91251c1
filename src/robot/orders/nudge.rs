//! A player has their opponent reminded that it is their move.

use super::{Effects, Execution};
use crate::game::{GameNumber, Phase};
use crate::language::Order;
use crate::letters::{NoNudge, Occasion};
use crate::robot::batch::Nudged;
use chrono::{Days, TimeDelta};
use std::ops::ControlFlow;

/// Once in so many days (UTC) is enough in a game.
const A_WEEK: Days = Days::new(7);
/// For so long nobody is reminded of a move that has just become theirs.
const A_DAY: TimeDelta = TimeDelta::days(1);

impl Execution<'_, '_, '_> {
    pub(super) fn nudge(
        &mut self,
        number: GameNumber,
        order: &Order,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        if let Some(why) = self.why_no_nudge(number) {
            return self.refuse_in(number, order, why, effects);
        }
        let at = self.batch.now;
        let nudge = Nudged { at, changed: true };
        let me = self.sender.player;
        self.batch.reminders.nudges.insert((number, me), nudge);
        let talk = effects.talk.clone();
        self.tell_both(number, None, talk, effects, |game, by_you, talk| {
            if by_you {
                Occasion::NudgeSent { game }
            } else {
                Occasion::Nudged { game, talk }
            }
        });
        ControlFlow::Continue(())
    }

    fn why_no_nudge(&self, number: GameNumber) -> Option<NoNudge> {
        let (me, now) = (self.sender.player, self.batch.now);
        let loaded = self.batch.games.get(&number)?;
        if loaded.game.phase() != Phase::Playing {
            return Some(NoNudge::NotGoingOn);
        }
        if loaded.game.awaits(me) {
            return Some(NoNudge::OwnTurn);
        }
        if !self.batch.hears(loaded.game.other(me), me) {
            return Some(NoNudge::NotTaken);
        }
        if !self.reaches_other(number) {
            return Some(NoNudge::WantsNoMail);
        }
        let last = self.batch.reminders.nudges.get(&(number, me));
        let again = last.and_then(|last| last.at.date_naive().checked_add_days(A_WEEK));
        if let Some(from) = again.filter(|again| *again > now.date_naive()) {
            return Some(NoNudge::Again { from });
        }
        (loaded.times.turned_at + A_DAY > now).then_some(NoNudge::JustMoved)
    }
}
