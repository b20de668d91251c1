//! The list of their games that is sent to players by itself.

use super::Transaction;
use chrono::{DateTime, Utc};
use sqlx::PgPool;

/// A list that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueDigest {
    /// Whose.
    pub player_id: i64,
    /// When it was to be sent.
    pub due: DateTime<Utc>,
}

/// The list that is due for the longest time; `None` when none is that nobody else is sending. Whose it is is known to
/// nobody else until the transaction ends.
///
/// # Errors
///
/// When the database fails.
pub async fn next_due(tx: &mut Transaction<'_>) -> sqlx::Result<Option<DueDigest>> {
    // Not the player's row is locked: it is locked behind their games by all others.
    sqlx::query_as!(
        DueDigest,
        r#"select id as "player_id!", digest_due as "due!"
           from (select id, digest_due from player where digest_due <= now() order by digest_due limit 20) as due
           where pg_try_advisory_xact_lock(54, (id % 2147483647)::int) limit 1"#
    )
    .fetch_optional(&mut **tx)
    .await
}

/// The next one is sent at this instant, where it was due then.
///
/// # Errors
///
/// When the database fails.
pub async fn put_off(
    pool: &PgPool,
    digest: DueDigest,
    next: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update player set digest_due = coalesce($3, now() + interval '1 day') where id = $1 and digest_due = $2",
        digest.player_id,
        digest.due,
        next
    )
    .execute(pool)
    .await?;
    Ok(())
}
