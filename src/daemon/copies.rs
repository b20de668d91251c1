//! Erases in the mailbox what was erased in the database.
//!
//! Nothing of a forgotten player, and no mail after its time, shall stay in the folder of finished mails. What must never
//! happen is that another mail is erased there. So a mail is erased only when all of this holds:
//!
//! - Its row says that it is settled, filed by us, and that its text was erased. Mails that wait, that are held or that
//!   could not be handled keep their texts, and so their copies.
//! - It lies under the UIDVALIDITY and UID that the server gave it when it was filed. A UID is never given again under the
//!   same UIDVALIDITY (RFC 3501 section 2.3.1.1), so that should be enough.
//! - Its content is that of the mail, by the hash that is kept. Servers that were restored from a backup do give UIDs
//!   again, and a database that was restored knows old numbers; neither can make us erase a mail that is not the one meant.
//! - It is erased by UID EXPUNGE, which names it (RFC 4315). EXPUNGE and CLOSE take what others have marked.
//!
//! Where the number is not known, since the process was killed between the move and noting it, the server did not tell,
//! the folder was numbered anew or the mail was filed by an older penpawn, the folder of finished mails is searched by
//! size, and the content decides alone. A mail that stays in the folder in which it was read is not searched there: when
//! that folder is numbered anew it is read anew, and what is found has rows of its own.
//!
//! Doing it twice does no harm, at any point: a mail that has gone is settled, and one that is only marked is marked and
//! erased again. So neither a crash nor a second daemon on the same mailbox matters.

use super::portions::portions;
use super::shared::Daemon;
use crate::db::copies::{self, Due};
use crate::mail::identity;
use crate::mail::imap::{ImapError, Inbox, Listed, Part};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;
use tokio::time::Instant;
use tracing::{info, warn};

/// How many are erased before new mail is looked for again.
const PORTION: i64 = 50;

/// How far a session has come.
#[derive(Debug, Default)]
pub(super) struct Erasing {
    /// The number of the last row that was looked at; the next portion begins behind it.
    after: i64,
    /// When all rows had been looked at.
    done: Option<Instant>,
    /// The mailbox of the junk folder, whose mails are filed like the others.
    pub(super) junk: Option<i64>,
    /// Whether it was said that the server cannot do it.
    told: bool,
}

impl Erasing {
    /// Whether it is time to go on, or to begin again.
    pub(super) fn is_due(&self, every: Duration) -> bool {
        self.done.is_none_or(|done| done.elapsed() >= every)
    }
}

/// A folder of the account.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Folder {
    /// One that is read, as people write it.
    Read(String),
    /// One for finished mails, as the server spells it.
    Finished(String),
}

/// Where in a folder a mail may lie.
#[derive(Clone, Copy, Debug)]
enum Spot {
    /// Here, under this UIDVALIDITY.
    At { uidvalidity: u32, uid: u32 },
    /// Nobody knows.
    Anywhere,
}

/// What became of a portion in a folder.
#[derive(Debug, Default)]
struct Outcome {
    /// How many were erased.
    erased: usize,
    /// Rows of which something is left.
    left: HashSet<i64>,
    /// How many numbers belong to other mails now, or mean nothing any more.
    strange: usize,
}

impl Daemon {
    /// Erases a portion of the mails of this mailbox, and of the junk folder, whose texts were erased. Returns whether
    /// another folder may be open now.
    pub(super) async fn erase_copies(
        &self,
        inbox: &mut Inbox,
        mailbox: i64,
        erasing: &mut Erasing,
    ) -> anyhow::Result<bool> {
        let mut mailboxes = vec![mailbox];
        mailboxes.extend(erasing.junk);
        let due = if self.erase_done {
            copies::due(
                &self.pool,
                &mailboxes,
                erasing.after,
                PORTION,
                self.strangers,
            )
            .await?
        } else {
            Vec::new()
        };
        let Some(last) = due.last() else {
            erasing.after = 0;
            erasing.done = Some(Instant::now());
            return Ok(false);
        };
        if !inbox.offers_erasing() {
            if !erasing.told {
                warn!(
                    "the mail server cannot erase single mails (UIDPLUS); erased mails stay in the mailbox"
                );
            }
            erasing.told = true;
            erasing.done = Some(Instant::now());
            return Ok(false);
        }
        erasing.after = last.id;
        erasing.done = None;
        let mut folders: BTreeMap<Folder, Vec<(&Due, Spot)>> = BTreeMap::new();
        for mail in &due {
            for (folder, spot) in self.places(mail, mailbox, inbox.done_folder()) {
                folders.entry(folder).or_default().push((mail, spot));
            }
        }
        let mut all = Outcome::default();
        for (folder, mails) in &folders {
            match self.erase_in(inbox, folder, mails).await {
                Ok(outcome) => {
                    all.erased += outcome.erased;
                    all.strange += outcome.strange;
                    all.left.extend(outcome.left);
                }
                // They are tried again later; `penpawn status` counts them.
                Err(ImapError::RefusedCommand { command, reply }) => {
                    warn!(
                        command,
                        reply, "the mail server does not let us erase mails"
                    );
                    all.left.extend(mails.iter().map(|(mail, _)| mail.id));
                }
                Err(other) => return Err(other.into()),
            }
        }
        let settled: Vec<i64> = due
            .iter()
            .map(|mail| mail.id)
            .filter(|id| !all.left.contains(id))
            .collect();
        copies::settle(&self.pool, &settled).await?;
        if all.strange > 0 {
            warn!(
                mails = all.strange,
                "numbers in the mailbox are not those of our mails any more; mails that were erased may still be in it"
            );
        }
        info!(
            erased = all.erased,
            gone = settled.len().saturating_sub(all.erased),
            left = all.left.len(),
            "mails are erased in the mailbox"
        );
        Ok(true)
    }

