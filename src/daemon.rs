//! The loops of the daemon: receive, handle, deliver.
//!
//! They know each other only through the database and through [`Notify`], which is a hint: a loop that misses one
//! finds its work at the next look. So each may fail, wait and begin anew by itself.

mod deliver;
mod erase;
mod pace;

use crate::backoff::Backoff;
use crate::db::mailboxes::{self, Arrival};
use crate::mail::identity;
use crate::mail::imap::{ImapError, Inbox, Login};
use crate::mail::smtp::Relay;
use crate::robot::Robot;
use anyhow::Context;
use sqlx::PgPool;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};
use tracing::{debug, error, info, warn};

/// How many mails are fetched and stored at once.
const FETCH: usize = 200;

/// How long one IDLE lasts, although the standard allows 29 minutes: a line that was cut silently is found out by it.
const IDLE: Duration = Duration::from_secs(5 * 60);

/// How often a loop looks for work that nobody told it of: of another daemon, or put back for later.
const LOOK: Duration = Duration::from_secs(2);

/// How long a clean stop may take before the loops are cut off. What is cut off is taken up again after its lease.
const STOPPING: Duration = Duration::from_secs(30);

/// All that the daemon works with.
pub struct Daemon {
    /// The database.
    pub pool: PgPool,
    /// Who decides.
    pub robot: Robot,
    /// The mailbox.
    pub login: Login,
    /// The way out.
    pub relay: Relay,
    /// How many batches are decided at the same time.
    pub workers: u32,
    /// How often to look into the mailbox when the server does not tell of new mail.
    pub poll: Duration,
    /// Larger mails are not read, in octets.
    pub largest_mail: u64,
    /// How many mails a minute are sent at the most; 0 means no limit.
    pub mails_per_minute: u32,
    /// For how long a mail is tried that the relay does not take yet.
    pub retry_for: Duration,
    /// For how many days the texts of mails are kept after they were handled; `None`: for ever.
    pub keep_days: Option<i32>,
}

/// What the loops tell each other.
#[derive(Debug, Default)]
struct Hints {
    /// Mails were stored.
    arrived: Notify,
    /// Mails were handled: letters may be due, and IMAP wants to be told.
    handled: Notify,
    /// Mails were handled, for the loop that looks after the mailbox.
    mirror: Notify,
}

impl Daemon {
    /// Runs until `stop` turns true, then finishes what is begun and returns.
    ///
    /// # Errors
    ///
    /// When the mailbox or the relay cannot be used at the very start, so that a wrong setting is told at once.
    pub async fn run(self, mut stop: watch::Receiver<bool>) -> anyhow::Result<()> {
        let inbox = Inbox::open(&self.login)
            .await
            .context("the mailbox cannot be opened")?;
        match self.relay.check().await {
            Ok(()) => {}
            Err(fault) if fault.needs_administrator => {
                anyhow::bail!("no mail can be sent: {}", fault.reason);
            }
            // Letters wait for the relay; mails need not wait with them.
            Err(fault) => warn!(reason = fault.reason, "the relay cannot be used yet"),
        }
        info!(idle = inbox.offers_idle(), "mailbox open");
        let hints = Arc::new(Hints::default());
        let daemon = Arc::new(self);
        let mut loops = JoinSet::new();
        {
            let (daemon, hints, stop) = (Arc::clone(&daemon), Arc::clone(&hints), stop.clone());
            loops.spawn(async move { daemon.receive(inbox, &hints, stop).await });
        }
        for _ in 0..daemon.workers.max(1) {
            let (daemon, hints, stop) = (Arc::clone(&daemon), Arc::clone(&hints), stop.clone());
            loops.spawn(async move { daemon.handle(&hints, stop).await });
        }
        {
            let (daemon, hints, stop) = (Arc::clone(&daemon), Arc::clone(&hints), stop.clone());
            loops.spawn(async move { daemon.deliver(&hints, stop).await });
        }
        {
            let (daemon, stop) = (Arc::clone(&daemon), stop.clone());
            loops.spawn(async move { daemon.erase(stop).await });
        }
        // A loop never ends before `stop`; when one panics, the process must not live on as half a daemon.
        let told = stop.clone();
        tokio::select! {
            // Asked in this order, since a loop that obeys may be quicker than this one.
            biased;
            _ = stop.wait_for(|stopping| *stopping) => {}
            ended = loops.join_next() => match ended {
                Some(Err(failure)) => anyhow::bail!("a loop of the daemon broke down: {failure}"),
                Some(Ok(())) | None if *told.borrow() => {}
                Some(Ok(())) | None => anyhow::bail!("a loop of the daemon ended by itself"),
            },
        }
        info!("stopping: finishing what is begun");
        let finished = timeout(STOPPING, async {
            while loops.join_next().await.is_some() {}
        })
        .await;
        if finished.is_err() {
            warn!(
                seconds = STOPPING.as_secs(),
                "not everything was finished in time; it will be taken up again"
            );
        }
        daemon.relay.close().await;
        Ok(())
    }

