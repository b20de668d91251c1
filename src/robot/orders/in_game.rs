//! Orders in one game, carried out together: the challenge, the draw, the end, and the move between them.

use super::which_game::offered_to;
use super::{Around, Effects, Execution, WithMove};
use crate::game::{Event, Game, GameNumber, PlayerNumber, Refusal};
use crate::language::{Answer, Command, Effect, Order, When};
use crate::letters::{AlsoNotDone, NotDone, Occasion};
use crate::robot::allowances::Allowance;
use crate::robot::draft::Recipient;
use crate::robot::made_move::Follow;
use crate::robot::people::activate;
use std::collections::VecDeque;
use std::ops::ControlFlow;

impl Execution<'_, '_, '_> {
    pub(super) fn in_game(
        &mut self,
        number: GameNumber,
        orders: &[&Order],
        talk: Option<String>,
    ) -> anyhow::Result<()> {
        let mut effects = Effects {
            talk,
            ..Effects::default()
        };
        let find =
            |wanted: fn(&Command) -> bool| orders.iter().find(|o| wanted(&o.command)).copied();
        for order in orders {
            if let Command::Say(text) = &order.command {
                effects.talk = self.for_the_other(text);
            }
        }
        let unheard = self.take_unheard(number, &mut effects);
        let meant = self.meant(number, orders);
        if let Some((one, other)) = contradiction(&meant.iter().collect::<Vec<_>>()) {
            let why = NotDone::AlsoSays(self.quoted_order(other));
            // Nothing has been done in this game.
            let _ = self.refuse_in(number, one, why, &mut effects);
            return Ok(());
        }
        let around = self.around(number, orders);
        let at = |when: When| {
            let orders = orders.iter().copied();
            orders.filter(move |order| order.command.properties().when == when)
        };
        let before = at(When::BeforeTheMove).chain(around.moves);
        let in_turn: VecDeque<&Order> = before.chain(at(When::AfterTheMove)).collect();
        let plan = find(|c| matches!(c, Command::Prepare(_)));
        let go_on = self.one_after_another(number, (in_turn, plan), &around, &mut effects)?;
        let unreached = self.take_unreached(number, &mut effects);
        if go_on.is_continue()
            && effects.mine.is_none()
            && find(|c| matches!(c, Command::Say(_))).is_some()
        {
            self.pass_on(number, orders, &mut effects);
        }
        let kept = effects.prepared || !effects.notes.is_empty();
        if go_on.is_continue() && kept && effects.mine.is_none() && effects.talk.is_some() {
            self.pass_on_beside(number, &mut effects);
        }
        self.add_doubt(&mut effects);
        self.say_what_is_kept(number, &mut effects);
        self.post(number, effects);
        if let Some((words, why)) = unheard.or(unreached) {
            self.tell_unheard(number, &words, why);
        }
        Ok(())
    }

    /// Carries out orders in one game as long as none of them is refused, with conditional moves beside the move.
    fn one_after_another(
        &mut self,
        number: GameNumber,
        (mut in_turn, plan): (VecDeque<&Order>, Option<&Order>),
        around: &Around<'_>,
        effects: &mut Effects,
    ) -> anyhow::Result<ControlFlow<()>> {
        while let Some(order) = in_turn.pop_front() {
            if around.moves == Some(order) {
                effects.plan = plan.cloned();
            }
            if self.in_one_game(number, order, around, effects)?.is_break() {
                self.tell_of_the_rest(order, &in_turn);
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Where an order is refused, those behind it in the same game are not done either, and its writer is told of each.
    fn tell_of_the_rest(&mut self, refused: &Order, rest: &VecDeque<&Order>) {
        let mut told: Vec<AlsoNotDone> = Vec::new();
        for order in rest {
            let read = self.quoted_order(order);
            let known = told.iter().any(|one| one.read == read);
            let looks = order.command.properties().effect != Effect::Changes;
            if !known && !looks && order.typed != refused.typed {
                told.push(AlsoNotDone { read, meant: None });
            }
        }
        let (me, cause) = (self.sender.player, self.read.cause());
        let mut drafts = self.batch.drafts.iter_mut().rev();
        let answer = drafts.find(|draft| draft.cause == cause && draft.to == Recipient::Player(me));
        if let Some(Occasion::Refused { also, .. }) = answer.map(|draft| &mut draft.occasion) {
            also.extend(told);
        }
    }

    /// The move among these orders, and what is wanted beside it.
    fn around<'o>(&self, number: GameNumber, orders: &[&'o Order]) -> Around<'o> {
        let moves = orders
            .iter()
            .find(|order| order.command.properties().when == When::TheMove)
            .copied();
        let claim = orders.iter().find_map(|order| {
            if let Command::ClaimDraw(claim) = order.command {
                Some(WithMove::Claim(claim))
            } else {
                None
            }
        });
        let offers = orders
            .iter()
            .any(|order| matches!(order.command, Command::OfferDraw))
            || moves.is_some_and(|order| self.offers_draw_in_score(number, order));
        let hold = orders.iter().find_map(|order| {
            if let Command::Hold(time) = order.command {
                time
            } else {
                None
            }
        });
        Around {
            moves,
            hold,
            beside: claim.or(offers.then_some(WithMove::Offer)),
        }
    }

    /// The orders by what they would do: a bare "accept" in a game that goes on takes what is offered there, where that
    /// is one thing, and is as good as naming it.
    pub(super) fn meant(&self, number: GameNumber, orders: &[&Order]) -> Vec<Order> {
        let offered = self
            .batch
            .games
            .get(&number)
            .map(|loaded| offered_to(&loaded.game, self.sender.player))
            .unwrap_or_default();
        let [offered] = offered.as_slice() else {
            return orders.iter().copied().cloned().collect();
        };
        orders
            .iter()
            .map(|&order| Order {
                command: if let Command::Accept = order.command {
                    offered.clone()
                } else if let Command::Decline = order.command {
                    offered.refusal()
                } else {
                    order.command.clone()
                },
                ..order.clone()
            })
            .collect()
    }

    pub(super) fn accept(
        &mut self,
        number: GameNumber,
        order: &Order,
        effects: &mut Effects,
    ) -> anyhow::Result<ControlFlow<()>> {
        let me = self.sender.player;
        let coin = self.batch.randomness.coin(self.read.mail.id)?;
        // Who accepts a draw often writes just "accept".
        if let Some(go_on) = self.answer_offer(number, order, Answer::Accept, effects) {
            return Ok(go_on);
        }
        let Some(game) = self.batch.games.get(&number).map(|loaded| &loaded.game) else {
            return Ok(ControlFlow::Break(()));
        };
        let (challenger, opponent) = (game.challenger(), game.opponent());
        let white = self.batch.white_without_wishes(challenger, opponent);
        let coin = white.is_the_firsts(coin);
        let accept = |game: &mut Game, player| game.accept(player, coin);
        let ControlFlow::Continue((_, at)) = self.do_in_game(number, order, effects, accept) else {
            return Ok(ControlFlow::Break(()));
        };
        self.batch.note_meeting(number);
        activate(self.batch, me, self.signs_as(), self.writes());
        let talk = effects.talk.clone();
        self.tell_both(number, at, talk, effects, |game, by_you, talk| {
            Occasion::Started { game, by_you, talk }
        });
        Ok(ControlFlow::Continue(()))
    }

    pub(super) fn decline(
        &mut self,
        number: GameNumber,
        order: &Order,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let me = self.sender.player;
        // Who declines a draw often writes just "decline".
        if let Some(go_on) = self.answer_offer(number, order, Answer::Decline, effects) {
            return go_on;
        }
        let (_, at) = self.do_in_game(number, order, effects, Game::decline)?;
        if !self.batch.is_active(me) {
            // Nobody else invites them for some time.
            let address = self.address();
            self.batch.spend(&address, Allowance::Declined);
        }
        // Words of somebody who is no player go nowhere.
        let talk = effects.talk.clone().filter(|_| self.batch.is_active(me));
        self.tell_both(number, at, talk, effects, |game, by_you, talk| {
            Occasion::Declined { game, by_you, talk }
        });
        ControlFlow::Continue(())
    }

    pub(super) fn withdraw(
        &mut self,
        number: GameNumber,
        order: &Order,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let (_, at) = self.do_in_game(number, order, effects, Game::withdraw)?;
        let talk = effects.talk.clone();
        self.tell_both(number, at, talk, effects, |game, by_you, talk| {
            Occasion::Withdrawn { game, by_you, talk }
        });
        ControlFlow::Continue(())
    }

    pub(super) fn resign(
        &mut self,
        number: GameNumber,
        order: &Order,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let (_, at) = self.do_in_game(number, order, effects, Game::resign)?;
        self.tell_the_end(number, None, at, &Follow::default(), effects);
        ControlFlow::Continue(())
    }

    /// "No draw!" beside a move, where none is offered, is for the opponent.
    pub(super) fn decline_draw(
        &mut self,
        number: GameNumber,
        order: &Order,
        around: &Around<'_>,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let offered = self.batch.games.get(&number).is_some_and(|loaded| {
            offered_to(&loaded.game, self.sender.player).contains(&Command::AcceptDraw)
        });
        if around.moves.is_some() && !offered {
            effects.say_first(&order.typed);
            return ControlFlow::Continue(());
        }
        self.draw_deed(number, order, Game::decline_draw, effects)
    }

    pub(super) fn draw_deed(
        &mut self,
        number: GameNumber,
        order: &Order,
        deed: fn(&mut Game, PlayerNumber) -> Result<Event, Refusal>,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        if self.answers_old_mail(number) {
            return self.stale(number, order, effects);
        }
        if let Some(late) = self.too_late(number) {
            return self.refuse_in(number, order, late, effects);
        }
        let (event, at) = self.do_in_game(number, order, effects, deed)?;
        let talk = effects.talk.clone();
        if let Event::DrawAgreed { .. } = event {
            self.tell_the_end(number, None, at, &Follow::default(), effects);
        } else if let Event::DrawDeclined { .. } = event {
            self.tell_both(number, at, talk, effects, |game, by_you, talk| {
                Occasion::DrawDeclined { game, by_you, talk }
            });
        } else {
            self.tell_both(number, at, talk, effects, |game, by_you, talk| {
                Occasion::DrawOffered { game, by_you, talk }
            });
        }
        ControlFlow::Continue(())
    }
}

