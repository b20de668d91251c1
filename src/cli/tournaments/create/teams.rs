//! The teams of a tournament that is to be: what they are called, and how many play.

use crate::cli::terminal::counted;
use crate::language::is_read_as_team;
use crate::letters::{NameKey, NameLook, one_line};
use crate::tournaments::{Meeting, teams};
use anyhow::bail;
use clap::ValueEnum;

/// So many games one player plays at once at the most.
pub(super) const MOST_GAMES: i32 = 30;

/// So many players a Swiss, or all teams, have at the most.
pub(super) const MOST_PLAYERS: i32 = 200;

/// The longest name of a team, in characters.
const LONGEST_NAME: usize = 32;

/// What the teams are called.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Teams(Vec<String>);

impl Teams {
    /// In the order in which they were named.
    pub(super) fn names(self) -> Vec<String> {
        self.0
    }
}

/// "Riverside, Hillside".
pub(super) fn teams(given: &str) -> Result<Teams, String> {
    let mut teams: Vec<String> = Vec::new();
    for name in given.split(',') {
        let name = team(name)?;
        if let Some(other) = teams.iter().find(|other| look_alike(other, &name)) {
            return Err(match NameKey::of(other) == NameKey::of(&name) {
                true => format!("two teams are called {name}; write each once"),
                false => format!(
                    "\"{name}\" looks like \"{other}\", and players would take one for the other: give them names that differ to the eye"
                ),
            });
        }
        teams.push(name);
    }
    match teams.len() {
        1 => Err("that is one team; write two at least, parted by a comma".to_owned()),
        _ => Ok(Teams(teams)),
    }
}

/// What one of them is called.
fn team(given: &str) -> Result<String, String> {
    let name = one_line(given);
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    // Some letters are seen by nobody.
    if !NameKey::of(&name).as_str().contains(char::is_alphanumeric) {
        return Err(
            "the name of a team is empty: write names with letters, parted by commas, as \"Riverside, Hillside\""
                .to_owned(),
        );
    }
    if name.chars().count() > LONGEST_NAME || !is_read_as_team(&name) {
        return Err(format!(
            "players write it in orders, and \"{name}\" would not be read there: a team is called by one to four words, {LONGEST_NAME} \
             characters at the most, without marks around them"
        ));
    }
    Ok(name)
}

/// Whether an eye takes one of these names for the other one, as it is with those of players.
fn look_alike(one: &str, other: &str) -> bool {
    !NameLook::all_of(one).is_disjoint(&NameLook::all_of(other))
}

/// What counts first among teams.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Ranking {
    /// Two for a match won and one for one drawn, then the points on the boards
    MatchPoints,
    /// The points on the boards, then those of the matches
    BoardPoints,
}

/// What was said of teams.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said<'c> {
    /// Who of two teams meets whom; none in a system without teams.
    pub(super) meeting: Option<Meeting>,
    /// What they are called.
    pub(super) teams: Option<&'c Teams>,
    /// On how many boards each plays.
    pub(super) boards: Option<i32>,
    /// What counts first.
    pub(super) ranking: Option<Ranking>,
}

impl Said<'_> {
    /// What counts first, as the database has it; none without teams.
    pub(super) fn ranking(self) -> Option<&'static str> {
        self.teams?;
        Some(match self.ranking {
            Some(Ranking::BoardPoints) => teams::Ranking::BoardPoints.word(),
            Some(Ranking::MatchPoints) | None => teams::Ranking::MatchPoints.word(),
        })
    }

    /// How many take part, where that follows from teams.
    ///
    /// # Errors
    ///
    /// When what was said does not fit together.
    pub(super) fn players(self) -> anyhow::Result<Option<i32>> {
        let said = self.teams.is_some() || self.boards.is_some() || self.ranking.is_some();
        match (self.meeting, self.teams, self.boards) {
            (None, _, _) if said => bail!(
                "--teams, --boards and --ranking belong to --system scheveningen and --system team-boards; leave them out"
            ),
            (None, _, _) => Ok(None),
            (Some(meeting), Some(Teams(teams)), Some(boards)) => {
                of_teams(meeting, teams.len(), boards).map(Some)
            }
            (Some(_), _, _) => bail!(
                "teams need --teams and --boards, for example --teams \"Riverside, Hillside\" --boards 4"
            ),
        }
    }
}

/// So many players so many teams have on so many boards.
fn of_teams(meeting: Meeting, teams: usize, boards: i32) -> anyhow::Result<i32> {
    let teams = i32::try_from(teams)?;
    if meeting == Meeting::Everyone && teams != 2 {
        bail!(
            "--teams names {}: a Scheveningen has two; name two, or take --system team-boards",
            counted(teams, "team")
        );
    }
    if teams - 1 > MOST_GAMES {
        bail!(
            "--teams names {teams}: all games begin at once, and {MOST_GAMES} for each player are enough"
        );
    }
    let players = teams.saturating_mul(boards);
    if players > MOST_PLAYERS {
        bail!(
            "{teams} teams on {boards} boards are {players} players, and {MOST_PLAYERS} are the most"
        );
    }
    Ok(players)
}
