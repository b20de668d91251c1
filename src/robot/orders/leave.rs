//! Leave: days on which a player's own clocks stand. Leaving for good is another matter, see `leaving`.

use super::Execution;
use super::answers::Reason;
use crate::game::clock::Days;
use crate::game::{GameNumber, PlayerNumber};
use crate::language::{NoPeriod, Order, Period};
use crate::letters::{InWords, LeaveDays, Occasion, OfYear, UnclearLeave};
use crate::mail::token::Purpose;
use crate::players::{Leave, Leaves, Return, Told};
use crate::robot::allowances::Allowance;
use chrono::{DateTime, Datelike, Utc};

impl Execution<'_, '_, '_> {
    /// The sender takes leave on these days.
    pub(super) fn take_leave(&mut self, order: &Order, period: Period) {
        let me = self.sender.player;
        let arrived = self.arrived();
        let quota = self.batch.server.leave;
        let days = match period.days(arrived.date_naive()) {
            Ok(days) => days,
            Err(why) => return self.refuse(order, why, None),
        };
        let announced = self.leaves().announce(days, arrived, quota);
        let (span, taken) = match announced {
            Ok((leave, taken)) => (leave.span(), taken),
            Err(why) => return self.refuse(order, why, None),
        };
        let leave = LeaveDays::of(days, arrived.date_naive());
        self.batch.leave_changes(me, None, span);
        let told = self.tell_opponents_of_leave(days, &leave);
        let occasion = Occasion::OnLeave {
            leave,
            taken: taken.into_iter().map(OfYear::from).collect(),
            quota: quota.0,
            deadlines: self.batch.deadlines(me),
            told,
            by_itself: None,
        };
        self.tell(occasion, None);
    }

    /// The sender's leave begins by itself when their time in a game was over, where they want that. Returns whether.
    pub(super) fn leave_begins(&mut self, number: GameNumber, over: DateTime<Utc>) -> bool {
        let me = self.sender.player;
        let Some(begun) = self.batch.begin_leave_by_itself(me, over) else {
            return false;
        };
        let leave = LeaveDays::of(begun.leave.days, self.arrived().date_naive());
        let told = self.tell_opponents_of_leave(begun.leave.days, &leave);
        let falling = (number, over);
        let occasion = self
            .batch
            .leave_begun(me, falling, leave, begun.taken, told);
        self.draft(occasion, me, None, None, Reason::News);
        true
    }

    /// The sender comes back from leave, or takes back what has not begun.
    pub(super) fn come_back(&mut self, order: &Order) {
        let me = self.sender.player;
        let at = self.arrived();
        let next = self.leaves().next(at).copied();
        let before = next.as_ref().and_then(Leave::span);
        let returned = match self.leaves().come_back(at) {
            Ok(returned) => returned,
            Err(why) => return self.refuse(order, why, None),
        };
        let (announced, free, taken_back) = match returned {
            Return::Ended { announced, free } => (announced, free_days(announced, free), false),
            Return::TakenBack(days) => (days, Some(days), true),
        };
        let now = before
            .filter(|_| !taken_back)
            .and_then(|span| span.ended_at(at));
        self.batch.leave_changes(me, before, now);
        let quota = self.batch.server.leave;
        let leaves = self.leaves();
        let years = announced.first().year()..=announced.last().year();
        let left = years
            .map(|year| OfYear {
                year,
                days: free.map_or(0, |days| days.in_year(year)),
                left: leaves.left_in(year, quota),
            })
            .collect();
        let today = at.date_naive();
        let ahead = leaves.ahead(at);
        let ahead = ahead
            .map(|leave| LeaveDays::of(leave.days, today))
            .collect();
        // Whoever was told of it hears that it is over, however much was told today: they would reckon with it.
        if next.is_some_and(|leave| leave.told == Told::Yes) {
            let told = LeaveDays::of(announced, today);
            let opponents = self.batch.opponents_of_who_is_back((me, at), &told);
            self.tell_opponents(opponents);
        }
        let occasion = Occasion::BackFromLeave {
            leave: LeaveDays::of(announced, today),
            taken_back,
            left,
            quota: quota.0,
            deadlines: self.batch.deadlines(me),
            ahead,
        };
        self.tell(occasion, None);
    }

    /// Words about leave that name no period: they may mean to leave for good, too.
    pub(super) fn ask_which_leave(&mut self, order: &Order, why: NoPeriod) {
        let unclear = match why {
            NoPeriod::Nothing => UnclearLeave::Bare,
            NoPeriod::Unread => UnclearLeave::Unread,
            NoPeriod::TwoWays(one, other) => {
                UnclearLeave::TwoWays(one.in_words(), other.in_words())
            }
        };
        let read = self.quoted_order(order);
        self.inform(Occasion::WhichLeave { read, unclear }, None);
    }

    /// "quit": the game, or the server.
    pub(super) fn ask_what_to_quit(&mut self, order: &Order) {
        let game = match self.sender.proof {
            Some(Purpose::Game { game, .. }) => Some(game),
            Some(Purpose::Player { .. }) | None => None,
        };
        let read = self.quoted_order(order);
        let view = game.and_then(|number| self.mine(number));
        self.inform(Occasion::WhatToQuit { read, game: view }, game);
    }

    fn leaves(&mut self) -> &mut Leaves {
        let loaded = self
            .batch
            .leave
            .loaded
            .entry(self.sender.player)
            .or_default();
        &mut loaded.now
    }

    /// Tells each opponent once of the sender's leave of these days, of all games together. Returns whether they are told. Who
    /// changes their mind all day long is told of three times.
    fn tell_opponents_of_leave(&mut self, days: Days, leave: &LeaveDays) -> bool {
        let announced = (self.sender.player, self.arrived());
        let opponents = self.batch.opponents_on_leave(announced, leave);
        if opponents.is_empty() {
            return false;
        }
        let address = self.address();
        if !self.batch.spend(&address, Allowance::Notice) {
            self.leaves().was_not_told(days);
            return false;
        }
        self.tell_opponents(opponents);
        true
    }

    fn tell_opponents(&mut self, opponents: Vec<(PlayerNumber, Occasion)>) {
        for (other, occasion) in opponents {
            self.draft(occasion, other, None, None, Reason::News);
        }
    }
}

/// The last so many of these days.
fn free_days(days: Days, count: u32) -> Option<Days> {
    let first = days
        .last()
        .checked_sub_days(chrono::Days::new(u64::from(count)))?
        .succ_opt()?;
    Days::new(first, days.last()).ok()
}
