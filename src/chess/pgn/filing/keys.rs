//! By what boards are found again: keys that the same boards have in common.

use crate::chess::Material;
use crate::chess::material::number_of_men;
use crate::chess::pgn::Record;
use shakmaty::zobrist::{Zobrist32, ZobristValue};
use shakmaty::{Bitboard, Board, Color, Piece, Position, Role};

/// What boards with the same men on the same squares have in common. Of 2^52 others one has it too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardKeys {
    /// For the men on their squares.
    pub placement: [u8; 4],
    /// For the pawns on their squares and the number of men of each kind, 20 bits. It stays the same for some moves, so a
    /// game has few of them.
    pub structure: i32,
    /// [`Material::key`], for the number of men of each kind alone.
    pub material: i32,
}

impl BoardKeys {
    /// Those of this board.
    pub fn of(board: &Board) -> BoardKeys {
        let mut placement = Zobrist32::default();
        change(&mut placement, &Board::empty(), board);
        BoardKeys {
            placement: placement.0.to_be_bytes(),
            structure: structure(board),
            material: Material::of(board).key(),
        }
    }

    /// Those of each board of a game, the first included.
    pub fn of_game(record: &Record) -> Vec<BoardKeys> {
        let mut keys = Vec::with_capacity(record.line.moves.len() + 1);
        let (mut placement, mut before) = (Zobrist32::default(), Board::empty());
        let mut last = (structure(&before), Material::of(&before).key());
        for position in record.positions() {
            let board = position.board();
            change(&mut placement, &before, board);
            if has_other_structure(&before, board) {
                last = (structure(board), Material::of(board).key());
            }
            let (structure, material) = last;
            keys.push(BoardKeys {
                placement: placement.0.to_be_bytes(),
                structure,
                material,
            });
            before.clone_from(board);
        }
        keys
    }
}

/// Makes the key of one board that of another; a move changes few squares.
fn change(key: &mut Zobrist32, from: &Board, to: &Board) {
    for square in differing(from, to) {
        for piece in [from.piece_at(square), to.piece_at(square)]
            .into_iter()
            .flatten()
        {
            *key ^= Zobrist32::zobrist_for_piece(square, piece);
        }
    }
}

/// The squares on which not the same stands.
fn differing(one: &Board, other: &Board) -> Bitboard {
    let roles = Role::ALL.map(|role| one.by_role(role) ^ other.by_role(role));
    let colors = Color::ALL.map(|color| one.by_color(color) ^ other.by_color(color));
    roles
        .into_iter()
        .chain(colors)
        .fold(Bitboard::EMPTY, |all, some| all | some)
}

/// Whether a pawn has moved, or a man has gone.
fn has_other_structure(one: &Board, other: &Board) -> bool {
    one.pawns() != other.pawns() || one.occupied().count() != other.occupied().count()
}

/// The key of the pawns and of the number of men of each kind.
fn structure(board: &Board) -> i32 {
    let mut key = Zobrist32::default();
    for square in board.pawns() {
        if let Some(pawn) = board.piece_at(square) {
            key ^= Zobrist32::zobrist_for_piece(square, pawn);
        }
    }
    let men = board.material();
    for color in Color::ALL {
        for role in Role::ALL.into_iter().filter(|role| *role != Role::Pawn) {
            key ^= number_of_men(Piece { color, role }, *men.get(color).get(role));
        }
    }
    i32::try_from(key.0 >> 12).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::pgn::{GameText, read_pgn};
    use shakmaty::fen::Fen;
    use std::collections::BTreeSet;

    fn board(placement: &str) -> Board {
        placement.parse::<Fen>().unwrap().into_setup().board
    }

    fn game(moves: &str) -> Record {
        let text = GameText::of(moves);
        read_pgn(&text).unwrap().record
    }

    #[test]
    fn the_keys_of_a_game_are_those_of_its_boards() {
        // Captures, en passant, castling, promotion by a capture.
        let record = game(
            "1. e4 d5 2. e5 f5 3. exf6 Nc6 4. fxg7 Bf5 5. gxh8=Q Qd6 6. Nf3 O-O-O 7. Be2 Kb8 8. O-O Bxc2 9. Qxc2 *",
        );
        let boards: Vec<Board> = record.positions().map(|it| it.board().clone()).collect();
        assert_eq!(boards.len(), 18);
        let each: Vec<BoardKeys> = boards.iter().map(BoardKeys::of).collect();
        assert_eq!(BoardKeys::of_game(&record), each);
        let placements: BTreeSet<[u8; 4]> = each.iter().map(|it| it.placement).collect();
        assert_eq!(placements.len(), 18);
        let structures: BTreeSet<i32> = each.iter().map(|it| it.structure).collect();
        // The start, seven moves of pawns, and the two captures of the end.
        assert_eq!(structures.len(), 10);
    }

    #[test]
    fn pieces_that_go_elsewhere_leave_the_structure_as_it_is() {
        let one = BoardKeys::of(&board("4k3/pp6/8/8/8/8/PP3N2/R3K3"));
        for (placement, same) in [
            ("4k3/pp6/8/8/8/8/PP6/1N2K2R", true),
            ("4k3/pp6/8/8/8/8/PP3B2/R3K3", false),
            ("4k3/pp6/8/8/8/8/PP6/R3K3", false),
            ("4k3/p1p5/8/8/8/8/PP3N2/R3K3", false),
            ("4k3/PP6/8/8/8/8/pp3N2/R3K3", false),
            ("r3k3/pp3n2/8/8/8/8/PP6/4K3", false),
        ] {
            let other = BoardKeys::of(&board(placement));
            assert_eq!(one.structure == other.structure, same, "{placement}");
            assert_ne!(one.placement, other.placement, "{placement}");
            assert!((0..1 << 20).contains(&other.structure), "{placement}");
        }
    }
}
