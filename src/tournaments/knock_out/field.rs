//! What a bracket is made of.

use super::MOST_LEGS;
use crate::tournaments::{Bye, Number};

/// A knock-out that has begun.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// So many play: the numbers 1 up to this one, 1 being the highest seed.
    pub players: u16,
    /// Those who have withdrawn.
    pub gone: &'a [Gone],
    /// All games, in any order.
    pub legs: &'a [Leg],
    /// Who goes, or went, through a round without playing.
    pub byes: &'a [Bye],
}

/// Somebody who has withdrawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gone {
    /// Who.
    pub player: Number,
    /// The first round, from 1, of which they have not finished their games.
    pub from: u16,
}

/// One game of two who meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// In which round, from 1.
    pub round: u16,
    /// On which board of it, from 1. Each meeting of the bracket has four in a row: two for each of its pairs of games.
    pub board: u16,
    /// Who has White.
    pub white: Number,
    /// Who has Black.
    pub black: Number,
    /// What it came to.
    pub outcome: Outcome,
}

/// What a game came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is played.
    GoesOn,
    /// It ended without a result, and gives nobody anything.
    Annulled,
    /// White has won.
    White,
    /// It is a draw.
    Draw,
    /// Black has won.
    Black,
}

impl Field<'_> {
    /// Of so many players before anything has happened.
    pub fn of(players: u16) -> Self {
        Field {
            players,
            gone: &[],
            legs: &[],
            byes: &[],
        }
    }

    /// Whether a player has withdrawn before they had finished this round.
    pub(super) fn is_absent(&self, player: Number, round: u16) -> bool {
        let mut gone = self.gone.iter();
        gone.any(|gone| gone.player == player && gone.from <= round)
    }

    /// Whether a player has withdrawn.
    pub(super) fn is_gone(&self, player: Number) -> bool {
        self.gone.iter().any(|gone| gone.player == player)
    }

    /// Whether a player goes through this round without playing.
    pub(super) fn has_bye(&self, player: Number, round: u16) -> bool {
        self.byes.contains(&Bye { round, player })
    }
}

impl Leg {
    /// Which meeting of its round it belongs to, from 0.
    pub(super) fn slot(&self) -> u16 {
        self.board.saturating_sub(1) / MOST_LEGS
    }

    /// Whether it is of the second pair.
    pub(super) fn is_further(&self) -> bool {
        self.board.saturating_sub(1) % MOST_LEGS >= 2
    }

    /// Whether this player plays it.
    pub fn has(&self, player: Number) -> bool {
        [self.white, self.black].contains(&player)
    }

    /// What it gave this player, in halves of a point.
    pub fn halves(&self, player: Number) -> u32 {
        match self.outcome {
            Outcome::GoesOn | Outcome::Annulled => 0,
            Outcome::Draw => u32::from(self.has(player)),
            Outcome::White => 2 * u32::from(self.white == player),
            Outcome::Black => 2 * u32::from(self.black == player),
        }
    }
}
