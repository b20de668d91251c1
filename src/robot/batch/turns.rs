//! Since when the side to move thinks, and what its move is charged.

use super::{Batch, Came, LoadedGame};
use crate::game::clock::{Spent, Stretch, Thinking, Turn};
use crate::game::{Game, GameNumber};
use crate::robot::storage::Stretches;
use chrono::{DateTime, Utc};
use shakmaty::{Color, Position};

/// The time of the move that is to be made, before it is made.
#[derive(Clone, Debug)]
pub(in crate::robot) struct Running {
    turn: Turn,
    arrived: DateTime<Utc>,
}

impl Running {
    /// What a move is charged; nothing where nobody's time runs.
    pub(in crate::robot) fn spent(running: Option<&Running>) -> Spent<'_> {
        match running {
            Some(Running { turn, arrived }) => Spent::Thought {
                turn,
                arrived: *arrived,
            },
            None => Spent::Nothing,
        }
    }
}

/// What of these is taken away of the time of the side to move.
pub(in crate::robot) fn of_mover(stretches: &Stretches, game: &Game) -> Vec<Stretch> {
    of_side(stretches, game, game.position().turn())
}

/// What of these is taken away of the time of a side, or would be.
pub(super) fn of_side(stretches: &Stretches, game: &Game, side: Color) -> Vec<Stretch> {
    let player = game.player(side);
    let taken = player.and_then(|player| stretches.get(&(game.number(), player)));
    taken.cloned().unwrap_or_default()
}

impl Batch<'_> {
    /// The turn of the side to move; nothing without a clock, or while the letter that tells of it is under way.
    pub(in crate::robot) fn turn_of(&self, number: GameNumber) -> Option<Turn> {
        turn_of(self.games.get(&number)?, &self.stretches)
    }

    /// The time of the side to move, up to when a mail came.
    pub(in crate::robot) fn running(&self, number: GameNumber, came: Came) -> Option<Running> {
        let turn = self.turn_of(number)?;
        let arrived = came.arrived();
        Some(Running { turn, arrived })
    }

    /// When the time of the side to move ends or ended; nothing where it has no end, or nobody's time runs.
    pub(in crate::robot) fn end_of_time(&self, number: GameNumber) -> Option<DateTime<Utc>> {
        end_of_time(self.games.get(&number)?, &self.stretches)
    }
}

/// The same of a game, of whose time this is taken away.
pub(in crate::robot) fn end_of_time(
    loaded: &LoadedGame,
    stretches: &Stretches,
) -> Option<DateTime<Utc>> {
    let turn = turn_of(loaded, stretches)?;
    thinking(&loaded.game, &turn).end().map(|(end, _)| end)
}

/// The turn of the side to move; nothing without a clock, or while the letter that tells of it is under way.
pub(in crate::robot) fn turn_of(loaded: &LoadedGame, stretches: &Stretches) -> Option<Turn> {
    Some(Turn::new(
        loaded.times.told_at?,
        of_mover(stretches, &loaded.game),
    ))
}

/// The side to move of a game, in this turn.
pub(in crate::robot) fn thinking<'a>(game: &'a Game, turn: &'a Turn) -> Thinking<'a> {
    Thinking {
        clocks: game.clocks(),
        side: game.position().turn(),
        turn,
    }
}
