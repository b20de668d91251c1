//! The loop that reads the mailbox: stores what came, and tells IMAP of what was handled.
//!
//! The mailbox is only a source. What was read stands in the database, by UID and by content, so nothing depends on flags
//! or on where a mail lies; and a UID is passed over only when its mail is stored, or a checked command showed that it has
//! gone.

use super::begin::Undecided;
use super::copies::Erasing;
use super::portions::portions;
use super::shared::{Daemon, Hints, RESTORED};
use super::trouble::Trouble;
use crate::backoff::Backoff;
use crate::db::left_alone::{self, Foreign, Numbered};
use crate::db::mailboxes::{self, Arrival, NEARLY_FULL, Shown, Use};
use crate::mail::identity;
use crate::mail::imap::{Fetched, ImapError, Inbox, Listed, Part, Woken};
use anyhow::bail;
use std::collections::{HashMap, HashSet};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};
use tracing::{debug, error, info, warn};

/// How many mails are listed at once.
const LISTED: usize = 200;

/// How many of the newest mails are compared with the database now and then, whatever the watermark says.
const COMPARED: usize = 200;

/// How often that is done, in the length of an IDLE: with the usual one, each hour.
const COMPARED_EVERY: u32 = 12;

/// How often it is noted at most that the mailbox was looked into.
const NOTED_EVERY: Duration = Duration::from_secs(10);

/// A connection to the mailbox, and what was done on it.
struct Session {
    inbox: Inbox,
    /// Whether the server tells of new mail. One that offers IDLE and does not tell is asked as one that does not offer it.
    tells: bool,
    /// When the newest mails were last compared with the database.
    compared: Option<Instant>,
    looked_into_junk: Option<Instant>,
    /// How far the copies of erased mails are erased.
    erasing: Erasing,
    /// When it was last noted that the mailbox was looked into.
    noted: Option<Instant>,
}

impl Session {
    fn new(inbox: Inbox) -> Session {
        Session {
            tells: inbox.offers_idle(),
            inbox,
            compared: None,
            looked_into_junk: None,
            erasing: Erasing::default(),
            noted: None,
        }
    }
}

/// A folder, and how far it is read.
#[derive(Clone, Debug)]
struct Place {
    /// Its row.
    mailbox: i64,
    validity: u32,
    /// The first UID that is not done with.
    next: u32,
    /// Whether `next` must not be raised: a mail is there and was not given out, or these are mails below it.
    held: bool,
    /// Whether only mails with a token of ours are stored.
    only_proven: bool,
}

impl Daemon {
    /// Fetches mails and stores them, and tells IMAP of those that are handled. Nothing is fetched before somebody has
    /// `looked` whether the database was restored from a copy.
    ///
    /// # Errors
    ///
    /// When it was. All other trouble passes.
    pub(super) async fn receive(
        &self,
        first: Result<Inbox, ImapError>,
        mut looked: bool,
        hints: &Hints,
        mut stop: watch::Receiver<bool>,
    ) -> anyhow::Result<()> {
        let mut trouble = Trouble::new();
        let mut without_database = Backoff::new(Duration::from_secs(1), Duration::from_secs(30));
        let mut first = Some(first);
        let mut session: Option<Session> = None;
        while !*stop.borrow() {
            let began = Instant::now();
            let outcome = async {
                if !looked && self.was_restored().await? {
                    return Ok(true);
                }
                looked = true;
                let session = match session.as_mut() {
                    Some(kept) => {
                        // The database was away. Which folder was open then does not matter any more, and the answer
                        // shows whether the line is still good.
                        kept.inbox.go_to(&self.login.folder).await?;
                        kept
                    }
                    None => {
                        let opened = match first.take() {
                            Some(first) => first,
                            None => Inbox::open(&self.login).await,
                        };
                        let inbox = opened?;
                        info!(idle = inbox.offers_idle(), "mailbox open");
                        session.insert(Session::new(inbox))
                    }
                };
                self.read_session(
                    session,
                    hints,
                    &mut trouble,
                    &mut without_database,
                    &mut stop,
                )
                .await?;
                anyhow::Ok(false)
            }
            .await;
            let failure = match outcome {
                Ok(true) => bail!(RESTORED),
                Ok(false) => break,
                // Nobody but an administrator can say what is to become of these mails.
                Err(failure) if failure.is::<Undecided>() => return Err(failure),
                Err(failure) => failure,
            };
            let wait = if is_of_database(&failure) {
                // The mailbox is not at fault: a session is kept, and no server sees a storm of logins.
                let wait = without_database.wait();
                let (error, wait_seconds) = (format!("{failure:#}"), wait.as_secs());
                error!(error, wait_seconds, "mails cannot be stored now");
                wait
            } else {
                session = None;
                trouble.wait(&failure, began.elapsed())
            };
            tokio::select! {
                () = sleep(wait) => {}
                _ = stop.wait_for(|stopping| *stopping) => {}
            }
        }
        if let Some(session) = session {
            session.inbox.logout().await;
        }
        Ok(())
    }

