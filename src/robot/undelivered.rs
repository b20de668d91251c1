//! A letter that never arrives: whoever waits for its reader is told.
//!
//! When it is the letter that shows that nothing arrives there any more, it is not lost: it is held back with those that
//! come after it, and the other players are told that once.

use super::desk::Desk;
use super::{Robot, bounces, is_of_database, ledger, letter, tell_administrator};
use crate::db;
use crate::db::bounces::Letter;
use crate::db::outbox::{self, Undelivered};
use crate::game::{GameNumber, PlayerNumber};
use crate::letters::Occasion;
use tracing::error;
use uuid::Uuid;

/// The occasions of the questions whether a mail is the reader's. Who rests answers them too late or never, and what they
/// ask about has been given up by then.
const QUESTIONS: [&str; 4] = [
    "confirm_orders",
    "confirm_leaving",
    "confirm_new_address",
    "answered_elsewhere",
];

impl Robot {
    /// Gives a claimed letter up, and tells the other player of its game when it was to tell the reader of what he did.
    /// When it is the reader's address that is `unreachable`, this counts against it like a letter that came back; and if
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
        unreachable: bool,
    ) -> anyhow::Result<()> {
        let mut tx = self.pool.begin().await?;
        let refused = if unreachable {
            db::bounces::claimed_letter(&mut tx, claim, id).await?
        } else {
            None
        };
        let Some(lost) = outbox::mark_failed(&mut tx, claim, id, reason).await? else {
            return Ok(());
        };
        match self.tell_of(&mut tx, &lost, refused, reason).await {
            Ok(()) => tx.commit().await?,
            Err(failure) if is_of_database(&failure) => return Err(failure),
            // What cannot be told must not be tried for ever.
            Err(failure) => {
                error!(letter = id, error = %format!("{failure:#}"), "nobody could be told of a lost letter");
                tx.rollback().await?;
                let mut tx = self.pool.begin().await?;
                outbox::mark_failed(&mut tx, claim, id, reason).await?;
                tx.commit().await?;
            }
        }
        Ok(())
    }

    async fn tell_of(
        &self,
        tx: &mut crate::db::Transaction<'_>,
        lost: &Undelivered,
        refused: Option<Letter>,
        reason: &str,
    ) -> anyhow::Result<()> {
        let Some(cause) = lost.cause else {
            return Ok(());
        };
        // A letter that tells of no event of the other player concerns its reader alone.
        let told = match (lost.game, lost.event_number, lost.player) {
            (Some(game), Some(_), Some(reader)) => Some((GameNumber(game), PlayerNumber(reader))),
            _ => None,
        };
        if told.is_none() && refused.is_none() {
            return Ok(());
        }
        let needs = ledger::Needs {
            games: told.iter().map(|(game, _)| *game).collect(),
            refused: refused.iter().cloned().collect(),
            ..ledger::Needs::default()
        };
        let mut desk = ledger::lay_out(tx, &self.house, needs, None).await?;
        if let Some(letter) = &refused {
            bounces::refused(&mut desk, letter, cause, reason);
        }
        // Questions to who rests are sent all the same, and those that do not arrive are not worth keeping.
        let waits = refused.filter(|letter| {
            bounces::is_of_resting(&desk, letter) && !QUESTIONS.contains(&lost.occasion.as_str())
        });
        if let Some(letter) = waits {
            outbox::hold_back(tx, letter.id).await?;
        } else if let Some((game, reader)) = told {
            tell_other_player(&mut desk, game, reader, cause);
        }
        let keys = self.keys().await?;
        let postings = letter::post(&mut desk, &self.templates, &keys)?;
        ledger::put_away(tx, &desk, &postings).await?;
        tell_administrator(&desk);
        Ok(())
    }
}

fn tell_other_player(desk: &mut Desk<'_>, number: GameNumber, lost: PlayerNumber, cause: i64) {
    let Some(table) = desk.tables.get(&number) else {
        return;
    };
    let other = table.game.other(lost);
    desk.write_about(number, other, None, Some(cause), |game| {
        Occasion::Undelivered { game }
    });
}
