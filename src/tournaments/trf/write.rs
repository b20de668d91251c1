//! A report as text.

use super::report::{Played, Player, Report, TeamLine};
use crate::tournaments::Meeting;
use crate::tournaments::table::{Halves, Score};
use crate::tournaments::{Bye, Contested, Number, System};
use shakmaty::Color;
use std::collections::BTreeMap;

/// What stands in the columns of one round of a player, before the two blank ones at its end.
type Field = String;

impl Report {
    /// As text, in lines that end with CR and LF.
    pub fn text(&self) -> String {
        text(self)
    }
}

fn text(report: &Report) -> String {
    let fields = fields(report);
    let last = fields.keys().map(|(_, round)| *round).max().unwrap_or(0);
    let players = (1..).map(Number).zip(&report.players);
    let of_players = players.map(|(number, player)| {
        let rounds = (1..=last).map(|round| {
            let field = fields
                .get(&(number, round))
                .map_or("0000 - Z", String::as_str);
            format!("{field}  ")
        });
        let rounds: String = rounds.collect();
        let points = points(report, number);
        line_of(number, player, points) + &rounds
    });
    heading(report)
        .into_iter()
        .chain(of_players)
        .chain((1..).zip(&report.teams).map(line_of_team))
        .map(|line| line + "\r\n")
        .collect()
}

fn heading(report: &Report) -> Vec<String> {
    let day = |tag: &str, day: Option<chrono::NaiveDate>| {
        day.map(|day| format!("{tag} {}", day.format("%Y/%m/%d")))
    };
    let rated = report
        .players
        .iter()
        .filter(|player| player.rating.is_some())
        .count();
    let (kind, code, tie_breaks) = match report.system {
        System::RoundRobin => ("Individual: Round Robin", "BERGER_ROUNDROBIN", "WIN,SB,DE"),
        System::DoubleRoundRobin => (
            "Individual: Double Round Robin",
            "BERGER_DOUBLEROUNDROBIN",
            "WIN,SB,DE",
        ),
        System::Swiss { .. } => ("Individual: Swiss (Dutch)", "FIDE_DUTCH", "BH/C1,BH,SB,WIN"),
        // Whoever asks for one is refused: two meet several times in a round, and points decide nothing.
        System::KnockOut => ("Individual: Knock-out", "OTHER", "WIN"),
        System::Teams {
            meeting: Meeting::Everyone,
            ..
        } => ("Team: Scheveningen", "OTHER", "WIN,SB"),
        System::Teams {
            meeting: Meeting::SameBoard,
            ..
        } => ("Team: Round Robin", "OTHER", "WIN,SB"),
    };
    let colour = |white: &str, black: &str| match report.initial_colour {
        None => None,
        Some(Color::White) => Some(white.to_owned()),
        Some(Color::Black) => Some(black.to_owned()),
    };
    [
        Some(format!("012 {}", in_a_line(&report.title))),
        day("042", report.began),
        day("052", report.ended),
        Some(format!("062 {}", report.players.len())),
        Some(format!("072 {rated}")),
        Some(format!("082 {}", report.teams.len())).filter(|_| !report.teams.is_empty()),
        Some(format!("092 {kind}")),
        Some(format!("142 {}", report.rounds)),
        colour("152 W", "152 B"),
        Some(format!("192 {code}")),
        Some(format!("202 {tie_breaks}")),
        Some(format!("212 PTS,{tie_breaks}")),
        // The same for programs that know an older version alone.
        Some(format!("XXR {}", report.rounds)),
        colour("XXC white1", "XXC black1"),
        colours_of_boards(report.system),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The colours of the first of two teams, board by board.
fn colours_of_boards(system: System) -> Option<String> {
    match system {
        System::Teams {
            boards,
            meeting: Meeting::SameBoard,
        } => {
            let colours = (1..=boards).map(|board| if board % 2 == 1 { 'W' } else { 'B' });
            Some(format!("352 {}", colours.collect::<String>()))
        }
        System::Teams {
            meeting: Meeting::Everyone,
            ..
        }
        | System::RoundRobin
        | System::DoubleRoundRobin
        | System::Swiss { .. }
        | System::KnockOut => None,
    }
}

/// The line of a team: its points and its place end in column 71, each of its players has five more.
fn line_of_team((number, team): (u16, &TeamLine)) -> String {
    let name: String = in_a_line(&team.name).chars().take(32).collect();
    let players: String = team
        .players
        .iter()
        .map(|one| format!(" {:>4}", one.0))
        .collect();
    format!(
        "310 {number:>3} {name:<32}{:14}{:>6} {:>6} {:>3} {players}",
        "",
        format!("{}.0", team.match_points),
        team.board_points.to_string(),
        team.rank
    )
}

/// The line of a player up to their rounds: 91 columns.
fn line_of(Number(number): Number, player: &Player, points: Halves) -> String {
    let name: String = in_a_line(&player.name).chars().take(33).collect();
    let rating = player
        .rating
        .filter(|rating| *rating < 10_000)
        .map_or(String::new(), |rating| rating.to_string());
    let rank = player.rank.map_or(String::new(), |rank| rank.to_string());
    let points = points.to_string();
    format!(
        "001 {number:>4}      {name:<33} {rating:>4}{:27}{points:>5} {rank:>4}  ",
        ""
    )
}

/// Words that keep to their line and their columns.
pub(super) fn in_a_line(words: &str) -> String {
    let one_space =
        words.split(|character: char| character.is_control() || character.is_whitespace());
    one_space
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// What stands in each round of each player who has something in it.
fn fields(report: &Report) -> BTreeMap<(Number, u16), Field> {
    let of_games = report.games.iter().flat_map(
        |Played {
             pairing,
             scores: [of_white, of_black],
             contested,
         }| {
            let field = |opponent: Number, colour: char, score: Score| {
                format!("{:>4} {colour} {}", opponent.0, code(score, *contested))
            };
            [
                (
                    (pairing.white, pairing.round),
                    field(pairing.black, 'w', *of_white),
                ),
                (
                    (pairing.black, pairing.round),
                    field(pairing.white, 'b', *of_black),
                ),
            ]
        },
    );
    let of_byes = report
        .byes
        .iter()
        .map(|Bye { round, player }| ((*player, *round), "0000 - U".to_owned()));
    of_games.chain(of_byes).collect()
}

fn code(score: Score, contested: Contested) -> char {
    match (score, contested) {
        (Score::Open, Contested::Yes | Contested::No) => ' ',
        (Score::Lost, Contested::Yes) => '0',
        (Score::Lost, Contested::No) => '-',
        (Score::Drawn, Contested::Yes) => '=',
        (Score::Drawn, Contested::No) => 'D',
        (Score::Won, Contested::Yes) => '1',
        (Score::Won, Contested::No) => '+',
    }
}

/// What the games and byes of a player give.
pub(super) fn points(report: &Report, number: Number) -> Halves {
    let of_games = report.games.iter().map(
        |Played {
             pairing,
             scores: [of_white, of_black],
             ..
         }| {
            if pairing.white == number {
                of_white.halves()
            } else if pairing.black == number {
                of_black.halves()
            } else {
                0
            }
        },
    );
    let byes = report.byes.iter().filter(|bye| bye.player == number);
    Halves(of_games.sum::<u32>() + byes.map(|_| Score::Won.halves()).sum::<u32>())
}
