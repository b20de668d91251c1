//! Reminders of a move whose time runs: one letter to a player for all that falls due within some hours, and each reminder
//! once.
//!
//! Whether one is due is asked where flags are, [`super::alarm`]. It is sent in a transaction of its own, since the other
//! games of its player are looked at for it: those of a look at many games are locked in another order.

use super::Robot;
use super::batch::{Batch, LoadedGame, Randomness, Reminded};
use super::draft::{Draft, Recipient};
use super::is_of_database;
use super::storage::{LoadedGames, Needs};
use crate::db::causes::Cause;
use crate::db::{Transaction, clock_faults, reminders};
use crate::game::clock::{Reminders, Reminding, TOGETHER, Turn, goes_with, reminding};
use crate::game::{CauseId, GameNumber, Phase, PlayerNumber, Zone};
use crate::letters::Occasion;
use chrono::{DateTime, TimeDelta, Utc};
use shakmaty::Position;
use std::collections::HashMap;
use tracing::error;

/// When a game is looked at again whose reminder is being sent.
pub(super) const AGAIN: TimeDelta = TimeDelta::minutes(1);

/// A reminder that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DueReminder {
    pub(super) game: GameNumber,
    player: PlayerNumber,
    turn: u32,
    at: DateTime<Utc>,
}

/// When those want to be reminded who are to move, and how far that is done.
pub(super) struct Remembered {
    wishes: HashMap<PlayerNumber, (Option<Zone>, Reminders)>,
    done: HashMap<GameNumber, (u32, DateTime<Utc>)>,
    /// Nobody is reminded while the clocks cannot be trusted.
    wait: bool,
}

impl Remembered {
    /// What is known about these games.
    pub(super) async fn load(
        tx: &mut Transaction<'_>,
        loaded_games: &LoadedGames,
    ) -> anyhow::Result<Remembered> {
        let running = || {
            loaded_games
                .values()
                .filter(|loaded| loaded.times.told_at.is_some())
        };
        let players: Vec<i64> = running()
            .filter_map(|loaded| to_move(loaded).map(|player| player.0))
            .collect();
        let games: Vec<i64> = running().map(|loaded| loaded.game.number().0).collect();
        let wishes = reminders::wishes(tx, &players)
            .await?
            .into_iter()
            .map(|row| {
                let zone = row.zone.and_then(|zone| zone.parse().ok());
                let wanted = row.reminders.parse().unwrap_or_default();
                (PlayerNumber(row.player_id), (zone, wanted))
            });
        let done = reminders::done(tx, &games).await?.into_iter().map(|row| {
            let turn = u32::try_from(row.turn).unwrap_or_default();
            (GameNumber(row.game_id), (turn, row.until))
        });
        Ok(Remembered {
            wishes: wishes.collect(),
            done: done.collect(),
            wait: clock_faults::any(&mut **tx).await?,
        })
    }

    /// The reminder that is due in this game, or when to look for one again.
    pub(super) fn due(
        &self,
        loaded: &LoadedGame,
        turn: &Turn,
        now: DateTime<Utc>,
    ) -> (Option<DueReminder>, Option<DateTime<Utc>>) {
        let game = &loaded.game;
        let Some(player) = to_move(loaded) else {
            return (None, None);
        };
        let Some((zone, wanted)) = self.wishes.get(&player) else {
            return (None, None);
        };
        let done = self.done.get(&game.number());
        let done = done.filter(|(turn, _)| *turn == game.turn());
        let done = done.map(|(_, until)| *until);
        let instants = wanted.of_turn(game.clocks(), game.position().turn(), turn, *zone);
        match reminding(&instants, done, now, *zone) {
            Reminding::Now(_) if self.wait => (None, Some(now + AGAIN)),
            Reminding::Now(at) => {
                let due = DueReminder {
                    game: game.number(),
                    player,
                    turn: game.turn(),
                    at,
                };
                (Some(due), Some(now + AGAIN))
            }
            Reminding::Later(at) => (None, Some(at)),
            Reminding::Done => (None, None),
        }
    }
}

