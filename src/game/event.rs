//! What can happen in a game, in the form in which it is kept for ever.

use super::clock::{Amount, ClockRuling, Control, MoveTime};
use super::stake::Stake;
use super::words::kept_under_words;
use super::{Ending, Grounds, PlayerNumber, Result};
use crate::chess::{Start, is_dead};
use chrono::{DateTime, NaiveDate, Utc};
use shakmaty::{Chess, Color, Move, Position};

kept_under_words! {
    /// What is found of the position after a move by looking further than the rules of play ask for. It is recorded with
    /// the move, since more may be found in a later version, and a game that went on then went on.
    #[derive(Default)]
    pub enum Found {
        /// Nothing: mate is possible, or nobody knows whether it is, or the game is over by what is plain to see.
        #[default]
        Nothing = "nothing",
        /// Nobody can mate any more, with enough left to do it.
        DeadPosition = "dead position",
    }
}

impl Found {
    /// What is found after this legal move.
    pub(super) fn after(position: &Chess, played: Move) -> Found {
        if !position.is_legal(played) {
            return Found::Nothing;
        }
        let mut next = position.clone();
        next.play_unchecked(played);
        if !next.is_game_over() && is_dead(&next) {
            Found::DeadPosition
        } else {
            Found::Nothing
        }
    }

    /// How the game ends by it.
    pub fn ending(self) -> Option<Ending> {
        match self {
            Found::Nothing => None,
            Found::DeadPosition => Some(Ending::DeadPosition),
        }
    }
}

/// One thing that happened in a game. Events are only ever appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A player offers a game to another one.
    Challenged {
        /// Who offers the game.
        challenger: PlayerNumber,
        /// Who is asked.
        opponent: PlayerNumber,
        /// Which colour the challenger asks for.
        wish: Wish,
        /// The position in which the game is to begin.
        start: Start,
        /// How time is to be counted.
        control: Control,
        /// What both are to play for.
        stake: Stake,
    },
    /// The opponent takes the offer; the colours are settled and White is to move.
    Accepted {
        /// Who has the white pieces.
        white: PlayerNumber,
    },
    /// The opponent does not want the game.
    Declined,
    /// The challenger takes the offer back before it was answered.
    Withdrawn,
    /// The side to move made this legal move. Mate, stalemate and too little material follow from it.
    Moved {
        /// The move, legal in the position before it.
        played: Move,
        /// What was found of the position after it when it was played.
        found: Found,
        /// What its time was; nothing without a clock.
        time: Option<MoveTime>,
    },
    /// A draw is offered (FIDE 9.1); it stands until it is declined or the other side moves.
    DrawOffered {
        /// The side that offers.
        by: Color,
    },
    /// The draw that was offered is not wanted.
    DrawDeclined {
        /// The side that declines.
        by: Color,
    },
    /// The draw that was offered is accepted; the game is over (FIDE 5.2.3).
    DrawAgreed {
        /// The side that accepts.
        by: Color,
    },
    /// A side claims a draw, and rightly; the game is over (FIDE 9.2, 9.3). A move that it was claimed with stands
    /// before it as an event of its own.
    DrawClaimed {
        /// The side that claims.
        by: Color,
        /// What gives it the right.
        grounds: Grounds,
    },
    /// A side gives the game up (FIDE 5.1.2).
    Resigned {
        /// The side that resigns.
        by: Color,
    },
    /// A side asks to have its own last move taken back, and the answer to it where there is one. The offer stands until
    /// it is answered or a move is made.
    TakebackOffered {
        /// The side that wants its move back.
        by: Color,
    },
    /// The takeback is not wanted.
    TakebackDeclined {
        /// The side that declines.
        by: Color,
    },
    /// The takeback is accepted. The moves stay where they were recorded, and stand no longer.
    TakenBack {
        /// The side that accepts.
        by: Color,
        /// How many plies of the game are left.
        left: u32,
        /// What the other side is charged for the turn in which it waited for that, in seconds: nothing where it is not
        /// to move. It stays spent, as what it spent on its move does.
        thought: u64,
    },
    /// A side offers to end the game without a result; it stands until it is declined or the other side moves.
    AbortOffered {
        /// The side that offers.
        by: Color,
    },
    /// The game is not to be ended so.
    AbortDeclined {
        /// The side that declines.
        by: Color,
    },
    /// The game is over without a result: the offer is accepted, or a side ends the game before its own first move.
    Aborted {
        /// The side that accepts, or has not moved yet.
        by: Color,
    },
    /// The game is over without a result: a side ends it while the other one wants to hear no more of it.
    AbortedInAbsence {
        /// The side that is there.
        by: Color,
    },
    /// A side offers that nobody's clock runs until a day; it stands until it is declined, or the other side moves.
    PauseOffered {
        /// The side that offers.
        by: Color,
        /// The last day of the pause (UTC).
        last: NaiveDate,
    },
    /// The pause is not wanted.
    PauseDeclined {
        /// The side that declines.
        by: Color,
    },
    /// The pause is agreed upon: nobody's clock runs from now on until the end of its last day.
    PauseAgreed {
        /// The side that accepts.
        by: Color,
        /// The last day of the pause (UTC).
        last: NaiveDate,
    },
    /// A side gives the other one time.
    TimeGiven {
        /// The side that gives.
        by: Color,
        /// How much.
        time: Amount,
    },
    /// The time of a side is over, by itself or because the other side claims it (FIDE 6.9).
    TimeForfeit {
        /// The side whose time is over.
        by: Color,
        /// When its flag fell.
        flag: DateTime<Utc>,
        /// With which result: drawn where the other side cannot mate, or claims no more; without one where it wants none.
        result: Result,
    },
    /// The game is over without a result: a side's first move has been missing for too long.
    FirstMoveMissing {
        /// The side that was to move.
        by: Color,
    },
    /// The administrator ends the game.
    Adjudicated {
        /// With which result.
        result: Result,
        /// Why, in their words; may be empty.
        reason: String,
    },
    /// The administrator sets the game back to an earlier position, or opens it again. The moves stay where they were
    /// recorded, and stand no longer.
    Corrected {
        /// How many plies of the game are left.
        left: u32,
        /// Why, in their words; may be empty.
        reason: String,
    },
    /// Another player goes on with a side, in the place of the one who had it.
    Substituted(Substitution),
    /// The administrator rules about the clocks.
    ClockRuled {
        /// What they rule.
        ruling: ClockRuling,
        /// Why, in their words.
        reason: String,
    },
}

impl Event {
    /// Whether a player declines by it what the other offered.
    pub fn declines(&self) -> bool {
        matches!(
            self,
            Event::DrawDeclined { .. }
                | Event::TakebackDeclined { .. }
                | Event::AbortDeclined { .. }
                | Event::PauseDeclined { .. }
        )
    }
}

/// What happens where another player goes on with a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Substitution {
    /// The side.
    pub side: Color,
    /// Who had it.
    pub gone: PlayerNumber,
    /// Who has it from now on.
    pub taker: PlayerNumber,
    /// What the one who had it is charged for the turn in which they were to move, in seconds.
    pub thought: u64,
    /// What the clock is topped up by.
    pub topped_up: Option<Amount>,
}

kept_under_words! {
    /// Which colour the challenger asks for.
    pub enum Wish {
        /// The challenger wants the white pieces.
        White = "white",
        /// The challenger wants the black pieces.
        Black = "black",
        /// The colours are drawn by lot when the challenge is accepted.
        Random = "random",
    }
}
