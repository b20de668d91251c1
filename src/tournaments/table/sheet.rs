//! What each player has of games and byes, with withdrawals already counted in.

use super::record::{Record, Withdrawal};
use super::row::{Counted, Met, Score};
use crate::game::Result;
use crate::tournaments::{Bye, Contested, Game, Number, Pairing, System};
use shakmaty::Color;
use std::collections::BTreeMap;

/// What one player has.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    pub(super) player: Number,
    pub(super) withdrawn: Option<Withdrawal>,
    pub(super) games: Vec<Met>,
    pub(super) byes: Vec<u16>,
}

/// All players.
pub(super) struct Field {
    pub(super) system: System,
    /// So many rounds have been paired.
    pub(super) paired: u16,
    pub(super) sheets: BTreeMap<Number, Sheet>,
}

impl Field {
    /// With all that the record says of them.
    pub(super) fn of(record: &Record) -> Field {
        let sheets = sheets(record);
        let rounds = |sheet: &Sheet| {
            sheet
                .games
                .iter()
                .map(|met| met.round)
                .chain(sheet.byes.iter().copied())
                .max()
        };
        let paired = sheets.values().filter_map(rounds).max().unwrap_or(0);
        Field {
            system: record.system,
            paired,
            sheets,
        }
    }

    /// The sheet of one.
    pub(super) fn sheet(&self, player: Number) -> Option<&Sheet> {
        self.sheets.get(&player)
    }

    /// Those who have a place.
    pub(super) fn placed(&self) -> impl Iterator<Item = &Sheet> {
        self.sheets
            .values()
            .filter(|sheet| sheet.withdrawn != Some(Withdrawal::Annulled))
    }

    /// So many rounds of a Swiss are still to be paired.
    pub(super) fn to_be_paired(&self) -> u16 {
        match self.system {
            System::RoundRobin
            | System::DoubleRoundRobin
            | System::KnockOut
            | System::Teams { .. } => 0,
            System::Swiss { rounds } => rounds.saturating_sub(self.paired),
        }
    }
}

fn sheets(record: &Record) -> BTreeMap<Number, Sheet> {
    let mut sheets: BTreeMap<Number, Sheet> = (1..=record.players)
        .map(Number)
        .map(|player| (player, Sheet::of(player, withdrawal(record, player))))
        .collect();
    for game in record.games {
        enter(&mut sheets, game);
    }
    for Bye { round, player } in record.byes {
        if let Some(sheet) = sheets.get_mut(player) {
            sheet.byes.push(*round);
        }
    }
    for sheet in sheets.values_mut() {
        sheet.games.sort_by_key(|met| (met.round, met.opponent));
        sheet.byes.sort_unstable();
    }
    sheets
}

fn withdrawal(record: &Record, player: Number) -> Option<Withdrawal> {
    let withdrawn = record
        .withdrawn
        .iter()
        .find(|withdrawn| withdrawn.player == player);
    withdrawn.map(|withdrawn| withdrawn.games)
}

/// A game, in the sheets of both.
fn enter(sheets: &mut BTreeMap<Number, Sheet>, game: &Game) {
    let Pairing { white, black, .. } = game.pairing;
    let (Some(of_white), Some(of_black)) = (sheets.get(&white), sheets.get(&black)) else {
        return;
    };
    let withdrawn = [of_white.withdrawn, of_black.withdrawn];
    let [score_of_white, score_of_black] = scores(game.result, withdrawn);
    let counted = if withdrawn.contains(&Some(Withdrawal::Annulled)) {
        Counted::No
    } else {
        Counted::Yes
    };
    for (player, opponent, colour, score) in [
        (white, black, Color::White, score_of_white),
        (black, white, Color::Black, score_of_black),
    ] {
        if let Some(sheet) = sheets.get_mut(&player) {
            sheet.games.push(Met {
                round: game.pairing.round,
                opponent,
                colour,
                score,
                contested: game.contested,
                counted,
            });
        }
    }
}

/// What a game gives White and Black. One that goes on is lost by whoever withdrew, by both where both did; where all games of
/// one are annulled, it stays as it is.
fn scores(result: Result, withdrawn: [Option<Withdrawal>; 2]) -> [Score; 2] {
    match result {
        Result::White => [Score::Won, Score::Lost],
        Result::Black => [Score::Lost, Score::Won],
        Result::Draw => [Score::Drawn, Score::Drawn],
        Result::Unknown if withdrawn.contains(&Some(Withdrawal::Annulled)) => {
            [Score::Open, Score::Open]
        }
        Result::Unknown => match withdrawn.map(|withdrawn| withdrawn.is_some()) {
            [true, true] => [Score::Lost, Score::Lost],
            [true, false] => [Score::Lost, Score::Won],
            [false, true] => [Score::Won, Score::Lost],
            [false, false] => [Score::Open, Score::Open],
        },
    }
}

impl Sheet {
    fn of(player: Number, withdrawn: Option<Withdrawal>) -> Sheet {
        Sheet {
            player,
            withdrawn,
            games: Vec::new(),
            byes: Vec::new(),
        }
    }

    /// The games that count.
    pub(super) fn counted(&self) -> impl Iterator<Item = &Met> {
        self.games.iter().filter(|met| met.counted == Counted::Yes)
    }

    /// Their points in halves.
    pub(super) fn halves(&self) -> u32 {
        let of_games: u32 = self.counted().map(|met| met.score.halves()).sum();
        of_games + self.byes.iter().map(|_| Score::Won.halves()).sum::<u32>()
    }

    /// So many of their games go on.
    pub(super) fn going_on(&self) -> u16 {
        let open = self
            .counted()
            .filter(|met| met.score == Score::Open)
            .count();
        u16::try_from(open).unwrap_or(u16::MAX)
    }
}

impl Met {
    /// Whether it was decided without a move of both.
    pub(super) fn is_forfeit(&self) -> bool {
        match self.score {
            Score::Open => false,
            Score::Lost | Score::Drawn | Score::Won => self.contested == Contested::No,
        }
    }
}
