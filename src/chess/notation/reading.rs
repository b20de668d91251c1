//! What a spelling turns out to mean in a position.

use super::reason::WhyNot;
use shakmaty::Move;

/// What a spelling means in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Exactly one legal move.
    One(Move),
    /// Two or more legal moves, the likeliest first (a queen before the other promotions). To be
    /// asked about, never chosen from.
    Several(Vec<Move>),
    /// No legal move.
    Impossible(Impossible),
}

/// Why a spelling is no legal move, and what may have been meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// The reason; its `Display` is one plain sentence without a final stop.
    pub reason: WhyNot,
    /// Legal moves that are spelled much like it, the likeliest first; at most six.
    pub candidates: Vec<Move>,
    /// All legal moves of the piece, or pieces, that the spelling names.
    pub piece_moves: Vec<Move>,
}
