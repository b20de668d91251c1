//! Why something may not happen in a game.

use thiserror::Error;

/// A deed that the rules do not allow now. Its text is one sentence for the player, in the second person.
///
/// The names follow the vocabulary of Xfcc where it has one (`NotYourTurn`, `NoDrawWasOffered`, …).
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Refusal {
    /// The sender is neither White nor Black.
    #[error("you are not a player of this game")]
    NotYourGame,
    /// The challenge has not been answered yet.
    #[error("the challenge has not been accepted yet")]
    NotStarted,
    /// The challenge was answered before.
    #[error("this challenge has already been accepted")]
    AlreadyAccepted,
    /// The challenge was declined or withdrawn.
    #[error("this challenge is no longer open")]
    ChallengeClosed,
    /// A challenger cannot answer their own challenge.
    #[error("it is your own challenge; your opponent has to answer it")]
    OwnChallenge,
    /// Only the challenger can withdraw.
    #[error("only the player who made the challenge can withdraw it; you can decline it")]
    NotYourChallenge,
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The other side is to move.
    #[error("it is your opponent's move")]
    NotYourTurn,
    /// The move is not legal in the position.
    #[error("that move is not legal here")]
    IllegalMove,
    /// There is nothing to accept or to decline.
    #[error("no draw has been offered to you")]
    NoDrawWasOffered,
    /// One's own offer stands already.
    #[error("your draw offer already stands")]
    DrawAlreadyOffered,
    /// Three offers in a row came to nothing.
    #[error(
        "you have offered a draw three times in a row; you may offer one again from move {from_move} on, or when your \
         opponent has offered one"
    )]
    TooManyDrawOffers {
        /// The number of the first move with which it may be done again.
        from_move: u32,
    },
    /// No move of one's own stands on the board.
    #[error("you have made no move that could be taken back")]
    NothingToTakeBack,
    /// There is nothing to accept or to decline.
    #[error("no takeback has been offered to you")]
    NoTakebackWasOffered,
    /// One's own offer stands already.
    #[error("your takeback offer already stands")]
    TakebackAlreadyOffered,
    /// The two would take back different moves.
    #[error("your opponent has offered a takeback, too; first accept or decline that one")]
    AnswerTakebackFirst,
    /// Three offers in a row came to nothing.
    #[error(
        "you have offered a takeback three times in a row; you may offer one again from move {from_move} on, or when \
         your opponent has offered one"
    )]
    TooManyTakebackOffers {
        /// The number of the first move with which it may be done again.
        from_move: u32,
    },
    /// There is nothing to accept or to decline.
    #[error("your opponent has not offered to abort the game")]
    NoAbortWasOffered,
    /// One's own offer stands already.
    #[error("your offer to abort the game already stands")]
    AbortAlreadyOffered,
    /// Three offers in a row came to nothing.
    #[error(
        "you have offered to abort the game three times in a row; you may offer it again from move {from_move} on, or \
         when your opponent has offered it"
    )]
    TooManyAbortOffers {
        /// The number of the first move with which it may be done again.
        from_move: u32,
    },
    /// A correction would change nothing, or the game has not come so far.
    #[error("the game has not come further than that")]
    NothingToCorrect,
    /// The position itself ends the game.
    #[error("the game ends by itself in that position")]
    EndsThere,
    /// What was recorded as a claim does not hold in the position.
    #[error("there is nothing to claim a draw for")]
    UnfoundedClaim,
}
