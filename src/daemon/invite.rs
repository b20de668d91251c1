//! The loop that sends invitations which waited, since their inviter had invited enough people on one day.

use super::shared::{Daemon, Hints, sleep_unless};
use std::time::Duration;
use tokio::sync::watch;
use tracing::warn;

/// How often is looked whether one is due: they are by the day.
pub(super) const OFTEN: Duration = Duration::from_secs(60);

impl Daemon {
    /// Sends what is due, one by one, until the daemon stops.
    pub(super) async fn invite(&self, hints: &Hints, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            match self.robot.send_held_invitation().await {
                Ok(true) => {
                    hints.handled.notify_one();
                    continue;
                }
                Ok(false) => {}
                Err(failure) => {
                    warn!(error = %format!("{failure:#}"), "invitations that wait cannot be sent now");
                }
            }
            sleep_unless(OFTEN, &mut stop).await;
        }
    }
}
