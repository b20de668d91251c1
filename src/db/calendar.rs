//! What the calendars of players were told.

use super::Transaction;
use chrono::{DateTime, Utc};

/// What a player's calendar was last told of a game.
#[derive(Clone, Debug)]
pub struct EntryRow {
    /// The game.
    pub game_id: i64,
    /// Whose calendar it is.
    pub player_id: i64,
    /// The number of what was told, which rises.
    pub sequence: i32,
    /// When that was decided.
    pub written_at: DateTime<Utc>,
    /// When the time of the move is over.
    pub deadline: DateTime<Utc>,
    /// Whether the entry stands, or was cancelled.
    pub stands: bool,
    /// The Message-ID of the letter with which it went, without angle brackets.
    pub message_id: String,
    /// What became of that letter: `lost` when it will never be sent, `waits` until it is, else `out`. Only read.
    pub went: String,
}

/// Those of these games.
///
/// # Errors
///
/// When the database fails.
pub async fn in_games(tx: &mut Transaction<'_>, games: &[i64]) -> sqlx::Result<Vec<EntryRow>> {
    // A letter that a lost database had sent is called superseded as well, with an error that says so.
    sqlx::query_as!(
        EntryRow,
        r#"select c.game_id, c.player_id, c.sequence, c.written_at, c.deadline, c.stands, c.message_id,
                  coalesce((select case when o.state in ('queued', 'held') then 'waits'
                                        when o.state = 'failed' then 'lost'
                                        when o.state = 'superseded'
                                             and o.error is distinct from 'sent before the database was restored' then 'lost'
                                        else 'out' end
                            from outbox o where o.message_id = c.message_id), 'out') as "went!"
           from calendar_entry c where c.game_id = any($1)"#,
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
pub async fn save(tx: &mut Transaction<'_>, entry: &EntryRow) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into calendar_entry (game_id, player_id, sequence, written_at, deadline, stands, message_id)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (game_id, player_id) do update set sequence = excluded.sequence, written_at = excluded.written_at,
                deadline = excluded.deadline, stands = excluded.stands, message_id = excluded.message_id",
        entry.game_id,
        entry.player_id,
        entry.sequence,
        entry.written_at,
        entry.deadline,
        entry.stands,
        entry.message_id
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
