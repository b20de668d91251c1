//! What can be wrong with a FEN, in plain words.

use std::fmt;

use shakmaty::{Color, Square};

use crate::chess::diagram::color_name;

/// A field of a FEN, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FenField {
    /// The pieces on their squares.
    Placement,
    /// `w` or `b`.
    SideToMove,
    /// `KQkq`, `AHah` or `-`.
    Castling,
    /// A square or `-`.
    EnPassant,
    /// Plies since the last capture or pawn move.
    HalfmoveClock,
    /// Number of the move, from 1.
    MoveNumber,
    /// No field alone: the fields together.
    Whole,
}

impl fmt::Display for FenField {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            FenField::Placement => "pieces (field 1)",
            FenField::SideToMove => "side to move (field 2)",
            FenField::Castling => "castling (field 3)",
            FenField::EnPassant => "en passant (field 4)",
            FenField::HalfmoveClock => "halfmove clock (field 5)",
            FenField::MoveNumber => "move number (field 6)",
            FenField::Whole => "position",
        })
    }
}

/// One fault of a FEN. `Display` says it in plain words, without naming the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenFault {
    /// There is no text at all.
    Empty,
    /// Not eight ranks.
    Ranks {
        /// How many there are.
        found: usize,
    },
    /// A rank that does not add up to eight squares.
    RankLength {
        /// 8 for the first rank of the text, 1 for the last.
        rank: u32,
        /// How many squares it describes.
        squares: u32,
        /// The rank as it was given.
        text: String,
    },
    /// A character that is neither a piece nor a number of empty squares.
    UnknownPiece {
        /// 8 for the first rank of the text, 1 for the last.
        rank: u32,
        /// The character.
        character: char,
    },
    /// Not `w` or `b`.
    UnknownSide {
        /// What stands there.
        text: String,
    },
    /// A castling field with something else than castling letters, or with one twice.
    UnknownCastling {
        /// What stands there.
        text: String,
    },
    /// Not a square and not `-`.
    UnknownSquare {
        /// What stands there.
        text: String,
    },
    /// Not a number.
    NotANumber {
        /// Which of the two counters.
        field: FenField,
        /// What stands there.
        text: String,
    },
    /// Something follows the sixth field.
    TooLong {
        /// What follows.
        text: String,
    },
    /// A side has no king, or more than one.
    Kings {
        /// Whose.
        color: Color,
        /// How many there are.
        found: usize,
    },
    /// A pawn on the first or the eighth rank.
    PawnOnLastRank {
        /// Where.
        square: Square,
    },
    /// A castling right without the king or the rook in its place.
    CastlingWithoutRook {
        /// The letter of the right.
        letter: char,
    },
    /// An en passant square that no double step can have left.
    NoDoubleStep {
        /// The square.
        square: Square,
    },
    /// The side that has just moved stands in check.
    LeftInCheck {
        /// Whose king could be taken.
        color: Color,
    },
    /// A check that no last move can have given.
    ImpossibleCheck,
    /// More pieces than promotions allow.
    TooManyPieces,
    /// A field that a game cannot begin without.
    Missing {
        /// Which.
        field: FenField,
    },
    /// A move number that no game comes to.
    MoveNumberTooHigh {
        /// The highest that is read.
        highest: u32,
    },
    /// The side to move is mated.
    CheckmateAlready {
        /// Who is mated.
        color: Color,
    },
    /// The side to move has no legal move.
    StalemateAlready {
        /// Who has none.
        color: Color,
    },
    /// Nobody can give mate any more.
    DeadAlready,
    /// The game is drawn by the seventy-five moves that the clock tells of (FIDE 9.6.2).
    ClockTooHigh {
        /// Plies since the last capture or pawn move.
        clock: u32,
    },
}

impl FenFault {
    /// The field in which the fault lies.
    pub fn field(&self) -> FenField {
        match self {
            FenFault::Empty
            | FenFault::Ranks { .. }
            | FenFault::RankLength { .. }
            | FenFault::UnknownPiece { .. }
            | FenFault::Kings { .. }
            | FenFault::PawnOnLastRank { .. }
            | FenFault::TooManyPieces => FenField::Placement,
            FenFault::UnknownSide { .. } => FenField::SideToMove,
            FenFault::UnknownCastling { .. } | FenFault::CastlingWithoutRook { .. } => {
                FenField::Castling
            }
            FenFault::UnknownSquare { .. } | FenFault::NoDoubleStep { .. } => FenField::EnPassant,
            FenFault::NotANumber { field, .. } | FenFault::Missing { field } => *field,
            FenFault::ClockTooHigh { .. } => FenField::HalfmoveClock,
            FenFault::MoveNumberTooHigh { .. } => FenField::MoveNumber,
            FenFault::TooLong { .. }
            | FenFault::LeftInCheck { .. }
            | FenFault::ImpossibleCheck
            | FenFault::CheckmateAlready { .. }
            | FenFault::StalemateAlready { .. }
            | FenFault::DeadAlready => FenField::Whole,
        }
    }
}