    /// Where a mail may lie that was read in one of our folders.
    fn places(&self, mail: &Due, mailbox: i64, done_folder: Option<&str>) -> Vec<(Folder, Spot)> {
        let read = if mail.mailbox == mailbox {
            Some(&self.login.folder)
        } else {
            self.junk_folder.as_ref()
        };
        let here = |(uidvalidity, uid)| {
            let spot = Spot::At { uidvalidity, uid };
            read.map(|folder| (Folder::Read(folder.clone()), spot))
        };
        match &mail.filed {
            Some(place) if place.folder.is_empty() => {
                here((place.uidvalidity, place.uid)).into_iter().collect()
            }
            Some(place) => {
                let (uidvalidity, uid) = (place.uidvalidity, place.uid);
                let spot = Spot::At { uidvalidity, uid };
                vec![(Folder::Finished(place.folder.clone()), spot)]
            }
            None => {
                let moved =
                    done_folder.map(|folder| (Folder::Finished(folder.to_owned()), Spot::Anywhere));
                // It may have been flagged before it became the rule to move them.
                mail.read.and_then(here).into_iter().chain(moved).collect()
            }
        }
    }

    /// Erases mails in one folder.
    async fn erase_in(
        &self,
        inbox: &mut Inbox,
        folder: &Folder,
        mails: &[(&Due, Spot)],
    ) -> Result<Outcome, ImapError> {
        let mut outcome = Outcome::default();
        match folder {
            Folder::Read(name) => inbox.go_to(name).await?,
            Folder::Finished(name) => inbox.go_to_filed(name).await?,
        }
        // Which mails each number may belong to.
        let mut candidates: HashMap<u32, Vec<&Due>> = HashMap::new();
        for &(mail, spot) in mails {
            match (spot, folder) {
                (Spot::At { uidvalidity, uid }, _) if uidvalidity == inbox.uidvalidity() => {
                    candidates.entry(uid).or_default().push(mail);
                }
                (Spot::At { .. }, Folder::Read(_)) => outcome.strange += 1,
                (Spot::At { .. } | Spot::Anywhere, _) => {
                    for uid in inbox.uids_of_size(mail.size).await? {
                        candidates.entry(uid).or_default().push(mail);
                    }
                }
            }
        }
        let numbers: Vec<u32> = candidates.keys().copied().collect();
        let listed = inbox.sizes(&numbers).await?;
        let mut erase: HashMap<u32, i64> = HashMap::new();
        for (part, oversized) in [(Part::Whole, false), (Part::Header, true)] {
            let wanted: Vec<Listed> = listed
                .iter()
                .filter(|mail| {
                    let owners = candidates.get(&mail.uid).into_iter().flatten();
                    owners.into_iter().any(|owner| owner.oversized == oversized)
                })
                .cloned()
                .collect();
            for portion in portions(&wanted) {
                let uids: Vec<u32> = portion.iter().map(|mail| mail.uid).collect();
                let mut fetched = Vec::new();
                inbox.fetch(&uids, part, &mut fetched).await?;
                for mail in fetched {
                    let key = identity::content_key(&mail.raw);
                    let owners = candidates.get(&mail.uid).into_iter().flatten();
                    let owner = owners
                        .into_iter()
                        .find(|owner| owner.oversized == oversized && owner.content_key == key);
                    if let Some(owner) = owner {
                        erase.insert(mail.uid, owner.id);
                    }
                }
            }
        }
        for &(mail, spot) in mails {
            if let Spot::At { uidvalidity, uid } = spot
                && uidvalidity == inbox.uidvalidity()
                && erase.get(&uid) != Some(&mail.id)
                && listed.iter().any(|listed| listed.uid == uid)
            {
                outcome.strange += 1;
            }
        }
        let uids: Vec<u32> = erase.keys().copied().collect();
        if uids.is_empty() {
            return Ok(outcome);
        }
        inbox.erase(&uids).await?;
        // A server that says yes and keeps them is asked again later.
        for kept in inbox.sizes(&uids).await? {
            outcome.left.extend(erase.remove(&kept.uid));
        }
        outcome.erased = erase.len();
        Ok(outcome)
    }
}
