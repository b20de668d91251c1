//! `penpawn players address|block|unblock`: where a player's mail goes, and whether they may write at all.

use super::robot::robot;
use super::terminal::print;
use crate::db::players::{self, Access, Who};
use crate::letters::NameKey;
use crate::mail::address;
use crate::mail::write::is_sendable;
use crate::settings::Settings;
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

/// The number and name of whom these words mean.
///
/// # Errors
///
/// When it is nobody, or the database fails.
pub(super) async fn find(pool: &PgPool, who: &str) -> anyhow::Result<(i64, String)> {
    players::find(pool, &meant(who))
        .await?
        .with_context(|| format!("there is no player {who}"))
}

/// The same as a filter of games.
///
/// # Errors
///
/// As of [`find`].
pub(super) async fn only(pool: &PgPool, who: &str) -> anyhow::Result<Who> {
    let (number, _) = find(pool, who).await?;
    Ok(Who {
        number: Some(number),
        ..Who::default()
    })
}

pub(super) async fn change_address(
    pool: &PgPool,
    settings: &Settings,
    who: &str,
    wanted: &str,
) -> anyhow::Result<()> {
    let (id, name) = find(pool, who).await?;
    if !is_sendable(wanted) {
        bail!("{wanted} is not a mail address");
    }
    let told = robot(settings, pool)
        .await?
        .send_mail_elsewhere(id, wanted)
        .await?;
    let told = match told {
        0 => "No letter says so: neither address takes mail from here",
        1 => "One letter says so; the other address takes no mail from here",
        _ => "A letter to the old address and one to the new say so",
    };
    print(&format!(
        "The mail of {name} goes to {wanted} now. {told}.\n"
    ))
}

pub(super) async fn set_access(pool: &PgPool, who: &str, access: Access) -> anyhow::Result<()> {
    let (id, name) = find(pool, who).await?;
    let changed = players::set_access(pool, id, access).await?;
    let now = match access {
        Access::Blocked => "blocked",
        Access::Open => "not blocked",
    };
    let already = if changed { "" } else { " already" };
    print(&format!("{name} is {now}{already}.\n"))
}
