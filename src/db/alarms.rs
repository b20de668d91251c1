//! Games in which something may be due by itself.

use super::Transaction;
use chrono::{DateTime, Utc};
use sqlx::PgPool;

/// Claims games in which something may be due, or time is to be reckoned anew, those first that are due for the longest time; the claim ends with the
/// transaction. What another daemon has claimed is left to it, and so is a game of which a mail is being decided: that
/// changes what is due.
///
/// # Errors
///
/// When the database fails.
pub async fn claim(tx: &mut Transaction<'_>, at_most: i64) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select id from game where due_at <= now() or reckon_anew order by due_at limit $1 for no key update skip locked",
        at_most
    )
    .fetch_all(&mut **tx)
    .await
}

/// Claims one of them, where it is still due.
///
/// # Errors
///
/// When the database fails.
pub async fn claim_one(tx: &mut Transaction<'_>, game: i64) -> sqlx::Result<bool> {
    let claimed = sqlx::query_scalar!(
        "select id from game where id = $1 and (due_at <= now() or reckon_anew) for no key update skip locked",
        game
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(claimed.is_some())
}

/// Notes when these games are to be looked at again; those without an instant, not before something happens in them.
///
/// # Errors
///
/// When the database fails.
pub async fn look_again(
    tx: &mut Transaction<'_>,
    games: &[(i64, Option<DateTime<Utc>>)],
) -> sqlx::Result<()> {
    if games.is_empty() {
        return Ok(());
    }
    let (ids, instants): (Vec<i64>, Vec<Option<DateTime<Utc>>>) = games.iter().copied().unzip();
    sqlx::query!(
        "update game set due_at = d.due_at from unnest($1::bigint[], $2::timestamptz[]) as d (id, due_at)
         where game.id = d.id",
        &ids,
        &instants as &[Option<DateTime<Utc>>]
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Notes when the time of the side to move is over in these games, as it is reckoned now; nothing where it has no end.
///
/// # Errors
///
/// When the database fails.
pub async fn reckon(
    tx: &mut Transaction<'_>,
    games: &[(i64, Option<DateTime<Utc>>)],
) -> sqlx::Result<()> {
    let (ids, ends): (Vec<i64>, Vec<Option<DateTime<Utc>>>) = games.iter().copied().unzip();
    sqlx::query!(
        "update game set time_ends_at = r.ends_at, reckon_anew = false,
                time_reckoned_at = case when r.ends_at is null then null
                                        when r.ends_at is distinct from game.time_ends_at then now()
                                        else game.time_reckoned_at end
         from unnest($1::bigint[], $2::timestamptz[]) as r (id, ends_at)
         where game.id = r.id and (game.reckon_anew or game.time_ends_at is distinct from r.ends_at)",
        &ids,
        &ends as &[Option<DateTime<Utc>>]
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Games that were due some minutes ago and not looked at.
#[derive(Clone, Copy, Debug)]
pub struct Overdue {
    /// How many.
    pub count: i64,
    /// How long the first of them has been due, in seconds.
    pub since: Option<f64>,
}

/// Games that were due ten minutes ago or earlier and not looked at: a daemon looks every few seconds.
///
/// # Errors
///
/// When the database fails.
pub async fn overdue(pool: &PgPool) -> sqlx::Result<Overdue> {
    sqlx::query_as!(
        Overdue,
        r#"select count(*) as "count!", extract(epoch from now() - min(due_at))::float8 as since
           from game where due_at < now() - interval '10 minutes'"#
    )
    .fetch_one(pool)
    .await
}
