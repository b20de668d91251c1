//! Tournaments as they come from the database, made open to everybody.

use crate::cli::tournaments::{control, standings_of, state, team_standings};
use crate::db::Transaction;
use crate::db::public_games;
use crate::db::tournaments::TournamentRow;
use crate::letters::control_in_words;
use crate::pages::{self, Heading, Source, State, Tournament};
use crate::robot::Substitute;
use crate::tournaments;
use std::collections::HashSet;

/// Those that everybody may look at, with links to those of their games that have pages.
///
/// # Errors
///
/// When the database fails, or holds what is no tournament.
pub(super) async fn public(
    tx: &mut Transaction<'_>,
    headings: &[Heading],
) -> anyhow::Result<Vec<Tournament>> {
    let played = headings
        .iter()
        .filter(|game| game.source == Source::Played)
        .map(|game| game.number);
    let with_pages: HashSet<i64> = played.collect();
    let mut tournaments = Vec::new();
    for row in public_games::tournaments(tx).await? {
        tournaments.extend(opened(tx, &row, &with_pages).await?);
    }
    Ok(tournaments)
}

async fn opened(
    tx: &mut Transaction<'_>,
    row: &TournamentRow,
    with_pages: &HashSet<i64>,
) -> anyhow::Result<Option<Tournament>> {
    if row.started_at.is_none() {
        return Ok(None);
    }
    let players = public_games::entrants(tx, row.id).await?;
    let pairings = public_games::pairings(tx, row.id).await?;
    let byes = public_games::byes(tx, row.id).await?;
    let stands = standings_of(row, players, &pairings, &byes)?;
    let began = row.started_at.unwrap_or(row.created_at);
    let bracket = stands.standings.bracket();
    let teams = team_standings(&stands, row);
    let games = stands.standings.numbers.into_iter();
    let legs = stands.standings.legs.into_iter();
    Ok(Some(Tournament {
        name: row.name.clone(),
        title: row.title.clone(),
        state: match state(row)? {
            tournaments::State::Finished => State::Finished,
            tournaments::State::Prepared
            | tournaments::State::Open
            | tournaments::State::Closed
            | tournaments::State::Playing
            | tournaments::State::Cancelled => State::Playing,
        },
        began: began.format("%Y-%m-%d").to_string(),
        system: stands.standings.system,
        bracket,
        teams,
        legs: legs.filter(|(_, game)| with_pages.contains(game)).collect(),
        time: control_in_words(control(row)?),
        table: stands.table,
        substitutes: stands.substitutes.into_iter().map(shown).collect(),
        players: stands.players.into_iter().map(|one| one.name).collect(),
        games: games
            .filter(|(_, game)| with_pages.contains(game))
            .collect(),
    }))
}

fn shown(one: Substitute) -> pages::Substitute {
    pages::Substitute {
        number: one.number,
        taker: one.taker,
        gone: one.gone,
        since: one.at.format("%Y-%m-%d").to_string(),
    }
}
