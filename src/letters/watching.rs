//! What letters say of what a player watches.

use super::TournamentName;
use serde::Serialize;

/// Something that a player watches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum WatchedView {
    /// A tournament.
    Tournament {
        /// Which.
        tournament: TournamentName,
        /// When its games may be read: `game`, each when it has ended, or `tournament`, all when that has.
        publication: String,
    },
    /// A game.
    Game {
        /// Its number.
        number: i64,
        /// Who plays it.
        players: [String; 2],
    },
}

/// What has changed of what a player watches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WatchChange {
    /// What.
    pub what: WatchedView,
    /// Whether they watch it now.
    pub now: bool,
}
