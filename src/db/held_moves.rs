//! Moves that are made and sent later.

use super::Transaction;
use chrono::{DateTime, Utc};

/// A move that is held.
#[derive(Clone, Debug)]
pub struct HeldMoveRow {
    /// The game.
    pub game_id: i64,
    /// Whose move it is.
    pub player_id: i64,
    /// The turn of the game in which it was made.
    pub turn: i32,
    /// In coordinate notation.
    pub played: String,
    /// Whether a draw is offered with it.
    pub draw_offered: bool,
    /// What its player says to the opponent.
    pub talk: Option<String>,
    /// The mail that it came with.
    pub inbox_id: i64,
    /// When that came.
    pub came_at: DateTime<Utc>,
    /// When it is to be sent.
    pub until: DateTime<Utc>,
}

/// The moves that are held in these games, and can still be sent there.
///
/// # Errors
///
/// When the database fails.
pub async fn in_games(tx: &mut Transaction<'_>, games: &[i64]) -> sqlx::Result<Vec<HeldMoveRow>> {
    sqlx::query_as!(
        HeldMoveRow,
        "select h.game_id, h.player_id, h.turn, h.move as played, h.draw_offered, h.talk, h.inbox_id, h.came_at, h.until
         from held_move h join game g on g.id = h.game_id
         where h.game_id = any($1) and g.phase = 'playing' and g.turn = h.turn",
        games
    )
    .fetch_all(&mut **tx)
    .await
}

/// The games in which a move is held, those first that want it sent first.
///
/// # Errors
///
/// When the database fails.
pub async fn all(tx: &mut Transaction<'_>) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!("select game_id from held_move order by until, game_id")
        .fetch_all(&mut **tx)
        .await
}

/// Holds a move, in the place of the one that was held, and has its game looked at.
///
/// # Errors
///
/// When the database fails.
pub async fn hold(tx: &mut Transaction<'_>, row: &HeldMoveRow) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into held_move (game_id, player_id, turn, move, draw_offered, talk, inbox_id, came_at, until)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (game_id) do update
         set player_id = excluded.player_id, turn = excluded.turn, move = excluded.move,
             draw_offered = excluded.draw_offered, talk = excluded.talk, inbox_id = excluded.inbox_id,
             came_at = excluded.came_at, until = excluded.until",
        row.game_id,
        row.player_id,
        row.turn,
        row.played,
        row.draw_offered,
        row.talk,
        row.inbox_id,
        row.came_at,
        row.until
    )
    .execute(&mut **tx)
    .await?;
    look_at(tx, row.game_id).await
}

/// Holds no move in this game any more, and has it looked at.
///
/// # Errors
///
/// When the database fails.
pub async fn forget(tx: &mut Transaction<'_>, game: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from held_move where game_id = $1", game)
        .execute(&mut **tx)
        .await?;
    look_at(tx, game).await
}

/// Has this game looked at, if it goes on.
///
/// # Errors
///
/// When the database fails.
pub async fn look_at(tx: &mut Transaction<'_>, game: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update game set due_at = now() where id = $1 and phase = 'playing'",
        game
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
