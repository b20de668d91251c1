//! How teams stand: points of matches and of boards, places, and each match board by board.

use super::{Ranking, Team, team};
use crate::tournaments::table::{Halves, Met, Places, Row, Score, Table};
use crate::tournaments::{Number, Pairing};
use shakmaty::Color;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// How teams stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// On how many boards each plays.
    pub boards: u16,
    /// A row for each team, the first place first.
    pub rows: Vec<TeamRow>,
    /// All matches, round by round.
    pub matches: Vec<TeamMatch>,
}

/// What stands in the table of one team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamRow {
    /// Which.
    pub team: Team,
    /// Its place as it stands, or those that it shares.
    pub places: Places,
    /// The places that are still possible, if nobody withdraws and no result is changed: none beyond them is. Where few games go
    /// on, the first and the last of them are possible indeed.
    pub possible: Places,
    /// Two for each match that it has won, one for each that was drawn. A match is won as soon as its open games change
    /// nothing of that.
    pub match_points: u16,
    /// What its players have scored.
    pub board_points: Halves,
    /// So many of its games go on.
    pub going_on: u16,
}

/// Two teams that meet; of those where everyone meets everyone all games are one match, over several rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamMatch {
    /// The two, that first which has White on the first board.
    pub teams: [Team; 2],
    /// Its first round.
    pub round: u16,
    /// What each has scored on its boards.
    pub points: [Halves; 2],
    /// So many of its games go on.
    pub going_on: u16,
    /// Its games, round by round and board by board.
    pub games: Vec<TeamGame>,
}

/// A game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamGame {
    /// Who plays whom.
    pub pairing: Pairing,
    /// The player of the first of the two teams.
    pub first: Number,
    /// The player of the second.
    pub second: Number,
    /// What it gave the two.
    pub scores: [Score; 2],
}

/// How the teams stand of whose players this is the table; of places that are still possible those alone that they have.
pub(super) fn now(table: &Table, boards: u16, ranking: Ranking) -> Standings {
    let matches = matches(table, boards);
    let players = u16::try_from(table.rows.len()).unwrap_or(u16::MAX);
    let teams = players.checked_div(boards).unwrap_or(0);
    Standings {
        boards,
        rows: ranked(teams, &matches, ranking),
        matches,
    }
}

/// So many teams after these matches, the first place first; of places that are still possible those alone that they have.
pub(super) fn ranked(teams: u16, matches: &[TeamMatch], ranking: Ranking) -> Vec<TeamRow> {
    let scored = (1..=teams).map(|team| scored(Team(team), matches));
    placed(scored.collect(), matches, ranking)
}

impl Standings {
    /// The match of these two, in whatever order.
    pub fn between(&self, one: Team, other: Team) -> Option<&TeamMatch> {
        let mut matches = self.matches.iter();
        matches.find(|met| met.has(one) && met.has(other) && one != other)
    }
}

impl TeamMatch {
    /// Whether this team plays it.
    pub fn has(&self, team: Team) -> bool {
        self.teams.contains(&team)
    }

    /// What this team has scored on its boards.
    pub fn board_points(&self, team: Team) -> Halves {
        let both = self.teams.iter().zip(self.points);
        let mut own = both.filter(|(one, _)| **one == team);
        own.next().map_or(Halves(0), |(_, points)| points)
    }

    /// Two where it has won, one where it is drawn, in the end.
    fn match_points(&self, team: Team) -> u16 {
        let own = self.board_points(team).0;
        let both: u32 = self.points.iter().map(|points| points.0).sum();
        let (others, open) = (both - own, 2 * u32::from(self.going_on));
        match (own > others + open, own == others && open == 0) {
            (true, _) => 2,
            (false, true) => 1,
            (false, false) => 0,
        }
    }
}

fn scored(team: Team, matches: &[TeamMatch]) -> TeamRow {
    let own = || matches.iter().filter(|met| met.has(team));
    TeamRow {
        team,
        places: Places { first: 1, last: 1 },
        possible: Places { first: 1, last: 1 },
        match_points: own().map(|met| met.match_points(team)).sum(),
        board_points: Halves(own().map(|met| met.board_points(team).0).sum()),
        going_on: own().map(|met| met.going_on).sum(),
    }
}