    /// Fetches mails and stores them, and tells IMAP of those that are handled.
    async fn receive(&self, first: Inbox, hints: &Hints, mut stop: watch::Receiver<bool>) {
        let mut backoff = Backoff::new(Duration::from_secs(2), Duration::from_secs(80));
        let mut session = Some(first);
        while !*stop.borrow() {
            let began = Instant::now();
            let outcome = match session.take() {
                Some(inbox) => Ok(inbox),
                None => Inbox::open(&self.login).await.map_err(anyhow::Error::from),
            };
            let outcome = match outcome {
                Ok(inbox) => self.read_session(inbox, hints, &mut stop).await,
                Err(failure) => Err(failure),
            };
            let Err(failure) = outcome else {
                return;
            };
            // A session that lasted is a success: the next trouble begins with a short wait again.
            if began.elapsed() > Duration::from_secs(120) {
                backoff.reset();
            }
            let wait = backoff.wait();
            if needs_administrator(&failure) {
                error!(error = %format!("{failure:#}"), wait_seconds = wait.as_secs(), "mailbox needs an administrator");
            } else {
                warn!(error = %format!("{failure:#}"), wait_seconds = wait.as_secs(), "mailbox lost, will reconnect");
            }
            tokio::select! {
                () = sleep(wait) => {}
                _ = stop.wait_for(|stopping| *stopping) => {}
            }
        }
    }

    /// One IMAP session; ends well only when the daemon stops.
    async fn read_session(
        &self,
        mut inbox: Inbox,
        hints: &Hints,
        stop: &mut watch::Receiver<bool>,
    ) -> anyhow::Result<()> {
        let name = format!(
            "{}@{}/{}",
            self.login.user, self.login.host, self.login.folder
        );
        let validity = inbox.uidvalidity();
        let watermark = mailboxes::open(&self.pool, &name, validity).await?;
        if watermark.renumbered {
            warn!("the mailbox was numbered anew (UIDVALIDITY); reading it from the beginning");
        }
        let mut next = watermark.next_uid;
        loop {
            next = self
                .fetch_from(&mut inbox, watermark.mailbox, validity, next, hints)
                .await?;
            self.mirror(&mut inbox, watermark.mailbox, validity).await?;
            if *stop.borrow() {
                inbox.logout().await;
                return Ok(());
            }
            // A dropped wait leaves the session usable: the next command ends the IDLE.
            let wait = if inbox.offers_idle() { IDLE } else { self.poll };
            tokio::select! {
                woken = inbox.wait(wait) => { woken?; }
                () = hints.mirror.notified() => {}
                _ = stop.wait_for(|stopping| *stopping) => {}
            }
        }
    }

    /// Stores all mails from this UID on; returns the UID from which to go on.
    async fn fetch_from(
        &self,
        inbox: &mut Inbox,
        mailbox: i64,
        validity: u32,
        first: u32,
        hints: &Hints,
    ) -> anyhow::Result<u32> {
        let mut next = first;
        let uids = inbox.uids_from(first).await?;
        for batch in uids.chunks(FETCH) {
            let listed = inbox.sizes(batch).await?;
            let large = |size: u32| u64::from(size) > self.largest_mail;
            let (long, short): (Vec<_>, Vec<_>) = listed.iter().partition(|mail| large(mail.size));
            let uids_of = |mails: &[&crate::mail::imap::Listed]| -> Vec<u32> {
                mails.iter().map(|mail| mail.uid).collect()
            };
            let mut fetched = Vec::new();
            if !short.is_empty() {
                fetched.extend(inbox.bodies(&uids_of(&short)).await?);
            }
            if !long.is_empty() {
                fetched.extend(inbox.headers(&uids_of(&long)).await?);
            }
            let listed: HashMap<u32, _> = listed.into_iter().map(|mail| (mail.uid, mail)).collect();
            let mut arrivals: Vec<Arrival> = fetched
                .into_iter()
                .filter_map(|mail| {
                    let listed = listed.get(&mail.uid)?;
                    Some(Arrival {
                        uid: mail.uid,
                        content_key: identity::content_key(&mail.raw),
                        order_key: identity::order_key(&mail.raw),
                        arrived_at: listed.arrived,
                        size: u64::from(listed.size),
                        oversized: large(listed.size),
                        raw: mail.raw,
                    })
                })
                .collect();
            arrivals.sort_by_key(|mail| mail.uid);
            let Some(passed) = passed(inbox, batch, &arrivals).await? else {
                continue;
            };
            let stored = mailboxes::store(&self.pool, mailbox, validity, &arrivals, passed).await?;
            next = next.max(passed);
            debug!(mails = arrivals.len(), new = stored, "mails stored");
            hints.arrived.notify_waiters();
            hints.arrived.notify_one();
            if batch.last().is_some_and(|&last| next <= last) {
                // A mail that is there was not given to us. The rest waits with it until the next look.
                warn!(
                    uid = next,
                    "the mail server lists a mail and does not give it out"
                );
                return Ok(next);
            }
        }
        Ok(next)
    }

