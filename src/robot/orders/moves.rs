//! Plays the move that is meant, with the draw that is wanted beside it, and tells both players.

use super::chosen::{Chosen, NotPlayed};
use super::claims::missing;
use super::holding::joined;
use super::{Around, Effects, Execution, WithMove};
use crate::chess::LetterCase;
use crate::game::{ClaimRefused, ClaimedWith, Event, GameNumber, Phase, Refusal};
use crate::language::{Command, Order};
use crate::letters::{Missing, Occasion, Why};
use crate::robot::batch::{Came, Running};
use crate::robot::made_move::{Follow, StandingOffers, numbered_move, standing_offers};
use shakmaty::{Chess, Move};
use std::ops::ControlFlow;

/// What became of the draw that is wanted beside a move.
enum DrawWithMove {
    /// The claim ended the game, with this event.
    Claimed(Option<u32>),
    /// The game goes on: why the claim was wrong, and why no draw could be offered.
    Open {
        claim: Vec<Missing>,
        no_offer: Option<Why>,
    },
}

/// A move that was played in a game which goes on, as both players are told of it.
struct Played {
    /// The move with its number.
    numbered: String,
    ignored: Vec<String>,
    draw_offered: bool,
    claim: Vec<Missing>,
    no_offer: Option<Why>,
    follow: Follow,
    /// What stood offered before it, and does no longer.
    ended: StandingOffers,
    /// The event that the other player is told of.
    at: Option<u32>,
}

