//! What one side offers and the other answers: a draw, a takeback, an end without a result; and how often that may be.
//!
//! One offer may stand at a time. Three that came to nothing are enough to have asked: the same side may offer again
//! when it has made ten more moves, or when the other side has offered. FIDE 11.5 forbids unreasonable offers and leaves
//! to others what that is.

use chrono::NaiveDate;
use shakmaty::Color;
use std::fmt;

/// So many offers in a row are a side's right.
const IN_A_ROW: usize = 3;
/// So many moves after the last of them it may begin anew.
const PAUSE: u32 = 10;

/// The draw offers of one side since the other last offered. `Display` is the form in which the database keeps them:
/// `white 6 7`, the numbers of the next moves, or nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    by: Option<Color>,
    moves: Vec<u32>,
}

impl Offers {
    /// The number of the move from which on this side may offer again, where it has to wait.
    pub(super) fn wait(&self, by: Color, fullmove: u32) -> Option<u32> {
        let last = *self.moves.last()?;
        let until = last.saturating_add(PAUSE);
        (self.by == Some(by) && self.moves.len() >= IN_A_ROW && fullmove < until).then_some(until)
    }

    /// This side offers while that is the number of the next move.
    pub(super) fn offered(&mut self, by: Color, fullmove: u32) {
        if self.by != Some(by) || self.moves.len() >= IN_A_ROW {
            self.moves.clear();
        }
        self.by = Some(by);
        self.moves.push(fullmove);
    }

    /// What [`fmt::Display`] wrote; `None` where it was something else.
    pub fn read(text: &str) -> Option<Offers> {
        let mut words = text.split_ascii_whitespace();
        let by = match words.next() {
            Some("white") => Some(Color::White),
            Some("black") => Some(Color::Black),
            Some(_) => return None,
            None => None,
        };
        let moves = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
        Some(Offers { by, moves })
    }
}

impl fmt::Display for Offers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(by) = self.by else {
            return Ok(());
        };
        formatter.write_str(by.fold_wb("white", "black"))?;
        for fullmove in &self.moves {
            write!(formatter, " {fullmove}")?;
        }
        Ok(())
    }
}

/// Something that one side offers and the other answers, as often as [`Offers`] allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposal {
    /// The side whose offer stands.
    pub by: Option<Color>,
    /// The offers that count towards the limit.
    pub offers: Offers,
}

impl Proposal {
    /// It was answered, or lapsed.
    pub(super) fn answered(&mut self) {
        self.by = None;
    }

    /// The other side has answered it by this move.
    pub(super) fn lapse_for(&mut self, mover: Color) {
        if self.by == Some(!mover) {
            self.by = None;
        }
    }
}

/// A pause that is offered, and how often one was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PauseProposal {
    /// The side whose offer stands, and the last day (UTC) of the pause.
    pub offered: Option<(Color, NaiveDate)>,
    /// The offers that count towards the limit.
    pub offers: Offers,
}

impl PauseProposal {
    /// The other side has answered it by this move.
    pub(super) fn lapse_for(&mut self, mover: Color) {
        if self.offered.is_some_and(|(by, _)| by != mover) {
            self.offered = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn three_in_a_row_are_enough_for_ten_moves() {
        let mut offers = Offers::default();
        for fullmove in [5, 6, 7] {
            assert_eq!(offers.wait(White, fullmove), None);
            offers.offered(White, fullmove);
        }
        assert_eq!(offers.wait(White, 7), Some(17));
        assert_eq!(offers.wait(White, 16), Some(17));
        assert_eq!(offers.wait(Black, 8), None, "the other side may");
        let mut later = offers.clone();
        assert_eq!(later.wait(White, 17), None);
        later.offered(White, 17);
        assert_eq!(later.wait(White, 18), None, "it begins anew");
        offers.offered(Black, 8);
        assert_eq!(offers.wait(White, 9), None, "the other side has offered");
    }

    #[test]
    fn they_are_kept_as_text() {
        let mut offers = Offers::default();
        assert_eq!(Offers::read(&offers.to_string()), Some(offers.clone()));
        offers.offered(Black, 3);
        offers.offered(Black, 9);
        assert_eq!(offers.to_string(), "black 3 9");
        assert_eq!(Offers::read("black 3 9"), Some(offers));
        for damaged in ["green 3", "3 9", "black x"] {
            assert_eq!(Offers::read(damaged), None, "{damaged}");
        }
    }
}
