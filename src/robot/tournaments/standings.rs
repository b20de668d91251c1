//! How a tournament stands: its table, from the rows of the database.

use super::Tournament;
use crate::db::tournaments::{ByeRow, EntryRow, PlayedRow};
use crate::game::{PlayerNumber, Result};
use crate::letters::{OutOf, place_in_words, stage_in_words};
use crate::tournaments::knock_out::{self, Bracket, Field, Gone, Leg, Outcome, Steps};
use crate::tournaments::table::{Record, Table, Withdrawal, Withdrawn, table};
use crate::tournaments::{Bye, Contested, Game, Number, Pairing, System};
use chrono::{DateTime, Utc};
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
    /// The games of a knock-out, each with its number; those that ended without a result as well.
    pub legs: Vec<(Leg, i64)>,
    pub(super) gone: Vec<Gone>,
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
            .filter_map(|entry| Some((entry.player_id, ever_numbered(entry)?)))
            .collect();
        let played: Vec<(Game, i64)> = games
            .iter()
            .filter_map(|row| Some((game(row, &numbers)?, row.game_id)))
            .collect();
        let withdrawn = entries.iter().filter(|entry| entry.withdrawn_at.is_some());
        let byes_of_rows = byes;
        let byes = byes.iter().filter_map(|row| {
            Some(Bye {
                round: u16::try_from(row.round).ok()?,
                player: *numbers.get(&row.player_id)?,
            })
        });
        let knocks_out = system == System::KnockOut;
        let legs = games.iter().filter(|_| knocks_out);
        let out = entries.iter().filter(|_| knocks_out);
        Standings {
            legs: legs
                .filter_map(|row| Some((leg(row, &numbers)?, row.game_id)))
                .collect(),
            gone: out
                .filter_map(|entry| gone(entry, (entries, games, byes_of_rows)))
                .collect(),
            system,
            players: u16::try_from(entries.iter().filter_map(number).count()).unwrap_or(u16::MAX),
            withdrawn: withdrawn
                .filter_map(|entry| {
                    Some(Withdrawn {
                        player: number(entry)?,
                        games: withdrawal(entry, (entries, games), system),
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

    /// The table.
    pub fn table(&self) -> Table {
        match self.system {
            System::KnockOut => self.with_field(knock_out::table),
            System::RoundRobin
            | System::DoubleRoundRobin
            | System::Swiss { .. }
            | System::Teams { .. } => table(&self.record()),
        }
    }

    /// The bracket of a knock-out; `None` in other systems.
    pub fn bracket(&self) -> Option<Bracket> {
        match self.system {
            System::KnockOut => Some(self.with_field(Bracket::of)),
            System::RoundRobin
            | System::DoubleRoundRobin
            | System::Swiss { .. }
            | System::Teams { .. } => None,
        }
    }

    /// What follows from how a knock-out stands.
    pub(in crate::robot) fn with_field<T>(&self, follows: impl FnOnce(&Field<'_>) -> T) -> T {
        let legs: Vec<Leg> = self.legs.iter().map(|(leg, _)| *leg).collect();
        follows(&Field {
            players: self.players,
            gone: &self.gone,
            legs: &legs,
            byes: &self.byes,
        })
    }

    /// What the table is made of, but in a knock-out.
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
    pub(in crate::robot) fn standings(&self) -> Standings {
        Standings::of(self.system, &self.entries, &self.games, &self.byes)
    }

    /// How a knock-out stands once these byes are given.
    pub(in crate::robot) fn standings_after(&self, steps: &Steps) -> Standings {
        let mut standings = self.standings();
        standings.byes.extend_from_slice(&steps.byes);
        standings
    }

    /// What would become in the table of the games of somebody who plays in it, if they left at this instant.
    pub(in crate::robot) fn if_left(
        &self,
        player: PlayerNumber,
        at: DateTime<Utc>,
    ) -> Option<Withdrawal> {
        let entry = self.entry(player).filter(|_| self.has_begun())?;
        let gone = EntryRow {
            withdrawn_at: entry.withdrawn_at.or(Some(at)),
            ..entry.clone()
        };
        Some(withdrawal(&gone, (&self.entries, &self.games), self.system))
    }

    /// Where somebody would be out of a knock-out, if they left it at this instant; none where they have won it.
    pub(in crate::robot) fn out_if_left(
        &self,
        player: PlayerNumber,
        at: DateTime<Utc>,
    ) -> Option<OutOf> {
        let own = self.entry(player).and_then(number)?;
        if self.system != System::KnockOut {
            return None;
        }
        let mut left = self.clone();
        let mut entries = left.entries.iter_mut();
        if let Some(entry) = entries.find(|entry| entry.player_id == player.0) {
            entry.withdrawn_at = entry.withdrawn_at.or(Some(at));
        }
        left.standings().with_field(|field| {
            let bracket = Bracket::of(field);
            let places = knock_out::places(field, &bracket);
            let mut out = places.iter().filter(|place| place.out);
            let place = out.find(|place| place.player == own)?;
            Some(OutOf {
                stage: stage_in_words(place.round, bracket.last()),
                place: place_in_words(place.places),
            })
        })
    }

    /// Whether somebody has games that go on, or may get further ones.
    pub(in crate::robot) fn plays_on(&self, player: PlayerNumber) -> bool {
        let Some(own) = self.entry(player).and_then(number) else {
            return false;
        };
        if !self.open_games_of(player).is_empty() {
            return true;
        }
        match self.system {
            System::RoundRobin | System::DoubleRoundRobin | System::Teams { .. } => false,
            System::Swiss { .. } => self.row.next_round_at.is_some(),
            System::KnockOut => self.standings().with_field(|field| {
                let bracket = Bracket::of(field);
                let places = knock_out::places(field, &bracket);
                !places.iter().any(|place| place.player == own && place.out)
            }),
        }
    }

    /// Its table, and the names of those in it, by their numbers; of one that has begun.
    pub(in crate::robot) fn table(&self) -> (Table, Vec<String>) {
        let seated = self.entries.iter().filter(|entry| entry.number.is_some());
        let names = seated.map(|entry| entry.name.clone()).collect();
        (self.standings().table(), names)
    }
}

/// Whoever has had the number in the draw of this one: their games are in one row of the table.
pub(super) fn holders<'e>(
    entries: &'e [EntryRow],
    entry: &'e EntryRow,
) -> impl Iterator<Item = i64> + Clone + 'e {
    let number = entry.ever_numbered();
    let same = entries
        .iter()
        .filter(move |one| number.is_some() && one.ever_numbered() == number);
    same.map(|one| one.player_id)
}

/// The number in the draw that somebody has, or had until another one took their place.
fn ever_numbered(entry: &EntryRow) -> Option<Number> {
    u16::try_from(entry.ever_numbered()?).ok().map(Number)
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

/// A game of a knock-out.
fn leg(row: &PlayedRow, numbers: &HashMap<i64, Number>) -> Option<Leg> {
    Some(Leg {
        round: u16::try_from(row.round).ok()?,
        board: u16::try_from(row.board).ok()?,
        white: *numbers.get(&row.white_id)?,
        black: *numbers.get(&row.black_id)?,
        outcome: match Result::from_token(&row.result)? {
            Result::White => Outcome::White,
            Result::Black => Outcome::Black,
            Result::Draw => Outcome::Draw,
            Result::Unknown if row.playing => Outcome::GoesOn,
            Result::Unknown => Outcome::Annulled,
        },
    })
}

/// Somebody who has withdrawn from a knock-out: from the round on of which they had not finished their games, else from the one
/// after it.
fn gone(
    entry: &EntryRow,
    (entries, games, byes): (&[EntryRow], &[PlayedRow], &[ByeRow]),
) -> Option<Gone> {
    let withdrawn_at = entry.withdrawn_at?;
    let holders = holders(entries, entry);
    let own = games
        .iter()
        .filter(|game| holders.clone().any(|holder| game.has(holder)));
    let open = own.clone().filter(|game| {
        let before = game.finished_at.is_some_and(|at| at < withdrawn_at);
        !before
    });
    let byes = byes
        .iter()
        .filter(|bye| holders.clone().any(|holder| bye.player_id == holder));
    let rounds = own.map(|game| game.round).chain(byes.map(|bye| bye.round));
    let from = match open.map(|game| game.round).min() {
        Some(round) => round,
        None => rounds.max().unwrap_or(0) + 1,
    };
    Some(Gone {
        player: number(entry)?,
        from: u16::try_from(from).ok()?,
    })
}

/// What becomes of the games of somebody who has withdrawn.
fn withdrawal(
    entry: &EntryRow,
    (entries, games): (&[EntryRow], &[PlayedRow]),
    system: System,
) -> Withdrawal {
    let holders = holders(entries, entry);
    let own = games
        .iter()
        .filter(|game| holders.clone().any(|holder| game.has(holder)));
    let over = own
        .clone()
        .filter(|game| game.finished_at.is_some() && game.finished_at < entry.withdrawn_at);
    let count = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
    Withdrawal::after(count(over.count()), count(own.count()), system)
}
