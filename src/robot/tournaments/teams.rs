//! Teams of a tournament: who plays for which, in which order, and whether they are whole.

use super::Tournament;
use super::standings::number;
use crate::db::tournaments::{EntryRow, TournamentRow};
use crate::game::PlayerNumber;
use crate::letters::{NameKey, Seat, TeamNames, TeamView};
use crate::robot::tournament_rulings::TournamentRuling;
use crate::tournaments::teams::{self as pairing, Ranking, Team};
use crate::tournaments::{Number, System};
use anyhow::bail;
use std::collections::BTreeMap;

/// A team that is named, as the database has it: from 1.
pub(in crate::robot) type Named = i32;

impl Tournament {
    /// Before teams have begun: those who have a board in one come first, by teams and boards, and then those who wait for one, as
    /// they signed up. Others stay in the order of the list.
    pub(in crate::robot) fn arrange(&mut self) {
        let Some(boards) = self.system.boards().filter(|_| !self.has_begun()) else {
            return;
        };
        self.entries.sort_by_key(in_the_team);
        let mut teams: BTreeMap<Option<i32>, u16> = BTreeMap::new();
        let (mut seated, mut waiting) = (Vec::new(), Vec::new());
        for entry in self.entries.drain(..) {
            let so_far = teams.entry(entry.team).or_default();
            *so_far = so_far.saturating_add(1);
            match *so_far <= boards {
                true => seated.push(entry),
                false => waiting.push(entry),
            }
        }
        waiting.sort_by_key(|entry: &EntryRow| (entry.signed_up_at, entry.player_id));
        self.entries = [seated, waiting].concat();
    }

    /// Who is next to get a board or a seat, one of each team; nobody once it has begun.
    pub(in crate::robot) fn first_waiting(&self) -> Vec<PlayerNumber> {
        let mut teams = Vec::new();
        let waiting = self.entries.iter().filter(|_| !self.has_begun());
        let first = waiting.skip(self.seats()).filter(|entry| {
            let first = !teams.contains(&entry.team);
            teams.push(entry.team);
            first
        });
        first.map(|entry| PlayerNumber(entry.player_id)).collect()
    }

    /// Who plays if it begins with these, in the order in which they get seats.
    pub(super) fn seated(&self, there: &[PlayerNumber]) -> Vec<PlayerNumber> {
        let Some(boards) = self.system.boards() else {
            return there.iter().copied().take(self.seats()).collect();
        };
        let teams = (1..).zip(&self.row.teams).flat_map(|(team, _)| {
            let own = there.iter().filter(move |player| {
                let entry = self.entry(**player);
                entry.is_some_and(|entry| entry.team == Some(team))
            });
            own.copied().take(usize::from(boards))
        });
        teams.collect()
    }

    /// Its teams, each with how many have a board and how many wait for one.
    pub(in crate::robot) fn teams(&self) -> Vec<TeamView> {
        let players: Vec<PlayerNumber> = self
            .entries
            .iter()
            .map(|entry| PlayerNumber(entry.player_id))
            .collect();
        self.teams_of(&players)
    }

    /// The team that is proposed to whoever signs up: the first that has a free board, or else the first.
    pub(in crate::robot) fn proposed_team(&self) -> Option<String> {
        let boards = usize::from(self.system.boards()?);
        let teams = self.teams();
        let mut free = teams.iter().filter(|team| team.seated < boards);
        let proposed = free.next().or(teams.first())?;
        Some(proposed.name.clone())
    }

    /// The same of these players of theirs.
    pub(in crate::robot) fn teams_of(&self, players: &[PlayerNumber]) -> Vec<TeamView> {
        let there = self
            .entries
            .iter()
            .filter(|entry| players.contains(&PlayerNumber(entry.player_id)));
        counted(&self.row, there)
    }

    /// Whether each of its teams has as many of these players as it has boards. It is whole without teams.
    pub(in crate::robot) fn is_whole(&self, players: &[PlayerNumber]) -> bool {
        are_whole(&self.teams_of(players), &self.row)
    }

    /// Everybody on its list.
    pub(in crate::robot) fn listed(&self) -> Vec<PlayerNumber> {
        let entries = self.entries.iter();
        entries.map(|entry| PlayerNumber(entry.player_id)).collect()
    }

    /// The team of this name.
    pub(in crate::robot) fn team_called(&self, name: &str) -> Option<Named> {
        let key = NameKey::of(name);
        let mut teams = (1..).zip(&self.row.teams);
        teams
            .find(|(_, one)| NameKey::of(one) == key)
            .map(|(team, _)| team)
    }

    /// Which of those who wait for a seat, or for a board of the same team, somebody is, from 1; none for who waits for none.
    pub(in crate::robot) fn waits_as(&self, player: PlayerNumber) -> Option<usize> {
        let team = self.entry(player)?.team;
        let waiting = self.entries.iter().skip(self.seats());
        let mut own = waiting.filter(|entry| entry.team == team);
        own.position(|entry| entry.player_id == player.0)
            .map(|at| at + 1)
    }

    /// These players of a team have its first boards.
    pub(in crate::robot) fn line_up(&mut self, team: Named, players: &[PlayerNumber]) {
        for entry in self
            .entries
            .iter_mut()
            .filter(|entry| entry.team == Some(team))
        {
            let at = players
                .iter()
                .position(|player| player.0 == entry.player_id);
            entry.board = at.and_then(|at| i32::try_from(at + 1).ok());
        }
        self.arrange();
    }

    /// What the team is called for which somebody plays, or waits to.
    pub(in crate::robot) fn team_of(&self, player: PlayerNumber) -> Option<&str> {
        team_name(&self.row.teams, self.entry(player)?)
    }

