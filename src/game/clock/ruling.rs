//! What the administrator rules about the clocks of a game.

use crate::game::instant;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A ruling about both clocks of a game. The board stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "lowercase")]
pub enum ClockRuling {
    /// No clock runs until it is resumed.
    Paused,
    /// The clock of the side to move runs again.
    Resumed,
    /// What lay between these two instants is nobody's time.
    Credited {
        /// From when, which belongs to it.
        #[serde(with = "instant")]
        from: DateTime<Utc>,
        /// Until when, which does not.
        #[serde(with = "instant")]
        until: DateTime<Utc>,
    },
}
