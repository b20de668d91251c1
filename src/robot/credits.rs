//! Time that is credited to all clocks at once: what the administrator says, and what a database lost that was restored.

use super::clocks::running_clock;
use super::{Robot, is_of_database};
use crate::db::causes::{self, Cause};
use crate::db::clock_faults::{self, Kind};
use crate::db::clock_stops;
use crate::game::GameNumber;
use anyhow::bail;
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::BTreeSet;
use uuid::Uuid;

/// Time that goes on.
pub(super) struct Resumed {
    /// Whether something had stopped it.
    any: bool,
    /// The games whose players are told how they stand, after a restore.
    pub(super) told: BTreeSet<i64>,
}

impl Robot {
    /// Credits the time between two instants to all clocks that run. A credit that is tried a second time under the same `id`
    /// is not given again.
    ///
    /// # Errors
    ///
    /// When the database fails, or the time has not passed yet.
    pub async fn credit_all(
        &self,
        id: Uuid,
        from: DateTime<Utc>,
        until: DateTime<Utc>,
        reason: &str,
    ) -> anyhow::Result<()> {
        match self.try_credit_all(id, from, until, reason).await {
            // Whether it was given nobody knows, and a second try does no harm.
            Err(failure) if is_of_database(&failure) => {
                self.try_credit_all(id, from, until, reason).await
            }
            tried => tried,
        }
    }

    async fn try_credit_all(
        &self,
        id: Uuid,
        from: DateTime<Utc>,
        until: DateTime<Utc>,
        reason: &str,
    ) -> anyhow::Result<()> {
        let mut tx = self.pool.begin().await?;
        if crate::db::clock(&mut tx).await? < until {
            bail!("that time has not passed yet: wait until it has, or pause the games");
        }
        if let Some(cause) = causes::begin(&mut tx, &Cause::Credit { id }).await? {
            let (reason, cause) = (Some(reason), Some(cause));
            clock_stops::credit(&mut tx, None, from, until, reason, cause).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Lets flags fall and reminders go out again that these had stopped; credits what a restored database lost. Returns
    /// whether something had.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn resume_time(&self, stopped_by: &[Kind]) -> anyhow::Result<bool> {
        Ok(self.resume(stopped_by).await?.any)
    }

    /// The same.
    pub(super) async fn resume(&self, stopped_by: &[Kind]) -> anyhow::Result<Resumed> {
        if stopped_by.contains(&Kind::Restore) {
            self.give_back_the_last_day().await?;
        }
        let mut tx = self.pool.begin().await?;
        let ended = clock_faults::end(&mut tx, stopped_by).await?;
        tx.commit().await?;
        let mut told = BTreeSet::new();
        if let Some(fault) = ended.restore {
            // Their flags may have fallen, or reminders gone out, and nobody here knows.
            for game in clock_faults::due_meanwhile(&self.pool).await? {
                self.tell_restored(GameNumber(game), &Cause::Restore { game, fault })
                    .await?;
                told.insert(game);
            }
        }
        let any = ended.any;
        Ok(Resumed { any, told })
    }

    /// Where time was over when the copy was made, and no flag had fallen, it may have fallen since, and both were told. It does
    /// not fall a second time by itself: the last day is theirs again. While the fault lasts no flag falls.
    async fn give_back_the_last_day(&self) -> anyhow::Result<()> {
        let Some(copied) = clock_faults::copied_at(&self.pool).await? else {
            return Ok(());
        };
        for game in clock_faults::due_meanwhile(&self.pool).await? {
            let Some(clock) = running_clock(&self.pool, game).await? else {
                continue;
            };
            if let Some(over) = clock.over.filter(|over| *over <= copied) {
                let from = clock.since.max(over - TimeDelta::days(1));
                clock_faults::credit(&self.pool, game, from).await?;
            }
        }
        Ok(())
    }
}
