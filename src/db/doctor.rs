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

/// A mail that a daemon has fetched.
pub struct Fetched {
    /// Its bytes.
    pub raw: Vec<u8>,
    /// When our mail server took it.
    pub arrived_at: DateTime<Utc>,
    /// The folder from which it was fetched: `user@host/folder`.
    pub mailbox: String,
}

/// A mail that a daemon has fetched after this one and that holds these words.
///
/// # Errors
///
/// When the database fails.
pub async fn fetched_since(
    pool: &PgPool,
    after: i64,
    words: &str,
) -> sqlx::Result<Option<Fetched>> {
    sqlx::query_as!(
        Fetched,
        r#"select raw as "raw!", arrived_at, (select name from mailbox where id = mailbox_id) as "mailbox!" from inbox
           where id > $1 and raw is not null and position(convert_to($2, 'UTF8') in raw) > 0 limit 1"#,
        after,
        words
    )
    .fetch_optional(pool)
    .await
}
