//! Leave that begins by itself when a player's time is over, where they want that.

use super::Robot;
use super::alarm::Ringing;
use super::batch::Batch;
use super::draft::{Draft, Recipient};
use super::storage::Needs;
use crate::db::causes::{self, Cause};
use crate::db::{Transaction, players};
use crate::game::clock::Happening;
use crate::game::{CauseId, GameNumber, PlayerNumber};
use crate::letters::{LeaveDays, Occasion, OfYear, minute_in_words};
use crate::players::Cost;
use chrono::{DateTime, Utc};

/// A flag that would fall, of a player who wants leave instead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Falling {
    pub(super) game: GameNumber,
    /// Its turn.
    pub(super) turn: u32,
    pub(super) player: PlayerNumber,
    /// When their time was over.
    pub(super) over: DateTime<Utc>,
}

impl Falling {
    fn cause(&self) -> Cause {
        Cause::AutomaticLeave {
            player: self.player.0,
            game: self.game.0,
            turn: self.turn,
            at: self.over,
        }
    }
}

impl Robot {
    /// Which of these flags fall of players who want leave instead, and were not given any for this flag yet; and all else.
    pub(super) async fn leave_wanted(
        &self,
        tx: &mut Transaction<'_>,
        due: Vec<Ringing>,
    ) -> anyhow::Result<(Vec<Falling>, Vec<Ringing>)> {
        let falling: Vec<Option<Falling>> = due.iter().map(falling).collect();
        let late: Vec<i64> = falling.iter().flatten().map(|one| one.player.0).collect();
        if late.is_empty() {
            return Ok((Vec::new(), due));
        }
        let wanted = players::with_automatic_leave(tx, &late).await?;
        let (mut leave, mut left) = (Vec::new(), Vec::new());
        for (one, falling) in due.into_iter().zip(falling) {
            match falling.filter(|falling| wanted.contains(&falling.player.0)) {
                // Where it is known and the flag falls all the same, there was none left.
                Some(falling) if !causes::is_known(tx, &falling.cause()).await? => {
                    leave.push(falling);
                }
                Some(_) | None => left.push(one),
            }
        }
        Ok((leave, left))
    }

    /// Has leave begin in place of this flag, if there are days of it left; the game is looked at again in any case. In a
    /// transaction of its own: it concerns all games of the player.
    ///
    /// # Errors
    ///
    /// When the database fails; nothing has changed then.
    pub(super) async fn begin_leave(&self, due: Falling) -> anyhow::Result<()> {
        let needs = Needs {
            games: [due.game].into(),
            open_games_of_players: [due.player].into(),
            leave: true,
            ..Needs::default()
        };
        let decide = |batch: &mut Batch<'_>, cause| {
            decide(batch, cause, &due);
            Ok(())
        };
        let mut tx = self.pool.begin().await?;
        self.carry_out_once(&mut tx, &due.cause(), needs, decide)
            .await?;
        tx.commit().await?;
        Ok(())
    }
}

/// The flag among what is due; who does not begin a game has none to lose.
fn falling(due: &Ringing) -> Option<Falling> {
    match due.happening {
        Happening::Flag { flag: over, .. } | Happening::FlagToClaim { flag: over, .. } => {
            let (game, player) = (due.game, due.player?);
            Some(Falling {
                game,
                turn: due.turn,
                player,
                over,
            })
        }
        Happening::FirstMoveMissing { .. } => None,
    }
}

fn decide(batch: &mut Batch<'_>, cause: CauseId, due: &Falling) {
    batch.leave.looked_at_again.insert(due.game);
    // A mail may have come meanwhile, or leave have begun for another game.
    if batch.end_of_time(due.game) != Some(due.over) {
        return;
    }
    let Some(begun) = batch.begin_leave_by_itself(due.player, due.over) else {
        return;
    };
    let leave = LeaveDays::of(begun.leave.days, batch.now.date_naive());
    let mut letters = batch.opponents_on_leave((due.player, batch.now), &leave);
    let told = !letters.is_empty();
    if batch.is_active(due.player) && batch.may_write_to(due.player) {
        let falling = (due.game, due.over);
        let occasion = batch.leave_begun(due.player, falling, leave, begun.taken, told);
        letters.push((due.player, occasion));
    }
    for (reader, occasion) in letters {
        let draft = Draft::about_no_game(occasion, Recipient::Player(reader), cause);
        batch.drafts.push(draft);
    }
}

impl Batch<'_> {
    /// What tells a player that their leave has begun by itself, in place of the flag that would have fallen in a game at an
    /// instant; and whether their opponents are told.
    pub(super) fn leave_begun(
        &self,
        player: PlayerNumber,
        (number, over): (GameNumber, DateTime<Utc>),
        leave: LeaveDays,
        taken: Vec<Cost>,
        told: bool,
    ) -> Occasion {
        Occasion::OnLeave {
            leave,
            taken: taken.into_iter().map(OfYear::from).collect(),
            quota: self.server.leave.0,
            deadlines: self.deadlines(player),
            told,
            by_itself: Some((number.0, minute_in_words(over))),
        }
    }
}
