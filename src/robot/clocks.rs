//! How the clock of a game stands, as an administrator sees it.

use super::batch::{end_of_time, of_mover};
use super::storage;
use crate::db;
use crate::game::GameNumber;
use crate::game::clock::Stretch;
use chrono::{DateTime, Utc};
use sqlx::PgPool;

/// The clock of the side to move.
#[derive(Clone, Debug)]
pub struct RunningClock {
    /// When the letter that told its player of their turn was accepted for delivery: their time runs since then.
    pub since: DateTime<Utc>,
    /// What is taken away of it: leave, outages, pauses, letters that came back.
    pub stretches: Vec<Stretch>,
    /// When it is over, if no move comes before; nothing where it has no end, or stands until nobody knows when.
    pub over: Option<DateTime<Utc>>,
}

/// The clock of the side to move in this game; nothing where nobody's runs.
///
/// # Errors
///
/// When the database fails, or the game cannot be told.
pub async fn running_clock(pool: &PgPool, game: i64) -> anyhow::Result<Option<RunningClock>> {
    let mut tx = pool.begin().await?;
    let loaded_games = storage::load_games(&mut tx, &[game]).await?;
    let now = db::clock(&mut tx).await?;
    let stretches = storage::load_stretches(&mut tx, &loaded_games, now).await?;
    let Some((loaded, since)) = loaded_games
        .get(&GameNumber(game))
        .and_then(|loaded| Some((loaded, loaded.times.told_at?)))
    else {
        return Ok(None);
    };
    Ok(Some(RunningClock {
        since,
        stretches: of_mover(&stretches, &loaded.game),
        over: end_of_time(loaded, &stretches),
    }))
}
