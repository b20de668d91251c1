//! Secret links that players are sent.

use crate::db::secret_links::Older;
use crate::game::PlayerNumber;

/// A link to the calendar of a player.
#[derive(Clone, Debug)]
pub(in crate::robot) struct SecretLink {
    /// Whose calendar it is.
    pub(in crate::robot) player: PlayerNumber,
    /// SHA-256 of what stands in the link; nothing where the server shows no pages, and none was sent.
    pub(in crate::robot) token_hash: Option<Vec<u8>>,
    /// What becomes of those that they had.
    pub(in crate::robot) older: Older,
}
