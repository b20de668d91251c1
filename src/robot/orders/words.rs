//! Words: for the opponent, or for nobody that we could find.

use super::answers::PositionCheck;
use super::which_game::could_mean;
use super::{Effects, Execution};
use crate::game::{GameNumber, Phase};
use crate::language::{Command, Doubt, Order, Unread, without_addresses};
use crate::letters::{Addition, NoMove, NotDone, Occasion, clean_talk};
use crate::mail::address;
use crate::robot::allowances::Allowance;
use crate::robot::reading::game_of;

impl<'m> Execution<'_, '_, 'm> {
    /// What the sender wrote, as their opponent gets it. Header fields and attributions that were not known for what
    /// they are would tell the sender's addresses and ours: those are taken out.
    pub(super) fn for_the_other(&self, words: &str) -> Option<String> {
        clean_talk(&self.without_private_addresses(words))
    }

    pub(super) fn without_private_addresses(&self, words: &str) -> String {
        without_addresses(words, |address| {
            let key = address::key(address);
            let incoming = &self.content.incoming;
            self.batch.server.owns(address)
                || key == address::key(&self.address())
                || incoming.senders.iter().any(|own| address::key(own) == key)
                || self
                    .batch
                    .own_addresses
                    .iter()
                    .any(|own| own.player_id == self.sender.player.0 && own.key == key)
        })
    }

    /// Passes on what the sender wrote to their opponent, or says why not.
    pub(super) fn pass_on(&mut self, number: GameNumber, orders: &[&Order], effects: &mut Effects) {
        match self.words_for_the_other(number, effects) {
            Ok(Some(theirs)) => {
                effects.theirs = Some(theirs);
                effects.mine = self.mine(number).map(|game| Occasion::TalkSent { game });
            }
            Ok(None) => {}
            Err(why) => {
                if let Some(order) = orders.first() {
                    // It is the last that is done in this game.
                    let _ = self.refuse_in(number, order, why, effects);
                }
            }
        }
    }

    /// The same where something was kept that they are told of: a remark more for them.
    pub(super) fn pass_on_beside(&mut self, number: GameNumber, effects: &mut Effects) {
        let told = match self.words_for_the_other(number, effects) {
            Ok(Some(theirs)) => {
                effects.theirs = Some(theirs);
                Addition::WordsPassedOn
            }
            Ok(None) => return,
            Err(why) => Addition::WordsNotPassedOn(why.into()),
        };
        effects.notes.push(told);
    }

    /// The letter that brings the sender's words to their opponent.
    fn words_for_the_other(
        &mut self,
        number: GameNumber,
        effects: &Effects,
    ) -> Result<Option<(Occasion, Option<u32>)>, NoMove> {
        let Some(talk) = effects.talk.clone() else {
            return Ok(None);
        };
        let me = self.sender.player;
        let Some(loaded) = self.batch.games.get(&number) else {
            return Ok(None);
        };
        let other = loaded.game.other(me);
        let settled = matches!(loaded.game.phase(), Phase::Playing | Phase::Over(_));
        let acquainted = self.batch.is_active(me) && self.batch.is_active(other);
        if !settled && !acquainted {
            return Err(NoMove::WordsTooEarly);
        }
        if !self.reaches_other(number) {
            return Err(NoMove::OpponentWantsNoMail);
        }
        let address = self.address();
        if !self.batch.spend(&address, Allowance::Talk) {
            return Err(NoMove::WordsEnough);
        }
        let theirs = self.theirs(number);
        Ok(theirs.map(|game| (Occasion::Talk { game, talk }, None)))
    }

