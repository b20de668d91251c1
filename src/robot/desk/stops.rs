//! Time that is charged to nobody, and who is to be told of it.

use super::Desk;
use crate::game::{GameNumber, PlayerNumber};
use crate::letters::StoppedTime;

/// What stopped the clock of a game, and a player of it who has not been told of that.
#[derive(Clone, Debug)]
pub(in crate::robot) struct Untold {
    /// Its row.
    pub(in crate::robot) stop: i64,
    pub(in crate::robot) game: GameNumber,
    pub(in crate::robot) player: PlayerNumber,
    pub(in crate::robot) time: StoppedTime,
}

impl Desk<'_> {
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
            .untold_stops
            .extract_if(.., |one| one.game == game && one.player == reader);
        let told: Vec<Untold> = told.collect();
        let times = told.iter().map(|one| one.time.clone()).collect();
        self.told_stops.extend(told);
        times
    }
}
