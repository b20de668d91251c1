//! The mails in the mailbox that were dealt with: what a database that was restored from a copy has forgotten.

use super::shared::Daemon;
use crate::db::clock_faults::{self, FORGOTTEN, Kind};
use crate::db::inbox::{self, Replay};
use crate::db::left_alone::{self, Numbered};
use crate::mail::identity;
use crate::mail::imap::{Acknowledge, ImapError, Inbox, Login};
use crate::robot::Robot;
use chrono::{DateTime, Utc};
use sqlx::PgPool;
use std::collections::HashSet;

/// How many mails are fetched at once.
const FETCH: usize = 200;

/// How many of the newest finished mails are looked at before the daemon reads new ones.
const LOOKED_AT: usize = 20;

/// The folder in which finished mails lie.
pub struct Finished {
    folder: Inbox,
    /// The name under which it is known: `user@host/folder`.
    name: String,
    /// Whether they were moved there, so that it holds nothing else.
    moved: bool,
}

impl Finished {
    /// Opens it, and makes it where it is missing.
    ///
    /// # Errors
    ///
    /// When the mail server cannot be used.
    pub async fn open(login: &Login) -> Result<Finished, ImapError> {
        let mut login = login.clone();
        let moved = match &login.done {
            Acknowledge::Move { folder } => Some(folder.clone()),
            Acknowledge::Flag => None,
        };
        if let Some(folder) = &moved {
            // The first session after the installation makes the folder.
            Inbox::open(&login).await?.logout().await;
            login.folder.clone_from(folder);
            login.done = Acknowledge::Flag;
        }
        Ok(Finished {
            name: login.mailbox(&login.folder),
            folder: Inbox::open(&login).await?,
            moved: moved.is_some(),
        })
    }

    /// All mails that arrived since then, in the order of the mailbox, but those that are to be left alone; of those larger
    /// than `largest` octets, the headers.
    ///
    /// # Errors
    ///
    /// When the mail server or the database cannot be used.
    pub async fn since(
        mut self,
        pool: &PgPool,
        since: DateTime<Utc>,
        largest: u64,
    ) -> anyhow::Result<Vec<Replay>> {
        let uids = self.uids(pool).await?;
        Ok(self.fetch(&uids, since, largest).await?)
    }

    /// The newest mails; none where the mark that we leave is also left by people who read them.
    async fn newest(mut self, pool: &PgPool, largest: u64) -> anyhow::Result<Vec<Replay>> {
        let uids = if self.moved || self.folder.marks_by_keyword() {
            self.uids(pool).await?
        } else {
            Vec::new()
        };
        let newest = uids.len().saturating_sub(LOOKED_AT);
        let newest = uids.get(newest..).unwrap_or_default();
        Ok(self.fetch(newest, DateTime::UNIX_EPOCH, largest).await?)
    }

    async fn uids(&mut self, pool: &PgPool) -> anyhow::Result<Vec<u32>> {
        let mut uids = if self.moved {
            self.folder.uids_from(1).await?
        } else {
            self.folder.uids_done().await?
        };
        if let Some(begun) = left_alone::begun(pool, &self.name).await?
            && begun.left_there > 0
        {
            let validity = self.folder.uidvalidity();
            let listed = self.folder.sizes(&uids).await?;
            let listed: Vec<Numbered> = listed.iter().map(Numbered::from).collect();
            let left = left_alone::among(pool, begun.mailbox, validity, &listed).await?;
            let left: HashSet<u32> = left.into_iter().collect();
            uids.retain(|uid| !left.contains(uid));
        }
        Ok(uids)
    }

    async fn fetch(
        mut self,
        uids: &[u32],
        since: DateTime<Utc>,
        largest: u64,
    ) -> Result<Vec<Replay>, ImapError> {
        let mut replays = Vec::new();
        for batch in uids.chunks(FETCH) {
            let mut listed = self.folder.sizes(batch).await?;
            listed.retain(|mail| mail.arrived >= since);
            let is_large = |size: u32| u64::from(size) > largest;
            let select = |large: bool| -> Vec<u32> {
                let fitting = listed.iter().filter(|mail| is_large(mail.size) == large);
                fitting.map(|mail| mail.uid).collect()
            };
            let mut fetched = self.folder.bodies(&select(false)).await?;
            fetched.extend(self.folder.headers(&select(true)).await?);
            fetched.sort_by_key(|mail| mail.uid);
            for mail in fetched {
                let Some(known) = listed.iter().find(|known| known.uid == mail.uid) else {
                    continue;
                };
                replays.push(Replay {
                    content_key: identity::content_key(&mail.raw).to_vec(),
                    sender: identity::sender(&mail.raw),
                    arrived_at: known.arrived,
                    size: i64::from(known.size),
                    oversized: is_large(known.size),
                    raw: mail.raw,
                });
            }
        }
        self.folder.logout().await;
        Ok(replays)
    }
}

/// Whether the mailbox holds finished mails that the database does not know, of those that came last. Nothing is changed.
///
/// # Errors
///
/// When the mail server or the database cannot be used.
pub async fn has_forgotten(
    pool: &PgPool,
    robot: &Robot,
    login: &Login,
    largest: u64,
) -> anyhow::Result<bool> {
    if inbox::newest(pool).await?.is_none() {
        return Ok(false);
    }
    let newest = Finished::open(login).await?.newest(pool, largest).await?;
    // Somebody may have put mails of their own there.
    let newest = robot.only_ours(newest).await?;
    let keys: Vec<Vec<u8>> = newest.into_iter().map(|mail| mail.content_key).collect();
    Ok(inbox::unknown(pool, &keys).await? > 0)
}

impl Daemon {
    /// Whether the mailbox holds finished mails that the database does not know: it was restored from a copy then, and
    /// must not go on with old positions. A database that knows no mail at all may well begin on an old mailbox.
    pub(super) async fn was_restored(&self) -> anyhow::Result<bool> {
        let forgotten =
            has_forgotten(&self.pool, &self.robot, &self.login, self.largest_mail).await?;
        if forgotten {
            // Another daemon may be at work: what came in time may be among what is not known.
            clock_faults::note(&self.pool, Kind::Restore, FORGOTTEN).await?;
        }
        Ok(forgotten)
    }
}
