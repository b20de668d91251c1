//! What stands in a table.

use super::points::{Halves, Quarters};
use super::record::Withdrawal;
use crate::tournaments::{Contested, Number};
use shakmaty::Color;

/// The table, first place first; those whose games are annulled come last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// A row for each player.
    pub rows: Vec<Row>,
}

/// What stands in it of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Who.
    pub player: Number,
    /// As it stands now; `None` where their games are annulled.
    pub standing: Option<Standing>,
    /// What they scored.
    pub points: Halves,
    /// So many games they won, and points they had without a game.
    pub wins: u16,
    /// Sonneborn-Berger.
    pub sonneborn_berger: Quarters,
    /// In a Swiss.
    pub buchholz: Option<Buchholz>,
    /// So many of their games go on.
    pub going_on: u16,
    /// Their games, round by round.
    pub games: Vec<Met>,
    /// The rounds in which they had a point without a game.
    pub byes: Vec<u16>,
    /// Whether they withdrew.
    pub withdrawn: Option<Withdrawal>,
}

/// Where somebody stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place now.
    pub now: Places,
    /// The places that are still possible, if nobody withdraws and no result is changed: none beyond them is. Once few
    /// games go on (five, in a round robin of up to thirteen), and no round is to be paired, all ways in which these can end
    /// are tried, and the first and the last of these places are possible indeed. Before that the points alone are
    /// compared, as if all others could win all their games or lose them, and no real end may come as far as that.
    pub possible: Places,
}

/// A place, or the places that several share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// The best of them, from 1.
    pub first: u16,
    /// The last of them.
    pub last: u16,
}

/// The points of all opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Buchholz {
    /// Without those that count least.
    pub cut_one: Halves,
    /// All.
    pub whole: Halves,
}

/// A game as its player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// In which round.
    pub round: u16,
    /// Against whom.
    pub opponent: Number,
    /// With which colour.
    pub colour: Color,
    /// What it gave them.
    pub score: Score,
    /// Whether both had moved.
    pub contested: Contested,
    /// Whether it counts.
    pub counted: Counted,
}

/// What a game gives one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// It goes on.
    Open,
    /// Nothing.
    Lost,
    /// Half a point.
    Drawn,
    /// A point.
    Won,
}

/// Whether a game counts in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// It does.
    Yes,
    /// It is annulled.
    No,
}

impl Table {
    /// The row of a player.
    pub fn of(&self, player: Number) -> Option<&Row> {
        self.rows.iter().find(|row| row.player == player)
    }
}

impl Row {
    /// Their games against one opponent, in the order of the rounds: a field of the cross table.
    pub fn against(&self, opponent: Number) -> impl Iterator<Item = &Met> {
        self.games
            .iter()
            .filter(move |met| met.opponent == opponent)
    }
}

impl Score {
    /// In halves of a point.
    pub(in crate::tournaments) fn halves(self) -> u32 {
        match self {
            Score::Open | Score::Lost => 0,
            Score::Drawn => 1,
            Score::Won => 2,
        }
    }
}
