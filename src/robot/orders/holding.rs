//! A move that is sent later, on its player's own clock: "hold 2 days" beside it.

use super::chosen::Chosen;
use super::{Around, Effects, Execution, WithMove};
use crate::chess;
use crate::game::clock::{Amount, LONGEST_HOLD, goes_out};
use crate::game::{GameNumber, Refusal};
use crate::language::Order;
use crate::letters::{Addition, NoHold, Occasion, Why};
use crate::robot::batch::HeldMove;
use crate::robot::made_move::numbered_move;
use chrono::{DateTime, TimeDelta, Utc};
use shakmaty::Move;
use std::ops::ControlFlow;

impl Execution<'_, '_, '_> {
    /// Whether a move can be held for so long. Without a move in the mail, the one that is held already is held for so long
    /// from now on.
    pub(super) fn may_hold(
        &mut self,
        number: GameNumber,
        order: &Order,
        (time, around): (Option<Amount>, &Around<'_>),
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let why = match time {
            None => NoHold::NoTime,
            Some(time) if time.in_seconds() > LONGEST_HOLD => NoHold::TooLong,
            Some(_) if around.moves.is_some() => return ControlFlow::Continue(()),
            Some(time) => match self.own_held_move(number) {
                Some(held) => {
                    return self.hold_longer(number, order, (held, around, time), effects);
                }
                None => NoHold::NoMove,
            },
        };
        self.refuse_in(number, order, why, effects)
    }

    /// Several moves can be meant. Who chooses one by its number says nothing of when it is to be sent.
    pub(super) fn several_to_hold(
        &mut self,
        number: GameNumber,
        order: &Order,
        choices: &[Move],
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let position = self.batch.games.get(&number);
        let position = position.map(|loaded| loaded.game.position());
        let sans = position.map(|position| {
            choices
                .iter()
                .map(|&one| chess::san(position, one))
                .collect()
        });
        let refused = Occasion::Refused {
            also: Vec::new(),
            read: self.quoted_order(order),
            why: NoHold::SeveralMoves.into(),
            instead: sans.unwrap_or_default(),
            piece_moves: Vec::new(),
            game: self.mine(number),
        };
        self.interrupt(number, Some(refused), effects)
    }

    /// Holds the move that was chosen, if it can be played now. Where so little time is left that it would be sent at once,
    /// it is.
    pub(super) fn hold(
        &mut self,
        number: GameNumber,
        order: &Order,
        (chosen, beside): (Chosen, Option<WithMove>),
        time: Amount,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        if let Some(late) = self.too_late(number) {
            return self.refuse_in(number, order, late, effects);
        }
        let until = self.held_until(time, self.arrived());
        if self.goes_out_at(number, until) <= self.batch.now.max(self.arrived()) {
            effects.notes.push(if until <= self.batch.now {
                Addition::HoldIsOver
            } else {
                Addition::NotHeld
            });
            return self.play_chosen(number, order, chosen, beside, effects);
        }
        let (words, offered) = self.held_with(number, chosen.played);
        let held = HeldMove {
            player: self.sender.player,
            turn: self.turn(number),
            played: chosen.played,
            draw_offered: offered || beside == Some(WithMove::Offer),
            talk: joined(words, effects.talk.clone()),
            mail: self.read.mail.id,
            came: self.arrived(),
            until,
        };
        let ignored = chosen.ignored.iter().map(|text| self.quoted(text));
        let ignored = ignored.collect();
        self.keep_held(number, order, (held, ignored), effects)
    }

    /// Keeps this move in the place of the one that was held, if it can be played now, and tells its player.
    fn keep_held(
        &mut self,
        number: GameNumber,
        order: &Order,
        (held, ignored): (HeldMove, Vec<String>),
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let no_offer = match self.rehearsed(number, held.played, held.draw_offered) {
            Ok(no_offer) => no_offer,
            Err(why) => return self.refuse_in(number, order, why, effects),
        };
        let replaced = self.replaced(number, held.played);
        let held = HeldMove {
            draw_offered: held.draw_offered && no_offer.is_none(),
            ..held
        };
        self.batch.held_moves.hold(number, held);
        effects.mine = self.mine(number).map(|game| Occasion::MoveHeld {
            game,
            replaced,
            no_offer,
            ignored,
        });
        ControlFlow::Continue(())
    }

    /// Forgets the move that is held.
    pub(super) fn drop_held(
        &mut self,
        number: GameNumber,
        order: &Order,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let Some(held) = self.own_held_move(number) else {
            return self.refuse_in(number, order, NoHold::NothingHeld, effects);
        };
        let Some(played) = self.written_move(number, held.played) else {
            return ControlFlow::Break(());
        };
        self.batch.held_moves.take(number);
        effects.mine = self.mine(number).map(|game| Occasion::HeldMoveDropped {
            game,
            played,
            words: effects.talk.is_some(),
        });
        ControlFlow::Continue(())
    }

    /// The move of the sender that is held in this game and is not this one, before another one is played or held.
    fn replaced(&self, number: GameNumber, played: Move) -> Option<String> {
        let held = self.own_held_move(number)?;
        let other = held.played != played;
        other.then(|| self.written_move(number, held.played))?
    }

    /// What is said of it when another move is played.
    pub(super) fn dropped_for(&self, number: GameNumber, played: Move) -> Option<Addition> {
        let played = self.replaced(number, played)?;
        Some(Addition::HeldMoveDropped { played })
    }

    fn own_held_move(&self, number: GameNumber) -> Option<HeldMove> {
        let held = self.batch.held_move(number)?;
        (held.player == self.sender.player).then(|| held.clone())
    }

    fn hold_longer(
        &mut self,
        number: GameNumber,
        order: &Order,
        (held, around, time): (HeldMove, &Around<'_>, Amount),
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        if self.answers_old_mail(number) {
            return self.stale(number, order, effects);
        }
        // A mail that waited may have come before the move.
        let until = self.held_until(time, self.arrived().max(held.came));
        let held = HeldMove {
            until,
            talk: joined(held.talk.clone(), effects.talk.clone()),
            draw_offered: held.draw_offered || around.beside == Some(WithMove::Offer),
            ..held
        };
        self.keep_held(number, order, (held, Vec::new()), effects)
    }

    /// The words and the draw offer that are held with this very move: they go with it, sooner or later.
    pub(super) fn held_with(&self, number: GameNumber, played: Move) -> (Option<String>, bool) {
        let held = self.own_held_move(number);
        let same = held.filter(|held| held.played == played);
        same.map_or((None, false), |held| (held.talk, held.draw_offered))
    }

    fn held_until(&self, time: Amount, from: DateTime<Utc>) -> DateTime<Utc> {
        let seconds = i64::try_from(time.in_seconds()).unwrap_or(i64::MAX);
        let wanted = TimeDelta::try_seconds(seconds).and_then(|time| from.checked_add_signed(time));
        wanted.unwrap_or(DateTime::<Utc>::MAX_UTC)
    }

    fn goes_out_at(&self, number: GameNumber, until: DateTime<Utc>) -> DateTime<Utc> {
        let loaded = self.batch.games.get(&number);
        let ends = loaded.and_then(|loaded| self.batch.time_ends(loaded));
        goes_out(self.arrived(), until, ends)
    }

    /// Plays the move in a copy of the game. Returns why no draw can be offered with it.
    fn rehearsed(
        &self,
        number: GameNumber,
        played: Move,
        offers: bool,
    ) -> Result<Option<Why>, Refusal> {
        let me = self.sender.player;
        let loaded = self.batch.games.get(&number);
        let mut game = loaded.ok_or(Refusal::NotYourGame)?.game.clone();
        game.play(me, played)?;
        if !offers {
            return Ok(None);
        }
        Ok(game.offer_draw(me).err().map(Why::from))
    }

    fn turn(&self, number: GameNumber) -> u32 {
        let loaded = self.batch.games.get(&number);
        loaded.map_or(0, |loaded| loaded.game.turn())
    }

    fn written_move(&self, number: GameNumber, played: Move) -> Option<String> {
        let game = &self.batch.games.get(&number)?.game;
        Some(numbered_move(game.position(), played))
    }
}

/// Words that were held, and those that come after them.
pub(super) fn joined(held: Option<String>, new: Option<String>) -> Option<String> {
    match (held, new) {
        (Some(held), Some(new)) if held == new => Some(held),
        (Some(held), Some(new)) => Some(format!("{held}\n\n{new}")),
        (held, new) => held.or(new),
    }
}
