//! Tournaments as players are told them.

use super::clean::{columns, harmless, width};
use super::{Language, Sentence, sentence};
use crate::tournaments::Meeting;
use crate::tournaments::table::{Counted, Halves, Met, Places, Row, Score, Table, Withdrawal};
use crate::tournaments::{Number, System};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Columns of a line of a table, its indentation included.
pub(super) const LINE: usize = 72;

/// The fewest columns that a name gets in a table.
const NAME: usize = 8;

/// A tournament in a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TournamentView {
    /// By which it is called in orders.
    pub name: String,
    /// What it is called otherwise.
    pub title: String,
    /// `open`, `closed`, `playing`, `finished` or `cancelled`.
    pub state: String,
    /// `round robin`, `double round robin`, `Swiss`, `knock-out`, `Scheveningen` or `team round robin`.
    pub system: &'static str,
    /// How many rounds a Swiss has.
    pub rounds: Option<u16>,
    /// How many days after one of them the next is paired.
    pub round_days: Option<i32>,
    /// How many rounds are paired.
    pub paired: i32,
    /// When the next one is, "26 Dec 2026 13:02 UTC"; `None` where none is to come.
    pub next_round: Option<Sentence>,
    /// How time is counted, "3 days a move"; `None` without a clock.
    pub clock: Option<Sentence>,
    /// `casual` or `rated`.
    pub stake: String,
    /// The position that all games begin from, where it is not the usual one.
    pub start: Option<String>,
    /// `forbidden` or `allowed`: whether players may be helped by programs.
    pub engines: String,
    /// When everybody may read its games: `never`, `game`, each when it has ended, or `tournament`, all when that has.
    pub publication: String,
    /// When it begins by itself, "26 Dec 2026 13:02 UTC"; `None`: when the administrator says so.
    pub begins: Option<Sentence>,
    /// So many take part at least.
    pub least: i32,
    /// So many take part at the most.
    pub most: i32,
    /// How many games everybody would play at the most.
    pub games: i32,
    /// How many have a seat.
    pub seated: usize,
    /// How many wait for one.
    pub waiting: usize,
    /// How many of its games go on.
    pub going_on: usize,
    /// Whether the reader takes part or waits.
    pub yours: bool,
    /// Whether it has begun, and the reader has signed up to take a place in it.
    pub waits: bool,
    /// Its teams; none where nobody plays for one.
    pub teams: Vec<TeamView>,
    /// The one of them that is proposed to whoever signs up.
    pub proposed_team: Option<String>,
    /// On how many boards each of them plays.
    pub boards: Option<u16>,
    /// On which of them the reader would play with the list as it is, before it begins.
    pub board: Option<u16>,
    /// What counts first among them: `match-points` or `board-points`.
    pub ranking: Option<String>,
    /// For which of them the reader plays and on which board, once it has begun.
    pub seat: Option<Seat>,
    /// For which the reader plays, or waits to.
    pub team: Option<String>,
    /// Who has taken whose place.
    pub substitutes: Vec<SubstituteView>,
    /// Who directs it, by their names.
    pub directors: Vec<String>,
}

/// A team of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TeamView {
    /// What it is called.
    pub name: String,
    /// How many have a board in it.
    pub seated: usize,
    /// How many wait for one.
    pub waiting: usize,
}

/// Where somebody plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seat {
    /// For which team.
    pub team: String,
    /// On which of its boards, from 1.
    pub board: u16,
}

/// Somebody who has taken the place of another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SubstituteView {
    /// The number in the draw.
    pub number: i32,
    /// Who has taken it.
    pub taker: String,
    /// Whose place it was.
    pub gone: String,
    /// When, "26 Dec 2026 13:02 UTC".
    pub since: Sentence,
}

/// A game with which a tournament begins, as one of its players sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BegunGame {
    /// Its number.
    pub number: i64,
    /// `White` or `Black`.
    pub side: &'static str,
    /// Whether it is their move: it may begin from a position in which Black moves.
    pub to_move: bool,
    /// The other player.
    pub opponent: String,
    /// In which round.
    pub round: u16,
    /// What that round is called, in a knock-out.
    pub stage: Option<Sentence>,
    /// For which team the other player plays, and on which board.
    pub seat: Option<Seat>,
}

