//! Why something is no control.

use thiserror::Error;

/// Why something is no control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Nonsense {
    /// A number of moves is zero.
    #[error("no moves at all")]
    NoMoves,
    /// Days are to be counted whole, and an amount is not of whole days.
    #[error("whole days are counted, and this is not of whole days")]
    PartOfADay,
    /// The cap is smaller than the base or the increment.
    #[error("the cap is less than the base or the increment")]
    CapTooSmall,
    /// The floor is more than the clock can hold.
    #[error("the floor is more than the clock holds")]
    FloorTooHigh,
    /// A longest move is agreed where there is no clock, or one for each move already.
    #[error("a longest move says nothing beside this kind of clock")]
    LongestMoveIdle,
    /// Free weekends are agreed where there is no clock.
    #[error("free weekends say nothing without a clock")]
    WeekendsIdle,
    /// Claimed flags are agreed where there is no clock.
    #[error("claimed flags say nothing without a clock")]
    FlagsIdle,
}
