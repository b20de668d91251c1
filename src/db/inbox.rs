//! Mails that came in: claimed, handled, kept.

use super::Transaction;
use chrono::{DateTime, Utc};
use sqlx::PgPool;
use uuid::Uuid;

/// A mail that a worker has claimed.
#[derive(Clone, Debug)]
pub struct Claimed {
    /// Its row.
    pub id: i64,
    /// The mail, or its header block when it is oversized; `None` when it was erased.
    pub raw: Option<Vec<u8>>,
    /// Whether only the header block was stored.
    pub oversized: bool,
    /// INTERNALDATE.
    pub arrived_at: DateTime<Utc>,
    /// How often it has been claimed, this time included.
    pub attempts: i32,
    /// Whether its sender confirmed it by answering our question, and as whom.
    pub confirmed_as: Option<i64>,
}

/// How a mail ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Handled, and answered where an answer is owed.
    Done,
    /// Must not be answered.
    Dropped,
    /// Waits for its sender's confirmation.
    Held,
}

impl Outcome {
    fn word(self) -> &'static str {
        match self {
            Outcome::Done => "done",
            Outcome::Dropped => "dropped",
            Outcome::Held => "held",
        }
    }
}

/// What became of one mail.
#[derive(Clone, Debug)]
pub struct Handled {
    /// The mail's row.
    pub id: i64,
    /// How it ended.
    pub outcome: Outcome,
    /// A word or two for the administrator.
    pub reason: Option<String>,
    /// Whose mail it was, as far as that is known.
    pub player: Option<i64>,
}

/// How often a mail is tried before it is laid aside as dead.
pub const ATTEMPTS: i32 = 3;

/// Claims up to `at_most` mails that have not been tried yet, the oldest of each sender. The claim is committed, and
/// the attempt counted, before anybody looks at a byte of them.
///
/// # Errors
///
/// When the database fails.
pub async fn claim_fresh(pool: &PgPool, claim: Uuid, at_most: i64) -> sqlx::Result<Vec<Claimed>> {
    // Two mails of one sender are never in work at once: a claimed one is still 'new', and hides the later ones.
    sqlx::query_as!(
        Claimed,
        r#"with due as (
               select i.id from inbox i
               where i.state = 'new' and i.attempts = 0 and i.claim_until < now() and i.run_after <= now()
                 and i.id = (select min(first.id) from inbox first
                             where first.order_key = i.order_key and first.state = 'new')
               order by i.id
               for update skip locked
               limit $2)
           update inbox set attempts = attempts + 1, claim = $1, claim_until = now() + interval '2 minutes'
           from due where inbox.id = due.id
           returning inbox.id, inbox.raw, inbox.oversized, inbox.arrived_at, inbox.attempts,
                     case when inbox.confirmed_at is not null then inbox.player_id end as confirmed_as"#,
        claim,
        at_most
    )
    .fetch_all(pool)
    .await
}

/// Claims one mail that was tried before. Alone, so that a mail that kills the process takes no other with it.
///
/// # Errors
///
/// When the database fails.
pub async fn claim_retried(pool: &PgPool, claim: Uuid) -> sqlx::Result<Option<Claimed>> {
    sqlx::query_as!(
        Claimed,
        r#"with due as (
               select i.id from inbox i
               where i.state = 'new' and i.attempts > 0 and i.claim_until < now() and i.run_after <= now()
                 and i.id = (select min(first.id) from inbox first
                             where first.order_key = i.order_key and first.state = 'new')
               order by i.id
               for update skip locked
               limit 1)
           update inbox set attempts = attempts + 1, claim = $1, claim_until = now() + interval '2 minutes'
           from due where inbox.id = due.id
           returning inbox.id, inbox.raw, inbox.oversized, inbox.arrived_at, inbox.attempts,
                     case when inbox.confirmed_at is not null then inbox.player_id end as confirmed_as"#,
        claim
    )
    .fetch_optional(pool)
    .await
}

/// Locks those of the claimed mails that are still ours; the others were taken over after our lease ran out.
///
/// # Errors
///
/// When the database fails.
pub async fn lock_claimed(
    tx: &mut Transaction<'_>,
    claim: Uuid,
    ids: &[i64],
) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select id from inbox where id = any($1) and claim = $2 order by id for update",
        ids,
        claim
    )
    .fetch_all(&mut **tx)
    .await
}

