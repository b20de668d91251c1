//! The administrator has a player's mail sent to another address. What a player does themselves for that stands in
//! [`super::orders`].

use super::batch::Batch;
use super::storage::Needs;
use super::{Robot, orders};
use crate::db::causes::{self, Cause};
use crate::game::{CauseId, PlayerNumber};
use crate::mail::address;
use crate::robot::draft::Recipient;
use anyhow::{Context, bail};
use uuid::Uuid;

impl Robot {
    /// Has a player's mail sent to this address, and says so there and at the one before, in one transaction. Nobody is
    /// asked. Returns to how many of the two it can be said: one that said "stop" gets no letter.
    ///
    /// # Errors
    ///
    /// When the database fails, or their mail goes there already, or it is somebody else's address or our own; nothing
    /// has happened then.
    pub async fn send_mail_elsewhere(&self, player: i64, wanted: &str) -> anyhow::Result<i64> {
        let player = PlayerNumber(player);
        let key = address::key(wanted);
        let cause = Cause::Elsewhere { id: Uuid::new_v4() };
        let needs = Needs {
            addresses: [key].into(),
            open_games_of_players: [player].into(),
            ..Needs::default()
        };
        let mut tx = self.pool.begin().await?;
        let decide = |batch: &mut Batch<'_>, cause| decide(batch, cause, player, wanted);
        self.carry_out_once(&mut tx, &cause, needs, decide).await?;
        tx.commit().await?;
        Ok(causes::letters(&self.pool, &cause).await?)
    }
}

fn decide(
    batch: &mut Batch<'_>,
    cause: CauseId,
    player: PlayerNumber,
    wanted: &str,
) -> anyhow::Result<()> {
    let key = address::key(wanted);
    let known = batch
        .players
        .get(&player)
        .context("there is no such player")?;
    let before = known.address.clone();
    if before.is_empty() {
        bail!("that player was forgotten");
    }
    if batch.server.owns(wanted) {
        bail!("{wanted} is this server's own address");
    }
    if address::key(&before) == key {
        bail!("the mail of {} goes to {wanted} already", known.name);
    }
    let holder = batch.by_address.get(&key);
    if holder.is_some_and(|&holder| holder != player) {
        bail!("{wanted} is an address of another player");
    }
    orders::make_main(batch, player, wanted, cause);
    let blocked = batch.is_blocked(player);
    let mut drafts = std::mem::take(&mut batch.drafts);
    drafts.retain(|draft| {
        let to = match &draft.to {
            Recipient::Player(_) => wanted,
            Recipient::PlayerAt { address, .. } | Recipient::Stranger { address } => address,
        };
        !blocked && !batch.is_silenced(to)
    });
    batch.drafts = drafts;
    Ok(())
}