    /// Reads the mailbox on this session; ends well only when the daemon stops.
    async fn read_session(
        &self,
        session: &mut Session,
        hints: &Hints,
        trouble: &mut Trouble,
        without_database: &mut Backoff,
        stop: &mut watch::Receiver<bool>,
    ) -> anyhow::Result<()> {
        let inbox = &mut session.inbox;
        let mut place = self.our_place(inbox).await?;
        self.begin_again_when_lower(inbox, &mut place, hints, trouble)
            .await?;
        self.judge_again(inbox, &place, hints, trouble).await?;
        let mut woken = true;
        let mut told = false;
        // One that tells of new mail where there is none is listened to less and less.
        let mut for_nothing = Backoff::new(Duration::from_millis(50), Duration::from_secs(10));
        loop {
            if session
                .compared
                .is_none_or(|last| last.elapsed() >= self.idle * COMPARED_EVERY)
            {
                let began = Instant::now();
                self.compare(inbox, &place, COMPARED, hints, trouble)
                    .await?;
                self.note_fullness(inbox, &place).await?;
                session.compared = Some(began);
            }
            let new = self.look(inbox, &mut place, hints, trouble).await?;
            if new > 0 && !woken && session.tells {
                warn!("the mail server does not tell of new mail; it is asked from now on");
                session.tells = false;
            }
            self.mirror(inbox, &place).await?;
            if session
                .noted
                .is_none_or(|last| last.elapsed() >= NOTED_EVERY)
            {
                mailboxes::note_look(&self.pool, place.mailbox).await?;
                session.noted = Some(Instant::now());
            }
            trouble.over();
            without_database.reset();
            if *stop.borrow() {
                return Ok(());
            }
            if let Some(junk) = self.junk_folder.as_deref()
                && session
                    .looked_into_junk
                    .is_none_or(|last| last.elapsed() >= self.idle)
            {
                let began = Instant::now();
                if let Some(junk) = self.look_into_junk(inbox, junk, hints, trouble).await? {
                    session.erasing.junk = Some(junk);
                }
                session.looked_into_junk = Some(began);
                self.come_back(inbox, &mut place).await?;
            }
            // After new mail was looked for, and a portion at a time: what is to be erased keeps nobody waiting.
            if session.erasing.is_due(self.idle)
                && self
                    .erase_copies(inbox, place.mailbox, &mut session.erasing)
                    .await?
            {
                self.come_back(inbox, &mut place).await?;
            }
            if new > 0 || !told {
                for_nothing.reset();
            } else {
                sleep(for_nothing.wait()).await;
            }
            // A dropped wait leaves the session usable: the next command ends the IDLE.
            let wait = if session.tells { self.idle } else { self.poll };
            told = false;
            woken = tokio::select! {
                heard = inbox.wait(wait) => {
                    told = heard? == Woken::Mail;
                    told
                }
                // What is new was not waited for.
                () = hints.mirror.notified() => true,
                _ = stop.wait_for(|stopping| *stopping) => true,
            };
        }
    }

