//! Once a day: what need not be kept is erased. More often: what there is no room for.

use super::shared::{Daemon, sleep_unless};
use crate::db::{erasure, pictures, waiting_entries};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tracing::{info, warn};

/// How often it is done.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// When it is tried again after the database failed, and how often is looked whether dropped mails take too much room.
pub(super) const OFTEN: Duration = Duration::from_secs(600);

/// How many mails are erased by one statement, and how long others may work before the next one.
const BATCH: i64 = 500;
const REST: Duration = Duration::from_millis(200);

impl Daemon {
    /// Erases once at the start and then daily, until the daemon stops.
    pub(super) async fn erase(&self, mut stop: watch::Receiver<bool>) {
        let mut due = Instant::now();
        while !*stop.borrow() {
            if let Err(failure) = self.make_room(&mut stop).await {
                warn!(error = %failure, "dropped mails cannot be erased now");
            }
            if Instant::now() >= due {
                match self.erase_once(&mut stop).await {
                    Ok(()) => due = Instant::now() + DAY,
                    Err(failure) => warn!(error = %failure, "old mails cannot be erased now"),
                }
            }
            sleep_unless(OFTEN, &mut stop).await;
        }
    }

    async fn make_room(&self, stop: &mut watch::Receiver<bool>) -> sqlx::Result<()> {
        let Some(octets) = self.keep_dropped else {
            return Ok(());
        };
        let mut mails = 0;
        loop {
            let erased = erasure::erase_dropped(&self.pool, octets, BATCH).await?;
            mails += erased;
            if erased == 0 || *stop.borrow() {
                break;
            }
            sleep_unless(REST, stop).await;
        }
        if mails > 0 {
            info!(
                mails,
                octets, "the oldest dropped mails are erased, since all take too much room"
            );
        }
        Ok(())
    }

    async fn erase_once(&self, stop: &mut watch::Receiver<bool>) -> sqlx::Result<()> {
        let unconfirmed = erasure::drop_unconfirmed(&self.pool).await?;
        let forms = waiting_entries::remove_old(&self.pool).await?;
        if forms > 0 {
            info!(
                forms,
                "entries of the form that nobody confirmed are erased"
            );
        }
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
        while pictures::erase(&self.pool, BATCH).await? > 0 && !*stop.borrow() {
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
