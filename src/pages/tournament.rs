//! The pages of tournaments: one for each with its table, and the list of them.

use super::frame::filled;
use super::opened::open_text;
use super::site::{Page, Site};
use crate::letters::TeamNames;
use crate::letters::{match_in_words, stage_in_words};
use crate::tournaments::Meeting;
use crate::tournaments::knock_out::{Bracket, Leg, Match};
use crate::tournaments::table::{Counted, Met, Places, Row, Score, Table, Withdrawal};
use crate::tournaments::teams;
use crate::tournaments::{Number, Pairing, System};
use serde::Serialize;
use shakmaty::Color;

/// A tournament that everybody may look at.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// By which it is called in orders: a word of small letters, digits and hyphens.
    pub name: String,
    /// What it is called otherwise.
    pub title: String,
    /// Whether games go on.
    pub state: State,
    /// The day on which it began, `2026-11-26`.
    pub began: String,
    /// How it is paired.
    pub system: System,
    /// How time is counted, in words.
    pub time: String,
    /// Its table.
    pub table: Table,
    /// Who takes part, by their numbers from 1.
    pub players: Vec<String>,
    /// Those of its games that have pages, by number.
    pub games: Vec<(Pairing, i64)>,
    /// Who has taken whose place.
    pub substitutes: Vec<Substitute>,
    /// Of a knock-out: the bracket.
    pub bracket: Option<Bracket>,
    /// Of a knock-out: those of its games that have pages, by number.
    pub legs: Vec<(Leg, i64)>,
    /// Of teams: how they stand, and what they are called.
    pub teams: Option<(teams::Standings, TeamNames)>,
}

/// Somebody who has taken the place of another one.
#[derive(Clone, Debug, Serialize)]
pub struct Substitute {
    /// The number in the draw.
    pub number: i32,
    /// Who has taken it.
    pub taker: String,
    /// Whose place it was.
    pub gone: String,
    /// On which day, `2026-11-26`.
    pub since: String,
}

/// How far a tournament has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Games go on.
    Playing,
    /// All games are over.
    Finished,
}

#[derive(Serialize)]
struct Shown<'a> {
    title: &'a str,
    state: &'static str,
    began: &'a str,
    system: String,
    time: &'a str,
    columns: Vec<String>,
    tie_breaks: Vec<&'static str>,
    rows: Vec<ShownRow>,
    annulled: bool,
    substitutes: Vec<Substitute>,
    /// Of a knock-out.
    rounds: Vec<ShownRound>,
    /// Of teams.
    teams: Vec<ShownTeam>,
}

/// A team.
#[derive(Serialize)]
struct ShownTeam {
    place: String,
    name: String,
    match_points: u16,
    board_points: String,
    going_on: u16,
}

/// A round of a knock-out.
#[derive(Serialize)]
struct ShownRound {
    stage: String,
    matches: Vec<ShownMatch>,
}

/// Two who meet.
#[derive(Serialize)]
struct ShownMatch {
    words: String,
    /// Those of their games that have pages.
    games: Vec<i64>,
}

#[derive(Serialize)]
struct ShownRow {
    place: String,
    number: u16,
    name: String,
    withdrawn: bool,
    cells: Vec<Vec<Cell>>,
    points: String,
    tie_breaks: Vec<String>,
    going_on: u16,
}

/// What a game gave, and its page where it has one.
#[derive(Serialize)]
struct Cell {
    /// `1`, `½`, `0`, `·` while it goes on.
    sign: &'static str,
    /// In a Swiss, against whom: `W5`.
    against: Option<String>,
    href: Option<String>,
    own: bool,
}

#[derive(Serialize)]
struct List {
    title: &'static str,
    tournaments: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    href: String,
    title: String,
    state: &'static str,
    began: String,
    players: usize,
}

/// The pages of these tournaments, the newest first, and the list of them.
pub fn tournaments(tournaments: &[Tournament], site: &Site) -> Vec<Page> {
    let lines = tournaments.iter().map(|one| Line {
        href: path(one),
        title: open_text(&one.title),
        state: one.state.word(),
        began: one.began.clone(),
        players: one.players.len(),
    });
    let list = List {
        title: "Tournaments",
        tournaments: lines.collect(),
    };
    let list = Page {
        path: "tournaments.html".to_owned(),
        text: filled("tournaments", site, 0, list),
    };
    let pages = tournaments.iter().map(|one| page(one, site));
    pages.chain([list]).collect()
}

