//! The mailboxes we read, and how far.

use chrono::{DateTime, Utc};
use sqlx::PgPool;

/// How many mails of one sender are handled within a minute.
pub const A_MINUTE: i64 = 100;

/// A mail as IMAP gave it, to be stored.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// Its UID in the mailbox.
    pub uid: u32,
    /// SHA-256 that knows the same mail again.
    pub content_key: [u8; 32],
    /// Its sender as written, in lower case.
    pub order_key: String,
    /// INTERNALDATE.
    pub arrived_at: DateTime<Utc>,
    /// Octets on the server.
    pub size: u64,
    /// Whether `raw` is only the header block.
    pub oversized: bool,
    /// The mail, or its header block.
    pub raw: Vec<u8>,
}

/// Where reading goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watermark {
    /// The mailbox's row.
    pub mailbox: i64,
    /// The first UID that has not been stored.
    pub next_uid: u32,
    /// Whether the mailbox was numbered anew since we last looked.
    pub renumbered: bool,
}

/// Finds the mailbox's row, makes it on the first look, and resets the watermark when UIDVALIDITY has changed.
///
/// # Errors
///
/// When the database fails.
pub async fn open(pool: &PgPool, name: &str, uidvalidity: u32) -> sqlx::Result<Watermark> {
    let mut tx = pool.begin().await?;
    sqlx::query!(
        "insert into mailbox (name) values ($1) on conflict (name) do nothing",
        name
    )
    .execute(&mut *tx)
    .await?;
    let row = sqlx::query!(
        "select id, uidvalidity, next_uid from mailbox where name = $1 for update",
        name
    )
    .fetch_one(&mut *tx)
    .await?;
    let validity = i64::from(uidvalidity);
    let renumbered = row.uidvalidity.is_some_and(|known| known != validity);
    let next_uid = if row.uidvalidity == Some(validity) {
        u32::try_from(row.next_uid).unwrap_or(1)
    } else {
        sqlx::query!(
            "update mailbox set uidvalidity = $2, next_uid = 1 where id = $1",
            row.id,
            validity
        )
        .execute(&mut *tx)
        .await?;
        1
    };
    tx.commit().await?;
    Ok(Watermark {
        mailbox: row.id,
        next_uid,
        renumbered,
    })
}

