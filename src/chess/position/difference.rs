//! A given position held against the position of the game.

use std::fmt;

use shakmaty::{
    Bitboard, CastlingSide, Chess, Color, EnPassantMode, FromSetup, Piece, Position, Rank, Square,
};

use super::given::GivenPosition;
use crate::chess::diagram::{color_adjective, color_name, role_name};

/// One thing in which a given position is not the game's. `Display` is a sentence without a
/// final stop, to be read aloud.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A square.
    Square {
        /// Which.
        square: Square,
        /// What the given position has there.
        given: Option<Piece>,
        /// What the game has there.
        game: Option<Piece>,
    },
    /// Who is to move.
    SideToMove {
        /// In the given position.
        given: Color,
        /// In the game.
        game: Color,
    },
    /// A castling right.
    Castling {
        /// Whose.
        color: Color,
        /// On which side of the king.
        side: CastlingSide,
        /// Whether the given position has it; the game has the opposite.
        given: bool,
    },
    /// A castling right of the given position for which no rook stands in place.
    CastlingUnknown {
        /// The letter of the right.
        letter: char,
    },
    /// A pawn that may be taken en passant now.
    EnPassant {
        /// In the given position, only if a capture is really possible.
        given: Option<Square>,
        /// In the game, only if a capture is really possible.
        game: Option<Square>,
    },
}

impl GivenPosition {
    /// Whether this is the position of the game, as far as it was given. Fields are compared by
    /// meaning: castling rights by the rook, an en passant square only where a pawn could really
    /// take. The two counters are never compared, because many programs do not keep them.
    pub fn agrees_with(&self, position: &Chess) -> bool {
        self.differences(position).is_empty()
    }

    /// Every difference from the position of the game, squares first, from a8 to h1, and then the
    /// other fields that were given. Empty when they agree.
    pub fn differences(&self, position: &Chess) -> Vec<Difference> {
        let mut differences = Vec::new();
        for rank in Rank::ALL.into_iter().rev() {
            for square in Bitboard::from_rank(rank) {
                let given = self.board.piece_at(square);
                let game = position.board().piece_at(square);
                if given != game {
                    differences.push(Difference::Square {
                        square,
                        given,
                        game,
                    });
                }
            }
        }
        if let Some(given) = self.turn
            && given != position.turn()
        {
            differences.push(Difference::SideToMove {
                given,
                game: position.turn(),
            });
        }
        self.castling_differences(position, &mut differences);
        // With other pieces on the board, the square says nothing that the pieces do not say.
        if differences.is_empty()
            && let Some(given) = self.en_passant
        {
            let given = real_en_passant(position, given);
            let game = position.legal_ep_square();
            if given != game {
                differences.push(Difference::EnPassant { given, game });
            }
        }
        differences
    }

    fn castling_differences(&self, position: &Chess, differences: &mut Vec<Difference>) {
        let Some(letters) = &self.castling else {
            return;
        };
        let mut given = Bitboard::EMPTY;
        for letter in letters {
            match letter.rook(&self.board) {
                Some(rook) => given.add(rook),
                None => differences.push(Difference::CastlingUnknown { letter: letter.0 }),
            }
        }
        let game = position.castles().castling_rights();
        for rook in given ^ game {
            let color = if rook.rank() == Rank::First {
                Color::White
            } else {
                Color::Black
            };
            let board = if given.contains(rook) {
                &self.board
            } else {
                position.board()
            };
            let king_side = board.king_of(color).is_none_or(|king| king < rook);
            differences.push(Difference::Castling {
                color,
                side: CastlingSide::from_king_side(king_side),
                given: given.contains(rook),
            });
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Square {
                square,
                given,
                game,
            } => write!(
                formatter,
                "{square}: you have {}, the game has {}",
                piece_in_words(*given),
                piece_in_words(*game)
            ),
            Difference::SideToMove { given, game } => write!(
                formatter,
                "side to move: you have {}, the game has {}",
                color_name(*given),
                color_name(*game)
            ),
            Difference::Castling { color, side, given } => {
                let side = match side {
                    CastlingSide::KingSide => "kingside",
                    CastlingSide::QueenSide => "queenside",
                };
                let color = color_name(*color);
                if *given {
                    write!(
                        formatter,
                        "castling: you let {color} castle {side}, in the game that right is lost"
                    )
                } else {
                    write!(
                        formatter,
                        "castling: in the game {color} may still castle {side}, you have lost that \
                         right"
                    )
                }
            }
            Difference::CastlingUnknown { letter } => write!(
                formatter,
                "castling: you have the right \"{letter}\", but no rook for it"
            ),
            Difference::EnPassant { given, game } => write!(
                formatter,
                "en passant: you have {}, the game has {}",
                square_in_words(*given),
                square_in_words(*game)
            ),
        }
    }
}

/// The en passant square `given`, if a pawn in `position` could take there had the pawn that
/// passed it just moved. This makes all three conventions of writing the field equal.
fn real_en_passant(position: &Chess, given: Option<Square>) -> Option<Square> {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.ep_square = Some(given?);
    Chess::from_setup(setup, position.castles().mode())
        .ok()?
        .legal_ep_square()
}

fn piece_in_words(piece: Option<Piece>) -> String {
    piece.map_or_else(
        || "nothing".to_owned(),
        |piece| {
            format!(
                "a {} {}",
                color_adjective(piece.color),
                role_name(piece.role)
            )
        },
    )
}

fn square_in_words(square: Option<Square>) -> String {
    square.map_or_else(
        || "no pawn to take en passant".to_owned(),
        |square| format!("a capture on {square}"),
    )
}
#[cfg(test)]
mod tests;