impl State {
    fn word(self) -> &'static str {
        match self {
            State::Playing => "playing",
            State::Finished => "finished",
        }
    }
}

fn path(one: &Tournament) -> String {
    format!("tournaments/{}.html", one.name)
}

fn page(one: &Tournament, site: &Site) -> Page {
    let mut numbers: Vec<Number> = one.table.rows.iter().map(|row| row.player).collect();
    numbers.sort_unstable();
    let columns = match one.system {
        System::RoundRobin | System::DoubleRoundRobin => {
            numbers.iter().map(|number| number.0.to_string()).collect()
        }
        System::Swiss { rounds } => (1..=rounds).map(|round| format!("R{round}")).collect(),
        System::KnockOut => Vec::new(),
        System::Teams { .. } => numbers.iter().map(|number| number.0.to_string()).collect(),
    };
    let rows = one.table.rows.iter();
    let rows: Vec<ShownRow> = rows.map(|row| shown_row(one, row, &numbers)).collect();
    let mut withdrawn = one.table.rows.iter();
    let title = open_text(&one.title);
    let shown = Shown {
        title: &title,
        state: one.state.word(),
        began: &one.began,
        system: system_in_words(one.system),
        time: &one.time,
        columns,
        tie_breaks: match one.system {
            System::RoundRobin | System::DoubleRoundRobin => vec!["Wins", "Sonneborn-Berger"],
            System::Swiss { .. } => vec!["Buchholz Cut-1", "Buchholz"],
            System::KnockOut | System::Teams { .. } => Vec::new(),
        },
        rows,
        annulled: withdrawn.any(|row| row.withdrawn == Some(Withdrawal::Annulled)),
        substitutes: one.substitutes.iter().map(Substitute::open).collect(),
        rounds: rounds(one),
        teams: shown_teams(one),
    };
    Page {
        path: path(one),
        text: filled("tournament", site, 1, shown),
    }
}

impl Substitute {
    /// Without what is not for everybody.
    fn open(&self) -> Substitute {
        Substitute {
            taker: open_text(&self.taker),
            gone: open_text(&self.gone),
            ..self.clone()
        }
    }
}

fn system_in_words(system: System) -> String {
    match system {
        System::RoundRobin => "Everybody plays everybody once".to_owned(),
        System::DoubleRoundRobin => "Everybody plays everybody twice".to_owned(),
        System::Swiss { rounds } => format!("Swiss system of {rounds} rounds"),
        System::KnockOut => "Knock-out, in pairs of games".to_owned(),
        System::Teams {
            meeting: Meeting::Everyone,
            ..
        } => "Everyone of one team plays everyone of the other".to_owned(),
        System::Teams {
            meeting: Meeting::SameBoard,
            ..
        } => "Every team plays every other one, board against board".to_owned(),
    }
}

/// How the teams stand, the first place first.
fn shown_teams(one: &Tournament) -> Vec<ShownTeam> {
    let Some((standings, names)) = &one.teams else {
        return Vec::new();
    };
    let rows = standings.rows.iter().map(|row| ShownTeam {
        place: match one.state {
            State::Playing => in_words(row.possible),
            State::Finished => in_words(row.places),
        },
        name: open_text(names.name(row.team)),
        match_points: row.match_points,
        board_points: row.board_points.to_string(),
        going_on: row.going_on,
    });
    rows.collect()
}

/// The rounds of a knock-out, as far as their players are known.
fn rounds(one: &Tournament) -> Vec<ShownRound> {
    let Some(bracket) = &one.bracket else {
        return Vec::new();
    };
    let names: Vec<String> = one.players.iter().map(|name| open_text(name)).collect();
    let last = bracket.last();
    let rounds = (1..)
        .zip(&bracket.rounds)
        .map(|(round, matches)| ShownRound {
            stage: stage_in_words(round, last).to_string(),
            matches: matches
                .iter()
                .filter_map(|met| shown_match(one, met, (last, &names)))
                .collect(),
        });
    rounds.filter(|round| !round.matches.is_empty()).collect()
}

