//! The loops of the daemon: receive, handle, deliver.
//!
//! They know each other only through the database and through `Hints`, which is a hint: a loop that misses one
//! finds its work at the next look. So each may fail, wait and begin anew by itself.

mod alarm;
mod begin;
mod copies;
mod deliver;
mod digest;
mod erase;
pub mod finished;
mod handle;
mod heartbeat;
mod invite;
mod pace;
pub mod pictures;
mod portions;
mod receive;
mod shared;
mod steps;
mod systemd;
mod take;
mod trouble;

pub use shared::{Daemon, Lying};
pub use systemd::Systemd;

use crate::db::left_alone;
use crate::mail::imap::{ImapError, Inbox};
use crate::mail::smtp::Unconnected;
use anyhow::{Context, bail};
use begin::Undecided;
use shared::{First, Hints, Restored};
use std::sync::Arc;
use std::time::Duration;
use steps::{Steps, Watched};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tracing::{error, info, warn};
use trouble::is_lasting;

/// How long a clean stop may take before the loops are cut off. What is cut off is taken up again after its lease.
const STOPPING: Duration = Duration::from_secs(30);

/// Whether the mailbox has been read before. What cannot be used then has been used: it may be good again tomorrow, and
/// whoever ends and is started again shows the servers a wrong password ten times a minute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    New,
    Established,
}

/// The relay will not have us at the first start.
#[derive(Debug, thiserror::Error)]
#[error("no mail can be sent: {}", .0.reason)]
pub struct NothingSent(pub Unconnected);

/// Whether a daemon has ended because somebody has to decide something first: started again it would end again.
pub fn waits_for_somebody(failure: &anyhow::Error) -> bool {
    failure.is::<Undecided>() || failure.is::<Restored>()
}

impl Daemon {
    /// Runs until `stop` turns true, then finishes what is begun and returns.
    ///
    /// # Errors
    ///
    /// When the mail server or the relay refuses us at the first start of all, so that a wrong setting is told at once. One
    /// that is down is no such fault, and where the mailbox has been read before a refusal is none either: it is tried
    /// again, as at any later time. And when the database was restored from a copy that knows less than the mailbox, as soon
    /// as the mailbox can be seen.
    pub async fn run(self, mut stop: watch::Receiver<bool>) -> anyhow::Result<()> {
        let first = tokio::select! {
            begun = self.begin_conversations() => begun?,
            _ = stop.wait_for(|stopping| *stopping) => return Ok(()),
        };
        let daemon = Arc::new(self);
        let mut loops = daemon.begin_loops(first, &stop);
        daemon.systemd.ready();
        tokio::select! {
            ended = until_stopped(&mut loops.running, &mut stop) => if let Err(failure) = ended {
                // They end before the database is closed and nobody is left who tells them to stop: each would find that its
                // work cannot be done, and say so without ever waiting.
                loops.running.shutdown().await;
                return Err(failure);
            },
            () = daemon.systemd.watch(&loops.steps) => {}
        }
        daemon.systemd.stopping();
        info!("stopping: finishing what is begun");
        finish(&mut loops.running).await;
        daemon.relay.close().await;
        Ok(())
    }

    /// Opens the mailbox for the loop that reads, and sees whether mail can be sent.
    async fn begin_conversations(&self) -> anyhow::Result<First> {
        let name = self.login.mailbox(&self.login.folder);
        let standing = match left_alone::begun(&self.pool, &name).await? {
            Some(_) => Standing::Established,
            None => Standing::New,
        };
        let first = match self.open_mailbox().await? {
            First {
                inbox: Err(failure),
                ..
            } if is_lasting(&failure) && standing == Standing::New => {
                return Err(failure).context("the mailbox cannot be opened");
            }
            first => first,
        };
        self.check_relay(standing).await?;
        Ok(first)
    }

