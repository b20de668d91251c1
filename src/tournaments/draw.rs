//! The draw: who gets which number.
//!
//! In a Swiss and in a knock-out number 1 has the highest rating. In a round robin the numbers decide about colours: in an even field the lower half of the numbers has White once more often than Black ([`super::berger`]). So those get them
//! who had White least often so far, and so the sum of all differences, each squared, is as small as it can be; among equals
//! the lot decides, and so it does within each half. In an odd field, where everybody gets both colours equally often, it
//! decides alone. Who had White when two last met counts for nothing here: the colours of a pair follow from both numbers, and
//! what is fair to a player in all their games comes before what is fair to a pair.
//!
//! Somebody gets further away from as many Whites as Blacks only where more than half of a field are as far on the same side.

use std::cmp::Reverse;

/// Somebody who gets a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entrant<P> {
    /// Who.
    pub player: P,
    /// By how many games they had White more often than Black so far.
    pub ahead: i64,
    /// Their lot, drawn by the caller.
    pub lot: [u8; 16],
}

/// The players in the order of their numbers: the first gets number 1.
pub fn order<P>(mut entrants: Vec<Entrant<P>>) -> Vec<P> {
    if entrants.len().is_multiple_of(2) {
        entrants.sort_by_key(|entrant| (entrant.ahead, entrant.lot));
        let upper = entrants.split_off(entrants.len() / 2);
        [by_lot(entrants), by_lot(upper)]
            .into_iter()
            .flatten()
            .collect()
    } else {
        by_lot(entrants)
    }
}

/// Somebody who gets a number in a Swiss or a knock-out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated<P> {
    /// Who.
    pub player: P,
    /// In whole points; `None` for who has none.
    pub rating: Option<i32>,
    /// Their lot, drawn by the caller.
    pub lot: [u8; 16],
}

/// The players of a Swiss or a knock-out in the order of their numbers: by rating, those without one last, and equals by lot.
pub fn by_rating<P>(mut entrants: Vec<Rated<P>>) -> Vec<P> {
    entrants.sort_by_key(|entrant| (Reverse(entrant.rating), entrant.lot));
    entrants.into_iter().map(|entrant| entrant.player).collect()
}

fn by_lot<P>(mut entrants: Vec<Entrant<P>>) -> Vec<P> {
    entrants.sort_by_key(|entrant| entrant.lot);
    entrants.into_iter().map(|entrant| entrant.player).collect()
}

#[cfg(test)]
mod tests;
