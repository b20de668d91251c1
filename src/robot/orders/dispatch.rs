//! Who carries an order out: one arm for each command.

use super::answers::PositionCheck;
use super::challenges::Wanted;
use super::which_game::could_mean;
use super::{Around, Effects, Execution, WithMove};
use crate::db::secret_links::Older;
use crate::db::silence::Hearing;
use crate::game::{Game, GameNumber};
use crate::language::{Answer, Command, Order};
use crate::letters::{NoAnswer, Occasion};
use std::ops::ControlFlow;

/// The commands that are carried out in a game.
macro_rules! in_a_game {
    () => {
        Command::Moves(_)
            | Command::Score(_)
            | Command::Choice(_)
            | Command::Prepare(_)
            | Command::Prepared
            | Command::DropPrepared
            | Command::Note(_)
            | Command::Notes
            | Command::OfferDraw
            | Command::ClaimDraw(_)
            | Command::ClaimTime(_)
            | Command::AcceptDraw
            | Command::DeclineDraw
            | Command::Accept
            | Command::Decline
            | Command::Withdraw
            | Command::Resign
            | Command::Takeback(_)
            | Command::Abort(_)
            | Command::Rematch
            | Command::Nudge
            | Command::OfferPause(_)
            | Command::AcceptPause
            | Command::DeclinePause
            | Command::GiveTime(_)
            | Command::Hold(_)
            | Command::DropHeld
            | Command::Say(_)
            | Command::Show
            | Command::Pgn
    };
}

/// The orders that are about no game; a new one that stands nowhere does not compile.
macro_rules! about_no_game {
    () => {
        Command::Challenge { .. }
            | Command::Chess960(_)
            | Command::Games
            | Command::Help(_)
            | Command::Stop
            | Command::Start
            | Command::Leave(_)
            | Command::TakeLeave(_)
            | Command::Back
            | Command::Quit
            | Command::Name(_)
            | Command::Letters(_)
            | Command::Format(_)
            | Command::Zone(_)
            | Command::Reminders(_)
            | Command::Digest(_)
            | Command::Prefer(..)
            | Command::Settings
            | Command::Addresses
            | Command::Ratings(_)
            | Command::CalendarLink
            | Command::NewLinks
            | Command::NoLinks
            | Command::Players(_)
            | Command::Seek(_)
            | Command::Seeks
            | Command::Take(_)
            | Command::Unseek(_)
            | Command::Tournaments
            | Command::SignUp(..)
            | Command::EnterTournament(_)
            | Command::WithdrawFrom(_)
            | Command::Table(_)
            | Command::Direct(..)
            | Command::ToDirector(..)
            | Command::Watch(_)
            | Command::Unwatch(_)
            | Command::Watching
            | Command::Address(_)
            | Command::RemoveAddress(_)
            | Command::Block(_)
            | Command::Unblock(_)
            | Command::Yes
            | Command::No
            | Command::Join
            | Command::Enter { .. }
            | Command::EnterWaiting { .. }
            | Command::Overwrite { .. }
            | Command::Search(_)
    };
}

