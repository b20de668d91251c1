//! What happens by itself as time goes by: flags, and games that nobody begins.
//!
//! A game says when it has to be looked at; only what is found then counts. Each happening is a cause of its own, so that it
//! has its effect and its letters once, however many daemons look at the same time.

use super::act::{AsOf, Work};
use super::automatic_leave::Falling;
use super::batch::{Batch, Came, HeldMove, LoadedGame, Randomness, end_of_time, thinking, turn_of};
use super::flags::Fallen;
use super::reminders::{DueReminder, Remembered};
use super::storage::{self, Needs, Stretches};
use super::waiting_flags::WaitingFlag;
use super::{Robot, is_of_database};
use crate::db::causes::{self, Cause};
use crate::db::{self, Transaction, alarms};
use crate::game::clock::{Due, Happening};
use crate::game::{By, CauseId, Event, GameNumber, Manner, PlayerNumber};
use crate::letters::{GameView, Occasion, Out, ToldBy};
use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::HashMap;
use std::slice;
use tracing::{error, warn};

/// How many games are looked at in one transaction; their locks are held as long.
const BATCH: i64 = 50;

/// When a game is looked at again that could not be decided.
pub(super) const AFTER_A_FAULT: TimeDelta = TimeDelta::hours(1);

/// When a game is looked at again in which leave is to begin, if nothing came of that.
const AFTER_LEAVE: TimeDelta = TimeDelta::minutes(1);

/// What is due in a game now.
pub(super) struct Ringing {
    pub(super) game: GameNumber,
    /// The turn in which it is due.
    pub(super) turn: u32,
    pub(super) happening: Happening,
    /// Whose time is over.
    pub(super) player: Option<PlayerNumber>,
    /// When to look again, where it has happened before.
    next: Option<DateTime<Utc>>,
}

/// What is known about games that are looked at, beside themselves.
struct Known {
    stretches: Stretches,
    remembered: Remembered,
    held_moves: HashMap<GameNumber, HeldMove>,
}

/// What was found in games that were looked at.
#[derive(Default)]
struct Found {
    ringing: Vec<Ringing>,
    /// Held moves that are to be sent, each with its turn.
    going_out: Vec<(GameNumber, u32)>,
    reminders: Vec<DueReminder>,
    /// Where nothing is due, and when to look again.
    again: Vec<(i64, Option<DateTime<Utc>>)>,
    /// When the time of the side to move is over in each.
    reckoned: Vec<(i64, Option<DateTime<Utc>>)>,
}

/// What is due and concerns other games as well, or none: it is done when the games that were looked at are free again.
struct Later {
    reminders: Vec<DueReminder>,
    leave: Vec<Falling>,
}

impl Robot {
    /// Looks at games in which something may be due, and does what is. Returns how many were looked at; none means that
    /// there is nothing to do now.
    ///
    /// # Errors
    ///
    /// When the database fails; nothing has changed then.
    pub async fn do_what_is_due(&self) -> anyhow::Result<usize> {
        let mut tx = self.pool.begin().await?;
        let claimed = alarms::claim(&mut tx, BATCH).await?;
        if claimed.is_empty() {
            return Ok(0);
        }
        match self.look_at(&mut tx, &claimed).await {
            Ok(due) => {
                tx.commit().await?;
                self.do_later(due).await?;
            }
            Err(failure) if is_of_database(&failure) => return Err(failure),
            Err(failure) => {
                warn!(games = claimed.len(), error = %format!("{failure:#}"), "what is due failed, trying the games one by one");
                tx.rollback().await?;
                for game in &claimed {
                    self.look_at_one(*game).await?;
                }
            }
        }
        Ok(claimed.len())
    }

    /// Looks at one game alone; one that cannot be decided holds up no other.
    async fn look_at_one(&self, game: i64) -> anyhow::Result<()> {
        let mut tx = self.pool.begin().await?;
        if !alarms::claim_one(&mut tx, game).await? {
            return Ok(());
        }
        match self.look_at(&mut tx, slice::from_ref(&game)).await {
            Ok(due) => {
                tx.commit().await?;
                self.do_later(due).await?;
            }
            Err(failure) if is_of_database(&failure) => return Err(failure),
            Err(failure) => {
                error!(game, error = %format!("{failure:#}"), "what is due in a game cannot be done");
                tx.rollback().await?;
                let mut tx = self.pool.begin().await?;
                let later = db::clock(&mut tx).await? + AFTER_A_FAULT;
                alarms::look_again(&mut tx, &[(game, Some(later))]).await?;
                alarms::reckon(&mut tx, &[(game, None)]).await?;
                tx.commit().await?;
            }
        }
        Ok(())
    }

