//! A pause that both players agree upon: until its end nobody's clock runs.

use super::clock::Amount;
use super::offers::PauseProposal;
use super::stake::Stake;
use super::{Event, Game, PlayerNumber, Refusal};
use chrono::NaiveDate;
use shakmaty::{Color, Position};

impl Game {
    /// The player offers that nobody's clock runs until the end of this day (UTC). Who offers what is offered to them
    /// agrees.
    ///
    /// # Errors
    ///
    /// When the game is not going on, is rated, has no clock, an offer stands that says something else, they have offered too often,
    /// or an offer of a shorter one stands: whoever answers the letter about that one agrees to no longer one.
    pub fn offer_pause(
        &mut self,
        player: PlayerNumber,
        last: NaiveDate,
    ) -> std::result::Result<Event, Refusal> {
        let by = self.side_in_play(player)?;
        self.is_casual()?;
        if self.pause.offered == Some((!by, last)) {
            return self.happen(Event::PauseAgreed { by, last });
        }
        let fullmove = self.position().fullmoves().get();
        if self.pause.offered.is_none()
            && let Some(from_move) = self.pause.offers.wait(by, fullmove)
        {
            return Err(Refusal::TooManyPauseOffers { from_move });
        }
        if let Some((other, day)) = self.pause.offered
            && other == by
            && day < last
        {
            return Err(Refusal::ShorterPauseOffered);
        }
        self.happen(Event::PauseOffered { by, last })
    }

    /// The player agrees to the pause that was offered to them.
    ///
    /// # Errors
    ///
    /// When the game is not going on or none was.
    pub fn accept_pause(&mut self, player: PlayerNumber) -> std::result::Result<Event, Refusal> {
        let by = self.side_in_play(player)?;
        let last = self.pause_offered_to(by)?;
        self.happen(Event::PauseAgreed { by, last })
    }

    /// The player wants no pause.
    ///
    /// # Errors
    ///
    /// When the game is not going on or none was offered to them.
    pub fn decline_pause(&mut self, player: PlayerNumber) -> std::result::Result<Event, Refusal> {
        let by = self.side_in_play(player)?;
        self.happen(Event::PauseDeclined { by })
    }

    /// The side whose offer of a pause stands, and its last day (UTC).
    pub fn pause_offer(&self) -> Option<(Color, NaiveDate)> {
        self.pause.offered
    }

    pub(super) fn pause_is_offered(
        &mut self,
        by: Color,
        last: NaiveDate,
    ) -> std::result::Result<(), Refusal> {
        self.has_a_clock()?;
        match self.pause.offered {
            Some((other, day)) if other == by && day == last => {
                return Err(Refusal::PauseAlreadyOffered);
            }
            Some((other, _)) if other != by => return Err(Refusal::AnswerPauseFirst),
            // Who offers another day takes the first offer back.
            Some(_) | None => {}
        }
        let fullmove = self.position().fullmoves().get();
        self.pause.offers.offered(by, fullmove);
        self.pause.offered = Some((by, last));
        Ok(())
    }

    pub(super) fn pause_offered_to(&self, side: Color) -> std::result::Result<NaiveDate, Refusal> {
        self.still_playing()?;
        match self.pause.offered {
            Some((by, last)) if by != side => Ok(last),
            Some(_) | None => Err(Refusal::NoPauseWasOffered),
        }
    }

    pub(super) fn pause_is_agreed(
        &mut self,
        by: Color,
        last: NaiveDate,
    ) -> std::result::Result<(), Refusal> {
        if self.pause_offered_to(by)? != last {
            return Err(Refusal::NoPauseWasOffered);
        }
        self.pause = PauseProposal::default();
        Ok(())
    }

    pub(super) fn pause_is_declined(&mut self, by: Color) -> std::result::Result<(), Refusal> {
        self.pause_offered_to(by)?;
        self.pause.offered = None;
        Ok(())
    }

    /// The player gives their opponent time.
    ///
    /// # Errors
    ///
    /// When the game is not going on, is rated, or has no clock.
    pub fn give_time(
        &mut self,
        player: PlayerNumber,
        time: Amount,
    ) -> std::result::Result<Event, Refusal> {
        let by = self.side_in_play(player)?;
        self.is_casual()?;
        self.happen(Event::TimeGiven { by, time })
    }

    /// Whether the game goes on, and with a clock.
    pub fn is_on_clock(&self) -> bool {
        self.has_a_clock().is_ok()
    }

    /// That nothing is at stake.
    pub(super) fn is_casual(&self) -> std::result::Result<(), Refusal> {
        match self.stake() {
            Stake::Casual => Ok(()),
            Stake::Rated => Err(Refusal::Rated),
        }
    }

    /// That the game goes on, and with a clock.
    pub(super) fn has_a_clock(&self) -> std::result::Result<(), Refusal> {
        self.still_playing()?;
        if self.control().has_clock() {
            Ok(())
        } else {
            Err(Refusal::NoClock)
        }
    }
}

#[cfg(test)]
mod tests;
