//! The loop that sends players the list of their games, by the day or by the week, ends seeks that nobody has taken, and
//! begins and ends tournaments.

use super::shared::{Daemon, Hints, sleep_unless};
use std::time::Duration;
use tokio::sync::watch;
use tracing::warn;

/// How often is looked whether one is due.
pub(super) const OFTEN: Duration = Duration::from_secs(60);

impl Daemon {
    /// Sends what is due, one by one, until the daemon stops.
    pub(super) async fn digest(&self, hints: &Hints, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            match self.robot.end_seek().await {
                Ok(true) => {
                    hints.handled.notify_one();
                    continue;
                }
                Ok(false) => {}
                Err(failure) => {
                    warn!(error = %format!("{failure:#}"), "seeks cannot be ended now");
                }
            }
            match self.robot.go_on_with_tournaments().await {
                Ok(true) => {
                    hints.handled.notify_one();
                    continue;
                }
                Ok(false) => {}
                Err(failure) => {
                    warn!(error = %format!("{failure:#}"), "tournaments cannot go on now");
                }
            }
            match self.robot.send_watched().await {
                Ok(true) => {
                    hints.handled.notify_one();
                    continue;
                }
                Ok(false) => {}
                Err(failure) => {
                    warn!(error = %format!("{failure:#}"), "games cannot be sent to who watches them now");
                }
            }
            match self.robot.send_digest().await {
                Ok(true) => {
                    hints.handled.notify_one();
                    continue;
                }
                Ok(false) => {}
                Err(failure) => {
                    warn!(error = %format!("{failure:#}"), "lists of games cannot be sent now");
                }
            }
            sleep_unless(OFTEN, &mut stop).await;
        }
    }
}