/// Stores mails and raises the watermark to `next_uid`, in one transaction. A mail whose UID is known already is left
/// alone; one whose content is known is stored as dropped. Returns how many were new.
///
/// # Errors
///
/// When the database fails; nothing is stored then.
pub async fn store(
    pool: &PgPool,
    mailbox: i64,
    uidvalidity: u32,
    arrivals: &[Arrival],
    next_uid: u32,
) -> sqlx::Result<u64> {
    let mut tx = pool.begin().await?;
    let uids: Vec<i64> = arrivals.iter().map(|a| i64::from(a.uid)).collect();
    let contents: Vec<Vec<u8>> = arrivals.iter().map(|a| a.content_key.to_vec()).collect();
    let orders: Vec<String> = arrivals.iter().map(|a| a.order_key.clone()).collect();
    let instants: Vec<DateTime<Utc>> = arrivals.iter().map(|a| a.arrived_at).collect();
    let sizes: Vec<i64> = arrivals
        .iter()
        .map(|a| i64::try_from(a.size).unwrap_or(i64::MAX))
        .collect();
    let oversized: Vec<bool> = arrivals.iter().map(|a| a.oversized).collect();
    let raws: Vec<Vec<u8>> = arrivals.iter().map(|a| a.raw.clone()).collect();
    // First those whose content is new. What conflicts, by UID or by content, is passed over …
    let new = sqlx::query!(
        r#"insert into inbox (mailbox_id, uidvalidity, uid, content_key, order_key, arrived_at, size, oversized, raw)
           select $1, $2, a.uid, a.content_key, a.order_key, a.arrived_at, a.size, a.oversized, a.raw
           from unnest($3::bigint[], $4::bytea[], $5::text[], $6::timestamptz[], $7::bigint[], $8::bool[], $9::bytea[])
                as a (uid, content_key, order_key, arrived_at, size, oversized, raw)
           order by a.uid
           on conflict do nothing"#,
        mailbox,
        i64::from(uidvalidity),
        &uids,
        &contents,
        &orders,
        &instants,
        &sizes,
        &oversized,
        &raws
    )
    .execute(&mut *tx)
    .await?
    .rows_affected();
    // … and what is still missing by UID has known content: kept as a duplicate, so that IMAP is told.
    if new < arrivals.len() as u64 {
        sqlx::query!(
            r#"insert into inbox (mailbox_id, uidvalidity, uid, content_key, order_key, arrived_at, size, oversized, raw,
                                  state, reason, handled_at)
               select $1, $2, a.uid, a.content_key, a.order_key, a.arrived_at, a.size, a.oversized, a.raw,
                      'dropped', 'duplicate', now()
               from unnest($3::bigint[], $4::bytea[], $5::text[], $6::timestamptz[], $7::bigint[], $8::bool[], $9::bytea[])
                    as a (uid, content_key, order_key, arrived_at, size, oversized, raw)
               where not exists (select from inbox i where i.mailbox_id = $1 and i.uidvalidity = $2 and i.uid = a.uid)
               order by a.uid
               on conflict do nothing"#,
            mailbox,
            i64::from(uidvalidity),
            &uids,
            &contents,
            &orders,
            &instants,
            &sizes,
            &oversized,
            &raws
        )
        .execute(&mut *tx)
        .await?;
    }
    // Of one sender so many are handled a minute; the others wait in a line of their own, so that he holds up nobody.
    let mut senders = orders;
    senders.sort_unstable();
    senders.dedup();
    sqlx::query!(
        r#"with line as (
               select i.id, row_number() over (partition by s.sender order by i.id) - 1 as place
               from unnest($1::text[]) as s (sender) join inbox i on i.order_key in (s.sender, 'flood ' || s.sender)
               where i.state = 'new')
           update inbox set order_key = 'flood ' || order_key,
                            run_after = now() + line.place / $2 * interval '1 minute'
           from line
           where inbox.id = line.id and line.place >= $2 and inbox.attempts = 0 and inbox.run_after = '-infinity'"#,
        &senders,
        A_MINUTE
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "update mailbox set next_uid = greatest(next_uid, $3) where id = $1 and uidvalidity = $2",
        mailbox,
        i64::from(uidvalidity),
        i64::from(next_uid)
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(new)
}

/// UIDs that are finished here and of which IMAP has not been told, lowest first.
///
/// # Errors
///
/// When the database fails.
pub async fn unmirrored(
    pool: &PgPool,
    mailbox: i64,
    uidvalidity: u32,
    at_most: i64,
) -> sqlx::Result<Vec<u32>> {
    let uids = sqlx::query_scalar!(
        r#"select uid as "uid!" from inbox
           where mailbox_id = $1 and uidvalidity = $2 and not mirrored and state <> 'new' and uid is not null
           order by uid limit $3"#,
        mailbox,
        i64::from(uidvalidity),
        at_most
    )
    .fetch_all(pool)
    .await?;
    Ok(uids
        .into_iter()
        .filter_map(|uid| u32::try_from(uid).ok())
        .collect())
}

/// Notes that IMAP has been told of these UIDs.
///
/// # Errors
///
/// When the database fails.
pub async fn mark_mirrored(
    pool: &PgPool,
    mailbox: i64,
    uidvalidity: u32,
    uids: &[u32],
) -> sqlx::Result<()> {
    let uids: Vec<i64> = uids.iter().map(|&uid| i64::from(uid)).collect();
    sqlx::query!(
        // Joined, not "uid = any": the planner would read the whole mailbox for that.
        "update inbox set mirrored = true from unnest($3::bigint[]) as told (uid)
         where inbox.mailbox_id = $1 and inbox.uidvalidity = $2 and inbox.uid = told.uid",
        mailbox,
        i64::from(uidvalidity),
        &uids
    )
    .execute(pool)
    .await?;
    Ok(())
}
