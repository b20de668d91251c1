//! The secrets of the tokens.

use chrono::{DateTime, Utc};
use sqlx::PgPool;

/// A key without its secret.
#[derive(Clone, Debug)]
pub struct KeyLine {
    /// Counted from 1.
    pub version: i32,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// All token keys, by version.
///
/// # Errors
///
/// When the database fails.
pub async fn load(pool: &PgPool) -> sqlx::Result<Vec<(u32, Vec<u8>)>> {
    let rows = sqlx::query!("select version, secret from token_key order by version")
        .fetch_all(pool)
        .await?;
    Ok(rows
        .into_iter()
        .filter_map(|row| Some((u32::try_from(row.version).ok()?, row.secret)))
        .collect())
}

/// Makes the first key where there is none; harmless when several daemons do it at once.
///
/// # Errors
///
/// When the operating system gives no randomness or the database fails.
pub async fn ensure_one(pool: &PgPool) -> anyhow::Result<()> {
    let mut secret = [0_u8; 32];
    getrandom::fill(&mut secret)?;
    sqlx::query!(
        "insert into token_key (version, secret) select 1, $1
         where not exists (select from token_key) on conflict do nothing",
        &secret[..]
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// All keys without their secrets, the newest first.
///
/// # Errors
///
/// When the database fails.
pub async fn list(pool: &PgPool) -> sqlx::Result<Vec<KeyLine>> {
    sqlx::query_as!(
        KeyLine,
        "select version, created_at from token_key order by version desc"
    )
    .fetch_all(pool)
    .await
}

/// Makes a new key, and erases all but the one before it. Returns its version.
///
/// # Errors
///
/// When the operating system gives no randomness or the database fails; with two at the same time, one of them fails.
pub async fn rotate(pool: &PgPool) -> anyhow::Result<i32> {
    let mut secret = [0_u8; 32];
    getrandom::fill(&mut secret)?;
    let mut tx = pool.begin().await?;
    let version = sqlx::query_scalar!(
        "insert into token_key (version, secret) select coalesce(max(version), 0) + 1, $1 from token_key
         returning version",
        &secret[..]
    )
    .fetch_one(&mut *tx)
    .await?;
    sqlx::query!("delete from token_key where version < $1 - 1", version)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(version)
}

/// Erases this key and all older ones; never the newest. Returns how many were erased.
///
/// # Errors
///
/// When the database fails.
pub async fn retire(pool: &PgPool, version: i32) -> sqlx::Result<u64> {
    let erased = sqlx::query!(
        "delete from token_key where version <= $1 and version < (select max(version) from token_key)",
        version
    )
    .execute(pool)
    .await?;
    Ok(erased.rows_affected())
}