impl Execution<'_, '_, '_> {
    /// Carries out an order that is about no game.
    pub(super) fn without_game(&mut self, order: &Order) -> anyhow::Result<()> {
        match &order.command {
            Command::Games => self.list_games(),
            Command::Help(topic) => self.help(topic.as_deref()),
            Command::Join => self.join(),
            Command::Board(fen) => self.draw_board(fen.as_deref().unwrap_or_default()),
            Command::Chess960(which) => self.show_start(order, which.as_deref())?,
            Command::Challenge { .. } => self.challenge_as_ordered(order)?,
            Command::Name(name) => self.rename(order, name),
            Command::Letters(language) => self.set_letters(order, language),
            Command::Format(word) => self.set_format(order, word),
            Command::Zone(words) => self.set_zone(order, words),
            Command::Reminders(_) | Command::Digest(_) | Command::Settings => self.settings(order),
            Command::Prefer(which, word) => self.set_preference(order, *which, word),
            Command::Stop => self.stop(),
            Command::Start => self.start(),
            Command::Leave(how) => self.leave(order, *how),
            Command::TakeLeave(Ok(period)) => self.take_leave(order, *period),
            Command::TakeLeave(Err(why)) => self.ask_which_leave(order, *why),
            Command::Back => self.come_back(order),
            Command::Quit => self.ask_what_to_quit(order),
            Command::Addresses => self.list_addresses(),
            Command::Seek(wish) => self.seek(order, wish)?,
            Command::Seeks => self.list_seeks(),
            Command::Take(number) => self.take(order, *number)?,
            Command::Unseek(number) => self.unseek(order, *number),
            Command::Tournaments => self.list_tournaments(),
            Command::SignUp(name, team) => self.sign_up(order, name, team.as_deref()),
            Command::EnterTournament(name) => self.ask_to_sign_up(order, name),
            Command::WithdrawFrom(name) => self.withdraw_from(order, name),
            Command::Table(name) => self.show_table(order, name.as_deref()),
            Command::Direct(name, what) => self.direct(order, name, what)?,
            Command::Watch(what) => self.watch(order, what),
            Command::Unwatch(what) => self.unwatch(order, what),
            Command::Watching => self.list_watched(),
            Command::ToDirector(name, words) => {
                self.write_to_directors(order, name.as_deref(), words);
            }
            Command::CalendarLink => self.send_calendar_link(Older::Stay)?,
            Command::NewLinks => self.send_calendar_link(Older::Void)?,
            Command::NoLinks => self.void_calendar_links(),
            Command::Players(from) => self.list_club(*from),
            Command::Ratings(name) => self.show_ratings(order, name.as_deref()),
            Command::Address(address) => self.change_address(order, address)?,
            Command::RemoveAddress(address) => self.remove_address(order, address),
            Command::Block(name) => self.block(order, name, Hearing::Refused),
            Command::Unblock(name) => self.block(order, name, Hearing::Allowed),
            Command::Enter { collection, .. } => self.enter(order, collection)?,
            Command::EnterWaiting { key } => self.enter_waiting(order, key)?,
            Command::Overwrite {
                number, password, ..
            } => self.overwrite(order, *number, password)?,
            Command::Search(words) => self.search(order, words)?,
            Command::Yes | Command::No => self.refuse_bare_answer(order),
            // Carried out with all else of its game.
            in_a_game!() => {}
        }
        Ok(())
    }

    fn challenge_as_ordered(&mut self, order: &Order) -> anyhow::Result<()> {
        if let Command::Challenge {
            opponent,
            colour,
            setup,
            time,
            stake,
        } = &order.command
        {
            let control = self.control_wanted(&order.command, time.as_ref());
            let stake = Self::stake_wanted(stake, setup);
            let terms = control.and_then(|control| Ok((control, stake?)));
            let wanted = terms.map(|(control, stake)| Wanted {
                opponent,
                colour: *colour,
                setup,
                control,
                stake,
            });
            self.challenge(order, opponent, wanted)?;
        }
        Ok(())
    }

    /// Carries out an order in a game. The orders behind it are carried out as well where it says so. Conditional moves beside
    /// a move were kept with it; what is said goes with what is done, or alone when nothing is. A draw beside
    /// a move is offered with it (FIDE 9.1.2.1), or claimed for the position after it (FIDE 9.2.1.1).
    pub(super) fn in_one_game(
        &mut self,
        number: GameNumber,
        order: &Order,
        around: &Around<'_>,
        effects: &mut Effects,
    ) -> anyhow::Result<ControlFlow<()>> {
        Ok(match &order.command {
            Command::Moves(_) | Command::Score(_) | Command::Choice(_) => {
                self.play(number, order, around, effects)
            }
            // With the move, where there is one.
            Command::ClaimDraw(_) | Command::OfferDraw if around.moves.is_some() => {
                ControlFlow::Continue(())
            }
            Command::ClaimDraw(claim) => self.claim(number, order, *claim, effects),
            Command::ClaimTime(claim) => self.claim_time(number, order, *claim, effects),
            // It goes with the move that is held, too.
            Command::OfferDraw if around.hold.is_some() => ControlFlow::Continue(()),
            Command::OfferDraw => self.offer_alone(number, order, around, effects),
            Command::AcceptDraw => self.draw_deed(number, order, Game::accept_draw, effects),
            // Before the move: a move declines the draw as well, and then there is none to be declined.
            Command::DeclineDraw => self.decline_draw(number, order, around, effects),
            Command::Accept => self.accept(number, order, effects)?,
            Command::Decline => self.decline(number, order, effects),
            Command::Withdraw => self.withdraw(number, order, effects),
            Command::Resign => self.resign(number, order, effects),
            Command::Takeback(answer) => self.takeback(number, order, *answer, effects),
            Command::Abort(answer) => self.abort(number, order, *answer, effects),
            Command::OfferPause(period) => {
                let done = self.offer_pause(number, order, *period, effects);
                self.beside_the_move(number, around, done)
            }
            Command::AcceptPause => self.answer_pause(number, order, Answer::Accept, effects),
            Command::DeclinePause => self.answer_pause(number, order, Answer::Decline, effects),
            Command::GiveTime(time) => {
                let done = self.give_time(number, order, *time, effects);
                self.beside_the_move(number, around, done)
            }
            Command::Hold(time) => self.may_hold(number, order, (*time, around), effects),
            Command::DropHeld => self.drop_held(number, order, effects),
            Command::Rematch => self.rematch(number, order, effects)?,
            // Kept with the move.
            Command::Prepare(_) if effects.moved => ControlFlow::Continue(()),
            Command::Prepare(_) => self.prepare(number, order, effects),
            Command::DropPrepared => self.drop_prepared(number, order, effects),
            Command::Prepared => effects.show_prepared(),
            Command::Note(note) => self.note(number, order, note, effects),
            Command::Notes => effects.show_notes(),
            Command::Show | Command::Board(_) | Command::Pgn => {
                self.show_game(number, order, effects)
            }
            Command::Nudge => self.nudge(number, order, effects),
            // Said with what is done, or carried out without a game.
            Command::Say(_) | about_no_game!() => ControlFlow::Continue(()),
        })
    }

    fn offer_alone(
        &mut self,
        number: GameNumber,
        order: &Order,
        around: &Around<'_>,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        // A claim is an offer as well (FIDE 9.1.2.3).
        if let Some(WithMove::Claim(_)) = around.beside {
            return ControlFlow::Continue(());
        }
        // Who asks "draw?" where one is offered may ask whether they have understood that.
        let asks = order.typed.trim_end().ends_with('?');
        if asks && self.may_accept_draw(number) {
            return self.refuse_in(number, order, NoAnswer::Draw, effects);
        }
        self.draw_deed(number, order, Game::offer_draw, effects)
    }

    fn may_accept_draw(&self, number: GameNumber) -> bool {
        let loaded = self.batch.games.get(&number);
        loaded.is_some_and(|loaded| {
            could_mean(&Command::AcceptDraw, &loaded.game, self.sender.player)
        })
    }

    /// What is wanted beside a move and cannot be done is told, and the move is played all the same; unless the mail answers
    /// an old one, or comes too late for both.
    fn beside_the_move(
        &mut self,
        number: GameNumber,
        around: &Around<'_>,
        done: ControlFlow<()>,
    ) -> ControlFlow<()> {
        let counts = !self.answers_old_mail(number) && self.too_late(number).is_none();
        if around.moves.is_some() && counts {
            return ControlFlow::Continue(());
        }
        done
    }

    /// Shows the game, or sends its moves, where nothing else of it is shown.
    fn show_game(
        &mut self,
        number: GameNumber,
        order: &Order,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        if effects.mine.is_none() {
            let shown = if let Command::Pgn = order.command {
                self.mine(number).map(|game| Occasion::Pgn { game })
            } else {
                self.shown(number, PositionCheck::None)
            };
            self.answer_in(number, shown, effects);
        }
        ControlFlow::Continue(())
    }
}
