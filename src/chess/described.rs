//! A move by what is said of it in passing: the piece that moves, that it takes something, and the squares that are named.

use shakmaty::{Chess, Move, Position, Role, Square};

/// What is said of a move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Description {
    /// The piece that moves.
    pub piece: Option<Role>,
    /// Whether it takes something.
    pub takes: bool,
    /// What it takes.
    pub taken: Option<Role>,
    /// The squares that are named: where it goes, and perhaps from where.
    pub squares: Vec<Square>,
}

impl Description {
    /// Whether enough is said to look for a move: a piece and a square, or that something is taken by it, of it, or there.
    pub fn says_enough(&self) -> bool {
        let placed = !self.squares.is_empty();
        if self.takes {
            placed || self.piece.is_some() || self.taken.is_some()
        } else {
            placed && self.piece.is_some()
        }
    }

    /// The legal moves of which all this can be said. Where moves to one of the squares are among them, the others of the squares
    /// say from where.
    pub fn moves(&self, position: &Chess) -> Vec<Move> {
        if !self.says_enough() {
            return Vec::new();
        }
        let legal = position.legal_moves();
        let fitting: Vec<Move> = legal.into_iter().filter(|one| self.fits(*one)).collect();
        if self.squares.is_empty() {
            return fitting;
        }
        let goes = |one: &&Move| self.squares.contains(&one.to());
        let there: Vec<Move> = fitting.iter().filter(goes).copied().collect();
        let comes = |one: &&Move| one.from().is_some_and(|from| self.squares.contains(&from));
        let from: Vec<Move> = there.iter().filter(comes).copied().collect();
        if from.is_empty() { there } else { from }
    }

    fn fits(&self, one: Move) -> bool {
        let castles = matches!(one, Move::Castle { .. });
        !castles
            && self.piece.is_none_or(|piece| piece == one.role())
            && (!self.takes || one.is_capture())
            && self.taken.is_none_or(|taken| one.capture() == Some(taken))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::examples::position;
    use crate::chess::notation::san;

    #[test]
    fn moves_are_found_by_what_is_said_of_them() {
        let position = position("r1bqk2r/pppp1ppp/2n2n2/8/2BPP3/5N2/PP1b1PPP/RN1QK2R w KQkq - 0 8");
        let knight = Some(Role::Knight);
        for (description, sans) in [
            (
                Description {
                    piece: knight,
                    takes: true,
                    ..Description::default()
                },
                vec!["Nbxd2", "Nfxd2"],
            ),
            (
                Description {
                    piece: knight,
                    takes: true,
                    squares: vec![Square::B1],
                    ..Description::default()
                },
                vec![],
            ),
            (
                Description {
                    piece: knight,
                    squares: vec![Square::B1, Square::C3],
                    ..Description::default()
                },
                vec![],
            ),
            (
                Description {
                    takes: true,
                    taken: Some(Role::Bishop),
                    ..Description::default()
                },
                vec!["Kxd2", "Nbxd2", "Nfxd2", "Qxd2"],
            ),
            (
                Description {
                    piece: Some(Role::Queen),
                    squares: vec![Square::D2],
                    ..Description::default()
                },
                vec!["Qxd2"],
            ),
            (
                Description {
                    piece: knight,
                    ..Description::default()
                },
                vec![],
            ),
            (
                Description {
                    takes: true,
                    ..Description::default()
                },
                vec![],
            ),
        ] {
            let found = description.moves(&position);
            let mut found: Vec<String> = found.iter().map(|one| san(&position, *one)).collect();
            found.sort();
            assert_eq!(found, sans, "{description:?}");
        }
    }
}
