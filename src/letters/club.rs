//! The club list as players are told it.

use serde::Serialize;

/// A player on the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClubLine {
    /// From 1.
    pub place: usize,
    /// Their name.
    pub name: String,
    /// Whether it is the reader.
    pub yours: bool,
    /// Their rating, "1612" or "1500?"; `None` where no game has counted.
    pub rating: Option<String>,
    /// How many games of theirs have ended with a result.
    pub games: i64,
    /// So many whole weeks ago they last made a move; `None`: they never did.
    pub weeks: Option<i64>,
}
