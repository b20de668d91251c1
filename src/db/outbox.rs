//! Mails that go out: stored with the decision that brings them about, sent afterwards.

use super::Transaction;
use crate::game::CauseId;
use chrono::{DateTime, Utc};
use sqlx::PgPool;
use std::time::Duration;
use uuid::Uuid;

/// A mail to be sent, complete.
#[derive(Clone, Debug)]
pub struct Posting {
    /// What brings it about.
    pub cause: CauseId,
    /// The occasion, named after the template.
    pub occasion: &'static str,
    /// Whom it goes to, when they are a player.
    pub player: Option<i64>,
    /// The game it is about.
    pub game: Option<i64>,
    /// The event that it tells the other player of.
    pub event_number: Option<i32>,
    /// Of a letter about no game: the games and their events by which it tells its reader that it is their turn.
    pub turns: Vec<(i64, i32)>,
    /// Which letter of this cause, occasion, recipient and game it is, counted from 0.
    pub nth: i32,
    /// Whether it waits because its reader's address rests.
    pub held: bool,
    /// Whether it says nothing but how its game stands.
    pub passing: bool,
    /// Whether nobody waits for it, so that those for which somebody does go first.
    pub later: bool,
    /// Whether it shows all moves of its game, so that it takes the place of those that only say how it stood before.
    pub supersedes: bool,
    /// RFC 5321 MAIL FROM; empty for the null sender.
    pub envelope_from: String,
    /// RFC 5321 RCPT TO.
    pub recipient: String,
    /// Without angle brackets.
    pub message_id: String,
    /// The whole mail; where there is a picture in it, with a line in its place.
    pub bytes: Vec<u8>,
    /// What that picture shows.
    pub picture: Option<String>,
    /// It was sent by a database that was lost, and must not be sent again.
    pub was_sent: bool,
    /// It goes to somebody who was forgotten, and is forgotten itself as soon as it is sent or given up.
    pub farewell: bool,
}

/// A mail that a deliverer has claimed.
#[derive(Clone, Debug)]
pub struct Due {
    /// Its row.
    pub id: i64,
    /// RFC 5321 MAIL FROM; empty for the null sender.
    pub envelope_from: String,
    /// RFC 5321 RCPT TO.
    pub recipient: String,
    /// The whole mail; where there is a picture in it, with a line in its place.
    pub bytes: Vec<u8>,
    /// What that picture shows.
    pub picture: Option<String>,
    /// How often it has been claimed, this time included.
    pub attempts: i32,
    /// How long ago the relay first wanted it later, in seconds; 0 when it never did.
    pub refused_for: f64,
}

/// What a mail was about that will never be delivered.
#[derive(Clone, Debug)]
pub struct Undelivered {
    /// The occasion, named after the template.
    pub occasion: String,
    /// Whom it should have reached.
    pub player: Option<i64>,
    /// The game it was about.
    pub game: Option<i64>,
    /// The event that it should have told of.
    pub event_number: Option<i32>,
    /// Whether that is what the administrator decided, and not what the other player did.
    pub ruled: bool,
}

/// A mail of ours that is being answered.
#[derive(Clone, Debug)]
pub struct Answered {
    /// Its Message-ID without angle brackets.
    pub message_id: String,
    /// The occasion on which it was written, by its template.
    pub occasion: String,
    /// The whole mail.
    pub bytes: Vec<u8>,
    /// When it was sent; before that, when it was written.
    pub sent_at: DateTime<Utc>,
}

/// How long a claim is good unless it is renewed. Short, so that the mails of a deliverer that died go out soon; one that
/// lives renews its claims, since the relay may take ten minutes for an answer (RFC 5321 4.5.3.2.6).
pub const LEASE: Duration = Duration::from_secs(120);

