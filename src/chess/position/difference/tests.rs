use super::*;
use shakmaty::CastlingMode;

fn position(fen: &str, mode: CastlingMode) -> Chess {
    GivenPosition::read(fen).unwrap().to_chess(mode).unwrap()
}

fn differences(given: &str, game: &str) -> Vec<String> {
    let game = position(game, CastlingMode::Standard);
    GivenPosition::read(given)
        .unwrap()
        .differences(&game)
        .iter()
        .map(Difference::to_string)
        .collect()
}

const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
/// White's e5-pawn may take on f6.
const REAL: &str = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3";

#[test]
fn positions_agree_by_meaning() {
    let table = [
        (AFTER_E4, AFTER_E4),
        // Placement only, and each field that may be left out.
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", AFTER_E4),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b", AFTER_E4),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq",
            AFTER_E4,
        ),
        // No enemy pawn can take: the square means nothing.
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            AFTER_E4,
        ),
        // Counters are never compared.
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 7 99",
            AFTER_E4,
        ),
        // Castling in any order and dialect.
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b qkQK e3",
            AFTER_E4,
        ),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha e3",
            AFTER_E4,
        ),
        (REAL, REAL),
        // A pawn stands to take, but is pinned: the square means nothing.
        (
            "8/8/8/K2pP2r/8/8/8/7k w - - 0 1",
            "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
        ),
        (
            "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
            "8/8/8/K2pP2r/8/8/8/7k w - - 0 1",
        ),
        // A square that no double step can have left means nothing.
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq d3 0 1",
            AFTER_E4,
        ),
    ];
    for (given, game) in table {
        assert_eq!(differences(given, game), Vec::<String>::new(), "{given}");
    }
}

#[test]
fn chess960_castling_agrees_by_the_rook() {
    let game = position(
        "1r3k1r/pp4pp/8/8/8/8/PP4PP/RK5R w AHbh - 0 1",
        CastlingMode::Chess960,
    );
    for castling in ["AHbh", "HAhb", "KQkq", "kqKQ"] {
        let text = format!("1r3k1r/pp4pp/8/8/8/8/PP4PP/RK5R w {castling} - 0 1");
        assert!(
            GivenPosition::read(&text).unwrap().agrees_with(&game),
            "{text}"
        );
    }
    let text = "1r3k1r/pp4pp/8/8/8/8/PP4PP/RK5R w AHh - 0 1";
    assert!(!GivenPosition::read(text).unwrap().agrees_with(&game));
}

#[test]
fn differences_are_sentences_that_can_be_read_aloud() {
    let table: [(&str, &str, &[&str]); 7] = [
        (
            "rnbqkbnr/pppppppp/8/8/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 1",
            AFTER_E4,
            &[
                "f3: you have a white knight, the game has nothing",
                "g1: you have nothing, the game has a white knight",
            ],
        ),
        (
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
            AFTER_E4,
            &[
                "e7: you have nothing, the game has a black pawn",
                "e5: you have a black pawn, the game has nothing",
                "side to move: you have White, the game has Black",
            ],
        ),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b Kkq - 0 1",
            AFTER_E4,
            &["castling: in the game White may still castle queenside, you have lost that right"],
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1",
            &["castling: you let Black castle kingside, in the game that right is lost"],
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            &["castling: you have the right \"Q\", but no rook for it"],
        ),
        (
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3",
            REAL,
            &["en passant: you have no pawn to take en passant, the game has a capture on f6"],
        ),
        (
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
            REAL,
            &["en passant: you have a capture on d6, the game has a capture on f6"],
        ),
    ];
    for (given, game, expected) in table {
        assert_eq!(differences(given, game), expected, "{given}");
    }
}
