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
    /// Whose line it waits in.
    pub line: String,
    /// Whether a token in it says so; otherwise it is its sender's.
    pub proven: bool,
    /// Whether only the header block was stored.
    pub oversized: bool,
    /// INTERNALDATE.
    pub arrived_at: DateTime<Utc>,
    /// When we first saw it.
    pub stored_at: DateTime<Utc>,
    /// Whether it may be from a time of which we know nothing: only what fits the present position counts then.
    pub old: bool,
    /// How often it has been claimed, this time included.
    pub attempts: i32,
    /// Whether its sender confirmed it by answering our question, and as whom.
    pub confirmed_as: Option<i64>,
    /// Whether its sender was asked about leaving for good, and said yes.
    pub leaves: bool,
    /// SHA-256 that knows the same mail again.
    pub content_key: Vec<u8>,
    /// How often it was given back to be handled once more.
    pub round: i32,
    /// Whether it was handled before, by a database that was lost.
    pub replayed: bool,
    /// Whether the mail server took it for junk.
    pub junk: bool,
}

impl Claimed {
    /// Whether the administrator has given it back, see [`retry`]; the other one who can is its sender, once.
    pub fn is_retried(&self) -> bool {
        self.round > i32::from(self.confirmed_as.is_some())
    }
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

/// How often a mail that another daemon has overtaken is tried again uncounted: beyond that it is no chance any more.
const OVERTAKEN_AT_MOST: i16 = 100;

/// How often a mail is tried before it is laid aside as dead.
pub const ATTEMPTS: i32 = 3;

/// Claims up to `at_most` mails that have not been tried yet, the oldest of each line, and no more than together have so many
/// octets, but for the last of each kind. The claim is committed, and the attempt counted, before anybody looks at a byte of them.
///
/// Those that show a token of ours go first, and those whose time came first go before the others. A quarter is always for
/// the others, so that nobody waits for ever to be let in.
///
/// # Errors
///
/// When the database fails.
pub async fn claim_fresh(
    pool: &PgPool,
    claim: Uuid,
    at_most: i64,
    octets: i64,
) -> sqlx::Result<Vec<Claimed>> {
    // Two mails of one line are never in work at once: a claimed one is still 'new', and hides the later ones.
    sqlx::query_as!(
        Claimed,
        r#"with proven as (
               select i.id, i.run_after, coalesce(octet_length(i.raw), 0) as octets from inbox i
               where i.state = 'new' and i.attempts = 0 and i.proven and not i.replayed and i.claim_until < now()
                 and i.run_after <= now()
                 and i.id = (select min(first.id) from inbox first where first.line = i.line and first.state = 'new')
               order by i.run_after, i.id
               for update skip locked
               limit $2::bigint * 3 / 4
           ), others as (
               select i.id, i.run_after, coalesce(octet_length(i.raw), 0) as octets from inbox i
               where i.state = 'new' and i.attempts = 0 and not i.proven and not i.replayed and i.claim_until < now()
                 and i.run_after <= now()
                 and i.id = (select min(first.id) from inbox first where first.line = i.line and first.state = 'new')
               order by i.run_after, i.id
               for update skip locked
               limit $2::bigint - (select count(*) from proven)
           ), due as (
               select id, sum(octets) over (order by run_after, id) - octets < $3::bigint * 3 / 4 as fits from proven
               union all
               select id, sum(octets) over (order by run_after, id) - octets < $3::bigint / 4 from others
           )
           update inbox set attempts = attempts + 1, claim = $1, claim_until = now() + interval '2 minutes'
           from due where inbox.id = due.id and due.fits
           returning inbox.id, inbox.raw, inbox.line, inbox.proven, inbox.oversized, inbox.arrived_at, inbox.stored_at, inbox.old,
                     inbox.attempts, case when inbox.confirmed_at is not null then inbox.player_id end as confirmed_as,
                     inbox.leaving_confirmed_at is not null as "leaves!", inbox.content_key, inbox.round,
                     inbox.replayed,
                     exists (select from mailbox m where m.id = inbox.mailbox_id and m.junk) as "junk!""#,
        claim,
        at_most,
        octets
    )
    .fetch_all(pool)
    .await
}

/// Whether a mail waits to be handled now.
///
/// # Errors
///
/// When the database fails.
pub async fn any_waits(pool: &PgPool) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from inbox where state = 'new' and not replayed and claim_until < now()
                          and run_after <= now()) as "waits!""#
    )
    .fetch_one(pool)
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
               where i.state = 'new' and i.attempts > 0 and not i.replayed and i.claim_until < now() and i.run_after <= now()
                 and i.id = (select min(first.id) from inbox first
                             where first.line = i.line and first.state = 'new')
               order by i.id
               for update skip locked
               limit 1)
           update inbox set attempts = attempts + 1, claim = $1, claim_until = now() + interval '2 minutes'
           from due where inbox.id = due.id
           returning inbox.id, inbox.raw, inbox.line, inbox.proven, inbox.oversized, inbox.arrived_at, inbox.stored_at, inbox.old,
                     inbox.attempts, case when inbox.confirmed_at is not null then inbox.player_id end as confirmed_as,
                     inbox.leaving_confirmed_at is not null as "leaves!", inbox.content_key, inbox.round,
                     inbox.replayed,
                     exists (select from mailbox m where m.id = inbox.mailbox_id and m.junk) as "junk!""#,
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

