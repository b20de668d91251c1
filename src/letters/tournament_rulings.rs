//! What letters say about rulings in tournaments.

use serde::Serialize;

/// How a tournament is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TournamentName {
    /// In orders: one word.
    pub name: String,
    /// In letters.
    pub title: String,
}

/// The reason that is written down with a game which was lost because its player was taken out of the tournament of this title.
pub fn reason_of_withdrawal(title: &str, reason: &str) -> String {
    format!("the player who loses it was taken out of {title}: {reason}")
}
