//! Why a move is not held.
use crate::letters::{InWords, Sentence, sentence};

/// Why a move is not held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoHold {
    /// It cannot be read for how long.
    NoTime,
    /// It would be for too long.
    TooLong,
    /// There is no move in the mail, and none is held.
    NoMove,
    /// Several moves can be meant; a later choice would not be held.
    SeveralMoves,
    /// No move is held that could be dropped.
    NothingHeld,
}

impl InWords for NoHold {
    fn in_words(&self) -> Sentence {
        match self {
            NoHold::NoTime => sentence!(
                "we cannot read for how long your move is to be held; write it in weeks, days or hours, as in \"hold 2 days\" on the line below your move"
            ),
            NoHold::TooLong => sentence!("30 days are the most for which a move is held"),
            NoHold::NoMove => sentence!(
                "there is no move that could be held; write it on the line above, and below it for example \"hold 2 days\""
            ),
            NoHold::SeveralMoves => sentence!(
                "it can be read as more than one move; write one of them, and \"hold\" with it as before"
            ),
            NoHold::NothingHeld => sentence!(
                "no move of yours is held in this game; to take back a move that was played, write \"takeback\""
            ),
        }
    }
}
