//! The one door through which whatever happens here goes: a cause is carried out.
//!
//! A cause has its kind, its instant, and what it is known by, so that the same one brings about its effect and its letters
//! once. A mail is known by its content, and its row in the inbox is its cause: a second row for each mail would cost every
//! move an insert and say nothing more. All others are written down by [`causes::begin`] in the transaction that carries them
//! out, so that a second try finds them there and does nothing. What happens in games and the letters that tell of it point
//! to their cause, by a [`CauseId`], whichever kind it is.
//!
//! | cause                                      | known by                              | decided in             |
//! |--------------------------------------------|---------------------------------------|------------------------|
//! | a mail                                     | its content                           | [`super::decide`]      |
//! | the administrator decides in a game        | what this decision was called         | [`super::rulings`]     |
//! | the administrator decides in a tournament | what this decision was called         | [`super::tournament_rulings`] |
//! | the administrator credits time to all      | what this credit was called           | [`super::credits`]     |
//! | the administrator changes an address      | what this change was called           | [`super::elsewhere`]   |
//! | a letter never arrives                     | the letter, and this try to deliver it| [`super::undelivered`] |
//! | mails were replayed in a game              | the game, and the last of the mails   | [`super::replay`]      |
//! | the database was restored                  | the game, and what was noted          | [`super::credits`]     |
//! | the administrator forgets a player         | the player                            | [`super::forget`]      |
//! | an invitation waited until it may be sent  | the challenge, and the day            | [`super::invitations`] |
//! | something is due by itself in a game      | the game, its turn, and what is due   | [`super::alarm`]       |
//! | leave of a player begins by itself        | the player, the game, and the instant | [`super::automatic_leave`] |
//! | a move that was held is sent              | the game and its turn                 | [`super::held_moves`]  |
//! | a player is reminded of a move            | the game, its turn, and the instant   | [`super::reminders`]   |
//! | nobody has taken a seek in time            | the seek                              | [`super::seeks`]       |
//! | a tournament begins, or is over            | the tournament, and which of both     | [`super::tournaments`] |
//! | the list of their games is due for a player | the player, and the instant          | [`super::digests`]     |
//!
//! What takes long is made before, from the cause alone, and handed in; while a cause is carried out, its games are locked.

use super::batch::{Batch, Randomness};
use super::conflict::Conflict;
use super::storage::{self, Needs};
use super::{Robot, forget, letter, ratings};
use crate::db::Transaction;
use crate::db::causes::{self, Cause};
use crate::db::events;
use crate::db::inbox::Claimed;
use crate::db::personal::{self, Forgotten};
use crate::game::CauseId;
use crate::mail::token::Keys;
use anyhow::bail;
use chrono::{DateTime, Utc};
use tracing::{error, info, warn};

/// What is carried out together: one cause, or a batch of mails.
pub(super) struct Work<'k> {
    /// What must be loaded for it.
    pub(super) needs: Needs,
    pub(super) as_of: AsOf,
    /// What is drawn by lot for it.
    pub(super) randomness: Randomness,
    pub(super) keys: &'k Keys,
}

/// As of when something is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AsOf {
    /// Now.
    Now,
    /// When the mail came: it was handled then, by a database that was lost, and its letters were sent.
    Replayed {
        mail: i64,
        arrived_at: DateTime<Utc>,
    },
}

impl AsOf {
    pub(super) fn of_mail(mail: &Claimed) -> AsOf {
        if mail.replayed {
            AsOf::Replayed {
                mail: mail.id,
                arrived_at: mail.arrived_at,
            }
        } else {
            AsOf::Now
        }
    }
}

/// What carrying out came to.
pub(super) struct CarriedOut<T> {
    /// What the decision returned.
    pub(super) decided: T,
    /// What was erased of players who are forgotten by it.
    pub(super) forgotten: Forgotten,
}

