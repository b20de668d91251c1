//! What is to happen next.

use super::MOST_LEGS;
use super::bracket::{Bracket, Match};
use super::field::Field;
use super::verdict::{By, Verdict};
use crate::tournaments::{Bye, Number, Pairing};

/// What is to happen in a bracket now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// Who goes through a round without playing, and is not noted for it yet.
    pub byes: Vec<Bye>,
    /// The pairs of games that are to begin.
    pub pairs: Vec<Pair>,
}

/// A pair of games that is to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// In which round, from 1.
    pub round: u16,
    /// Where in it, from 0.
    pub slot: u16,
    /// Which of the two that a meeting can have.
    pub which: Which,
    /// Who plays it, the higher seed first.
    pub players: [Number; 2],
}

/// Which pair of a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The first.
    First,
    /// The second, since the first has decided nothing.
    Further,
}

/// What is to happen now. Somebody who has no opponent goes on at once, and may meet the next in the same breath.
pub fn due(field: &Field<'_>) -> Steps {
    let mut byes = field.byes.to_vec();
    let mut steps = Steps::default();
    loop {
        let field = Field {
            byes: &byes,
            ..*field
        };
        let bracket = Bracket::of(&field);
        let further: Vec<Bye> = bracket
            .matches()
            .filter_map(|one| without_game(&field, one))
            .collect();
        if further.is_empty() {
            steps.pairs = bracket.matches().filter_map(pair).collect();
            return steps;
        }
        byes.extend_from_slice(&further);
        steps.byes.extend(further);
    }
}

/// Who goes on from this meeting without a game, where that is not noted.
fn without_game(field: &Field<'_>, one: &Match) -> Option<Bye> {
    let Verdict::GoesOn { winner, by } = one.verdict else {
        return None;
    };
    let bye = Bye {
        round: one.round,
        player: winner,
    };
    let noted = field.byes.contains(&bye);
    match by {
        By::Bye | By::Withdrawal if one.legs.is_empty() && !noted => Some(bye),
        By::Bye | By::Withdrawal | By::Points | By::Blacks | By::Seed | By::Begun => None,
    }
}

fn pair(one: &Match) -> Option<Pair> {
    let players = one.both()?;
    let which = match one.verdict {
        Verdict::Open if one.legs.is_empty() => Which::First,
        Verdict::Further => Which::Further,
        Verdict::Open | Verdict::GoesOn { .. } | Verdict::Nobody => return None,
    };
    Some(Pair {
        round: one.round,
        slot: one.slot,
        which,
        players,
    })
}

impl Pair {
    /// Its two games, each with its board: the higher seed has White in the first.
    pub fn games(&self) -> [(Pairing, u16); 2] {
        let [higher, lower] = self.players;
        let before = match self.which {
            Which::First => 0,
            Which::Further => 2,
        };
        let board = self.slot * MOST_LEGS + before + 1;
        let pairing = |white, black| Pairing {
            round: self.round,
            white,
            black,
        };
        [
            (pairing(higher, lower), board),
            (pairing(lower, higher), board + 1),
        ]
    }
}
