//! What takes both players beside a draw: moves that are taken back, and a game that ends without a result.

use super::which_game::offered_to;
use super::{Confirmed, Effects, Execution};
use crate::chess::any_of;
use crate::game::{Event, Game, GameNumber, PlayerNumber, Refusal};
use crate::language::{Answer, Command, Order};
use crate::letters::{Grounds, NoAnswer, NoTournament, Occasion, Wanted};
use crate::robot::batch::{Came, Running};
use crate::robot::made_move::Follow;
use crate::robot::undo::{moves_behind, undo};
use std::ops::ControlFlow;

impl Execution<'_, '_, '_> {
    /// The bare word "accept" or "decline" in a game that goes on: it answers what is offered, where that is one thing.
    /// `None` when nothing is.
    pub(super) fn answer_offer(
        &mut self,
        number: GameNumber,
        order: &Order,
        answer: Answer,
        effects: &mut Effects,
    ) -> Option<ControlFlow<()>> {
        let game = &self.batch.games.get(&number)?.game;
        let offered = offered_to(game, self.sender.player);
        Some(match offered.as_slice() {
            [] => return None,
            [Command::Takeback(_)] => self.takeback(number, order, answer, effects),
            [Command::AcceptPause] => self.answer_pause(number, order, answer, effects),
            [Command::Abort(_)] => self.abort(number, order, answer, effects),
            [_] => {
                let deed: fn(&mut Game, PlayerNumber) -> Result<Event, Refusal> =
                    if answer == Answer::Accept {
                        Game::accept_draw
                    } else {
                        Game::decline_draw
                    };
                self.draw_deed(number, order, deed, effects)
            }
            several => {
                let word = |accept: &Command| match answer {
                    Answer::Accept => accept.properties().word,
                    Answer::Offer | Answer::Decline => accept.refusal().properties().word,
                };
                let commands: Vec<String> = several
                    .iter()
                    .map(|accept| format!("\"{}\"", word(accept)))
                    .collect();
                let words = any_of(&commands);
                self.refuse_in(number, order, NoAnswer::Several { words }, effects)
            }
        })
    }

    pub(super) fn takeback(
        &mut self,
        number: GameNumber,
        order: &Order,
        answer: Answer,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        if self.answers_old_mail(number) {
            return self.stale(number, order, effects);
        }
        if let Some(why) = self.no_way_back(number, answer) {
            return self.refuse_in(number, order, why, effects);
        }
        let me = self.sender.player;
        let Some(loaded) = self.batch.games.get(&number) else {
            return ControlFlow::Break(());
        };
        let before = loaded.game.clone();
        let running = self.batch.running(number, Came::with(&self.read.mail));
        let deed = |game: &mut Game, player| match answer {
            Answer::Offer => game.offer_takeback(player),
            Answer::Accept => game.accept_takeback(player, Running::spent(running.as_ref())),
            Answer::Decline => game.decline_takeback(player),
        };
        let (_, at) = self.do_in_game(number, order, effects, deed)?;
        let talk = effects.talk.clone();
        match answer {
            Answer::Offer => {
                let left = before
                    .side_of(me)
                    .and_then(|side| before.left_by_takeback(side));
                let moves = moves_behind(&before, left.unwrap_or(0));
                self.tell_both(number, at, talk, effects, |game, by_you, talk| {
                    Occasion::TakebackOffered {
                        game,
                        by_you,
                        moves: moves.clone(),
                        talk,
                    }
                });
            }
            Answer::Accept => {
                let undone = undo(self.batch, &before);
                let other = before.other(me);
                self.tell_both(number, at, talk, effects, |game, by_you, talk| {
                    Occasion::TakenBack {
                        game,
                        by_you,
                        undone: undone.told_to(if by_you { me } else { other }),
                        talk,
                    }
                });
            }
            Answer::Decline => self.tell_declined(number, at, Wanted::Takeback, effects),
        }
        ControlFlow::Continue(())
    }

    pub(super) fn abort(
        &mut self,
        number: GameNumber,
        order: &Order,
        answer: Answer,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        // Who was asked whether they want to end the game was shown it as it stands.
        let asked = self.sender.confirmed == Confirmed::Waited && answer == Answer::Offer;
        if !asked && self.answers_old_mail(number) {
            return self.stale(number, order, effects);
        }
        if let (Answer::Accept, Some(late)) = (answer, self.too_late(number)) {
            return self.refuse_in(number, order, late, effects);
        }
        if answer == Answer::Offer && self.is_of_tournament(number) {
            return self.refuse_in(number, order, NoTournament::NoAbort, effects);
        }
        // Nobody is asked who has wanted no mail for so long.
        let unasked = self
            .left_behind_by(number)
            .filter(|_| answer == Answer::Offer)
            .map(Grounds::Absent);
        let loaded = self.batch.games.get(&number);
        let offered = loaded.is_some_and(|loaded| loaded.game.abort_offer().is_some());
        let deed = match answer {
            Answer::Offer if unasked.is_some() => Game::abort_in_absence,
            Answer::Offer => Game::abort,
            Answer::Accept => Game::accept_abort,
            Answer::Decline => Game::decline_abort,
        };
        let (event, at) = self.do_in_game(number, order, effects, deed)?;
        let talk = effects.talk.clone();
        if let Event::Aborted { .. } | Event::AbortedInAbsence { .. } = event {
            effects.agreed = offered && unasked.is_none();
            effects.unasked = unasked;
            self.tell_the_end(number, None, at, &Follow::default(), effects);
        } else if answer == Answer::Decline {
            self.tell_declined(number, at, Wanted::Abort, effects);
        } else {
            self.tell_both(number, at, talk, effects, |game, by_you, talk| {
                Occasion::AbortOffered { game, by_you, talk }
            });
        }
        ControlFlow::Continue(())
    }

    /// Whether a game belongs to a tournament.
    pub(super) fn is_of_tournament(&self, number: GameNumber) -> bool {
        let loaded = self.batch.games.get(&number);
        loaded.is_some_and(|loaded| loaded.tournament.is_some())
    }

    /// The opponent in this game, where it can be ended without them since they have wanted no mail for long.
    fn left_behind_by(&self, number: GameNumber) -> Option<String> {
        let me = self.sender.player;
        let game = &self.batch.games.get(&number)?.game;
        let other = game.other(me);
        let from = self.batch.may_be_left_from(other)?;
        let may = self.batch.now.date_naive() >= from && !game.may_abort_alone_as(me);
        may.then(|| self.batch.name(other).to_owned())
    }

    pub(super) fn tell_declined(
        &self,
        number: GameNumber,
        at: Option<u32>,
        what: Wanted,
        effects: &mut Effects,
    ) {
        let talk = effects.talk.clone();
        self.tell_both(number, at, talk, effects, |game, by_you, talk| {
            Occasion::OfferDeclined {
                game,
                by_you,
                what,
                talk,
            }
        });
    }
}