impl Execution<'_, '_, '_> {
    pub(super) fn play(
        &mut self,
        number: GameNumber,
        order: &Order,
        around: &Around<'_>,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        if self.answers_old_mail(number) {
            return self.stale(number, order, effects);
        }
        match self.chosen(number, order) {
            Ok(chosen) => match around.hold {
                Some(time) => self.hold(number, order, (chosen, around.beside), time, effects),
                None => self.play_chosen(number, order, chosen, around.beside, effects),
            },
            Err(NotPlayed::Several(choices)) => match around.hold {
                Some(_) => self.several_to_hold(number, order, &choices, effects),
                None => self.ask(number, order, &choices, effects),
            },
            Err(NotPlayed::Unsure(moves, why)) => match around.hold {
                Some(_) => self.several_to_hold(number, order, &moves, effects),
                None => self.ask_whether(number, order, (&moves, why), effects),
            },
            Err(NotPlayed::Refused(why)) => self.refuse_in(number, order, why, effects),
            Err(NotPlayed::Told(occasion)) => self.interrupt(number, Some(*occasion), effects),
            Err(NotPlayed::Nothing) => ControlFlow::Break(()),
        }
    }

    pub(super) fn play_chosen(
        &mut self,
        number: GameNumber,
        order: &Order,
        chosen: Chosen,
        beside: Option<WithMove>,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let Chosen { played, ignored } = chosen;
        let beside = self.with_what_was_held(number, played, beside, effects);
        let Some(loaded) = self.batch.games.get(&number) else {
            return ControlFlow::Break(());
        };
        let before = loaded.game.position().clone();
        let standing = standing_offers(&loaded.game);
        let dropped = self.dropped_for(number, played);
        let event = match self.make_move(number, played) {
            Ok(event) => event,
            Err(why) => return self.refuse_in(number, order, why, effects),
        };
        effects.notes.extend(dropped);
        let mut ended = std::mem::take(&mut effects.declined);
        ended.extend(self.batch.ended_offers(number, standing));
        let at = self.record_move(number, &event, letter_of(order, &before, played));
        effects.moved = true;
        let numbered = numbered_move(&before, played);
        if self.is_over(number) {
            self.tell_the_end(number, Some(numbered), at, &Follow::default(), effects);
            return ControlFlow::Continue(());
        }
        let (claim, no_offer) = match self.draw_beside(number, beside) {
            DrawWithMove::Claimed(at) => {
                self.tell_the_end(number, Some(numbered), at, &Follow::default(), effects);
                return ControlFlow::Continue(());
            }
            DrawWithMove::Open { claim, no_offer } => (claim, no_offer),
        };
        let draw_offered = self.batch.offers_draw(number, self.sender.player);
        self.keep_plan(number, effects);
        let follow = self.follow(number, played);
        let at = follow.mine_at.or(at);
        effects.mine_at = follow.theirs_at;
        if self.is_over(number) {
            let last = self.mine(number).and_then(|game| game.last_move);
            self.tell_the_end(number, last, at, &follow, effects);
            return ControlFlow::Continue(());
        }
        let played = Played {
            numbered,
            ignored,
            draw_offered,
            claim,
            no_offer,
            follow,
            ended,
            at,
        };
        self.tell_the_move(number, played, effects)
    }

    /// Keeps the conditional moves that came with the move; whether it can be done changes nothing of that.
    fn keep_plan(&mut self, number: GameNumber, effects: &mut Effects) {
        if let Some(order) = effects.plan.take() {
            let _ = self.prepare(number, &order, effects);
        }
    }

    /// What was held with this very move goes with it now.
    fn with_what_was_held(
        &self,
        number: GameNumber,
        played: Move,
        beside: Option<WithMove>,
        effects: &mut Effects,
    ) -> Option<WithMove> {
        let (words, offered) = self.held_with(number, played);
        let other = self.batch.games.get(&number);
        let other = other.map(|loaded| loaded.game.other(self.sender.player));
        let heard = other.is_none_or(|other| self.batch.hears(other, self.sender.player));
        let words = words.filter(|_| heard);
        effects.talk = joined(words, effects.talk.take());
        beside.or(offered.then_some(WithMove::Offer))
    }

    /// What follows a move of the sender's by itself.
    fn follow(&mut self, number: GameNumber, played: Move) -> Follow {
        let came = Came::with(&self.read.mail);
        let me = self.sender.player;
        self.batch
            .follow(number, me, played, came)
            .unwrap_or_default()
    }

    /// The sender makes the move, if their time was not over when their mail came.
    fn make_move(&mut self, number: GameNumber, played: Move) -> Result<Event, Why> {
        if let Some(late) = self.too_late(number) {
            return Err(late.into());
        }
        let running = self.batch.running(number, Came::with(&self.read.mail));
        let loaded = self.batch.games.get_mut(&number);
        let loaded = loaded.ok_or(Refusal::NotYourGame)?;
        let spent = Running::spent(running.as_ref());
        Ok(loaded.game.play_in(self.sender.player, played, spent)?)
    }

    /// Claims or offers the draw that is wanted beside the move which was played.
    fn draw_beside(&mut self, number: GameNumber, beside: Option<WithMove>) -> DrawWithMove {
        let me = self.sender.player;
        let mut claim = Vec::new();
        let mut no_offer = None;
        if let (Some(beside), Some(loaded)) = (beside, self.batch.games.get_mut(&number)) {
            if let WithMove::Claim(claimed) = beside {
                match loaded.game.claim_draw(me, claimed, ClaimedWith::TheirMove) {
                    Ok(event) => return DrawWithMove::Claimed(self.record(number, &event)),
                    Err(ClaimRefused::Unfounded(unfounded)) => {
                        claim = missing(&loaded.game, &unfounded);
                    }
                    Err(ClaimRefused::Refused(refusal)) => claim = vec![Missing::Refused(refusal)],
                }
            }
            // A claim that is wrong is an offer (FIDE 9.1.2.3).
            let (by, came) = (self.by(), Came::with(&self.read.mail));
            no_offer = self.batch.offer_draw_beside(number, me, by, came);
        }
        DrawWithMove::Open { claim, no_offer }
    }

    fn is_over(&self, number: GameNumber) -> bool {
        self.batch
            .games
            .get(&number)
            .is_some_and(|loaded| matches!(loaded.game.phase(), Phase::Over(_)))
    }

    /// Tells both players of a move, with what followed it.
    fn tell_the_move(
        &mut self,
        number: GameNumber,
        played: Played,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let me = self.sender.player;
        let Some(loaded) = self.batch.games.get(&number) else {
            return ControlFlow::Break(());
        };
        let other = loaded.game.other(me);
        let Some([mine, theirs]) = self.batch.view_both(number, me) else {
            return ControlFlow::Break(());
        };
        let followed = [me, other].map(|reader| {
            let Played { follow, ended, .. } = &played;
            self.batch.followed(me, follow, ended, reader)
        });
        let [followed_of_mine, followed_of_theirs] = followed;
        let ignored = played.ignored.iter().map(|text| self.quoted(text));
        effects.mine = Some(Occasion::MovePlayed {
            game: mine,
            played: played.numbered.clone(),
            draw_offered: played.draw_offered,
            claim: played.claim.clone(),
            no_offer: played.no_offer,
            position_confirmed: !self.content.message.fens.is_empty(),
            ignored: ignored.collect(),
            followed: followed_of_mine,
            words_go_along: effects.talk.is_some() && self.reaches_other(number),
            prepared: None,
            notes: Vec::new(),
        });
        if self.reaches_other(number) {
            let occasion = Occasion::YourMove {
                game: theirs,
                played: played.numbered,
                draw_offered: played.draw_offered,
                claim: played.claim,
                followed: followed_of_theirs,
                beside: effects.beside.clone(),
                talk: effects.talk.clone(),
            };
            effects.theirs = Some((occasion, played.at));
        }
        ControlFlow::Continue(())
    }
}

/// How the letter of the piece was written in the move that was played.
fn letter_of(order: &Order, position: &Chess, played: Move) -> Option<LetterCase> {
    let Command::Moves(moves) = &order.command else {
        return None;
    };
    moves
        .iter()
        .find_map(|spelling| spelling.letter_case(Some((position, played))))
}
