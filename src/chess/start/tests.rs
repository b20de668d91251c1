use super::*;
use std::collections::HashSet;

fn placement(start: &Start) -> String {
    start.fen().split(' ').next().unwrap().to_owned()
}

#[test]
fn known_numbers_have_the_pieces_that_the_laws_give_them() {
    for (number, pieces) in [
        (0, "bbqnnrkr"),
        (1, "bqnbnrkr"),
        (518, "rnbqkbnr"),
        (534, "rnbkqbnr"),
        (959, "rkrnnqbb"),
    ] {
        let start = Start::chess960(number).unwrap();
        assert!(placement(&start).starts_with(pieces), "{number}: {start:?}");
        assert_eq!(start.number(), Some(number));
    }
    assert!(Start::chess960(960).is_none());
    assert_eq!(Start::default().number(), None, "castling is another");
}

#[test]
fn the_numbers_are_960_different_starts_and_nothing_else() {
    let mut seen = HashSet::new();
    for number in 0..CHESS960_STARTS {
        let start = Start::chess960(number).unwrap();
        assert!(seen.insert(placement(&start)));
        assert_eq!(why_no_chess960_start(start.position().board()), []);
        // Full FEN, and placement only, mean the same start.
        for text in [start.fen(), placement(&start)] {
            assert_eq!(Start::from_fen(&text, Variant::Chess960).unwrap(), start);
        }
    }
}

#[test]
fn pieces_that_are_no_start_are_told_why() {
    for (placement, expected) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", ""),
        ("bnrqkbrn/pppppppp/8/8/8/8/PPPPPPPP/BNRQKBRN", ""),
        ("rbbqknnr/pppppppp/8/8/8/8/PPPPPPPP/RBBQKNNR", ""),
        ("rnbbqknr/pppppppp/8/8/8/8/PPPPPPPP/RNBBQKNR", ""),
        (
            "rbnbqknr/pppppppp/8/8/8/8/PPPPPPPP/RBNBQKNR",
            "the bishops must stand on squares of different colours",
        ),
        (
            "krnbbqnr/pppppppp/8/8/8/8/PPPPPPPP/KRNBBQNR",
            "the king must stand between the rooks",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
            "White's eight pawns must stand on the second rank; ranks 3 to 6 must be empty; Black's men must stand \
                 opposite White's",
        ),
        (
            "qnbrkbnr/pppppppp/8/8/8/8/PPPPPPPP/QNBQKBNR",
            "White's first rank must have one king, one queen, two rooks, two bishops and two knights; Black's men \
                 must stand opposite White's",
        ),
    ] {
        let given = GivenPosition::read(placement).unwrap();
        let reasons: Vec<String> = why_no_chess960_start(given.board())
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(reasons.join("; "), expected, "{placement}");
        assert_eq!(
            chess960_number(given.board()).is_some(),
            expected.is_empty()
        );
    }
}

#[test]
fn a_position_from_which_nobody_can_play_is_refused() {
    for (text, expected) in [
        ("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", ""),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 12 40", ""),
        (
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
            "position: Black is checkmated, so there is nothing to play",
        ),
        (
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "position: Black has no legal move: that is stalemate, so there is nothing to play",
        ),
        (
            "8/8/8/4k3/8/8/4N3/4K3 w - - 0 1",
            "position: neither side can give mate any more, so there is nothing to play",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3 w - - 150 99",
            "halfmove clock (field 5): 150 means 75 moves without a capture or a pawn move, and that is a draw",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 10000",
            "move number (field 6): it must not be above 9999",
        ),
        (
            "8/8/8/4k3/8/8/4P3/4K3",
            "side to move (field 2): it is missing; write w or b; castling (field 3): it is missing; write - if \
                 nobody may castle",
        ),
        (
            "8/8/8/4k3/8/8/4P3/8 w",
            "pieces (field 1): White has no king; castling (field 3): it is missing; write - if nobody may castle",
        ),
    ] {
        let found = Start::from_fen(text, Variant::Standard)
            .map_or_else(|error| error.to_string(), |_| String::new());
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn chess960_castles_where_the_usual_rules_do_not() {
    let text = "4k3/8/8/8/8/8/8/3K3R w K - 0 1";
    assert!(Start::from_fen(text, Variant::Standard).is_err());
    let start = Start::from_fen(text, Variant::Chess960).unwrap();
    assert_eq!(start.fen(), "4k3/8/8/8/8/8/8/3K3R w H - 0 1");
    assert_eq!((start.number(), start.is_usual()), (None, false));
    assert!(Start::default().is_usual());
}
