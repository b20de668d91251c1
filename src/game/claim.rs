//! Claims of a draw: what gives the right to one, and what is missing where there is none.

use super::ending::Grounds;
use super::repetition::{Recent, Sighting};
use crate::chess::FIFTY_MOVES;
use shakmaty::{Chess, Position};

/// What a player says who claims a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Only that it is one.
    Draw,
    /// That the position is there for the third time.
    Repetition,
    /// That fifty moves have been made without a capture or a pawn move.
    FiftyMoves,
}

/// What a player claims whose opponent's time is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeClaim {
    /// All that the rules give them: the game, or a draw where they could not mate (FIDE 6.9).
    Win,
    /// No more than a draw.
    Draw,
    /// Only that the game ends, without a result.
    Abort,
}

/// The move with which a draw is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimedWith {
    /// None: the position stands on the board, and the claimant is to move.
    TheBoard,
    /// The one that the claimant has made in the same breath.
    TheirMove,
}

/// Why a claim is wrong: what there is, of what was claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfounded {
    /// Every time at which all men stood as they stand now with the same side to move, now among them; where repetition
    /// was claimed.
    pub sightings: Option<Vec<Sighting>>,
    /// How many plies have been made since the last capture or pawn move; where fifty moves were claimed.
    pub quiet_plies: Option<u32>,
}

/// What the claim rests on in this position.
///
/// # Errors
///
/// What there is instead, when it rests on nothing.
pub(super) fn examine(
    claim: Claim,
    position: &Chess,
    recent: &Recent,
) -> Result<Grounds, Unfounded> {
    let repetition = claim != Claim::FiftyMoves;
    let fifty = claim != Claim::Repetition;
    if repetition && recent.times() >= 3 {
        return Ok(Grounds::ThreefoldRepetition);
    }
    if fifty && position.halfmoves() >= FIFTY_MOVES {
        return Ok(Grounds::FiftyMoves);
    }
    Err(Unfounded {
        sightings: repetition.then(|| recent.sightings().collect()),
        quiet_plies: fifty.then(|| position.halfmoves()),
    })
}

#[cfg(test)]
mod tests;
