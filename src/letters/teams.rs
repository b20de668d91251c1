//! Teams as players are told them: who plays for which, and how they stand.

use super::clean::{columns, harmless};
use super::tournament::{LINE, OnTheList, cut, places};
use super::{Language, Sentence, sentence};
use crate::tournaments::Number;
use crate::tournaments::table::{Score, Table};
use crate::tournaments::teams::{Standings, Team, TeamGame, TeamMatch, board, team};
use shakmaty::Color;

/// Columns that a name gets at the most beside another one.
const NAME: usize = 24;

/// What the teams are called, in the order of the draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamNames(Vec<String>);

impl TeamNames {
    /// Of these, from the first.
    pub fn of(names: Vec<String>) -> TeamNames {
        TeamNames(names)
    }

    /// What this one is called.
    pub fn name(&self, team: Team) -> &str {
        let at = usize::from(team.0.saturating_sub(1));
        self.0.get(at).map_or("?", String::as_str)
    }
}

/// The teams before they begin, each with who has signed up for it, in the order of the boards.
pub fn team_list_in_lines(
    teams: &[(String, Vec<OnTheList>)],
    boards: u16,
    language: Language,
) -> String {
    let waits = language.say(&sentence!(", waits for a board"));
    let lines = teams.iter().map(|(name, players)| {
        let seated = players.len().min(usize::from(boards));
        let head = format!("  {}: {seated}/{boards}\n", harmless(name));
        let players = (1..).zip(players).map(|(board, player)| {
            let waits = if board > boards { waits.as_str() } else { "" };
            format!("  {board:>4} {}\n", player.in_words(waits, language))
        });
        head + &players.collect::<String>()
    });
    lines.collect()
}

/// The table of the teams; below it each match board by board, and what each player has scored. `names` are those of the numbers
/// from 1, and the one of `reader` says so.
pub fn team_table_in_lines(
    (standings, table): (&Standings, &Table),
    (teams, names, reader): (&TeamNames, &[String], Option<Number>),
    language: Language,
) -> String {
    let told = Told {
        standings,
        table,
        teams,
        names,
        reader,
        language,
    };
    let matches = standings.matches.iter().map(|met| told.met(met));
    let matches: String = matches.collect();
    format!("{}\n{matches}{}", told.rows(), told.players())
}

/// What is told of teams, to whom and in which language.
struct Told<'a> {
    standings: &'a Standings,
    table: &'a Table,
    teams: &'a TeamNames,
    names: &'a [String],
    reader: Option<Number>,
    language: Language,
}

impl Told<'_> {
    /// A line for each team.
    fn rows(&self) -> String {
        let heads = [
            sentence!("MP"),
            sentence!("BP"),
            sentence!("Left"),
            sentence!("Place"),
        ];
        let heads = heads.map(|head| self.language.say(&head));
        let mut lines = self.row("", "", &heads);
        for row in &self.standings.rows {
            let figures = [
                row.match_points.to_string(),
                row.board_points.to_string(),
                row.going_on.to_string(),
                places(row.possible),
            ];
            let name = self.teams.name(row.team);
            lines += &self.row(&row.team.0.to_string(), name, &figures);
        }
        lines
    }

    fn row(&self, number: &str, name: &str, figures: &[String; 4]) -> String {
        let [match_points, board_points, left, place] = figures;
        let teams = self.standings.rows.iter();
        let widest = teams.map(|row| columns(self.teams.name(row.team))).max();
        let room = widest.unwrap_or(0).clamp(8, LINE - 40);
        let line = format!(
            "  {number:>2} {} {match_points:>4} {board_points:>6} {left:>6} {place:>7}",
            cut(name, "", room)
        );
        format!("{}\n", line.trim_end())
    }

    /// A match: its heading, and a line for each board.
    fn met(&self, met: &TeamMatch) -> String {
        let [first, second] = met
            .teams
            .map(|team| harmless(self.teams.name(team)).into_owned());
        let [of_first, of_second] = met.points;
        let head = sentence!(
            "{{ first }} - {{ second }}: {{ of_first }}-{{ of_second }}",
            first,
            second,
            of_first = of_first.to_string(),
            of_second = of_second.to_string()
        );
        let games = met.games.iter().map(|game| self.game(game));
        format!(
            "  {}\n{}\n",
            self.language.say(&head),
            games.collect::<String>()
        )
    }

    /// A game, seen from the first of the two teams.
    fn game(&self, game: &TeamGame) -> String {
        let number = board(game.first, self.standings.boards);
        let colour = match game.pairing.white == game.first {
            true => Color::White,
            false => Color::Black,
        };
        let colour = colour.fold_wb(sentence!("W"), sentence!("B"));
        let line = format!(
            "  {number:>4} {} {} {:<7} {}",
            self.language.say(&colour),
            self.name(game.first),
            result(game.scores),
            self.name(game.second)
        );
        format!("{}\n", line.trim_end())
    }

    fn name(&self, number: Number) -> String {
        let name = self.names.get(usize::from(number.0.saturating_sub(1)));
        let name = name.map_or("", String::as_str);
        match self.reader == Some(number) {
            true => cut(name, &self.language.say(&sentence!(" (you)")), NAME),
            false => cut(name, "", NAME),
        }
    }

    /// What each player has scored, by teams and boards.
    fn players(&self) -> String {
        let boards = self.standings.boards;
        let mut rows: Vec<_> = self.table.rows.iter().collect();
        rows.sort_by_key(|row| row.player);
        let mut lines = String::new();
        for of_team in
            rows.chunk_by(|one, other| team(one.player, boards) == team(other.player, boards))
        {
            let name = of_team.first().map(|row| team(row.player, boards));
            let name = name.map_or("", |team| self.teams.name(team));
            lines += &self.heading(name);
            for row in of_team {
                let gone = match row.withdrawn {
                    Some(_) => self.language.say(&sentence!("withdrawn")),
                    None => String::new(),
                };
                let line = format!(
                    "  {:>4} {} {:>5} {:>6} {gone}",
                    board(row.player, boards),
                    self.name(row.player),
                    row.points.to_string(),
                    row.going_on
                );
                lines += &format!("{}\n", line.trim_end());
            }
        }
        lines
    }

    /// Above the players of a team.
    fn heading(&self, team: &str) -> String {
        let heads: [Sentence; 2] = [sentence!("Pts"), sentence!("Left")];
        let [points, left] = heads.map(|head| self.language.say(&head));
        let line = format!("  {} {points:>5} {left:>6}", cut(team, "", NAME + 5));
        format!("{}\n", line.trim_end())
    }
}

/// What a game gave both; nothing while it goes on.
fn result(scores: [Score; 2]) -> String {
    let one = |score: Score| match score {
        Score::Open => "",
        Score::Lost => "0",
        Score::Drawn => "\u{bd}",
        Score::Won => "1",
    };
    let [first, second] = scores.map(one);
    format!("{first:>3}-{second}")
}
