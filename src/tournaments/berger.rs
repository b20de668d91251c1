//! Round robins: everybody plays everybody, by the Berger tables of FIDE.
//!
//! The last of an even field stays where they are and the others sit in a circle: in each round one of them plays the last,
//! and those who sit equally far from that one on both sides play each other, the one behind with White. In an odd field
//! whoever would play the last is free. The games begin all at once, so that a round is only a heading.
//!
//! Of an even field the lower half of the numbers has White once more often than Black, and the upper half once less
//! often; in an odd one all have both equally often, and so they have in a double round robin.

use super::{Number, Pairing};

/// All games of a round robin, round by round, each round in the order of its boards. Nobody has an opponent in a field of
/// fewer than two.
pub fn round_robin(players: u16) -> Vec<Pairing> {
    let last = players.is_multiple_of(2).then_some(players);
    let circle = if last.is_some() {
        players.saturating_sub(1)
    } else {
        players
    };
    (1..=circle)
        .flat_map(|round| of_round(round, circle, last))
        .collect()
}

/// All games of a double round robin: the second cycle is the first with the colours reversed, and its rounds follow.
pub fn double_round_robin(players: u16) -> Vec<Pairing> {
    let first = round_robin(players);
    let rounds = first.last().map_or(0, |pairing| pairing.round);
    let reversed = first.iter().map(|pairing| Pairing {
        round: pairing.round.saturating_add(rounds),
        white: pairing.black,
        black: pairing.white,
    });
    let second: Vec<Pairing> = reversed.collect();
    [first, second].concat()
}

/// The games of one round of so many in a circle, whose number is odd, and of the last, if there is one.
fn of_round(round: u16, circle: u16, last: Option<u16>) -> impl Iterator<Item = Pairing> {
    // The one in the circle whose opponent is the last.
    let odd_round = round % 2 == 1;
    let middle = if odd_round {
        round / 2 + 1
    } else {
        round / 2 + circle / 2 + 1
    };
    let with_last = last.map(|last| {
        if odd_round {
            (middle, last)
        } else {
            (last, middle)
        }
    });
    let around = (1..=circle / 2)
        .map(move |apart| (ahead(middle, apart, circle), behind(middle, apart, circle)));
    with_last
        .into_iter()
        .chain(around)
        .map(move |(white, black)| Pairing {
            round,
            white: Number(white),
            black: Number(black),
        })
}

/// Who sits so many seats further on in the circle.
fn ahead(from: u16, seats: u16, circle: u16) -> u16 {
    let to_the_end = circle - from;
    if seats <= to_the_end {
        from + seats
    } else {
        seats - to_the_end
    }
}

/// Who sits so many seats back.
fn behind(from: u16, seats: u16, circle: u16) -> u16 {
    if seats < from {
        from - seats
    } else {
        circle - (seats - from)
    }
}

#[cfg(test)]
mod tests;