    /// Sends reminders, and has leave begin, whose games are known to be looked at again.
    async fn do_later(&self, due: Later) -> anyhow::Result<()> {
        for one in due.leave {
            self.begin_leave(one).await?;
        }
        for one in due.reminders {
            self.remind(one).await?;
        }
        Ok(())
    }

    /// Does what is due in these games and concerns no others, and returns the rest.
    async fn look_at(&self, tx: &mut Transaction<'_>, games: &[i64]) -> anyhow::Result<Later> {
        let loaded_games = storage::load_games(tx, games).await?;
        // Read while the games are locked.
        let now = db::clock(tx).await?;
        let stretches = storage::load_stretches(tx, &loaded_games, now).await?;
        let remembered = Remembered::load(tx, &loaded_games).await?;
        let held_moves = storage::load_held_moves(tx, &loaded_games).await?;
        let known = Known {
            stretches,
            remembered,
            held_moves,
        };
        let mut found = Found::default();
        for loaded in loaded_games.values() {
            found.add(loaded, &known, now);
        }
        let Found {
            ringing,
            going_out,
            reminders,
            mut again,
            reckoned,
        } = found;
        alarms::reckon(tx, &reckoned).await?;
        again.extend(self.send_held_moves(tx, going_out, now).await?);
        let fallen = fallen(&ringing);
        let held = self.held_flags(tx, &fallen, now).await?;
        let (mut falls, mut waiting) = (Vec::new(), Vec::new());
        for ((one, flag), held) in ringing.into_iter().zip(fallen).zip(held) {
            let Some(held) = held else {
                falls.push(one);
                continue;
            };
            again.push((one.game.0, Some(held.until)));
            waiting.extend(held.wait.map(|wait| WaitingFlag { flag, wait }));
        }
        self.tell_of_waiting_flags(tx, &waiting).await?;
        let (leave, falls) = self.leave_wanted(tx, falls).await?;
        let soon = now + AFTER_LEAVE;
        again.extend(leave.iter().map(|one| (one.game.0, Some(soon))));
        again.extend(self.let_happen(tx, falls, now).await?);
        alarms::look_again(tx, &again).await?;
        Ok(Later { reminders, leave })
    }

