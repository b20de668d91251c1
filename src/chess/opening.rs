//! The name of the opening of a game.
//!
//! Openings are known by their positions, with the counters left out, so that it does not matter by which order of moves
//! one was reached: the deepest named position of a game gives it its name. The names are those of the lichess data set,
//! which comes through `esca`; the codes are those of the Encyclopaedia of Chess Openings.

use super::position::fen;
use shakmaty::{CastlingMode, Chess, Position};
use std::fmt;

/// No opening in the data set has more plies, and a game that comes to its position later did not open with it.
const DEEPEST: usize = 36;

/// An opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its code: a letter from A to E and two figures.
    pub eco: &'static str,
    /// Its name, "Sicilian Defense".
    pub name: &'static str,
    /// The variation, "Najdorf Variation, English Attack".
    pub variation: Option<&'static str>,
}

impl Opening {
    /// The opening of a game with these positions, of which the first is the one before any move. `None` when no
    /// position has a name, as in a game of Chess960.
    pub fn of(positions: impl Iterator<Item = Chess>) -> Option<Opening> {
        let positions: Vec<Chess> = positions
            .take(DEEPEST + 1)
            .take_while(|position| position.castles().mode() == CastlingMode::Standard)
            .collect();
        positions.iter().rev().find_map(Opening::at)
    }

    /// The opening that has this position.
    pub fn at(position: &Chess) -> Option<Opening> {
        let named = esca::Position::from_fen(&fen(position)).ok()?;
        let esca::openings::Opening { eco, name } = esca::openings::lookup(&named)?;
        let (name, variation) = match name.split_once(": ") {
            Some((name, variation)) => (name, Some(variation)),
            None => (name, None),
        };
        Some(Opening {
            eco,
            name,
            variation,
        })
    }
}

impl fmt::Display for Opening {
    /// "Sicilian Defense, Najdorf Variation (B90)"
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name)?;
        if let Some(variation) = self.variation {
            write!(out, ", {variation}")?;
        }
        write!(out, " ({})", self.eco)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::pgn::{GameText, read_pgn};

    fn opening(moves: &str) -> Option<Opening> {
        let text = GameText {
            line: 1,
            bytes: format!("{moves} *").into_bytes(),
            too_long: false,
            guessed: false,
        };
        Opening::of(read_pgn(&text).unwrap().record.positions())
    }

    fn named(moves: &str) -> (&'static str, &'static str, &'static str) {
        let opening = opening(moves).unwrap();
        (opening.eco, opening.name, opening.variation.unwrap_or("-"))
    }

    #[test]
    fn the_deepest_named_position_gives_the_name() {
        let table = [
            ("e4", ("B00", "King's Pawn Game", "-")),
            ("e4 c5", ("B20", "Sicilian Defense", "-")),
            (
                "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
                ("B90", "Sicilian Defense", "Najdorf Variation"),
            ),
            // on the way to a position without a name, and beyond
            ("e4 e5 Nf3 Nc6 Bb5 h5 h3", ("C60", "Ruy Lopez", "-")),
            (
                "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5 Bd3 Be7 a3 a6",
                ("C42", "Petrov's Defense", "Classical Attack"),
            ),
        ];
        for (moves, expected) in table {
            assert_eq!(named(moves), expected, "{moves}");
        }
    }

    #[test]
    fn the_order_of_the_moves_does_not_matter_nor_do_the_counters() {
        let caro = named("e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5");
        assert_eq!(named("d4 c6 e4 d5 Nc3 dxe4 Nxe4 Bf5"), caro);
        // the clock stands at other plies, and the moves have other numbers
        assert_eq!(named("Nf3 Nf6 Ng1 Ng8 e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5"), caro);
    }

    #[test]
    fn a_game_without_moves_and_one_of_chess960_have_no_opening() {
        assert_eq!(opening(""), None);
        let chess960 = "[Variant \"Chess960\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n";
        assert_eq!(opening(&format!("{chess960}e4 c5")), None);
    }
}
