//! Letters that were decided on, before they are put into words.

use crate::game::{CauseId, GameNumber, PlayerNumber};
use crate::letters::Occasion;
use crate::mail::token::OneTime;

/// A letter that was decided on.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) occasion: Occasion,
    pub(super) to: Recipient,
    /// The game it is about: its subject, its thread, its token.
    pub(super) game: Option<GameNumber>,
    /// The turn of the game when it was decided on; its token is bound to it.
    pub(super) turn: u32,
    /// The event that it tells the other player of.
    pub(super) event: Option<u32>,
    /// What brought it about.
    pub(super) cause: CauseId,
    /// The Message-ID of that mail, when this letter answers it.
    pub(super) answers: Option<Answering>,
    /// The token of a letter that asks for confirmation.
    pub(super) one_time: Option<OneTime>,
    /// Of a letter about no game: the events by which it tells its reader that it is their turn in games.
    pub(super) turns: Vec<(GameNumber, u32)>,
}

impl Draft {
    /// A letter that is about no game and answers no mail.
    pub(super) fn about_no_game(occasion: Occasion, to: Recipient, cause: CauseId) -> Draft {
        Draft {
            occasion,
            to,
            game: None,
            turn: 0,
            event: None,
            cause,
            answers: None,
            one_time: None,
            turns: Vec::new(),
        }
    }
}

/// The mail that a letter answers.
#[derive(Clone, Debug, Default)]
pub(super) struct Answering {
    pub(super) message_id: Option<String>,
}

/// Whom a letter goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Recipient {
    /// A player, at their main address.
    Player(PlayerNumber),
    /// A player, at another address than their main one.
    PlayerAt {
        /// The player.
        player: PlayerNumber,
        /// As mail is sent to it.
        address: String,
    },
    /// An address that is nobody's yet.
    Stranger {
        /// As it was written.
        address: String,
    },
}
