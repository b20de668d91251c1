//! What the games that have just ended, or just go on again, make of ratings.
//!
//! All rated games from the first of them on are counted anew, in the order in which they ended: nearly always that is the
//! one game that has just ended. So what is written by the way is what [`Robot::rebuild_ratings`] makes of all games.

use super::Robot;
use super::batch::Batch;
use super::storage::{LoadedGames, load_game};
use crate::db::Transaction;
use crate::db::club::ListedPlayer;
use crate::db::games;
use crate::db::ratings::{self, BEGINNING, Place, SEEN};
use crate::game::rating::{Change, Ended, Rated, SERIES_DAYS, Stake, Standings, Unrated, rated};
use crate::game::{Detail, GameNumber, Phase, PlayerNumber};
use chrono::TimeDelta;
use std::collections::{BTreeMap, BTreeSet};

/// What changes of ratings.
#[derive(Clone, Debug, Default)]
pub(super) struct LoadedRatings {
    /// From where on all is written anew; `None` where nothing is.
    pub(super) from: Option<Place>,
    /// In the order in which the games count.
    pub(super) changes: Vec<Change>,
    /// Of the loaded games that both played for ratings and that have just ended, why they are not rated.
    pub(super) unrated: BTreeMap<GameNumber, Unrated>,
    /// What those may know of ratings who ask.
    pub(super) known: Vec<ratings::Known>,
    /// The list of players, as those see it who ask.
    pub(super) club: Vec<ListedPlayer>,
}

impl LoadedRatings {
    /// What a loaded game has just made of a player's rating.
    pub(super) fn change(&self, game: GameNumber, player: PlayerNumber) -> Option<&Change> {
        let mut changes = self.changes.iter();
        changes.find(|change| change.game == game && change.player == player)
    }
}

/// Counts what the loaded games change, when all is decided and before the letters that tell of it are written.
///
/// # Errors
///
/// When the database fails or holds a game that cannot be rebuilt.
pub(super) async fn rate(tx: &mut Transaction<'_>, batch: &mut Batch<'_>) -> anyhow::Result<()> {
    let affected = affected(batch);
    if affected.is_empty() {
        return Ok(());
    }
    ratings::lock(tx).await?;
    let numbers: Vec<i64> = affected.iter().map(|number| number.0).collect();
    let mut games = Vec::new();
    for number in &affected {
        if let Some(loaded) = batch.games.get(number) {
            games.push(Ended::of(&loaded.game, loaded.times.finished_at));
        }
    }
    let over = games.iter().filter(|game| game.ending.is_some());
    for game in over {
        if let Err(why) = rated(game) {
            batch.ratings.unrated.insert(game.number, why);
        }
    }
    let placed = games
        .iter()
        .filter_map(|game| Some((game.finished_at?, game.number.0)));
    let before = ratings::first_place(tx, &numbers).await?;
    let Some(from) = placed.chain(before).min() else {
        return Ok(());
    };
    let others = games::rated_from(tx, from).await?;
    for row in others.into_iter().filter(|row| !numbers.contains(&row.id)) {
        let told = load_game(tx, row).await?;
        games.push(Ended::of(&told.game, told.times.finished_at));
    }
    batch.ratings.changes = count(tx, games, from).await?;
    batch.ratings.from = Some(from);
    Ok(())
}

/// The loaded games that both play for ratings and that have just ended, or go on after a correction.
fn affected(batch: &Batch<'_>) -> BTreeSet<GameNumber> {
    let corrected = |number: GameNumber| {
        let mut events = batch.events.iter();
        events.any(|(game, event)| {
            *game == number && matches!(event.detail, Detail::Corrected { .. })
        })
    };
    let loaded_games: &LoadedGames = &batch.games;
    loaded_games
        .iter()
        .filter(|(_, loaded)| loaded.changed && loaded.game.stake() == Stake::Rated)
        .filter(|(number, loaded)| match loaded.game.phase() {
            Phase::Over(_) => true,
            Phase::Playing => corrected(**number),
            Phase::Offered | Phase::Declined | Phase::Withdrawn => false,
        })
        .map(|(number, _)| *number)
        .collect()
}

/// What these games make of ratings, of which they are all from this place on.
async fn count(
    tx: &mut Transaction<'_>,
    games: Vec<Ended>,
    from: Place,
) -> anyhow::Result<Vec<Change>> {
    let mut counted: Vec<Rated> = Vec::new();
    for mut game in games {
        game.last_moved_at = last_moved(tx, &game).await?;
        counted.extend(rated(&game));
    }
    counted.sort_by_key(|game| (game.finished_at, game.number));
    let players: BTreeSet<i64> = counted
        .iter()
        .flat_map(|game| game.players)
        .map(|player| player.0)
        .collect();
    let players: Vec<i64> = players.into_iter().collect();
    let mut standings = Standings::default();
    for (pool, player, standing) in ratings::standings_before(tx, &players, from).await? {
        standings.put(pool, player, standing);
    }
    Ok(counted
        .iter()
        .flat_map(|game| standings.rate(game))
        .collect())
}

/// When the loser of a game on time last made a move in any.
async fn last_moved(
    tx: &mut Transaction<'_>,
    game: &Ended,
) -> anyhow::Result<Option<chrono::DateTime<chrono::Utc>>> {
    let (Some(late), Some([white, black]), Some(finished_at), Ok(_)) =
        (game.late(), game.players, game.finished_at, rated(game))
    else {
        return Ok(None);
    };
    let loser = late.fold_wb(white, black);
    let since = finished_at - TimeDelta::days(SERIES_DAYS);
    Ok(ratings::last_moved(tx, loser, since, finished_at - SEEN).await?)
}

impl Robot {
    /// Makes all ratings anew of the games. Returns how many changes there are.
    ///
    /// # Errors
    ///
    /// When the database fails or holds a game that cannot be rebuilt.
    pub async fn rebuild_ratings(&self) -> anyhow::Result<usize> {
        let mut tx = self.pool.begin().await?;
        ratings::lock(&mut tx).await?;
        let mut games = Vec::new();
        for row in games::rated_from(&mut tx, BEGINNING).await? {
            let told = load_game(&mut tx, row).await?;
            games.push(Ended::of(&told.game, told.times.finished_at));
        }
        let changes = count(&mut tx, games, BEGINNING).await?;
        ratings::replace(&mut tx, BEGINNING, &changes).await?;
        tx.commit().await?;
        Ok(changes.len())
    }
}
