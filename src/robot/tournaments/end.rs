//! A tournament is over.

use super::Change;
use crate::db::tournaments;
use crate::game::CauseId;
use crate::letters::Occasion;
use crate::robot::batch::Batch;
use crate::tournaments::State;
use anyhow::{Context, bail};

pub(super) fn finish(batch: &mut Batch<'_>, cause: CauseId, number: i64) -> anyhow::Result<()> {
    let known = batch.tournaments.numbered(number);
    let mut one = known
        .with_context(|| format!("there is no tournament {number}"))?
        .clone();
    // One that was set back goes on; it is looked at again when that is over.
    if one.state != State::Playing || one.games.iter().any(|game| game.playing) {
        bail!("tournament {number} goes on");
    }
    one.state = State::Finished;
    let listed = one.listed();
    let directors = one.directors_beside(&listed);
    for player in listed.into_iter().chain(directors.clone()) {
        let mut told = batch.tournament_table(&one, player);
        if let Occasion::TournamentTable { by_itself, .. } = &mut told {
            *by_itself = true;
        }
        batch.tell_of_tournament(player, told, cause);
    }
    let watchers = batch.tournaments.watchers.clone();
    let watch = watchers
        .into_iter()
        .filter(|who| one.entry(*who).is_none() && !directors.contains(who));
    for player in watch {
        let mut told = batch.tournament_table(&one, player);
        if let Occasion::TournamentTable {
            by_itself, watched, ..
        } = &mut told
        {
            (*by_itself, *watched) = (true, true);
        }
        batch.tell_of_tournament(player, told, cause);
    }
    let turned = tournaments::Turned::Finished;
    batch.tournaments.changes.push(Change::Ended {
        tournament: number,
        turned,
        cause,
    });
    Ok(())
}
