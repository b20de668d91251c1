//! What stops clocks and is no leave of a player's, for the loaded games.

use super::load_stretches;
use crate::db::Transaction;
use crate::db::clock_stops::{self, Running};
use crate::game::clock::Reason;
use crate::game::{GameNumber, PlayerNumber};
use crate::letters::StoppedTime;
use crate::robot::batch::{Batch, LoadedGame, Untold};
use chrono::{DateTime, Utc};
use shakmaty::Position;
use std::collections::BTreeMap;

/// The clocks that run in these games.
pub(super) fn running(loaded_games: &BTreeMap<GameNumber, LoadedGame>) -> Vec<Running> {
    let of = |(number, loaded): (&GameNumber, &LoadedGame)| {
        let game = &loaded.game;
        Some(Running {
            game: number.0,
            player: game.player(game.position().turn())?.0,
            turn: i32::try_from(game.turn()).ok()?,
            told_at: loaded.times.told_at?,
        })
    };
    loaded_games.iter().filter_map(of).collect()
}

/// The clocks of both sides in these games: of who is not to move, or is not told of it yet, as if they were told now. A game
/// that has not begun, or is over, may go on by what is decided now.
pub(super) fn both(
    loaded_games: &BTreeMap<GameNumber, LoadedGame>,
    now: DateTime<Utc>,
) -> Vec<Running> {
    let of = |(number, loaded): (&GameNumber, &LoadedGame)| {
        let game = &loaded.game;
        let clock = game.control().has_clock();
        let turn = i32::try_from(game.turn()).unwrap_or(i32::MAX);
        let mover = game.player(game.position().turn());
        // As long as the colours are not settled, either may be to move.
        let mover = mover.unwrap_or(game.challenger());
        [
            (mover, turn, loaded.times.told_at),
            (game.other(mover), turn.saturating_add(1), None),
        ]
        .map(|(player, turn, told_at)| {
            clock.then(|| Running {
                game: number.0,
                player: player.0,
                turn,
                told_at: told_at.unwrap_or(now),
            })
        })
        .into_iter()
        .flatten()
    };
    loaded_games.iter().flat_map(of).collect()
}

/// Loads what is taken away of the time of those who are to move, and who was not told of what stopped all clocks.
///
/// # Errors
///
/// When the database fails.
pub(super) async fn load(
    tx: &mut Transaction<'_>,
    loaded_games: &BTreeMap<GameNumber, LoadedGame>,
    batch: &mut Batch<'_>,
) -> anyhow::Result<()> {
    batch.stretches = load_stretches(tx, loaded_games, batch.now).await?;
    let all = batch.stretches.values().flatten();
    let outage = all.into_iter().any(|one| one.reason == Reason::Outage);
    if outage {
        batch.stops.untold = untold(tx, &running(loaded_games)).await?;
    }
    Ok(())
}

/// What stopped all clocks while those of these games ran, and who was not told of that.
///
/// # Errors
///
/// When the database fails.
async fn untold(tx: &mut Transaction<'_>, running: &[Running]) -> anyhow::Result<Vec<Untold>> {
    let untold = clock_stops::untold(tx, running).await?;
    Ok(untold
        .into_iter()
        .map(|one| Untold {
            stop: one.id,
            game: GameNumber(one.game),
            player: PlayerNumber(one.player),
            time: StoppedTime::between(&one.kind, one.since, one.until, one.reason),
        })
        .collect())
}