    /// Where somebody of this number plays, where teams play.
    pub(super) fn seat(&self, own: Number, player: PlayerNumber) -> Option<Seat> {
        Some(Seat {
            team: self.team_of(player)?.to_owned(),
            board: pairing::board(own, self.system.boards()?),
        })
    }

    /// How its teams stand, and what is told of that; none where it has no teams.
    pub(in crate::robot) fn team_standings(&self) -> Option<(pairing::Standings, TeamNames)> {
        let ranking = ranking(self.row.ranking.as_deref(), self.system)?;
        let (table, _) = self.table();
        let standings = pairing::standings(&table, self.system.boards()?, ranking);
        let names = TeamNames::of(drawn_teams(&self.row.teams, self.system, &self.entries));
        Some((standings, names))
    }
}

/// The teams of a tournament, with how many of these have a board in each, and how many wait for one.
fn counted<'e>(
    row: &TournamentRow,
    entries: impl Iterator<Item = &'e EntryRow> + Clone,
) -> Vec<TeamView> {
    let boards = usize::try_from(row.boards.unwrap_or(0)).unwrap_or(0);
    let teams = (1..).zip(&row.teams).map(|(team, name)| {
        let own = entries.clone().filter(|entry| entry.team == Some(team));
        let count = own.count();
        TeamView {
            name: name.clone(),
            seated: count.min(boards),
            waiting: count.saturating_sub(boards),
        }
    });
    teams.collect()
}

/// Why nobody lines a team up so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::robot) enum NoLineUp {
    /// Who was named in this place, from 1, has not signed up for the team.
    NotOfTeam(usize),
    /// Who was named in this place was named before.
    Twice(usize),
}

/// Whether these players of a team can be put on its boards in this order.
pub(in crate::robot) fn may_line_up(
    entries: &[EntryRow],
    team: Named,
    players: &[Option<PlayerNumber>],
) -> Result<Vec<PlayerNumber>, NoLineUp> {
    let mut lined_up = Vec::new();
    for (place, player) in (1..).zip(players) {
        let of_team = |player: &PlayerNumber| {
            let mut entries = entries.iter();
            entries.any(|entry| entry.player_id == player.0 && entry.team == Some(team))
        };
        let player = player.filter(of_team).ok_or(NoLineUp::NotOfTeam(place))?;
        if lined_up.contains(&player) {
            return Err(NoLineUp::Twice(place));
        }
        lined_up.push(player);
    }
    Ok(lined_up)
}

/// Whether the teams of a tournament are as the administrator must have them for this.
///
/// # Errors
///
/// When they are not; it says how they are, and what helps.
pub(in crate::robot) fn teams_allow(
    row: &TournamentRow,
    entries: &[EntryRow],
    ruling: &TournamentRuling,
) -> anyhow::Result<()> {
    if let TournamentRuling::LineUp { team, players, .. } = ruling {
        let players: Vec<_> = players.iter().copied().map(Some).collect();
        match may_line_up(entries, *team, &players) {
            Ok(_) => {}
            Err(NoLineUp::NotOfTeam(place)) => bail!(
                "number {place} of the players has not signed up for that team; `penpawn tournaments show {}` lists who has",
                row.name
            ),
            Err(NoLineUp::Twice(place)) => bail!("number {place} of the players is named twice"),
        }
    }
    let teams = counted(row, entries.iter());
    let closes = matches!(ruling, TournamentRuling::Close);
    if closes && !are_whole(&teams, row) {
        bail!("{}", why_not_whole(&teams, row));
    }
    Ok(())
}

fn are_whole(teams: &[TeamView], row: &TournamentRow) -> bool {
    let boards = usize::try_from(row.boards.unwrap_or(0)).unwrap_or(0);
    teams.iter().all(|team| team.seated == boards)
}

/// For the administrator: how many each of these teams has, of how many.
pub(super) fn why_not_whole(teams: &[TeamView], row: &TournamentRow) -> String {
    let counts = teams
        .iter()
        .map(|team| format!("{} has {}", team.name, team.seated));
    let counts: Vec<String> = counts.collect();
    format!(
        "each team of {} needs {} players who can play: {}; let others sign up, by \"sign up {} for\" and the team",
        row.name,
        row.boards.unwrap_or(0),
        counts.join(", "),
        row.name
    )
}

/// What counts first among the teams of a tournament with this word; none where it has none.
pub fn ranking(word: Option<&str>, system: System) -> Option<Ranking> {
    system.boards()?;
    Some(
        word.and_then(Ranking::from_word)
            .unwrap_or(Ranking::MatchPoints),
    )
}

/// What the teams are called, in the order of the draw.
pub fn drawn_teams(teams: &[String], system: System, entries: &[EntryRow]) -> Vec<String> {
    let boards = system.boards().unwrap_or(1);
    let mut drawn: BTreeMap<Team, String> = BTreeMap::new();
    for entry in entries {
        if let (Some(number), Some(name)) = (number(entry), team_name(teams, entry)) {
            drawn.insert(pairing::team(number, boards), name.to_owned());
        }
    }
    drawn.into_values().collect()
}

fn team_name<'t>(teams: &'t [String], entry: &EntryRow) -> Option<&'t str> {
    let at = usize::try_from(entry.team?).ok()?.checked_sub(1)?;
    teams.get(at).map(String::as_str)
}

/// Those of a team with a board first, by it; the others in the order in which they signed up.
fn in_the_team(entry: &EntryRow) -> impl Ord + use<> {
    let board = (entry.board.is_none(), entry.board);
    (entry.team, board, entry.signed_up_at, entry.player_id)
}
