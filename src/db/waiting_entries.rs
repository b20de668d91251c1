//! What was typed into the entry form of the pages, and waits until its writer wants it entered.

use super::Transaction;
use sqlx::PgPool;

/// Games that wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingEntry {
    /// Where they are to be filed, at most 80 characters.
    pub collection: String,
    /// The games, in the export format.
    pub pgn: String,
    /// The number of the game whose place they are to take, and SHA-256 of the edit password that was typed.
    pub overwrites: Option<(i64, Vec<u8>)>,
}

/// Lets an entry wait under the SHA-256 of its key. Returns whether there was room for it. This is for the role that serves the
/// pages, which can do nothing else.
///
/// # Errors
///
/// When the database fails.
pub async fn keep(pool: &PgPool, key_hash: &[u8], entry: &WaitingEntry) -> sqlx::Result<bool> {
    let (overwrites, password_hash) = entry.overwrites.clone().unzip();
    let mut tx = pool.begin().await?;
    // All else of that role only reads.
    sqlx::query!("set transaction read write")
        .execute(&mut *tx)
        .await?;
    let kept = sqlx::query_scalar!(
        r#"select web.keep_entry($1, $2, $3, $4, $5) as "kept!""#,
        key_hash,
        entry.collection,
        entry.pgn,
        overwrites,
        password_hash
    )
    .fetch_one(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(kept)
}

/// What waits under the SHA-256 of this key; nothing where it has waited for seven days.
///
/// # Errors
///
/// When the database fails.
pub async fn find(pool: &PgPool, key_hash: &[u8]) -> sqlx::Result<Option<WaitingEntry>> {
    let found = sqlx::query!(
        "select collection, pgn, overwrites, password_hash from entry_waiting
         where key_hash = $1 and since >= now() - interval '7 days'",
        key_hash
    )
    .fetch_optional(pool)
    .await?;
    Ok(found.map(|row| WaitingEntry {
        collection: row.collection,
        pgn: row.pgn,
        overwrites: row.overwrites.zip(row.password_hash),
    }))
}

/// Takes away what waits under the SHA-256 of these keys: it was entered.
///
/// # Errors
///
/// When the database fails.
pub async fn remove(tx: &mut Transaction<'_>, key_hashes: &[Vec<u8>]) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from entry_waiting where key_hash = any($1)",
        key_hashes
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Takes away what has waited for seven days. Returns how many entries that were.
///
/// # Errors
///
/// When the database fails.
pub async fn remove_old(pool: &PgPool) -> sqlx::Result<u64> {
    let removed = sqlx::query!("delete from entry_waiting where since < now() - interval '7 days'")
        .execute(pool)
        .await?;
    Ok(removed.rows_affected())
}
