//! Who has White: what players wish first, then turns within a pair, then whoever had White less often, then the lot.
//!
//! A player who has no wish for a colour stays within two games of as many Whites as Blacks, whoever they meet; and
//! of two who meet again the one that had Black has White, as far as that allows it.

use crate::game::Wish;
use std::cmp::Ordering;

/// So many more games with one colour than with the other a player has at the most who has not wished for it.
const MOST_APART: i64 = 2;

/// Who has White where two meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum White {
    /// The first of them.
    First,
    /// The second.
    Second,
    /// It is drawn by lot.
    Lot,
}

impl White {
    /// Whether the first has it, where a coin settles what is left to the lot.
    pub fn is_the_firsts(self, coin: bool) -> bool {
        match self {
            White::First => true,
            White::Second => false,
            White::Lot => coin,
        }
    }
}

/// Who of two has White; `None` where there is no way. `ahead` is by how many games each had White more often than Black in
/// all their games, and `first_had_white` how it was when they last played each other.
pub fn white(wishes: [Wish; 2], ahead: [i64; 2], first_had_white: Option<bool>) -> Option<White> {
    let [first, second] = ahead;
    let [of_first, of_second] = wishes;
    let fits = |first_has_white: bool| {
        may_have(of_first, first, first_has_white) && may_have(of_second, second, !first_has_white)
    };
    match (fits(true), fits(false)) {
        (false, false) => None,
        (true, false) => Some(White::First),
        (false, true) => Some(White::Second),
        (true, true) => Some(by_turns(ahead, first_had_white)),
    }
}

/// Who of two has White who have agreed to play each other, and wish for no colour: they play, however it stands with them.
pub fn white_without_wishes(ahead: [i64; 2], first_had_white: Option<bool>) -> White {
    white([Wish::Random; 2], ahead, first_had_white).unwrap_or_else(|| match less_often(ahead) {
        White::Lot => by_turns(ahead, first_had_white),
        settled => settled,
    })
}

fn by_turns(ahead: [i64; 2], first_had_white: Option<bool>) -> White {
    match first_had_white {
        Some(true) => White::Second,
        Some(false) => White::First,
        None => less_often(ahead),
    }
}

/// Whoever had White less often.
fn less_often([first, second]: [i64; 2]) -> White {
    match first.cmp(&second) {
        Ordering::Less => White::First,
        Ordering::Greater => White::Second,
        Ordering::Equal => White::Lot,
    }
}

/// Whether a player with this wish may have White, or else Black, who had White so much more often.
fn may_have(wish: Wish, ahead: i64, white: bool) -> bool {
    match wish {
        Wish::White => white,
        Wish::Black => !white,
        Wish::Random => stays_near(ahead, white),
    }
}

/// Whether a player who is so far ahead with White stays within bounds, or comes nearer to them, by one more game.
fn stays_near(ahead: i64, white: bool) -> bool {
    let then = if white { ahead + 1 } else { ahead - 1 };
    then.abs() <= MOST_APART || then.abs() < ahead.abs()
}

#[cfg(test)]
mod tests;
