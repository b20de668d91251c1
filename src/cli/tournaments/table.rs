//! `penpawn tournaments table`: who stands where.

use super::show::state;
use super::standings::{Begun, begun};
use crate::cli::terminal::{print, print_json};
use crate::db::tournaments::TournamentRow;
use crate::letters::{Language, table_in_lines};
use crate::tournaments::table::{Counted, Met, Places, Row, Score, Withdrawal};
use crate::tournaments::{Number, State};
use serde_json::{Value, json};
use shakmaty::Color;
use sqlx::PgPool;

pub(super) async fn run(
    pool: &PgPool,
    tournament: &TournamentRow,
    json: bool,
) -> anyhow::Result<()> {
    let mut tx = pool.begin().await?;
    let stands = begun(&mut tx, tournament).await?;
    if json {
        let rows = stands.table.rows.iter().map(|row| as_json(&stands, row));
        return print_json(&json!({
            "name": tournament.name,
            "title": tournament.title,
            "state": tournament.state,
            "table": rows.collect::<Vec<_>>(),
        }));
    }
    let names: Vec<String> = stands.players.iter().map(|one| one.name.clone()).collect();
    let state = match state(tournament)? {
        State::Finished => "all games are over",
        State::Prepared | State::Open | State::Closed | State::Playing | State::Cancelled => {
            "games go on"
        }
    };
    print(&format!(
        "{}: {state}\n\n{}",
        tournament.title,
        table_in_lines(
            stands.standings.system,
            &stands.table,
            &names,
            Language::English
        )
    ))
}

/// A row of `tournaments table --json`.
fn as_json(stands: &Begun, row: &Row) -> Value {
    let places = |places: Places| json!([places.first, places.last]);
    let player = stands
        .players
        .get(usize::from(row.player.0.saturating_sub(1)));
    json!({
        "number": row.player.0,
        "player": player.map(|one| one.player_id),
        "name": player.map(|one| &one.name),
        "rating": player.and_then(|one| one.rating),
        "places": row.standing.map(|standing| places(standing.now)),
        "possible_places": row.standing.map(|standing| places(standing.possible)),
        "points": row.points.to_string(),
        "wins": row.wins,
        "sonneborn_berger": row.sonneborn_berger.to_string(),
        "buchholz": row.buchholz.map(|it| it.whole.to_string()),
        "buchholz_cut_one": row.buchholz.map(|it| it.cut_one.to_string()),
        "going_on": row.going_on,
        "withdrawn": row.withdrawn.map(|it| match it {
            Withdrawal::Annulled => "annulled",
            Withdrawal::Lost => "lost",
        }),
        "byes": row.byes,
        "games": row.games.iter().map(|met| met_as_json(stands, row, met)).collect::<Vec<_>>(),
    })
}

fn met_as_json(stands: &Begun, row: &Row, met: &Met) -> Value {
    json!({
        "game": stands.number_of(row.player, met),
        "round": met.round,
        "opponent": met.opponent.0,
        "colour": met.colour.fold_wb("white", "black"),
        "points": match met.score {
            Score::Open => None,
            Score::Lost => Some("0.0"),
            Score::Drawn => Some("0.5"),
            Score::Won => Some("1.0"),
        },
        "counts": met.counted == Counted::Yes,
    })
}

impl Begun {
    /// The number of a game that somebody had in it.
    fn number_of(&self, player: Number, met: &Met) -> Option<i64> {
        let (white, black) = match met.colour {
            Color::White => (player, met.opponent),
            Color::Black => (met.opponent, player),
        };
        let found = self.standings.numbers.iter().find(|(pairing, _)| {
            (pairing.round, pairing.white, pairing.black) == (met.round, white, black)
        });
        found.map(|(_, number)| *number)
    }
}
