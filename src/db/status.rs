//! How it stands: what waits, for how long, and what went wrong. Ages are in seconds, by the database's clock.

use super::alarms;
use super::clock_faults::{self, Fault};
use super::flags::{self, HeldFlag};
use serde::Serialize;
use sqlx::PgPool;

/// Counts and ages. An age is `None` where nothing waits.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Status {
    /// Mails that came in.
    pub mails: Mails,
    /// Mails that go out.
    pub letters: Letters,
    /// Players and games.
    pub club: Club,
    /// The mailboxes that are read, or were.
    pub mailboxes: Vec<Mailbox>,
    /// What concerns the clocks of games.
    pub time: Time,
}

/// What concerns the clocks of games.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Time {
    /// Why no flag may fall at all.
    pub faults: Vec<Fault>,
    /// Flags whose time has come and that wait.
    pub held_flags: Vec<HeldFlag>,
    /// Games in which something was due ten minutes ago or earlier, and was not looked at.
    pub overdue: i64,
    /// How long ago it was due in the first of them, in seconds; `None` where there is none.
    pub overdue_for: Option<f64>,
    /// By how much the mail server's clock was ahead of the database's at the worst of today's mails, in seconds; `None` where
    /// it was not by more than a minute.
    pub arrivals_ahead: Option<f64>,
}

/// Mails that came in.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Mails {
    /// To be handled.
    pub new: i64,
    /// How long the oldest of them could have been handled; those that wait for their turn could not.
    pub oldest_new: Option<f64>,
    /// Of them, those that were tried before.
    pub retried: i64,
    /// Of them, those that wait for their turn, since their sender wrote too many in a minute.
    pub slowed: i64,
    /// Waiting for their senders' confirmation.
    pub held: i64,
    /// How long the oldest of them has been stored.
    pub oldest_held: Option<f64>,
    /// Laid aside after three tries.
    pub dead: i64,
    /// Done for a known player in the last day, without a reason to be silent, and not answered by any letter.
    pub unanswered: i64,
    /// Handled in the last day.
    pub handled_today: i64,
    /// Of them, those that were worth a letter, and brought none because enough was sent on that day: to their senders, to
    /// their domains, or to all who have proven nothing.
    pub enough_for_today: i64,
    /// Of these, those of players.
    pub players_limited: i64,
    /// Answers of calendars that were dropped in the last day, though they show a code of their senders' and words of theirs.
    pub own_words: i64,
    /// What the texts of dropped mails take that prove nothing, in octets; `server.keep_dropped_mib` bounds it.
    pub dropped_octets: i64,
}

/// Mails that go out.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Letters {
    /// To be sent.
    pub queued: i64,
    /// How long the oldest has waited of those that the relay has not asked us to keep for later.
    pub oldest_untried: Option<f64>,
    /// Those that the relay wants later.
    pub deferred: i64,
    /// How long ago the relay first said so of one of them.
    pub oldest_deferred: Option<f64>,
    /// Held back, since nothing is sent to their readers: letters to them came back, or were reported as spam.
    pub held: i64,
    /// How long ago the oldest of them was written.
    pub oldest_held: Option<f64>,
    /// Given up.
    pub failed: i64,
    /// Sent in the last day.
    pub sent_today: i64,
}

/// Players and games.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Club {
    /// Players who have answered a mail of ours.
    pub players: i64,
    /// Games that are played now.
    pub games: i64,
    /// Invitations that wait for another day, since their inviters have invited enough people on one.
    pub invitations: i64,
    /// The day (UTC) on which the next of them is sent, as `YYYY-MM-DD`.
    pub next_invitation: Option<String>,
}

/// A mailbox that is read.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Mailbox {
    /// user@host/folder.
    pub name: String,
    /// The first UID that has not been stored.
    pub next_uid: i64,
    /// How long ago a daemon last looked into it; `None` before the first look.
    pub last_look: Option<f64>,
    /// How long ago the last look began that ended with nothing left to store: flags that fell later wait.
    pub last_whole_look: Option<f64>,
    /// Whether the administrator has said that it is read no more.
    pub retired: bool,
    /// Why it could not be read at the last try, in words; `None` when it was looked into since.
    pub fault: Option<String>,
    /// `lasting` when only an administrator can help, `passing` when it may be over by itself; `None` without a fault.
    pub fault_kind: Option<String>,
    /// How long ago that was, in seconds.
    pub fault_age: Option<f64>,
    /// How full it is, in per cent of what the mail server allows, where it tells.
    pub fullness: Option<i32>,
    /// How long ago the server told.
    pub fullness_age: Option<f64>,
    /// Mails in it whose texts were erased here, and that are still to be erased there.
    pub copies: i64,
    /// Mails in it from before the first start that are left alone.
    pub left: i64,
    /// Mails in it that came since and are none for us: left alone as well.
    pub foreign: i64,
}

/// Counts.
///
/// # Errors
///
/// When the database fails.
pub async fn status(pool: &PgPool) -> sqlx::Result<Status> {
    let overdue = alarms::overdue(pool).await?;
    Ok(Status {
        mails: mails(pool).await?,
        letters: letters(pool).await?,
        club: club(pool).await?,
        mailboxes: mailboxes(pool).await?,
        time: Time {
            faults: clock_faults::lasting(pool).await?,
            held_flags: flags::held(pool).await?,
            overdue: overdue.count,
            overdue_for: overdue.since,
            arrivals_ahead: arrivals_ahead(pool).await?,
        },
    })
}