impl fmt::Display for FenFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenFault::Empty => formatter.write_str("nothing is given"),
            FenFault::Ranks { found } => write!(
                formatter,
                "there must be 8 ranks with a slash between them, but there {} {found}",
                if *found == 1 { "is" } else { "are" }
            ),
            FenFault::RankLength {
                rank,
                squares,
                text,
            } => write!(
                formatter,
                "rank {rank}, \"{text}\", has {squares} squares instead of 8"
            ),
            FenFault::UnknownPiece { rank, character } => write!(
                formatter,
                "rank {rank} has \"{character}\", which is neither one of the pieces KQRBNP and \
                 kqrbnp nor a number from 1 to 8"
            ),
            FenFault::UnknownSide { text } => {
                write!(formatter, "it must be w or b, not \"{text}\"")
            }
            FenFault::UnknownCastling { text } => write!(
                formatter,
                "it must be letters such as KQkq, each once, or -, not \"{text}\""
            ),
            FenFault::UnknownSquare { text } => write!(
                formatter,
                "it must be a square on the third or sixth rank, such as e3, or -, not \"{text}\""
            ),
            FenFault::NotANumber { text, .. } => {
                write!(formatter, "it must be a number, not \"{text}\"")
            }
            FenFault::TooLong { text } => {
                write!(formatter, "\"{text}\" follows the last field")
            }
            FenFault::Kings { color, found } => match found {
                0 => write!(formatter, "{} has no king", color_name(*color)),
                _ => write!(formatter, "{} has {found} kings", color_name(*color)),
            },
            FenFault::PawnOnLastRank { square } => {
                write!(formatter, "a pawn cannot stand on {square}")
            }
            FenFault::CastlingWithoutRook { letter } => write!(
                formatter,
                "the right \"{letter}\" is given, but king and rook are not in their places for it"
            ),
            FenFault::NoDoubleStep { square } => write!(
                formatter,
                "{square} is given, but no pawn can just have passed it with a double step"
            ),
            FenFault::LeftInCheck { color } => write!(
                formatter,
                "{} is in check although {} is to move",
                color_name(*color),
                color_name(!*color)
            ),
            FenFault::ImpossibleCheck => {
                formatter.write_str("no last move can have given this check")
            }
            FenFault::TooManyPieces => formatter
                .write_str("a side has more pieces than its pawns could have been promoted to"),
            FenFault::Missing { field } => write!(
                formatter,
                "it is missing; write {}",
                match field {
                    FenField::SideToMove => "w or b",
                    FenField::Castling => "- if nobody may castle",
                    FenField::Placement
                    | FenField::EnPassant
                    | FenField::HalfmoveClock
                    | FenField::MoveNumber
                    | FenField::Whole => "all six fields",
                }
            ),
            FenFault::MoveNumberTooHigh { highest } => {
                write!(formatter, "it must not be above {highest}")
            }
            FenFault::CheckmateAlready { color } => write!(
                formatter,
                "{} is checkmated, so there is nothing to play",
                color_name(*color)
            ),
            FenFault::StalemateAlready { color } => write!(
                formatter,
                "{} has no legal move: that is stalemate, so there is nothing to play",
                color_name(*color)
            ),
            FenFault::DeadAlready => formatter
                .write_str("neither side can give mate any more, so there is nothing to play"),
            FenFault::ClockTooHigh { clock } => write!(
                formatter,
                "{clock} means {} moves without a capture or a pawn move, and that is a draw",
                clock / 2
            ),
        }
    }
}

/// A text that is not a FEN, or a FEN that is not a position, with every fault that was found.
/// `Display` is one line: each fault after the name of its field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FenError {
    faults: Vec<FenFault>,
}

impl FenError {
    /// `faults` without any is an empty text.
    pub(in crate::chess) fn new(mut faults: Vec<FenFault>) -> FenError {
        if faults.is_empty() {
            faults.push(FenFault::Empty);
        }
        faults.sort_by_key(FenFault::field);
        FenError { faults }
    }

    /// The faults in the order of the fields; at least one.
    pub fn faults(&self) -> &[FenFault] {
        &self.faults
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for fault in &self.faults {
            write!(formatter, "{separator}{}: {fault}", fault.field())?;
            separator = "; ";
        }
        Ok(())
    }
}
