//! The table of a tournament: points, the tie-breaks in their order, places, and the places that are still possible.
//!
//! Those with equal points stand in a round robin in the order of their wins, then of Sonneborn-Berger, then of the direct
//! encounter, once all games among those who are still equal are over. In a Swiss it is Buchholz Cut-1, Buchholz,
//! Sonneborn-Berger and wins, as FIDE counts them (C.07 of 1 March 2026; its article 16 for rounds without a game). Whoever
//! is equal in all of them shares a place. A knock-out has a table of its own: [`super::knock_out::table`].

mod places;
mod points;
mod possible;
mod record;
mod row;
mod sheet;
mod tie_breaks;

use sheet::{Field, Sheet};

pub use points::{Halves, Quarters};
pub use record::{Record, Withdrawal, Withdrawn};
pub use row::{Buchholz, Counted, Met, Places, Row, Score, Standing, Table};

/// The table of a tournament.
pub fn table(record: &Record) -> Table {
    let field = Field::of(record);
    let now = places::places(&field);
    let possible = possible::possible(record, &field);
    let mut rows: Vec<Row> = field
        .sheets
        .values()
        .map(|sheet| {
            let standing = match (now.get(&sheet.player), possible.get(&sheet.player)) {
                (Some(now), Some(possible)) => Some(Standing {
                    now: *now,
                    possible: *possible,
                }),
                (None, _) | (_, None) => None,
            };
            row(&field, sheet, standing)
        })
        .collect();
    // Those who share a place stand in the order of their numbers.
    rows.sort_by_key(|row| {
        (
            row.standing.map_or(u16::MAX, |standing| standing.now.first),
            row.player,
        )
    });
    Table { rows }
}

fn row(field: &Field, sheet: &Sheet, standing: Option<Standing>) -> Row {
    let tie_breaks = tie_breaks::of(field, sheet);
    Row {
        player: sheet.player,
        standing,
        points: Halves(sheet.halves()),
        wins: tie_breaks.wins,
        sonneborn_berger: tie_breaks.sonneborn_berger,
        buchholz: tie_breaks.buchholz,
        going_on: sheet.going_on(),
        games: sheet.games.clone(),
        byes: sheet.byes.clone(),
        withdrawn: sheet.withdrawn,
    }
}

#[cfg(test)]
mod tests;
