//! The administrator forgets a player: his open games are ended in his name, and then all that is known of him is erased.
//! What a player does himself to be forgotten stands in [`super::orders`].

use super::Robot;
use crate::db::Transaction;
use crate::db::inbox;
use crate::db::personal::{self, Forgotten, Keyed, OpenGame};
use crate::mail::{address, identity};
use anyhow::bail;
use uuid::Uuid;

/// How the database, which knows no mail, is told what addresses are known by.
pub(super) const KEYED: Keyed = Keyed {
    address: address::key,
    counted: address::counting_key,
};

impl Robot {
    /// Forgets a player, in one transaction. He resigns the games that go on, takes his challenges back and declines
    /// those that wait for him, by mails in the administrator's name that are handled like those of players: so the
    /// others are told, and the events say which mail brought them about.
    ///
    /// # Errors
    ///
    /// When the database fails, or a game cannot be ended.
    pub async fn forget(&self, player: i64) -> anyhow::Result<Forgotten> {
        let mut tx = self.pool.begin().await?;
        let mut orders = Vec::new();
        for (game, stands) in personal::lock(&mut tx, player).await? {
            let order = match stands {
                OpenGame::Playing => "resign",
                OpenGame::Challenged => "withdraw",
                OpenGame::Invited => "decline",
            };
            orders.push(self.order(&mut tx, player, game, order).await?);
        }
        let open = personal::lock(&mut tx, player).await?;
        if let Some((game, _)) = open.first() {
            bail!("game {game} could not be ended");
        }
        let forgotten = personal::forget(&mut tx, player, &orders, KEYED).await?;
        tx.commit().await?;
        Ok(forgotten)
    }

    /// Handles an order in a player's name; returns the number of the mail that stands for it.
    async fn order(
        &self,
        tx: &mut Transaction<'_>,
        player: i64,
        game: i64,
        order: &str,
    ) -> anyhow::Result<i64> {
        let claim = Uuid::new_v4();
        let address = &self.house.address;
        let raw = format!(
            "From: {address}\r\nTo: {address}\r\nSubject: by the administrator\r\n\r\ngame {game} {order}\r\n"
        );
        // A key of its own: it is no mail that could come a second time.
        let mut key = identity::content_key(raw.as_bytes()).to_vec();
        key.extend_from_slice(claim.as_bytes());
        let mut mail =
            inbox::store_for_trial(tx, claim, raw.as_bytes(), &key, "administrator").await?;
        let id = mail.id;
        mail.confirmed_as = Some(player);
        let keys = self.keys().await?;
        let reads = self.read_alone(&mail, &keys).await?;
        self.settle(tx, claim, reads, &keys).await?;
        Ok(id)
    }
}
