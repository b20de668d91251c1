//! Why no flag may fall at all, and no reminder may go out.

use super::{Transaction, clock_stops};
use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::{PgExecutor, PgPool};

/// What is wrong with a database that was restored.
pub const FORGOTTEN: &str = "the database was restored from a copy and has forgotten mails, which `penpawn mails reread` reads again";

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The database's clock was moved.
    Jump,
    /// The database was restored from a copy, and may have forgotten mails.
    Restore,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Jump => "jump",
            Kind::Restore => "restore",
        }
    }
}

/// A fault that lasts.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    /// A word of the table.
    pub kind: String,
    /// What was seen.
    pub words: String,
    /// When it was found, in UTC, as `YYYY-MM-DD HH:MM`.
    pub since: String,
}

/// What has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Whether there was a fault.
    pub any: bool,
    /// The row of a restore.
    pub restore: Option<i64>,
}

/// Notes a fault, unless it is known. Returns whether it is news. A database that was restored knows all mails until its
/// mailboxes were seen last, as the copy says.
///
/// # Errors
///
/// When the database fails.
pub async fn note(pool: &PgPool, kind: Kind, words: &str) -> sqlx::Result<bool> {
    let noted = sqlx::query!(
        "insert into clock_fault (kind, words, copied_at)
         select $1, $2, case when $1 = 'restore' then (select max(seen_until) from mailbox) end
         on conflict (kind) where until is null do nothing",
        kind.word(),
        words
    )
    .execute(pool)
    .await?;
    Ok(noted.rows_affected() > 0)
}

/// Whether one lasts.
///
/// # Errors
///
/// When the database fails.
pub async fn any(database: impl PgExecutor<'_>) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from clock_fault where until is null) as "any!""#)
        .fetch_one(database)
        .await
}

/// Those that last.
///
/// # Errors
///
/// When the database fails.
pub async fn lasting(pool: &PgPool) -> sqlx::Result<Vec<Fault>> {
    sqlx::query_as!(
        Fault,
        r#"select kind, words, to_char(since at time zone 'utc', 'YYYY-MM-DD HH24:MI') as "since!"
           from clock_fault where until is null order by id"#
    )
    .fetch_all(pool)
    .await
}

/// When a mailbox was last seen, by the database's clock, and what that shows now; `None` before the first look.
///
/// # Errors
///
/// When the database fails.
pub async fn last_seen(pool: &PgPool) -> sqlx::Result<(DateTime<Utc>, Option<DateTime<Utc>>)> {
    let row = sqlx::query!(
        r#"select clock_timestamp() as "now!", (select max(seen_until) from mailbox) as seen"#
    )
    .fetch_one(pool)
    .await?;
    Ok((row.now, row.seen))
}

/// Ends faults of these kinds, and credits to all clocks what a restored database lost: the time between the copy and now. The mailboxes
/// were seen until now at the latest, by the clock as it goes now.
///
/// # Errors
///
/// When the database fails.
pub async fn end(tx: &mut Transaction<'_>, kinds: &[Kind]) -> sqlx::Result<Ended> {
    let kinds: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
    let credited = sqlx::query!(
        "insert into clock_stop (kind, since, until)
         select 'restore', copied_at, now() from clock_fault
         where until is null and kind = 'restore' and kind = any($1) and copied_at < now()",
        &kinds as &[&str]
    )
    .execute(&mut **tx)
    .await?;
    if credited.rows_affected() > 0 {
        clock_stops::reckon_anew(tx, None).await?;
    }
    sqlx::query!("update mailbox set seen_until = now() where seen_until > now()")
        .execute(&mut **tx)
        .await?;
    let ended = sqlx::query!(
        "update clock_fault set until = now() where until is null and kind = any($1) returning id, kind",
        &kinds as &[&str]
    )
    .fetch_all(&mut **tx)
    .await?;
    let restore = ended.iter().find(|one| one.kind == Kind::Restore.word());
    Ok(Ended {
        any: !ended.is_empty(),
        restore: restore.map(|one| one.id),
    })
}

/// Until when a restored database knows all mails, while that fault lasts; `None` where there is no such fault, or the copy does
/// not say.
///
/// # Errors
///
/// When the database fails.
pub async fn copied_at(pool: &PgPool) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!(
        r#"select copied_at as "copied!" from clock_fault
           where until is null and kind = 'restore' and copied_at is not null"#
    )
    .fetch_optional(pool)
    .await
}

/// Credits to the clock of a game what lies between an instant and now, since the database was restored.
///
/// # Errors
///
/// When the database fails.
pub async fn credit(pool: &PgPool, game: i64, from: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into clock_stop (kind, game_id, since, until) values ('restore', $1, $2, now())",
        game,
        from
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// The games with a clock in which something was due by now, as a restored database says it, or a flag does not fall that a
/// daemon has looked at since.
///
/// # Errors
///
/// When the database fails.
pub async fn due_meanwhile(pool: &PgPool) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select id from game g
         where told_at is not null and phase = 'playing'
           and (due_at <= now() or exists (select from held_flag h where h.game_id = g.id and h.turn = g.turn))
         order by id"
    )
    .fetch_all(pool)
    .await
}
