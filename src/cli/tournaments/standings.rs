//! How a tournament stands: its table, from the rows of the database.

use crate::db::Transaction;
use crate::db::tournaments::{self, ByeRow, EntryRow, PlayedRow, TournamentRow};
use crate::robot::{Standings, Substitute, substitutes};
use crate::tournaments::System;
use crate::tournaments::table::Table;
use anyhow::Context;

/// A tournament that has begun, and its table.
pub(in crate::cli) struct Begun {
    pub(in crate::cli) standings: Standings,
    pub(in crate::cli) table: Table,
    /// Those in the table, by their numbers from 1.
    pub(in crate::cli) players: Vec<EntryRow>,
    /// Who has taken whose place.
    pub(in crate::cli) substitutes: Vec<Substitute>,
}

/// The same of one that must have begun.
///
/// # Errors
///
/// As of [`standings`], and when it has not begun.
pub(super) async fn begun(
    tx: &mut Transaction<'_>,
    tournament: &TournamentRow,
) -> anyhow::Result<Begun> {
    let name = &tournament.name;
    standings(tx, tournament).await?.with_context(|| {
        format!(
            "{name} has not begun, so there is no table; `penpawn tournaments show {name}` lists who has signed up"
        )
    })
}

/// How a tournament stands; `None` where it has not begun.
///
/// # Errors
///
/// When the database fails, or holds what is no tournament.
async fn standings(
    tx: &mut Transaction<'_>,
    tournament: &TournamentRow,
) -> anyhow::Result<Option<Begun>> {
    if tournament.started_at.is_none() {
        return Ok(None);
    }
    let numbers = [tournament.id];
    let players = tournaments::entries(tx, &numbers).await?;
    let games = tournaments::games(tx, &numbers).await?;
    let byes = tournaments::byes(tx, &numbers).await?;
    standings_of(tournament, players, &games, &byes).map(Some)
}

/// How it stands with these players, who have numbers or had them, after these games and byes.
///
/// # Errors
///
/// When its system is none.
pub(in crate::cli) fn standings_of(
    tournament: &TournamentRow,
    mut players: Vec<EntryRow>,
    games: &[PlayedRow],
    byes: &[ByeRow],
) -> anyhow::Result<Begun> {
    let system = System::from_word(&tournament.system, tournament.rounds, tournament.boards)
        .with_context(|| format!("the system of {}", tournament.name))?;
    let standings = Standings::of(system, &players, games, byes);
    let substitutes = substitutes(&players);
    players.retain(|one| one.number.is_some());
    Ok(Begun {
        table: standings.table(),
        standings,
        players,
        substitutes,
    })
}
