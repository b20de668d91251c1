//! What those with equal points are told apart by.
//!
//! In a round robin a game without moves counts like any other. In a Swiss a round without a game is one against an opponent
//! who does not exist (C.07, article 16): they have as many points as the player, but no more than whoever did not come, or
//! where nobody was paired with them, than draws in all rounds would give. And whoever is not paired any more, or asked for
//! that, is to their former opponents somebody who draws from then on.

use super::points::{Halves, Quarters};
use super::row::{Buchholz, Met, Score};
use super::sheet::{Field, Sheet};
use crate::tournaments::System;

/// The tie-breaks of one player.
pub(super) struct TieBreaks {
    pub(super) wins: u16,
    pub(super) sonneborn_berger: Quarters,
    pub(super) buchholz: Option<Buchholz>,
}

/// What an opponent, whether they exist or not, brings into the tie-breaks of a player.
#[derive(Clone, Copy)]
struct Contribution {
    /// The points of the opponent, in halves.
    opponent: u32,
    /// What the player scored against them, in halves.
    scored: u32,
    chosen: Chosen,
}

/// Whether a player did not play for a reason of their own: such a round is cut first (16.5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Chosen {
    /// They could have played.
    Freely,
    /// They did play, or would have.
    No,
}

/// What a player of a Swiss has in a round.
enum Round<'a> {
    Game(&'a Met),
    Bye,
    Absent,
}

/// The tie-breaks of one of these players.
pub(super) fn of(field: &Field, sheet: &Sheet) -> TieBreaks {
    let won = sheet
        .counted()
        .filter(|met| met.score == Score::Won)
        .count();
    let wins = u16::try_from(won + sheet.byes.len()).unwrap_or(u16::MAX);
    match field.system {
        System::RoundRobin | System::DoubleRoundRobin | System::KnockOut | System::Teams { .. } => {
            let of_each = sheet
                .counted()
                .map(|met| met.score.halves() * field.sheet(met.opponent).map_or(0, Sheet::halves));
            TieBreaks {
                wins,
                sonneborn_berger: Quarters(of_each.sum()),
                buchholz: None,
            }
        }
        System::Swiss { rounds } => {
            let mut all: Vec<Contribution> = (1..=field.paired)
                .flat_map(|round| in_round(sheet, round))
                .map(|round| contribution(field, rounds, sheet, &round))
                .collect();
            let sonneborn_berger = all.iter().map(|one| one.scored * one.opponent).sum();
            all.sort_by_key(|one| (one.chosen, one.opponent));
            let halves = |of: &[Contribution]| Halves(of.iter().map(|one| one.opponent).sum());
            let buchholz = Buchholz {
                cut_one: halves(all.get(1..).unwrap_or_default()),
                whole: halves(&all),
            };
            TieBreaks {
                wins,
                sonneborn_berger: Quarters(sonneborn_berger),
                buchholz: Some(buchholz),
            }
        }
    }
}

impl TieBreaks {
    /// In the order in which they count, more being better; the direct encounter comes after them.
    pub(super) fn in_order(&self) -> [u32; 4] {
        let (wins, Quarters(sonneborn_berger)) = (u32::from(self.wins), self.sonneborn_berger);
        match self.buchholz {
            None => [wins, sonneborn_berger, 0, 0],
            Some(Buchholz {
                cut_one: Halves(cut_one),
                whole: Halves(whole),
            }) => [cut_one, whole, sonneborn_berger, wins],
        }
    }
}

/// What a player had in a round.
fn in_round(sheet: &Sheet, round: u16) -> Vec<Round<'_>> {
    let games = sheet
        .games
        .iter()
        .filter(|met| met.round == round)
        .map(Round::Game);
    let byes = sheet
        .byes
        .iter()
        .filter(|bye| **bye == round)
        .map(|_| Round::Bye);
    let had: Vec<Round> = games.chain(byes).collect();
    if had.is_empty() {
        vec![Round::Absent]
    } else {
        had
    }
}

fn contribution(field: &Field, rounds: u16, sheet: &Sheet, round: &Round) -> Contribution {
    let draws = u32::from(rounds) * Score::Drawn.halves();
    let own = sheet.halves();
    match round {
        Round::Game(met) => {
            let theirs = field
                .sheet(met.opponent)
                .map_or(0, |opponent| adjusted(opponent, field.paired));
            let opponent = if met.is_forfeit() {
                own.min(theirs)
            } else {
                theirs
            };
            Contribution {
                opponent,
                scored: met.score.halves(),
                chosen: chosen(round),
            }
        }
        Round::Bye => Contribution {
            opponent: own.min(draws),
            scored: Score::Won.halves(),
            chosen: chosen(round),
        },
        Round::Absent => Contribution {
            opponent: own.min(draws),
            scored: 0,
            chosen: chosen(round),
        },
    }
}

fn chosen(round: &Round) -> Chosen {
    match round {
        Round::Game(met) if met.is_forfeit() && met.score == Score::Lost => Chosen::Freely,
        Round::Absent => Chosen::Freely,
        Round::Game(_) | Round::Bye => Chosen::No,
    }
}

/// The points of a player as their opponents' tie-breaks count them, in halves (16.3): the rounds after their last one in which
/// they were there are draws.
fn adjusted(sheet: &Sheet, paired: u16) -> u32 {
    let last_rounds = (1..=paired).rev().flat_map(|round| in_round(sheet, round));
    let draws: u32 = last_rounds
        .take_while(|round| chosen(round) == Chosen::Freely)
        .map(|round| match round {
            Round::Absent => Score::Drawn.halves(),
            Round::Game(_) | Round::Bye => 0,
        })
        .sum();
    sheet.halves() + draws
}