    /// Tells IMAP of the mails whose effect is stored, in ranges.
    async fn mirror(&self, inbox: &mut Inbox, mailbox: i64, validity: u32) -> anyhow::Result<()> {
        loop {
            let uids = mailboxes::unmirrored(&self.pool, mailbox, validity, 1000).await?;
            if uids.is_empty() {
                return Ok(());
            }
            match inbox.acknowledge(&uids).await {
                Ok(()) => {}
                // A folder that is full or forbidden costs nobody a move; it is tried again with the next mail.
                Err(ImapError::RefusedCommand { command, reply }) => {
                    warn!(
                        command,
                        reply, "the mail server does not let us file handled mails"
                    );
                    return Ok(());
                }
                Err(other) => return Err(other.into()),
            }
            mailboxes::mark_mirrored(&self.pool, mailbox, validity, &uids).await?;
        }
    }

    /// Decides mails, batch after batch.
    async fn handle(&self, hints: &Hints, mut stop: watch::Receiver<bool>) {
        let mut backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(60));
        while !*stop.borrow() {
            // Listening begins before the look, so that a mail stored in between is not slept over.
            let arrived = hints.arrived.notified();
            let wait = match self.robot.work().await {
                Ok(0) => LOOK,
                Ok(_) => {
                    backoff.reset();
                    hints.handled.notify_one();
                    hints.mirror.notify_one();
                    continue;
                }
                Err(failure) => {
                    let wait = backoff.wait();
                    error!(error = %format!("{failure:#}"), wait_seconds = wait.as_secs(), "mails cannot be handled now");
                    sleep_unless(wait, &mut stop).await;
                    continue;
                }
            };
            tokio::select! {
                () = arrived => {}
                () = sleep(wait) => {}
                _ = stop.wait_for(|stopping| *stopping) => {}
            }
        }
    }
}

/// The UID up to which a batch is done: past all that was returned or has gone since it was listed, and never past a mail
/// that is still there and was not returned. `None` for an empty batch.
async fn passed(
    inbox: &mut Inbox,
    batch: &[u32],
    arrivals: &[Arrival],
) -> anyhow::Result<Option<u32>> {
    let returned: HashSet<u32> = arrivals.iter().map(|mail| mail.uid).collect();
    let mut missing: Vec<u32> = batch
        .iter()
        .copied()
        .filter(|uid| !returned.contains(uid))
        .collect();
    if let Some(&first) = missing.first() {
        let present = inbox.uids_from(first).await?;
        missing.retain(|uid| present.contains(uid));
    }
    Ok(match missing.first() {
        Some(&first) => Some(first),
        None => batch.last().map(|&last| last.saturating_add(1)),
    })
}

async fn sleep_unless(wait: Duration, stop: &mut watch::Receiver<bool>) {
    tokio::select! {
        () = sleep(wait) => {}
        _ = stop.wait_for(|stopping| *stopping) => {}
    }
}

fn needs_administrator(failure: &anyhow::Error) -> bool {
    match failure.downcast_ref::<ImapError>() {
        Some(ImapError::RefusedLogin { .. }) => true,
        Some(ImapError::Connect(fault)) => fault.needs_administrator(),
        Some(
            ImapError::RefusedCommand { .. }
            | ImapError::Connection { .. }
            | ImapError::Timeout { .. }
            | ImapError::Protocol { .. },
        )
        | None => false,
    }
}
