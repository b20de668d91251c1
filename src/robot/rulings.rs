//! What the administrator decides in a game: its result, that moves stand no longer, or that a clock stands. Nobody can bring that about by
//! mail.

use super::batch::{Batch, Came};
use super::storage::Needs;
use super::undo::undo;
use super::{Robot, is_of_database};
use crate::db::causes::{self, Cause};
use crate::db::{Transaction, clock_stops, tournaments};
use crate::game::clock::{ClockRuling, Reason, Span, Stretch, end_at};
use crate::game::{By, CauseId, Game, GameNumber, Manner, Result};
use crate::letters::{ClockRuled, GameView, Occasion, Undone, one_line};
use crate::tournaments::table::Counted;
use anyhow::{Context, bail};
use chrono::{DateTime, Utc};
use uuid::Uuid;

/// The longest reason, in characters.
pub(super) const LONGEST_REASON: usize = 500;

/// What the administrator decides.
#[derive(Clone, Debug)]
pub enum Ruling {
    /// The game is over.
    Adjudicate {
        /// With this result.
        result: Result,
        /// Why; the commands take none that is empty.
        reason: String,
    },
    /// Moves stand no longer; a game that is over goes on.
    Correct {
        /// How many plies are left.
        left: u32,
        /// Why; the commands take none that is empty.
        reason: String,
    },
    /// Something about the clocks.
    Clocks {
        /// What.
        ruling: ClockRuling,
        /// Why; the commands take none that is empty.
        reason: String,
    },
}

/// Who decides it, and by what.
#[derive(Clone, Debug)]
pub(super) struct Decider<'n> {
    /// The name of the director of the game's tournament; none where it is the administrator.
    pub(super) director: Option<&'n str>,
    pub(super) cause: CauseId,
    /// Whether a game that is ended by it counts in the table of its tournament.
    pub(super) counted: Counted,
    /// Why a game is lost by it that is lost by leaving its tournament.
    pub(super) taken_out: Option<TakenOut<'n>>,
}

/// Who loses a game is taken out of its tournament.
#[derive(Clone, Debug)]
pub(super) struct TakenOut<'n> {
    /// How the tournament is called in letters.
    pub(super) title: &'n str,
    /// Why, in the words of whoever decides it.
    pub(super) reason: &'n str,
}

impl Ruling {
    fn reason(&self) -> &str {
        match self {
            Ruling::Adjudicate { reason, .. }
            | Ruling::Correct { reason, .. }
            | Ruling::Clocks { reason, .. } => reason,
        }
    }
}

impl Robot {
    /// Carries out what the administrator decides, records it, and tells both players, in one transaction. Returns how
    /// many of them can be told. A decision that is tried a second time under the same `id` is not carried out again.
    ///
    /// # Errors
    ///
    /// When the database fails, there is no such game, or it does not stand so that this can be done; nothing has
    /// happened then.
    pub async fn rule(&self, id: Uuid, number: i64, ruling: &Ruling) -> anyhow::Result<i64> {
        if ruling.reason().chars().count() > LONGEST_REASON {
            bail!("the reason is longer than {LONGEST_REASON} characters");
        }
        let cause = Cause::Ruling { id };
        let number = GameNumber(number);
        match self.try_ruling(&cause, number, ruling).await {
            // Whether it was carried out nobody knows, and a second try does no harm.
            Err(failure) if is_of_database(&failure) => {
                self.try_ruling(&cause, number, ruling).await?
            }
            tried => tried?,
        }
        Ok(causes::letters(&self.pool, &cause).await?)
    }

    async fn try_ruling(
        &self,
        cause: &Cause,
        number: GameNumber,
        ruling: &Ruling,
    ) -> anyhow::Result<()> {
        let mut tx = self.pool.begin().await?;
        let needs = Needs {
            games: [number].into(),
            ..Needs::default()
        };
        let decide = |batch: &mut Batch<'_>, cause| {
            let by = Decider {
                director: None,
                cause,
                counted: Counted::Yes,
                taken_out: None,
            };
            decide(batch, &by, number, ruling)
        };
        let done = self.carry_out_once(&mut tx, cause, needs, decide).await?;
        match (done, ruling) {
            (Some(done), Ruling::Clocks { ruling, .. }) => {
                stop_clocks(&mut tx, number, *ruling, done.decided.other()).await?;
            }
            (Some(done), Ruling::Correct { .. }) => {
                tournaments::reopen(&mut tx, number.0, done.decided.other()).await?;
            }
            (Some(_), Ruling::Adjudicate { .. }) | (None, _) => {}
        }
        tx.commit().await?;
        Ok(())
    }
}

/// Writes down what stops the clocks of a game, or does so no longer.
async fn stop_clocks(
    tx: &mut Transaction<'_>,
    number: GameNumber,
    ruling: ClockRuling,
    cause: Option<i64>,
) -> anyhow::Result<()> {
    match ruling {
        ClockRuling::Paused => {
            if !clock_stops::pause(tx, number.0, cause).await? {
                bail!("game {number} is paused already");
            }
        }
        ClockRuling::Resumed => {
            if !clock_stops::resume(tx, number.0).await? {
                bail!(
                    "game {number} is not paused by you; a pause that its players have agreed upon is theirs"
                );
            }
        }
        ClockRuling::Credited { from, until } => {
            clock_stops::credit(tx, Some(number.0), from, until, None, cause).await?;
        }
    }
    Ok(())
}

