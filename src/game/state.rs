//! What stands of a game after its events.

use super::clock::TimeSheet;
use super::stake::Stake;
use super::{GameNumber, PauseProposal, Phase, PlayerNumber, Proposal, Wish};
use crate::chess::Start;
use shakmaty::Move;

/// All that stands of a game after its events, and all that is needed to go on with it. Kept beside the events, so that a
/// game need not be folded anew for each move: [`super::Game::state`] makes it, [`super::Game::restore`] takes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The number that players write.
    pub number: GameNumber,
    /// Who made the challenge.
    pub challenger: PlayerNumber,
    /// Who was challenged.
    pub opponent: PlayerNumber,
    /// Which colour the challenger asked for.
    pub wish: Wish,
    /// What both play for.
    pub stake: Stake,
    /// The position in which it begins.
    pub start: Start,
    /// Where it stands.
    pub phase: Phase,
    /// Who has White, once that is settled.
    pub white: Option<PlayerNumber>,
    /// The moves that stand.
    pub moves: Vec<Move>,
    /// How time is counted, and what is left of both.
    pub time: TimeSheet,
    /// How many times the position has changed.
    pub turn: u32,
    /// The turn that began when moves were last taken back.
    pub rewound: Option<u32>,
    /// Of a draw.
    pub draw: Proposal,
    /// Of taking back the own last move.
    pub takeback: Proposal,
    /// Of an end without a result.
    pub abort: Proposal,
    /// Of a pause.
    pub pause: PauseProposal,
    /// How many events it has.
    pub events: u32,
}
