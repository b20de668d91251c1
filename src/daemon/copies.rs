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
        let due = self.due_copies(mailbox, erasing).await?;
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
        let outcome = self.erase_everywhere(inbox, mailbox, &due).await?;
        let settled: Vec<i64> = due
            .iter()
            .map(|mail| mail.id)
            .filter(|id| !outcome.left.contains(id))
            .collect();
        copies::settle(&self.pool, &settled).await?;
        outcome.tell(settled.len());
        Ok(true)
    }

    /// The next portion of mails whose copies are to be erased.
    async fn due_copies(&self, mailbox: i64, erasing: &Erasing) -> sqlx::Result<Vec<Due>> {
        if !self.erase_done {
            return Ok(Vec::new());
        }
        let mut mailboxes = vec![mailbox];
        mailboxes.extend(erasing.junk);
        let (after, strangers) = (erasing.after, self.strangers);
        copies::due(&self.pool, &mailboxes, after, PORTION, strangers).await
    }

    /// Erases these mails in all folders in which they may lie.
    async fn erase_everywhere(
        &self,
        inbox: &mut Inbox,
        mailbox: i64,
        due: &[Due],
    ) -> Result<Outcome, ImapError> {
        let mut folders: BTreeMap<Folder, Vec<(&Due, Spot)>> = BTreeMap::new();
        for mail in due {
            for (folder, spot) in self.places(mail, mailbox, inbox.done_folder()) {
                folders.entry(folder).or_default().push((mail, spot));
            }
        }
        let mut all = Outcome::default();
        for (folder, mails) in &folders {
            match erase_in(inbox, folder, mails).await {
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
                Err(other) => return Err(other),
            }
        }
        Ok(all)
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
}

impl Outcome {
    /// Tells the administrator, when so many mails are settled.
    fn tell(&self, settled: usize) {
        if self.strange > 0 {
            warn!(
                mails = self.strange,
                "numbers in the mailbox are not those of our mails any more; mails that were erased may still be in it"
            );
        }
        info!(
            erased = self.erased,
            gone = settled.saturating_sub(self.erased),
            left = self.left.len(),
            "mails are erased in the mailbox"
        );
    }
}

/// Which mails each number in a folder may belong to.
type Candidates<'d> = HashMap<u32, Vec<&'d Due>>;

/// Erases mails in one folder.
async fn erase_in(
    inbox: &mut Inbox,
    folder: &Folder,
    mails: &[(&Due, Spot)],
) -> Result<Outcome, ImapError> {
    match folder {
        Folder::Read(name) => inbox.go_to(name).await?,
        Folder::Finished(name) => inbox.go_to_filed(name).await?,
    }
    let candidates = candidates(inbox, folder, mails).await?;
    let numbers: Vec<u32> = candidates.keys().copied().collect();
    let listed = inbox.sizes(&numbers).await?;
    let mut erase = recognise(inbox, &listed, &candidates).await?;
    let mut outcome = Outcome {
        strange: strange(inbox.uidvalidity(), folder, mails, &listed, &erase),
        ..Outcome::default()
    };
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

/// The numbers in the open folder under which these mails may lie.
async fn candidates<'d>(
    inbox: &mut Inbox,
    folder: &Folder,
    mails: &[(&'d Due, Spot)],
) -> Result<Candidates<'d>, ImapError> {
    let mut candidates = Candidates::new();
    for &(mail, spot) in mails {
        match (spot, folder) {
            (Spot::At { uidvalidity, uid }, _) if uidvalidity == inbox.uidvalidity() => {
                candidates.entry(uid).or_default().push(mail);
            }
            // Its number means nothing any more, and it is not searched for here.
            (Spot::At { .. }, Folder::Read(_)) => {}
            (Spot::At { .. } | Spot::Anywhere, _) => {
                for uid in inbox.uids_of_size(mail.size).await? {
                    candidates.entry(uid).or_default().push(mail);
                }
            }
        }
    }
    Ok(candidates)
}

/// The numbers whose content is that of a mail which is meant, and that mail's row.
async fn recognise(
    inbox: &mut Inbox,
    listed: &[Listed],
    candidates: &Candidates<'_>,
) -> Result<HashMap<u32, i64>, ImapError> {
    let owners = |uid: u32| candidates.get(&uid).into_iter().flatten();
    let mut recognised: HashMap<u32, i64> = HashMap::new();
    for (part, oversized) in [(Part::Whole, false), (Part::Header, true)] {
        let wanted: Vec<Listed> = listed
            .iter()
            .filter(|mail| owners(mail.uid).any(|owner| owner.oversized == oversized))
            .cloned()
            .collect();
        for portion in portions(&wanted) {
            let uids: Vec<u32> = portion.iter().map(|mail| mail.uid).collect();
            let mut fetched = Vec::new();
            inbox.fetch(&uids, part, &mut fetched).await?;
            for mail in fetched {
                let key = identity::content_key(&mail.raw);
                let owner = owners(mail.uid)
                    .find(|owner| owner.oversized == oversized && owner.content_key == key);
                if let Some(owner) = owner {
                    recognised.insert(mail.uid, owner.id);
                }
            }
        }
    }
    Ok(recognised)
}

/// How many of the numbers that we know belong to other mails now, or mean nothing any more.
fn strange(
    present: u32,
    folder: &Folder,
    mails: &[(&Due, Spot)],
    listed: &[Listed],
    recognised: &HashMap<u32, i64>,
) -> usize {
    let is_strange = |&&(mail, spot): &&(&Due, Spot)| match (spot, folder) {
        (Spot::At { uidvalidity, uid }, _) if uidvalidity == present => {
            recognised.get(&uid) != Some(&mail.id) && listed.iter().any(|listed| listed.uid == uid)
        }
        (Spot::At { .. }, Folder::Read(_)) => true,
        (Spot::At { .. }, Folder::Finished(_)) | (Spot::Anywhere, _) => false,
    };
    mails.iter().filter(is_strange).count()
}