/// Writes down what became of the mails.
///
/// # Errors
///
/// When the database fails.
pub async fn finish(tx: &mut Transaction<'_>, handled: &[Handled]) -> sqlx::Result<()> {
    let ids: Vec<i64> = handled.iter().map(|h| h.id).collect();
    let states: Vec<String> = handled
        .iter()
        .map(|h| h.outcome.word().to_owned())
        .collect();
    let reasons: Vec<Option<String>> = handled.iter().map(|h| h.reason.clone()).collect();
    let players: Vec<Option<i64>> = handled.iter().map(|h| h.player).collect();
    sqlx::query!(
        r#"update inbox set state = h.state, reason = h.reason, player_id = coalesce(h.player, player_id),
                            claim = null, claim_until = '-infinity', handled_at = now(), error = null
           from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[]) as h (id, state, reason, player)
           where inbox.id = h.id"#,
        &ids,
        &states,
        &reasons as &[Option<String>],
        &players as &[Option<i64>]
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Gives held mails back to the workers: their sender has confirmed them, as this player.
///
/// # Errors
///
/// When the database fails.
pub async fn release_held(tx: &mut Transaction<'_>, mails: &[(i64, i64)]) -> sqlx::Result<()> {
    let (ids, players): (Vec<i64>, Vec<i64>) = mails.iter().copied().unzip();
    sqlx::query!(
        r#"update inbox set state = 'new', attempts = 0, confirmed_at = now(), player_id = r.player, reason = null
           from unnest($1::bigint[], $2::bigint[]) as r (id, player)
           where inbox.id = r.id and inbox.state = 'held'"#,
        &ids,
        &players
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Drops held mails: their sender says that he did not write them, or nobody confirmed them.
///
/// # Errors
///
/// When the database fails.
pub async fn drop_held(tx: &mut Transaction<'_>, ids: &[i64], reason: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "update inbox set state = 'dropped', reason = $2 where id = any($1) and state = 'held'",
        ids,
        reason
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Puts a mail back after an error, to be tried again later; after the last attempt it is laid aside as dead.
/// Returns whether it is dead now.
///
/// # Errors
///
/// When the database fails.
pub async fn fail(pool: &PgPool, claim: Uuid, id: i64, error: &str) -> sqlx::Result<bool> {
    let dead = sqlx::query_scalar!(
        r#"update inbox set
               state = case when attempts >= $4 then 'dead' else 'new' end,
               handled_at = case when attempts >= $4 then now() end,
               claim = null, claim_until = '-infinity', error = $3,
               run_after = now() + attempts * interval '20 seconds'
           where id = $1 and claim = $2 and state = 'new'
           returning state = 'dead' as "dead!""#,
        id,
        claim,
        error,
        ATTEMPTS
    )
    .fetch_optional(pool)
    .await?;
    Ok(dead.unwrap_or(false))
}

/// Takes back a claim without counting it: the fault was the database's or our own shutdown, not the mail's.
///
/// # Errors
///
/// When the database fails.
pub async fn give_back(pool: &PgPool, claim: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "update inbox set attempts = attempts - 1, claim = null, claim_until = '-infinity'
         where claim = $1 and state = 'new'",
        claim
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Lays a mail aside as dead without looking at it: it was tried often enough.
///
/// # Errors
///
/// When the database fails.
pub async fn bury(pool: &PgPool, claim: Uuid, id: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update inbox set state = 'dead', claim = null, claim_until = '-infinity', handled_at = now(),
                error = coalesce(error, 'the process ended each time this mail was handled')
         where id = $1 and claim = $2 and state = 'new'",
        id,
        claim
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Puts a dead or dropped mail back to be handled anew. Returns whether there was such a mail.
///
/// # Errors
///
/// When the database fails.
pub async fn retry(pool: &PgPool, id: i64) -> sqlx::Result<bool> {
    let rows = sqlx::query!(
        "update inbox set state = 'new', attempts = 0, run_after = '-infinity', reason = null, error = null
         where id = $1 and state in ('dead', 'dropped') and reason is distinct from 'duplicate' and raw is not null",
        id
    )
    .execute(pool)
    .await?
    .rows_affected();
    Ok(rows > 0)
}

/// Stores a mail that came from no mailbox and claims it, for trying what would be answered.
///
/// # Errors
///
/// When the database fails.
pub async fn store_for_trial(
    tx: &mut Transaction<'_>,
    claim: Uuid,
    raw: &[u8],
    content_key: &[u8],
    order_key: &str,
) -> sqlx::Result<Claimed> {
    sqlx::query_as!(
        Claimed,
        r#"insert into inbox (content_key, order_key, arrived_at, size, raw, attempts, claim, claim_until)
           values ($2, $3, now(), octet_length($4::bytea), $4::bytea, 1, $1, now() + interval '2 minutes')
           returning id, raw, oversized, arrived_at, attempts, player_id as confirmed_as"#,
        claim,
        content_key,
        order_key,
        raw
    )
    .fetch_one(&mut **tx)
    .await
}
