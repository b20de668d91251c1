//! The loops of the daemon: receive, handle, deliver.
//!
//! They know each other only through the database and through [`Notify`], which is a hint: a loop that misses one
//! finds its work at the next look. So each may fail, wait and begin anew by itself.

mod begin;
mod copies;
mod deliver;
mod erase;
pub mod finished;
mod pace;
mod receive;

pub use begin::Lying;

use crate::backoff::Backoff;
use crate::db::copies::Strangers;
use crate::mail::imap::{ImapError, Inbox, Login};
use crate::mail::smtp::Relay;
use crate::robot::Robot;
use anyhow::{Context, bail};
use sqlx::PgPool;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tracing::{error, info, warn};

/// How often a loop looks for work that nobody told it of: of another daemon, or put back for later.
const LOOK: Duration = Duration::from_secs(2);

/// How long a clean stop may take before the loops are cut off. What is cut off is taken up again after its lease.
const STOPPING: Duration = Duration::from_secs(30);

/// Why a daemon does not serve on a database that was restored.
const RESTORED: &str = "the mailbox holds mails that were dealt with and that the database does not know: if it was \
                        restored from a copy, run `penpawn mails reread` first";

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
    /// How long to wait at most until the server tells of new mail. What is done now and then is done in multiples of it.
    pub idle: Duration,
    /// A folder into which the mail server puts what it takes for junk. Only mails with a token of ours are read in it.
    pub junk_folder: Option<String>,
    /// Larger mails are not read, in octets.
    pub largest_mail: u64,
    /// How many mails a minute are sent at the most; 0 means no limit.
    pub mails_per_minute: u32,
    /// For how long a mail is tried that the relay does not take yet.
    pub retry_for: Duration,
    /// For how many days the texts of mails are kept after they were handled; `None`: for ever.
    pub keep_days: Option<i32>,
    /// Whether handled mails are erased in the mailbox as well, after their texts were erased in the database.
    pub erase_done: bool,
    /// Whether that is done also with mails of nobody we know that were not answered.
    pub strangers: Strangers,
    /// What becomes of mails that lie in the folder before it is read for the first time.
    pub lying: Lying,
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
    /// When the mail server or the relay refuses us at the very start, so that a wrong setting is told at once. One that is
    /// down is no such fault: it is tried again, as at any later time. And when the database was restored from a copy that
    /// knows less than the mailbox, as soon as the mailbox can be seen.
    pub async fn run(self, mut stop: watch::Receiver<bool>) -> anyhow::Result<()> {
        // Before anything is decided or sent; the loop that reads looks itself when the mailbox cannot be seen yet.
        let looked = match self.was_restored().await {
            Ok(true) => bail!(RESTORED),
            Ok(false) => true,
            Err(failure) => match failure.downcast::<ImapError>() {
                Ok(failure) if receive::is_lasting(&failure) => {
                    return Err(failure).context("the mailbox cannot be opened");
                }
                Ok(_) => false,
                Err(other) => return Err(other),
            },
        };
        let inbox = match Inbox::open(&self.login).await {
            Err(failure) if receive::is_lasting(&failure) => {
                return Err(failure).context("the mailbox cannot be opened");
            }
            first => first,
        };
        match self.relay.check().await {
            Ok(()) => {}
            Err(fault) if fault.needs_administrator => {
                bail!("no mail can be sent: {}", fault.reason);
            }
            // Letters wait for the relay; mails need not wait with them.
            Err(fault) => warn!(reason = fault.reason, "the relay cannot be used yet"),
        }
        let hints = Arc::new(Hints::default());
        let daemon = Arc::new(self);
        let mut loops = JoinSet::new();
        {
            let (daemon, hints, stop) = (Arc::clone(&daemon), Arc::clone(&hints), stop.clone());
            loops.spawn(async move { daemon.receive(inbox, looked, &hints, stop).await });
        }
        for _ in 0..daemon.workers.max(1) {
            let (daemon, hints, stop) = (Arc::clone(&daemon), Arc::clone(&hints), stop.clone());
            loops.spawn(async move {
                daemon.handle(&hints, stop).await;
                Ok(())
            });
        }
        {
            let (daemon, hints, stop) = (Arc::clone(&daemon), Arc::clone(&hints), stop.clone());
            loops.spawn(async move {
                daemon.deliver(&hints, stop).await;
                Ok(())
            });
        }
        {
            let (daemon, stop) = (Arc::clone(&daemon), stop.clone());
            loops.spawn(async move {
                daemon.erase(stop).await;
                Ok(())
            });
        }
        // A loop never ends before `stop`; when one panics, the process must not live on as half a daemon.
        let told = stop.clone();
        tokio::select! {
            // Asked in this order, since a loop that obeys may be quicker than this one.
            biased;
            _ = stop.wait_for(|stopping| *stopping) => {}
            ended = loops.join_next() => match ended {
                Some(Err(failure)) => bail!("a loop of the daemon broke down: {failure}"),
                Some(Ok(Err(failure))) => return Err(failure),
                Some(Ok(Ok(()))) | None if *told.borrow() => {}
                Some(Ok(Ok(()))) | None => bail!("a loop of the daemon ended by itself"),
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

async fn sleep_unless(wait: Duration, stop: &mut watch::Receiver<bool>) {
    tokio::select! {
        () = sleep(wait) => {}
        _ = stop.wait_for(|stopping| *stopping) => {}
    }
}