/// Whose move it is in a game that goes on.
fn to_move(loaded: &LoadedGame) -> Option<PlayerNumber> {
    let game = &loaded.game;
    let going_on = game.phase() == Phase::Playing;
    going_on
        .then(|| game.player(game.position().turn()))
        .flatten()
}

impl Robot {
    /// Sends a reminder, and with it what falls due soon for the same player. One that cannot be sent holds up nothing.
    ///
    /// # Errors
    ///
    /// When the database fails; nothing has changed then.
    pub(super) async fn remind(&self, due: DueReminder) -> anyhow::Result<()> {
        let mut tx = self.pool.begin().await?;
        let name = format!("reminder {} {} {}", due.game, due.turn, due.at.timestamp());
        let keys = self.keys().await?;
        let randomness = Randomness::of_cause(&name, &keys);
        let needs = Needs {
            open_games_of_players: [due.player].into(),
            reminders: true,
            ..Needs::default()
        };
        let cause = Cause::Reminder {
            game: due.game.0,
            turn: due.turn,
            at: due.at,
        };
        let decide = |batch: &mut Batch<'_>, cause| {
            batch.randomness = randomness;
            decide(batch, cause, due);
            Ok(())
        };
        match self.carry_out_once(&mut tx, &cause, needs, decide).await {
            Ok(_) => tx.commit().await?,
            Err(failure) if is_of_database(&failure) => return Err(failure),
            Err(failure) => {
                error!(game = due.game.0, error = %format!("{failure:#}"), "a reminder cannot be sent");
                tx.rollback().await?;
            }
        }
        Ok(())
    }
}

fn decide(batch: &mut Batch<'_>, cause: CauseId, due: DueReminder) {
    let Some(known) = batch.players.get(&due.player) else {
        return;
    };
    let (zone, wanted) = (known.zone, known.reminders.clone());
    let mut games: Vec<(Option<DateTime<Utc>>, GameNumber)> = batch
        .games
        .values()
        .filter(|loaded| to_move(loaded) == Some(due.player))
        .filter(|loaded| batch.held_move(loaded.game.number()).is_none())
        // Who is late already is told in another letter.
        .filter(|loaded| batch.time_ends(loaded) > Some(batch.now))
        .filter(|loaded| falls_due(batch, loaded, due, &wanted, zone))
        .map(|loaded| (batch.time_ends(loaded), loaded.game.number()))
        .collect();
    games.sort_unstable();
    let games: Vec<GameNumber> = games.into_iter().map(|(_, number)| number).collect();
    // Moved meanwhile, or reminded with another game.
    if !games.contains(&due.game) {
        return;
    }
    let until = batch.now + TOGETHER;
    for number in &games {
        if let Some(loaded) = batch.games.get(number) {
            let turn = loaded.game.turn();
            let done = Reminded {
                turn,
                until,
                changed: true,
            };
            batch.reminders.done.insert(*number, done);
        }
    }
    if let [only] = games.as_slice() {
        batch.write_about(*only, due.player, None, cause, |game| Occasion::Reminder {
            game,
        });
        return;
    }
    if !batch.is_active(due.player) || !batch.may_write_to(due.player) {
        return;
    }
    let occasion = Occasion::Reminders {
        games: batch.lines(&games, due.player),
    };
    let draft = Draft::about_no_game(occasion, Recipient::Player(due.player), cause);
    batch.drafts.push(draft);
}

/// Whether a reminder of this game is due, or goes with the one that is.
fn falls_due(
    batch: &Batch<'_>,
    loaded: &LoadedGame,
    due: DueReminder,
    wanted: &Reminders,
    zone: Option<Zone>,
) -> bool {
    let game = &loaded.game;
    let number = game.number();
    let Some(turn) = batch.turn_of(number) else {
        return false;
    };
    let done = batch.reminders.done.get(&number);
    let done = done.filter(|done| done.turn == game.turn());
    let done = done.map(|done| done.until);
    let instants = wanted.of_turn(game.clocks(), game.position().turn(), &turn, zone);
    if number == due.game {
        let now = matches!(
            reminding(&instants, done, batch.now, zone),
            Reminding::Now(_)
        );
        now && game.turn() == due.turn
    } else {
        goes_with(&instants, done, batch.now)
    }
}
