//! Who is reminded of a move, when, and how far that is done.

use super::Transaction;
use chrono::{DateTime, Utc};

/// How far the reminders of a turn are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reminded {
    /// The game.
    pub game_id: i64,
    /// Its turn.
    pub turn: i32,
    /// What was to be sent at this instant or before is done.
    pub until: DateTime<Utc>,
}

/// When a player wants to be reminded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Who.
    pub player_id: i64,
    /// The time zone in which they live, by its name in the IANA data base.
    pub zone: Option<String>,
    /// In the database's words.
    pub reminders: String,
}

/// When these players want to be reminded.
///
/// # Errors
///
/// When the database fails.
pub async fn wishes(tx: &mut Transaction<'_>, players: &[i64]) -> sqlx::Result<Vec<Wish>> {
    sqlx::query_as!(
        Wish,
        "select id as player_id, zone, reminders from player where id = any($1)",
        players
    )
    .fetch_all(&mut **tx)
    .await
}

/// How far the reminders of these games are done.
///
/// # Errors
///
/// When the database fails.
pub async fn done(tx: &mut Transaction<'_>, games: &[i64]) -> sqlx::Result<Vec<Reminded>> {
    sqlx::query_as!(
        Reminded,
        "select game_id, turn, until from reminded where game_id = any($1)",
        games
    )
    .fetch_all(&mut **tx)
    .await
}

/// Writes down how far they are done.
///
/// # Errors
///
/// When the database fails.
pub async fn save(tx: &mut Transaction<'_>, done: Reminded) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into reminded (game_id, turn, until) values ($1, $2, $3)
         on conflict (game_id) do update set turn = excluded.turn, until = excluded.until",
        done.game_id,
        done.turn,
        done.until
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Has the running games of a player looked at, who wants to be reminded at other times. One that is being decided is looked
/// at by whoever decides it.
///
/// # Errors
///
/// When the database fails.
pub async fn look_anew(tx: &mut Transaction<'_>, player: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update game set due_at = now()
         where id in (select id from game
                      where told_at is not null and phase = 'playing' and $1 in (challenger_id, opponent_id)
                      for no key update skip locked)",
        player
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
