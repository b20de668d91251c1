//! `penpawn tournaments table`: who stands where.

use super::show::state;
use super::standings::{Begun, begun};
use super::teams;
use crate::cli::terminal::{instant, print, print_json};
use crate::db::tournaments::TournamentRow;
use crate::letters::{Language, bracket_in_lines, stage_in_words, table_in_lines};
use crate::robot::Substitute;
use crate::tournaments::knock_out::{Bracket, Leg, Side, Verdict};
use crate::tournaments::table::{Counted, Halves, Met, Places, Row, Score, Withdrawal};
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
            "substitutes": stands.substitutes.iter().map(substitute_as_json).collect::<Vec<_>>(),
            "table": rows.collect::<Vec<_>>(),
            "teams": teams::as_json(&stands, tournament),
            "bracket": stands.standings.bracket().map(|bracket| bracket_as_json(&stands, &bracket)),
        }));
    }
    let names: Vec<String> = stands.players.iter().map(|one| one.name.clone()).collect();
    let state = match state(tournament)? {
        State::Finished => "all games are over",
        State::Prepared | State::Open | State::Closed | State::Playing | State::Cancelled => {
            "games go on"
        }
    };
    let (table, language) = (&stands.table, Language::English);
    let lines = match (
        stands.standings.bracket(),
        teams::in_lines(&stands, tournament),
    ) {
        (Some(bracket), _) => bracket_in_lines(&bracket, table, (&names, None), language),
        (None, Some(lines)) => lines,
        (None, None) => table_in_lines(stands.standings.system, table, (&names, None), language),
    };
    let substitutes: String = stands.substitutes.iter().map(substituted).collect();
    print(&format!(
        "{}: {state}\n\n{lines}{substitutes}",
        tournament.title
    ))
}

/// A line below the table.
fn substituted(one: &Substitute) -> String {
    format!(
        "  {:>2} {} took the place of {}, {}\n",
        one.number,
        one.taker,
        one.gone,
        instant(one.at)
    )
}

fn substitute_as_json(one: &Substitute) -> Value {
    json!({
        "number": one.number,
        "substitute": one.taker,
        "in_place_of": one.gone,
        "at": instant(one.at),
    })
}

/// The bracket of a knock-out: its rounds, each with who meets whom, their games, and who goes on.
fn bracket_as_json(stands: &Begun, bracket: &Bracket) -> Value {
    let last = bracket.last();
    let matches = bracket.matches().map(|one| {
        let players = one.sides.map(|side| match side {
            Side::Known(player) => Some(player.0),
            Side::NotYet | Side::Nobody => None,
        });
        let winner = match one.verdict {
            Verdict::GoesOn { winner, .. } => Some(winner.0),
            Verdict::Open | Verdict::Further | Verdict::Nobody => None,
        };
        let points = one
            .both()
            .map(|both| both.map(|player| Halves(one.halves(player)).to_string()));
        json!({
            "round": one.round,
            "stage": stage_in_words(one.round, last).to_string(),
            "players": players,
            "points": points,
            "games": one.legs.iter().map(|leg| stands.number_of_leg(leg)).collect::<Vec<_>>(),
            "winner": winner,
            "decided": one.verdict != Verdict::Open && one.verdict != Verdict::Further,
        })
    });
    matches.collect()
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
    /// The number of a game of a knock-out.
    fn number_of_leg(&self, wanted: &Leg) -> Option<i64> {
        let mut legs = self.standings.legs.iter();
        legs.find(|(leg, _)| leg == wanted)
            .map(|(_, number)| *number)
    }

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
