//! What senders watch, loaded for those whose mails are about it, and saved.

use super::Needs;
use crate::db::Transaction;
use crate::db::watches;
use crate::game::PlayerNumber;
use crate::robot::batch::Batch;
use crate::robot::watching::{Change, LoadedWatches, Watch};
use std::collections::HashMap;

/// What the senders watch, and the games that somebody wants to watch and may.
pub(super) async fn load(
    tx: &mut Transaction<'_>,
    needs: &Needs,
    by_address: &HashMap<String, PlayerNumber>,
) -> sqlx::Result<LoadedWatches> {
    if !needs.tournaments.watches {
        return Ok(LoadedWatches::default());
    }
    let senders: Vec<i64> = by_address.values().map(|player| player.0).collect();
    let named: Vec<i64> = needs.tournaments.watched.iter().copied().collect();
    let known = watches::of_players(tx, &senders).await?;
    Ok(LoadedWatches {
        known: known.into_iter().filter_map(Watch::of).collect(),
        watchable: watches::watchable(tx, &named).await?,
        changes: Vec::new(),
    })
}

/// Writes down what changes.
pub(super) async fn save(tx: &mut Transaction<'_>, batch: &Batch<'_>) -> sqlx::Result<()> {
    for change in &batch.tournaments.watches.changes {
        match change {
            Change::Tournament(player, tournament) => {
                let what = (Some(*tournament), None);
                watches::add(tx, player.0, what, batch.clock).await?;
            }
            Change::Game(player, game) => {
                let what = (None, Some(*game));
                watches::add(tx, player.0, what, batch.clock).await?;
            }
            Change::NoTournament(player, name) => {
                let what = (Some(name.as_str()), None);
                watches::remove(tx, player.0, what).await?;
            }
            Change::NoGame(player, game) => {
                watches::remove(tx, player.0, (None, Some(*game))).await?;
            }
        }
    }
    Ok(())
}
