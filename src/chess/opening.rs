//! The name of the opening of a game.
//!
//! Openings are known by their positions, with the counters left out, so that it does not matter by which order of moves
//! one was reached: the deepest named position of a game gives it its name. The names are those of the lichess data set,
//! which comes through `esca`; the codes are those of the Encyclopaedia of Chess Openings.

use super::position::fen;
use esca::CLASSIC;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position};
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
    /// The opening of a game that begins at this position and goes on by these moves, each of them legal. `None` when none
    /// of its positions has a name, as in a game of Chess960.
    pub fn of(start: &Chess, moves: impl IntoIterator<Item = Move>) -> Option<Opening> {
        if start.castles().mode() != CastlingMode::Standard {
            return None;
        }
        let moves: Vec<Move> = moves.into_iter().take(DEEPEST).collect();
        match replayed(start, &moves) {
            Some(positions) => positions.iter().rev().find_map(known_at),
            None => Opening::by_fen(start, &moves),
        }
    }

    /// The same, each position written as a FEN and read again. It takes four times as long.
    fn by_fen(start: &Chess, moves: &[Move]) -> Option<Opening> {
        let mut position = start.clone();
        let mut deepest = Opening::at(start);
        for &played in moves {
            position.play_unchecked(played);
            deepest = Opening::at(&position).or(deepest);
        }
        deepest
    }

    /// The opening that has this position.
    pub fn at(position: &Chess) -> Option<Opening> {
        known_at(&esca::Position::from_fen(&fen(position)).ok()?)
    }
}

/// The positions of a game as the data set knows them, the first one read and the others played; `None` where it does not
/// take one of them for a position, or a move for legal.
fn replayed(start: &Chess, moves: &[Move]) -> Option<Vec<esca::Position>> {
    let mut positions = Vec::with_capacity(moves.len() + 1);
    let mut position = esca::Position::from_fen(&fen(start)).ok()?;
    for &played in moves {
        // In which the king takes the rook.
        let written = UciMove::from_chess960(played).to_string();
        let played: esca::Move = written.parse().ok()?;
        if !position.is_legal(&CLASSIC, played) {
            return None;
        }
        let next = position.play(&CLASSIC, played);
        positions.push(std::mem::replace(&mut position, next));
    }
    positions.push(position);
    Some(positions)
}

/// The opening that has this position of the data set.
fn known_at(position: &esca::Position) -> Option<Opening> {
    let esca::openings::Opening { eco, name } = esca::openings::lookup(position)?;
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
mod tests;
