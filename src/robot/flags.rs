//! Whether flags may fall, as far as mailboxes and mails say: the facts for [`super::guard`].

use super::alarm;
use super::batch::{Batch, LoadedGame};
use super::guard::{Facts, Fate, Sign, Undecided, Waits, falls};
use super::{Robot, reading};
use crate::db::flags::{self, Undecided as Row};
use crate::db::mailboxes::seen;
use crate::db::senders::{self, Claim};
use crate::db::{Transaction, borders, causes, clock_faults};
use crate::game::clock::Flags;
use crate::game::{GameNumber, PlayerNumber};
use crate::letters::{MailWait, WaitingMail};
use crate::mail::authentication::Dmarc;
use crate::mail::token::{Purpose, Seat};
use chrono::{DateTime, TimeDelta, Utc};
use shakmaty::Position;
use std::collections::HashSet;
use std::sync::Arc;

/// When a flag that waits is looked at again.
const AGAIN: TimeDelta = TimeDelta::minutes(5);

/// A flag whose time has come.
#[derive(Clone, Copy, Debug)]
pub struct Fallen {
    /// The game.
    pub game: GameNumber,
    /// Its turn.
    pub turn: u32,
    /// Whose time is over.
    pub player: Option<PlayerNumber>,
    /// When it was over.
    pub over: DateTime<Utc>,
    /// A mail of the player's that came before this keeps it up: where it has to be claimed, a move counts until then.
    pub saved_before: DateTime<Utc>,
}

/// A flag that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// For what: a word of the table.
    pub why: &'static str,
    /// When to look again.
    pub until: DateTime<Utc>,
    /// The mail of which both players are to be told, where it waits for one for days.
    pub(super) wait: Option<MailWait>,
}

impl Robot {
    /// For each of these flags, in their order: nothing where it falls now, or for what it waits, which is noted.
    ///
    /// # Errors
    ///
    /// When the database fails, or no process can be had that reads mails.
    pub async fn held_flags(
        &self,
        tx: &mut Transaction<'_>,
        fallen: &[Fallen],
        now: DateTime<Utc>,
    ) -> anyhow::Result<Vec<Option<Held>>> {
        if fallen.is_empty() {
            return Ok(Vec::new());
        }
        let mut facts = Facts {
            stopped: clock_faults::any(&mut **tx).await?,
            mailboxes: seen::read(&mut **tx).await?,
            mails: Vec::new(),
        };
        let theirs = fallen
            .iter()
            .filter_map(|one| Some((one.player?.0, one.saved_before)));
        let theirs: Vec<(i64, DateTime<Utc>)> = theirs.collect();
        let mut signed = Vec::new();
        for row in flags::undecided(tx, &theirs).await? {
            let sign = self.sign_of(&row, PlayerNumber(row.player)).await?;
            signed.push((row, sign));
        }
        let mut held = Vec::new();
        for one in fallen {
            let of_player = signed
                .iter()
                .filter(|(row, _)| one.player.is_some_and(|player| player.0 == row.player));
            let before = of_player.filter(|(row, _)| row.came < one.saved_before);
            facts.mails = before.map(|(row, sign)| undecided(row, *sign)).collect();
            held.push(match falls(one.over, now, &facts) {
                Ok(()) => None,
                Err(waits) => {
                    note(tx, one, waits).await?;
                    Some(Held {
                        why: waits.word(),
                        until: now + AGAIN,
                        wait: told(waits),
                    })
                }
            });
        }
        Ok(held)
    }

    /// The loaded games in which time that is over must be claimed, and cannot be yet.
    ///
    /// # Errors
    ///
    /// As [`Robot::held_flags`].
    pub(super) async fn flags_that_wait(
        &self,
        tx: &mut Transaction<'_>,
        batch: &Batch<'_>,
    ) -> anyhow::Result<HashSet<GameNumber>> {
        let claimed = |(_, loaded): &(&GameNumber, &LoadedGame)| match loaded.game.control().flags()
        {
            Flags::Claimed => true,
            Flags::Automatic => false,
        };
        let fallen = batch
            .games
            .iter()
            .filter(claimed)
            .filter_map(|(&game, loaded)| {
                let over = batch.end_of_time(game).filter(|over| *over < batch.now)?;
                Some(Fallen {
                    game,
                    turn: loaded.game.turn(),
                    player: loaded.game.player(loaded.game.position().turn()),
                    over,
                    saved_before: batch.now,
                })
            });
        let fallen: Vec<Fallen> = fallen.collect();
        let held = self.held_flags(tx, &fallen, batch.now).await?;
        let waits = fallen.iter().zip(held).filter(|(_, held)| held.is_some());
        let mut waits: HashSet<GameNumber> = waits.map(|(one, _)| one.game).collect();
        for one in fallen {
            // Whose leave may begin by itself has it begin first.
            let late = one.player.and_then(|player| batch.players.get(&player));
            let known = late.is_none_or(|late| !late.automatic_leave)
                || causes::is_known(tx, &alarm::to_claim(one.game, one.turn)).await?;
            if !known {
                waits.insert(one.game);
            }
        }
        Ok(waits)
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
        let (server, keys, raw) = (Arc::clone(&self.server), self.keys().await?, raw.clone());
        let signs =
            tokio::task::spawn_blocking(move || reading::signs(&raw, whole, &server, &keys));
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

/// Of what both players are told: what takes days, and what no administrator mends for all games at once.
fn told(waits: Waits) -> Option<MailWait> {
    let (mail, until) = match waits {
        Waits::Held(_, until) => (WaitingMail::AskedAbout, until),
        Waits::Dead(_, until) => (WaitingMail::LaidAside, until),
        Waits::Grace | Waits::Stopped | Waits::Unseen(_) | Waits::New(_) => return None,
    };
    Some(MailWait { mail, until })
}

fn undecided(row: &Row, sign: Sign) -> Undecided {
    let fate = match (row.dead, row.held) {
        (true, _) => Fate::Dead(row.since),
        (false, true) => Fate::Held(row.since),
        (false, false) => Fate::New,
    };
    Undecided {
        id: row.id,
        fate,
        sign,
    }
}

async fn note(tx: &mut Transaction<'_>, fallen: &Fallen, waits: Waits) -> sqlx::Result<()> {
    let turn = i32::try_from(fallen.turn).unwrap_or(i32::MAX);
    let (game, flag) = (fallen.game.0, fallen.over);
    let (mailbox, mail) = (waits.mailbox(), waits.mail());
    flags::note_held(tx, game, turn, flag, waits.word(), mailbox, mail).await
}
