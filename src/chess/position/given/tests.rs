use super::*;
use crate::chess::fen;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn written(text: &str, mode: CastlingMode) -> String {
    match GivenPosition::read(text).and_then(|given| given.to_chess(mode)) {
        Ok(position) => fen(&position),
        Err(error) => error.to_string(),
    }
}

#[test]
fn every_dialect_of_orthodox_fen_is_read() {
    let table = [
        (START, START),
        (
            "  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w  qkQK  -  0  1 ",
            START,
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
            START,
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W AHah – 0 1.",
            START,
        ),
        (
            "rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR white KQkq -",
            START,
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1",
            START,
        ),
        (
            "FEN: \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"",
            START,
        ),
        (
            "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]",
            START,
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - - 0",
            START,
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 3; fmvn 7; bm e4;",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 7",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq E3 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        ),
        (
            "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39",
        ),
    ];
    for (text, expected) in table {
        assert_eq!(written(text, CastlingMode::Standard), expected, "{text}");
    }
}

#[test]
fn chess960_castling_is_read_by_file_and_by_side() {
    let table = [
        (
            "1r3k1r/pp4pp/8/8/8/8/PP4PP/RK5R w HAhb - 0 1",
            "1r3k1r/pp4pp/8/8/8/8/PP4PP/RK5R w AHbh - 0 1",
        ),
        (
            "1r3k1r/pp4pp/8/8/8/8/PP4PP/RK5R w KQkq - 0 1",
            "1r3k1r/pp4pp/8/8/8/8/PP4PP/RK5R w AHbh - 0 1",
        ),
        // X-FEN: the outermost rook, unless a file says otherwise.
        (
            "4k3/8/8/8/8/8/8/4KRR1 w K - 0 1",
            "4k3/8/8/8/8/8/8/4KRR1 w G - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4KRR1 w F - 0 1",
            "4k3/8/8/8/8/8/8/4KRR1 w F - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4KRR1 w H - 0 1",
            "castling (field 3): the right \"H\" is given, but king and rook are not in their \
                 places for it",
        ),
    ];
    for (text, expected) in table {
        assert_eq!(written(text, CastlingMode::Chess960), expected, "{text}");
    }
}

#[test]
fn every_fault_is_named_with_its_field() {
    let table = [
        ("", "pieces (field 1): nothing is given"),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
            "pieces (field 1): there must be 8 ranks with a slash between them, but there are 7",
        ),
        (
            "hello",
            "pieces (field 1): there must be 8 ranks with a slash between them, but there is 1",
        ),
        (
            "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1",
            "pieces (field 1): rank 7, \"ppppppppp\", has 9 squares instead of 8; pieces (field \
                 1): rank 1, \"RNBQKBN\", has 7 squares instead of 8",
        ),
        (
            "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBXKBNR x KQkqq e9 a b c",
            "pieces (field 1): rank 6 has \"9\", which is neither one of the pieces KQRBNP and \
                 kqrbnp nor a number from 1 to 8; pieces (field 1): rank 1 has \"X\", which is \
                 neither one of the pieces KQRBNP and kqrbnp nor a number from 1 to 8; side to move \
                 (field 2): it must be w or b, not \"x\"; castling (field 3): it must be letters \
                 such as KQkq, each once, or -, not \"KQkqq\"; en passant (field 4): it must be a \
                 square on the third or sixth rank, such as e3, or -, not \"e9\"",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 1 x y",
            "move number (field 6): it must be a number, not \"x\"; position: \"y\" follows the \
                 last field",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1",
            "halfmove clock (field 5): it must be a number, not \"99999999999999999999\"",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "pieces (field 1): White has no king; pieces (field 1): Black has no king",
        ),
        (
            "4k3/8/8/8/8/8/8/KK2P3 w - - 0 1",
            "pieces (field 1): White has 2 kings; pieces (field 1): a pawn cannot stand on e1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
            "castling (field 3): the right \"Q\" is given, but king and rook are not in their \
                 places for it",
        ),
        (
            "4k3/8/8/8/8/8/8/3K3R w K - 0 1",
            "castling (field 3): the right \"K\" is given, but king and rook are not in their \
                 places for it",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 b - e3 0 1",
            "en passant (field 4): e3 is given, but no pawn can just have passed it with a \
                 double step",
        ),
        ("4k3/8/8/8/8/8/8/4KR1r b - - 0 1", ""),
        (
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "position: Black is in check although White is to move",
        ),
        (
            "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1",
            "position: no last move can have given this check",
        ),
        (
            "4k3/4p3/8/8/8/QQQQQQQQ/PPPPPPPP/4K3 w - - 0 1",
            "pieces (field 1): a side has more pieces than its pawns could have been promoted to",
        ),
    ];
    for (text, expected) in table {
        let found = match GivenPosition::read(text)
            .and_then(|given| given.to_chess(CastlingMode::Standard))
        {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_fault_quotes_no_control_characters() {
    let error = GivenPosition::read("8/8/8/8/8/8/8/8 w\u{1b}[31m - -").unwrap_err();
    assert!(!error.to_string().contains('\u{1b}'));
}
