//! What can be wrong with a file, in plain words.

use crate::tournaments::Number;
use crate::tournaments::table::{Halves, Score};
use std::fmt;

/// A fault of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct Fault {
    /// Its line, from 1; of a contradiction the first that has to do with it.
    pub line: usize,
    /// What is wrong.
    pub why: Why,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// No line of a player.
    NoPlayers,
    /// A number that is none, or is too large: what it stands for, and the text.
    NotANumber(&'static str, String),
    /// A day that is none.
    NotADay(String),
    /// A colour that is none.
    NotAColour(String),
    /// A code of a system that is not ours.
    System(String),
    /// Two lines of one player.
    Twice(Number),
    /// A player whose number leaves others out.
    Missing(Number),
    /// Not as many players as it says.
    Players {
        /// What it says.
        said: u16,
        /// So many lines there are.
        found: usize,
    },
    /// Not as many rounds as it says.
    Rounds {
        /// What it says.
        said: u16,
        /// What it says elsewhere, or the last round of a player.
        found: u16,
    },
    /// A result that is none.
    Result {
        /// In which round.
        round: u16,
        /// What stands there.
        result: char,
    },
    /// Half a point without a game.
    HalfPoint {
        /// In which round.
        round: u16,
    },
    /// A game of which it does not say who has White.
    Colour {
        /// In which round.
        round: u16,
    },
    /// An opponent who is not in the file, or is the player themselves.
    Opponent {
        /// In which round.
        round: u16,
        /// Their number.
        opponent: u16,
    },
    /// Whose opponent has another opponent, or the same colour.
    Unanswered {
        /// In which round.
        round: u16,
        /// Their opponent.
        opponent: Number,
    },
    /// A result that the opponent's contradicts.
    Contradicted {
        /// In which round.
        round: u16,
        /// Their opponent.
        opponent: Number,
        /// What it gives both, by these two lines.
        scores: [Score; 2],
    },
    /// Points that the results do not give.
    Points {
        /// What it says.
        said: String,
        /// What the results give.
        found: Halves,
    },
}

impl fmt::Display for Why {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::NoPlayers => write!(out, "there is no player, a line that begins with 001"),
            Why::NotANumber(what, text) => write!(out, "{text:?} is no {what}"),
            Why::NotADay(text) => write!(out, "{text:?} is no day in the form 2026/12/31"),
            Why::NotAColour(text) => write!(out, "{text:?} is no colour, W or B"),
            Why::System(code) => write!(out, "{code:?} is no system that is paired here"),
            Why::Twice(Number(number)) => write!(out, "there are two players {number}"),
            Why::Missing(Number(number)) => write!(out, "there is no player {number}"),
            Why::Players { said, found } => {
                write!(
                    out,
                    "it says that there are {said} players, and has {found}"
                )
            }
            Why::Rounds { said, found } => {
                write!(out, "it says that there are {said} rounds, and has {found}")
            }
            Why::Result { round, result } => write!(out, "{result:?} is no result (round {round})"),
            Why::HalfPoint { round } => {
                write!(
                    out,
                    "nobody gets half a point without a game here (round {round})"
                )
            }
            Why::Colour { round } => write!(out, "it does not say who has White (round {round})"),
            Why::Opponent { round, opponent } => {
                write!(out, "{opponent} is no other player (round {round})")
            }
            Why::Unanswered {
                round,
                opponent: Number(opponent),
            } => {
                write!(
                    out,
                    "the line of player {opponent} does not have this game (round {round})"
                )
            }
            Why::Contradicted {
                round,
                opponent: Number(opponent),
                scores,
            } => {
                let [one, other] = scores.map(in_words);
                write!(
                    out,
                    "{one}, and {other} by the line of player {opponent} (round {round})"
                )
            }
            Why::Points { said, found } => {
                write!(out, "it says {said} points, and the results give {found}")
            }
        }
    }
}

fn in_words(score: Score) -> &'static str {
    match score {
        Score::Open => "without a result",
        Score::Lost => "lost",
        Score::Drawn => "drawn",
        Score::Won => "won",
    }
}
