//! What stops clocks and is no leave of a player's, for the games on the desk.

use super::load_stretches;
use crate::db::Transaction;
use crate::db::clock_stops::{self, Running};
use crate::game::clock::Reason;
use crate::game::{GameNumber, PlayerNumber};
use crate::letters::StoppedTime;
use crate::robot::desk::{Desk, Table, Untold};
use chrono::{DateTime, Utc};
use shakmaty::Position;
use std::collections::BTreeMap;

/// The clocks that run in these games.
pub(super) fn running(tables: &BTreeMap<GameNumber, Table>) -> Vec<Running> {
    let of = |(number, table): (&GameNumber, &Table)| {
        let game = &table.game;
        Some(Running {
            game: number.0,
            player: game.player(game.position().turn())?.0,
            turn: i32::try_from(game.turn()).ok()?,
            told_at: table.times.told_at?,
        })
    };
    tables.iter().filter_map(of).collect()
}

/// The clocks of both sides in these games: of who is not to move, or is not told of it yet, as if they were told now. A game
/// that has not begun, or is over, may go on by what is decided now.
pub(super) fn both(tables: &BTreeMap<GameNumber, Table>, now: DateTime<Utc>) -> Vec<Running> {
    let of = |(number, table): (&GameNumber, &Table)| {
        let game = &table.game;
        let clock = game.control().has_clock();
        let turn = i32::try_from(game.turn()).unwrap_or(i32::MAX);
        let mover = game.player(game.position().turn());
        // As long as the colours are not settled, either may be to move.
        let mover = mover.unwrap_or(game.challenger());
        [
            (mover, turn, table.times.told_at),
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
    tables.iter().flat_map(of).collect()
}

/// Lays out what is taken away of the time of those who are to move, and who was not told of what stopped all clocks.
///
/// # Errors
///
/// When the database fails.
pub(super) async fn lay_out(
    tx: &mut Transaction<'_>,
    tables: &BTreeMap<GameNumber, Table>,
    desk: &mut Desk<'_>,
) -> anyhow::Result<()> {
    desk.stretches = load_stretches(tx, tables, desk.now).await?;
    let all = desk.stretches.values().flatten();
    let outage = all.into_iter().any(|one| one.reason == Reason::Outage);
    if outage {
        desk.stops.untold = untold(tx, &running(tables)).await?;
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
