//! What the players agree upon beside a draw, to take moves back or to end the game without a result, and what the
//! administrator decides.

use super::clock::{ClockRuling, MoveTime, Spent};
use super::{Event, Game, Phase, PlayerNumber, Refusal, Result};
use shakmaty::{Color, Position};

impl Game {
    /// The player offers to take back their own last move: that alone, or with the answer to it.
    ///
    /// # Errors
    ///
    /// When the game is not going on, is rated, they have no move to take back, an offer stands already, or they have offered too
    /// often.
    pub fn offer_takeback(&mut self, player: PlayerNumber) -> std::result::Result<Event, Refusal> {
        let by = self.side_in_play(player)?;
        self.is_casual()?;
        let fullmove = self.position().fullmoves().get();
        if self.takeback.by.is_none()
            && let Some(from_move) = self.takeback.offers.wait(by, fullmove)
        {
            return Err(Refusal::TooManyTakebackOffers { from_move });
        }
        self.happen(Event::TakebackOffered { by })
    }

    /// The player lets their opponent take their move back, when the side to move has thought for so long.
    ///
    /// # Errors
    ///
    /// When the game is not going on or no takeback was offered to them.
    pub fn accept_takeback(
        &mut self,
        player: PlayerNumber,
        running: Spent<'_>,
    ) -> std::result::Result<Event, Refusal> {
        let by = self.side_in_play(player)?;
        let left = self.takeback_offered_to(by)?;
        let mover = self.position().turn();
        // Who accepts gets back what they thought.
        let thought = (mover != by)
            .then(|| MoveTime::of(self.clocks(), mover, running))
            .flatten()
            .map_or(0, |time| time.charged);
        self.happen(Event::TakenBack { by, left, thought })
    }

    /// The player does not let their opponent take their move back.
    ///
    /// # Errors
    ///
    /// When the game is not going on or no takeback was offered to them.
    pub fn decline_takeback(
        &mut self,
        player: PlayerNumber,
    ) -> std::result::Result<Event, Refusal> {
        let by = self.side_in_play(player)?;
        self.happen(Event::TakebackDeclined { by })
    }

    /// The player wants the game to end without a result. Before their own first move they need nobody's consent; later
    /// it is an offer, and who asks for what is offered agrees.
    ///
    /// # Errors
    ///
    /// When the game is not going on, the player's own offer already stands, or they have offered too often.
    pub fn abort(&mut self, player: PlayerNumber) -> std::result::Result<Event, Refusal> {
        let by = self.side_in_play(player)?;
        if self.may_abort_alone(by) || self.abort.by == Some(!by) {
            return self.happen(Event::Aborted { by });
        }
        let fullmove = self.position().fullmoves().get();
        if self.abort.by.is_none()
            && let Some(from_move) = self.abort.offers.wait(by, fullmove)
        {
            return Err(Refusal::TooManyAbortOffers { from_move });
        }
        self.happen(Event::AbortOffered { by })
    }

    /// The player ends the game without a result, since their opponent wants to hear no more of it, and has for long:
    /// whoever asks has looked. Nobody's consent is needed.
    ///
    /// # Errors
    ///
    /// When the game is not going on.
    pub fn abort_in_absence(
        &mut self,
        player: PlayerNumber,
    ) -> std::result::Result<Event, Refusal> {
        let by = self.side_in_play(player)?;
        self.happen(Event::AbortedInAbsence { by })
    }

    /// The player agrees to end the game without a result.
    ///
    /// # Errors
    ///
    /// When the game is not going on or that was not offered to them.
    pub fn accept_abort(&mut self, player: PlayerNumber) -> std::result::Result<Event, Refusal> {
        let by = self.side_in_play(player)?;
        self.abort_offered_to(by)?;
        self.happen(Event::Aborted { by })
    }

    /// The player wants to play on.
    ///
    /// # Errors
    ///
    /// When the game is not going on or no end without a result was offered to them.
    pub fn decline_abort(&mut self, player: PlayerNumber) -> std::result::Result<Event, Refusal> {
        let by = self.side_in_play(player)?;
        self.happen(Event::AbortDeclined { by })
    }

    /// The administrator ends the game with this result.
    ///
    /// # Errors
    ///
    /// When the game is not going on.
    pub fn adjudicate(
        &mut self,
        result: Result,
        reason: String,
    ) -> std::result::Result<Event, Refusal> {
        self.happen(Event::Adjudicated { result, reason })
    }