    /// Looks whether the database was restored, before anything is decided or sent, and opens the mailbox.
    async fn open_mailbox(&self) -> anyhow::Result<First> {
        match self.was_restored().await {
            Ok(true) => Err(Restored.into()),
            Ok(false) => Ok(First {
                inbox: Inbox::open(&self.login).await,
                looked: true,
            }),
            // The loop that reads looks itself.
            Err(failure) => Ok(First {
                inbox: Err(failure.downcast::<ImapError>()?),
                looked: false,
            }),
        }
    }

    async fn check_relay(&self, standing: Standing) -> anyhow::Result<()> {
        match self.relay.check().await {
            Ok(()) => {}
            Err(fault) if fault.needs_administrator() && standing == Standing::New => {
                return Err(NothingSent(fault).into());
            }
            Err(fault) if fault.needs_administrator() => {
                error!(reason = fault.reason, "no mail can be sent");
            }
            // Letters wait for the relay; mails need not wait with them.
            Err(fault) => warn!(reason = fault.reason, "the relay cannot be used yet"),
        }
        Ok(())
    }

    fn begin_loops(self: &Arc<Self>, first: First, stop: &watch::Receiver<bool>) -> Loops {
        let hints = Arc::new(Hints::default());
        let shared = || (Arc::clone(self), Arc::clone(&hints), stop.clone());
        let mut loops = Loops::default();
        let (daemon, hints, stop) = shared();
        let longest = self.poll.max(self.idle).max(trouble::LONGEST);
        loops.begin_fallible("receive", longest, async move {
            daemon.receive(first, &hints, stop).await
        });
        for _ in 0..self.workers.max(1) {
            let (daemon, hints, stop) = shared();
            loops.begin("handle", handle::LONGEST, async move {
                daemon.handle(&hints, stop).await;
            });
        }
        let (daemon, hints, stop) = shared();
        loops.begin("deliver", deliver::LONGEST, async move {
            daemon.deliver(&hints, stop).await;
        });
        let (daemon, hints, stop) = shared();
        loops.begin("invite", invite::OFTEN, async move {
            daemon.invite(&hints, stop).await;
        });
        let (daemon, hints, stop) = shared();
        loops.begin("ring", alarm::OFTEN, async move {
            daemon.ring(&hints, stop).await;
        });
        let (daemon, hints, stop) = shared();
        loops.begin("digest", digest::OFTEN, async move {
            daemon.digest(&hints, stop).await;
        });
        let (daemon, _, stop) = shared();
        loops.begin("erase", erase::OFTEN, async move {
            daemon.erase(stop).await;
        });
        let (daemon, _, stop) = shared();
        loops.begin("clocks", heartbeat::BEAT, async move {
            daemon.compare_clocks(stop).await;
        });
        loops
    }
}

/// The loops that run, and what is known of their steps.
#[derive(Default)]
struct Loops {
    running: JoinSet<anyhow::Result<()>>,
    steps: Vec<Steps>,
}

impl Loops {
    /// Begins one that waits on purpose for so long at the most.
    fn begin(
        &mut self,
        name: &'static str,
        longest_wait: Duration,
        turns: impl Future<Output = ()> + Send + 'static,
    ) {
        self.begin_fallible(name, longest_wait, async move {
            turns.await;
            Ok(())
        });
    }

    /// Begins one that may end the daemon.
    fn begin_fallible(
        &mut self,
        name: &'static str,
        longest_wait: Duration,
        turns: impl Future<Output = anyhow::Result<()>> + Send + 'static,
    ) {
        let steps = Steps::new(name, longest_wait);
        self.running.spawn(Watched::new(turns, steps.clone()));
        self.steps.push(steps);
    }
}

/// Waits for `stop`. A loop never ends before it; when one panics, the process must not live on as half a daemon.
async fn until_stopped(
    loops: &mut JoinSet<anyhow::Result<()>>,
    stop: &mut watch::Receiver<bool>,
) -> anyhow::Result<()> {
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
    Ok(())
}

/// Lets the loops end what they have begun.
async fn finish(loops: &mut JoinSet<anyhow::Result<()>>) {
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
}
