//! How a tournament stands: its table, from the rows of the database.

use crate::db::Transaction;
use crate::db::tournament_admin::{self, Entrant, TournamentBye, TournamentGame, TournamentRow};
use crate::game::Result;
use crate::tournaments::table::{Record, Table, Withdrawal, Withdrawn, table};
use crate::tournaments::{Bye, Contested, Game, Number, Pairing, System};
use anyhow::Context;
use std::collections::HashMap;

/// A tournament that has begun, and its table.
pub(in crate::cli) struct Standings {
    pub(in crate::cli) system: System,
    pub(in crate::cli) table: Table,
    /// Those in the table, by their numbers from 1.
    pub(in crate::cli) players: Vec<Entrant>,
    /// Which game each pairing became.
    pub(in crate::cli) games: Vec<(Pairing, i64)>,
    withdrawn: Vec<Withdrawn>,
    results: Vec<Game>,
    byes: Vec<Bye>,
}

impl Standings {
    /// What the table is made of.
    pub(super) fn record(&self) -> Record<'_> {
        Record {
            system: self.system,
            players: u16::try_from(self.players.len()).unwrap_or(u16::MAX),
            withdrawn: &self.withdrawn,
            games: &self.results,
            byes: &self.byes,
        }
    }
}

/// The same of one that must have begun.
///
/// # Errors
///
/// As of [`standings`], and when it has not begun.
pub(super) async fn begun(
    tx: &mut Transaction<'_>,
    tournament: &TournamentRow,
) -> anyhow::Result<Standings> {
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
pub(in crate::cli) async fn standings(
    tx: &mut Transaction<'_>,
    tournament: &TournamentRow,
) -> anyhow::Result<Option<Standings>> {
    if tournament.started_at.is_none() {
        return Ok(None);
    }
    let mut players = tournament_admin::entrants(&mut **tx, tournament.id).await?;
    players.retain(|one| one.number.is_some());
    players.sort_by_key(|one| one.number);
    let games = tournament_admin::games(&mut **tx, tournament.id).await?;
    let byes = tournament_admin::byes(&mut **tx, tournament.id).await?;
    let name = &tournament.name;
    stand(tournament, players, &games, &byes)
        .with_context(|| format!("the rows of {name} are none of a tournament"))
        .map(Some)
}

fn stand(
    tournament: &TournamentRow,
    players: Vec<Entrant>,
    rows: &[TournamentGame],
    byes: &[TournamentBye],
) -> Option<Standings> {
    let system = system(tournament)?;
    let numbers: HashMap<i64, Number> = players
        .iter()
        .filter_map(|one| Some((one.player_id, Number(u16::try_from(one.number?).ok()?))))
        .collect();
    let mut games = Vec::new();
    let mut known = Vec::new();
    for row in rows {
        let game = game(row, &numbers)?;
        known.push((game.pairing, row.game_id));
        games.push(game);
    }
    let byes: Option<Vec<Bye>> = byes
        .iter()
        .map(|bye| {
            Some(Bye {
                round: u16::try_from(bye.round).ok()?,
                player: *numbers.get(&bye.player_id)?,
            })
        })
        .collect();
    let withdrawn: Vec<Withdrawn> = players
        .iter()
        .filter_map(|one| withdrawn(one, rows, &numbers, system))
        .collect();
    let mut stands = Standings {
        system,
        table: Table { rows: Vec::new() },
        players,
        games: known,
        withdrawn,
        results: games,
        byes: byes?,
    };
    stands.table = table(&stands.record());
    Some(stands)
}

fn system(tournament: &TournamentRow) -> Option<System> {
    match (tournament.system.as_str(), tournament.rounds) {
        ("round-robin", _) => Some(System::RoundRobin),
        ("double-round-robin", _) => Some(System::DoubleRoundRobin),
        ("swiss", Some(rounds)) => Some(System::Swiss {
            rounds: u16::try_from(rounds).ok()?,
        }),
        (_, _) => None,
    }
}

fn game(row: &TournamentGame, numbers: &HashMap<i64, Number>) -> Option<Game> {
    Some(Game {
        pairing: Pairing {
            round: u16::try_from(row.round).ok()?,
            white: *numbers.get(&row.white_id?)?,
            black: *numbers.get(&row.black()?)?,
        },
        result: Result::from_token(&row.result)?,
        contested: match row.contested {
            true => Contested::Yes,
            false => Contested::No,
        },
    })
}

/// What becomes of the games of somebody who has withdrawn.
fn withdrawn(
    one: &Entrant,
    rows: &[TournamentGame],
    numbers: &HashMap<i64, Number>,
    system: System,
) -> Option<Withdrawn> {
    let left = one.withdrawn_at?;
    let theirs = rows
        .iter()
        .filter(|row| [row.challenger_id, row.opponent_id].contains(&one.player_id));
    let over = theirs
        .clone()
        .filter(|row| row.finished_at.is_some_and(|at| at < left));
    let count = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
    let (over, all) = (count(over.count()), count(theirs.count()));
    Some(Withdrawn {
        player: *numbers.get(&one.player_id)?,
        games: Withdrawal::after(over, all, system),
    })
}
