//! Knock-out: two meet in a pair of games, one with each colour, and whoever loses it is out.
//!
//! Number 1 is the highest seed. The bracket is the usual one, 1-8 4-5 2-7 3-6 for eight, and where the players are no power of
//! two the highest seeds go through the first round without playing. A pair that ends 1-1 is followed by a second one; of all
//! four games the points decide, then wins with Black, then the higher seed.
//!
//! Everything follows from the games, the byes and the withdrawals. Who has begun the next round has gone on, whatever becomes
//! of the results before: no round is unmade.

mod bracket;
mod field;
mod places;
mod seeds;
mod steps;
mod verdict;

pub use bracket::{Bracket, Match, Side};
pub use field::{Field, Gone, Leg, Outcome};
pub use places::{Place, places, table};
pub use steps::{Pair, Steps, Which, due};
pub use verdict::{By, Verdict};

/// So many players a knock-out has at the most: six rounds.
pub const MOST_PLAYERS: u16 = 64;

/// So many games two can play against each other in one round.
pub const MOST_LEGS: u16 = 4;

/// How many rounds so many players have.
pub fn rounds(players: u16) -> u16 {
    let seats = u32::from(players.max(2)).next_power_of_two();
    u16::try_from(seats.ilog2()).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests;
