//! Who a player is, and whether they may be written to.

use super::Batch;
use crate::game::{CauseId, PlayerNumber};
use crate::letters::{Answers, Language};
use crate::mail::address;
use chrono::{DateTime, Days, NaiveDate, Utc};

/// For how many days somebody who wants no mail may still come back to their games before the other one can end them.
const DAYS_OF_ABSENCE: Days = Days::new(7);

/// The first day on which a game can be ended without somebody who wants no mail since then.
pub(in crate::robot) fn days_after(since: DateTime<Utc>) -> Option<NaiveDate> {
    since.date_naive().checked_add_days(DAYS_OF_ABSENCE)
}

impl Batch<'_> {
    /// Whether a player wants to hear from this other one.
    pub(in crate::robot) fn hears(&self, player: PlayerNumber, other: PlayerNumber) -> bool {
        !self.blocks.contains(&(player, other))
    }

    /// The language of a player's letters.
    pub(in crate::robot) fn language(&self, player: PlayerNumber) -> Language {
        let known = self.players.get(&player);
        known.map_or(Language::English, |known| known.prefers.language)
    }

    /// A player of the batch. Everybody who can be asked for is loaded; the fallback only keeps a fault from being a
    /// panic.
    pub(in crate::robot) fn name(&self, player: PlayerNumber) -> &str {
        self.players
            .get(&player)
            .map_or("A player", |known| known.name.as_str())
    }

    /// Whether this player has ever answered us with a valid token.
    pub(in crate::robot) fn is_active(&self, player: PlayerNumber) -> bool {
        self.players.get(&player).is_some_and(|known| known.active)
    }

    /// Whether all that was known of this player was erased: only their games are left, and a name that says nothing.
    pub(in crate::robot) fn is_forgotten(&self, player: PlayerNumber) -> bool {
        self.players
            .get(&player)
            .is_some_and(|known| known.address.is_empty())
    }

    /// What is known of the mail that a letter with this cause answers.
    pub(in crate::robot) fn answers(&self, cause: CauseId) -> Answers {
        match cause.mail() {
            Some(mail) if self.unproven.contains(&mail) => Answers::Unproven,
            Some(_) | None => Answers::Proven,
        }
    }

    /// Whether we may write to this player.
    pub(in crate::robot) fn may_write_to(&self, player: PlayerNumber) -> bool {
        self.players.get(&player).is_some_and(|known| {
            !known.blocked && !known.address.is_empty() && !self.is_silenced(&known.address)
        })
    }

    /// Whether the administrator lets this player neither write nor get mail.
    pub(in crate::robot) fn is_blocked(&self, player: PlayerNumber) -> bool {
        self.players.get(&player).is_some_and(|known| known.blocked)
    }

    /// Whether letters to this player are held back, since mail to them comes back.
    pub(in crate::robot) fn rests(&self, player: PlayerNumber) -> bool {
        self.players
            .get(&player)
            .is_some_and(|known| known.reached.rests_since.is_some())
    }

    /// Whether this address said "stop".
    pub(in crate::robot) fn is_silenced(&self, address: &str) -> bool {
        let key = address::key(address);
        (self.silenced.contains_key(&key) || self.stop.contains(&key)) && !self.start.contains(&key)
    }

    /// The first day (UTC) on which a game with this player can be ended by the other one alone, since they want no
    /// mail and may never move; `None` while they take mail.
    pub(in crate::robot) fn may_be_left_from(&self, player: PlayerNumber) -> Option<NaiveDate> {
        let address = &self.players.get(&player)?.address;
        let since = self.silenced.get(&address::key(address)).copied();
        self.is_silenced(address)
            .then(|| days_after(since.unwrap_or(self.now)))
            .flatten()
    }
}
