//! A letter that never arrives: whoever waits for its reader is told.
//!
//! When it is the letter that shows that nothing arrives there any more, it is not lost: it is held back with those that
//! come after it, and the other players are told that once.

use super::batch::Batch;
use super::storage::Needs;
use super::{Robot, bounces, is_of_database};
use crate::db::bounces::ReturnedLetter;
use crate::db::causes::Cause;
use crate::db::clock_stops;
use crate::db::outbox::{self, Undelivered};
use crate::db::{self, Transaction};
use crate::game::{CauseId, GameNumber, PlayerNumber};
use crate::letters::{Asks, LetterKind, Occasion, Untold};
use tracing::error;
use uuid::Uuid;

/// Why a letter cannot be delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Its reader's address takes no mail.
    Address,
    /// Anything else: it was tried for too long, or what it says is not taken.
    Other,
}

impl Robot {
    /// Gives a claimed letter up, and tells the other player of its game when it was to tell the reader what happened there.
    /// When the reader's address is at fault, this counts against it like a letter that came back; and if
    /// nothing is sent there any more, the letter waits with the others.
    ///
    /// # Errors
    ///
    /// When the database fails; nothing has changed then.
    pub async fn give_up(
        &self,
        claim: Uuid,
        id: i64,
        reason: &str,
        fault: Fault,
    ) -> anyhow::Result<()> {
        let mut tx = self.pool.begin().await?;
        let refused = match fault {
            Fault::Address => db::bounces::claimed_letter(&mut tx, claim, id).await?,
            Fault::Other => None,
        };
        let Some(lost) = outbox::mark_failed(&mut tx, claim, id, reason).await? else {
            return Ok(());
        };
        let cause = Cause::Undelivered { letter: id, claim };
        match self.tell_of(&mut tx, &cause, &lost, refused, reason).await {
            Ok(()) => {
                clock_stops::letter_lost(&mut tx, id).await?;
                tx.commit().await?;
            }
            Err(failure) if is_of_database(&failure) => return Err(failure),
            // What cannot be told must not be tried for ever.
            Err(failure) => {
                error!(letter = id, error = %format!("{failure:#}"), "nobody could be told of a lost letter");
                tx.rollback().await?;
                let mut tx = self.pool.begin().await?;
                outbox::mark_failed(&mut tx, claim, id, reason).await?;
                clock_stops::letter_lost(&mut tx, id).await?;
                tx.commit().await?;
            }
        }
        Ok(())
    }

    async fn tell_of(
        &self,
        tx: &mut Transaction<'_>,
        cause: &Cause,
        lost: &Undelivered,
        refused: Option<ReturnedLetter>,
        reason: &str,
    ) -> anyhow::Result<()> {
        // A letter that tells of no event concerns its reader alone.
        let told = match (lost.game, lost.event_number, lost.player) {
            (Some(game), Some(_), Some(reader)) => Some((GameNumber(game), PlayerNumber(reader))),
            _ => None,
        };
        if told.is_none() && refused.is_none() {
            return Ok(());
        }
        let needs = Needs {
            games: told.iter().map(|(game, _)| *game).collect(),
            refused: refused.iter().cloned().collect(),
            ..Needs::default()
        };
        let decide = |batch: &mut Batch<'_>, cause| {
            if let Some(letter) = &refused {
                bounces::refused(batch, letter, cause, reason);
            }
            // Questions to who rests are sent all the same, and those that do not arrive are not worth keeping.
            let waits = refused.filter(|letter| {
                bounces::is_of_resting(batch, letter) && !asks_whose(&lost.occasion)
            });
            if let Some(letter) = waits {
                batch.returned.held_back.push(letter.id);
            } else if let Some((game, reader)) = told {
                tell_other_player(batch, game, reader, untold(lost), cause);
            }
            Ok(())
        };
        self.carry_out_once(tx, cause, needs, decide).await?;
        Ok(())
    }
}

/// Whether a letter that the database knows by this word asks whose a mail or an address is.
fn asks_whose(occasion: &str) -> bool {
    LetterKind::named(occasion).is_some_and(|kind| kind.asks == Asks::Whose)
}

fn untold(lost: &Undelivered) -> Untold {
    if lost.ruled {
        Untold::Ruling
    } else {
        Untold::Deed
    }
}

fn tell_other_player(
    batch: &mut Batch<'_>,
    number: GameNumber,
    lost: PlayerNumber,
    untold: Untold,
    cause: CauseId,
) {
    let Some(loaded) = batch.games.get(&number) else {
        return;
    };
    let other = loaded.game.other(lost);
    batch.write_about(number, other, None, cause, |game| Occasion::Undelivered {
        game,
        untold,
    });
}
