//! Seeks: games that players offer to whoever wants to take them; who may take which, and with which colours.
//!
//! Colours are given as [`super::colours`] says.

use crate::chess::Variant;
use crate::game::clock::Control;
use crate::game::rating::{Pool, Stake};
use crate::game::{PlayerNumber, Wish};
use crate::players::colours::{White, white};
use chrono::{DateTime, Days, Utc};
use std::ops::RangeInclusive;

/// So many seeks of one player can be open at once.
pub const MOST_OPEN: usize = 3;

/// So many days a seek is open; then its player is asked whether they still look.
pub const DAYS_OPEN: Days = Days::new(30);

/// The ratings, in points, between which a range may lie.
pub const RATINGS: RangeInclusive<i32> = 100..=4000;

/// What somebody looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// How time is counted.
    pub control: Control,
    /// What both play for.
    pub stake: Stake,
    /// From the usual position, or from one of Chess960 that is drawn when the game begins.
    pub variant: Variant,
    /// The colour that they want.
    pub colour: Wish,
    /// The ratings, in points, that their opponent may have; `None`: any.
    pub range: Option<(i32, i32)>,
}

/// An open seek.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seek {
    /// Its number.
    pub number: i64,
    /// Whose it is.
    pub player: PlayerNumber,
    /// What they look for.
    pub terms: Terms,
    /// Since when.
    pub opened_at: DateTime<Utc>,
}

/// What of a player matters where they meet somebody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// In whole points, in the pool that the game would count for; one who has none begins with that of newcomers.
    pub rating: i32,
    /// By how many games they had White more often than Black, in all their games.
    pub whites_ahead: i64,
}

/// What there was between two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Between {
    /// Whether one does not want to hear from the other.
    pub blocked: bool,
    /// Whether either was the other's opponent in their last game.
    pub met_last: bool,
    /// Whether the first of them had White when they last played.
    pub first_had_white: Option<bool>,
}

/// Why somebody cannot take a seek.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMatch {
    /// It is their own.
    Own,
    /// One does not want to hear from the other.
    Blocked,
    /// The rating of whoever takes it is not in its range: what it is, and the range.
    Rating(i32, (i32, i32)),
    /// The colours cannot be given: both want the same, or one would be too far ahead with one colour who has not wished for it.
    Colours,
}

impl Terms {
    /// The ratings for which the game would count.
    pub fn pool(&self) -> Pool {
        match self.variant {
            Variant::Standard => Pool::Standard,
            Variant::Chess960 => Pool::Chess960,
        }
    }

    fn rating_fits(&self, rating: i32) -> Result<(), NoMatch> {
        match self.range {
            Some((least, most)) if !(least..=most).contains(&rating) => {
                Err(NoMatch::Rating(rating, (least, most)))
            }
            Some(_) | None => Ok(()),
        }
    }
}

impl Seek {
    /// When its player is asked whether they still look.
    pub fn ends_at(&self) -> DateTime<Utc> {
        self.opened_at
            .checked_add_days(DAYS_OPEN)
            .unwrap_or(self.opened_at)
    }

    /// Whether this player may take it, of whom and of whose meetings with its own player, who is the first of the two, this
    /// is known; and who would have White. Whoever takes a seek takes the colour that it leaves.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn taken_by(
        &self,
        taker: PlayerNumber,
        sides: [Side; 2],
        between: Between,
    ) -> Result<White, NoMatch> {
        if taker == self.player {
            return Err(NoMatch::Own);
        }
        if between.blocked {
            return Err(NoMatch::Blocked);
        }
        let [_, of_taker] = sides;
        self.terms.rating_fits(of_taker.rating)?;
        let left = match self.terms.colour {
            Wish::White => Wish::Black,
            Wish::Black => Wish::White,
            Wish::Random => Wish::Random,
        };
        white(
            [self.terms.colour, left],
            sides.map(|side| side.whites_ahead),
            between.first_had_white,
        )
        .ok_or(NoMatch::Colours)
    }

    /// Who has White in the game of two seeks that match; `None` where they do not.
    pub fn matches(
        &self,
        other: (PlayerNumber, &Terms),
        sides: [Side; 2],
        between: Between,
    ) -> Option<White> {
        let (player, terms) = other;
        let own = &self.terms;
        let same = own.control == terms.control
            && own.stake == terms.stake
            && own.variant == terms.variant
            && player != self.player;
        if !same || between.blocked || between.met_last {
            return None;
        }
        let [first, second] = sides;
        own.rating_fits(second.rating).ok()?;
        terms.rating_fits(first.rating).ok()?;
        white(
            [own.colour, terms.colour],
            sides.map(|side| side.whites_ahead),
            between.first_had_white,
        )
    }
}

#[cfg(test)]
mod tests;
