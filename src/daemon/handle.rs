//! The loop that decides what came.

use super::shared::{Daemon, Hints, LOOK, sleep_unless};
use crate::backoff::Backoff;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::sleep;
use tracing::error;

/// How long nothing is handled at the most, while the database fails.
pub(super) const LONGEST: Duration = Duration::from_secs(60);

impl Daemon {
    /// Decides mails, batch after batch.
    pub(super) async fn handle(&self, hints: &Hints, mut stop: watch::Receiver<bool>) {
        let mut backoff = Backoff::new(Duration::from_secs(1), LONGEST);
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
