//! Positions as text: FEN as we write it, and FEN as people send it.

mod difference;
mod error;
mod find;
mod given;

pub use difference::Difference;
pub use error::{FenError, FenFault, FenField};
pub use find::find_fens;
pub use given::GivenPosition;

use shakmaty::{Bitboard, CastlingMode, Chess, Color, EnPassantMode, Position, fen::Fen};

/// A position as FEN after section 16.1 of the PGN standard: six fields with one space between;
/// castling letters in the order `KQkq`; the en passant square after every double step of a pawn,
/// also when nothing can take; the halfmove clock in plies and the number of the move.
///
/// Where the game is Chess960, the castling field has the files of the rooks (Shredder-FEN),
/// because `KQkq` cannot say which of two rooks is meant. The usual start is `AHah` there. The en
/// passant square is given there only where an enemy pawn stands to take, as X-FEN has it.
pub fn fen(position: &Chess) -> String {
    match position.castles().mode() {
        CastlingMode::Standard => Fen::from_position(position, EnPassantMode::Always).to_string(),
        CastlingMode::Chess960 => Fen::from_position(position, EnPassantMode::PseudoLegal)
            .to_string()
            .split(' ')
            .enumerate()
            .map(|(index, field)| {
                if index == 2 {
                    shredder_letters(position.castles().castling_rights())
                } else {
                    field.to_owned()
                }
            })
            .collect::<Vec<String>>()
            .join(" "),
    }
}

/// The castling field of Shredder-FEN for the rooks that may still castle.
pub(super) fn shredder_letters(rooks: Bitboard) -> String {
    let mut letters = String::new();
    for color in Color::ALL {
        for rook in rooks & color.backrank() {
            letters.push(color.fold_wb(rook.file().upper_char(), rook.file().char()));
        }
    }
    if letters.is_empty() {
        letters.push('-');
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::san::San;

    #[test]
    fn the_series_of_the_standard_comes_out_exactly() {
        let mut position = Chess::default();
        let table = [
            (
                "",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            ),
            (
                "e4",
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            ),
            (
                "c5",
                "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
            ),
            (
                "Nf3",
                "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
            ),
        ];
        for (san, expected) in table {
            if !san.is_empty() {
                let m = san.parse::<San>().unwrap().to_move(&position).unwrap();
                position.play_unchecked(m);
            }
            assert_eq!(fen(&position), expected);
        }
        let endgame = "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39";
        let read = GivenPosition::read(endgame).unwrap();
        assert_eq!(
            fen(&read.to_chess(CastlingMode::Standard).unwrap()),
            endgame
        );
    }

    #[test]
    fn a_chess960_position_has_the_files_of_its_rooks() {
        let table = [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AHah - 0 1",
            ),
            (
                "nrbkqnrb/pppppppp/8/8/8/8/PPPPPPPP/NRBKQNRB b Gb - 3 9",
                "nrbkqnrb/pppppppp/8/8/8/8/PPPPPPPP/NRBKQNRB b Gb - 3 9",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            ),
        ];
        for (given, written) in table {
            let position = GivenPosition::read(given)
                .unwrap()
                .to_chess(CastlingMode::Chess960)
                .unwrap();
            assert_eq!(fen(&position), written);
        }
    }
}
