//! Teams of a tournament as the administrator sees them, and `penpawn tournaments team`.

use super::standings::Begun;
use crate::cli::standing;
use crate::cli::terminal::counted;
use crate::db::tournaments::{EntryRow, TournamentRow};
use crate::game::PlayerNumber;
use crate::letters::{
    Language, NameKey, OnTheList, TeamNames, team_list_in_lines, team_table_in_lines,
};
use crate::robot::{TournamentRuling, drawn_teams, ranking};
use crate::tournaments::teams;
use anyhow::{Context, bail};
use serde_json::{Value, json};
use sqlx::PgPool;

/// Who plays for a team, by board, as it is to be decided; and what is printed then.
///
/// # Errors
///
/// When there is no such team or player, or the database fails.
pub(super) async fn line_up(
    pool: &PgPool,
    tournament: &TournamentRow,
    (team, players): (&str, &[String]),
) -> anyhow::Result<(TournamentRuling, String)> {
    let key = NameKey::of(team);
    let mut known = (1..).zip(&tournament.teams);
    let found = known.find(|(_, name)| NameKey::of(name) == key);
    let Some((number, name)) = found else {
        match tournament.teams.as_slice() {
            [] => bail!("nobody plays for a team in {}", tournament.name),
            teams => bail!(
                "{} has no team {team}; its teams are {}",
                tournament.name,
                teams.join(", ")
            ),
        }
    };
    let mut found = Vec::new();
    for player in players {
        let (player, _) = standing::find(pool, player).await?;
        found.push(PlayerNumber(player));
    }
    let ruling = TournamentRuling::LineUp {
        team: number,
        name: name.clone(),
        players: found,
    };
    let said = format!(
        "{name} plays in {} with these on its first {}, in this order; who else has signed up for it comes behind them.\n",
        tournament.name,
        counted(players.len(), "board")
    );
    Ok((ruling, said))
}

/// What was settled for teams, in one line.
pub(super) fn settled(tournament: &TournamentRow) -> String {
    let meeting = match tournament.system.as_str() {
        "scheveningen" => "Everyone of one team meets everyone of the other once",
        _ => {
            "Every team meets every other one, each board the same board, colours alternating from board to board"
        }
    };
    let ranking = match tournament.ranking.as_deref() {
        Some("board-points") => "The points on the boards count first, then match points",
        _ => "Match points count first, then the points on the boards",
    };
    format!(
        "{meeting}, all games at once.\nTeams: {}, each on {}. {ranking}.",
        tournament.teams.join(", "),
        counted(tournament.boards.unwrap_or(0), "board"),
    )
}

/// Who has signed up for which team.
pub(super) fn listed(tournament: &TournamentRow, boards: i32, entries: &[EntryRow]) -> String {
    let teams = (1..).zip(&tournament.teams).map(|(team, name)| {
        let mut own: Vec<&EntryRow> = entries
            .iter()
            .filter(|entry| entry.team == Some(team))
            .collect();
        own.sort_by_key(|one| {
            (
                one.board.is_none(),
                one.board,
                one.signed_up_at,
                one.player_id,
            )
        });
        let players = own.into_iter().map(|one| OnTheList {
            name: one.name.clone(),
            yours: false,
            unreached: !one.reached,
        });
        (name.clone(), players.collect())
    });
    let boards = u16::try_from(boards).unwrap_or(0);
    let teams: Vec<_> = teams.collect();
    format!(
        "\nTeams:\n{}",
        team_list_in_lines(&teams, boards, Language::English)
    )
}

/// How the teams of a tournament stand, and what they are called.
pub(in crate::cli) fn standings(
    stands: &Begun,
    tournament: &TournamentRow,
) -> Option<(teams::Standings, TeamNames)> {
    let system = stands.standings.system;
    let ranking = ranking(tournament.ranking.as_deref(), system)?;
    let standings = teams::standings(&stands.table, system.boards()?, ranking);
    let names = drawn_teams(&tournament.teams, system, &stands.players);
    Some((standings, TeamNames::of(names)))
}

/// Their table.
pub(super) fn in_lines(stands: &Begun, tournament: &TournamentRow) -> Option<String> {
    let (standings, teams) = standings(stands, tournament)?;
    let names: Vec<String> = stands.players.iter().map(|one| one.name.clone()).collect();
    Some(team_table_in_lines(
        (&standings, &stands.table),
        (&teams, &names, None),
        Language::English,
    ))
}

/// Their table in `tournaments table --json`.
pub(super) fn as_json(stands: &Begun, tournament: &TournamentRow) -> Option<Value> {
    let (standings, teams) = standings(stands, tournament)?;
    let rows = standings.rows.iter().map(|row| {
        json!({
            "team": row.team.0,
            "name": teams.name(row.team),
            "places": [row.places.first, row.places.last],
            "possible_places": [row.possible.first, row.possible.last],
            "match_points": row.match_points,
            "board_points": row.board_points.to_string(),
            "going_on": row.going_on,
        })
    });
    Some(rows.collect())
}

/// What the teams are called and what counts first among them, for a report.
///
/// # Errors
///
/// When it is of teams and says nothing of that.
pub(super) fn of_report(
    stands: &Begun,
    tournament: &TournamentRow,
) -> anyhow::Result<Option<(Vec<String>, teams::Ranking)>> {
    let system = stands.standings.system;
    if system.boards().is_none() {
        return Ok(None);
    }
    let ranking = ranking(tournament.ranking.as_deref(), system);
    let ranking = ranking.context("what counts first among its teams")?;
    let names = drawn_teams(&tournament.teams, system, &stands.players);
    Ok(Some((names, ranking)))
}
