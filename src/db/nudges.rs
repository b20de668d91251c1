//! Letters that tell a player that it is their move.

use super::Transaction;
use chrono::{DateTime, Utc};

/// When a player last had their opponent reminded in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nudge {
    /// The game.
    pub game_id: i64,
    /// Who asked for it.
    pub player_id: i64,
    /// When.
    pub at: DateTime<Utc>,
}

/// The last ones in these games.
///
/// # Errors
///
/// When the database fails.
pub async fn in_games(tx: &mut Transaction<'_>, games: &[i64]) -> sqlx::Result<Vec<Nudge>> {
    sqlx::query_as!(
        Nudge,
        "select game_id, player_id, at from nudge where game_id = any($1)",
        games
    )
    .fetch_all(&mut **tx)
    .await
}

/// Writes one down.
///
/// # Errors
///
/// When the database fails.
pub async fn save(tx: &mut Transaction<'_>, nudge: Nudge) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into nudge (game_id, player_id, at) values ($1, $2, $3)
         on conflict (game_id, player_id) do update set at = excluded.at",
        nudge.game_id,
        nudge.player_id,
        nudge.at
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
