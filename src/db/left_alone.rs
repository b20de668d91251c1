//! Mails in our folder that are none for us: by number and hash, and nothing else of them.

use super::Transaction;
use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use sqlx::PgPool;

/// A mail that is left alone, as IMAP lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// Its UID.
    pub uid: u32,
    /// Octets on the server.
    pub size: u32,
    /// INTERNALDATE.
    pub arrived_at: DateTime<Utc>,
}

/// A mail that was read and is none for us.
#[derive(Clone, Copy, Debug)]
pub struct Foreign {
    /// Where it is, as IMAP lists it.
    pub listed: Numbered,
    /// SHA-256 that knows the same mail again.
    pub content_key: [u8; 32],
}

/// SHA-256 of what IMAP lists of a mail, and what a mail never changes (RFC 9051 sections 2.3.3 and 2.3.4).
pub fn listed_key(size: u32, arrived_at: DateTime<Utc>) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(size.to_be_bytes());
    hash.update(arrived_at.timestamp().to_be_bytes());
    hash.finalize().into()
}

/// Notes mails that are none for the server with this key. What is known by one of these numbers and is another mail loses
/// the number: it would be filed under it.
///
/// # Errors
///
/// When the database fails.
pub async fn pass_over(
    pool: &PgPool,
    mailbox: i64,
    uidvalidity: u32,
    foreign: &[Foreign],
    house_key: &[u8],
) -> sqlx::Result<()> {
    let uids: Vec<i64> = foreign.iter().map(|f| i64::from(f.listed.uid)).collect();
    let contents: Vec<Vec<u8>> = foreign.iter().map(|f| f.content_key.to_vec()).collect();
    let mut tx = pool.begin().await?;
    take_numbers_back(&mut tx, mailbox, uidvalidity, &uids, &contents).await?;
    sqlx::query!(
        "insert into left_alone (mailbox_id, uidvalidity, uid, listed_key, content_key, house_key)
         select $1, $2, a.uid, a.listed_key, a.content_key, $6
         from unnest($3::bigint[], $4::bytea[], $5::bytea[]) as a (uid, listed_key, content_key) order by a.uid
         on conflict (mailbox_id, uidvalidity, uid) do update
         set listed_key = excluded.listed_key, content_key = excluded.content_key, house_key = excluded.house_key",
        mailbox,
        i64::from(uidvalidity),
        &uids,
        &listed_keys(foreign.iter().map(|f| f.listed)),
        &contents,
        house_key
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await
}

/// A UID that shows another mail than before was given twice by a broken server; it belongs to the new mail, of which the
/// content key is given at the same place.
pub(super) async fn take_numbers_back(
    tx: &mut Transaction<'_>,
    mailbox: i64,
    uidvalidity: u32,
    uids: &[i64],
    contents: &[Vec<u8>],
) -> sqlx::Result<()> {
    sqlx::query!(
        "update inbox set uid = null from unnest($3::bigint[], $4::bytea[]) as a (uid, content_key)
         where inbox.mailbox_id = $1 and inbox.uidvalidity = $2 and inbox.uid = a.uid
           and inbox.content_key <> a.content_key",
        mailbox,
        i64::from(uidvalidity),
        uids,
        contents
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The numbers of mails that were found to be none for us when other addresses were ours, in ascending order.
///
/// # Errors
///
/// When the database fails.
pub async fn judged_by_others(
    pool: &PgPool,
    mailbox: i64,
    uidvalidity: u32,
    house_key: &[u8],
) -> sqlx::Result<Vec<u32>> {
    let uids = sqlx::query_scalar!(
        "select uid from left_alone where mailbox_id = $1 and uidvalidity = $2 and house_key <> $3 order by uid",
        mailbox,
        i64::from(uidvalidity),
        house_key
    )
    .fetch_all(pool)
    .await?;
    Ok(numbers(uids))
}

/// Begins a mailbox in which these mails lie and are to be left, and reads on from `next_uid`. What was left there before,
/// under other numbers, is forgotten.
///
/// # Errors
///
/// When the database fails; the mailbox is not begun then.
pub async fn leave(
    pool: &PgPool,
    name: &str,
    uidvalidity: u32,
    lying: &[Numbered],
    next_uid: u32,
) -> sqlx::Result<()> {
    let uids: Vec<i64> = lying.iter().map(|mail| i64::from(mail.uid)).collect();
    let mut tx = pool.begin().await?;
    let mailbox = sqlx::query_scalar!(
        "insert into mailbox (name, uidvalidity, next_uid, numbered_at, left_there) values ($1, $2, $3, now(), $4)
         on conflict (name) do update
         set uidvalidity = excluded.uidvalidity, next_uid = excluded.next_uid, numbered_at = excluded.numbered_at,
             left_there = excluded.left_there
         returning id",
        name,
        i64::from(uidvalidity),
        i64::from(next_uid),
        i64::try_from(lying.len()).unwrap_or(i64::MAX)
    )
    .fetch_one(&mut *tx)
    .await?;
    forget_in(&mut tx, mailbox).await?;
    sqlx::query!(
        "insert into left_alone (mailbox_id, uidvalidity, uid, listed_key)
         select $1, $2, a.uid, a.listed_key from unnest($3::bigint[], $4::bytea[]) as a (uid, listed_key)",
        mailbox,
        i64::from(uidvalidity),
        &uids,
        &listed_keys(lying.iter().copied())
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await
}

/// Forgets what was left in a mailbox: all of it is read from now on.
///
/// # Errors
///
/// When the database fails.
pub async fn forget(pool: &PgPool, mailbox: i64) -> sqlx::Result<()> {
    let mut tx = pool.begin().await?;
    forget_in(&mut tx, mailbox).await?;
    tx.commit().await
}

async fn forget_in(tx: &mut Transaction<'_>, mailbox: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from left_alone where mailbox_id = $1", mailbox)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// A mailbox that was begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun {
    /// Its row.
    pub mailbox: i64,
    /// UIDVALIDITY of the last look; `None` before the first.
    pub uidvalidity: Option<u32>,
    /// How many mails from before the first start lay there when they were last counted.
    pub left_there: i64,
}

/// The mailbox of this name; `None` when this database has never read it.
///
/// # Errors
///
/// When the database fails.
pub async fn begun(pool: &PgPool, name: &str) -> sqlx::Result<Option<Begun>> {
    let row = sqlx::query!(
        "select id, uidvalidity, left_there from mailbox where name = $1",
        name
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| Begun {
        mailbox: row.id,
        uidvalidity: row
            .uidvalidity
            .and_then(|number| u32::try_from(number).ok()),
        left_there: row.left_there,
    }))
}

/// Gives the mails that were left in a mailbox, and that lie there under a new UIDVALIDITY, the numbers that they have now.
/// Of several that look the same in the list, as many are taken as were left, the lowest numbers first: a server that
/// numbers a folder anew keeps its order. Returns how many were found.
///
/// # Errors
///
/// When the database fails.
pub async fn renumber(
    pool: &PgPool,
    mailbox: i64,
    uidvalidity: u32,
    lying: &[Numbered],
) -> sqlx::Result<usize> {
    let uids: Vec<i64> = lying.iter().map(|mail| i64::from(mail.uid)).collect();
    let mut tx = pool.begin().await?;
    let found = sqlx::query!(
        "with lying as (
             select a.uid, a.listed_key, row_number() over (partition by a.listed_key order by a.uid) as place
             from unnest($2::bigint[], $3::bytea[]) as a (uid, listed_key)
         ), was_left as (
             select uidvalidity, uid, listed_key,
                    row_number() over (partition by listed_key order by noted_at desc, uid) as place
             from left_alone where mailbox_id = $1 and content_key is null
         )
         select was_left.uidvalidity as old_validity, was_left.uid as old, lying.uid as new, listed_key
         from was_left join lying using (listed_key, place)",
        mailbox,
        &uids,
        &listed_keys(lying.iter().copied())
    )
    .fetch_all(&mut *tx)
    .await?;
    let olds: Vec<i64> = found.iter().map(|row| row.old).collect();
    let validities: Vec<i64> = found.iter().map(|row| row.old_validity).collect();
    sqlx::query!(
        "delete from left_alone using unnest($2::bigint[], $3::bigint[]) as a (uidvalidity, uid)
         where mailbox_id = $1 and left_alone.uidvalidity = a.uidvalidity and left_alone.uid = a.uid",
        mailbox,
        &validities,
        &olds
    )
    .execute(&mut *tx)
    .await?;
    let news: Vec<i64> = found.iter().filter_map(|row| row.new).collect();
    let keys: Vec<Vec<u8>> = found.iter().map(|row| row.listed_key.clone()).collect();
    sqlx::query!(
        "insert into left_alone (mailbox_id, uidvalidity, uid, listed_key)
         select $1, $2, a.uid, a.listed_key from unnest($3::bigint[], $4::bytea[]) as a (uid, listed_key)
         on conflict (mailbox_id, uidvalidity, uid) do update
         set listed_key = excluded.listed_key, content_key = null, house_key = null",
        mailbox,
        i64::from(uidvalidity),
        &news,
        &keys
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(found.len())
}

/// Counts what still lies in the mailbox, of which these are all numbers, and forgets mails that are none for us and have
/// gone. What lay there before the first start is never forgotten: a server that lists too little shall not make us read it.
///
/// # Errors
///
/// When the database fails.
pub async fn count(
    pool: &PgPool,
    mailbox: i64,
    uidvalidity: u32,
    lying: &[u32],
) -> sqlx::Result<()> {
    let lying: Vec<i64> = lying.iter().map(|&uid| i64::from(uid)).collect();
    // One that another daemon has noted after we asked for the numbers is not among them.
    sqlx::query!(
        "delete from left_alone
         where mailbox_id = $1 and uidvalidity = $2 and content_key is not null and noted_at < now() - interval '5 minutes'
           and not exists (select from unnest($3::bigint[]) as a (uid) where a.uid = left_alone.uid)",
        mailbox,
        i64::from(uidvalidity),
        &lying
    )
    .execute(pool)
    .await?;
    sqlx::query!(
        "update mailbox set left_there = (select count(*) from left_alone l join unnest($3::bigint[]) as a (uid) using (uid)
                                          where l.mailbox_id = $1 and l.uidvalidity = $2 and l.content_key is null)
         where id = $1 and uidvalidity = $2",
        mailbox,
        i64::from(uidvalidity),
        &lying
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Those of these mails of a mailbox, by number, that are left alone. Where the mailbox was numbered anew and nobody has
/// looked since, mails from before the first start are known by size and time.
///
/// # Errors
///
/// When the database fails.
pub async fn among(
    pool: &PgPool,
    mailbox: i64,
    uidvalidity: u32,
    listed: &[Numbered],
) -> sqlx::Result<Vec<u32>> {
    let uids: Vec<i64> = listed.iter().map(|mail| i64::from(mail.uid)).collect();
    let uids = sqlx::query_scalar!(
        r#"select a.uid as "uid!" from unnest($3::bigint[], $4::bytea[]) as a (uid, listed_key)
           where exists (select from left_alone l
                         where l.mailbox_id = $1 and l.listed_key = a.listed_key
                           and case when l.uidvalidity = $2 then l.uid = a.uid else l.content_key is null end)"#,
        mailbox,
        i64::from(uidvalidity),
        &uids,
        &listed_keys(listed.iter().copied())
    )
    .fetch_all(pool)
    .await?;
    Ok(numbers(uids))
}

/// How many mails in a mailbox are left alone: those from before the first start, and those that came since and are none
/// for us.
///
/// # Errors
///
/// When the database fails.
pub async fn counted(pool: &PgPool, mailbox: i64) -> sqlx::Result<(i64, i64)> {
    let row = sqlx::query!(
        r#"select left_there, (select count(*) from left_alone l
                               where l.mailbox_id = mailbox.id and l.uidvalidity = mailbox.uidvalidity
                                 and l.content_key is not null) as "foreign!"
           from mailbox where id = $1"#,
        mailbox
    )
    .fetch_one(pool)
    .await?;
    Ok((row.left_there, row.foreign))
}

fn listed_keys(mails: impl Iterator<Item = Numbered>) -> Vec<Vec<u8>> {
    mails
        .map(|mail| listed_key(mail.size, mail.arrived_at).to_vec())
        .collect()
}

fn numbers(uids: Vec<i64>) -> Vec<u32> {
    uids.into_iter()
        .filter_map(|uid| u32::try_from(uid).ok())
        .collect()
}
