//! Plays the move that is meant, with the draw that is wanted beside it, and tells both players.

use super::chosen::{Chosen, NotPlayed};
use super::claims::missing;
use super::holding::joined;
use super::{Around, Beside, Clerk, Doings};
use crate::chess::{self, LetterCase};
use crate::game::{ClaimRefused, ClaimedWith, Event, GameNumber, Phase, Refusal};
use crate::language::{Command, Order};
use crate::letters::{Missing, Occasion, Why};
use crate::robot::desk::{Came, Question, Running};
use crate::robot::made_move::{Follow, StandingOffers, numbered_move, standing_offers};
use shakmaty::{Chess, Move};

/// What became of the draw that is wanted beside a move.
enum DrawBeside {
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

impl Clerk<'_, '_, '_> {
    pub(super) fn play(
        &mut self,
        number: GameNumber,
        order: &Order,
        around: &Around<'_>,
        doings: &mut Doings,
    ) -> bool {
        if self.answers_old_mail(number) {
            return self.stale(number, order, doings);
        }
        match self.chosen(number, order) {
            Ok(chosen) => match around.hold {
                Some(time) => self.hold(number, order, (chosen, around.beside), time, doings),
                None => self.play_chosen(number, order, chosen, around.beside, doings),
            },
            Err(NotPlayed::Several(choices)) => match around.hold {
                Some(_) => self.several_to_hold(number, order, &choices, doings),
                None => self.ask(number, order, choices, doings),
            },
            Err(NotPlayed::Refused(why)) => self.refuse_in(number, order, why, doings),
            Err(NotPlayed::Told(occasion)) => self.interrupt(number, Some(*occasion), doings),
            Err(NotPlayed::Nothing) => false,
        }
    }

