//! The mailboxes we read, and how far.

pub mod seen;

use super::Transaction;
use super::left_alone::{Numbered, listed_key, take_numbers_back};
use chrono::{DateTime, Utc};
use sqlx::PgPool;
use std::collections::HashMap;

/// How many mails of one line are handled within a minute.
pub const A_MINUTE: i64 = 100;

/// From how much on a mailbox is nearly full, in per cent.
pub const NEARLY_FULL: i32 = 95;

/// A mail as IMAP gave it, to be stored.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// Its UID in the mailbox.
    pub uid: u32,
    /// SHA-256 that knows the same mail again.
    pub content_key: [u8; 32],
    /// Its sender as written, in lower case.
    pub sender: String,
    /// Whose token it shows.
    pub shown: Shown,
    /// INTERNALDATE.
    pub arrived_at: DateTime<Utc>,
    /// Octets on the server.
    pub size: u64,
    /// Whether `raw` is only the header block.
    pub oversized: bool,
    /// The mail, or its header block.
    pub raw: Vec<u8>,
}

/// What a folder is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Mail arrives in it.
    Inbox,
    /// The mail server puts into it what it takes for junk.
    Junk,
}

/// Whose token a mail shows: the line that it waits in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// None of ours, or several: it waits in its sender's line.
    #[default]
    Nothing,
    /// This player's.
    Player(i64),
    /// That of one who plays in this game: the challenger, or the other one.
    Seat {
        /// The game's number.
        game: i64,
        /// Whether it is the challenger.
        challenger: bool,
    },
    /// A one-time token with this hash. It is a line only if we made it.
    Question(Vec<u8>),
}

impl Shown {
    fn player(&self) -> Option<i64> {
        match self {
            Shown::Player(player) => Some(*player),
            Shown::Nothing | Shown::Seat { .. } | Shown::Question(_) => None,
        }
    }

    fn seat(&self) -> Option<(i64, bool)> {
        match self {
            Shown::Seat { game, challenger } => Some((*game, *challenger)),
            Shown::Nothing | Shown::Player(_) | Shown::Question(_) => None,
        }
    }

    fn question(&self) -> Option<Vec<u8>> {
        match self {
            Shown::Question(hash) => Some(hash.clone()),
            Shown::Nothing | Shown::Player(_) | Shown::Seat { .. } => None,
        }
    }
}

