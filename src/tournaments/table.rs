//! The table of a tournament: points, the tie-breaks in their order, places, and the places that are still possible.
//!
//! Those with equal points stand in a round robin in the order of their wins, then of Sonneborn-Berger, then of the direct
//! encounter, once all games among those who are still equal are over. In a Swiss it is Buchholz Cut-1, Buchholz,
//! Sonneborn-Berger and wins, as FIDE counts them (C.07 of 1 March 2026; its article 16 for rounds without a game). Whoever
//! is equal in all of them shares a place.

mod places;
mod possible;
mod sheet;
mod tie_breaks;

use super::{Bye, Contested, Game, Number, Pairing, System};
use crate::game::Result;
use shakmaty::Color;
use sheet::{Field, Sheet};
use std::fmt;

/// What a table is made of. What names a number beyond the field is left out.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// How it is paired.
    pub system: System,
    /// So many take part: the numbers 1 up to this one.
    pub players: u16,
    /// Those of them who withdrew.
    pub withdrawn: &'a [Withdrawn],
    /// All games that were paired, in any order.
    pub games: &'a [Game],
    /// All points without a game.
    pub byes: &'a [Bye],
}

/// Somebody who withdrew after it had begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Withdrawn {
    /// Who.
    pub player: Number,
    /// What that makes of their games.
    pub games: Withdrawal,
}

/// What becomes of the games of whoever withdraws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withdrawal {
    /// All are shown, and none counts.
    Annulled,
    /// Those that were not over are lost.
    Lost,
}

impl Withdrawal {
    /// What becomes of them, where so many of all their games were over when they withdrew. A Swiss annuls nothing.
    pub fn after(over: u16, all: u16, system: System) -> Withdrawal {
        match system {
            System::RoundRobin | System::DoubleRoundRobin if over < all.saturating_sub(over) => {
                Withdrawal::Annulled
            }
            System::RoundRobin | System::DoubleRoundRobin | System::Swiss { .. } => {
                Withdrawal::Lost
            }
        }
    }
}

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

/// Points, in halves. As text with a decimal: `2.5`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Halves(pub u32);

/// Points, in quarters. As text with as many decimals as it needs, one at least: `1.25`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Quarters(pub u32);

/// The table of a tournament.
pub fn table(record: &Record) -> Table {
    let field = Field::of(record);
    let now = places::places(&field);
    let possible = possible::possible(record, &field);
    let mut rows: Vec<Row> = field
        .sheets
        .values()
        .map(|sheet| {
            let standing = match (now.get(&sheet.player), possible.get(&sheet.player)) {
                (Some(now), Some(possible)) => Some(Standing {
                    now: *now,
                    possible: *possible,
                }),
                (None, _) | (_, None) => None,
            };
            row(&field, sheet, standing)
        })
        .collect();
    // Those who share a place stand in the order of their numbers.
    rows.sort_by_key(|row| {
        (
            row.standing.map_or(u16::MAX, |standing| standing.now.first),
            row.player,
        )
    });
    Table { rows }
}

fn row(field: &Field, sheet: &Sheet, standing: Option<Standing>) -> Row {
    let tie_breaks = tie_breaks::of(field, sheet);
    Row {
        player: sheet.player,
        standing,
        points: Halves(sheet.halves()),
        wins: tie_breaks.wins,
        sonneborn_berger: tie_breaks.sonneborn_berger,
        buchholz: tie_breaks.buchholz,
        going_on: sheet.going_on(),
        games: sheet.games.clone(),
        byes: sheet.byes.clone(),
        withdrawn: sheet.withdrawn,
    }
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
    pub(super) fn halves(self) -> u32 {
        match self {
            Score::Open | Score::Lost => 0,
            Score::Drawn => 1,
            Score::Won => 2,
        }
    }
}

impl fmt::Display for Halves {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = if self.0.is_multiple_of(2) { 0 } else { 5 };
        write!(out, "{}.{half}", self.0 / 2)
    }
}

impl fmt::Display for Quarters {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = match self.0 % 4 {
            0 => "0",
            1 => "25",
            2 => "5",
            _ => "75",
        };
        write!(out, "{}.{decimals}", self.0 / 4)
    }
}

#[cfg(test)]
mod tests;
