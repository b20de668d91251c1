//! The loop that does what is due by itself in games with a clock.

use super::shared::{Daemon, Hints, sleep_unless};
use std::time::Duration;
use tokio::sync::watch;
use tracing::warn;

/// How often is looked whether something is due. A letter that was delivered sets a game due, so that the instant can be
/// found at which something really is.
pub(super) const OFTEN: Duration = Duration::from_secs(20);

impl Daemon {
    /// Does what is due, until the daemon stops.
    pub(super) async fn ring(&self, hints: &Hints, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            match self.robot.do_what_is_due().await {
                Ok(0) => {}
                Ok(_) => {
                    hints.handled.notify_one();
                    continue;
                }
                Err(failure) => {
                    warn!(error = %format!("{failure:#}"), "what is due by itself cannot be done now");
                }
            }
            sleep_unless(OFTEN, &mut stop).await;
        }
    }
}
