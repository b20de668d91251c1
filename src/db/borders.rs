//! Which borders take away what a sender forges of them.

use sqlx::PgPool;

/// Those of these authserv-ids, in lower case, of which it was tried out that our border takes forged ones away.
///
/// # Errors
///
/// When the database fails.
pub async fn stripping_borders(
    pool: &PgPool,
    authserv_ids: &[String],
) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "select authserv_id from border_check where authserv_id = any($1) and strips",
        authserv_ids
    )
    .fetch_all(pool)
    .await
}

/// Notes whether our border takes away an Authentication-Results field that a sender forged with this authserv-id, as it
/// was just tried out; until it does, no mail is believed for such a field. The id is kept in lower case.
///
/// # Errors
///
/// When the database fails.
pub async fn note_border(pool: &PgPool, authserv_id: &str, strips: bool) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into border_check (authserv_id, strips) values ($1, $2)
         on conflict (authserv_id) do update set strips = excluded.strips, checked_at = now()",
        authserv_id.to_lowercase(),
        strips
    )
    .execute(pool)
    .await?;
    Ok(())
}