/// How many mails of each of these lines wait to be handled, those included that are put off.
///
/// # Errors
///
/// When the database fails.
pub async fn waiting(
    tx: &mut Transaction<'_>,
    lines: &[String],
) -> sqlx::Result<Vec<(String, i64)>> {
    let rows = sqlx::query!(
        r#"select line, count(*) as "count!" from inbox where line = any($1) and state = 'new' group by line"#,
        lines
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.line, row.count)).collect())
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

/// A held mail whose sender has confirmed it.
#[derive(Clone, Copy, Debug)]
pub struct Released {
    /// The mail.
    pub id: i64,
    /// As which player.
    pub player: i64,
    /// Whether they were asked about leaving for good, and said yes to that.
    pub leaves: bool,
}

/// Gives held mails back to the workers: their sender has confirmed them.
///
/// # Errors
///
/// When the database fails.
pub async fn release_held(tx: &mut Transaction<'_>, mails: &[Released]) -> sqlx::Result<()> {
    let ids: Vec<i64> = mails.iter().map(|mail| mail.id).collect();
    let players: Vec<i64> = mails.iter().map(|mail| mail.player).collect();
    let leave: Vec<bool> = mails.iter().map(|mail| mail.leaves).collect();
    sqlx::query!(
        r#"update inbox set state = 'new', attempts = 0, round = round + 1, confirmed_at = now(), player_id = r.player,
                            reason = null, leaving_confirmed_at = case when r.leaves then now() end
           from unnest($1::bigint[], $2::bigint[], $3::bool[]) as r (id, player, leaves)
           where inbox.id = r.id and inbox.state = 'held'"#,
        &ids,
        &players,
        &leave
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Drops held mails: their sender says that they did not write them, or nobody confirmed them.
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

/// Puts a mail back to be tried again in a moment, and does not count this try: another transaction came between, and what
/// that one has written is known then. What is put off without end is counted in the end.
///
/// # Errors
///
/// When the database fails.
pub async fn put_off(pool: &PgPool, claim: Uuid, id: i64) -> sqlx::Result<()> {
    // Not at once, so that two who meet again and again do nothing else.
    sqlx::query!(
        "update inbox set attempts = attempts - (put_off < $3)::int, put_off = least(put_off + 1, $3), claim = null,
                claim_until = '-infinity', run_after = now() + interval '1 second'
         where id = $1 and claim = $2 and state = 'new'",
        id,
        claim,
        OVERTAKEN_AT_MOST
    )
    .execute(pool)
    .await?;
    Ok(())
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

/// Lays a mail aside as dead because it cannot be read within its bounds.
///
/// # Errors
///
/// When the database fails.
pub async fn lay_aside(pool: &PgPool, claim: Uuid, id: i64, why: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "update inbox set state = 'dead', claim = null, claim_until = '-infinity', handled_at = now(), error = $3
         where id = $1 and claim = $2 and state = 'new'",
        id,
        claim,
        why
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Puts a dead or dropped mail back to be handled anew, its age forgiven; see [`Claimed::is_retried`]. Returns whether there was such a mail.
///
/// # Errors
///
/// When the database fails.
pub async fn retry(pool: &PgPool, id: i64) -> sqlx::Result<bool> {
    let rows = sqlx::query!(
        "update inbox set state = 'new', attempts = 0, round = round + 1, run_after = '-infinity', reason = null, error = null,
                old = false
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
    sender: &str,
) -> sqlx::Result<Claimed> {
    sqlx::query_as!(
        Claimed,
        r#"insert into inbox (content_key, sender, line, arrived_at, size, raw, attempts, claim, claim_until)
           values ($2, $3, $3, now(), octet_length($4::bytea), $4::bytea, 1, $1, now() + interval '2 minutes')
           returning id, raw, line, proven, oversized, arrived_at, stored_at, old, attempts, player_id as confirmed_as,
                     leaving_confirmed_at is not null as "leaves!", content_key, round, replayed, false as "junk!""#,
        claim,
        content_key,
        sender,
        raw
    )
    .fetch_one(&mut **tx)
    .await
}

/// A mail that was handled by a database that was lost, as IMAP gave it.
#[derive(Clone, Debug)]
pub struct Replay {
    /// SHA-256 that knows the same mail again.
    pub content_key: Vec<u8>,
    /// Its sender as written, in lower case.
    pub sender: String,
    /// INTERNALDATE.
    pub arrived_at: DateTime<Utc>,
    /// Octets on the server.
    pub size: i64,
    /// Whether `raw` is only the header block.
    pub oversized: bool,
    /// The mail, or its header block.
    pub raw: Vec<u8>,
}

/// Stores mails that are to be replayed, in this order, as read in that mailbox. Those whose content is known are left as they are, unless they
/// were not handled yet: then they are replayed too. Returns how many will be replayed.
///
/// # Errors
///
/// When the database fails; nothing is stored then.
pub async fn store_replays(pool: &PgPool, mailbox: i64, replays: &[Replay]) -> sqlx::Result<u64> {
    let contents: Vec<Vec<u8>> = replays.iter().map(|r| r.content_key.clone()).collect();
    let senders: Vec<String> = replays.iter().map(|r| r.sender.clone()).collect();
    let instants: Vec<DateTime<Utc>> = replays.iter().map(|r| r.arrived_at).collect();
    let sizes: Vec<i64> = replays.iter().map(|r| r.size).collect();
    let oversized: Vec<bool> = replays.iter().map(|r| r.oversized).collect();
    let raws: Vec<Vec<u8>> = replays.iter().map(|r| r.raw.clone()).collect();
    let mut tx = pool.begin().await?;
    let waiting = sqlx::query!(
        "update inbox set replayed = true where content_key = any($1) and state = 'new' and not replayed",
        &contents
    )
    .execute(&mut *tx)
    .await?
    .rows_affected();
    let new = sqlx::query!(
        r#"insert into inbox (mailbox_id, content_key, sender, line, arrived_at, size, oversized, raw, replayed, mirrored)
           select $7, r.content_key, r.sender, r.sender, r.arrived_at, r.size, r.oversized, r.raw, true, true
           from unnest($1::bytea[], $2::text[], $3::timestamptz[], $4::bigint[], $5::bool[], $6::bytea[]) with ordinality
                as r (content_key, sender, arrived_at, size, oversized, raw, place)
           order by r.place
           on conflict do nothing"#,
        &contents,
        &senders,
        &instants,
        &sizes,
        &oversized,
        &raws,
        mailbox
    )
    .execute(&mut *tx)
    .await?
    .rows_affected();
    tx.commit().await?;
    Ok(waiting + new)
}

/// Claims the mail that is to be replayed next: in the order in which they came, whosever they are.
///
/// # Errors
///
/// When the database fails.
pub async fn claim_replay(pool: &PgPool, claim: Uuid) -> sqlx::Result<Option<Claimed>> {
    sqlx::query_as!(
        Claimed,
        r#"update inbox set attempts = attempts + 1, claim = $1, claim_until = now() + interval '2 minutes'
           where inbox.id = (select id from inbox where state = 'new' and replayed order by id limit 1 for update)
           returning inbox.id, inbox.raw, inbox.line, inbox.proven, inbox.oversized, inbox.arrived_at, inbox.stored_at, inbox.old,
                     inbox.attempts, case when inbox.confirmed_at is not null then inbox.player_id end as confirmed_as,
                     inbox.leaving_confirmed_at is not null as "leaves!", inbox.content_key, inbox.round,
                     inbox.replayed,
                     exists (select from mailbox m where m.id = inbox.mailbox_id and m.junk) as "junk!""#,
        claim
    )
    .fetch_optional(pool)
    .await
}

/// When the newest mail came that we know.
///
/// # Errors
///
/// When the database fails.
pub async fn newest(pool: &PgPool) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!("select max(arrived_at) from inbox")
        .fetch_one(pool)
        .await
}

/// What became of the mails that were replayed: how many there are of each state and reason.
///
/// # Errors
///
/// When the database fails.
pub async fn replayed(pool: &PgPool) -> sqlx::Result<Vec<(String, String, i64)>> {
    let rows = sqlx::query!(
        r#"select state, coalesce(reason, '') as "reason!", count(*) as "count!" from inbox where replayed
           group by 1, 2 order by 1, 2"#
    )
    .fetch_all(pool)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.state, row.reason, row.count))
        .collect())
}

/// How many of these contents are of no mail that we know.
///
/// # Errors
///
/// When the database fails.
pub async fn unknown(pool: &PgPool, contents: &[Vec<u8>]) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from unnest($1::bytea[]) as c (content_key)
           where not exists (select from inbox where inbox.content_key = c.content_key)"#,
        contents
    )
    .fetch_one(pool)
    .await
}

/// Drops all mails that wait to be replayed. Returns how many there were.
///
/// # Errors
///
/// When the database fails.
pub async fn skip_replays(pool: &PgPool) -> sqlx::Result<u64> {
    let dropped = sqlx::query!(
        "update inbox set state = 'dropped', reason = 'not replayed', handled_at = now(), claim = null
         where state = 'new' and replayed"
    )
    .execute(pool)
    .await?;
    Ok(dropped.rows_affected())
}