/// Changes the game, and writes to those of its players who take part here and may be written to: who was invited and has
/// never answered has no game that could be decided.
pub(super) fn decide(
    batch: &mut Batch<'_>,
    decider: &Decider<'_>,
    number: GameNumber,
    ruling: &Ruling,
) -> anyhow::Result<CauseId> {
    let cause = decider.cause;
    let reason = one_line(ruling.reason().trim());
    let loaded = batch
        .games
        .get_mut(&number)
        .with_context(|| format!("there is no game {number}"))?;
    let before = loaded.game.clone();
    if let Ruling::Clocks { ruling, .. } = ruling {
        makes_a_difference(batch, number, *ruling)?;
    }
    let loaded = batch.games.get_mut(&number).context("it is there")?;
    let event = match ruling {
        Ruling::Adjudicate { result, .. } => loaded.game.adjudicate(*result, reason.clone()),
        Ruling::Correct { left, .. } => loaded.game.correct(*left, reason.clone()),
        Ruling::Clocks { .. } if !loaded.game.control().has_clock() => {
            bail!("game {number} has no clock");
        }
        Ruling::Clocks { ruling, .. } => loaded.game.rule_on_clocks(*ruling, reason.clone()),
    };
    let event = event.with_context(|| format!("game {number}"))?;
    if let Ruling::Clocks { ruling, .. } = ruling {
        let now = batch.now;
        batch.stretches_change(number, |stretches| apply(*ruling, now, stretches));
    }
    let by = By {
        player: None,
        cause: Some(cause),
    };
    let came = Came::at(batch.now);
    let at = batch.record(number, &event, Manner::default(), by, came);
    let undone = undo(batch, &before);
    for reader in [before.challenger(), before.opponent()] {
        batch.write_about(number, reader, at, cause, |game| {
            let undone = undone.told_to(reader);
            occasion((ruling, decider), &before, game, &undone, &reason)
        });
    }
    Ok(cause)
}

/// That a ruling about clocks changes what runs now: letters would tell of what never was.
fn makes_a_difference(
    batch: &Batch<'_>,
    number: GameNumber,
    ruling: ClockRuling,
) -> anyhow::Result<()> {
    let turn = batch.turn_of(number);
    let over = batch.end_of_time(number).filter(|over| *over <= batch.now);
    match (ruling, over) {
        (ClockRuling::Paused, Some(over)) => bail!(
            "the time of the side to move was over {}, and a pause does not undo that: credit time before, by \
             `penpawn clocks credit --game {number}`, or decide the game",
            over.format("%Y-%m-%d %H:%M:%S UTC")
        ),
        (ClockRuling::Credited { until, .. }, _) if until > batch.now => {
            bail!("that time has not passed yet: wait until it has, or pause the game")
        }
        (ClockRuling::Credited { until, .. }, _) => {
            if turn.is_none_or(|turn| turn.since() >= until) {
                bail!(
                    "no clock of game {number} ran then that runs now: what moves were charged stays as it is"
                );
            }
            Ok(())
        }
        (ClockRuling::Paused | ClockRuling::Resumed, _) => Ok(()),
    }
}

/// What `stop_clocks` writes down, in the batch: the letters that tell of it count with it.
fn apply(ruling: ClockRuling, now: DateTime<Utc>, stretches: &mut Vec<Stretch>) {
    match ruling {
        ClockRuling::Paused => stretches.push(Stretch {
            reason: Reason::Pause,
            span: Span::since(now),
        }),
        ClockRuling::Resumed => end_at(now, stretches, |one| {
            one.reason == Reason::Pause && one.span.is_open()
        }),
        ClockRuling::Credited { from, until } => {
            let span = Span::new(from, until).ok();
            let reason = Reason::Outage;
            stretches.extend(span.map(|span| Stretch { reason, span }));
        }
    }
}

fn occasion(
    (ruling, decider): (&Ruling, &Decider<'_>),
    before: &Game,
    game: GameView,
    undone: &Undone,
    reason: &str,
) -> Occasion {
    let taken_out = decider.taken_out.as_ref();
    // What is written down with the game says both; a letter says the first in the language of its reader.
    let reason = taken_out.map_or(reason, |out| out.reason).to_owned();
    let was_over = before.phase().ending().is_some();
    match ruling {
        Ruling::Adjudicate { .. } => Occasion::Adjudicated {
            game,
            director: decider.director.map(str::to_owned),
            held_dropped: undone.held,
            annulled: decider.counted == Counted::No,
            taken_out: taken_out.map(|out| out.title.to_owned()),
            reason,
        },
        Ruling::Correct { .. } => Occasion::Corrected {
            game,
            undone: undone.clone(),
            void: was_over.then(|| before.result().token()),
            reason,
        },
        Ruling::Clocks { ruling, .. } => Occasion::ClockRuled {
            game,
            ruling: ClockRuled::of(*ruling),
            reason,
        },
    }
}