/// How a player stands in a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stands {
    /// "1.5".
    pub points: String,
    /// "2", or "2-5" where it is shared.
    pub place: String,
}

/// Where somebody is out of a knock-out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutOf {
    /// What the round is called.
    pub stage: Sentence,
    /// Their place, "3-4".
    pub place: String,
}

impl Stands {
    /// By their row; `None` for who is out.
    pub fn of(row: &Row) -> Option<Stands> {
        Some(Stands {
            points: points(row.points),
            place: places(row.standing?.now),
        })
    }
}

/// How a tournament is paired, in words.
pub fn system_in_words(system: System) -> &'static str {
    match system {
        System::RoundRobin => "round robin",
        System::DoubleRoundRobin => "double round robin",
        System::Swiss { .. } => "Swiss",
        System::KnockOut => "knock-out",
        System::Teams {
            meeting: Meeting::Everyone,
            ..
        } => "Scheveningen",
        System::Teams {
            meeting: Meeting::SameBoard,
            ..
        } => "team round robin",
    }
}

/// The lines of a table, all below one another in columns: whom each has met, points, tie-breaks, games that go on, and the
/// place, or all that are still possible. `names` are those of the numbers from 1; the row of `reader`, if they have one, says
/// so.
pub fn table_in_lines(
    system: System,
    table: &Table,
    (names, reader): (&[String], Option<Number>),
    language: Language,
) -> String {
    let you = language.say(&sentence!(" (you)"));
    let behind = |number: Number| match reader == Some(number) {
        true => you.as_str(),
        false => "",
    };
    let shown: BTreeMap<Number, &str> = (1..)
        .map(Number)
        .zip(names.iter().map(String::as_str))
        .collect();
    let met = Cells::of(system, table);
    let figures: Vec<[String; 5]> = table
        .rows
        .iter()
        .map(|row| figures(system, row, language))
        .collect();
    let heads = heads(system).map(|head| language.say(&head));
    let widths: Vec<usize> = (0..heads.len())
        .map(|at| {
            let own = figures.iter().filter_map(|row| row.get(at));
            own.map(|text| columns(text))
                .chain(heads.get(at).map(|head| columns(head)))
                .max()
                .unwrap_or(0)
        })
        .collect();
    let right = widths.iter().map(|width| width + 1).sum::<usize>();
    let left = 2 + 3 + met.width();
    let named = shown
        .iter()
        .map(|(number, name)| columns(name) + columns(behind(*number)));
    let longest = named.max().unwrap_or(0);
    let room = LINE
        .saturating_sub(left + right)
        .max(NAME)
        .min(longest.max(NAME));
    let mut lines = line("", &cut("", "", room), &met.head(), &widths, &heads);
    for (row, figures) in table.rows.iter().zip(&figures) {
        let number = row.player.0.to_string();
        let name = shown.get(&row.player).copied().unwrap_or_default();
        let name = cut(name, behind(row.player), room);
        lines.push_str(&line(&number, &name, &met.line(row), &widths, figures));
    }
    lines
}

/// Somebody on the list of a tournament that has not begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnTheList {
    /// Their name.
    pub name: String,
    /// Whether they read the list.
    pub yours: bool,
    /// Whether no mail goes to them, so that they would not play if it began now. Only those who direct it are told that.
    pub unreached: bool,
}

impl OnTheList {
    /// Their name, with what is to be said of them; `waits` is that they have no seat, or nothing.
    pub(super) fn in_words(&self, waits: &str, language: Language) -> String {
        let said = |holds, words: Sentence| match holds {
            true => language.say(&words),
            false => String::new(),
        };
        let you = said(self.yours, sentence!(" (you)"));
        let unreached = said(
            self.unreached,
            sentence!(", gets no mail and so would not play"),
        );
        format!("{}{you}{waits}{unreached}", harmless(&self.name))
    }
}

/// Those who have signed up, in the order in which they get seats: so many.
pub fn list_in_lines(listed: &[OnTheList], seats: usize, language: Language) -> String {
    let has_to_wait = language.say(&sentence!(", waits for a seat"));
    let line = |(one, place): (&OnTheList, usize)| {
        let waits = if place > seats {
            has_to_wait.as_str()
        } else {
            ""
        };
        format!("  {place:>2} {}\n", one.in_words(waits, language))
    };
    listed.iter().zip(1..).map(line).collect()
}

