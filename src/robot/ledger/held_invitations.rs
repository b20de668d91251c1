//! Invitations that wait for a day on which their sender may send them.

use crate::db::{Transaction, held_invitations};
use crate::game::{GameNumber, Phase};
use crate::robot::desk::{Desk, HeldInvitation, Table};
use std::collections::BTreeMap;

/// Which of these challenges have invitations that wait.
pub(super) async fn lay_out(
    tx: &mut Transaction<'_>,
    tables: &BTreeMap<GameNumber, Table>,
) -> anyhow::Result<BTreeMap<GameNumber, HeldInvitation>> {
    // Most batches play games that have begun.
    let offered = tables
        .values()
        .filter(|table| table.game.phase() == Phase::Offered);
    let offered: Vec<i64> = offered.map(|table| table.game.number().0).collect();
    if offered.is_empty() {
        return Ok(BTreeMap::new());
    }
    let held = held_invitations::of_games(tx, &offered).await?;
    let waits = |row: held_invitations::HeldInvitation| {
        let held = HeldInvitation {
            fate: held_invitations::Fate::Waits(row.due_on),
            changed: false,
        };
        (GameNumber(row.game_id), held)
    };
    Ok(held.into_iter().map(waits).collect())
}

/// Writes down which wait from now on, and which do not any more.
pub(super) async fn put_away(tx: &mut Transaction<'_>, desk: &Desk<'_>) -> anyhow::Result<()> {
    for (challenge, held) in &desk.held_invitations {
        if held.changed {
            held_invitations::save(tx, challenge.0, held.fate).await?;
        }
    }
    Ok(())
}
