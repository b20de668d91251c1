//! Whose time was over in a game, and when.

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};

/// Whose time was over, when, and how the game came to its end by it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Out {
    /// Whether it was the reader's.
    pub yours: bool,
    /// When it was over.
    #[serde(serialize_with = "in_words")]
    pub over: DateTime<Utc>,
    /// Who said so.
    pub told_by: ToldBy,
}

/// Who said that time was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ToldBy {
    /// It was seen by itself.
    Clock,
    /// The player who waited claimed it.
    Opponent,
}

/// "04 Jun 2026, 08:00:05 UTC": always of one length
pub fn instant_in_words(at: DateTime<Utc>) -> String {
    at.format("%d %b %Y, %H:%M:%S UTC").to_string()
}

fn in_words<S: Serializer>(at: &DateTime<Utc>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&instant_in_words(*at))
}