fn line(number: &str, name: &str, met: &str, widths: &[usize], figures: &[String; 5]) -> String {
    let mut line = format!("  {number:>2} {name}{met}");
    for (width, figure) in widths.iter().zip(figures) {
        // Writing to a String cannot fail.
        let _ = write!(line, " {figure:>width$}");
    }
    format!("{}\n", line.trim_end())
}

/// A name and what stands behind it in so many columns, of which the name gets what is left.
pub(super) fn cut(name: &str, behind: &str, room: usize) -> String {
    let mut shown = String::new();
    for sign in harmless(name).chars() {
        if columns(&shown) + width(sign) + columns(behind) > room {
            break;
        }
        shown.push(sign);
    }
    shown.push_str(behind);
    let blanks = room.saturating_sub(columns(&shown));
    shown + &" ".repeat(blanks)
}

/// Above the figures of a row.
fn heads(system: System) -> [Sentence; 5] {
    let (first, second) = match system {
        System::RoundRobin | System::DoubleRoundRobin | System::KnockOut | System::Teams { .. } => {
            (sentence!("Won"), sentence!("SB"))
        }
        System::Swiss { .. } => (sentence!("Cut"), sentence!("Buch")),
    };
    [
        sentence!("Pts"),
        first,
        second,
        sentence!("Left"),
        sentence!("Place"),
    ]
}

/// The figures of a row: points, two tie-breaks, games that go on, places.
fn figures(system: System, row: &Row, language: Language) -> [String; 5] {
    let (first, second) = match (system, row.buchholz) {
        (System::Swiss { .. }, Some(buchholz)) => {
            (buchholz.cut_one.to_string(), buchholz.whole.to_string())
        }
        (
            System::Swiss { .. }
            | System::RoundRobin
            | System::DoubleRoundRobin
            | System::KnockOut
            | System::Teams { .. },
            _,
        ) => (row.wins.to_string(), row.sonneborn_berger.to_string()),
    };
    let place = match (row.withdrawn, row.standing) {
        (_, None) => language.say(&sentence!("out")),
        (Some(_), Some(standing)) => language.say(&sentence!(
            "{{ places }}w",
            places = places(standing.possible)
        )),
        (None, Some(standing)) if row.going_on == 0 && standing.now == standing.possible => {
            places(standing.now)
        }
        (None, Some(standing)) => places(standing.possible),
    };
    [
        points(row.points),
        first,
        second,
        row.going_on.to_string(),
        place,
    ]
}

fn points(points: Halves) -> String {
    points.to_string()
}

/// "2", or "2-5".
pub(super) fn places(places: Places) -> String {
    match places.first == places.last {
        true => places.first.to_string(),
        false => format!("{}-{}", places.first, places.last),
    }
}

/// What stands in a table of the games of a row.
enum Cells {
    /// A column for each opponent, so many signs wide.
    Cross { players: Vec<Number>, signs: usize },
    /// Nothing: they do not fit, or there is no opponent for each.
    None,
}

impl Cells {
    fn of(system: System, table: &Table) -> Cells {
        let mut players: Vec<Number> = table.rows.iter().map(|row| row.player).collect();
        players.sort_unstable();
        let signs = match system {
            System::RoundRobin => 1,
            System::DoubleRoundRobin => 2,
            System::Swiss { .. } | System::KnockOut | System::Teams { .. } => return Cells::None,
        };
        // More fill a line with nothing else.
        match players.len() * (signs + 1) <= 45 {
            true => Cells::Cross { players, signs },
            false => Cells::None,
        }
    }

    /// Blanks between columns: those of many players stand close together.
    fn gap(players: usize, signs: usize) -> usize {
        usize::from(players * (signs + 1) <= 32)
    }

    fn width(&self) -> usize {
        match self {
            Cells::Cross { players, signs } => {
                players.len() * (signs + Cells::gap(players.len(), *signs)) + 1
            }
            Cells::None => 0,
        }
    }