impl Robot {
    /// Carries out a cause that is no mail, in the caller's transaction. `None` when it was carried out before.
    ///
    /// # Errors
    ///
    /// When the database fails, or what `decide` returns; the transaction must be rolled back then.
    pub(super) async fn carry_out_once<T: Send>(
        &self,
        tx: &mut Transaction<'_>,
        cause: &Cause,
        needs: Needs,
        decide: impl FnOnce(&mut Batch<'_>, CauseId) -> anyhow::Result<T> + Send,
    ) -> anyhow::Result<Option<CarriedOut<T>>> {
        let Some(id) = causes::begin(tx, cause).await? else {
            info!(?cause, "carried out before");
            return Ok(None);
        };
        let keys = self.keys().await?;
        let work = Work {
            needs,
            as_of: AsOf::Now,
            randomness: Randomness::default(),
            keys: &keys,
        };
        let carried_out = self.carry_out(tx, work, |batch| decide(batch, CauseId::Other(id)));
        carried_out.await.map(Some)
    }

    /// Loads what is needed, decides, renders the letters, and writes all of it down, in the caller's transaction.
    ///
    /// # Errors
    ///
    /// When the database fails, or what `decide` returns; the transaction must be rolled back then.
    pub(super) async fn carry_out<T: Send>(
        &self,
        tx: &mut Transaction<'_>,
        work: Work<'_>,
        decide: impl FnOnce(&mut Batch<'_>) -> anyhow::Result<T> + Send,
    ) -> anyhow::Result<CarriedOut<T>> {
        let decided_at = match work.as_of {
            AsOf::Now => None,
            AsOf::Replayed { arrived_at, .. } => Some(arrived_at),
        };
        let claims_time = work.needs.flags;
        let mut batch = storage::load(tx, &self.server, work.needs, decided_at).await?;
        batch.randomness = work.randomness;
        if claims_time {
            batch.waiting_flags = self.flags_that_wait(tx, &batch).await?;
        }
        let decided = decide(&mut batch)?;
        // Before anything is written: who waits for a player's row shall hold nothing that the other one may want.
        for player in &batch.forgotten {
            personal::lock(tx, player.0).await?;
        }
        ratings::rate(tx, &mut batch).await?;
        let mut postings = letter::post(&mut batch, &self.templates, work.keys)?;
        for posting in &mut postings {
            posting.was_sent = decided_at.is_some();
        }
        storage::save(tx, &batch, &postings).await?;
        let forgotten = erase_forgotten(tx, &batch).await?;
        if let AsOf::Replayed { mail, .. } = work.as_of {
            events::note_told(tx, mail).await?;
        }
        tell_administrator(&batch);
        Ok(CarriedOut { decided, forgotten })
    }
}

/// Erases what is known of players who are forgotten, now that their games are over.
async fn erase_forgotten(tx: &mut Transaction<'_>, batch: &Batch<'_>) -> anyhow::Result<Forgotten> {
    let mut erased = Forgotten::default();
    for player in &batch.forgotten {
        // One that came after all was loaded: this is tried again, and then that one ends as well.
        if let Some((game, _)) = personal::lock(tx, player.0).await?.first() {
            bail!(Conflict::GameBegan(*game));
        }
        let Forgotten { mails, letters } = personal::forget(tx, player.0, forget::KEYED).await?;
        erased.mails += mails;
        erased.letters += letters;
        info!(player = player.0, "player forgotten");
    }
    Ok(erased)
}

/// Says in the log what became of mails, and who cannot be reached from now on.
fn tell_administrator(batch: &Batch<'_>) {
    for handled in &batch.handled {
        info!(
            mail = handled.id,
            outcome = ?handled.outcome,
            reason = handled.reason.as_deref().unwrap_or_default(),
            player = handled.player,
            "mail handled"
        );
    }
    for (player, reason) in &batch.returned.rests {
        if *reason == "complaint" {
            error!(
                player = player.0,
                "a provider reports our mail to this player as spam; nothing more is sent to him"
            );
        } else {
            warn!(
                player = player.0,
                "letters to this player keep coming back; they are held back until he writes"
            );
        }
    }
}
