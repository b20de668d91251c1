//! The secrets of the tokens.

use sqlx::PgPool;

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
