//! A game that ends because time is over.

use super::{Event, Game, Refusal, Result, TimeClaim};
use crate::chess::is_dead;
use chrono::{DateTime, Utc};
use shakmaty::{Color, Position};

impl Game {
    /// The time of this side was over at this instant, and the other side wins; where that cannot mate by any series of
    /// legal moves, it is a draw (FIDE 6.9).
    ///
    /// # Errors
    ///
    /// When the game is not going on, or it is not this side's turn.
    pub fn time_is_over(
        &mut self,
        side: Color,
        flag: DateTime<Utc>,
    ) -> std::result::Result<Event, Refusal> {
        let result = self.result_on_time(side);
        self.forfeit(side, flag, result)
    }

    /// The same, with what the other side claims for it.
    ///
    /// # Errors
    ///
    /// When the game is not going on, or it is not this side's turn.
    pub fn claim_time(
        &mut self,
        side: Color,
        flag: DateTime<Utc>,
        claim: TimeClaim,
    ) -> std::result::Result<Event, Refusal> {
        let result = match claim {
            TimeClaim::Win => self.result_on_time(side),
            TimeClaim::Draw => Result::Draw,
            TimeClaim::Abort => Result::Unknown,
        };
        self.forfeit(side, flag, result)
    }

    fn forfeit(
        &mut self,
        by: Color,
        flag: DateTime<Utc>,
        result: Result,
    ) -> std::result::Result<Event, Refusal> {
        self.is_thinking(by)?;
        self.happen(Event::TimeForfeit { by, flag, result })
    }

    /// The first move of this side has been missing for too long.
    ///
    /// # Errors
    ///
    /// When the game is not going on, or it is not this side's turn.
    pub fn first_move_is_missing(&mut self, by: Color) -> std::result::Result<Event, Refusal> {
        self.is_thinking(by)?;
        self.happen(Event::FirstMoveMissing { by })
    }

    /// With which result the game ends when the time of this side is over.
    pub fn result_on_time(&self, side: Color) -> Result {
        let position = self.position();
        if position.has_insufficient_material(!side) || is_dead(position) {
            Result::Draw
        } else {
            side.fold_wb(Result::Black, Result::White)
        }
    }

    /// Only one clock runs: that of the side to move.
    fn is_thinking(&self, side: Color) -> std::result::Result<(), Refusal> {
        self.still_playing()?;
        if self.position().turn() == side {
            Ok(())
        } else {
            Err(Refusal::NotYourTurn)
        }
    }
}

#[cfg(test)]
mod tests;
