//! What players agree upon about the clocks of their game: a pause, and time that one gives the other.

use super::{Effects, Execution};
use crate::game::clock::{Amount, Days, Kind, Reason, Stretch, end_at};
use crate::game::{Event, Game, GameNumber, PlayerNumber, Refusal};
use crate::language::{Answer, NoPeriod, Order, Period};
use crate::letters::{
    Addition, NoPause, Occasion, Sentence, Wanted, day_in_words, in_words, in_words_for_one_move,
};
use crate::robot::batch::Pause;
use chrono::NaiveDate;
use std::ops::ControlFlow;

/// The longest pause, in days.
const LONGEST: u32 = 366;

/// The longest time that is given at once, in seconds.
const MOST_AT_ONCE: u64 = 366 * crate::game::clock::DAY;

impl Execution<'_, '_, '_> {
    pub(super) fn offer_pause(
        &mut self,
        number: GameNumber,
        order: &Order,
        period: Result<Period, NoPeriod>,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let last = match self.last_day_of_pause(period) {
            Ok(last) => last,
            Err(why) => return self.refuse_in(number, order, why, effects),
        };
        self.pause(
            number,
            order,
            |game, me| game.offer_pause(me, last),
            effects,
        )
    }

    /// What answers an offer answers the one that stands: another is told with a letter of its own. Who accepts agrees to
    /// what begins now, and not to what is over.
    pub(super) fn answer_pause(
        &mut self,
        number: GameNumber,
        order: &Order,
        answer: Answer,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        if self.answers_old_mail(number) {
            return self.stale(number, order, effects);
        }
        let loaded = self.batch.games.get(&number);
        let offered = loaded.and_then(|loaded| loaded.game.pause_offer());
        let today = self.arrived().date_naive();
        match (answer, offered) {
            (Answer::Decline, _) => self.pause(number, order, Game::decline_pause, effects),
            (Answer::Offer | Answer::Accept, Some((_, last))) if last < today => {
                let why = NoPause::Over(day_in_words(last));
                self.refuse_in(number, order, why, effects)
            }
            (Answer::Offer | Answer::Accept, _) => {
                self.pause(number, order, Game::accept_pause, effects)
            }
        }
    }

    fn pause(
        &mut self,
        number: GameNumber,
        order: &Order,
        deed: impl FnOnce(&mut Game, PlayerNumber) -> Result<Event, Refusal>,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        // Who is late would be shielded by it.
        if let Some(late) = self.too_late(number) {
            return self.refuse_in(number, order, late, effects);
        }
        if let Some(over) = self.over_by_now(number) {
            return self.refuse_in(number, order, NoPause::TimeOver(over), effects);
        }
        let (event, at) = self.do_in_game(number, order, effects, deed)?;
        if let Event::PauseAgreed { last, .. } = event {
            self.stop_clocks_until(number, last);
            self.tell_agreed(number, at, last, effects);
        } else if let Event::PauseOffered { last, .. } = event {
            self.tell_offered(number, at, last, effects);
        } else {
            self.tell_declined(number, at, Wanted::Pause, effects);
        }
        ControlFlow::Continue(())
    }

    fn tell_agreed(
        &self,
        number: GameNumber,
        at: Option<u32>,
        last: NaiveDate,
        effects: &mut Effects,
    ) {
        let last = || day_in_words(last);
        effects.notes.push(Addition::Paused { last: last() });
        effects.beside.push(Addition::Paused { last: last() });
        let talk = effects.talk.clone();
        self.tell_both(number, at, talk, effects, |game, by_you, talk| {
            let last = last();
            Occasion::PauseAgreed {
                game,
                by_you,
                last,
                talk,
            }
        });
    }

    fn tell_offered(
        &self,
        number: GameNumber,
        at: Option<u32>,
        last: NaiveDate,
        effects: &mut Effects,
    ) {
        let last = || day_in_words(last);
        effects.notes.push(Addition::OfferedPause {
            opponent: self.opponent(number),
            last: last(),
        });
        effects.beside.push(Addition::PauseOffered {
            opponent: self.name(),
            last: last(),
        });
        let talk = effects.talk.clone();
        self.tell_both(number, at, talk, effects, |game, by_you, talk| {
            let last = last();
            Occasion::PauseOffered {
                game,
                by_you,
                last,
                talk,
            }
        });
    }

    /// How the other player is called.
    fn opponent(&self, number: GameNumber) -> String {
        let loaded = self.batch.games.get(&number);
        let other = loaded.map(|loaded| loaded.game.other(self.sender.player));
        other.map_or_else(String::new, |other| self.batch.name(other).to_owned())
    }

    /// How the sender is called.
    fn name(&self) -> String {
        self.batch.name(self.sender.player).to_owned()
    }

    /// The clocks of this game stand from the arrival of this mail until the end of a day.
    fn stop_clocks_until(&mut self, number: GameNumber, last: NaiveDate) {
        let from = self.arrived();
        let Ok(days) = Days::new(from.date_naive(), last) else {
            return;
        };
        let Ok(span) = days.span(from) else {
            return;
        };
        let reason = Reason::Pause;
        self.batch.stretches_change(number, |stretches| {
            // What was agreed upon before ends with it; what the administrator has paused stays so.
            end_at(from, stretches, |one| {
                one.reason == reason && !one.span.is_open()
            });
            stretches.push(Stretch { reason, span });
        });
        self.batch.stops.pauses.push(Pause {
            game: number,
            from,
            until: days.end(),
        });
    }

    /// The last day of a pause that begins today.
    pub(super) fn last_day_of_pause(
        &self,
        period: Result<Period, NoPeriod>,
    ) -> Result<NaiveDate, NoPause> {
        let period = period.map_err(|why| match why {
            NoPeriod::Nothing => NoPause::NoDay,
            NoPeriod::Unread => NoPause::Unread,
            NoPeriod::TwoWays(one, other) => NoPause::TwoWays(one, other),
        })?;
        let today = self.arrived().date_naive();
        let days = period.days(today).map_err(NoPause::Period)?;
        if days.first() != today {
            return Err(NoPause::Later);
        }
        if days.count() > LONGEST {
            return Err(NoPause::TooLong);
        }
        Ok(days.last())
    }

    pub(super) fn give_time(
        &mut self,
        number: GameNumber,
        order: &Order,
        time: Option<Amount>,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let given = time.filter(|time| time.in_seconds() <= MOST_AT_ONCE);
        let Some(time) = given else {
            let why = if time.is_none() {
                NoPause::NoTime
            } else {
                NoPause::TooMuchTime
            };
            return self.refuse_in(number, order, why, effects);
        };
        let other = |game: &Game| game.side_of(game.other(self.sender.player));
        let has = self.batch.games.get(&number).and_then(|loaded| {
            let side = other(&loaded.game)?;
            Some(loaded.game.clocks().left(side).clock())
        });
        if has.is_some_and(|has| has > MOST_AT_ONCE) {
            return self.refuse_in(number, order, NoPause::EnoughTime, effects);
        }
        let deed = |game: &mut Game, me| game.give_time(me, time);
        let (_, at) = self.do_in_game(number, order, effects, deed)?;
        let talk = effects.talk.clone();
        // Where each move has its own time, nothing of it is left for a later one.
        let control = self.batch.games.get(&number);
        let kind = control.map(|loaded| loaded.game.control().kind());
        let time = || match kind {
            Some(Kind::PerMove(_)) => in_words_for_one_move(time.in_seconds()),
            Some(_) | None => in_words(time.in_seconds()),
        };
        effects.notes.push(Addition::Gave {
            opponent: self.opponent(number),
            time: time(),
        });
        effects.beside.push(Addition::Got {
            opponent: self.name(),
            time: time(),
        });
        let capped = self.above_the_cap(number);
        self.tell_both(number, at, talk, effects, |game, by_you, talk| {
            let (time, capped) = (time(), capped.clone());
            Occasion::TimeGiven {
                game,
                by_you,
                time,
                capped,
                talk,
            }
        });
        ControlFlow::Continue(())
    }

    /// What the opponent can keep after their next move, where they have more now.
    fn above_the_cap(&self, number: GameNumber) -> Option<Sentence> {
        let game = &self.batch.games.get(&number)?.game;
        let side = game.side_of(game.other(self.sender.player))?;
        let Kind::Fischer(fischer) = game.control().kind() else {
            return None;
        };
        let cap = fischer.cap()?.in_seconds();
        (game.clocks().left(side).clock() > cap).then(|| in_words(cap))
    }
}
