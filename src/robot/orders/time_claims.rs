//! A claim that the opponent's time is over, in games in which that has to be claimed.

use super::{Effects, Execution};
use crate::game::clock::{FirstMove, Flags, GRACE};
use crate::game::{self, Event, Game, GameNumber, TimeClaim};
use crate::language::Order;
use crate::letters::{NoTimeClaim, NoTournament, Occasion, Out, ToldBy};
use chrono::{DateTime, Utc};
use shakmaty::Position;
use std::ops::ControlFlow;

impl Execution<'_, '_, '_> {
    /// It counts when the claim came, and not when it is handled. A flag that waits for a mail of the opponent's is not
    /// claimed either.
    pub(super) fn claim_time(
        &mut self,
        number: GameNumber,
        order: &Order,
        claim: TimeClaim,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        if claim == TimeClaim::Abort && self.is_of_tournament(number) {
            return self.refuse_in(number, order, NoTournament::NoAbort, effects);
        }
        let over = match self.time_that_is_over(number) {
            Ok(over) => over,
            Err(why) => return self.refuse_in(number, order, why, effects),
        };
        let lost = self.batch.lost_time(number);
        let deed = |game: &mut Game, _| game.claim_time(game.position().turn(), over, claim);
        let (event, at) = self.do_in_game(number, order, effects, deed)?;
        let told_by = told_by(&event, claim);
        let talk = effects.talk.clone();
        self.tell_both(number, at, talk, effects, |game, by_you, talk| {
            let out = Out {
                yours: !by_you,
                over,
                told_by,
            };
            let game = lost.told_in(game, out.yours);
            Occasion::TimeForfeit { game, out, talk }
        });
        ControlFlow::Continue(())
    }

    /// When the time of the opponent was over, if it can be claimed now.
    fn time_that_is_over(&self, number: GameNumber) -> Result<DateTime<Utc>, NoTimeClaim> {
        let loaded = self
            .batch
            .games
            .get(&number)
            .ok_or(NoTimeClaim::NoTimeRuns)?;
        let game = &loaded.game;
        if game.side_of(self.sender.player) == Some(game.position().turn()) {
            return Err(NoTimeClaim::OwnTimeRuns);
        }
        if !game.control().has_clock() {
            return Err(NoTimeClaim::NoClock);
        }
        let over = self.batch.end_of_time(number);
        // A game that one side has not begun ends without a result, and by itself.
        let begun = game.clocks().first_move() == FirstMove::OnTheClock
            || game.clocks().left(game.position().turn()).moves() > 0;
        match game.control().flags() {
            Flags::Claimed if begun => {}
            Flags::Claimed | Flags::Automatic => return Err(NoTimeClaim::EndsByItself { over }),
        }
        let over = over.ok_or(NoTimeClaim::NoTimeRuns)?;
        let from = over.checked_add_signed(GRACE).unwrap_or(over);
        if self.arrived() < from {
            return Err(NoTimeClaim::TimeNotOver { over, from });
        }
        // A move that is held was made in time.
        let held = self.batch.held_move(number).is_some();
        if held || self.batch.waiting_flags.contains(&number) {
            return Err(NoTimeClaim::MailMayWait { over });
        }
        Ok(over)
    }

    /// Whether the opponent's time can be claimed, so that "claim" alone may mean that.
    pub(super) fn may_claim_time(&self, number: GameNumber) -> bool {
        self.time_that_is_over(number).is_ok()
    }
}

/// Where the rules give less than was claimed, it is not the claimant who asked for no more.
fn told_by(event: &Event, claim: TimeClaim) -> ToldBy {
    let drawn = matches!(
        event,
        Event::TimeForfeit {
            result: game::Result::Draw,
            ..
        }
    );
    match claim {
        TimeClaim::Win if drawn => ToldBy::Clock,
        TimeClaim::Win | TimeClaim::Draw | TimeClaim::Abort => ToldBy::Opponent,
    }
}