    /// Opens the folder that is read, after another one. Mails that came meanwhile are news: see [`Inbox::go_to`].
    async fn come_back(&self, inbox: &mut Inbox, place: &mut Place) -> anyhow::Result<()> {
        inbox.go_to(&self.login.folder).await?;
        if inbox.uidvalidity() != place.validity {
            *place = self.our_place(inbox).await?;
        }
        Ok(())
    }

    /// How far our own folder is read, which is open.
    async fn our_place(&self, inbox: &mut Inbox) -> anyhow::Result<Place> {
        self.begin(inbox).await?;
        self.place(inbox, &self.login.folder, Use::Inbox).await
    }

    /// Looks once more at mails that were none for us when other addresses were ours.
    async fn judge_again(
        &self,
        inbox: &mut Inbox,
        place: &Place,
        hints: &Hints,
        trouble: &mut Trouble,
    ) -> anyhow::Result<()> {
        let house_key = self.robot.house_key();
        let uids =
            left_alone::judged_by_others(&self.pool, place.mailbox, place.validity, &house_key)
                .await?;
        let new = self.take_below(inbox, place, &uids, hints, trouble).await?;
        if new > 0 {
            info!(
                mails = new,
                "mails to addresses that are ours now were found"
            );
        }
        Ok(())
    }

    /// Stores those of these mails below the watermark that are not stored yet. Returns how many were new.
    async fn take_below(
        &self,
        inbox: &mut Inbox,
        place: &Place,
        uids: &[u32],
        hints: &Hints,
        trouble: &mut Trouble,
    ) -> anyhow::Result<u64> {
        let mut below = Place {
            held: true,
            ..place.clone()
        };
        let mut new = 0;
        for batch in uids.chunks(LISTED) {
            new += self.take(inbox, &mut below, batch, hints, trouble).await?;
        }
        Ok(new)
    }

    /// How far the folder is read that is open.
    async fn place(&self, inbox: &Inbox, folder: &str, folder_use: Use) -> anyhow::Result<Place> {
        let name = self.login.mailbox(folder);
        let validity = inbox.uidvalidity();
        let watermark = mailboxes::open(&self.pool, &name, validity).await?;
        mailboxes::note_use(&self.pool, watermark.mailbox, folder_use).await?;
        if watermark.renumbered {
            warn!(
                folder,
                "the folder was numbered anew (UIDVALIDITY); reading it from the beginning"
            );
        }
        Ok(Place {
            mailbox: watermark.mailbox,
            validity,
            next: watermark.next_uid,
            held: false,
            only_proven: false,
        })
    }

    /// Stores all mails from the watermark on. Returns how many were new.
    async fn look(
        &self,
        inbox: &mut Inbox,
        place: &mut Place,
        hints: &Hints,
        trouble: &mut Trouble,
    ) -> anyhow::Result<u64> {
        place.held = false;
        let uids = inbox.uids_from(place.next).await?;
        let mut new = 0;
        for batch in uids.chunks(LISTED) {
            new += self.take(inbox, place, batch, hints, trouble).await?;
        }
        Ok(new)
    }

    /// Compares all mails with the database, and reads on from UIDNEXT, when the server gives lower UIDs than before,
    /// although it must not (RFC 9051 section 2.3.1.1): a mailbox from a backup may be so.
    async fn begin_again_when_lower(
        &self,
        inbox: &mut Inbox,
        place: &mut Place,
        hints: &Hints,
        trouble: &mut Trouble,
    ) -> anyhow::Result<()> {
        if inbox.uid_next() >= Some(place.next) || inbox.uid_next().is_none() {
            return Ok(());
        }
        // Another daemon may have read on between our look at the mailbox and that into the database.
        inbox.go_to(&self.login.folder).await?;
        let Some(uid_next) = inbox.uid_next().filter(|&lower| lower < place.next) else {
            return Ok(());
        };
        warn!(
            uid_next,
            expected = place.next,
            "the mail server gives lower UIDs than before; comparing all mails"
        );
        mailboxes::lower(&self.pool, place.mailbox, place.validity, uid_next).await?;
        place.next = uid_next;
        self.compare(inbox, place, usize::MAX, hints, trouble).await
    }

