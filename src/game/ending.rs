//! How games end, and with which result.

use super::repetition::Recent;
use super::words::kept_under_words;
use crate::chess::SEVENTY_FIVE_MOVES;
use shakmaty::{Chess, Color, Position};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The side is mated (FIDE 5.1.1).
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check (FIDE 5.2.1).
    Stalemate,
    /// Neither side has enough left to mate (dead position, FIDE 5.2.2).
    InsufficientMaterial,
    /// Neither side can mate any more, though there would be enough left (dead position, FIDE 5.2.2).
    DeadPosition,
    /// The same position for the fifth time (FIDE 9.6.1).
    FivefoldRepetition,
    /// Seventy-five moves of each side without a capture or a pawn move (FIDE 9.6.2).
    SeventyFiveMoves,
    /// A player claimed a draw, and rightly (FIDE 9.2, 9.3).
    Claimed(Grounds),
    /// Both sides agreed (FIDE 5.2.3).
    DrawAgreed,
    /// A side gave up (FIDE 5.1.2).
    Resignation {
        /// The side that wins by it.
        winner: Color,
    },
    /// The time of a side was over (FIDE 6.9).
    TimeForfeit {
        /// The side that wins by it; nobody where it is a draw.
        winner: Option<Color>,
    },
    /// Without a result: agreed upon, or a side ended it before its first move, or has not made that.
    Aborted,
    /// The administrator decided.
    Adjudicated(Result),
}

kept_under_words! {
    /// What gives a player the right to a draw that they have to claim.
    pub enum Grounds {
        /// The same position for the third time (FIDE 9.2).
        ThreefoldRepetition = "threefold repetition",
        /// Fifty moves of each side without a capture or a pawn move (FIDE 9.3).
        FiftyMoves = "fifty moves",
    }
}

kept_under_words! {
    /// The result of a game as PGN writes it (PGN standard 8.1.1.7).
    pub enum Result {
        /// `1-0`
        White = "1-0",
        /// `0-1`
        Black = "0-1",
        /// `1/2-1/2`
        Draw = "1/2-1/2",
        /// `*`, the game goes on, never began, or ended without one.
        Unknown = "*",
    }
}

kept_under_words! {
    /// The ways in which a game ends. With the result they tell all of an [`Ending`].
    enum Way {
        Checkmate = "checkmate",
        Stalemate = "stalemate",
        InsufficientMaterial = "insufficient material",
        DeadPosition = "dead position",
        FivefoldRepetition = "fivefold repetition",
        SeventyFiveMoves = "seventy-five moves",
        ThreefoldRepetition = "threefold repetition",
        FiftyMoves = "fifty moves",
        DrawAgreed = "draw agreed",
        Resignation = "resignation",
        TimeForfeit = "time forfeit",
        Aborted = "aborted",
        Adjudication = "adjudication",
    }
}

impl Result {
    /// The result token of PGN.
    pub fn token(self) -> &'static str {
        self.word()
    }

    /// The result with this token.
    pub fn from_token(token: &str) -> Option<Result> {
        Result::from_word(token)
    }

    fn won_by(side: Color) -> Result {
        side.fold_wb(Result::White, Result::Black)
    }

    pub(super) fn winner(self) -> Option<Color> {
        match self {
            Result::White => Some(Color::White),
            Result::Black => Some(Color::Black),
            Result::Draw | Result::Unknown => None,
        }
    }
}

impl Ending {
    /// The result that this ending gives.
    pub fn result(self) -> Result {
        match self {
            Ending::Checkmate { winner } | Ending::Resignation { winner } => Result::won_by(winner),
            Ending::TimeForfeit { winner } => winner.map_or(Result::Draw, Result::won_by),
            Ending::Stalemate
            | Ending::InsufficientMaterial
            | Ending::DeadPosition
            | Ending::FivefoldRepetition
            | Ending::SeventyFiveMoves
            | Ending::Claimed(_)
            | Ending::DrawAgreed => Result::Draw,
            Ending::Aborted => Result::Unknown,
            Ending::Adjudicated(result) => result,
        }
    }

    /// The word under which the database keeps this ending.
    pub fn word(self) -> &'static str {
        self.way().word()
    }

    /// The ending with this word and this result, if there can be one.
    pub fn recorded(word: &str, result: Result) -> Option<Ending> {
        let ending = match Way::from_word(word)? {
            Way::Checkmate => Ending::Checkmate {
                winner: result.winner()?,
            },
            Way::Stalemate => Ending::Stalemate,
            Way::InsufficientMaterial => Ending::InsufficientMaterial,
            Way::DeadPosition => Ending::DeadPosition,
            Way::FivefoldRepetition => Ending::FivefoldRepetition,
            Way::SeventyFiveMoves => Ending::SeventyFiveMoves,
            Way::ThreefoldRepetition => Ending::Claimed(Grounds::ThreefoldRepetition),
            Way::FiftyMoves => Ending::Claimed(Grounds::FiftyMoves),
            Way::DrawAgreed => Ending::DrawAgreed,
            Way::Resignation => Ending::Resignation {
                winner: result.winner()?,
            },
            Way::TimeForfeit => Ending::TimeForfeit {
                winner: result.winner(),
            },
            Way::Aborted => Ending::Aborted,
            Way::Adjudication => Ending::Adjudicated(result),
        };
        (ending.result() == result).then_some(ending)
    }

    fn way(self) -> Way {
        match self {
            Ending::Checkmate { .. } => Way::Checkmate,
            Ending::Stalemate => Way::Stalemate,
            Ending::InsufficientMaterial => Way::InsufficientMaterial,
            Ending::DeadPosition => Way::DeadPosition,
            Ending::FivefoldRepetition => Way::FivefoldRepetition,
            Ending::SeventyFiveMoves => Way::SeventyFiveMoves,
            Ending::Claimed(Grounds::ThreefoldRepetition) => Way::ThreefoldRepetition,
            Ending::Claimed(Grounds::FiftyMoves) => Way::FiftyMoves,
            Ending::DrawAgreed => Way::DrawAgreed,
            Ending::Resignation { .. } => Way::Resignation,
            Ending::TimeForfeit { .. } => Way::TimeForfeit,
            Ending::Aborted => Way::Aborted,
            Ending::Adjudicated(_) => Way::Adjudication,
        }
    }
}

/// The ending that the position itself brings about, if it does. Mate takes precedence (FIDE 9.6.2).
pub(super) fn ending_on_the_board(position: &Chess, recent: &Recent) -> Option<Ending> {
    if position.is_checkmate() {
        Some(Ending::Checkmate {
            winner: !position.turn(),
        })
    } else if position.is_stalemate() {
        Some(Ending::Stalemate)
    } else if position.is_insufficient_material() {
        Some(Ending::InsufficientMaterial)
    } else if recent.times() >= 5 {
        Some(Ending::FivefoldRepetition)
    } else if position.halfmoves() >= SEVENTY_FIVE_MOVES {
        Some(Ending::SeventyFiveMoves)
    } else {
        None
    }
}

#[cfg(test)]
mod tests;
