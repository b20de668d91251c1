//! What is erased after its time: the texts of mails and letters. Their rows stay, with hashes, states and reasons, so
//! that a mail that comes again is known again and every question "what became of it?" can be answered.

use sqlx::PgPool;

/// Lays mails aside whose sender was asked and did not answer in time: they are settled then. Returns how many.
///
/// # Errors
///
/// When the database fails.
pub async fn drop_unconfirmed(pool: &PgPool) -> sqlx::Result<u64> {
    let dropped = sqlx::query!(
        "update inbox set state = 'dropped', reason = 'not confirmed'
         where state = 'held'
           and exists (select from confirmation c where c.inbox_id = inbox.id)
           and not exists (select from confirmation c
                           where c.inbox_id = inbox.id and c.used_at is null and c.expires_at > now())"
    )
    .execute(pool)
    .await?;
    Ok(dropped.rows_affected())
}

/// Erases the texts of up to `at_most` mails above `after` that were settled more than `days` days ago. Those that wait,
/// and those that could not be handled, are kept. The copies of mails of nobody we know that were not answered stay in the
/// mailbox, and so do second copies of them. Returns the number of the last one, or `None` when there are no more.
///
/// # Errors
///
/// When the database fails.
pub async fn erase_mails(
    pool: &PgPool,
    days: i32,
    after: i64,
    at_most: i64,
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        r#"with due as (
               select id from inbox
               where id > $2 and raw is not null and state in ('done', 'dropped')
                 and coalesce(handled_at, stored_at) < now() - $1 * interval '1 day'
               order by id limit $3),
             erased as (
               update inbox set raw = null, erased_at = now(),
                                stays = state = 'dropped' and player_id is null
                                        and (reason is distinct from 'duplicate'
                                             or exists (select from inbox first
                                                        where first.content_key = inbox.content_key
                                                          and first.reason is distinct from 'duplicate'
                                                          and first.state = 'dropped' and first.player_id is null))
               from due where inbox.id = due.id returning inbox.id)
           select max(id) from erased"#,
        f64::from(days),
        after,
        at_most
    )
    .fetch_one(pool)
    .await
}

/// Erases the texts of up to `at_most` mails that were dropped and show no code of ours, the oldest first, as long as those
/// of the newer ones take more than `octets`. Returns how many were erased. Which copies stay in the mailbox is as in
/// [`erase_mails`].
///
/// # Errors
///
/// When the database fails.
pub async fn erase_dropped(pool: &PgPool, octets: i64, at_most: i64) -> sqlx::Result<u64> {
    let erased = sqlx::query!(
        "with dropped as (
             select id, sum(octet_length(raw)) over (order by id desc) as octets from inbox
             where state = 'dropped' and raw is not null and not proven),
           due as (select id from dropped where octets > $1::bigint order by id limit $2)
         update inbox set raw = null, erased_at = now(),
                          stays = player_id is null
                                  and (reason is distinct from 'duplicate'
                                       or exists (select from inbox first
                                                  where first.content_key = inbox.content_key
                                                    and first.reason is distinct from 'duplicate'
                                                    and first.state = 'dropped' and first.player_id is null))
         from due where inbox.id = due.id and inbox.state = 'dropped'",
        octets,
        at_most
    )
    .execute(pool)
    .await?;
    Ok(erased.rows_affected())
}

/// Erases the texts of up to `at_most` letters that are older than `days` days, and are sent, given up or superseded.
/// Those that are queued or held back wait to be sent, and are kept. So is the newest letter that each player got in a game
/// that goes on: they may still answer it, and then its text must be told from their own words. Returns how many were
/// erased.
///
/// # Errors
///
/// When the database fails.
pub async fn erase_letters(pool: &PgPool, days: i32, at_most: i64) -> sqlx::Result<u64> {
    let erased = sqlx::query!(
        "with open as (
             select max(o.id) as id from outbox o join game g on g.id = o.game_id
             where g.phase in ('offered', 'playing') and o.state = 'sent' group by o.game_id, o.player_id),
           due as (
             select o.id from outbox o
             where o.bytes is not null and o.state in ('sent', 'failed', 'superseded') and o.created_at < now() - $1 * interval '1 day'
               and not exists (select from open where open.id = o.id)
             limit $2)
         update outbox set bytes = null from due where outbox.id = due.id",
        f64::from(days),
        at_most
    )
    .execute(pool)
    .await?;
    Ok(erased.rows_affected())
}

/// For how many days it is kept how many letters an address had, at the least: whom we wrote to once is left alone as long.
const COUNTED_DAYS: i32 = 91;

/// Removes questions that were answered or expired, and counts of letters, that are older than `days` days: both name
/// addresses. Returns how many. And what names looked like that are nobody's any more.
///
/// # Errors
///
/// When the database fails.
pub async fn remove_questions(pool: &PgPool, days: i32) -> sqlx::Result<u64> {
    let questions = sqlx::query!(
        "delete from confirmation where expires_at < now() - $1 * interval '1 day'
         and not exists (select from inbox where inbox.id = confirmation.inbox_id and inbox.state = 'held')",
        f64::from(days)
    )
    .execute(pool)
    .await?;
    let counts = sqlx::query!(
        "delete from letter_count where day < now() - $1 * interval '1 day'",
        f64::from(days.max(COUNTED_DAYS))
    )
    .execute(pool)
    .await?;
    // Of names that were given up nothing else is left.
    sqlx::query!("delete from name_look where held_until <= now()")
        .execute(pool)
        .await?;
    Ok(questions.rows_affected() + counts.rows_affected())
}
