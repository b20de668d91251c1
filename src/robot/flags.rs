//! Whether flags may fall, as far as mailboxes and mails say: the facts for [`super::guard`].

use super::guard::{Facts, Fate, Sign, Undecided, Waits, falls};
use super::{Robot, reading};
use crate::db::flags::{self, Undecided as Row};
use crate::db::mailboxes::seen;
use crate::db::senders::{self, Claim};
use crate::db::{Transaction, borders, clock_faults};
use crate::game::PlayerNumber;
use crate::mail::authentication::Dmarc;
use crate::mail::token::{Purpose, Seat};
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// A flag whose time has come.
#[derive(Clone, Copy, Debug)]
pub struct Due {
    /// The game.
    pub game: i64,
    /// Its turn.
    pub turn: i32,
    /// Whose time is over.
    pub player: PlayerNumber,
    /// When it was over.
    pub flag: DateTime<Utc>,
}

impl Robot {
    /// Whether this flag falls now. One that waits is noted with what it waits for, a word of the table, which is returned.
    ///
    /// # Errors
    ///
    /// When the database fails, or no process can be had that reads mails.
    pub async fn may_flag_fall(
        &self,
        tx: &mut Transaction<'_>,
        due: Due,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Result<(), &'static str>> {
        let Err(waits) = self.flag_falls(tx, due.player, due.flag, now).await? else {
            return Ok(Ok(()));
        };
        let (game, turn, flag) = (due.game, due.turn, due.flag);
        let (mailbox, mail) = (waits.mailbox(), waits.mail());
        flags::note_held(tx, game, turn, flag, waits.word(), mailbox, mail).await?;
        Ok(Err(waits.word()))
    }

    /// Whether the flag of this player falls whose time was over at this instant; if not, why.
    ///
    /// # Errors
    ///
    /// When the database fails, or no process can be had that reads mails.
    async fn flag_falls(
        &self,
        tx: &mut Transaction<'_>,
        player: PlayerNumber,
        flag: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Result<(), Waits>> {
        let mut facts = Facts {
            stopped: clock_faults::any(&mut **tx).await?,
            mailboxes: seen::read(&mut **tx).await?,
            mails: Vec::new(),
        };
        // Mails are asked for only when nothing else holds it up.
        if let Err(waits) = falls(flag, now, &facts) {
            return Ok(Err(waits));
        }
        for row in flags::undecided(tx, player.0, flag).await? {
            let sign = self.sign_of(&row, player).await?;
            facts.mails.push(Undecided {
                id: row.id,
                fate: fate(&row),
                sign,
            });
        }
        Ok(falls(flag, now, &facts))
    }

    /// What a mail shows of being this player's.
    async fn sign_of(&self, row: &Row, player: PlayerNumber) -> anyhow::Result<Sign> {
        if row.proven {
            return Ok(Sign::Code);
        }
        let Some(raw) = &row.raw else {
            return Ok(Sign::Nothing);
        };
        // One that was laid aside may have killed who read it: its header was read when it was stored.
        let whole = !row.dead && !row.oversized && self.stopped(raw).await?.is_none();
        let (house, keys, raw) = (Arc::clone(&self.house), self.keys().await?, raw.clone());
        let signs = tokio::task::spawn_blocking(move || reading::signs(&raw, whole, &house, &keys));
        let Some(signs) = signs.await? else {
            return Ok(Sign::Nothing);
        };
        let (game, code_of) = match signs.purpose {
            Some(Purpose::Game { game, seat, .. }) => {
                (Some((game.0, seat == Seat::Challenger)), None)
            }
            Some(Purpose::Player { player, .. }) => (None, Some(player.0)),
            None => (None, None),
        };
        let claim = Claim {
            key: signs.sender,
            game,
            player: code_of,
        };
        let sender = senders::of(&self.pool, &[claim]).await?;
        let sender = sender.first();
        let id = Some(player.0);
        if sender.is_some_and(|sender| sender.holder_id == id) {
            return Ok(Sign::Code);
        }
        let passed = match signs.dmarc {
            Dmarc::Pass(border) => {
                let believed = borders::stripping_borders(&self.pool, &[border]).await?;
                !believed.is_empty() && sender.is_some_and(|sender| sender.player_id == id)
            }
            Dmarc::Fail | Dmarc::Disguised | Dmarc::Unknown => false,
        };
        Ok(if passed { Sign::Pass } else { Sign::Nothing })
    }
}

fn fate(row: &Row) -> Fate {
    match (row.dead, row.held) {
        (true, _) => Fate::Dead(row.since),
        (false, true) => Fate::Held(row.since),
        (false, false) => Fate::New,
    }
}
