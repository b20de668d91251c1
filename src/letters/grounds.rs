//! What a draw rests on that nobody agreed to, and what a claim of one lacks (FIDE 9.2, 9.3, 9.6).

use crate::chess::all_of;
use crate::game::{Refusal, RightsDiffer};
use serde::{Serialize, Serializer};
use shakmaty::{CastlingSide, Color};
use std::fmt;

/// When a position stood on the board: after this move, in numbered SAN; without one, at the start of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct After(pub Option<String>);

impl fmt::Display for After {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(played) => write!(f, "after {played}"),
            None => f.write_str("at the start of the game"),
        }
    }
}

/// How often the position on the board has been there: now, and then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// Before now, in the order of the game.
    pub earlier: Vec<After>,
}

impl fmt::Display for Repeated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.earlier.len() {
            0 => f.write_str("once: ")?,
            1 => f.write_str("twice: ")?,
            2 => f.write_str("three times: ")?,
            3 => f.write_str("four times: ")?,
            4 => f.write_str("five times: ")?,
            earlier => write!(f, "{} times: ", earlier + 1)?,
        }
        let earlier = self.earlier.iter().map(ToString::to_string);
        let all: Vec<String> = earlier.chain(["now".to_owned()]).collect();
        f.write_str(&all_of(&all))
    }
}

/// How many moves have been made without a capture or a pawn move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quiet {
    /// Who made the last of them.
    pub last: Color,
    /// How many plies.
    pub plies: u32,
    /// From when on they are counted.
    pub since: Since,
}

/// From when on quiet moves are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Since {
    /// The start of the game.
    Start,
    /// This move, in numbered SAN.
    Move(String),
    /// Moves before the position from which the game began, as its FEN says.
    BeforeTheStart,
}

impl fmt::Display for Quiet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.since {
            Since::Start => f.write_str("Since the start of the game, ")?,
            Since::Move(played) => write!(f, "Since {played}, ")?,
            Since::BeforeTheStart => f.write_str("Counted from before the start position, ")?,
        }
        let (last, other) = self.last.fold_wb(("White", "Black"), ("Black", "White"));
        let moves = match self.plies.div_ceil(2) {
            1 => "1 move".to_owned(),
            many => format!("{many} moves"),
        };
        write!(
            f,
            "{last} has made {moves} and {other} {} without a capture or a pawn move",
            self.plies / 2
        )
    }
}

/// Why a game that is over ended without one of the two agreeing, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grounds {
    /// The position was repeated.
    Repeated(Repeated),
    /// Nothing was captured, and no pawn moved.
    Quiet(Quiet),
    /// This player has wanted no mail for so long that they were not asked.
    Absent(String),
}

impl fmt::Display for Grounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Grounds::Repeated(repeated) => {
                write!(f, "The same position has been on the board {repeated}.")
            }
            Grounds::Quiet(quiet) => write!(f, "{quiet}."),
            Grounds::Absent(opponent) => write!(f, "{opponent} has wanted no mail for a week."),
        }
    }
}

impl Serialize for Grounds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for RightsDiffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RightsDiffer::Castling(color, side) => {
                let color = color.fold_wb("White", "Black");
                let side = match side {
                    CastlingSide::KingSide => "kingside",
                    CastlingSide::QueenSide => "queenside",
                };
                write!(f, "{color} still had the right to castle {side}")
            }
            RightsDiffer::EnPassant(square) => {
                write!(f, "a pawn could be taken en passant on {square}")
            }
        }
    }
}

/// What is missing for a claim, a sentence each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The position is new.
    New,
    /// It has not been there often enough.
    Repetitions(Repeated),
    /// The men stood alike, and other rights stood with them.
    Alike {
        /// When.
        after: After,
        /// In what the position differed.
        differences: Vec<RightsDiffer>,
    },
    /// There are not enough quiet moves.
    QuietMoves(Quiet),
    /// The rules allow no claim now.
    Refused(Refusal),
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Missing::New => f.write_str("This position has not been on the board before."),
            Missing::Repetitions(repeated) => {
                write!(f, "This position has been on the board only {repeated}.")
            }
            Missing::Alike { after, differences } => {
                let differences: Vec<String> =
                    differences.iter().map(ToString::to_string).collect();
                write!(
                    f,
                    "The men stood alike {after}, but it was another position: {}.",
                    differences.join(", and ")
                )
            }
            Missing::QuietMoves(quiet) => write!(f, "{quiet}; fifty of each are needed."),
            Missing::Refused(refusal) => write!(f, "{refusal}."),
        }
    }
}

impl Serialize for Missing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
