//! Time that is charged to nobody, and who is to be told of it.

use super::Batch;
use super::turns::of_side;
use crate::game::clock::{Stretch, Thinking, Turn};
use crate::game::{GameNumber, PlayerNumber};
use crate::letters::{FirstFlag, StoppedTime, instant_in_words};
use chrono::{DateTime, Utc};
use shakmaty::Position;

/// What stopped the clock of a game, and a player of it who has not been told of that.
#[derive(Clone, Debug)]
pub(in crate::robot) struct Untold {
    /// Its row.
    pub(in crate::robot) stop: i64,
    pub(in crate::robot) game: GameNumber,
    pub(in crate::robot) player: PlayerNumber,
    pub(in crate::robot) time: StoppedTime,
}

/// What stops clocks, as far as it is told now or changes.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct LoadedStops {
    /// What was not told to a player of the game.
    pub(in crate::robot) untold: Vec<Untold>,
    /// What was told just now.
    pub(in crate::robot) told: Vec<Untold>,
    /// Pauses that players have agreed upon.
    pub(in crate::robot) pauses: Vec<Pause>,
}

/// A pause that the players of a game have agreed upon.
#[derive(Clone, Copy, Debug)]
pub(in crate::robot) struct Pause {
    pub(in crate::robot) game: GameNumber,
    /// When the mail came that agreed to it.
    pub(in crate::robot) from: DateTime<Utc>,
    /// When it ends: at 24:00 UTC of its last day.
    pub(in crate::robot) until: DateTime<Utc>,
}

impl Batch<'_> {
    /// What is taken away of the time of both players of a game changes, so that letters of this very cause count with it.
    pub(in crate::robot) fn stretches_change(
        &mut self,
        number: GameNumber,
        change: impl Fn(&mut Vec<Stretch>),
    ) {
        let Some(loaded) = self.games.get(&number) else {
            return;
        };
        for player in [loaded.game.challenger(), loaded.game.opponent()] {
            change(self.stretches.entry((number, player)).or_default());
        }
    }

    /// The first instant at which the flag of this player can fall in each of their games with a clock: where it is the
    /// opponent's move, if that comes at once.
    pub(in crate::robot) fn first_flags(&self, player: PlayerNumber) -> Vec<FirstFlag> {
        let open = self.open_games(player);
        open.into_iter()
            .filter_map(|number| self.first_flag(number, player))
            .collect()
    }

    fn first_flag(&self, number: GameNumber, player: PlayerNumber) -> Option<FirstFlag> {
        let game = &self.games.get(&number)?.game;
        if !game.is_on_clock() {
            return None;
        }
        let side = game.side_of(player)?;
        let yours = game.position().turn() == side;
        let turn = self.turn_of(number).filter(|_| yours);
        let ahead = || Turn::new(self.now, of_side(&self.stretches, game, side));
        let turn = turn.unwrap_or_else(ahead);
        let thinking = Thinking {
            clocks: game.clocks(),
            side,
            turn: &turn,
        };
        Some(FirstFlag {
            game: number.0,
            opponent: self.name(game.other(player)).to_owned(),
            at: thinking.end().map(|(end, _)| instant_in_words(end)),
            yours,
        })
    }

    /// What this letter of a game tells its reader of that was not told before.
    pub(in crate::robot) fn tell_stopped_time(
        &mut self,
        game: Option<GameNumber>,
        reader: Option<PlayerNumber>,
    ) -> Vec<StoppedTime> {
        let (Some(game), Some(reader)) = (game, reader) else {
            return Vec::new();
        };
        let told = self
            .stops
            .untold
            .extract_if(.., |one| one.game == game && one.player == reader);
        let told: Vec<Untold> = told.collect();
        let times = told.iter().map(|one| one.time.clone()).collect();
        self.stops.told.extend(told);
        times
    }
}
