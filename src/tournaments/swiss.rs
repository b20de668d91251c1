//! Pairings of a round by the FIDE (Dutch) system, in its edition from 1 February 2026 (FIDE Handbook C.04.3).
//!
//! Players with the same score are paired with each other as far as that goes, bracket by bracket from the top; whoever is left
//! over moves down to the next one. In each bracket the pairings are those that do best by the criteria of the system, one
//! above the other, and among these the first in its order. Both are found by matchings of the greatest weight, so that the
//! number of players costs time and never the best pairings.

mod allocation;
mod bracket;
mod colours;
mod criteria;
mod field;
mod graph;
mod matching;
mod order;
mod standing;
mod weight;

pub use field::{Active, Field, NoPairing, Player, Round};

use super::Pairing;
use bracket::Bracket;
use shakmaty::Color;
use standing::Standing;
use std::cmp::Reverse;
use std::collections::HashSet;

/// The pairings of the next round, by boards, and who gets the bye.
///
/// # Errors
/// When there are none by the rules.
pub fn pair(field: &Field<'_>) -> Result<Round, NoPairing> {
    let standings = standing::standings(field);
    let mut pairs = Vec::new();
    // Places in the standings, in their order.
    let mut waiting: Vec<usize> = (0..standings.len()).collect();
    let mut scores: Vec<u32> = standings.iter().map(|standing| standing.score).collect();
    scores.dedup();
    for score in scores {
        let bracket = Bracket::new(&standings, &waiting, score, field.first_has);
        let found = bracket.pairs(&waiting)?;
        let paired: HashSet<usize> = found
            .iter()
            .flat_map(|&(one, other)| [one, other])
            .collect();
        waiting.retain(|place| !paired.contains(place));
        pairs.extend(found);
    }
    round(field, &standings, pairs, &waiting)
}

/// The round with these pairs, and those who are left over.
fn round(
    field: &Field<'_>,
    standings: &[Standing],
    mut pairs: Vec<(usize, usize)>,
    left: &[usize],
) -> Result<Round, NoPairing> {
    let of = |place: usize| standings.get(place).ok_or(NoPairing);
    let bye = match left {
        [] => None,
        [one] => Some(of(*one)?.number),
        [_, _, ..] => return Err(NoPairing),
    };
    let score = |place: usize| standings.get(place).map_or(0, |standing| standing.score);
    pairs.sort_by_key(|&(higher, lower)| {
        let (of_higher, of_lower) = (score(higher), score(lower));
        Reverse((of_higher, of_higher + of_lower, Reverse(higher)))
    });
    let pairings = pairs
        .into_iter()
        .map(|(higher, lower)| -> Result<Pairing, NoPairing> {
            let (higher, lower) = (of(higher)?, of(lower)?);
            let [white, black] = match allocation::of_higher(higher, lower, field.first_has) {
                Color::White => [higher, lower],
                Color::Black => [lower, higher],
            };
            Ok(Pairing {
                round: field.round,
                white: white.number,
                black: black.number,
            })
        });
    Ok(Round {
        pairings: pairings.collect::<Result<_, _>>()?,
        bye,
    })
}

#[cfg(test)]
mod tests;