impl Arrival {
    fn octets(&self) -> i64 {
        i64::try_from(self.size).unwrap_or(i64::MAX)
    }
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
            "update mailbox set uidvalidity = $2, next_uid = 1, numbered_at = now() where id = $1",
            row.id,
            validity
        )
        .execute(&mut *tx)
        .await?;
        // All is read anew, and found anew to be none for us.
        sqlx::query!(
            "delete from left_alone where mailbox_id = $1 and uidvalidity <> $2 and content_key is not null",
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
/// A mail that was older than 14 days when its mailbox was first seen under this UIDVALIDITY is marked as old.
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
    let mut new = 0;
    if !arrivals.is_empty() {
        new = store_arrivals(&mut tx, mailbox, uidvalidity, arrivals).await?;
    }
    // A long backlog is stored in portions: each of them shows that somebody is at work.
    sqlx::query!(
        "update mailbox set next_uid = greatest(next_uid, $3), looked_at = now() where id = $1 and uidvalidity = $2",
        mailbox,
        i64::from(uidvalidity),
        i64::from(next_uid)
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(new.unsigned_abs())
}

/// Stores mails, each in its line. Returns how many were new.
async fn store_arrivals(
    tx: &mut Transaction<'_>,
    mailbox: i64,
    uidvalidity: u32,
    arrivals: &[Arrival],
) -> sqlx::Result<i64> {
    let uids: Vec<i64> = arrivals.iter().map(|a| i64::from(a.uid)).collect();
    let contents: Vec<Vec<u8>> = arrivals.iter().map(|a| a.content_key.to_vec()).collect();
    take_numbers_back(tx, mailbox, uidvalidity, &uids, &contents).await?;
    sqlx::query!(
        "delete from left_alone where mailbox_id = $1 and uidvalidity = $2 and uid = any($3)",
        mailbox,
        i64::from(uidvalidity),
        &uids
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query_file_scalar!(
        "src/db/mailboxes/store.sql",
        mailbox,
        i64::from(uidvalidity),
        &uids,
        &contents,
        &arrivals
            .iter()
            .map(|a| a.sender.clone())
            .collect::<Vec<_>>(),
        &arrivals.iter().map(|a| a.arrived_at).collect::<Vec<_>>(),
        &arrivals.iter().map(Arrival::octets).collect::<Vec<_>>(),
        &arrivals.iter().map(|a| a.oversized).collect::<Vec<_>>(),
        &arrivals.iter().map(|a| a.raw.clone()).collect::<Vec<_>>(),
        &shown(arrivals, Shown::player) as &[Option<i64>],
        &shown(arrivals, |s| s.seat().map(|(game, _)| game)) as &[Option<i64>],
        &shown(arrivals, |s| s.seat().map(|(_, challenger)| challenger)) as &[Option<bool>],
        &shown(arrivals, Shown::question) as &[Option<Vec<u8>>],
        A_MINUTE
    )
    .fetch_one(&mut **tx)
    .await
}

fn shown<T>(arrivals: &[Arrival], of: impl Fn(&Shown) -> Option<T>) -> Vec<Option<T>> {
    arrivals.iter().map(|arrival| of(&arrival.shown)).collect()
}

/// Notes what a folder is for.
///
/// # Errors
///
/// When the database fails.
pub async fn note_use(pool: &PgPool, mailbox: i64, folder: Use) -> sqlx::Result<()> {
    let junk = match folder {
        Use::Inbox => false,
        Use::Junk => true,
    };
    sqlx::query!(
        "update mailbox set junk = $2 where id = $1 and junk <> $2",
        mailbox,
        junk
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Which of these mails, by UID, size in octets and time of arrival, are neither stored yet nor left alone. A known UID with
/// another size or time of arrival, which a UID never changes (RFC 9051 2.3.4), is not the same mail. Mails that were
/// found to be none for us count only while the same addresses are ours, as `house_key` says.
///
/// # Errors
///
/// When the database fails.
pub async fn unknown(
    pool: &PgPool,
    mailbox: i64,
    uidvalidity: u32,
    listed: &[Numbered],
    house_key: &[u8],
) -> sqlx::Result<Vec<u32>> {
    let uids: Vec<i64> = listed.iter().map(|mail| i64::from(mail.uid)).collect();
    let sizes: Vec<i64> = listed.iter().map(|mail| i64::from(mail.size)).collect();
    let instants: Vec<DateTime<Utc>> = listed.iter().map(|mail| mail.arrived_at).collect();
    let keys: Vec<Vec<u8>> = listed
        .iter()
        .map(|mail| listed_key(mail.size, mail.arrived_at).to_vec())
        .collect();
    let unknown = sqlx::query_scalar!(
        r#"select a.uid as "uid!"
           from unnest($3::bigint[], $4::bigint[], $5::timestamptz[], $6::bytea[]) as a (uid, size, arrived_at, listed_key)
           where not exists (select from inbox i
                             where i.mailbox_id = $1 and i.uidvalidity = $2 and i.uid = a.uid
                               and i.size = a.size and i.arrived_at = a.arrived_at)
             and not exists (select from left_alone l
                             where l.mailbox_id = $1 and l.uidvalidity = $2 and l.uid = a.uid
                               and l.listed_key = a.listed_key and coalesce(l.house_key = $7, true))"#,
        mailbox,
        i64::from(uidvalidity),
        &uids,
        &sizes,
        &instants,
        &keys,
        house_key
    )
    .fetch_all(pool)
    .await?;
    Ok(unknown
        .into_iter()
        .filter_map(|uid| u32::try_from(uid).ok())
        .collect())
}

/// Lowers the watermark: the mailbox has begun to give numbers below it again.
///
/// # Errors
///
/// When the database fails.
pub async fn lower(
    pool: &PgPool,
    mailbox: i64,
    uidvalidity: u32,
    next_uid: u32,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update mailbox set next_uid = least(next_uid, $3) where id = $1 and uidvalidity = $2",
        mailbox,
        i64::from(uidvalidity),
        i64::from(next_uid)
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Whether a fault passes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Only an administrator can help.
    Lasting,
    /// It may be over at the next try.
    Passing,
}

/// Notes why the mailbox could not be read just now, in words without any secret. One that was never read has no row to
/// note it in: whoever starts it for the first time is told at once.
///
/// # Errors
///
/// When the database fails.
pub async fn note_fault(
    pool: &PgPool,
    name: &str,
    fault: &str,
    kind: FaultKind,
) -> sqlx::Result<()> {
    let kind = match kind {
        FaultKind::Lasting => "lasting",
        FaultKind::Passing => "passing",
    };
    sqlx::query!(
        "update mailbox set fault = $2, fault_at = now(), fault_kind = $3 where name = $1",
        name,
        fault,
        kind
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Notes that somebody has looked into the mailbox just now, and stored what they found. What kept them out before is over.
///
/// # Errors
///
/// When the database fails.
pub async fn note_look(pool: &PgPool, mailbox: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update mailbox set looked_at = now(), fault = null, fault_at = null, fault_kind = null where id = $1",
        mailbox
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Notes how full the mailbox is just now, in per cent; `None` when the server does not tell.
///
/// # Errors
///
/// When the database fails.
pub async fn note_fullness(pool: &PgPool, mailbox: i64, per_cent: Option<i32>) -> sqlx::Result<()> {
    sqlx::query!(
        "update mailbox set fullness = $2::integer, fullness_at = case when $2::integer is not null then now() end
         where id = $1",
        mailbox,
        per_cent
    )
    .execute(pool)
    .await?;
    Ok(())
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

/// Where IMAP has put mails.
#[derive(Clone, Copy, Debug)]
pub struct Filed<'a> {
    /// The folder, as the server spells it; empty: they stay where they were read.
    pub folder: &'a str,
    /// Each mail's UID here, and UIDVALIDITY and its UID there, as far as the server said them.
    pub copies: &'a [(u32, u32, u32)],
}

/// Notes that IMAP has been told of these UIDs, and where it has put them. What was known of that before stays where this
/// says nothing: another daemon may have moved the mail.
///
/// # Errors
///
/// When the database fails.
pub async fn mark_mirrored(
    pool: &PgPool,
    mailbox: i64,
    uidvalidity: u32,
    uids: &[u32],
    filed: Filed<'_>,
) -> sqlx::Result<()> {
    let there: HashMap<u32, (u32, u32)> = filed
        .copies
        .iter()
        .map(|&(uid, validity, copy)| (uid, (validity, copy)))
        .collect();
    let places: Vec<Option<&(u32, u32)>> = uids.iter().map(|uid| there.get(uid)).collect();
    let validities: Vec<Option<i64>> = places
        .iter()
        .map(|place| place.map(|place| i64::from(place.0)))
        .collect();
    let copies: Vec<Option<i64>> = places
        .iter()
        .map(|place| place.map(|place| i64::from(place.1)))
        .collect();
    let uids: Vec<i64> = uids.iter().map(|&uid| i64::from(uid)).collect();
    sqlx::query!(
        // Joined, not "uid = any": the planner would read the whole mailbox for that.
        "update inbox set mirrored = true,
                filed_folder = case when told.copy is null then filed_folder else $6 end,
                filed_uidvalidity = coalesce(told.validity, filed_uidvalidity),
                filed_uid = coalesce(told.copy, filed_uid)
         from unnest($3::bigint[], $4::bigint[], $5::bigint[]) as told (uid, validity, copy)
         where inbox.mailbox_id = $1 and inbox.uidvalidity = $2 and inbox.uid = told.uid",
        mailbox,
        i64::from(uidvalidity),
        &uids,
        &validities as &[Option<i64>],
        &copies as &[Option<i64>],
        filed.folder
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// The number of the mailbox with this name, which is noted if it is new.
///
/// # Errors
///
/// When the database fails.
pub async fn number_of(pool: &PgPool, name: &str) -> sqlx::Result<i64> {
    let mut tx = pool.begin().await?;
    sqlx::query!(
        "insert into mailbox (name) values ($1) on conflict (name) do nothing",
        name
    )
    .execute(&mut *tx)
    .await?;
    let id = sqlx::query_scalar!("select id from mailbox where name = $1", name)
        .fetch_one(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(id)
}
