//! What lies on the desk: players, games, and what goes with a game.

use super::Reached;
use crate::db::held_invitations;
use crate::game::clock::Reminders;
use crate::game::{Conditional, Game, GameNumber, PlayerNumber, Times, Zone};
use crate::letters::{Digest, Preferences};
use chrono::{DateTime, Utc};
use shakmaty::Move;
use std::collections::HashMap;

/// A player as the robot knows them.
#[derive(Clone, Debug)]
pub(in crate::robot) struct Player {
    pub(in crate::robot) name: String,
    pub(in crate::robot) active: bool,
    /// The language of their piece letters, as an ISO 639-1 code.
    pub(in crate::robot) letters: String,
    /// How they want the letters about their games.
    pub(in crate::robot) prefers: Preferences,
    /// The time zone in which they live, where they have said it.
    pub(in crate::robot) zone: Option<Zone>,
    /// When they are reminded of a move.
    pub(in crate::robot) reminders: Reminders,
    /// How often the list of their games is sent to them.
    pub(in crate::robot) digest: Digest,
    /// When it is sent next.
    pub(in crate::robot) digest_due: Option<DateTime<Utc>>,
    /// Whether their leave begins by itself when their time is over.
    pub(in crate::robot) automatic_leave: bool,
    /// Their main address as they wrote it; empty when they were forgotten.
    pub(in crate::robot) address: String,
    /// Whether the administrator lets them neither write nor get mail.
    pub(in crate::robot) blocked: bool,
    /// How mail to it fares.
    pub(in crate::robot) reached: Reached,
}

/// A game on the desk.
#[derive(Clone, Debug)]
pub(in crate::robot) struct Table {
    pub(in crate::robot) game: Game,
    pub(in crate::robot) times: Times,
    pub(in crate::robot) changed: bool,
}

/// An invitation that waits until its inviter may send it.
#[derive(Clone, Copy, Debug)]
pub(in crate::robot) struct HeldInvitation {
    pub(in crate::robot) fate: held_invitations::Fate,
    pub(in crate::robot) changed: bool,
}

/// An open numbered question about a move.
#[derive(Clone, Debug)]
pub(in crate::robot) struct Question {
    /// The turn of the game in which it was asked; it dies with that.
    pub(in crate::robot) turn: u32,
    pub(in crate::robot) choices: Vec<Move>,
    pub(in crate::robot) changed: bool,
}

/// Conditional moves of a player.
#[derive(Clone, Debug)]
pub(in crate::robot) struct Plan {
    /// How many plies have been played when the opponent is to move at the root of the tree.
    pub(in crate::robot) ply: u32,
    pub(in crate::robot) tree: Conditional,
    /// The mail that they came with.
    pub(in crate::robot) mail: i64,
    pub(in crate::robot) changed: bool,
}

/// Who is reminded of moves, and was.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct LaidReminders {
    /// When somebody last had their opponent reminded.
    pub(in crate::robot) nudges: HashMap<(GameNumber, PlayerNumber), Nudged>,
    /// How far the reminders of games are done.
    pub(in crate::robot) done: HashMap<GameNumber, Reminded>,
    /// Who wants to be reminded at other times from now on, or lives elsewhere.
    pub(in crate::robot) otherwise: Vec<PlayerNumber>,
}

/// How far the reminders of a turn are done.
#[derive(Clone, Copy, Debug)]
pub(in crate::robot) struct Reminded {
    pub(in crate::robot) turn: u32,
    pub(in crate::robot) until: DateTime<Utc>,
    pub(in crate::robot) changed: bool,
}

/// When a player last had their opponent reminded in a game.
#[derive(Clone, Copy, Debug)]
pub(in crate::robot) struct Nudged {
    pub(in crate::robot) at: DateTime<Utc>,
    pub(in crate::robot) changed: bool,
}

/// A sealed note.
#[derive(Clone, Debug)]
pub(in crate::robot) struct SealedNote {
    pub(in crate::robot) writer: PlayerNumber,
    pub(in crate::robot) glyph: Option<u8>,
    /// Empty, with no glyph, when it is taken back.
    pub(in crate::robot) text: String,
    pub(in crate::robot) mail: i64,
    pub(in crate::robot) changed: bool,
}