    /// Compares the newest mails below the watermark with the database, a cheap insurance against everything that a
    /// server, a restored backup or we ourselves could do wrong with UIDs.
    async fn compare(
        &self,
        inbox: &mut Inbox,
        place: &Place,
        at_most: usize,
        hints: &Hints,
        trouble: &mut Trouble,
    ) -> anyhow::Result<()> {
        let mut uids = inbox.uids_from(1).await?;
        left_alone::count(&self.pool, place.mailbox, place.validity, &uids).await?;
        uids.retain(|&uid| uid < place.next);
        uids.drain(..uids.len().saturating_sub(at_most));
        let new = self.take_below(inbox, place, &uids, hints, trouble).await?;
        if new > 0 {
            warn!(
                mails = new,
                "mails were found that had been passed over before"
            );
        }
        Ok(())
    }

    /// Stores what a mail filter has put aside by mistake: mails with a token of ours. All others stay as they are. Returns
    /// the number of that mailbox.
    async fn look_into_junk(
        &self,
        inbox: &mut Inbox,
        folder: &str,
        hints: &Hints,
        trouble: &mut Trouble,
    ) -> anyhow::Result<Option<i64>> {
        match inbox.go_to(folder).await {
            Ok(()) => {}
            Err(ImapError::RefusedCommand { reply, .. }) => {
                warn!(folder, reply, "imap.junk_folder cannot be opened");
                return Ok(None);
            }
            Err(other) => return Err(other.into()),
        }
        let mut place = self.place(inbox, folder, Use::Junk).await?;
        place.only_proven = true;
        let new = self.look(inbox, &mut place, hints, trouble).await?;
        if new > 0 {
            warn!(
                mails = new,
                "the mail server took answers of players for junk"
            );
        }
        self.mirror(inbox, &place).await?;
        mailboxes::note_look(&self.pool, place.mailbox).await?;
        Ok(Some(place.mailbox))
    }

    /// Notes how full the mailbox is, and tells when it is nearly so.
    async fn note_fullness(&self, inbox: &mut Inbox, place: &Place) -> anyhow::Result<()> {
        let fullness = inbox.fullness().await?;
        let per_cent = fullness.map(|per_cent| i32::try_from(per_cent).unwrap_or(i32::MAX));
        mailboxes::note_fullness(&self.pool, place.mailbox, per_cent).await?;
        if let Some(per_cent) = per_cent.filter(|&per_cent| per_cent >= NEARLY_FULL) {
            warn!(
                per_cent,
                "the mailbox is nearly full: when it is, players' mails are refused"
            );
        }
        Ok(())
    }

