//! Mails that were handled by a database that was lost: they are handled once more for what they do, one by one in the
//! order in which they came, and nobody is answered twice.
//!
//! What was drawn by lot then is drawn the same now, and numbers come in the same order, so the games, colours, tokens
//! and Message-IDs that the players know are made again. Their letters are written and not sent; instead both players of
//! each open game are told once how it stands.

use super::batch::Batch;
use super::storage::Needs;
use super::{Robot, reading};
use crate::db::causes::Cause;
use crate::db::clock_faults::Kind;
use crate::db::inbox::{self, Claimed};
use crate::db::{events, games, outbox};
use crate::game::{CauseId, GameNumber};
use crate::letters::Occasion;
use crate::mail::token::Purpose;
use anyhow::Context;
use std::collections::BTreeSet;
use uuid::Uuid;

/// What a replay came to.
#[derive(Clone, Debug, Default)]
pub struct Replayed {
    /// How many mails were handled; one that waited for a confirmation counts twice.
    pub mails: u64,
    /// Open games whose players are told now how they stand.
    pub games: u64,
    /// How many mails wait whose senders are asked once more whether they wrote them.
    pub asked: u64,
    /// Numbers of games that mails name by a token of ours, and that were not made again.
    pub missing: Vec<i64>,
}

impl Robot {
    /// Handles all stored replays, lets time go on, and tells the players of open games in which something was done, or may
    /// have been due meanwhile, how they stand. May be called again after it was cut off.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn replay(&self) -> anyhow::Result<Replayed> {
        let mut replayed = Replayed::default();
        let mut named = BTreeSet::new();
        loop {
            let claim = Uuid::new_v4();
            let Some(mail) = inbox::claim_replay(&self.pool, claim).await? else {
                break;
            };
            if mail.attempts > inbox::ATTEMPTS {
                inbox::bury(&self.pool, claim, mail.id).await?;
                continue;
            }
            let readable = self
                .lay_aside_unreadable(claim, std::slice::from_ref(&mail))
                .await?;
            if readable.is_empty() {
                continue;
            }
            named.extend(self.game_named_in(&mail).await?);
            self.replay_held_moves(mail.arrived_at).await?;
            self.handle_alone(claim, &mail).await?;
            replayed.mails += 1;
        }
        // What was lost is credited first, so that each game is told of once, and with its time as it is from now on.
        let told = self.resume(&[Kind::Restore]).await?.told;
        for (game, mail) in events::replayed(&self.pool).await? {
            let cause = Cause::Replay { game, mail };
            let is_told = told.contains(&game);
            if is_told || self.tell_restored(GameNumber(game), &cause).await? {
                replayed.games += 1;
            }
        }
        replayed.asked = outbox::ask_again(&self.pool).await?;
        let named: Vec<i64> = named.into_iter().collect();
        replayed.missing = games::unknown(&self.pool, &named).await?;
        Ok(replayed)
    }

    /// The game of the token in a mail, when the token is ours.
    async fn game_named_in(&self, mail: &Claimed) -> anyhow::Result<Option<i64>> {
        let keys = self.keys().await?;
        let read = reading::open(mail.clone(), &self.server, &keys);
        let purpose = read
            .content
            .ok()
            .and_then(|content| content.evidence.purpose);
        Ok(match purpose {
            Some(Purpose::Game { game, .. }) => Some(game.0),
            Some(Purpose::Player { .. }) | None => None,
        })
    }

    /// Tells both players of a game how it stands, once for this cause. Returns whether it was done now.
    pub(super) async fn tell_restored(
        &self,
        number: GameNumber,
        cause: &Cause,
    ) -> anyhow::Result<bool> {
        let needs = Needs {
            games: [number].into(),
            ..Needs::default()
        };
        let mut tx = self.pool.begin().await?;
        let tell = |batch: &mut Batch<'_>, cause| tell_how_it_stands(batch, cause, number);
        let told = self.carry_out_once(&mut tx, cause, needs, tell).await?;
        tx.commit().await?;
        Ok(told.is_some())
    }
}

fn tell_how_it_stands(
    batch: &mut Batch<'_>,
    cause: CauseId,
    number: GameNumber,
) -> anyhow::Result<()> {
    let loaded = batch.games.get(&number);
    let game = &loaded
        .with_context(|| format!("there is no game {number}"))?
        .game;
    for reader in [game.challenger(), game.opponent()] {
        batch.write_about(number, reader, None, cause, |game| Occasion::Restored {
            game,
        });
    }
    Ok(())
}