    /// Does what is due. Returns the games in which it was done before, and when to look at them again.
    async fn let_happen(
        &self,
        tx: &mut Transaction<'_>,
        due: Vec<Ringing>,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Vec<(i64, Option<DateTime<Utc>>)>> {
        let (mut fresh, mut known) = (Vec::new(), Vec::new());
        for one in due {
            let cause = cause(one.game, one.turn, word(one.happening));
            match causes::begin(tx, &cause).await? {
                Some(id) => fresh.push((one, CauseId::Other(id))),
                None => known.push((one.game.0, one.next.or(Some(now + AFTER_A_FAULT)))),
            }
        }
        if fresh.is_empty() {
            return Ok(known);
        }
        let once_more = fresh.iter().filter(|(one, _)| one.next.is_some());
        known.extend(once_more.map(|(one, _)| (one.game.0, one.next)));
        self.in_each(tx, &fresh, |one| one.game, decide).await?;
        Ok(known)
    }

    /// Decides about each of these games, all of them loaded at once.
    pub(super) async fn in_each<T: Sync>(
        &self,
        tx: &mut Transaction<'_>,
        due: &[(T, CauseId)],
        game: fn(&T) -> GameNumber,
        decide: fn(&mut Batch<'_>, &T, CauseId) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let keys = self.keys().await?;
        let work = Work {
            needs: Needs {
                games: due.iter().map(|(one, _)| game(one)).collect(),
                ..Needs::default()
            },
            as_of: AsOf::Now,
            randomness: Randomness::default(),
            keys: &keys,
        };
        self.carry_out(tx, work, |batch| {
            for (one, cause) in due {
                decide(batch, one, *cause).with_context(|| format!("game {}", game(one)))?;
            }
            Ok(())
        })
        .await?;
        Ok(())
    }
}

impl Found {
    /// What is due in this game, or when to look at it again.
    fn add(&mut self, loaded: &LoadedGame, known: &Known, now: DateTime<Utc>) {
        let game = &loaded.game;
        let number = game.number();
        let ends = end_of_time(loaded, &known.stretches);
        self.reckoned.push((number.0, ends));
        // An hour before the flag at the latest, so that there is no other alarm of this turn.
        if let Some(held) = known.held_moves.get(&number) {
            let goes_out = held.goes_out(ends);
            match goes_out <= now {
                true => self.going_out.push((number, game.turn())),
                false => self.again.push((number.0, Some(goes_out))),
            }
            return;
        }
        let Some(turn) = turn_of(loaded, &known.stretches) else {
            self.again.push((number.0, None));
            return;
        };
        let thinking = thinking(game, &turn);
        match thinking.due(now) {
            Due {
                now: Some(happening),
                next,
            } => self.ringing.push(Ringing {
                game: number,
                turn: game.turn(),
                happening,
                player: game.player(thinking.side),
                next,
            }),
            Due { now: None, next } => {
                let (due, next_one) = known.remembered.due(loaded, &turn, now);
                self.reminders.extend(due);
                let next = next.into_iter().chain(next_one).min();
                self.again.push((number.0, next));
            }
        }
    }
}

/// Under which word a happening is known again.
fn word(happening: Happening) -> &'static str {
    match happening {
        Happening::Flag { .. } => "flag",
        Happening::FlagToClaim { .. } => TO_CLAIM,
        Happening::FirstMoveMissing { .. } => "first move",
    }
}

const TO_CLAIM: &str = "flag to claim";

/// That a flag can be claimed in this turn was told.
pub(super) fn to_claim(game: GameNumber, turn: u32) -> Cause {
    cause(game, turn, TO_CLAIM)
}

/// What happens by itself in this turn of a game, once.
pub(super) fn cause(game: GameNumber, turn: u32, what: &'static str) -> Cause {
    let game = game.0;
    Cause::Alarm { game, turn, what }
}

/// Whose time is over in these games.
fn fallen(ringing: &[Ringing]) -> Vec<Fallen> {
    let of = |one: &Ringing| {
        let (Happening::Flag { flag: over, .. }
        | Happening::FlagToClaim { flag: over, .. }
        | Happening::FirstMoveMissing { limit: over, .. }) = one.happening;
        Fallen {
            game: one.game,
            turn: one.turn,
            player: one.player,
            over,
            saved_before: over,
        }
    };
    ringing.iter().map(of).collect()
}

fn decide(batch: &mut Batch<'_>, due: &Ringing, cause: CauseId) -> anyhow::Result<()> {
    let lost = batch.lost_time(due.game);
    let loaded = batch.games.get_mut(&due.game).context("it is not there")?;
    let game = &mut loaded.game;
    match due.happening {
        // Nothing happens in the game: who waits has to say what they claim.
        Happening::FlagToClaim { flag, .. } => {
            tell(batch, due, (None, flag), cause, |game, out| {
                Occasion::TimeToClaim { game, out }
            });
        }
        Happening::Flag { side, flag } => {
            let event = game.time_is_over(side, flag)?;
            let at = record(batch, due, &event, cause);
            tell(batch, due, (at, flag), cause, |game, out| {
                let game = lost.told_in(game, out.yours);
                let talk = None;
                Occasion::TimeForfeit { game, out, talk }
            });
        }
        Happening::FirstMoveMissing { side, limit } => {
            let event = game.first_move_is_missing(side)?;
            let at = record(batch, due, &event, cause);
            tell(batch, due, (at, limit), cause, |game, out| {
                Occasion::FirstMoveMissing { game, out }
            });
        }
    }
    Ok(())
}

fn record(batch: &mut Batch<'_>, due: &Ringing, event: &Event, cause: CauseId) -> Option<u32> {
    let by = By {
        player: due.player,
        cause: Some(cause),
    };
    let came = Came::at(batch.now);
    batch.record(due.game, event, Manner::default(), by, came)
}

/// Tells both players of it: by which event, and when time was over.
fn tell(
    batch: &mut Batch<'_>,
    due: &Ringing,
    (event, over): (Option<u32>, DateTime<Utc>),
    cause: CauseId,
    occasion: impl Fn(GameView, Out) -> Occasion,
) {
    tell_both(
        batch,
        due.game,
        (due.player, over),
        (event, cause),
        occasion,
    );
}

/// Tells both players of a game whose time was over in it, and when.
pub(super) fn tell_both(
    batch: &mut Batch<'_>,
    number: GameNumber,
    (late, over): (Option<PlayerNumber>, DateTime<Utc>),
    (event, cause): (Option<u32>, CauseId),
    occasion: impl Fn(GameView, Out) -> Occasion,
) {
    let Some(loaded) = batch.games.get(&number) else {
        return;
    };
    for reader in [loaded.game.challenger(), loaded.game.opponent()] {
        let out = Out {
            yours: late == Some(reader),
            over,
            told_by: ToldBy::Clock,
        };
        batch.write_about(number, reader, event, cause, |game| occasion(game, out));
    }
}
