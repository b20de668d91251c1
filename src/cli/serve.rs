//! `penpawn serve`

use super::{Store, robot};
use crate::daemon::Daemon;
use crate::mail::smtp::Relay;
use crate::settings::Settings;
use anyhow::bail;
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tracing::{info, warn};

/// Runs the daemon until a signal comes.
pub(super) async fn serve(settings: &Settings) -> anyhow::Result<()> {
    // Whatever is wrong with the settings is told before anything is started.
    let house = settings.house()?;
    let (login, submission) = (settings.login()?, settings.submission()?);
    let store = Store::open_or_make(settings).await?;
    let outcome = async {
        let daemon = Daemon {
            pool: store.pool.clone(),
            robot: robot(settings, &store.pool).await?,
            login,
            relay: Relay::new(submission),
            workers: settings.server.workers,
            poll: Duration::from_secs(settings.imap.poll_seconds.max(1)),
            idle: Duration::from_secs(settings.imap.idle_seconds.max(1)),
            junk_folder: settings.junk_folder()?,
            largest_mail: house.largest_mail,
            mails_per_minute: settings.smtp.mails_per_minute,
            retry_for: Duration::from_secs(settings.smtp.retry_hours * 3600),
            keep_days: settings.keep_days()?,
            erase_done: settings.imap.erase_done,
        };
        let (stop, stopping) = watch::channel(false);
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut running = std::pin::pin!(daemon.run(stopping));
        info!(address = house.address, "penpawn serves");
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
    outcome
}