/// Queues mails. One that was queued before for the same cause is left as it was.
///
/// A mail that says nothing but how a game stood, and waits since before one that shows all moves of this game to the same
/// reader, is not sent any more. One that is being sent is left alone.
///
/// # Errors
///
/// When the database fails.
pub async fn post(tx: &mut Transaction<'_>, postings: &[Posting]) -> sqlx::Result<()> {
    let mails: Vec<Option<i64>> = postings.iter().map(|p| p.cause.mail()).collect();
    let causes: Vec<Option<i64>> = postings.iter().map(|p| p.cause.other()).collect();
    let occasions: Vec<String> = postings.iter().map(|p| p.occasion.to_owned()).collect();
    let players: Vec<Option<i64>> = postings.iter().map(|p| p.player).collect();
    let games: Vec<Option<i64>> = postings.iter().map(|p| p.game).collect();
    let events: Vec<Option<i32>> = postings.iter().map(|p| p.event_number).collect();
    let nths: Vec<i32> = postings.iter().map(|p| p.nth).collect();
    let senders: Vec<String> = postings.iter().map(|p| p.envelope_from.clone()).collect();
    let recipients: Vec<String> = postings.iter().map(|p| p.recipient.clone()).collect();
    let ids: Vec<String> = postings.iter().map(|p| p.message_id.clone()).collect();
    let bytes: Vec<Vec<u8>> = postings.iter().map(|p| p.bytes.clone()).collect();
    let pictures: Vec<Option<String>> = postings.iter().map(|p| p.picture.clone()).collect();
    let were_sent: Vec<bool> = postings.iter().map(|p| p.was_sent).collect();
    let held: Vec<bool> = postings.iter().map(|p| p.held).collect();
    let passing: Vec<bool> = postings.iter().map(|p| p.passing).collect();
    let farewells: Vec<bool> = postings.iter().map(|p| p.farewell).collect();
    let laters: Vec<bool> = postings.iter().map(|p| p.later).collect();
    sqlx::query!(
        r#"insert into outbox (cause_inbox_id, cause_id, occasion, player_id, game_id, event_number, nth, envelope_from,
                               recipient, message_id, bytes, state, error, passing, farewell, picture, later)
           select p.mail, p.cause, p.occasion, p.player, p.game, p.event, p.nth, p.envelope_from, p.recipient, p.message_id,
                  p.bytes, case when p.was_sent then 'superseded' when p.held then 'held' else 'queued' end,
                  case when p.was_sent then 'sent before the database was restored' end, p.passing,
                  p.farewell, p.picture, p.later
           from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::int[], $6::int[], $7::text[],
                       $8::text[], $9::text[], $10::bytea[], $11::bool[], $12::bool[], $13::bool[], $14::bool[], $15::bigint[],
                       $16::text[], $17::bool[])
                with ordinality as p (mail, occasion, player, game, event, nth, envelope_from, recipient, message_id, bytes, was_sent,
                      held, passing, farewell, cause, picture, later, place)
           order by p.place
           on conflict (cause_inbox_id, occasion, recipient, coalesce(game_id, 0), nth) do nothing"#,
        &mails as &[Option<i64>],
        &occasions,
        &players as &[Option<i64>],
        &games as &[Option<i64>],
        &events as &[Option<i32>],
        &nths,
        &senders,
        &recipients,
        &ids,
        &bytes,
        &were_sent,
        &held,
        &passing,
        &farewells,
        &causes as &[Option<i64>],
        &pictures as &[Option<String>],
        &laters
    )
    .execute(&mut **tx)
    .await?;
    note_turns(tx, postings).await?;
    supersede(tx, postings).await
}

