//! The loop that does what is due by itself in games with a clock.

use super::shared::{Daemon, Hints, sleep_unless};
use crate::db::inbox;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};
use tracing::warn;

/// How often is looked whether something is due. A letter that was delivered sets a game due, so that the instant can be
/// found at which something really is.
pub(super) const OFTEN: Duration = Duration::from_secs(20);

/// How long is waited at the most between two batches.
const LONGEST_REST: Duration = Duration::from_secs(2);

/// How long is waited between two batches, as many times as one took.
const REST: u32 = 4;

/// How long mails go first at the most, in looks: what is due by itself is done all the same, however many mails come.
const LOOKS: u32 = 40;
/// How long one look lasts.
const LOOK: Duration = Duration::from_millis(50);

impl Daemon {
    /// Does what is due, until the daemon stops.
    pub(super) async fn ring(&self, hints: &Hints, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            let began = Instant::now();
            match self.robot.do_what_is_due().await {
                Ok(0) => {}
                Ok(_) => {
                    hints.handled.notify_one();
                    // Four fifths of the time are for others.
                    sleep((began.elapsed() * REST).min(LONGEST_REST)).await;
                    self.let_mails_go_first().await;
                    continue;
                }
                Err(failure) => {
                    warn!(error = %format!("{failure:#}"), "what is due by itself cannot be done now");
                }
            }
            sleep_unless(OFTEN, &mut stop).await;
        }
    }

    /// Between two batches: who has sent a mail waits for its answer, and nobody waits for this.
    async fn let_mails_go_first(&self) {
        for _ in 0..LOOKS {
            match inbox::any_waits(&self.pool).await {
                Ok(true) => sleep(LOOK).await,
                Ok(false) | Err(_) => return,
            }
        }
    }
}