/// The teams by their points, those who are equal by what they scored against each other; whoever is equal in that too shares
/// the place.
fn placed(mut rows: Vec<TeamRow>, matches: &[TeamMatch], ranking: Ranking) -> Vec<TeamRow> {
    let order = |row: &TeamRow| Reverse(in_order(ranking, row.match_points, row.board_points));
    rows.sort_by_key(|row| (order(row), row.team));
    let mut sorted = Vec::new();
    for equal in rows.chunk_by(|one, other| order(one) == order(other)) {
        let mut among: Vec<_> = equal
            .iter()
            .map(|row| {
                (
                    Reverse(scored_among(row.team, equal, matches, ranking)),
                    *row,
                )
            })
            .collect();
        among.sort_by_key(|(scored, row)| (*scored, row.team));
        for sharing in among.chunk_by(|(one, _), (other, _)| one == other) {
            let before = u16::try_from(sorted.len()).unwrap_or(u16::MAX);
            let count = u16::try_from(sharing.len()).unwrap_or(u16::MAX);
            let places = Places {
                first: before.saturating_add(1),
                last: before.saturating_add(count),
            };
            sorted.extend(sharing.iter().map(|(_, row)| TeamRow {
                places,
                possible: places,
                ..*row
            }));
        }
    }
    sorted
}

/// What counts first of these, and then what counts next.
pub(super) fn in_order(ranking: Ranking, match_points: u16, board_points: Halves) -> (u32, u32) {
    let (of_matches, of_boards) = (u32::from(match_points), board_points.0);
    match ranking {
        Ranking::MatchPoints => (of_matches, of_boards),
        Ranking::BoardPoints => (of_boards, of_matches),
    }
}

/// What a team scored against these; nothing for all of them while a game among them goes on.
fn scored_among(
    team: Team,
    equal: &[TeamRow],
    matches: &[TeamMatch],
    ranking: Ranking,
) -> (u32, u32) {
    let among = |one: Team| equal.iter().any(|row| row.team == one);
    let met: Vec<&TeamMatch> = matches
        .iter()
        .filter(|met| met.teams.iter().all(|one| among(*one)))
        .collect();
    if met.iter().any(|met| met.going_on > 0) {
        return (0, 0);
    }
    let own = || met.iter().filter(|met| met.has(team));
    let match_points = own().map(|met| met.match_points(team)).sum();
    let board_points = own().map(|met| met.board_points(team).0).sum();
    in_order(ranking, match_points, Halves(board_points))
}

/// All matches of these players.
fn matches(table: &Table, boards: u16) -> Vec<TeamMatch> {
    let mut games: Vec<(Pairing, [Score; 2])> = table
        .rows
        .iter()
        .flat_map(|row| row.games.iter().filter_map(|met| of_white(row, met, table)))
        .collect();
    let of = |number: Number| team(number, boards);
    games.sort_by_key(|(pairing, _)| {
        let (white, black) = (pairing.white, pairing.black);
        (pairing.round, of(white).min(of(black)), white.min(black))
    });
    let mut matches: BTreeMap<[Team; 2], TeamMatch> = BTreeMap::new();
    let mut begun = Vec::new();
    for (pairing, scores) in games {
        let both = [of(pairing.white), of(pairing.black)];
        let mut key = both;
        key.sort_unstable();
        let met = matches.entry(key).or_insert_with(|| {
            begun.push(key);
            TeamMatch {
                teams: both,
                round: pairing.round,
                points: [Halves(0); 2],
                going_on: 0,
                games: Vec::new(),
            }
        });
        met.add(pairing, scores, both);
    }
    let in_order = begun.into_iter().filter_map(|key| matches.remove(&key));
    in_order.collect()
}

impl TeamMatch {
    fn add(&mut self, pairing: Pairing, [white, black]: [Score; 2], [of_white, _]: [Team; 2]) {
        let first_has_white = self.teams.first() == Some(&of_white);
        let (first, second, scores) = match first_has_white {
            true => (pairing.white, pairing.black, [white, black]),
            false => (pairing.black, pairing.white, [black, white]),
        };
        for (points, score) in self.points.iter_mut().zip(scores) {
            points.0 += score.halves();
        }
        self.going_on += u16::from(scores.contains(&Score::Open));
        self.games.push(TeamGame {
            pairing,
            first,
            second,
            scores,
        });
    }
}

/// A game, where it is seen from White, with what it gave White and Black.
fn of_white(row: &Row, met: &Met, table: &Table) -> Option<(Pairing, [Score; 2])> {
    if met.colour != Color::White {
        return None;
    }
    let mut theirs = table.of(met.opponent)?.against(row.player);
    let theirs = theirs.find(|theirs| theirs.round == met.round)?;
    let pairing = Pairing {
        round: met.round,
        white: row.player,
        black: met.opponent,
    };
    Some((pairing, [met.score, theirs.score]))
}
