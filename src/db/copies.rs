//! Mails that lie in the mailbox after they were handled, and whose texts were erased here: their copies are to be erased
//! there.

use sqlx::PgPool;

/// What becomes of the copies of mails of nobody we know that were not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strangers {
    /// They stay in the mailbox.
    Stay,
    /// They are erased as those of players.
    Go,
}

/// A mail whose copy is to be erased.
#[derive(Clone, Debug)]
pub struct Due {
    /// Its row.
    pub id: i64,
    /// The mailbox in which it was read.
    pub mailbox: i64,
    /// UIDVALIDITY and UID under which it was read; `None` where they mean nothing any more.
    pub read: Option<(u32, u32)>,
    /// Where it was filed, if that is known.
    pub filed: Option<Place>,
    /// Octets on the server.
    pub size: u32,
    /// Whether only its header block was read.
    pub oversized: bool,
    /// SHA-256 that knows the same mail again.
    pub content_key: Vec<u8>,
}

/// Where a mail lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The folder, as the server spells it; empty: the one in which it was read.
    pub folder: String,
    /// UIDVALIDITY of that folder when it was filed.
    pub uidvalidity: u32,
    /// Its UID.
    pub uid: u32,
}

/// Up to `at_most` mails of these mailboxes whose texts were erased and whose copies were not, with numbers above `after`,
/// lowest first. A text is erased only of a mail that is settled, so none of them waits for anything. Copies of mails of
/// nobody we know that were not answered are among them only with `strangers`.
///
/// # Errors
///
/// When the database fails.
pub async fn due(
    pool: &PgPool,
    mailboxes: &[i64],
    after: i64,
    at_most: i64,
    strangers: Strangers,
) -> sqlx::Result<Vec<Due>> {
    let stays: &[bool] = match strangers {
        Strangers::Stay => &[false],
        Strangers::Go => &[false, true],
    };
    let rows = sqlx::query!(
        r#"select id, mailbox_id as "mailbox!", uidvalidity, uid, filed_folder, filed_uidvalidity, filed_uid, size, oversized,
                  content_key
           from inbox
           where mailbox_id = any($1) and stays = any($4) and id > $2 and erased_at is not null and mirrored and copy_erased_at is null
             and raw is null and state in ('done', 'dropped')
           order by id limit $3"#,
        mailboxes,
        after,
        at_most,
        stays
    )
    .fetch_all(pool)
    .await?;
    let number = |number: Option<i64>| number.and_then(|number| u32::try_from(number).ok());
    Ok(rows
        .into_iter()
        .map(|row| Due {
            id: row.id,
            mailbox: row.mailbox,
            read: number(row.uidvalidity).zip(number(row.uid)),
            filed: row.filed_folder.and_then(|folder| {
                Some(Place {
                    folder,
                    uidvalidity: number(row.filed_uidvalidity)?,
                    uid: number(row.filed_uid)?,
                })
            }),
            size: u32::try_from(row.size).unwrap_or(u32::MAX),
            oversized: row.oversized,
            content_key: row.content_key,
        })
        .collect())
}

/// Notes that nothing of these mails is in the mailbox any more.
///
/// # Errors
///
/// When the database fails.
pub async fn settle(pool: &PgPool, ids: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "update inbox set copy_erased_at = now() where id = any($1) and erased_at is not null and copy_erased_at is null",
        ids
    )
    .execute(pool)
    .await?;
    Ok(())
}
