//! Invitations that wait for a day on which their sender may send them.

use crate::db::{Transaction, held_invitations};
use crate::game::{GameNumber, Phase};
use crate::robot::batch::{Batch, HeldInvitation, LoadedGame};
use std::collections::BTreeMap;

/// Which of these challenges have invitations that wait.
pub(super) async fn load(
    tx: &mut Transaction<'_>,
    loaded_games: &BTreeMap<GameNumber, LoadedGame>,
) -> anyhow::Result<BTreeMap<GameNumber, HeldInvitation>> {
    // Most batches play games that have begun.
    let offered = loaded_games
        .values()
        .filter(|loaded| loaded.game.phase() == Phase::Offered);
    let offered: Vec<i64> = offered.map(|loaded| loaded.game.number().0).collect();
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
pub(super) async fn save(tx: &mut Transaction<'_>, batch: &Batch<'_>) -> anyhow::Result<()> {
    for (challenge, held) in &batch.held_invitations {
        if held.changed {
            held_invitations::save(tx, challenge.0, held.fate).await?;
        }
    }
    Ok(())
}
