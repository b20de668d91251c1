//! What an archive keeps of a game, beside its text, so that it can be found again.

mod keys;

pub use keys::BoardKeys;

use super::headings;
use super::read::read_pgn;
use super::record::Record;
use super::split::GameText;
use super::text::clean_value;
use super::write::write_pgn;
use crate::chess::position::fen;
use sha2::{Digest, Sha256};
use shakmaty::{Board, Position};
use std::collections::BTreeSet;

/// A game as it is filed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filed {
    /// White's name, `?` when it is not known.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The day on which it began, `YYYY.MM.DD` with question marks.
    pub played_on: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The code of the opening, or nothing.
    pub eco: String,
    /// "Sicilian Defense: Najdorf Variation", or nothing.
    pub opening: String,
    /// The game in the export format.
    pub pgn: String,
    /// What only the same game has: SHA-256 of players, date, result, first position and moves. Remarks, the event and
    /// the spelling of the players' names in capitals do not matter.
    pub digest: [u8; 32],
    /// Those of each board, the first included.
    pub boards: Vec<BoardKeys>,
}

impl Filed {
    /// Files a game.
    pub fn of(record: &Record) -> Filed {
        let value = |name: &str, unknown: &str| {
            let value = record.tag(name).map(clean_value).unwrap_or_default();
            if value.is_empty() {
                unknown.to_owned()
            } else {
                value
            }
        };
        let white = value("White", "?");
        let black = value("Black", "?");
        let date = value("Date", "????.??.??");
        let played_on = match headings::fault("Date", &date) {
            None => date,
            Some(_) => headings::year_alone(&date).unwrap_or_else(|| "????.??.??".to_owned()),
        };
        let result = record.result.to_string();
        let mut opening = value("Opening", "");
        let variation = value("Variation", "");
        if !variation.is_empty() && !opening.is_empty() {
            opening.push_str(": ");
            opening.push_str(&variation);
        }
        let mut digest = Sha256::new();
        for part in [
            &white.to_lowercase(),
            &black.to_lowercase(),
            &played_on,
            &result,
            &fen(&record.start),
        ] {
            digest.update(part.as_bytes());
            digest.update([0]);
        }
        for at in &record.line.moves {
            let from = at.played.from().map_or(64, u8::from);
            let promoted = at.played.promotion().map_or(0, u8::from);
            digest.update([from, u8::from(at.played.to()), promoted]);
        }
        Filed {
            white,
            black,
            played_on,
            result,
            eco: value("ECO", ""),
            opening,
            pgn: write_pgn(record),
            digest: digest.finalize().into(),
            boards: BoardKeys::of_game(record),
        }
    }

    /// [`BoardKeys::placement`] of each position, one behind the other.
    pub fn placements(&self) -> Vec<u8> {
        self.boards
            .iter()
            .flat_map(|board| board.placement)
            .collect()
    }

    /// [`BoardKeys::structure`] and [`BoardKeys::material`] of all positions, each once.
    pub fn structures(&self) -> Vec<i32> {
        let boards = self.boards.iter();
        let all: BTreeSet<i32> = boards
            .flat_map(|board| [board.structure, board.material])
            .collect();
        all.into_iter().collect()
    }
}

/// Whether the pieces stood like this in a game that was filed; its [`BoardKeys`] alone may be another board's.
pub fn stood_in(pgn: &str, board: &Board) -> bool {
    let text = GameText::of(pgn);
    read_pgn(&text).is_ok_and(|game| {
        let mut positions = game.record.positions();
        positions.any(|position| position.board() == board)
    })
}

#[cfg(test)]
mod tests;
