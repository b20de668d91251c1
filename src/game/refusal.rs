//! Why something may not happen in a game.

use std::error::Error;

/// A deed that the rules do not allow now. What players are told of it stands in `letters`.
///
/// The names follow the vocabulary of Xfcc where it has one (`NotYourTurn`, `NoDrawWasOffered`, …).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The sender is neither White nor Black.
    NotYourGame,
    /// The challenge has not been answered yet.
    NotStarted,
    /// The challenge was answered before.
    AlreadyAccepted,
    /// The challenge was declined or withdrawn.
    ChallengeClosed,
    /// A challenger cannot answer their own challenge.
    OwnChallenge,
    /// Only the challenger can withdraw.
    NotYourChallenge,
    /// The game has ended.
    Over,
    /// The other side is to move.
    NotYourTurn,
    /// The move is not legal in the position.
    IllegalMove,
    /// There is nothing to accept or to decline.
    NoDrawWasOffered,
    /// One's own offer stands already.
    DrawAlreadyOffered,
    /// Three offers in a row came to nothing.
    TooManyDrawOffers {
        /// The number of the first move with which it may be done again.
        from_move: u32,
    },
    /// No move of one's own stands on the board.
    NothingToTakeBack,
    /// There is nothing to accept or to decline.
    NoTakebackWasOffered,
    /// One's own offer stands already.
    TakebackAlreadyOffered,
    /// The two would take back different moves.
    AnswerTakebackFirst,
    /// Three offers in a row came to nothing.
    TooManyTakebackOffers {
        /// The number of the first move with which it may be done again.
        from_move: u32,
    },
    /// There is nothing to accept or to decline.
    NoAbortWasOffered,
    /// One's own offer stands already.
    AbortAlreadyOffered,
    /// Three offers in a row came to nothing.
    TooManyAbortOffers {
        /// The number of the first move with which it may be done again.
        from_move: u32,
    },
    /// The game is rated: no move is taken back, no clock pauses, and nobody is given time.
    Rated,
    /// No clock runs in it.
    NoClock,
    /// There is nothing to accept or to decline.
    NoPauseWasOffered,
    /// One's own offer of the same stands already.
    PauseAlreadyOffered,
    /// A longer pause is offered where an answer to the earlier offer would count for it.
    ShorterPauseOffered,
    /// The other side has offered another one.
    AnswerPauseFirst,
    /// Three offers in a row came to nothing.
    TooManyPauseOffers {
        /// The number of the first move with which it may be done again.
        from_move: u32,
    },
    /// A correction would change nothing, or the game has not come so far.
    NothingToCorrect,
    /// The position itself ends the game.
    EndsThere,
    /// What was recorded as a claim does not hold in the position.
    UnfoundedClaim,
}

impl Error for Refusal {}
