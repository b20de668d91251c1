//! Spectators: what players watch who do not play it, and the games that are sent to them when these have ended.

use super::batch::{Batch, Randomness};
use super::draft::{Draft, Recipient};
use super::storage::Needs;
use super::{Robot, is_of_database};
use crate::db::causes::Cause;
use crate::db::watches::{self, DueGame, WatchRow, WatchableRow};
use crate::game::{CauseId, GameNumber, PlayerNumber};
use crate::letters::{Occasion, TournamentName, WatchedView};
use shakmaty::Color;
use tracing::error;

/// So many tournaments and games that have not ended one player watches at the most.
pub(super) const MOST_WATCHED: usize = 10;

/// So many games are sent to one player within a day at the most.
const MOST_A_DAY: i64 = 20;

/// What players watch, and what changes of it.
#[derive(Clone, Debug, Default)]
pub(super) struct LoadedWatches {
    /// In the order in which they have said so.
    pub(super) known: Vec<Watch>,
    /// Games that are named and can be watched.
    pub(super) watchable: Vec<WatchableRow>,
    pub(super) changes: Vec<Change>,
}

/// Something that a player watches.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    pub(super) player: PlayerNumber,
    pub(super) what: WatchedView,
}

/// Something that changes of it.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// Somebody watches this tournament.
    Tournament(PlayerNumber, i64),
    /// Somebody watches this game.
    Game(PlayerNumber, i64),
    /// Somebody watches the tournament of this name no more.
    NoTournament(PlayerNumber, String),
    /// Somebody watches this game no more.
    NoGame(PlayerNumber, i64),
}

impl Watch {
    /// What this row says, where it names something.
    pub(super) fn of(row: WatchRow) -> Option<Watch> {
        let what = match (row.name.zip(row.title), row.game_id) {
            (Some((name, title)), _) => WatchedView::Tournament {
                tournament: TournamentName { name, title },
                publication: row.publication?,
            },
            (None, Some(number)) => WatchedView::Game {
                number,
                players: [row.challenger?, row.opponent?],
            },
            (None, None) => return None,
        };
        Some(Watch {
            player: PlayerNumber(row.player_id),
            what,
        })
    }
}

impl LoadedWatches {
    /// What a player watches.
    pub(super) fn of(&self, player: PlayerNumber) -> Vec<WatchedView> {
        let own = self.known.iter().filter(|watch| watch.player == player);
        own.map(|watch| watch.what.clone()).collect()
    }
}

impl Robot {
    /// Sends somebody the game that was to be sent for the longest time. Returns whether there was one.
    ///
    /// # Errors
    ///
    /// When the database fails; nothing has changed then.
    pub async fn send_watched(&self) -> anyhow::Result<bool> {
        let mut tx = self.pool.begin().await?;
        let Some(due) = watches::next_due(&mut tx, MOST_A_DAY).await? else {
            return Ok(false);
        };
        let keys = self.keys().await?;
        let name = format!("watched {} {}", due.player_id, due.game_id);
        let randomness = Randomness::of_cause(&name, &keys);
        let needs = Needs {
            games: [GameNumber(due.game_id)].into(),
            told: [PlayerNumber(due.player_id)].into(),
            ..Needs::default()
        };
        let cause = Cause::Watched {
            player: due.player_id,
            game: due.game_id,
        };
        let decide = |batch: &mut Batch<'_>, cause| {
            batch.randomness = randomness;
            decide(batch, cause, due);
            Ok(())
        };
        match self.carry_out_once(&mut tx, &cause, needs, decide).await {
            Ok(_) => {}
            Err(failure) if is_of_database(&failure) => return Err(failure),
            // One that cannot be written holds up no other.
            Err(failure) => {
                error!(?due, error = %format!("{failure:#}"), "a game cannot be sent to who watches it");
                tx.rollback().await?;
                tx = self.pool.begin().await?;
            }
        }
        watches::note_told(&mut tx, due).await?;
        tx.commit().await?;
        Ok(true)
    }
}

fn decide(batch: &mut Batch<'_>, cause: CauseId, due: DueGame) {
    let (reader, number) = (PlayerNumber(due.player_id), GameNumber(due.game_id));
    if !batch.is_active(reader) || !batch.may_write_to(reader) {
        return;
    }
    let Some(game) = batch.games.get(&number).map(|loaded| &loaded.game) else {
        return;
    };
    if game.phase().ending().is_none() {
        return;
    }
    // As White sees it: whoever watches has no side.
    let white = game.player(Color::White).unwrap_or(game.challenger());
    let Some(mut view) = batch.view(number, white) else {
        return;
    };
    (view.your_side, view.outcome, view.time) = (None, None, None);
    let tournament = view.tournament.as_ref().map(|one| TournamentName {
        name: one.name.clone(),
        title: one.title.clone(),
    });
    let occasion = Occasion::Watched {
        game: view,
        tournament,
    };
    let draft = Draft::about_no_game(occasion, Recipient::Player(reader), cause);
    batch.drafts.push(draft);
}
