//! Another player goes on with a side of a game, in the place of the one who had it.

use super::clock::{Amount, DAY, MoveTime, Spent};
use super::stake::Stake;
use super::{Event, Game, PlayerNumber, Refusal, Substitution};
use shakmaty::{Color, Position};

/// What whoever takes a place has on the clock at least, in seconds: several games come at once, and each has to be looked at
/// first.
const AT_LEAST: u64 = 10 * DAY;

impl Game {
    /// This player goes on in the place of that one. The clock goes with the side: what was thought of the present turn is
    /// charged, and then it is topped up to ten days where it has less.
    ///
    /// # Errors
    ///
    /// When the game is not going on, the one has no side in it, or the other one has one.
    pub fn substitute(
        &mut self,
        gone: PlayerNumber,
        taker: PlayerNumber,
        running: Spent<'_>,
    ) -> Result<Event, Refusal> {
        let side = self.side_in_play(gone)?;
        let thought = (self.position().turn() == side)
            .then(|| MoveTime::of(self.clocks(), side, running))
            .flatten()
            .map_or(0, |time| time.charged);
        let left = self.clocks().left(side).without(self.control(), thought);
        let short = AT_LEAST.saturating_sub(left.clock());
        let topped_up = Amount::seconds(short)
            .ok()
            .filter(|_| self.control().has_clock());
        self.happen(Event::Substituted(Substitution {
            side,
            gone,
            taker,
            thought,
            topped_up,
        }))
    }

    pub(super) fn is_taken_over(&mut self, substitution: Substitution) -> Result<(), Refusal> {
        let Substitution {
            side,
            gone,
            taker,
            thought,
            topped_up,
        } = substitution;
        self.still_playing()?;
        if self.player(side) != Some(gone) || self.has(taker) {
            return Err(Refusal::NotYourGame);
        }
        if self.challenger == gone {
            self.challenger = taker;
        } else {
            self.opponent = taker;
        }
        if self.white == Some(gone) {
            self.white = Some(taker);
        }
        self.time.hand_over(side, thought);
        if let Some(more) = topped_up {
            self.time.give(side, more);
        }
        // How strong either of them is, a game of both does not tell.
        if self.has_moved(side) {
            self.stake = Stake::Casual;
        }
        self.nothing_is_offered();
        if self.position().turn() == side {
            self.begins_anew();
        }
        Ok(())
    }

    /// Whether this side has made a move that stands.
    pub fn has_moved(&self, side: Color) -> bool {
        let before = if self.start().position().turn() == side {
            0
        } else {
            1
        };
        self.ply() > before
    }

    /// The number of the next move that this side can make.
    pub fn next_move_of(&self, side: Color) -> u32 {
        let number = self.position().fullmoves().get();
        match (self.position().turn(), side) {
            // White's next comes after Black's, which has the present number.
            (Color::Black, Color::White) => number.saturating_add(1),
            (Color::White | Color::Black, Color::Black) | (Color::White, Color::White) => number,
        }
    }
}

#[cfg(test)]
mod tests;
