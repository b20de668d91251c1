//! What a file says.

use crate::game::Result;
use crate::tournaments::Meeting;
use crate::tournaments::table::{Counted, Halves, Met, Record, Score, Table, table};
use crate::tournaments::teams::{self, Ranking};
use crate::tournaments::{Bye, Contested, Number, Pairing, System, knock_out};
use chrono::NaiveDate;
use shakmaty::Color;

/// A whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The name of the tournament.
    pub title: String,
    /// The day on which it began.
    pub began: Option<NaiveDate>,
    /// The day on which it ended.
    pub ended: Option<NaiveDate>,
    /// How it is paired.
    pub system: System,
    /// So many rounds it has.
    pub rounds: u16,
    /// The colour of the first player in the first round of a Swiss, if it says so.
    pub initial_colour: Option<Color>,
    /// The players in the order of their numbers, from 1.
    pub players: Vec<Player>,
    /// The games that count, by their rounds, then by the lower of the numbers.
    pub games: Vec<Played>,
    /// The points without a game, by rounds, then by numbers.
    pub byes: Vec<Bye>,
    /// The teams, where players play for some.
    pub teams: Vec<TeamLine>,
}

/// A team, as the file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamLine {
    /// What it is called, of which 32 characters are kept.
    pub name: String,
    /// Two for each match that it has won, one for each that was drawn.
    pub match_points: u16,
    /// What its players have scored.
    pub board_points: Halves,
    /// Its place.
    pub rank: u16,
    /// Its players, by board.
    pub players: Vec<Number>,
}

/// A player, as the file has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Their name, of which 33 characters are kept.
    pub name: String,
    /// In whole points, up to four digits.
    pub rating: Option<u16>,
    /// Their place.
    pub rank: Option<u16>,
}

/// A game, as the file has it. Both may have lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who plays whom.
    pub pairing: Pairing,
    /// What it gave White and Black.
    pub scores: [Score; 2],
    /// Whether both had moved.
    pub contested: Contested,
}

/// What a file says of a tournament beyond its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name.
    pub title: String,
    /// The day on which it began.
    pub began: Option<NaiveDate>,
    /// The day on which it ended.
    pub ended: Option<NaiveDate>,
    /// The colour of the first player in the first round of a Swiss.
    pub initial_colour: Option<Color>,
    /// The names and ratings of its players, in the order of their numbers.
    pub players: Vec<(String, Option<u16>)>,
    /// What the teams are called, in the order of the draw, and what counts first among them.
    pub teams: Option<(Vec<String>, Ranking)>,
}

impl Report {
    /// What there is to be written of a tournament.
    pub fn of(record: &Record, about: About) -> Report {
        let table = table(record);
        let mut players = Vec::new();
        let (mut games, mut byes) = (Vec::new(), Vec::new());
        for (number, (name, rating)) in (1..=record.players).map(Number).zip(about.players) {
            let rank = table.rows.iter().position(|row| row.player == number);
            let row = table.of(number);
            let place = row
                .and_then(|row| row.standing)
                .map(|standing| standing.now.first);
            let last = rank.and_then(|rank| u16::try_from(rank + 1).ok());
            players.push(Player {
                name,
                rating,
                rank: place.or(last),
            });
            let Some(row) = row else { continue };
            games.extend(
                row.games
                    .iter()
                    .filter_map(|met| white_of(number, met, &table)),
            );
            byes.extend(row.byes.iter().map(|round| Bye {
                round: *round,
                player: number,
            }));
        }
        games.sort_by_key(in_order);
        byes.sort_by_key(|bye: &Bye| (bye.round, bye.player));
        let teams = about.teams.zip(record.system.boards());
        let teams =
            teams.map(|((names, ranking), boards)| team_lines(&table, (names, ranking), boards));
        Report {
            title: about.title,
            began: about.began,
            ended: about.ended,
            system: record.system,
            rounds: rounds(record.system, record.players),
            initial_colour: about.initial_colour,
            players,
            games,
            byes,
            teams: teams.unwrap_or_default(),
        }
    }
}

/// The teams in the order of the draw, with how they stand.
fn team_lines(
    table: &Table,
    (names, ranking): (Vec<String>, Ranking),
    boards: u16,
) -> Vec<TeamLine> {
    let standings = teams::standings(table, boards, ranking);
    let lines = (1..)
        .map(teams::Team)
        .zip(names)
        .filter_map(|(team, name)| {
            let row = standings.rows.iter().find(|row| row.team == team)?;
            let before = (team.0 - 1).saturating_mul(boards);
            Some(TeamLine {
                name,
                match_points: row.match_points,
                board_points: row.board_points,
                rank: row.places.first,
                players: (1..=boards).map(|board| Number(before + board)).collect(),
            })
        });
    lines.collect()
}

impl Played {
    /// How a game of the table ended, as this one says; `None` where both lost.
    pub fn result(&self) -> Option<Result> {
        let [of_white, of_black] = self.scores;
        match of_white {
            Score::Won => Some(Result::White),
            Score::Drawn => Some(Result::Draw),
            Score::Open => Some(Result::Unknown),
            Score::Lost => (of_black == Score::Won).then_some(Result::Black),
        }
    }
}

/// A game that counts, when its player has White.
fn white_of(number: Number, met: &Met, table: &Table) -> Option<Played> {
    if met.colour != Color::White || met.counted == Counted::No {
        return None;
    }
    let of_black = table.of(met.opponent)?.games.iter().find(|theirs| {
        theirs.round == met.round && theirs.opponent == number && theirs.colour == Color::Black
    })?;
    Some(Played {
        pairing: Pairing {
            round: met.round,
            white: number,
            black: met.opponent,
        },
        scores: [met.score, of_black.score],
        contested: met.contested,
    })
}

pub(super) fn in_order(played: &Played) -> (u16, Number) {
    let Pairing {
        round,
        white,
        black,
    } = played.pairing;
    (round, white.min(black))
}

/// So many rounds a tournament has.
fn rounds(system: System, players: u16) -> u16 {
    let once = if players.is_multiple_of(2) {
        players.saturating_sub(1)
    } else {
        players
    };
    match system {
        System::RoundRobin => once,
        System::DoubleRoundRobin => once.saturating_mul(2),
        System::Swiss { rounds } => rounds,
        System::KnockOut => knock_out::rounds(players),
        System::Teams {
            boards,
            meeting: Meeting::Everyone,
        } => boards,
        System::Teams {
            boards,
            meeting: Meeting::SameBoard,
        } => rounds(System::RoundRobin, players.checked_div(boards).unwrap_or(0)),
    }
}
