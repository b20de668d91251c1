//! Until when each mailbox was seen, and the outages that show in it.
//!
//! A look that ends with nothing left to store shows that all mails which had come before it began are here. Where more than
//! an hour lies between two such looks we were out of order, and no clock ran: whoever looks again writes that down before
//! they store the first mail that came meanwhile, so that no move is charged for it. All by the database's clock.

use crate::db::clock_stops;
use chrono::{DateTime, Utc};
use sqlx::{PgExecutor, PgPool};

/// A mailbox, and until when it was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Its row.
    pub id: i64,
    /// user@host/folder.
    pub name: String,
    /// When the last look began that ended with nothing left to store; `None` before the first.
    pub seen_until: Option<DateTime<Utc>>,
    /// When the administrator said that it is read no more.
    pub retired_at: Option<DateTime<Utc>>,
}

/// What became of the wish that a mailbox holds no flag any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retirement {
    /// It holds none from now on.
    Done,
    /// There is no such mailbox.
    Unknown,
    /// Somebody has looked into it within the last ten minutes.
    StillRead,
}

/// A look begins: returns the instant. If nobody has seen the mailbox for more than an hour, that is an outage, until now at
/// the earliest; it is written down once, by however many daemons. A mailbox that was retired is read again from now on.
///
/// # Errors
///
/// When the database fails.
pub async fn begin_look(pool: &PgPool, mailbox: i64) -> sqlx::Result<DateTime<Utc>> {
    let mut tx = pool.begin().await?;
    let row = sqlx::query!(
        r#"select now() as "now!", retired_at is not null as "retired!",
                  coalesce(seen_until < now() - interval '1 hour', false) as "late!"
           from mailbox where id = $1"#,
        mailbox
    )
    .fetch_one(&mut *tx)
    .await?;
    if row.retired {
        sqlx::query!(
            "update mailbox set retired_at = null, seen_until = null where id = $1 and retired_at is not null",
            mailbox
        )
        .execute(&mut *tx)
        .await?;
    } else if row.late {
        sqlx::query!(
            // Locked, so that nobody ends a look meanwhile, who knows better until when it lasted.
            "with late as (
                 select id, seen_until from mailbox where id = $1 and seen_until < now() - interval '1 hour' for update)
             insert into clock_stop (kind, mailbox_id, since, until)
             select 'outage', id, seen_until, now() from late
             on conflict (mailbox_id, since) where kind = 'outage'
             do update set until = greatest(clock_stop.until, excluded.until)",
            mailbox
        )
        .execute(&mut *tx)
        .await?;
        clock_stops::reckon_anew(&mut tx, None).await?;
    }
    tx.commit().await?;
    Ok(row.now)
}

/// A look that began at this instant has ended with nothing left to store. Returns how long we were out of order before it,
/// in seconds; `None` where we were not, or another daemon has said so.
///
/// # Errors
///
/// When the database fails.
pub async fn end_look(
    pool: &PgPool,
    mailbox: i64,
    began: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    let mut tx = pool.begin().await?;
    let before = sqlx::query_scalar!(
        "select seen_until from mailbox where id = $1 for update",
        mailbox
    )
    .fetch_one(&mut *tx)
    .await?;
    let outage = before
        .map(|before| began - before)
        .filter(|gap| *gap > chrono::Duration::hours(1));
    if outage.is_some() {
        sqlx::query!(
            "insert into clock_stop (kind, mailbox_id, since, until) values ('outage', $1, $2, $3)
             on conflict (mailbox_id, since) where kind = 'outage' do update set until = excluded.until",
            mailbox,
            before,
            began
        )
        .execute(&mut *tx)
        .await?;
        clock_stops::reckon_anew(&mut tx, None).await?;
    }
    sqlx::query!(
        "update mailbox set looked_at = now(), seen_until = greatest(seen_until, $2),
                fault = null, fault_at = null, fault_kind = null
         where id = $1",
        mailbox,
        began
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(outage.map(|gap| gap.num_seconds()))
}

/// All mailboxes that were ever read, by name.
///
/// # Errors
///
/// When the database fails.
pub async fn all(pool: &PgPool) -> sqlx::Result<Vec<Seen>> {
    sqlx::query_as!(
        Seen,
        "select id, name, seen_until, retired_at from mailbox order by name"
    )
    .fetch_all(pool)
    .await
}

/// Each mailbox that is read, and until when it was seen.
///
/// # Errors
///
/// When the database fails.
pub async fn read(
    database: impl PgExecutor<'_>,
) -> sqlx::Result<Vec<(i64, Option<DateTime<Utc>>)>> {
    let rows =
        sqlx::query!("select id, seen_until from mailbox where retired_at is null order by id")
            .fetch_all(database)
            .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.id, row.seen_until))
        .collect())
}

/// The mailboxes of this user and this folder that are numbered in this way, whatever their server is called: the same one
/// under another name, as UIDVALIDITY is an instant on most servers.
///
/// # Errors
///
/// When the database fails.
pub async fn alike(
    pool: &PgPool,
    (user, folder): (&str, &str),
    uidvalidity: u32,
) -> sqlx::Result<Vec<String>> {
    // No "@" in the statement: the log names slow ones, and shows no addresses.
    sqlx::query_scalar!(
        "select name from mailbox
         where uidvalidity = $3 and starts_with(name, $1) and right(name, length($2)) = $2
         order by name",
        format!("{user}@"),
        format!("/{folder}"),
        i64::from(uidvalidity)
    )
    .fetch_all(pool)
    .await
}

/// Gives all mailboxes whose names begin in the one way names that begin in the other. Returns how many there were; `None` where
/// there is one of such a name already.
///
/// # Errors
///
/// When the database fails.
pub async fn rename(pool: &PgPool, from: &str, to: &str) -> sqlx::Result<Option<u64>> {
    let renamed = sqlx::query!(
        "update mailbox set name = $2 || substr(name, length($1) + 1) where starts_with(name, $1)",
        from,
        to
    )
    .execute(pool)
    .await;
    match renamed {
        Ok(renamed) => Ok(Some(renamed.rows_affected())),
        Err(sqlx::Error::Database(fault)) if fault.is_unique_violation() => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// Notes that a mailbox is read no more, so that it keeps no flag from falling.
///
/// # Errors
///
/// When the database fails.
pub async fn retire(pool: &PgPool, name: &str) -> sqlx::Result<Retirement> {
    let row = sqlx::query!(
        r#"update mailbox set retired_at = case when looked_at > now() - interval '10 minutes' then retired_at
                                                else coalesce(retired_at, now()) end
           where name = $1 returning retired_at is not null as "retired!""#,
        name
    )
    .fetch_optional(pool)
    .await?;
    Ok(match row {
        None => Retirement::Unknown,
        Some(row) if row.retired => Retirement::Done,
        Some(_) => Retirement::StillRead,
    })
}