/// What is held is a move alone, with words and perhaps a draw offer.
fn holds_more_than_a_move(one: &Order, other: &Order) -> bool {
    matches!(one.command, Command::Hold(_))
        && !matches!(
            other.command,
            Command::Moves(_)
                | Command::Choice(_)
                | Command::Score(_)
                | Command::OfferDraw
                | Command::Say(_)
                | Command::DeclineDraw
                | Command::Show
                | Command::Pgn
                | Command::Board(_)
                | Command::Hold(_)
                | Command::DropHeld
        )
}

/// Two orders for one game of which the one makes nonsense of the other: nobody can know which is meant.
pub(super) fn contradiction<'a>(orders: &[&'a Order]) -> Option<(&'a Order, &'a Order)> {
    let moves = |order: &Order| matches!(order.command, Command::Moves(_) | Command::Choice(_));
    let draws = |order: &Order| matches!(order.command, Command::AcceptDraw);
    let accepts = |order: &Order| matches!(order.command, Command::Accept);
    let declines = |order: &Order| {
        matches!(
            order.command,
            Command::Decline | Command::Withdraw | Command::DeclineDraw
        )
    };
    let resigns = |order: &Order| matches!(order.command, Command::Resign);
    let prepares = |order: &Order| matches!(order.command, Command::Prepare(_));
    let claims =
        |order: &Order| matches!(order.command, Command::ClaimDraw(_) | Command::ClaimTime(_));
    // After these the game is at another position, or over.
    let leaves = |order: &Order| {
        matches!(
            order.command,
            Command::Takeback(Answer::Offer | Answer::Accept)
                | Command::Abort(Answer::Offer | Answer::Accept)
        )
    };
    let same_matter = |one: &Order, other: &Order| {
        matches!(
            (&one.command, &other.command),
            (Command::Takeback(_), Command::Takeback(_))
                | (Command::Abort(_), Command::Abort(_))
                | (Command::GiveTime(_), Command::GiveTime(_))
                | (
                    Command::Hold(_) | Command::DropHeld,
                    Command::Hold(_) | Command::DropHeld
                )
                | (
                    Command::OfferPause(_) | Command::AcceptPause | Command::DeclinePause,
                    Command::OfferPause(_) | Command::AcceptPause | Command::DeclinePause
                )
        )
    };
    let clash = |one: &Order, other: &Order| {
        (moves(one) && (moves(other) || draws(other)))
            || (draws(one) && (declines(other) || resigns(other) || prepares(other)))
            || (accepts(one) && (declines(other) || resigns(other)))
            || (leaves(one) && (moves(other) || draws(other) || accepts(other) || resigns(other)))
            || (leaves(one) && (claims(other) || prepares(other)))
            || holds_more_than_a_move(one, other)
            || (leaves(one) && leaves(other) && !same_matter(one, other))
            || (same_matter(one, other) && one.command != other.command)
            || (claims(one) && (claims(other) || draws(other) || declines(other) || resigns(other)))
    };
    orders.iter().enumerate().find_map(|(at, &one)| {
        orders
            .iter()
            .skip(at + 1)
            .find(|other| clash(one, other) || clash(other, one))
            .map(|&other| (one, other))
    })
}
