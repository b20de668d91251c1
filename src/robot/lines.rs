//! Whose line a mail waits in, told when it is stored, before anybody reads it.
//!
//! The mails of one line are handled one after the other, in the order in which they came, and only so many a minute; the
//! others of it are put off, so that who floods holds up nobody else. So the line must be that of the one who writes,
//! and not of whoever they say they are:
//!
//! - A mail that shows exactly one token of ours waits in the line of the player whose token it is, whatever sender it
//!   names. Nobody else has their tokens. A thousand mails in Ann's name without one do not touch her line; her
//!   opponent, who floods with their own token and her name, is put off themselves. All tokens of a player lead to one
//!   line: those of all their games and of all letters to them. A later move may presuppose an earlier one although it
//!   answers another letter, and nobody gets more turns by having more games.
//! - The answer to a question of ours shows a token that only its reader can have. It waits in that player's line too, or,
//!   where the question went to somebody who is no player yet, in a line of the mail that it is about.
//! - Everything else waits in the line of the sender that it names, as does a mail with several tokens, which is worth no more
//!   than one without: one with a token of the last key but one, one that cannot be read, one without a sender.
//!
//! Anybody can make up senders, so there can be any number of such lines. Therefore mails with a token are claimed first, and
//! a quarter of each batch is left for the others.
//!
//! Only the header fields are looked at: the body costs most. A program that
//! leaves out In-Reply-To and References, writes to our bare address and only quotes our letter shows its token when the mail
//! is read; until then it waits as its sender's.

use super::Robot;
use super::server::{Evidence, Server, TokenPlaces, evidence};
use crate::db::keys;
use crate::db::mailboxes::Shown;
use crate::mail::read::{self, Incoming, Unreadable};
use crate::mail::token::{Keys, Purpose, Seat};

impl Robot {
    /// Whose token each of these mails shows, by its header fields.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn shown(&self, mails: &[&[u8]]) -> sqlx::Result<Vec<Shown>> {
        if mails.is_empty() {
            return Ok(Vec::new());
        }
        let keys = Keys::new(keys::load(&self.pool).await?);
        Ok(mails
            .iter()
            .map(|raw| shown_by(&read::headers_only(raw), &self.server, &keys))
            .collect())
    }
}

/// Whose token these fields of a mail show.
pub(super) fn shown_by(
    fields: &Result<Incoming, Unreadable>,
    server: &Server,
    keys: &Keys,
) -> Shown {
    let Ok(fields) = fields else {
        return Shown::Nothing;
    };
    match evidence(&TokenPlaces::of_fields(fields), server, keys) {
        Evidence {
            purpose: Some(Purpose::Player { player, .. }),
            ..
        } => Shown::Player(player.0),
        Evidence {
            purpose: Some(Purpose::Game { game, seat, .. }),
            ..
        } => Shown::Seat {
            game: game.0,
            challenger: seat == Seat::Challenger,
        },
        Evidence {
            one_time: Some(token),
            ..
        } => Shown::Question(token.hash),
        Evidence { .. } => Shown::Nothing,
    }
}

#[cfg(test)]
mod tests;
