//! Tournaments: what happens in them by itself. They begin, their rounds are paired, and they are over.

mod begin;
mod boards;
mod bracket;
mod end;
mod games;
mod loaded;
mod rounds;
mod standings;
mod substitutes;
mod teams;
mod through;
mod view;

use super::batch::{Batch, Randomness};
use super::storage::{Needs, TournamentNeeds};
use super::{Robot, is_of_database};
use crate::db::causes::{Cause, TournamentDeed};
use crate::db::tournaments::{self, Due};
use crate::game::CauseId;
use begin::begin;
use end::finish;
use tracing::error;

pub use standings::Standings;
pub use substitutes::{Substitute, substitutes};
pub(super) use teams::{NoLineUp, may_line_up, teams_allow};
pub use teams::{drawn_teams, ranking};

pub(super) use loaded::{BracketStep, Change, LoadedTournaments, NewGames, Tournament};

/// Under which the numbers of new games are reserved that no mail makes.
pub(super) const NO_MAIL: i64 = 0;

/// What is done where fewer have signed up than are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooFew {
    /// It is cancelled.
    Cancel,
    /// Nothing: whoever begins it is told so.
    Refuse,
}

/// What came of a try to begin a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begun {
    /// It has begun, with so many players.
    Now {
        /// How many.
        players: usize,
    },
    /// Too few have signed up, and it is cancelled.
    Cancelled,
    /// It has begun, or was cancelled, before.
    Before,
}

impl Robot {
    /// Does what is due in tournaments for the longest time. Returns whether there was something.
    ///
    /// # Errors
    ///
    /// When the database fails; nothing has changed then.
    pub async fn go_on_with_tournaments(&self) -> anyhow::Result<bool> {
        let mut tx = self.pool.begin().await?;
        let Some(due) = tournaments::next_due(&mut tx).await? else {
            return Ok(false);
        };
        tx.rollback().await?;
        let done = match due {
            Due::Begin(number) => self
                .begin_tournament(number, TooFew::Cancel)
                .await
                .map(|_| ()),
            Due::Round { tournament, round } => self.pair_round(tournament, round).await,
            Due::Bracket { tournament, step } => self.go_on_with_bracket(tournament, step).await,
            Due::Finish {
                tournament,
                ended_before,
            } => self.finish_tournament(tournament, ended_before).await,
        };
        match done {
            Ok(()) => {}
            Err(failure) if is_of_database(&failure) => return Err(failure),
            // One that cannot go on holds up no other.
            Err(failure) => {
                error!(?due, error = %format!("{failure:#}"), "a tournament cannot go on");
                let mut tx = self.pool.begin().await?;
                tournaments::put_off(&mut tx, due).await?;
                tx.commit().await?;
            }
        }
        Ok(true)
    }

    /// Begins a tournament: numbers are drawn, all games that can be paired begin, and each of its players gets one letter.
    /// However many try at the same moment, it begins once.
    ///
    /// # Errors
    ///
    /// When the database fails, there is none, it cannot be paired, or too few have signed up and that is to be refused;
    /// nothing has changed then.
    pub async fn begin_tournament(&self, number: i64, too_few: TooFew) -> anyhow::Result<Begun> {
        let deed = TournamentDeed::Begin;
        let decide = |batch: &mut Batch<'_>, cause: CauseId| begin(batch, cause, number, too_few);
        let begun = self.in_tournament(number, deed, decide).await?;
        Ok(begun.unwrap_or(Begun::Before))
    }

    /// Pairs this round of a Swiss, and each of its players gets one letter. However many try at the same moment, it is paired
    /// once.
    async fn pair_round(&self, number: i64, round: i32) -> anyhow::Result<()> {
        let deed = TournamentDeed::Round(round);
        let decide =
            |batch: &mut Batch<'_>, cause: CauseId| rounds::pair(batch, cause, number, round);
        self.in_tournament(number, deed, decide).await?;
        Ok(())
    }

    /// Looks at the bracket of a knock-out, and does what follows: pairs of games begin, and who is out is told.
    async fn go_on_with_bracket(&self, number: i64, step: i32) -> anyhow::Result<()> {
        let deed = TournamentDeed::Bracket(step);
        let decide =
            |batch: &mut Batch<'_>, cause: CauseId| bracket::go_on(batch, cause, number, step);
        self.in_tournament(number, deed, decide).await?;
        Ok(())
    }

    async fn finish_tournament(&self, number: i64, ended_before: i64) -> anyhow::Result<()> {
        let decide = |batch: &mut Batch<'_>, cause: CauseId| finish(batch, cause, number);
        self.in_tournament(number, TournamentDeed::Finish { ended_before }, decide)
            .await?;
        Ok(())
    }

    /// Does something in a tournament once; `None` where it was done before.
    async fn in_tournament<T: Send>(
        &self,
        number: i64,
        what: TournamentDeed,
        decide: impl FnOnce(&mut Batch<'_>, CauseId) -> anyhow::Result<T> + Send,
    ) -> anyhow::Result<Option<T>> {
        let mut tx = self.pool.begin().await?;
        // Before the cause: whoever waits for that must hold nothing.
        tournaments::lock(&mut tx).await?;
        let keys = self.keys().await?;
        let randomness = Randomness::of_cause(&format!("tournament {number} {what:?}"), &keys);
        let needs = Needs {
            tournaments: TournamentNeeds {
                all_of: Some(number),
                lock: true,
                directors: true,
                ..TournamentNeeds::default()
            },
            ..Needs::default()
        };
        let decide = |batch: &mut Batch<'_>, cause| {
            batch.randomness = randomness;
            decide(batch, cause)
        };
        let cause = Cause::Tournament {
            tournament: number,
            what,
        };
        let done = self.carry_out_once(&mut tx, &cause, needs, decide).await?;
        tx.commit().await?;
        Ok(done.map(|done| done.decided))
    }
}