/// Writes down of which turns letters about no game tell.
async fn note_turns(tx: &mut Transaction<'_>, postings: &[Posting]) -> sqlx::Result<()> {
    let (mut ids, mut games, mut events) = (Vec::new(), Vec::new(), Vec::new());
    for posting in postings {
        for &(game, event) in &posting.turns {
            ids.push(posting.message_id.clone());
            games.push(game);
            events.push(event);
        }
    }
    if ids.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "insert into outbox_turn (outbox_id, game_id, event_number)
         select outbox.id, told.game, told.event
         from unnest($1::text[], $2::bigint[], $3::int[]) as told (message_id, game, event)
         join outbox on outbox.message_id = told.message_id
         on conflict do nothing",
        &ids,
        &games,
        &events
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Has the questions sent once more on which mails of a lost database wait that were handled again: whether they were asked
/// then, and got it, nobody knows any more. Returns how many.
///
/// # Errors
///
/// When the database fails.
pub async fn ask_again(pool: &PgPool) -> sqlx::Result<u64> {
    let asked = sqlx::query!(
        "update outbox set state = 'queued', error = null
         from confirmation join inbox on inbox.id = confirmation.inbox_id
         where outbox.cause_inbox_id = inbox.id and outbox.recipient = confirmation.address_spelling
           and outbox.state = 'superseded' and outbox.error = 'sent before the database was restored'
           and inbox.replayed and inbox.state = 'held'
           and confirmation.used_at is null and confirmation.expires_at > now()"
    )
    .execute(pool)
    .await?;
    Ok(asked.rows_affected())
}

/// Sends no letter any more in whose place one of these stands.
async fn supersede(tx: &mut Transaction<'_>, postings: &[Posting]) -> sqlx::Result<()> {
    let (mut players, mut games, mut ids) = (Vec::new(), Vec::new(), Vec::new());
    for posting in postings.iter().filter(|p| p.supersedes && !p.was_sent) {
        if let (Some(player), Some(game)) = (posting.player, posting.game) {
            players.push(player);
            games.push(game);
            ids.push(posting.message_id.clone());
        }
    }
    if ids.is_empty() {
        return Ok(());
    }
    // By player and game, of which few wait. Joined with the letters by their Message-IDs, all that wait would be looked
    // through for each of them, where the planner takes them for few.
    sqlx::query!(
        "update outbox set state = 'superseded'
         from unnest($1::bigint[], $2::bigint[], $3::text[]) as later (player_id, game_id, message_id)
         where outbox.player_id = later.player_id and outbox.game_id = later.game_id
           and outbox.passing and outbox.state in ('queued', 'held') and outbox.claim is null
           and outbox.id < (select posted.id from outbox posted where posted.message_id = later.message_id)",
        &players,
        &games,
        &ids
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Claims up to `at_most` mails that are due: first those that answer mails or tell of moves, since somebody waits for them,
/// then those of what was due by itself; the oldest of each first.
///
/// # Errors
///
/// When the database fails.
pub async fn claim(pool: &PgPool, claim: Uuid, at_most: i64) -> sqlx::Result<Vec<Due>> {
    let mut due = sqlx::query_as!(
        Due,
        r#"with due as (
               select id from outbox
               where state = 'queued' and claim_until < now() and run_after <= now()
               order by later, id
               for update skip locked
               limit $2)
           update outbox set attempts = attempts + 1, claim = $1, claim_until = now() + $3 * interval '1 second'
           from due where outbox.id = due.id
           returning outbox.id, outbox.envelope_from, outbox.recipient, outbox.bytes as "bytes!", outbox.picture, outbox.attempts,
                     coalesce(extract(epoch from now() - outbox.first_refused_at)::float8, 0) as "refused_for!""#,
        claim,
        at_most,
        LEASE.as_secs_f64()
    )
    .fetch_all(pool)
    .await?;
    due.sort_by_key(|mail| mail.id);
    Ok(due)
}

/// Renews claims on mails that are still on their way.
///
/// # Errors
///
/// When the database fails.
pub async fn renew(pool: &PgPool, claimed: &[(i64, Uuid)]) -> sqlx::Result<()> {
    let (ids, claims): (Vec<i64>, Vec<Uuid>) = claimed.iter().copied().unzip();
    sqlx::query!(
        r#"update outbox set claim_until = now() + $3 * interval '1 second'
           from unnest($1::bigint[], $2::uuid[]) as c (id, claim)
           where outbox.id = c.id and outbox.claim = c.claim"#,
        &ids,
        &claims,
        LEASE.as_secs_f64()
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Notes that the relay accepted these mails, and with them when the players were told of the events. Each mail comes
/// with the claim under which it was sent.
///
/// # Errors
///
/// When the database fails; the mails may go out a second time then, byte for byte the same.
pub async fn mark_sent(pool: &PgPool, sent: &[(i64, Uuid)]) -> sqlx::Result<()> {
    let (ids, claims): (Vec<i64>, Vec<Uuid>) = sent.iter().copied().unzip();
    sqlx::query!(
        r#"with sent as (
               update outbox set state = 'sent', sent_at = now(), claim = null, error = null
               from unnest($1::bigint[], $2::uuid[]) as s (id, claim)
               where outbox.id = s.id and outbox.claim = s.claim
               returning outbox.id, outbox.game_id, outbox.event_number, outbox.player_id),
           -- One letter may tell of turns in several games.
           turns as (
               select game_id, event_number, player_id from sent
               union all
               select outbox_turn.game_id, outbox_turn.event_number, sent.player_id
               from sent join outbox_turn on outbox_turn.outbox_id = sent.id),
           -- Who has got a letter of the game knows of their turn: a clock that stood since one came back runs again.
           reached as (
               update clock_stop set until = now()
               from turns join game on game.id = turns.game_id
               where clock_stop.kind = 'bounce' and clock_stop.until is null and clock_stop.since < now()
                 and clock_stop.game_id = turns.game_id and clock_stop.player_id = turns.player_id
                 and clock_stop.turn = game.turn
               returning clock_stop.game_id),
           looked_at as (
               update game set due_at = now() from reached where game.id = reached.game_id and game.told_at is not null),
           told as (
               update event set delivered_at = now()
               from turns
               where event.game_id = turns.game_id and event.number = turns.event_number and event.delivered_at is null
               returning event.game_id, event.kind, coalesce((event.detail->>'turn')::integer, 0) as turn),
           -- In one order, so that two deliverers do not wait for each other.
           running as (
               select game.id from game join told on told.game_id = game.id
               where game.control <> 'without' and game.phase = 'playing' and told.turn = game.turn
                 and told.kind in ('accepted', 'moved', 'taken back', 'corrected', 'substituted')
               order by game.id for no key update of game)
           update game set told_at = now(), due_at = now() from running where game.id = running.id"#,
        &ids,
        &claims
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Puts a mail back for another try after `wait`.
///
/// # Errors
///
/// When the database fails.
pub async fn put_back(
    pool: &PgPool,
    claim: Uuid,
    id: i64,
    wait: Duration,
    error: &str,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update outbox set claim = null, claim_until = '-infinity', error = $4,
                run_after = now() + $3 * interval '1 second', first_refused_at = coalesce(first_refused_at, now()),
                state = case when exists (select from rest where rest.player_id = outbox.player_id and until is null)
                        then 'held' else 'queued' end
         where id = $2 and claim = $1 and state = 'queued'",
        claim,
        id,
        wait.as_secs_f64(),
        error
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Gives a mail up: the relay will never take it. Returns what it was about, or `None` when the claim is not ours any
/// more.
///
/// # Errors
///
/// When the database fails.
pub async fn mark_failed(
    tx: &mut Transaction<'_>,
    claim: Uuid,
    id: i64,
    error: &str,
) -> sqlx::Result<Option<Undelivered>> {
    sqlx::query_as!(
        Undelivered,
        r#"update outbox set state = 'failed', claim = null, error = $3
           where id = $2 and claim = $1 and state = 'queued'
           returning occasion, player_id as player, game_id as game, event_number,
                     exists (select from event where event.game_id = outbox.game_id and event.number = outbox.event_number
                                                 and event.player_id is null) as "ruled!""#,
        claim,
        id,
        error
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Lets a letter that was given up just now wait until its reader does not rest any more.
///
/// # Errors
///
/// When the database fails.
pub async fn hold_back(tx: &mut Transaction<'_>, id: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update outbox set state = 'held', claim_until = '-infinity'
         where id = $1 and state = 'failed' and bytes is not null",
        id
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Takes back a claim without counting it: nothing was tried, or the fault was ours.
///
/// # Errors
///
/// When the database fails.
pub async fn give_back(
    pool: &PgPool,
    claim: Uuid,
    id: i64,
    wait: Duration,
    error: &str,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update outbox set attempts = attempts - 1, claim = null, claim_until = '-infinity', error = $4,
                run_after = now() + $3 * interval '1 second'
         where id = $2 and claim = $1 and state = 'queued'",
        claim,
        id,
        wait.as_secs_f64(),
        error
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// The mails of ours with these Message-IDs, as far as they were not erased.
///
/// # Errors
///
/// When the database fails.
pub async fn answered(pool: &PgPool, message_ids: &[String]) -> sqlx::Result<Vec<Answered>> {
    sqlx::query_as!(
        Answered,
        r#"select message_id, occasion, bytes as "bytes!", coalesce(sent_at, created_at) as "sent_at!"
           from outbox where message_id = any($1) and bytes is not null"#,
        message_ids
    )
    .fetch_all(pool)
    .await
}

/// The newest mails of ours that carry these tokens, at most five for each, as far as they were not erased.
///
/// # Errors
///
/// When the database fails.
pub async fn with_tokens(pool: &PgPool, tokens: &[String]) -> sqlx::Result<Vec<Answered>> {
    // A Message-ID is its token, a dot, and what makes it unique; '/' is what follows the dot in the order of the column.
    sqlx::query_as!(
        Answered,
        r#"select o.message_id, o.occasion, o.bytes as "bytes!", coalesce(o.sent_at, o.created_at) as "sent_at!"
           from unnest($1::text[]) as t (token)
           cross join lateral (select id, message_id, occasion, bytes, sent_at, created_at from outbox
                               where message_id >= (t.token || '.') collate "C"
                                 and message_id < (t.token || '/') collate "C"
                                 and bytes is not null
                               order by id desc limit 5) as o"#,
        tokens
    )
    .fetch_all(pool)
    .await
}

/// The mails that a mail brought about, for trying what would be answered.
///
/// # Errors
///
/// When the database fails.
pub async fn caused_by(tx: &mut Transaction<'_>, cause: i64) -> sqlx::Result<Vec<Vec<u8>>> {
    sqlx::query_scalar!(
        r#"select bytes as "bytes!" from outbox where cause_inbox_id = $1 and bytes is not null order by id"#,
        cause
    )
    .fetch_all(&mut **tx)
    .await
}

/// Gives back all mails of a claim whose answer was lost, uncounted: nobody knows of them.
///
/// # Errors
///
/// When the database fails.
pub async fn release(pool: &PgPool, claim: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "update outbox set attempts = attempts - 1, claim = null, claim_until = '-infinity'
         where claim = $1 and state = 'queued'",
        claim
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// How many mails went out in the last 24 hours. Only so many of the newest are looked at as can matter where no more than
/// `most` a day go out: a mail is tried for some days.
///
/// # Errors
///
/// When the database fails.
pub async fn sent_within_a_day(pool: &PgPool, most: usize) -> sqlx::Result<usize> {
    let newest = i64::try_from(most.saturating_mul(10)).unwrap_or(i64::MAX);
    let sent = sqlx::query_scalar!(
        r#"select count(*) filter (where sent_at > now() - interval '24 hours') as "sent!"
           from (select sent_at from outbox order by id desc limit $1) as newest"#,
        newest
    )
    .fetch_one(pool)
    .await?;
    Ok(usize::try_from(sent).unwrap_or(0))
}
