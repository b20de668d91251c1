//! Teams: who meets whom, on which board and with which colour.
//!
//! The players of a team have numbers one after another, by board: of teams of four those of the first are 1 to 4, those of the
//! second 5 to 8. All games begin at once, so that a round is only a heading.

mod possible;
mod standing;
mod table;

use super::berger::round_robin;
use super::{Meeting, Number, Pairing};

pub use standing::{Standings, TeamGame, TeamMatch, TeamRow};
pub use table::standings;

/// A team, by its place in the draw, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Team(pub u16);

/// What counts first among teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// Two points for a match that is won and one for one that is drawn; then the points on the boards.
    MatchPoints,
    /// The points on the boards; then those of the matches.
    BoardPoints,
}

impl Ranking {
    /// By the word of the database.
    pub fn from_word(word: &str) -> Option<Ranking> {
        match word {
            "match-points" => Some(Ranking::MatchPoints),
            "board-points" => Some(Ranking::BoardPoints),
            _ => None,
        }
    }

    /// As the database has it.
    pub fn word(self) -> &'static str {
        match self {
            Ranking::MatchPoints => "match-points",
            Ranking::BoardPoints => "board-points",
        }
    }
}

/// All games between teams of so many boards, round by round, each in the order of its matches and boards. Who is in no whole
/// team meets nobody.
pub fn pairings(meeting: Meeting, boards: u16, players: u16) -> Vec<Pairing> {
    match meeting {
        Meeting::Everyone => scheveningen(boards),
        Meeting::SameBoard => on_the_same_boards(players.checked_div(boards).unwrap_or(0), boards),
    }
}

/// Everyone of the first team meets everyone of the second: those of whom the boards together are even have White in the first.
/// In round 1 board 1 meets board 1, in round 2 board 2, and so on around.
fn scheveningen(boards: u16) -> Vec<Pairing> {
    let rounds = 1..=boards;
    let games = rounds.flat_map(|round| {
        (1..=boards).map(move |board| {
            let met = (board - 1 + round - 1) % boards + 1;
            let (own, other) = (Number(board), Number(boards + met));
            in_round(round, (own, other), (board + met).is_multiple_of(2))
        })
    });
    games.collect()
}

/// The teams meet by the Berger tables; in each match the first of the two has White on the odd boards.
fn on_the_same_boards(teams: u16, boards: u16) -> Vec<Pairing> {
    let games = round_robin(teams).into_iter().flat_map(|meeting| {
        let [first, second] = [meeting.white, meeting.black].map(|team| (team.0 - 1) * boards);
        (1..=boards).map(move |board| {
            let both = (Number(first + board), Number(second + board));
            in_round(meeting.round, both, !board.is_multiple_of(2))
        })
    });
    games.collect()
}

/// A game in which the first of both has White where that holds.
fn in_round(round: u16, (first, second): (Number, Number), has_white: bool) -> Pairing {
    let (white, black) = match has_white {
        true => (first, second),
        false => (second, first),
    };
    Pairing {
        round,
        white,
        black,
    }
}

/// For which team a number plays, where each has so many boards.
pub fn team(number: Number, boards: u16) -> Team {
    let before = number.0.saturating_sub(1).checked_div(boards);
    Team(before.unwrap_or(0) + 1)
}

/// On which board of its team a number plays, from 1.
pub fn board(number: Number, boards: u16) -> u16 {
    let before = number.0.saturating_sub(1).checked_rem(boards);
    before.unwrap_or(0) + 1
}

#[cfg(test)]
mod tests;