fn shown_match(
    one: &Tournament,
    met: &Match,
    (last, names): (u16, &[String]),
) -> Option<ShownMatch> {
    let with_pages = one.legs.iter().filter(|(leg, _)| met.legs.contains(leg));
    Some(ShownMatch {
        words: match_in_words(met, last, names)?.to_string(),
        games: with_pages.map(|(_, number)| *number).collect(),
    })
}

fn shown_row(one: &Tournament, row: &Row, numbers: &[Number]) -> ShownRow {
    let name = one.players.get(usize::from(row.player.0.saturating_sub(1)));
    let cells = match one.system {
        System::RoundRobin | System::DoubleRoundRobin | System::Teams { .. } => {
            let against = |opponent: &Number| {
                if *opponent == row.player {
                    return vec![Cell::own()];
                }
                row.games
                    .iter()
                    .filter(|met| met.opponent == *opponent)
                    .map(|met| cell(one, row.player, met, None))
                    .collect()
            };
            numbers.iter().map(against).collect()
        }
        System::Swiss { rounds } => (1..=rounds)
            .map(|round| in_round(one, row, round))
            .collect(),
        System::KnockOut => Vec::new(),
    };
    ShownRow {
        place: place(one.state, row),
        number: row.player.0,
        name: name.map(|name| open_text(name)).unwrap_or_default(),
        withdrawn: row.withdrawn.is_some(),
        cells,
        points: row.points.to_string(),
        tie_breaks: match (one.system, row.buchholz) {
            (System::KnockOut | System::Teams { .. }, _) => Vec::new(),
            (
                System::RoundRobin | System::DoubleRoundRobin | System::Swiss { .. },
                Some(buchholz),
            ) => vec![buchholz.cut_one.to_string(), buchholz.whole.to_string()],
            (System::RoundRobin | System::DoubleRoundRobin | System::Swiss { .. }, None) => {
                vec![row.wins.to_string(), row.sonneborn_berger.to_string()]
            }
        },
        going_on: row.going_on,
    }
}

/// What somebody did in a round of a Swiss.
fn in_round(one: &Tournament, row: &Row, round: u16) -> Vec<Cell> {
    let games = row.games.iter().filter(|met| met.round == round);
    let games = games.map(|met| {
        let colour = met.colour.fold_wb("W", "B");
        let against = format!("{colour}{}", met.opponent.0);
        cell(one, row.player, met, Some(against))
    });
    let byes = row.byes.iter().filter(|bye| **bye == round);
    let byes = byes.map(|_| Cell {
        sign: "1",
        against: Some("bye".to_owned()),
        href: None,
        own: false,
    });
    games.chain(byes).collect()
}

fn cell(one: &Tournament, player: Number, met: &Met, against: Option<String>) -> Cell {
    let (white, black) = match met.colour {
        Color::White => (player, met.opponent),
        Color::Black => (met.opponent, player),
    };
    let page = one.games.iter().find(|(pairing, _)| {
        (pairing.round, pairing.white, pairing.black) == (met.round, white, black)
    });
    Cell {
        sign: match (met.counted, met.score) {
            (Counted::No, _) => "–",
            (Counted::Yes, Score::Open) => "·",
            (Counted::Yes, Score::Lost) => "0",
            (Counted::Yes, Score::Drawn) => "½",
            (Counted::Yes, Score::Won) => "1",
        },
        against,
        href: page.map(|(_, number)| format!("../games/{number}.html")),
        own: false,
    }
}

impl Cell {
    /// Where somebody would meet themselves.
    fn own() -> Cell {
        Cell {
            sign: "×",
            against: None,
            href: None,
            own: true,
        }
    }
}

/// The place, or the best and the worst that are still possible.
fn place(state: State, row: &Row) -> String {
    match (state, row.standing) {
        (_, None) => "out".to_owned(),
        (State::Playing, Some(standing)) => in_words(standing.possible),
        (State::Finished, Some(standing)) => in_words(standing.now),
    }
}

/// "2", or "2–5".
fn in_words(places: Places) -> String {
    match places.first == places.last {
        true => places.first.to_string(),
        false => format!("{}\u{2013}{}", places.first, places.last),
    }
}

#[cfg(test)]
mod tests;
