//! Invitations that wait until their inviter may send them.

use super::Batch;
use super::loaded::HeldInvitation;
use crate::db::held_invitations;
use crate::game::{Game, GameNumber, Phase, PlayerNumber};
use crate::letters::{Sentence, day_in_figures};
use chrono::NaiveDate;

impl Batch<'_> {
    /// The day on which an invitation goes out that has not yet, as its inviter reads it.
    pub(super) fn invited_on(&self, game: &Game, reader: PlayerNumber) -> Option<Sentence> {
        let day = self.waits_until(game.number())?;
        (reader == game.challenger()).then(|| day_in_figures(day))
    }

    /// The day (UTC) until which the invitation to this challenge waits, if it does.
    pub(in crate::robot) fn waits_until(&self, challenge: GameNumber) -> Option<NaiveDate> {
        match self.held_invitations.get(&challenge)?.fate {
            held_invitations::Fate::Waits(day) => Some(day),
            held_invitations::Fate::Sent | held_invitations::Fate::NeverSent => None,
        }
    }

    /// Says what becomes of the invitation to this challenge.
    pub(in crate::robot) fn hold_invitation(
        &mut self,
        challenge: GameNumber,
        fate: held_invitations::Fate,
    ) {
        let held = HeldInvitation {
            fate,
            changed: true,
        };
        self.held_invitations.insert(challenge, held);
    }

    /// The challenges of a player whose invitations wait, and until when.
    pub(in crate::robot) fn waiting_invitations(
        &self,
        inviter: PlayerNumber,
    ) -> impl Iterator<Item = (&Game, NaiveDate)> {
        let games = self.games.values().map(|loaded| &loaded.game);
        games
            .filter(move |game| game.challenger() == inviter && game.phase() == Phase::Offered)
            .filter_map(|game| Some((game, self.waits_until(game.number())?)))
    }
}
