//! Where all players stand, and what one game after the other makes of it.

use super::glicko::{PERIOD_DAYS, Rating};
use super::what::{Counts, Pool, Rated};
use crate::game::{GameNumber, PlayerNumber};
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

/// Where a player stands in one pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Their rating, as their last rated game has left it.
    pub rating: Rating,
    /// How many games have counted for them.
    pub games: u32,
    /// When the last of them ended.
    pub rated_at: DateTime<Utc>,
    /// When the last loss on time ended that counted for them.
    pub late_at: Option<DateTime<Utc>>,
}

/// What a game has made of one player's standing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The game.
    pub game: GameNumber,
    /// Which ratings.
    pub pool: Pool,
    /// Whose.
    pub player: PlayerNumber,
    /// Before it.
    pub before: Rating,
    /// After it.
    pub after: Standing,
}

/// Where players stand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standings {
    known: BTreeMap<(Pool, PlayerNumber), Standing>,
}

impl Standings {
    /// A player stands here.
    pub fn put(&mut self, pool: Pool, player: PlayerNumber, standing: Standing) {
        self.known.insert((pool, player), standing);
    }

    /// Where a player stands; `None` before their first rated game.
    pub fn of(&self, pool: Pool, player: PlayerNumber) -> Option<&Standing> {
        self.known.get(&(pool, player))
    }

    /// A game counts. Games must come in the order in which they ended, those of one instant in that of their numbers. Both
    /// are rated by what the other was before it.
    pub fn rate(&mut self, game: &Rated) -> Vec<Change> {
        let [white, black] = game.players;
        let before = [white, black].map(|player| self.of(game.pool, player).copied());
        let rating = |at: Option<Standing>| at.map_or(Rating::UNKNOWN, |known| known.rating);
        let [of_white, of_black] = before.map(rating);
        let late = game.late.map(|side| side.fold_wb(white, black));
        // A series goes through both pools.
        let late_before = late.and_then(|player| self.late_at(player));
        let counts = game.counts(late_before);
        let sides = [
            (white, before[0], of_black, game.score),
            (black, before[1], of_white, 1.0 - game.score),
        ];
        let mut changes = Vec::new();
        for (player, known, opponent, score) in sides {
            if counts == Counts::Winner && late == Some(player) {
                continue;
            }
            let idle = known.map_or(0.0, |known| periods(known.rated_at, game.finished_at));
            let after = Standing {
                rating: rating(known).after(opponent, score, idle),
                games: known.map_or(0, |known| known.games) + 1,
                rated_at: game.finished_at,
                late_at: match late == Some(player) {
                    true => Some(game.finished_at),
                    false => known.and_then(|known| known.late_at),
                },
            };
            self.put(game.pool, player, after);
            changes.push(Change {
                game: game.number,
                pool: game.pool,
                player,
                before: rating(known),
                after,
            });
        }
        changes
    }

    /// When the last loss on time of a player ended that counted for them.
    fn late_at(&self, player: PlayerNumber) -> Option<DateTime<Utc>> {
        let pools = [Pool::Standard, Pool::Chess960];
        let known = pools.iter().filter_map(|pool| self.of(*pool, player));
        known.filter_map(|known| known.late_at).max()
    }
}

/// How many periods have gone by since a player's last rated game.
pub fn periods(rated_at: DateTime<Utc>, now: DateTime<Utc>) -> f64 {
    let seconds = (now - rated_at).as_seconds_f64();
    (seconds / 86_400.0 / f64::from(PERIOD_DAYS)).max(0.0)
}

#[cfg(test)]
mod tests;
