//! Another game with the same opponent, colours turned.

use super::challenges::Wanted;
use super::{Effects, Execution};
use crate::chess::{Start, Variant};
use crate::game::{Game, GameNumber, Phase};
use crate::language::{Colour, Order, Setup};
use crate::letters::NoChallenge;
use shakmaty::Color;
use std::ops::ControlFlow;

impl Execution<'_, '_, '_> {
    /// Challenges the opponent of a finished game again: with the other colour, from the same beginning, where no other
    /// challenge between the two is open.
    pub(super) fn rematch(
        &mut self,
        number: GameNumber,
        order: &Order,
        effects: &mut Effects,
    ) -> anyhow::Result<ControlFlow<()>> {
        let me = self.sender.player;
        let Some(game) = self.batch.games.get(&number).map(|loaded| &loaded.game) else {
            return Ok(ControlFlow::Break(()));
        };
        let other = game.other(me);
        let (Phase::Over(_), Some(side)) = (game.phase(), game.side_of(me)) else {
            return Ok(self.refuse_in(number, order, NoChallenge::NotOver, effects));
        };
        let colour = match side {
            Color::White => Colour::Black,
            Color::Black => Colour::White,
        };
        let setup = setup_of(game.start());
        let (control, stake) = (game.control(), game.stake());
        let open = self.batch.games.values().map(|loaded| &loaded.game);
        if let Some(known) = open
            .filter(|game| game.phase() == Phase::Offered && game.has(me) && game.has(other))
            .map(Game::number)
            .next()
        {
            let why = NoChallenge::OneIsOpen { game: known };
            return Ok(self.refuse_in(number, order, why, effects));
        }
        let name = self.batch.name(other).to_owned();
        let wanted = Wanted {
            opponent: &name,
            colour,
            setup: &setup,
            control,
            stake,
        };
        self.challenge_again(order, other, &wanted)?;
        Ok(ControlFlow::Continue(()))
    }
}

/// The words for a beginning.
fn setup_of(start: &Start) -> Setup {
    match start.variant() {
        Variant::Chess960 => Setup::Chess960(Some(start.fen())),
        Variant::Standard if start.fen() == Start::default().fen() => Setup::Usual,
        Variant::Standard => Setup::Fen(start.fen()),
    }
}
