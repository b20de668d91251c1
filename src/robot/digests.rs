//! The list of their games that players have sent to them by itself, in addition to the letters of their games.

use super::Robot;
use super::batch::{Batch, Randomness};
use super::draft::{Draft, Recipient};
use super::is_of_database;
use super::storage::Needs;
use crate::db::causes::Cause;
use crate::db::digests::{self, DueDigest};
use crate::game::{CauseId, PlayerNumber};
use crate::letters::Occasion;
use tracing::error;

impl Robot {
    /// Sends the list of games that is due for the longest time, where there is something to list. Returns whether one was
    /// due.
    ///
    /// # Errors
    ///
    /// When the database fails; nothing has changed then.
    pub async fn send_digest(&self) -> anyhow::Result<bool> {
        let mut tx = self.pool.begin().await?;
        let Some(due) = digests::next_due(&mut tx).await? else {
            return Ok(false);
        };
        let player = PlayerNumber(due.player_id);
        let name = format!("digest {} {}", due.player_id, due.due.timestamp_micros());
        let keys = self.keys().await?;
        let randomness = Randomness::of_cause(&name, &keys);
        let needs = Needs {
            open_games_of_players: [player].into(),
            ..Needs::default()
        };
        let cause = Cause::Digest {
            player: due.player_id,
            due: due.due,
        };
        let decide = |batch: &mut Batch<'_>, cause| {
            batch.randomness = randomness;
            decide(batch, cause, player);
            Ok(())
        };
        match self.carry_out_once(&mut tx, &cause, needs, decide).await {
            Ok(Some(_)) => tx.commit().await?,
            // Sent before, and due all the same: what was loaded before it was sent was written back by a mail since then.
            Ok(None) => {
                tx.rollback().await?;
                self.put_off_digest(due).await?;
            }
            Err(failure) if is_of_database(&failure) => return Err(failure),
            // One that cannot be written holds up no other.
            Err(failure) => {
                error!(player = due.player_id, error = %format!("{failure:#}"), "a list of games cannot be sent");
                tx.rollback().await?;
                self.put_off_digest(due).await?;
            }
        }
        Ok(true)
    }

    async fn put_off_digest(&self, due: DueDigest) -> anyhow::Result<()> {
        digests::put_off(&self.pool, due, None).await?;
        Ok(())
    }
}

fn decide(batch: &mut Batch<'_>, cause: CauseId, player: PlayerNumber) {
    let now = batch.now;
    let Some(known) = batch.players.get_mut(&player) else {
        return;
    };
    let every = known.digest.word();
    known.digest_due = known.digest.next(now, known.zone);
    batch.changed_players.insert(player);
    let open = batch.open_games(player);
    let games = batch.lines(&open, player);
    if games.is_empty()
        || !batch.is_active(player)
        || !batch.may_write_to(player)
        || batch.rests(player)
    {
        return;
    }
    let occasion = Occasion::Digest { games, every };
    let draft = Draft::about_no_game(occasion, Recipient::Player(player), cause);
    batch.drafts.push(draft);
}
