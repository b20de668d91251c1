//! What `penpawn doctor` asks of the database.

use chrono::{DateTime, Utc};
use sqlx::PgPool;

/// The database's clock.
///
/// # Errors
///
/// When the database fails.
pub async fn clock(pool: &PgPool) -> sqlx::Result<DateTime<Utc>> {
    sqlx::query_scalar!(r#"select clock_timestamp() as "now!""#)
        .fetch_one(pool)
        .await
}

/// The number of the newest mail; 0 where there is none.
///
/// # Errors
///
/// When the database fails.
pub async fn newest_mail(pool: &PgPool) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select coalesce(max(id), 0) as "id!" from inbox"#)
        .fetch_one(pool)
        .await
}

/// A mail that a daemon has fetched after this one and that holds these words: its bytes, and when our mail server took
/// it.
///
/// # Errors
///
/// When the database fails.
pub async fn fetched_since(
    pool: &PgPool,
    after: i64,
    words: &str,
) -> sqlx::Result<Option<(Vec<u8>, DateTime<Utc>)>> {
    let row = sqlx::query!(
        r#"select raw as "raw!", arrived_at from inbox
           where id > $1 and raw is not null and position(convert_to($2, 'UTF8') in raw) > 0 limit 1"#,
        after,
        words
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| (row.raw, row.arrived_at)))
}
