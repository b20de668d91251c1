//! `penpawn serve`

use super::doctor::advice;
use super::robot::robot;
use super::store::Store;
use super::told;
use crate::daemon::{Daemon, Lying, NothingSent, Systemd};
use crate::db::copies::Strangers;
use crate::mail::imap::{ImapError, Login};
use crate::mail::smtp::{Relay, Submission};
use crate::settings::Settings;
use anyhow::{Context, bail};
use clap::Args;
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tracing::{error, info, warn};

/// What is to become of mails that lie in the folder before it is read for the first time.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Serve {
    /// Leave alone for ever what lies in the folder at the first start: it is never fetched, moved, marked or erased
    #[arg(long, conflicts_with = "read_all")]
    leave: bool,

    /// Handle all that lies in the folder at the first start: it is read, answered and filed
    #[arg(long)]
    read_all: bool,
}

impl Serve {
    fn lying(self) -> Lying {
        match (self.leave, self.read_all) {
            (true, _) => Lying::Leave,
            (false, true) => Lying::Read,
            (false, false) => Lying::Ask,
        }
    }
}

/// Runs the daemon until a signal comes.
pub(super) async fn serve(settings: &Settings, serve: Serve) -> anyhow::Result<()> {
    // Whatever is wrong with the settings is told before anything is started.
    settings.refuse_examples()?;
    let server = settings.server()?;
    let (login, submission) = (settings.login()?, settings.submission()?);
    let store = Store::open_or_make(settings).await?;
    let (to_mailbox, to_relay) = (login.clone(), submission.clone());
    let outcome = async {
        let daemon = Daemon {
            pool: store.pool.clone(),
            robot: robot(settings, &store.pool).await?,
            login,
            relay: Relay::new(submission),
            workers: settings.server.workers,
            // Who looks less often than that is out of order for an hour before anybody sees it.
            poll: Duration::from_secs(settings.imap.poll_seconds.clamp(1, 1_800)),
            idle: Duration::from_secs(settings.imap.idle_seconds.max(1)),
            junk_folder: settings.junk_folder()?,
            largest_mail: server.largest_mail,
            mails_per_minute: settings.smtp.mails_per_minute,
            mails_per_day: settings.smtp.mails_per_day,
            retry_for: Duration::from_secs(settings.smtp.retry_hours * 3600),
            keep_days: settings.keep_days()?,
            keep_dropped: settings.keep_dropped(),
            erase_done: settings.imap.erase_done,
            strangers: if settings.imap.erase_strangers {
                Strangers::Go
            } else {
                Strangers::Stay
            },
            lying: serve.lying(),
            systemd: Systemd::of_environment().context("NOTIFY_SOCKET")?,
        };
        let (stop, stopping) = watch::channel(false);
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut running = std::pin::pin!(daemon.run(stopping));
        info!(address = server.address, "penpawn serves");
        tokio::select! {
            ended = &mut running => return ended,
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        stop.send_replace(true);
        tokio::select! {
            ended = running => ended,
            _ = terminate.recv() => bail!("stopped at once by a second signal"),
            _ = interrupt.recv() => bail!("stopped at once by a second signal"),
        }
    }
    .await;
    if let Err(failure) = store.close().await {
        warn!(error = %format!("{failure:#}"), "the database was not closed in order");
    }
    if let Err(failure) = &outcome {
        tell(failure, &to_mailbox, &to_relay).await;
    }
    outcome
}

/// Tells an administrator what is to be done about a server that will not have us.
async fn tell(failure: &anyhow::Error, login: &Login, submission: &Submission) {
    let advice = if let Some(fault) = failure.downcast_ref::<ImapError>() {
        advice::against_mailbox(fault, login).await
    } else if let Some(NothingSent(fault)) = failure.downcast_ref::<NothingSent>() {
        advice::against_relay(fault, submission).await
    } else {
        return;
    };
    let fault = told(failure);
    error!(
        error = fault,
        advice, "a mail server cannot be worked with; this ends"
    );
}