    /// The administrator sets the game back to the position after so many plies; a game that is over goes on.
    ///
    /// # Errors
    ///
    /// When the game has not begun, has not come further than that, or ends by itself in that position.
    pub fn correct(&mut self, left: u32, reason: String) -> std::result::Result<Event, Refusal> {
        self.happen(Event::Corrected { left, reason })
    }

    /// The administrator rules about the clocks.
    ///
    /// # Errors
    ///
    /// When the game is not going on.
    pub fn rule_on_clocks(
        &mut self,
        ruling: ClockRuling,
        reason: String,
    ) -> std::result::Result<Event, Refusal> {
        self.happen(Event::ClockRuled { ruling, reason })
    }

    /// How many plies are left when this side's last move is taken back; `None` where it has none.
    pub fn left_by_takeback(&self, side: Color) -> Option<u32> {
        let plies = if self.position().turn() == side { 2 } else { 1 };
        self.ply().checked_sub(plies)
    }

    /// Whether this side may end the game without its opponent: before its own first move.
    pub fn may_abort_alone(&self, side: Color) -> bool {
        let first = self.start().position().turn();
        let moves = if side == first { 0 } else { 1 };
        self.phase() == Phase::Playing && self.ply() <= moves
    }

    /// Whether this player may end the game without their opponent, as [`may_abort_alone`](Self::may_abort_alone) says.
    pub fn may_abort_alone_as(&self, player: PlayerNumber) -> bool {
        self.side_of(player)
            .is_some_and(|side| self.may_abort_alone(side))
    }

    /// The side whose offer to take back its last move stands.
    pub fn takeback_offer(&self) -> Option<Color> {
        self.takeback.by
    }

    /// The side whose offer to end the game without a result stands.
    pub fn abort_offer(&self) -> Option<Color> {
        self.abort.by
    }

    pub(super) fn takeback_is_offered(&mut self, by: Color) -> std::result::Result<(), Refusal> {
        self.still_playing()?;
        match self.takeback.by {
            Some(other) if other == by => return Err(Refusal::TakebackAlreadyOffered),
            Some(_) => return Err(Refusal::AnswerTakebackFirst),
            None => {}
        }
        if self.left_by_takeback(by).is_none() {
            return Err(Refusal::NothingToTakeBack);
        }
        let fullmove = self.position().fullmoves().get();
        self.takeback.offers.offered(by, fullmove);
        self.takeback.by = Some(by);
        Ok(())
    }

    /// How many plies are left when this side accepts the takeback that is offered to it.
    pub(super) fn takeback_offered_to(&self, side: Color) -> std::result::Result<u32, Refusal> {
        self.still_playing()?;
        if self.takeback.by != Some(!side) {
            return Err(Refusal::NoTakebackWasOffered);
        }
        self.left_by_takeback(!side)
            .ok_or(Refusal::NothingToTakeBack)
    }

    pub(super) fn abort_is_offered(&mut self, by: Color) -> std::result::Result<(), Refusal> {
        self.still_playing()?;
        if self.abort.by.is_some() {
            return Err(Refusal::AbortAlreadyOffered);
        }
        let fullmove = self.position().fullmoves().get();
        self.abort.offers.offered(by, fullmove);
        self.abort.by = Some(by);
        Ok(())
    }

    pub(super) fn abort_offered_to(&self, side: Color) -> std::result::Result<(), Refusal> {
        self.still_playing()?;
        if self.abort.by == Some(!side) {
            Ok(())
        } else {
            Err(Refusal::NoAbortWasOffered)
        }
    }

    pub(super) fn abort_is_declined(&mut self, by: Color) -> std::result::Result<(), Refusal> {
        self.abort_offered_to(by)?;
        self.abort.answered();
        Ok(())
    }

    pub(super) fn may_be_corrected(&self, left: u32) -> std::result::Result<(), Refusal> {
        let over = match self.phase() {
            Phase::Playing => false,
            Phase::Over(_) => true,
            Phase::Offered => return Err(Refusal::NotStarted),
            Phase::Declined | Phase::Withdrawn => return Err(Refusal::ChallengeClosed),
        };
        if left > self.ply() || left == self.ply() && !over {
            return Err(Refusal::NothingToCorrect);
        }
        if left == self.ply() && self.ends_here() {
            return Err(Refusal::EndsThere);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
