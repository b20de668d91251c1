//! The table of teams, with the places that are still possible.

use super::Ranking;
use super::possible::possible;
use super::standing::{Standings, now};
use crate::tournaments::table::Table;

/// How the teams stand of whose players this is the table.
pub fn standings(table: &Table, boards: u16, ranking: Ranking) -> Standings {
    let mut standings = now(table, boards, ranking);
    let possible = possible(&standings.rows, &standings.matches, ranking);
    for row in &mut standings.rows {
        row.possible = possible.get(&row.team).copied().unwrap_or(row.places);
    }
    standings
}
