//! What is told to whom: the letters that orders bring about, within the day's allowance, and the events that are written
//! down.

use super::claims::grounds;
use super::{Confirmed, Effects, Execution};
use crate::chess::LetterCase;
use crate::game::{By, Event, Game, GameNumber, Manner, PlayerNumber, Refusal};
use crate::language::{Order, mended as mended_line};
use crate::letters::{GameView, Occasion, Parting, Why, one_line, without_links};
use crate::robot::allowances::{Allowance, Cause, Kind, Unasked, enough_for_today};
use crate::robot::batch::Came;
use crate::robot::draft::{Answering, Draft, Recipient};
use crate::robot::made_move::{Follow, standing_offers};
use chrono::{DateTime, Utc};
use std::ops::ControlFlow;

/// Why a letter is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It answers the mail, below which it stands.
    Asked,
    /// Its reader has not asked for it.
    News,
}

/// What a mail says of the position by a FEN of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PositionCheck {
    /// That it is that of the game.
    Agrees,
    /// Nothing.
    None,
}

impl Execution<'_, '_, '_> {
    /// The game as the sender sees it.
    pub(super) fn mine(&self, number: GameNumber) -> Option<GameView> {
        self.batch.view(number, self.sender.player)
    }

    /// The game as it stands, for the sender.
    pub(super) fn shown(&self, number: GameNumber, check: PositionCheck) -> Option<Occasion> {
        self.mine(number).map(|game| Occasion::Show {
            game,
            position_confirmed: check == PositionCheck::Agrees,
        })
    }

    /// The game as the other player sees it, where they may be written to.
    pub(super) fn theirs(&self, number: GameNumber) -> Option<GameView> {
        let loaded = self.batch.games.get(&number)?;
        let other = loaded.game.other(self.sender.player);
        self.reaches_other(number)
            .then(|| self.batch.view(number, other))
            .flatten()
    }

    /// Whether the other player may be written to. Who was invited and has not answered had their one mail.
    pub(super) fn reaches_other(&self, number: GameNumber) -> bool {
        self.batch.games.get(&number).is_some_and(|loaded| {
            let other = loaded.game.other(self.sender.player);
            self.batch.may_write_to(other) && self.batch.is_active(other)
        })
    }

    pub(super) fn tell_the_end(
        &mut self,
        number: GameNumber,
        played: Option<String>,
        at: Option<u32>,
        follow: &Follow,
        effects: &mut Effects,
    ) {
        let talk = effects.talk.clone();
        let agreed = effects.agreed;
        let by_other = follow.ends_with_other();
        let grounds = self
            .batch
            .games
            .get(&number)
            .and_then(|loaded| grounds(&loaded.game))
            .or_else(|| effects.unasked.clone());
        self.tell_both(number, at, talk, effects, |game, by_you, talk| {
            let played = played.clone();
            Occasion::Over {
                game,
                followed: follow.line.clone(),
                played,
                grounds: grounds.clone(),
                agreed,
                by_you: by_you != by_other,
                parting: Parting::Game,
                annulled: false,
                talk,
            }
        });
    }

    /// Tells both players of one thing that the sender did: them without their own words, the other with them.
    pub(super) fn tell_both(
        &self,
        number: GameNumber,
        at: Option<u32>,
        talk: Option<String>,
        effects: &mut Effects,
        occasion: impl Fn(GameView, bool, Option<String>) -> Occasion,
    ) {
        effects.mine = self.mine(number).map(|game| occasion(game, true, None));
        effects.theirs = self
            .theirs(number)
            .map(|game| (occasion(game, false, talk), at));
    }

    /// Writes an event down; returns its number.
    pub(super) fn record(&mut self, number: GameNumber, event: &Event) -> Option<u32> {
        self.record_move(number, event, None)
    }

    /// Writes down a move of the sender, and how they wrote the letter of the piece.
    pub(super) fn record_move(
        &mut self,
        number: GameNumber,
        event: &Event,
        letter: Option<LetterCase>,
    ) -> Option<u32> {
        let manner = Manner {
            letter,
            prepared: false,
        };
        let came = Came::with(&self.read.mail);
        self.batch.record(number, event, manner, self.by(), came)
    }

    /// The sender, by this mail.
    pub(super) fn by(&self) -> By {
        By {
            player: Some(self.sender.player),
            cause: Some(self.read.cause()),
        }
    }

    /// Words of the mail as the answer quotes them. Where only their domain, or their "yes" to something else, says
    /// that they are theirs, a link among them would be brought to a player by us. Where nothing does, none of them is,
    /// and this is empty.
    pub(super) fn quoted(&self, words: &str) -> String {
        let line = one_line(words);
        match self.sender.confirmed {
            Confirmed::Answers => line,
            Confirmed::No if self.sender.proof.is_some() => line,
            Confirmed::No if !self.is_proven() => String::new(),
            Confirmed::No | Confirmed::Waited => without_links(&line),
        }
    }

    /// An order as the answer quotes it. Of a mail that waited it is spelled by us already.
    pub(super) fn quoted_order(&self, order: &Order) -> String {
        match self.sender.confirmed {
            Confirmed::Waited => order.typed.clone(),
            Confirmed::No if self.sender.proof.is_none() => self.spelled(order),
            Confirmed::No | Confirmed::Answers => one_line(&order.typed),
        }
    }

    /// The same for each of several sentences.
    pub(super) fn all_quoted(&self, sentences: Vec<String>) -> Vec<String> {
        sentences.iter().map(|words| self.quoted(words)).collect()
    }

    /// Whether they have shown that it is they who write, or their domain stands behind it.
    pub(super) fn is_proven(&self) -> bool {
        self.sender.proof.is_some()
            || self.sender.confirmed != Confirmed::No
            || self.read.known.vouched
    }

    /// Does this in the game, and writes it down. Where the rules do not allow it the sender is told why, and nothing more is
    /// done in this game.
    pub(super) fn do_in_game(
        &mut self,
        number: GameNumber,
        order: &Order,
        effects: &mut Effects,
        deed: impl FnOnce(&mut Game, PlayerNumber) -> Result<Event, Refusal>,
    ) -> ControlFlow<(), (Event, Option<u32>)> {
        let Some(loaded) = self.batch.games.get_mut(&number) else {
            return ControlFlow::Break(());
        };
        let standing = standing_offers(&loaded.game);
        match deed(&mut loaded.game, self.sender.player) {
            Ok(event) => {
                if event.declines() {
                    let ended = self.batch.ended_offers(number, standing);
                    effects.declined.extend(ended);
                }
                let at = self.record(number, &event);
                ControlFlow::Continue((event, at))
            }
            Err(refusal) => {
                self.refused(number, order, refusal, effects)?;
                ControlFlow::Break(())
            }
        }
    }

    /// When the mail came: what it says counts from then on.
    pub(super) fn arrived(&self) -> DateTime<Utc> {
        Came::with(&self.read.mail).arrived()
    }

    /// Says what the rules do not allow, and ends what is done in this game.
    pub(super) fn refused(
        &mut self,
        number: GameNumber,
        order: &Order,
        refusal: Refusal,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        self.refuse_in(number, order, refusal, effects)
    }

    pub(super) fn refuse_in(
        &mut self,
        number: GameNumber,
        order: &Order,
        why: impl Into<Why>,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let refused = Occasion::Refused {
            also: Vec::new(),
            read: self.quoted_order(order),
            why: why.into(),
            instead: Vec::new(),
            piece_moves: Vec::new(),
            game: self.mine(number),
        };
        self.interrupt(number, Some(refused), effects)
    }

    pub(super) fn refuse(&mut self, order: &Order, why: impl Into<Why>, game: Option<GameNumber>) {
        let occasion = Occasion::Refused {
            also: Vec::new(),
            read: self.quoted_order(order),
            why: why.into(),
            instead: Vec::new(),
            piece_moves: Vec::new(),
            game: game.and_then(|number| self.mine(number)),
        };
        self.inform(occasion, game);
    }

    /// The same for an order about a game with somebody, with the line as it may have been meant.
    pub(super) fn refuse_terms(&mut self, order: &Order, why: Why) {
        let mended = Some(&order.typed).filter(|_| self.is_proven());
        let instead = mended.and_then(|typed| mended_line(typed));
        let occasion = Occasion::Refused {
            also: Vec::new(),
            read: self.quoted_order(order),
            why,
            instead: instead.iter().map(|line| self.quoted(line)).collect(),
            piece_moves: Vec::new(),
            game: None,
        };
        self.inform(occasion, None);
    }

    /// Answers what cannot be done, within the day's allowance, and ends what is done in this game.
    pub(super) fn interrupt(
        &mut self,
        number: GameNumber,
        occasion: Option<Occasion>,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        self.answer_in(number, occasion, effects);
        ControlFlow::Break(())
    }

    /// Answers in this game, within the day's allowance. What was done before it is told first.
    pub(super) fn answer_in(
        &mut self,
        number: GameNumber,
        occasion: Option<Occasion>,
        effects: &mut Effects,
    ) {
        if let Some(done) = effects.mine.take() {
            self.tell(done, Some(number));
        }
        if let Some(occasion) = occasion {
            self.inform(occasion, Some(number));
        }
    }

    pub(super) fn inform(&mut self, occasion: Occasion, game: Option<GameNumber>) {
        self.answer_within(Allowance::Information, occasion, game);
    }

    pub(super) fn answer_within(
        &mut self,
        allowance: Allowance,
        occasion: Occasion,
        game: Option<GameNumber>,
    ) {
        if self.may_answer(allowance) {
            self.tell(occasion, game);
        } else {
            self.refuse_to_answer();
        }
    }

    /// Anybody can write a player's name on a mail; what is not proven gets few answers a day.
    pub(super) fn may_answer(&mut self, allowance: Allowance) -> bool {
        let address = self.address();
        if self.is_proven() {
            return self.batch.spend(&address, allowance);
        }
        let allowance = if allowance == Allowance::NotUnderstood {
            Allowance::Unread
        } else {
            Allowance::LookUp
        };
        let letter = Unasked {
            kind: Kind::Player,
            to: &address,
            cause: Cause::of(self.read, self.content),
        };
        let spent = self.batch.spend_unasked(&address, allowance, &letter);
        spent.is_ok()
    }

    /// The day's allowance is spent.
    pub(super) fn refuse_to_answer(&mut self) {
        self.refused_to_answer = Some(enough_for_today("answers to this player"));
    }

    /// An answer to the sender.
    pub(super) fn tell(&mut self, occasion: Occasion, game: Option<GameNumber>) {
        self.draft(occasion, self.sender.player, game, None, Reason::Asked);
    }

    pub(super) fn draft(
        &mut self,
        occasion: Occasion,
        to: PlayerNumber,
        game: Option<GameNumber>,
        event: Option<u32>,
        reason: Reason,
    ) {
        let turn = game
            .and_then(|number| self.batch.games.get(&number))
            .map_or(0, |loaded| loaded.game.turn());
        let answers = (reason == Reason::Asked).then(|| Answering {
            message_id: self.content.incoming.message_id.clone(),
        });
        self.batch.drafts.push(Draft {
            occasion,
            to: Recipient::Player(to),
            game,
            turn,
            event,
            cause: self.read.cause(),
            answers,
            one_time: None,
            turns: Vec::new(),
        });
    }

    pub(super) fn post(&mut self, number: GameNumber, effects: Effects) {
        if let Some(occasion) = effects.mine {
            let me = self.sender.player;
            self.draft(occasion, me, Some(number), effects.mine_at, Reason::Asked);
        }
        let other = self
            .batch
            .games
            .get(&number)
            .map(|loaded| loaded.game.other(self.sender.player));
        if let Some((occasion, event)) = effects.theirs
            && let Some(other) = other
        {
            self.draft(occasion, other, Some(number), event, Reason::News);
        }
    }

    pub(super) fn address(&self) -> String {
        self.batch
            .players
            .get(&self.sender.player)
            .map(|player| player.address.clone())
            .unwrap_or_default()
    }
}
