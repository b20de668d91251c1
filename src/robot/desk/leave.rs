//! Leave of players, and what it does to the clocks of their games.

use super::Desk;
use crate::game::PlayerNumber;
use crate::letters::Deadline;
use crate::players::Leaves;

/// The leave of a player, as it was laid out and as it is now.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct LaidLeave {
    pub(in crate::robot) before: Leaves,
    pub(in crate::robot) now: Leaves,
}

impl Desk<'_> {
    /// The leave of this player has changed, and with it when their flags fall.
    pub(in crate::robot) fn clocks_change(&mut self, player: PlayerNumber) {
        let _ = player;
    }

    /// Until when this player must answer in each of their games with a clock where it is their move.
    pub(in crate::robot) fn deadlines(&self, player: PlayerNumber) -> Vec<Deadline> {
        let _ = player;
        Vec::new()
    }
}