    /// Stores those of these mails that are not stored yet, and raises the watermark past all that are done with.
    /// Returns how many were new.
    async fn take(
        &self,
        inbox: &mut Inbox,
        place: &mut Place,
        batch: &[u32],
        hints: &Hints,
        trouble: &mut Trouble,
    ) -> anyhow::Result<u64> {
        let listed = inbox.sizes(batch).await?;
        let numbered: Vec<Numbered> = listed.iter().map(Numbered::from).collect();
        let house_key = self.robot.house_key();
        let unknown = mailboxes::unknown(
            &self.pool,
            place.mailbox,
            place.validity,
            &numbered,
            &house_key,
        )
        .await?;
        let unknown: HashSet<u32> = unknown.into_iter().collect();
        let (wanted, stored): (Vec<_>, Vec<_>) = listed
            .into_iter()
            .partition(|mail| unknown.contains(&mail.uid));
        let mut done: HashSet<u32> = stored.iter().map(|mail| mail.uid).collect();
        let (bad, good): (Vec<_>, Vec<_>) = wanted
            .into_iter()
            .partition(|mail| trouble.breaks_lines(mail.uid));
        let mut new = 0;
        for portion in portions(&good).chain(bad.chunks(1)) {
            let mut fetched = Vec::new();
            let outcome = self.fetch(inbox, portion, &mut fetched).await;
            done.extend(fetched.iter().map(|mail| mail.uid));
            if let Err(failure) = &outcome {
                let suspect = portion.iter().find(|mail| !done.contains(&mail.uid));
                if let Some(uid) = suspect.map(|mail| mail.uid) {
                    *trouble.broken_at.entry(uid).or_default() += 1;
                    warn!(error = %failure, uid, "fetching broke off");
                }
            }
            let mut arrivals = self.arrivals(portion, fetched);
            arrivals = if place.only_proven {
                self.proven(arrivals).await?
            } else {
                self.ours(place, arrivals).await?
            };
            let raws: Vec<&[u8]> = arrivals.iter().map(|mail| mail.raw.as_slice()).collect();
            let shown = self.robot.shown(&raws).await?;
            for (arrival, shown) in arrivals.iter_mut().zip(shown) {
                arrival.shown = shown;
            }
            if !place.held && batch.iter().all(|uid| done.contains(uid)) {
                place.next = place.next.max(past(batch));
            }
            let count = mailboxes::store(
                &self.pool,
                place.mailbox,
                place.validity,
                &arrivals,
                place.next,
            )
            .await?;
            new += count;
            debug!(mails = arrivals.len(), new = count, "mails stored");
            hints.arrived.notify_waiters();
            hints.arrived.notify_one();
            outcome?;
        }
        if place.held || place.next >= past(batch) {
            return Ok(new);
        }
        // What was not given out has gone since it was listed, or is refused to us.
        let mut missing = batch.iter().copied().filter(|uid| !done.contains(uid));
        if let Some(first) = missing.next() {
            let present = inbox.uids_again_from(first).await?;
            let missing = std::iter::once(first).chain(missing);
            place.next = match missing.filter(|uid| present.contains(uid)).min() {
                Some(waits) => {
                    warn!(
                        uid = waits,
                        "the mail server lists a mail and does not give it out"
                    );
                    place.held = true;
                    place.next.max(waits)
                }
                None => past(batch),
            };
        } else {
            place.next = past(batch);
        }
        mailboxes::store(&self.pool, place.mailbox, place.validity, &[], place.next).await?;
        Ok(new)
    }

    /// Fetches the bodies of short mails and the headers of long ones. A mail that the server refuses keeps no other one
    /// back: after a refusal each is asked for alone.
    async fn fetch(
        &self,
        inbox: &mut Inbox,
        portion: &[Listed],
        fetched: &mut Vec<Fetched>,
    ) -> Result<(), ImapError> {
        for (part, large) in [(Part::Whole, false), (Part::Header, true)] {
            let uids: Vec<u32> = portion
                .iter()
                .filter(|mail| self.is_large(mail.size) == large)
                .map(|mail| mail.uid)
                .collect();
            match inbox.fetch(&uids, part, fetched).await {
                Ok(()) => {}
                Err(ImapError::RefusedCommand { command, reply }) => {
                    warn!(command, reply, "fetching each mail by itself");
                    let had: HashSet<u32> = fetched.iter().map(|mail| mail.uid).collect();
                    for uid in uids.into_iter().filter(|uid| !had.contains(uid)) {
                        match inbox.fetch(&[uid], part, fetched).await {
                            Ok(()) | Err(ImapError::RefusedCommand { .. }) => {}
                            Err(other) => return Err(other),
                        }
                    }
                }
                Err(other) => return Err(other),
            }
        }
        Ok(())
    }

    fn arrivals(&self, portion: &[Listed], fetched: Vec<Fetched>) -> Vec<Arrival> {
        let listed: HashMap<u32, &Listed> = portion.iter().map(|mail| (mail.uid, mail)).collect();
        let mut arrivals: Vec<Arrival> = fetched
            .into_iter()
            .filter_map(|mail| {
                let listed = listed.get(&mail.uid)?;
                Some(Arrival {
                    uid: mail.uid,
                    content_key: identity::content_key(&mail.raw),
                    sender: identity::sender(&mail.raw),
                    shown: Shown::Nothing,
                    arrived_at: listed.arrived,
                    size: u64::from(listed.size),
                    oversized: self.is_large(listed.size),
                    raw: mail.raw,
                })
            })
            .collect();
        arrivals.sort_by_key(|mail| mail.uid);
        arrivals
    }

