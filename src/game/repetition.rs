//! Whether a position has stood on the board before (FIDE 9.2.2), and what differs where it only looks so.

use shakmaty::{CastlingSide, Chess, Color, Position, Square};

/// The positions since the last capture or pawn move, the one on the board last. What stood before cannot come again.
#[derive(Clone, Debug)]
pub(super) struct Recent {
    /// The ply after which the first of them stood.
    first: u32,
    positions: Vec<Chess>,
}

/// An earlier position in which all men stood as they do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// After how many plies of the game it stood there; 0 is the start.
    pub ply: u32,
    /// The rights in which it differs; none when it was the same position.
    pub differences: Vec<RightsDiffer>,
}

/// A right that makes two positions different although all men stand alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RightsDiffer {
    /// Then this side could still castle there, and now it cannot.
    Castling(Color, CastlingSide),
    /// Then a pawn could be taken en passant on this square.
    EnPassant(Square),
}

impl Recent {
    /// A game that begins here.
    pub(super) fn begin(start: &Chess) -> Recent {
        Recent {
            first: 0,
            positions: vec![start.clone()],
        }
    }

    /// The position after that many plies.
    pub(super) fn push(&mut self, ply: u32, position: &Chess) {
        if position.halfmoves() == 0 {
            self.positions.clear();
            self.first = ply;
        }
        self.positions.push(position.clone());
    }

    /// How often the position on the board has stood there, this time among them.
    pub(super) fn times(&self) -> usize {
        self.sightings()
            .filter(|sighting| sighting.differences.is_empty())
            .count()
    }

    /// Every time at which all men stood as they stand now with the same side to move, this time the last.
    pub(super) fn sightings(&self) -> impl Iterator<Item = Sighting> {
        let now = self.positions.last();
        (self.first..)
            .zip(&self.positions)
            .filter_map(move |(ply, then)| {
                let now = now?;
                let alike = then.turn() == now.turn() && then.board() == now.board();
                alike.then(|| Sighting {
                    ply,
                    differences: differences(then, now),
                })
            })
    }
}

/// What was possible then and is not now; rights are lost and never come back.
fn differences(then: &Chess, now: &Chess) -> Vec<RightsDiffer> {
    let mut differences = Vec::new();
    for color in Color::ALL {
        for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
            if then.castles().rook(color, side) != now.castles().rook(color, side) {
                differences.push(RightsDiffer::Castling(color, side));
            }
        }
    }
    let square = then.legal_ep_square();
    if square != now.legal_ep_square() {
        differences.extend(square.map(RightsDiffer::EnPassant));
    }
    differences
}
