//! The loop that reads the mailbox: stores what came, and tells IMAP of what was handled.
//!
//! The mailbox is only a source. What was read stands in the database, by UID and by content, so nothing depends on flags
//! or on where a mail lies; and a UID is passed over only when its mail is stored, or a checked command showed that it has
//! gone.

use super::begin::Undecided;
use super::copies::Erasing;
use super::shared::{Daemon, First, Hints, Restored};
use super::trouble::{Trouble, kind_of};
use crate::backoff::Backoff;
use crate::db::left_alone;
use crate::db::mailboxes::{self, NEARLY_FULL, Use, seen};
use crate::mail::imap::{ImapError, Inbox, Woken};
use chrono::{DateTime, Utc};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};
use tracing::{error, info, warn};

/// How many mails are listed at once.
const LISTED: usize = 200;

/// How many of the newest mails are compared with the database now and then, whatever the watermark says.
const COMPARED: usize = 200;

/// How often that is done, in the length of an IDLE: with the usual one, each hour.
const COMPARED_EVERY: u32 = 12;

/// How often it is noted at most that the mailbox was looked into.
const NOTED_EVERY: Duration = Duration::from_secs(10);

/// How many characters of a fault are noted at the most.
const FAULT: usize = 500;

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
pub(super) struct Place {
    /// Its row.
    pub(super) mailbox: i64,
    pub(super) validity: u32,
    /// The first UID that is not done with.
    pub(super) next: u32,
    /// Whether `next` must not be raised: a mail is there and was not given out, or these are mails below it.
    pub(super) held: bool,
    /// Whether only mails with a token of ours are stored.
    pub(super) only_proven: bool,
    /// When the look began that goes on, or the last one, by the database's clock.
    pub(super) began: DateTime<Utc>,
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
        first: First,
        hints: &Hints,
        mut stop: watch::Receiver<bool>,
    ) -> anyhow::Result<()> {
        let mut trouble = Trouble::new();
        let mut without_database = Backoff::new(Duration::from_secs(1), Duration::from_secs(30));
        let (mut looked, mut first) = (first.looked, Some(first.inbox));
        let mut session: Option<Session> = None;
        while !*stop.borrow() {
            let began = Instant::now();
            let outcome = async {
                // What signs in may hang, and nothing of it is worth being waited for.
                let session = tokio::select! {
                    opened = self.looked_at(&mut session, &mut first, &mut looked) => opened?,
                    _ = stop.wait_for(|stopping| *stopping) => return Ok(false),
                };
                let Some(session) = session else {
                    return Ok(true);
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
                Ok(true) => return Err(Restored.into()),
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
                self.note_fault(&failure).await;
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

    /// Notes what an administrator who asks is to be told, as far as the database takes it.
    async fn note_fault(&self, failure: &anyhow::Error) {
        let name = self.login.mailbox(&self.login.folder);
        // The words of a server are as long as it likes.
        let words: String = format!("{failure:#}").chars().take(FAULT).collect();
        let kind = kind_of(failure);
        if let Err(error) = mailboxes::note_fault(&self.pool, &name, &words, kind).await {
            warn!(%error, "it cannot be noted why the mailbox is not read");
        }
    }

    /// The session, after somebody has looked whether the database was restored from a copy; `None` when it was.
    async fn looked_at<'s>(
        &self,
        session: &'s mut Option<Session>,
        first: &mut Option<Result<Inbox, ImapError>>,
        looked: &mut bool,
    ) -> anyhow::Result<Option<&'s mut Session>> {
        // It is as good a reason to wait as any later one.
        if let Some(Err(failure)) = first.take_if(|first| first.is_err()) {
            return Err(failure.into());
        }
        if !*looked && self.was_restored().await? {
            return Ok(None);
        }
        *looked = true;
        Ok(Some(self.session(session, first).await?))
    }

    /// The session that is kept, with our folder open, or a new one; on the first connection, while there is one.
    async fn session<'s>(
        &self,
        session: &'s mut Option<Session>,
        first: &mut Option<Result<Inbox, ImapError>>,
    ) -> Result<&'s mut Session, ImapError> {
        if let Some(kept) = session {
            // The database was away. Which folder was open then does not matter any more, and the answer
            // shows whether the line is still good.
            kept.inbox.go_to(&self.login.folder).await?;
            return Ok(kept);
        }
        let opened = match first.take() {
            Some(first) => first,
            None => Inbox::open(&self.login).await,
        };
        let inbox = opened?;
        info!(idle = inbox.offers_idle(), "mailbox open");
        Ok(session.insert(Session::new(inbox)))
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
            self.compare_now_and_then(session, &place, hints, trouble)
                .await?;
            let new = self
                .look(&mut session.inbox, &mut place, hints, trouble)
                .await?;
            if new > 0 && !woken && session.tells {
                warn!("the mail server does not tell of new mail; it is asked from now on");
                session.tells = false;
            }
            self.mirror(&mut session.inbox, &place).await?;
            self.note_look(session, &place).await?;
            trouble.over();
            without_database.reset();
            if *stop.borrow() {
                return Ok(());
            }
            self.visit_junk(session, &mut place, hints, trouble).await?;
            self.erase_a_portion(session, &mut place).await?;
            if new > 0 || !told {
                for_nothing.reset();
            } else {
                sleep(for_nothing.wait()).await;
            }
            // A dropped wait leaves the session usable: the next command ends the IDLE.
            let wait = if session.tells { self.idle } else { self.poll };
            told = false;
            woken = tokio::select! {
                heard = session.inbox.wait(wait) => {
                    told = heard? == Woken::Mail;
                    told
                }
                // What is new was not waited for.
                () = hints.mirror.notified() => true,
                _ = stop.wait_for(|stopping| *stopping) => true,
            };
        }
    }

    /// Compares the newest mails with the database, and looks how full the mailbox is, when it is time.
    async fn compare_now_and_then(
        &self,
        session: &mut Session,
        place: &Place,
        hints: &Hints,
        trouble: &mut Trouble,
    ) -> anyhow::Result<()> {
        if !is_due(session.compared, self.idle * COMPARED_EVERY) {
            return Ok(());
        }
        let began = Instant::now();
        let inbox = &mut session.inbox;
        self.compare(inbox, place, COMPARED, hints, trouble).await?;
        self.note_fullness(inbox, place).await?;
        session.compared = Some(began);
        Ok(())
    }

    /// Notes that the mailbox was looked into, unless that was just noted.
    async fn note_look(&self, session: &mut Session, place: &Place) -> anyhow::Result<()> {
        if is_due(session.noted, NOTED_EVERY) {
            self.note_end_of_look(place).await?;
            session.noted = Some(Instant::now());
        }
        Ok(())
    }

    /// Notes that the folder was looked into, and until when it was seen unless a mail in it is not given out.
    async fn note_end_of_look(&self, place: &Place) -> anyhow::Result<()> {
        if place.held {
            mailboxes::note_look(&self.pool, place.mailbox).await?;
            return Ok(());
        }
        if let Some(seconds) = seen::end_look(&self.pool, place.mailbox, place.began).await? {
            warn!(
                seconds,
                "nobody has looked into the mailbox for so long: no clock has run meanwhile"
            );
        }
        Ok(())
    }

    /// Looks into the junk folder when it is time, and comes back.
    async fn visit_junk(
        &self,
        session: &mut Session,
        place: &mut Place,
        hints: &Hints,
        trouble: &mut Trouble,
    ) -> anyhow::Result<()> {
        let Some(junk) = self.junk_folder.as_deref() else {
            return Ok(());
        };
        if !is_due(session.looked_into_junk, self.idle) {
            return Ok(());
        }
        let began = Instant::now();
        let inbox = &mut session.inbox;
        if let Some(junk) = self.look_into_junk(inbox, junk, hints, trouble).await? {
            session.erasing.junk = Some(junk);
        }
        session.looked_into_junk = Some(began);
        self.come_back(inbox, place).await
    }

    /// Erases copies when it is time, and comes back. After new mail was looked for, and a portion at a time: what is to be
    /// erased keeps nobody waiting.
    async fn erase_a_portion(
        &self,
        session: &mut Session,
        place: &mut Place,
    ) -> anyhow::Result<()> {
        let (inbox, erasing) = (&mut session.inbox, &mut session.erasing);
        if erasing.is_due(self.idle) && self.erase_copies(inbox, place.mailbox, erasing).await? {
            self.come_back(inbox, place).await?;
        }
        Ok(())
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
        // Before anything is stored: what came while we were out of order is charged without that time.
        let began = seen::begin_look(&self.pool, watermark.mailbox).await?;
        Ok(Place {
            mailbox: watermark.mailbox,
            validity,
            next: watermark.next_uid,
            held: false,
            only_proven: false,
            began,
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
        // Before the server is asked.
        place.began = seen::begin_look(&self.pool, place.mailbox).await?;
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
        self.note_end_of_look(&place).await?;
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

/// Whether what was done then, if ever, is to be done again after so long.
fn is_due(last: Option<Instant>, every: Duration) -> bool {
    last.is_none_or(|last| last.elapsed() >= every)
}

/// Whether the database failed, and not the mail server.
fn is_of_database(failure: &anyhow::Error) -> bool {
    failure.chain().any(|cause| cause.is::<sqlx::Error>())
}