    /// The numbers of the opponents, of two figures the last.
    fn head(&self) -> String {
        let Cells::Cross { players, signs } = self else {
            return String::new();
        };
        let gap = Cells::gap(players.len(), *signs);
        let each = players.iter().map(|player| {
            let number = player.0.to_string();
            let shown = if number.len() > *signs {
                number.chars().last().map(String::from).unwrap_or_default()
            } else {
                number
            };
            format!("{:gap$}{shown:>signs$}", "")
        });
        format!(" {}", each.collect::<String>())
    }

    fn line(&self, row: &Row) -> String {
        let Cells::Cross { players, signs } = self else {
            return String::new();
        };
        let gap = Cells::gap(players.len(), *signs);
        let each = players.iter().map(|&opponent| {
            let met: String = match opponent == row.player {
                true => "x".repeat(*signs),
                false => row.against(opponent).map(sign).collect(),
            };
            format!("{:gap$}{met:>signs$}", "")
        });
        format!(" {}", each.collect::<String>())
    }
}

/// What a game gave, in one sign.
fn sign(met: &Met) -> char {
    match (met.counted, met.score) {
        (Counted::No, Score::Open | Score::Lost | Score::Drawn | Score::Won) => '-',
        (Counted::Yes, Score::Open) => '.',
        (Counted::Yes, Score::Lost) => '0',
        (Counted::Yes, Score::Drawn) => '\u{bd}',
        (Counted::Yes, Score::Won) => '1',
    }
}

/// Whether somebody who withdrew has their results annulled, so that a table says so.
pub fn annuls(table: &Table) -> bool {
    let mut rows = table.rows.iter();
    rows.any(|row| row.withdrawn == Some(Withdrawal::Annulled))
}

/// Whether somebody has withdrawn whose games count.
pub fn has_lost(table: &Table) -> bool {
    let mut rows = table.rows.iter();
    rows.any(|row| row.withdrawn == Some(Withdrawal::Lost))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Result;
    use crate::tournaments::berger::{double_round_robin, round_robin};
    use crate::tournaments::table::{Record, Withdrawn, table};
    use crate::tournaments::{Contested, Game, Pairing};

    fn lines(
        system: System,
        pairings: Vec<Pairing>,
        names: &[String],
        withdrawn: &[Withdrawn],
    ) -> String {
        let results = [Result::White, Result::Draw, Result::Unknown, Result::Black];
        let games: Vec<Game> = pairings
            .into_iter()
            .zip(results.into_iter().cycle())
            .map(|(pairing, result)| Game {
                pairing,
                result,
                contested: Contested::Yes,
            })
            .collect();
        let record = Record {
            system,
            players: u16::try_from(names.len()).unwrap(),
            withdrawn,
            games: &games,
            byes: &[],
        };
        let reader = Some(Number(1));
        table_in_lines(system, &table(&record), (names, reader), Language::English)
    }

    #[test]
    fn a_table_fits_a_letter_for_up_to_fifteen_players_whatever_they_are_called() {
        for count in 2..=15_u16 {
            let names: Vec<String> = (0..count)
                .map(|at| format!("Maximiliane Alexandra von {at}"))
                .collect();
            for (system, pairings) in [
                (System::RoundRobin, round_robin(count)),
                (System::DoubleRoundRobin, double_round_robin(count)),
            ] {
                let shown = lines(system, pairings, &names, &[]);
                assert_eq!(shown.lines().count(), usize::from(count) + 1);
                for line in shown.lines() {
                    assert!(
                        line.starts_with("  ") && columns(line) <= LINE,
                        "{system:?} {count}: {line}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_table_shows_each_result_in_the_column_of_the_opponent_and_who_is_out() {
        let names: Vec<String> = ["Ann", "Bob", "Carl", "Dora"].map(str::to_owned).into();
        let out = [Withdrawn {
            player: Number(4),
            games: Withdrawal::Annulled,
        }];
        let shown = lines(System::RoundRobin, round_robin(4), &names, &out);
        for (name, met) in [
            ("Ann (you)", "x 0 \u{bd} -"),
            ("Bob", "1 x \u{bd} -"),
            ("Carl", "\u{bd} \u{bd} x -"),
            ("Dora", "- - - x"),
        ] {
            let row = shown.lines().find(|line| line.contains(name)).unwrap();
            assert!(row.contains(met), "{name}\n{shown}");
            assert_eq!(row.ends_with(" out"), name == "Dora", "{shown}");
        }
    }
}