    /// "Yes", "no" and numbers beside other orders, where nothing is open that they would answer: they are words. So is the
    /// "no" beside a move, which declines what was offered by itself.
    pub(super) fn idle_answers(&self) -> Vec<&'m Order> {
        let orders = &self.content.message.orders;
        let answers = |order: &Order| {
            matches!(
                order.command,
                Command::Yes | Command::No | Command::Choice(_)
            )
        };
        let Some(other) = orders.iter().find(|order| !answers(order)) else {
            return Vec::new();
        };
        let me = self.sender.player;
        let number = self.game_for(other).ok();
        let loaded = number.and_then(|number| self.batch.games.get(&number));
        let asked = number
            .and_then(|number| self.batch.questions.get(&(number, me)))
            .zip(loaded)
            .is_some_and(|(question, loaded)| question.turn == loaded.game.turn());
        let offered = loaded.is_some_and(|loaded| could_mean(&Command::Accept, &loaded.game, me));
        let moves = matches!(other.command, Command::Moves(_));
        let idle = |order: &&Order| {
            matches!(order.command, Command::Choice(_)) && !asked
                || matches!(order.command, Command::Yes) && !offered
                || matches!(order.command, Command::No) && (!offered || moves)
        };
        orders.iter().filter(idle).collect()
    }

    /// A "yes" to what was offered, beside a move, which declines it. `None` where there is none.
    pub(super) fn yes_beside_a_move(&self, idle: &[&Order]) -> Option<(&'m Order, &'m Order)> {
        let orders = &self.content.message.orders;
        let yes = |order: &&Order| order.command == Command::Yes && !idle.contains(order);
        let moves = |order: &&Order| matches!(order.command, Command::Moves(_));
        Some((orders.iter().find(yes)?, orders.iter().find(moves)?))
    }

    /// A mail without any order: a position to be confirmed, or words that are for nobody.
    pub(super) fn answer_without_orders(&mut self) {
        let message = &self.content.message;
        let mine = |number: &GameNumber| {
            self.batch
                .games
                .get(number)
                .is_some_and(|loaded| loaded.game.has(self.sender.player))
        };
        let game = game_of(self.content).filter(mine);
        if !message.fens.is_empty()
            && message
                .unread
                .as_ref()
                .is_none_or(|unread| unread.reason == Doubt::Prose)
            && let Some(number) = game
        {
            let occasion = self
                .position_differs(number, None)
                .or_else(|| self.shown(number, PositionCheck::Agrees));
            if let Some(occasion) = occasion {
                self.inform(occasion, Some(number));
            }
            return;
        }
        if self.content.incoming.encrypted {
            let why = NotDone::Encrypted.into();
            self.inform(Occasion::Unreadable { why }, None);
            return;
        }
        let unread = message.unread.as_ref();
        let robotic = unread.is_none_or(may_be_thanks);
        let line = unread.map(|unread| self.quoted(&unread.line));
        let asked = self.asked_whether_meant(game);
        // Whoever speaks of a move that they can play has said something, and it is theirs to say whether it is meant.
        // To look whether it was said before counts it as said.
        let speaks_of_a_move = asked.is_some()
            && !self.content.hasty
            && !self
                .batch
                .said_before(&self.address(), &self.content.words_key);
        let answer = asked.unwrap_or_else(|| self.doubtful(game));
        if robotic && !speaks_of_a_move {
            self.answer_unclear(answer, line, game);
        } else {
            self.answer_within(Allowance::Information, answer, game);
        }
    }

    /// Answers a mail in which there is nothing that could be done. Who says something new is a person, if they have proven
    /// themselves; who says the same again, or answers within a minute, may be a robot. The last answer of the day says that
    /// it is, and shows this line.
    pub(super) fn answer_unclear(
        &mut self,
        answer: Occasion,
        line: Option<String>,
        game: Option<GameNumber>,
    ) {
        let address = self.address();
        let again = self.batch.said_before(&address, &self.content.words_key);
        let allowance = if again || self.content.hasty || !self.is_proven() {
            Allowance::NotUnderstood
        } else {
            Allowance::Unclear
        };
        if !self.may_answer(allowance) {
            self.refuse_to_answer();
            return;
        }
        let answer = if self.batch.is_spent(&address, allowance) {
            Occasion::LastAnswer {
                line,
                contact: self.batch.server.contact.clone(),
                game: game.and_then(|number| self.mine(number)),
            }
        } else {
            answer
        };
        self.tell(answer, game);
    }
}

/// Whether a line may be a robot's that thanks us. Somebody who nearly said something is a person; who says nothing at all may be
/// one.
fn may_be_thanks(unread: &Unread) -> bool {
    unread.reason == Doubt::Prose && unread.did_you_mean.is_none()
}
