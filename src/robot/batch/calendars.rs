//! The calendars of players: what they are told by letters, and the links by which programs fetch them.

use super::CalendarTold;
use crate::db::secret_links::Older;
use crate::game::{GameNumber, PlayerNumber};
use std::collections::HashMap;

/// What the calendars of players were told, and what changes of them.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct Calendars {
    /// What they were told of games with a clock.
    pub(in crate::robot) told: HashMap<(GameNumber, PlayerNumber), CalendarTold>,
    /// Secret links that are sent, and what becomes of those that their players had.
    pub(in crate::robot) links: Vec<CalendarLink>,
}

/// A link to the calendar of a player.
#[derive(Clone, Debug)]
pub(in crate::robot) struct CalendarLink {
    /// Whose calendar it is.
    pub(in crate::robot) player: PlayerNumber,
    /// SHA-256 of what stands in the link; nothing where the server shows no pages, and none was sent.
    pub(in crate::robot) token_hash: Option<Vec<u8>>,
    /// What becomes of those that they had.
    pub(in crate::robot) older: Older,
}