    fn is_large(&self, size: u32) -> bool {
        u64::from(size) > self.largest_mail
    }

    /// Those mails that carry a token of ours.
    async fn proven(&self, arrivals: Vec<Arrival>) -> anyhow::Result<Vec<Arrival>> {
        let mut proven = Vec::new();
        for arrival in arrivals {
            if self.robot.shows_token(&arrival.raw).await? {
                proven.push(arrival);
            }
        }
        Ok(proven)
    }

    /// Those mails that are for us. Of the others only the numbers and hashes are kept: they stay as they are.
    async fn ours(&self, place: &Place, arrivals: Vec<Arrival>) -> anyhow::Result<Vec<Arrival>> {
        let raws = arrivals.iter().map(|mail| mail.raw.clone()).collect();
        let concern = self.robot.concern_us(raws).await?;
        let (ours, others): (Vec<_>, Vec<_>) = arrivals
            .into_iter()
            .zip(concern)
            .partition(|(_, ours)| *ours);
        if !others.is_empty() {
            let foreign: Vec<Foreign> =
                others.iter().map(|(mail, _)| Foreign::from(mail)).collect();
            let (mailbox, validity) = (place.mailbox, place.validity);
            let house_key = self.robot.house_key();
            left_alone::pass_over(&self.pool, mailbox, validity, &foreign, &house_key).await?;
            info!(
                mails = foreign.len(),
                "mails in the folder are not for us; they are left alone"
            );
        }
        Ok(ours.into_iter().map(|(mail, _)| mail).collect())
    }

    /// Tells IMAP of the mails whose effect is stored, in ranges.
    async fn mirror(&self, inbox: &mut Inbox, place: &Place) -> anyhow::Result<()> {
        let (mailbox, validity) = (place.mailbox, place.validity);
        loop {
            let uids = mailboxes::unmirrored(&self.pool, mailbox, validity, 1000).await?;
            if uids.is_empty() {
                return Ok(());
            }
            let filed = match inbox.acknowledge(&uids).await {
                Ok(filed) => filed,
                // A folder that is full or forbidden costs nobody a move; it is tried again with the next mail.
                Err(ImapError::RefusedCommand { command, reply }) => {
                    warn!(
                        command,
                        reply, "the mail server does not let us file handled mails"
                    );
                    return Ok(());
                }
                Err(other) => return Err(other.into()),
            };
            let copies: Vec<(u32, u32, u32)> = filed
                .copies
                .iter()
                .map(|copied| (copied.uid, copied.uidvalidity, copied.filed_uid))
                .collect();
            let filed = mailboxes::Filed {
                folder: filed.folder.as_deref().unwrap_or_default(),
                copies: &copies,
            };
            mailboxes::mark_mirrored(&self.pool, mailbox, validity, &uids, filed).await?;
        }
    }
}

impl From<&Listed> for Numbered {
    fn from(mail: &Listed) -> Numbered {
        Numbered {
            uid: mail.uid,
            size: mail.size,
            arrived_at: mail.arrived,
        }
    }
}

impl From<&Arrival> for Foreign {
    fn from(mail: &Arrival) -> Foreign {
        Foreign {
            listed: Numbered {
                uid: mail.uid,
                size: u32::try_from(mail.size).unwrap_or(u32::MAX),
                arrived_at: mail.arrived_at,
            },
            content_key: mail.content_key,
        }
    }
}

/// The first UID after these, which are in ascending order.
fn past(batch: &[u32]) -> u32 {
    batch.last().map_or(1, |&last| last.saturating_add(1))
}

/// Whether the database failed, and not the mail server.
fn is_of_database(failure: &anyhow::Error) -> bool {
    failure.chain().any(|cause| cause.is::<sqlx::Error>())
}
