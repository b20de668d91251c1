//! Once a day: what need not be kept is erased.

use super::shared::{Daemon, sleep_unless};
use crate::db::erasure;
use std::time::Duration;
use tokio::sync::watch;
use tracing::{info, warn};

/// How often it is done.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// When it is tried again after the database failed.
const AGAIN: Duration = Duration::from_secs(600);

/// How many mails are erased by one statement, and how long others may work before the next one.
const BATCH: i64 = 500;
const REST: Duration = Duration::from_millis(200);

impl Daemon {
    /// Erases once at the start and then daily, until the daemon stops.
    pub(super) async fn erase(&self, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            let wait = match self.erase_once(&mut stop).await {
                Ok(()) => DAY,
                Err(failure) => {
                    warn!(error = %failure, "old mails cannot be erased now");
                    AGAIN
                }
            };
            sleep_unless(wait, &mut stop).await;
        }
    }

    async fn erase_once(&self, stop: &mut watch::Receiver<bool>) -> sqlx::Result<()> {
        let unconfirmed = erasure::drop_unconfirmed(&self.pool).await?;
        let Some(days) = self.keep_days else {
            return Ok(());
        };
        let mut last = 0;
        while let Some(id) = erasure::erase_mails(&self.pool, days, last, BATCH).await?
            && !*stop.borrow()
        {
            last = id;
            sleep_unless(REST, stop).await;
        }
        while erasure::erase_letters(&self.pool, days, BATCH).await? > 0 && !*stop.borrow() {
            sleep_unless(REST, stop).await;
        }
        let questions = erasure::remove_questions(&self.pool, days).await?;
        info!(unconfirmed, last, questions, days, "old mails are erased");
        Ok(())
    }
}
