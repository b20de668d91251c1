use super::*;
use shakmaty::{CastlingMode, fen::Fen};

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>()
        .unwrap()
        .into_position(CastlingMode::Standard)
        .unwrap()
}

#[test]
fn white_sees_the_first_rank_at_the_bottom() {
    assert_eq!(
        text_board(&Chess::default(), Color::White),
        "8  r n b q k b n r\n\
             7  p p p p p p p p\n\
             6  . . . . . . . .\n\
             5  . . . . . . . .\n\
             4  . . . . . . . .\n\
             3  . . . . . . . .\n\
             2  P P P P P P P P\n\
             1  R N B Q K B N R\n   \
                a b c d e f g h\n"
    );
}

#[test]
fn black_sees_the_eighth_rank_at_the_bottom() {
    assert_eq!(
        text_board(
            &position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
            Color::Black
        ),
        "1  R N B K Q B N R\n\
             2  P P P . P P P P\n\
             3  . . . . . . . .\n\
             4  . . . P . . . .\n\
             5  . . . . . . . .\n\
             6  . . . . . . . .\n\
             7  p p p p p p p p\n\
             8  r n b k q b n r\n   \
                h g f e d c b a\n"
    );
}

#[test]
fn no_line_of_a_board_is_wider_than_a_telephone() {
    for color in Color::ALL {
        for line in text_board(&Chess::default(), color).lines() {
            assert!(line.len() <= 24, "{line}");
            assert_eq!(line.trim_end(), line);
        }
    }
}

#[test]
fn the_words_name_the_own_side_first_and_who_is_to_move() {
    let table = [
        (
            "4k3/8/8/8/8/8/4P3/R3K2R w - - 5 39",
            Color::White,
            "White: king e1; rooks a1 and h1; pawn e2.\nBlack: king e8.\nWhite to move.\n",
        ),
        (
            "4k3/8/8/8/8/8/4P3/R3K2R w - - 5 39",
            Color::Black,
            "Black: king e8.\nWhite: king e1; rooks a1 and h1; pawn e2.\nWhite to move.\n",
        ),
        (
            "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
            Color::White,
            "White: king e1.\nBlack: king e8; rook e2.\nWhite to move, in check.\n",
        ),
        (
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
            Color::White,
            "White: king g6; queen g7.\nBlack: king h8.\nBlack is checkmated.\n",
        ),
        (
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            Color::White,
            "White: king g6; queen f7.\nBlack: king h8.\nBlack has no legal move: stalemate.\n",
        ),
    ];
    for (fen, from, expected) in table {
        assert_eq!(words(&position(fen), from), expected, "{fen}");
    }
}

#[test]
fn the_words_of_a_full_board_stay_within_72_columns() {
    let text = words(&Chess::default(), Color::White);
    assert!(text.lines().all(|line| line.len() <= 72), "{text}");
    assert!(text.contains("pawns a2, b2, c2, d2, e2, f2, g2"), "{text}");
}
