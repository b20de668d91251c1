//! A move for another position than the present one: it answers an older mail, or has another number.

use super::{Confirmed, Effects, Execution};
use crate::chess::{Reading, Spelling};
use crate::game::GameNumber;
use crate::language::Order;
use crate::letters::{NoMove, Occasion};
use crate::mail::token::Purpose;
use crate::robot::made_move::{move_number, numbered_move};
use shakmaty::{Color, Position};
use std::ops::ControlFlow;

impl Execution<'_, '_, '_> {
    /// Whether the game has gone on since its player saw it: in the letter that this mail answers, or when they were
    /// asked about the mail.
    pub(super) fn answers_old_mail(&self, number: GameNumber) -> bool {
        let shown = self
            .sender
            .proof
            .and_then(|code| self.batch.shows_present(code, number));
        match shown {
            Some(present) => !present,
            None => {
                let asked_at = match self.sender.confirmed {
                    Confirmed::Waited => self.batch.confirmed.get(&self.read.mail.id),
                    Confirmed::No | Confirmed::Answers => None,
                };
                let loaded = self.batch.games.get(&number);
                loaded
                    .zip(asked_at)
                    .is_some_and(|(loaded, asked)| loaded.times.turned_at > asked.asked_at)
            }
        }
    }

    /// The mail answers an older position: nothing is done, even where it would be legal now.
    pub(super) fn stale(
        &mut self,
        number: GameNumber,
        order: &Order,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let Some(loaded) = self.batch.games.get(&number) else {
            return ControlFlow::Break(());
        };
        let turn = match self.sender.proof {
            Some(Purpose::Game { game, turn, .. }) if game == number => turn,
            // Which position it was is not known.
            Some(Purpose::Game { .. } | Purpose::Player { .. }) | None => {
                let stale = self.mine(number).map(|game| Occasion::Stale {
                    read: self.quoted(&order.typed),
                    answered_move: None,
                    gone_on: true,
                    since: Vec::new(),
                    already_played: false,
                    game,
                });
                return self.interrupt(number, stale, effects);
            }
        };
        // It was set back by the administrator, and that is lost with a database that had to be restored.
        if turn > loaded.game.turn() {
            return self.refuse_in(number, order, NoMove::UnknownPosition, effects);
        }
        let ply = loaded.game.ply_at(turn);
        let spelling = order.command.moves().and_then(|moves| moves.first());
        let stale = self.stale_letter(number, ply, &order.typed, spelling);
        self.interrupt(number, stale, effects)
    }

    /// `ply` tells how many plies had been played in the position that it answers, where they still stand.
    pub(super) fn stale_letter(
        &self,
        number: GameNumber,
        ply: Option<u32>,
        typed: &str,
        spelling: Option<&Spelling>,
    ) -> Option<Occasion> {
        let loaded = self.batch.games.get(&number)?;
        let mut position = loaded.game.start().position().clone();
        let mut since = Vec::new();
        let mut answered_move = None;
        let mut already_played = false;
        for (at, &played) in (0..).zip(loaded.game.moves()) {
            if ply == Some(at) {
                answered_move = Some(move_number(&position));
                already_played = spelling.is_some_and(|spelling| {
                    matches!(spelling.resolve(&position), Reading::One(read) if read == played)
                });
            }
            if ply.is_some_and(|ply| at >= ply) {
                since.push(numbered_move(&position, played));
            }
            position.play_unchecked(played);
        }
        Some(Occasion::Stale {
            read: self.quoted(typed),
            answered_move,
            gone_on: false,
            since,
            already_played,
            game: self.mine(number)?,
        })
    }

    /// The answer to a move whose number is not that of the next move: it was meant for another position.
    pub(super) fn wrong_number(
        &self,
        number: GameNumber,
        spelling: &Spelling,
        order: &Order,
    ) -> Option<Occasion> {
        let loaded = self.batch.games.get(&number)?;
        let position = loaded.game.position();
        let wrote = spelling.move_number()?;
        let next = position.fullmoves().get();
        let turn = position.turn();
        // "12. Nf6" for Black's twelfth move is what many people write; "12...Nf6" on White's turn is not.
        let side_fits = wrote
            .side
            .is_none_or(|side| side == turn || side == Color::White);
        if wrote.fullmove == next && side_fits {
            return None;
        }
        if wrote.fullmove < next || (wrote.fullmove == next && turn == Color::White) {
            let side = wrote.side.unwrap_or(turn);
            let ply = loaded.game.plies_before(wrote.fullmove, side);
            if let Some(ply) = ply.filter(|&ply| ply < loaded.game.ply()) {
                return self.stale_letter(number, Some(ply), spelling.typed(), Some(spelling));
            }
        }
        let why = if wrote.fullmove == next {
            NoMove::BlacksNumber { next }
        } else {
            NoMove::OtherNumber {
                written: wrote.fullmove,
                next,
            }
        };
        Some(Occasion::Refused {
            also: Vec::new(),
            read: self.quoted_order(order),
            why: why.into(),
            instead: Vec::new(),
            piece_moves: Vec::new(),
            game: self.mine(number),
        })
    }
}