async fn mails(pool: &PgPool) -> sqlx::Result<Mails> {
    sqlx::query_as!(
        Mails,
        r#"select count(*) filter (where state = 'new') as "new!",
                  -- a mail that its sender has confirmed could not be handled before
                  extract(epoch from now() - min(greatest(stored_at, confirmed_at, case when attempts = 0 then run_after end))
                                     filter (where state = 'new' and (attempts > 0 or run_after <= now())))::float8
                      as oldest_new,
                  count(*) filter (where state = 'new' and attempts > 0) as "retried!",
                  count(*) filter (where state = 'new' and attempts = 0 and run_after > now()) as "slowed!",
                  count(*) filter (where state = 'held') as "held!",
                  extract(epoch from now() - min(stored_at) filter (where state = 'held'))::float8 as oldest_held,
                  count(*) filter (where state = 'dead') as "dead!",
                  count(*) filter (where state = 'done' and reason is null and handled_at > now() - interval '1 day'
                                     -- who was only invited is promised that nothing follows his "stop"
                                     and exists (select from player p where p.id = player_id and p.state = 'active')
                                     and not exists (select from outbox where cause_inbox_id = inbox.id))
                      as "unanswered!",
                  count(*) filter (where handled_at > now() - interval '1 day') as "handled_today!",
                  count(*) filter (where handled_at > now() - interval '1 day' and state = 'dropped'
                                     and reason like 'enough for today%') as "enough_for_today!",
                  count(*) filter (where handled_at > now() - interval '1 day' and state = 'dropped'
                                     and reason like 'enough for today%'
                                     and exists (select from player p
                                                 where p.state = 'active'
                                                   and (p.id = inbox.player_id
                                                        or exists (select from address a
                                                                   where a.player_id = p.id and a.key = inbox.sender))))
                      as "players_limited!",
                  count(*) filter (where handled_at > now() - interval '1 day' and state = 'dropped'
                                     and reason like 'automatic: calendar answer%own words') as "own_words!",
                  coalesce(sum(octet_length(raw)) filter (where state = 'dropped' and not proven), 0)::bigint
                      as "dropped_octets!"
           from inbox"#
    )
    .fetch_one(pool)
    .await
}

async fn letters(pool: &PgPool) -> sqlx::Result<Letters> {
    sqlx::query_as!(
        Letters,
        r#"select count(*) filter (where state = 'queued') as "queued!",
                  extract(epoch from now() - min(created_at)
                                     filter (where state = 'queued' and first_refused_at is null))::float8
                      as oldest_untried,
                  count(*) filter (where state = 'queued' and first_refused_at is not null) as "deferred!",
                  extract(epoch from now() - min(first_refused_at) filter (where state = 'queued'))::float8
                      as oldest_deferred,
                  count(*) filter (where state = 'held') as "held!",
                  extract(epoch from now() - min(created_at) filter (where state = 'held'))::float8 as oldest_held,
                  count(*) filter (where state = 'failed') as "failed!",
                  count(*) filter (where sent_at > now() - interval '1 day') as "sent_today!"
           from outbox"#
    )
    .fetch_one(pool)
    .await
}

async fn club(pool: &PgPool) -> sqlx::Result<Club> {
    sqlx::query_as!(
        Club,
        r#"select (select count(*) from player where state = 'active') as "players!",
                  (select count(*) from game where phase = 'playing') as "games!",
                  (select count(due_on) from held_invitation) as "invitations!",
                  (select to_char(min(due_on), 'YYYY-MM-DD') from held_invitation) as next_invitation"#
    )
    .fetch_one(pool)
    .await
}

async fn mailboxes(pool: &PgPool) -> sqlx::Result<Vec<Mailbox>> {
    sqlx::query_as!(
        Mailbox,
        r#"select name, next_uid, extract(epoch from now() - looked_at)::float8 as last_look,
                  extract(epoch from now() - seen_until)::float8 as last_whole_look,
                  retired_at is not null as "retired!",
                  fault, fault_kind, extract(epoch from now() - fault_at)::float8 as fault_age, fullness,
                  extract(epoch from now() - fullness_at)::float8 as fullness_age,
                  (select count(*) from inbox where mailbox_id = mailbox.id and erased_at is not null and mirrored
                                                and copy_erased_at is null and not stays) as "copies!",
                  left_there as "left", (select count(*) from left_alone l
                                         where l.mailbox_id = mailbox.id and l.uidvalidity = mailbox.uidvalidity
                                           and l.content_key is not null) as "foreign!"
           from mailbox order by name"#
    )
    .fetch_all(pool)
    .await
}

async fn arrivals_ahead(pool: &PgPool) -> sqlx::Result<Option<f64>> {
    sqlx::query_scalar!(
        "select extract(epoch from max(arrived_at - stored_at))::float8 from inbox
         where stored_at > now() - interval '1 day' and arrived_at > stored_at + interval '1 minute'"
    )
    .fetch_one(pool)
    .await
}
