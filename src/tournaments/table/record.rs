//! What a table is made of.

use crate::tournaments::{Bye, Game, Number, System};

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
    /// What becomes of them, where so many of all their games were over when they withdrew. A Swiss annuls nothing, and
    /// neither does a knock-out; nor do teams, whose matches would have fewer boards by it.
    pub fn after(over: u16, all: u16, system: System) -> Withdrawal {
        match system {
            System::RoundRobin | System::DoubleRoundRobin if over < all.saturating_sub(over) => {
                Withdrawal::Annulled
            }
            System::RoundRobin
            | System::DoubleRoundRobin
            | System::Swiss { .. }
            | System::KnockOut
            | System::Teams { .. } => Withdrawal::Lost,
        }
    }
}
