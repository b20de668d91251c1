//! Tournaments: how several players are paired, and the table of their results.
//!
//! Players are numbers of the draw here, from 1; who they are, the caller knows.

pub mod berger;
pub mod draw;
pub mod knock_out;
mod state;
pub mod swiss;
pub mod table;
pub mod teams;
pub mod trf;

pub use state::{Decision, Obstacle, State};

use crate::game::Result;

/// The number of a player in the draw of one tournament, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(pub u16);

/// Two who are to play each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// In which round, from 1.
    pub round: u16,
    /// Who has White.
    pub white: Number,
    /// Who has Black.
    pub black: Number,
}

/// A game of a tournament, as far as its table is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// Who plays whom, and in which round.
    pub pairing: Pairing,
    /// How it ended; [`Result::Unknown`] while it is played.
    pub result: Result,
    /// Whether it was played over the board of letters, or decided without a move of both: such a game gives its points, and
    /// counts for no colour.
    pub contested: Contested,
}

/// Whether both have moved in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contested {
    /// Both have.
    Yes,
    /// It was over before.
    No,
}

/// A point without a game, for whoever was left over when a round was paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bye {
    /// In which round, from 1.
    pub round: u16,
    /// Who.
    pub player: Number,
}

/// How a tournament is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Everybody plays everybody once, all games at once.
    RoundRobin,
    /// The same twice, with both colours.
    DoubleRoundRobin,
    /// Whoever has about as many points plays each other, round after round.
    Swiss {
        /// So many rounds.
        rounds: u16,
    },
    /// Two meet in pairs of games, and whoever loses is out.
    KnockOut,
    /// Teams meet, all games at once.
    Teams {
        /// On so many boards.
        boards: u16,
        /// Who of two teams meets whom.
        meeting: Meeting,
    },
}

/// Who of two teams meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// Of two teams everyone meets everyone of the other: Scheveningen.
    Everyone,
    /// Each board meets the same board of each other team.
    SameBoard,
}

impl System {
    /// By the word of the database, the rounds of a Swiss, and the boards of a team.
    pub fn from_word(word: &str, rounds: Option<i32>, boards: Option<i32>) -> Option<System> {
        let teams = |meeting| {
            Some(System::Teams {
                boards: u16::try_from(boards?).ok()?,
                meeting,
            })
        };
        match (word, rounds) {
            ("scheveningen", _) => teams(Meeting::Everyone),
            ("team-boards", _) => teams(Meeting::SameBoard),
            ("round-robin", _) => Some(System::RoundRobin),
            ("double-round-robin", _) => Some(System::DoubleRoundRobin),
            ("swiss", Some(rounds)) => Some(System::Swiss {
                rounds: u16::try_from(rounds).ok()?,
            }),
            ("knock-out", _) => Some(System::KnockOut),
            (_, _) => None,
        }
    }

    /// On how many boards each team plays; none where nobody plays for a team.
    pub fn boards(self) -> Option<u16> {
        match self {
            System::Teams { boards, .. } => Some(boards),
            System::RoundRobin
            | System::DoubleRoundRobin
            | System::Swiss { .. }
            | System::KnockOut => None,
        }
    }
}
