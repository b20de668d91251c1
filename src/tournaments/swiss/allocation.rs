//! Who has which colour where two meet (article 5).

use super::colours::{Preference, Strength};
use super::standing::Standing;
use shakmaty::Color;

/// The colour of the player who is higher in the order when these two meet.
pub(super) fn of_higher(higher: &Standing, lower: &Standing, first_has: Color) -> Color {
    match (higher.preference, lower.preference) {
        (None, None) if higher.number.0 % 2 == 1 => first_has,
        (None, None) => first_has.other(),
        (Some(own), None) => own.colour,
        (None, Some(theirs)) => theirs.colour.other(),
        (Some(own), Some(theirs)) if own.colour != theirs.colour => own.colour,
        (Some(own), Some(theirs)) => {
            let due = |player: &Standing, preference: Preference| {
                let wide = match preference.strength {
                    Strength::Absolute => player.difference.abs(),
                    Strength::Mild | Strength::Strong => 0,
                };
                (preference.strength, wide)
            };
            match due(higher, own).cmp(&due(lower, theirs)) {
                std::cmp::Ordering::Greater => own.colour,
                std::cmp::Ordering::Less => own.colour.other(),
                // The other way round than when they last differed; otherwise the higher one has what is due.
                std::cmp::Ordering::Equal => {
                    let games = higher.colours.iter().rev().zip(lower.colours.iter().rev());
                    let differed = games.into_iter().find(|(own, theirs)| own != theirs);
                    differed.map_or(own.colour, |(own, _)| own.other())
                }
            }
        }
    }
}
