//! One game between two players: what may happen in it, and what has happened.
//!
//! [`Game`] is the present state, [`Event`] one thing that happened, [`Refusal`] the reason why something may not
//! happen. The methods of [`Game`] that are named after a deed ([`Game::play`], [`Game::resign`], …) are the only door
//! through which a game changes: each checks the rules, returns the event, and has applied it. [`Game::apply`] repeats
//! an event that was recorded before.
//!
//! What is true of a game is what was recorded of it: [`Recorded`] is an event in the form in which it is kept, with its
//! instants, and [`RecordedGame::fold`] makes the game of them. [`State`] is all that stands after them; the database keeps
//! it beside them, so that a game need not be folded anew for each move.
//!
//! What rated games make of the ratings of their players is folded in [`rating`].
//!
//! What time a move takes, what is left and when a flag falls is counted in [`clock`], of instants that it is given.
//!
//! Nothing here knows a mail, the time of day or a database.

mod agreements;
mod claim;
pub mod clock;
mod conditional;
mod ending;
mod event;
mod flag;
mod instant;
mod offers;
mod pause;
mod phase;
pub mod rating;
mod record;
mod refusal;
mod repetition;
mod rules;
mod score;
mod stake;
mod state;
mod substitution;
mod words;
mod zone;

pub use claim::{Claim, ClaimedWith, TimeClaim, Unfounded};
pub use conditional::{Conditional, Stop, StopReason, numbered_line};
pub use ending::{Ending, Grounds, Result};
pub use event::{Event, Found, Substitution, Wish};
pub use offers::{Offers, PauseProposal, Proposal};
pub use phase::Phase;
pub use record::{
    By, CauseId, Detail, Instants, Manner, Recorded, RecordedGame, Times, Unreadable,
};
pub use refusal::Refusal;
pub use repetition::{RightsDiffer, Sighting};
pub use rules::{ClaimRefused, Game};
pub use score::{Difference, Score, Typed, is_line};
pub use state::State;
pub(crate) use words::kept_under_words;
pub use zone::{NoZone, Zone};

use std::fmt;

/// The number of a game, as players and administrators write it: "game 42".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameNumber(pub i64);

impl fmt::Display for GameNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The number of a player, never shown to other players.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub struct PlayerNumber(pub i64);