    pub(super) fn play_chosen(
        &mut self,
        number: GameNumber,
        order: &Order,
        chosen: Chosen,
        beside: Option<Beside>,
        doings: &mut Doings,
    ) -> bool {
        let Chosen { played, ignored } = chosen;
        let beside = self.with_what_was_held(number, played, beside, doings);
        let Some(table) = self.desk.tables.get(&number) else {
            return false;
        };
        let before = table.game.position().clone();
        let standing = standing_offers(&table.game);
        let dropped = self.dropped_for(number, played);
        let event = match self.make_move(number, played) {
            Ok(event) => event,
            Err(why) => return self.refuse_in(number, order, why, doings),
        };
        doings.notes.extend(dropped);
        let ended = self.desk.ended_offers(number, standing);
        let at = self.record_move(number, &event, letter_of(order, &before, played));
        doings.moved = true;
        let numbered = numbered_move(&before, played);
        if self.is_over(number) {
            self.tell_the_end(number, Some(numbered), at, &Follow::default(), doings);
            return true;
        }
        let (claim, no_offer) = match self.draw_beside(number, beside) {
            DrawBeside::Claimed(at) => {
                self.tell_the_end(number, Some(numbered), at, &Follow::default(), doings);
                return true;
            }
            DrawBeside::Open { claim, no_offer } => (claim, no_offer),
        };
        let draw_offered = self.desk.offers_draw(number, self.sender.player);
        if let Some(order) = doings.plan.take() {
            self.prepare(number, &order, doings);
        }
        let follow = self.follow(number, played);
        let at = follow.mine_at.or(at);
        doings.mine_at = follow.theirs_at;
        if self.is_over(number) {
            let last = self.mine(number).and_then(|game| game.last_move);
            self.tell_the_end(number, last, at, &follow, doings);
            return true;
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
        self.tell_the_move(number, played, doings)
    }

    /// What was held with this very move goes with it now.
    fn with_what_was_held(
        &self,
        number: GameNumber,
        played: Move,
        beside: Option<Beside>,
        doings: &mut Doings,
    ) -> Option<Beside> {
        let (words, offered) = self.held_with(number, played);
        let other = self.desk.tables.get(&number);
        let other = other.map(|table| table.game.other(self.sender.player));
        let heard = other.is_none_or(|other| self.desk.hears(other, self.sender.player));
        let words = words.filter(|_| heard);
        doings.talk = joined(words, doings.talk.take());
        beside.or(offered.then_some(Beside::Offer))
    }

    /// What follows a move of the sender's by itself.
    fn follow(&mut self, number: GameNumber, played: Move) -> Follow {
        let came = Came::with(&self.read.mail);
        let me = self.sender.player;
        self.desk
            .follow(number, me, played, came)
            .unwrap_or_default()
    }

    /// The sender makes the move, if their time was not over when their mail came.
    fn make_move(&mut self, number: GameNumber, played: Move) -> Result<Event, Why> {
        if let Some(late) = self.too_late(number) {
            return Err(late.into());
        }
        let running = self.desk.running(number, Came::with(&self.read.mail));
        let table = self.desk.tables.get_mut(&number);
        let table = table.ok_or(Refusal::NotYourGame)?;
        let spent = Running::spent(running.as_ref());
        Ok(table.game.play_in(self.sender.player, played, spent)?)
    }

    /// Claims or offers the draw that is wanted beside the move which was played.
    fn draw_beside(&mut self, number: GameNumber, beside: Option<Beside>) -> DrawBeside {
        let me = self.sender.player;
        let mut claim = Vec::new();
        let mut no_offer = None;
        if let (Some(beside), Some(table)) = (beside, self.desk.tables.get_mut(&number)) {
            if let Beside::Claim(claimed) = beside {
                match table.game.claim_draw(me, claimed, ClaimedWith::TheirMove) {
                    Ok(event) => return DrawBeside::Claimed(self.record(number, &event)),
                    Err(ClaimRefused::Unfounded(unfounded)) => {
                        claim = missing(&table.game, &unfounded);
                    }
                    Err(ClaimRefused::Refused(refusal)) => claim = vec![Missing::Refused(refusal)],
                }
            }
            // A claim that is wrong is an offer (FIDE 9.1.2.3).
            let (by, came) = (self.by(), Came::with(&self.read.mail));
            no_offer = self.desk.offer_draw_beside(number, me, by, came);
        }
        DrawBeside::Open { claim, no_offer }
    }

    fn is_over(&self, number: GameNumber) -> bool {
        self.desk
            .tables
            .get(&number)
            .is_some_and(|table| matches!(table.game.phase(), Phase::Over(_)))
    }

    /// Tells both players of a move, with what followed it.
    fn tell_the_move(&mut self, number: GameNumber, played: Played, doings: &mut Doings) -> bool {
        let me = self.sender.player;
        let Some(table) = self.desk.tables.get(&number) else {
            return false;
        };
        let other = table.game.other(me);
        let Some([mine, theirs]) = self.desk.view_both(number, me) else {
            return false;
        };
        let followed = [me, other].map(|reader| {
            let Played { follow, ended, .. } = &played;
            self.desk.followed(me, follow, ended, reader)
        });
        let [followed_of_mine, followed_of_theirs] = followed;
        let ignored = played.ignored.iter().map(|text| self.quoted(text));
        doings.mine = Some(Occasion::MovePlayed {
            game: mine,
            played: played.numbered.clone(),
            draw_offered: played.draw_offered,
            claim: played.claim.clone(),
            no_offer: played.no_offer,
            position_confirmed: !self.content.message.fens.is_empty(),
            ignored: ignored.collect(),
            followed: followed_of_mine,
            words_go_along: doings.talk.is_some() && self.reaches_other(number),
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
                beside: doings.beside.clone(),
                talk: doings.talk.clone(),
            };
            doings.theirs = Some((occasion, played.at));
        }
        true
    }

    /// Two legal readings: the player chooses by number.
    fn ask(
        &mut self,
        number: GameNumber,
        order: &Order,
        choices: Vec<Move>,
        doings: &mut Doings,
    ) -> bool {
        let me = self.sender.player;
        let Some(table) = self.desk.tables.get(&number) else {
            return false;
        };
        let position = table.game.position();
        let sans = choices.iter().map(|&m| chess::san(position, m)).collect();
        let question = Question {
            turn: table.game.turn(),
            choices,
            changed: true,
        };
        self.desk.questions.insert((number, me), question);
        let question = self.mine(number).map(|game| Occasion::Question {
            read: self.quoted_order(order),
            choices: sans,
            game,
        });
        self.interrupt(number, question, doings)
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
