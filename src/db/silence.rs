//! Who wants no mail, and who does not want to hear from whom.

use super::Transaction;
use chrono::{DateTime, Utc};

/// Those among these address keys that said "stop", and since when they want no mail.
///
/// # Errors
///
/// When the database fails.
pub async fn silenced(
    tx: &mut Transaction<'_>,
    keys: &[String],
) -> sqlx::Result<Vec<(String, DateTime<Utc>)>> {
    let rows = sqlx::query!("select key, since from silence where key = any($1)", keys)
        .fetch_all(&mut **tx)
        .await?;
    Ok(rows.into_iter().map(|row| (row.key, row.since)).collect())
}

/// Addresses that say "stop" and addresses that say "start". The links to the calendars of whoever says "stop" are void.
///
/// # Errors
///
/// When the database fails.
pub async fn save_silence(
    tx: &mut Transaction<'_>,
    stop: &[String],
    start: &[String],
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into silence (key) select unnest($1::text[]) on conflict do nothing",
        stop
    )
    .execute(&mut **tx)
    .await?;
    // Who wants to hear nothing of us leaves nothing of theirs open to whoever has a link.
    sqlx::query!(
        "delete from calendar_link where player_id in (select player_id from address where key = any($1))",
        stop
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!("delete from silence where key = any($1)", start)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Who among these players does not want to hear from whom.
///
/// # Errors
///
/// When the database fails.
pub async fn blocks(tx: &mut Transaction<'_>, players: &[i64]) -> sqlx::Result<Vec<(i64, i64)>> {
    let rows = sqlx::query!(
        "select player_id, blocked_id from block where player_id = any($1) and blocked_id = any($1)",
        players
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.player_id, row.blocked_id))
        .collect())
}

/// Whether a player wants to hear from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hearing {
    /// They do, as everybody does who has said nothing.
    Allowed,
    /// They do not.
    Refused,
}

/// Writes down, or strikes out, that a player does not want to hear from another one.
///
/// # Errors
///
/// When the database fails.
pub async fn save_blocks(
    tx: &mut Transaction<'_>,
    changed: &[(i64, i64, Hearing)],
) -> sqlx::Result<()> {
    for (player, other, hearing) in changed {
        match hearing {
            Hearing::Refused => {
                sqlx::query!(
                    "insert into block (player_id, blocked_id) values ($1, $2) on conflict do nothing",
                    player,
                    other
                )
                .execute(&mut **tx)
                .await?;
            }
            Hearing::Allowed => {
                sqlx::query!(
                    "delete from block where player_id = $1 and blocked_id = $2",
                    player,
                    other
                )
                .execute(&mut **tx)
                .await?;
            }
        }
    }
    Ok(())
}
