//! How a tournament stands: its table.

use super::Tournament;
use crate::db::tournaments::{EntryRow, PlayedRow};
use crate::game::Result;
use crate::tournaments::table::{Record, Table, Withdrawal, Withdrawn, table};
use crate::tournaments::{self as pairing, Contested, Number, Pairing};

impl Tournament {
    /// The number in the draw.
    fn number(&self, player: i64) -> Option<Number> {
        let entry = self
            .entries
            .iter()
            .find(|entry| entry.player_id == player)?;
        u16::try_from(entry.number?).ok().map(Number)
    }

    /// The games of a player: how many were over when they withdrew, and all.
    fn games_of(&self, entry: &EntryRow) -> (u16, u16) {
        let own = self
            .games
            .iter()
            .filter(|game| [game.white_id, game.black_id].contains(&entry.player_id));
        let over = own
            .clone()
            .filter(|game| game.finished_at < entry.withdrawn_at && game.finished_at.is_some());
        let count = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        (count(over.count()), count(own.count()))
    }

    /// What becomes in the table of the games of somebody who has withdrawn.
    pub(in crate::robot) fn withdrawal(&self, entry: &EntryRow) -> Withdrawal {
        let (over, all) = self.games_of(entry);
        Withdrawal::after(over, all, self.system)
    }

    /// Its table, and the names of those in it, by their numbers; of one that has begun.
    pub(in crate::robot) fn table(&self) -> (Table, Vec<String>) {
        let seated = self.entries.iter().filter(|entry| entry.number.is_some());
        let names: Vec<String> = seated.clone().map(|entry| entry.name.clone()).collect();
        let withdrawn: Vec<Withdrawn> = seated
            .filter(|entry| entry.withdrawn_at.is_some())
            .filter_map(|entry| {
                Some(Withdrawn {
                    player: self.number(entry.player_id)?,
                    games: self.withdrawal(entry),
                })
            })
            .collect();
        let games: Vec<pairing::Game> = self
            .games
            .iter()
            .filter_map(|game| self.game_in_table(game))
            .collect();
        let table = table(&Record {
            system: self.system,
            players: u16::try_from(names.len()).unwrap_or(u16::MAX),
            withdrawn: &withdrawn,
            games: &games,
            byes: &[],
        });
        (table, names)
    }

    fn game_in_table(&self, game: &PlayedRow) -> Option<pairing::Game> {
        let result = Result::from_token(&game.result)?;
        // What the administrator has ended without a result counts for nobody, and does not go on.
        if result == Result::Unknown && !game.playing {
            return None;
        }
        let contested = match game.contested {
            true => Contested::Yes,
            false => Contested::No,
        };
        Some(pairing::Game {
            pairing: Pairing {
                round: u16::try_from(game.round).ok()?,
                white: self.number(game.white_id)?,
                black: self.number(game.black_id)?,
            },
            result,
            contested,
        })
    }
}
