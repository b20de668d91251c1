//! What happens by itself as time goes by: flags, and games that nobody begins.
//!
//! A game says when it has to be looked at; only what is found then counts. Each happening is a cause of its own, so that it
//! has its effect and its letters once, however many daemons look at the same time.

use super::act::{AsOf, Work};
use super::desk::{Came, Chance, Desk};
use super::flags::Fallen;
use super::ledger::{self, Needs};
use super::reminders::{DueReminder, Remembered};
use super::{Robot, is_of_database};
use crate::db::causes::{self, Cause};
use crate::db::{self, Transaction, alarms};
use crate::game::clock::{Due, Happening, Thinking, Turn};
use crate::game::{By, CauseId, GameNumber, Manner};
use crate::letters::{Occasion, Out, ToldBy};
use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use shakmaty::Position;
use std::slice;
use tracing::{error, warn};

/// How many games are looked at in one transaction; their locks are held as long.
const BATCH: i64 = 100;

/// When a game is looked at again that could not be decided.
const AFTER_A_FAULT: TimeDelta = TimeDelta::hours(1);

/// What is due in a game now.
struct Ringing {
    game: GameNumber,
    /// The turn in which it is due.
    turn: u32,
    happening: Happening,
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
                self.remind_all(due).await?;
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
                self.remind_all(due).await?;
            }
            Err(failure) if is_of_database(&failure) => return Err(failure),
            Err(failure) => {
                error!(game, error = %format!("{failure:#}"), "what is due in a game cannot be done");
                tx.rollback().await?;
                let mut tx = self.pool.begin().await?;
                let later = db::clock(&mut tx).await? + AFTER_A_FAULT;
                alarms::look_again(&mut tx, &[(game, Some(later))]).await?;
                tx.commit().await?;
            }
        }
        Ok(())
    }

    /// Sends reminders whose games are known to be looked at again.
    async fn remind_all(&self, due: Vec<DueReminder>) -> anyhow::Result<()> {
        for one in due {
            self.remind(one).await?;
        }
        Ok(())
    }

    /// Does what is due in these games but reminders, and returns those.
    async fn look_at(
        &self,
        tx: &mut Transaction<'_>,
        games: &[i64],
    ) -> anyhow::Result<Vec<DueReminder>> {
        let tables = ledger::load_tables(tx, games).await?;
        let mut stretches = ledger::load_stretches(tx, &tables).await?;
        let remembered = Remembered::load(tx, &tables).await?;
        let mut reminders = Vec::new();
        // Read while the games are locked.
        let now = db::clock(tx).await?;
        let (mut ringing, mut again) = (Vec::new(), Vec::new());
        for (number, table) in &tables {
            let Some(told) = table.times.told_at else {
                again.push((number.0, None));
                continue;
            };
            let turn = Turn::new(told, stretches.remove(number).unwrap_or_default());
            let thinking = Thinking {
                clocks: table.game.clocks(),
                side: table.game.position().turn(),
                turn: &turn,
            };
            match thinking.due(now) {
                Due {
                    now: Some(happening),
                    ..
                } => ringing.push(Ringing {
                    game: *number,
                    turn: table.game.turn(),
                    happening,
                }),
                Due { now: None, next } => {
                    let (due, later) = remembered.due(table, &turn, now);
                    reminders.extend(due);
                    again.push((number.0, next.into_iter().chain(later).min()));
                }
            }
        }
        let held = self.held_flags(tx, &fallen(&ringing, &tables), now).await?;
        let mut falls = Vec::new();
        for (one, held) in ringing.into_iter().zip(held) {
            match held {
                None => falls.push(one),
                Some(held) => again.push((one.game.0, Some(held.until))),
            }
        }
        again.extend(self.let_happen(tx, falls, now).await?);
        alarms::look_again(tx, &again).await?;
        Ok(reminders)
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
            let cause = Cause::Alarm {
                game: one.game.0,
                turn: one.turn,
                what: word(one.happening),
            };
            match causes::begin(tx, &cause).await? {
                Some(id) => fresh.push((one, CauseId::Other(id))),
                None => known.push((one.game.0, Some(now + AFTER_A_FAULT))),
            }
        }
        if fresh.is_empty() {
            return Ok(known);
        }
        let keys = self.keys().await?;
        let work = Work {
            needs: Needs {
                games: fresh.iter().map(|(one, _)| one.game).collect(),
                ..Needs::default()
            },
            as_of: AsOf::Now,
            chance: Chance::default(),
            keys: &keys,
        };
        self.carry_out(tx, work, |desk| {
            for (one, cause) in &fresh {
                decide(desk, one, *cause).with_context(|| format!("game {}", one.game))?;
            }
            Ok(())
        })
        .await?;
        Ok(known)
    }
}

/// Under which word a happening is known again.
fn word(happening: Happening) -> &'static str {
    match happening {
        Happening::Flag { .. } => "flag",
        Happening::FirstMoveMissing { .. } => "first move",
    }
}

/// Whose time is over in these games.
fn fallen(ringing: &[Ringing], tables: &ledger::Tables) -> Vec<Fallen> {
    let of = |one: &Ringing| {
        let (Happening::Flag { side, flag: over }
        | Happening::FirstMoveMissing { side, limit: over }) = one.happening;
        Fallen {
            game: one.game,
            turn: one.turn,
            player: tables
                .get(&one.game)
                .and_then(|table| table.game.player(side)),
            over,
        }
    };
    ringing.iter().map(of).collect()
}

fn decide(desk: &mut Desk<'_>, due: &Ringing, cause: CauseId) -> anyhow::Result<()> {
    let number = due.game;
    let table = desk.tables.get_mut(&number).context("it is not there")?;
    let game = &mut table.game;
    let (event, side, over) = match due.happening {
        Happening::Flag { side, flag } => (game.time_is_over(side, flag)?, side, flag),
        Happening::FirstMoveMissing { side, limit } => {
            (game.first_move_is_missing(side)?, side, limit)
        }
    };
    let late = game.player(side);
    let players = [game.challenger(), game.opponent()];
    let by = By {
        player: late,
        cause: Some(cause),
    };
    let came = Came::at(desk.now);
    let at = desk.record(number, &event, Manner::default(), by, came);
    for reader in players {
        let out = Out {
            yours: late == Some(reader),
            over,
            told_by: ToldBy::Clock,
        };
        desk.write_about(number, reader, at, cause, |game| match due.happening {
            Happening::Flag { .. } => Occasion::TimeForfeit {
                game,
                out,
                talk: None,
            },
            Happening::FirstMoveMissing { .. } => Occasion::FirstMoveMissing { game, out },
        });
    }
    Ok(())
}
