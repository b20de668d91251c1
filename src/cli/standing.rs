//! `penpawn players address|block|unblock`: where a player's mail goes, and whether he may write at all.

use super::terminal::print;
use crate::db::players::{self, AddressChange, Who};
use crate::letters::NameKey;
use crate::mail::address;
use crate::mail::write::is_sendable;
use anyhow::{Context, bail};
use sqlx::PgPool;

/// Whom these words of the administrator mean: a number, an address or a name.
pub(super) fn meant(who: &str) -> Who {
    let who = who.trim();
    Who {
        number: who.parse().ok(),
        name: Some(NameKey::of(who)),
        address: who.contains('@').then(|| address::key(who)),
    }
}

async fn find(pool: &PgPool, who: &str) -> anyhow::Result<(i64, String)> {
    players::find(pool, &meant(who))
        .await?
        .with_context(|| format!("there is no player {who}"))
}

pub(super) async fn change_address(pool: &PgPool, who: &str, wanted: &str) -> anyhow::Result<()> {
    let (id, name) = find(pool, who).await?;
    if !is_sendable(wanted) {
        bail!("{wanted} is not a mail address");
    }
    let key = address::key(wanted);
    let mut tx = pool.begin().await?;
    let taken = players::by_addresses(&mut tx, std::slice::from_ref(&key)).await?;
    if taken.iter().any(|row| row.player_id != id) {
        bail!("{wanted} is an address of another player");
    }
    let change = AddressChange {
        key,
        player_id: id,
        spelling: address::deliverable(wanted),
        main: true,
        confirmed: true,
    };
    players::save(&mut tx, &[], &[change]).await?;
    tx.commit().await?;
    print(&format!("The mail of {name} goes to {wanted} now.\n"))
}

pub(super) async fn shut_out(pool: &PgPool, who: &str, out: bool) -> anyhow::Result<()> {
    let (id, name) = find(pool, who).await?;
    let changed = players::shut_out(pool, id, out).await?;
    let now = if out { "blocked" } else { "not blocked" };
    let already = if changed { "" } else { " already" };
    print(&format!("{name} is {now}{already}.\n"))
}
