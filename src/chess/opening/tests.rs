use super::*;
use crate::chess::pgn::{GameText, Record, read_pgn};

fn record(moves: &str) -> Record {
    let text = GameText::of(format!("{moves} *"));
    read_pgn(&text).unwrap().record
}

fn opening(moves: &str) -> Option<Opening> {
    record(moves).opening()
}

fn named(moves: &str) -> (&'static str, &'static str, &'static str) {
    let opening = opening(moves).unwrap();
    (opening.eco, opening.name, opening.variation.unwrap_or("-"))
}

#[test]
fn the_deepest_named_position_gives_the_name() {
    let table = [
        ("e4", ("B00", "King's Pawn Game", "-")),
        ("e4 c5", ("B20", "Sicilian Defense", "-")),
        (
            "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
            ("B90", "Sicilian Defense", "Najdorf Variation"),
        ),
        // on the way to a position without a name, and beyond
        ("e4 e5 Nf3 Nc6 Bb5 h5 h3", ("C60", "Ruy Lopez", "-")),
        (
            "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5 Bd3 Be7 a3 a6",
            ("C42", "Petrov's Defense", "Classical Attack"),
        ),
    ];
    for (moves, expected) in table {
        assert_eq!(named(moves), expected, "{moves}");
    }
}

#[test]
fn the_order_of_the_moves_does_not_matter_nor_do_the_counters() {
    let caro = named("e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5");
    assert_eq!(named("d4 c6 e4 d5 Nc3 dxe4 Nxe4 Bf5"), caro);
    // the clock stands at other plies, and the moves have other numbers
    assert_eq!(named("Nf3 Nf6 Ng1 Ng8 e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5"), caro);
}

#[test]
fn a_game_without_moves_and_one_of_chess960_have_no_opening() {
    assert_eq!(opening(""), None);
    let chess960 = "[Variant \"Chess960\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n";
    assert_eq!(opening(&format!("{chess960}e4 c5")), None);
}

/// Games that follow a known line for a while and then castle, take en passant and are promoted as chance has it.
fn some_games() -> impl Iterator<Item = Vec<Move>> {
    const KNOWN: [&str; 4] = [
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4 Qb6 Qd2 Qxb2 Rb1 Qa3 e5 dxe5 fxe5 Nfd7",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5 exd5 Nxd5 Nxe5 Nxe5 Rxe5 c6 d4 Bd6 Re1 Qh4 g3 Qh3",
        "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7 Ne1 Nd7 Be3 f5 f3 f4 Bf2 g5",
        "e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7 Qg4 Qc7 Qxg7 Rg8 Qxh7 cxd4 Ne2 Nbc6 f4 Bd7 Qd3 dxc3",
    ];
    let known = KNOWN.map(|moves| {
        let record = record(moves);
        record.line.moves.iter().map(|at| at.played).collect()
    });
    (1_u64..=200).map(move |seed| {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut chance = |of: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            usize::try_from(state % u64::try_from(of).unwrap()).unwrap()
        };
        let line: &Vec<Move> = &known[chance(known.len())];
        let mut game = line[..chance(line.len() + 1)].to_vec();
        let mut position = Chess::default();
        for &played in &game {
            position.play_unchecked(played);
        }
        while game.len() < 2 * DEEPEST {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let played = legal[chance(legal.len())];
            position.play_unchecked(played);
            game.push(played);
        }
        game
    })
}

#[test]
fn positions_that_are_played_have_the_names_of_those_that_are_read() {
    let start = Chess::default();
    let mut deep = 0;
    for game in some_games() {
        // Also where a game begins later than the usual start, and is looked at farther than names reach.
        for (begun, skipped) in [(0, DEEPEST), (7, 2 * DEEPEST)] {
            let mut from = start.clone();
            for &played in game.iter().take(begun) {
                from.play_unchecked(played);
            }
            let moves: Vec<Move> = game.iter().copied().take(skipped).skip(begun).collect();
            let replayed = replayed(&from, &moves).unwrap();
            let mut position = from.clone();
            for (at, known) in replayed.iter().enumerate() {
                assert_eq!(
                    known_at(known),
                    Opening::at(&position),
                    "{}",
                    fen(&position)
                );
                deep += usize::from(at > 12 && known_at(known).is_some());
                if let Some(&played) = moves.get(at) {
                    position.play_unchecked(played);
                }
            }
        }
        assert_eq!(
            Opening::of(&start, game.iter().copied()),
            Opening::by_fen(&start, &game[..game.len().min(DEEPEST)])
        );
    }
    assert!(deep > 100, "only {deep} named positions were deep");
}
