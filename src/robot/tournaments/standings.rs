//! How a tournament stands: its table, from the rows of the database.

use super::Tournament;
use crate::db::tournaments::{ByeRow, EntryRow, PlayedRow};
use crate::game::Result;
use crate::tournaments::table::{Record, Table, Withdrawal, Withdrawn, table};
use crate::tournaments::{Bye, Contested, Game, Number, Pairing, System};
use std::collections::HashMap;

/// What the rows of a tournament that has begun come to, for whoever makes its table or pairs its next round.
#[derive(Clone, Debug)]
pub struct Standings {
    /// How it is paired.
    pub system: System,
    /// So many have a number.
    pub players: u16,
    /// Which game each pairing became.
    pub numbers: Vec<(Pairing, i64)>,
    pub(super) withdrawn: Vec<Withdrawn>,
    pub(super) games: Vec<Game>,
    pub(super) byes: Vec<Bye>,
}

impl Standings {
    /// Of these rows. A game that has ended without a result counts for nobody, and does not go on: it is left out.
    pub fn of(
        system: System,
        entries: &[EntryRow],
        games: &[PlayedRow],
        byes: &[ByeRow],
    ) -> Standings {
        let numbers: HashMap<i64, Number> = entries
            .iter()
            .filter_map(|entry| Some((entry.player_id, number(entry)?)))
            .collect();
        let played: Vec<(Game, i64)> = games
            .iter()
            .filter_map(|row| Some((game(row, &numbers)?, row.game_id)))
            .collect();
        let withdrawn = entries.iter().filter(|entry| entry.withdrawn_at.is_some());
        let byes = byes.iter().filter_map(|row| {
            Some(Bye {
                round: u16::try_from(row.round).ok()?,
                player: *numbers.get(&row.player_id)?,
            })
        });
        Standings {
            system,
            players: u16::try_from(numbers.len()).unwrap_or(u16::MAX),
            withdrawn: withdrawn
                .filter_map(|entry| {
                    Some(Withdrawn {
                        player: number(entry)?,
                        games: withdrawal(entry, games, system),
                    })
                })
                .collect(),
            byes: byes.collect(),
            numbers: played
                .iter()
                .map(|(game, number)| (game.pairing, *number))
                .collect(),
            games: played.into_iter().map(|(game, _)| game).collect(),
        }
    }

    /// What the table is made of.
    pub fn record(&self) -> Record<'_> {
        Record {
            system: self.system,
            players: self.players,
            withdrawn: &self.withdrawn,
            games: &self.games,
            byes: &self.byes,
        }
    }
}

impl Tournament {
    /// How it stands; of one that has begun.
    pub(super) fn standings(&self) -> Standings {
        Standings::of(self.system, &self.entries, &self.games, &self.byes)
    }

    /// What becomes in the table of the games of somebody who has withdrawn.
    pub(in crate::robot) fn withdrawal(&self, entry: &EntryRow) -> Withdrawal {
        withdrawal(entry, &self.games, self.system)
    }

    /// Its table, and the names of those in it, by their numbers; of one that has begun.
    pub(in crate::robot) fn table(&self) -> (Table, Vec<String>) {
        let seated = self.entries.iter().filter(|entry| entry.number.is_some());
        let names = seated.map(|entry| entry.name.clone()).collect();
        (table(&self.standings().record()), names)
    }
}

/// The number in the draw.
pub(super) fn number(entry: &EntryRow) -> Option<Number> {
    u16::try_from(entry.number?).ok().map(Number)
}

fn game(row: &PlayedRow, numbers: &HashMap<i64, Number>) -> Option<Game> {
    let result = Result::from_token(&row.result)?;
    if result == Result::Unknown && !row.playing {
        return None;
    }
    Some(Game {
        pairing: Pairing {
            round: u16::try_from(row.round).ok()?,
            white: *numbers.get(&row.white_id)?,
            black: *numbers.get(&row.black_id)?,
        },
        result,
        contested: match row.contested {
            true => Contested::Yes,
            false => Contested::No,
        },
    })
}

/// What becomes of the games of somebody who has withdrawn.
fn withdrawal(entry: &EntryRow, games: &[PlayedRow], system: System) -> Withdrawal {
    let own = games.iter().filter(|game| game.has(entry.player_id));
    let over = own
        .clone()
        .filter(|game| game.finished_at.is_some() && game.finished_at < entry.withdrawn_at);
    let count = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
    Withdrawal::after(count(over.count()), count(own.count()), system)
}
