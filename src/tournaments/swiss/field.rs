//! What is paired, and what comes of it.

use crate::tournaments::{Bye, Game, Number, Pairing};
use shakmaty::Color;

/// A tournament as it stands before a round is paired.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// All who have ever played in it, or are to.
    pub players: &'a [Player],
    /// The games of the rounds before; one that is not over counts as a draw.
    pub games: &'a [Game],
    /// Who got a bye when these rounds were paired.
    pub byes: &'a [Bye],
    /// The round to be paired, from 1.
    pub round: u16,
    /// How many rounds there are: in the last one, who leads may have a colour too often.
    pub rounds: u16,
    /// The colour of the first number in the first round, which is drawn by lot.
    pub first_has: Color,
}

/// A player of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// Their number: 1 has the highest rating.
    pub number: Number,
    /// Whether they are to be paired.
    pub active: Active,
}

/// Whether a player plays in the round to be paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Active {
    /// They do.
    Yes,
    /// They have withdrawn, or miss a round.
    No,
}

/// Who plays whom in a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The games, from the first board on.
    pub pairings: Vec<Pairing>,
    /// Who is left over, and gets a point.
    pub bye: Option<Number>,
}

/// There is no way to pair all players: each would meet somebody again, have a colour too often or a second bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no pairing of all players keeps the rules")]
pub struct NoPairing;
