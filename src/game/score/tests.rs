use super::*;
use crate::chess::pgn::Splitter;
use crate::chess::{Letters, Start, Variant, read_moves, read_pgn};
use crate::game::clock::Control;
use crate::game::{Event, Found, GameNumber, PlayerNumber, Wish};
use shakmaty::CastlingMode;

fn game(start: Start, moves: &str) -> Game {
    let (ann, bob) = (PlayerNumber(1), PlayerNumber(2));
    let (mut game, _) = Game::challenge(
        GameNumber(1),
        ann,
        bob,
        Wish::White,
        start,
        Control::without(),
    );
    game.apply(&Event::Accepted { white: ann }).unwrap();
    for typed in moves.split_whitespace() {
        let Reading::One(played) =
            read_moves(typed, Letters::English).unwrap()[0].resolve(game.position())
        else {
            panic!("{typed}");
        };
        game.apply(&Event::Moved {
            played,
            found: Found::Nothing,
            time: None,
        })
        .unwrap();
    }
    game
}

fn shown<T>(score: Option<Score<T>>, show: impl Fn(&T) -> String) -> String {
    match score {
        None => "no score".to_owned(),
        Some(Score::UpToNow) => "up to now".to_owned(),
        Some(Score::Differs(Difference {
            written, played, ..
        })) => format!("{written}, not {played}"),
        Some(Score::Next { next, rest }) => {
            let moves: Vec<String> = [&next].into_iter().chain(&rest).map(show).collect();
            format!("next {}", moves.join(" "))
        }
    }
}

#[test]
fn typed_moves_are_compared_from_the_one_that_they_begin_with() {
    let usual = || Start::default();
    let black = || Start::from_fen("4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 7", Variant::Standard).unwrap();
    for (start, played, typed, expected) in [
        (usual(), "e4", "1. e4 e5", "next e5"),
        (usual(), "e4", "1. e4 e5 2. Nf3", "next e5 Nf3"),
        (usual(), "e4", "e4 e5", "next e5"),
        (usual(), "e4 e5", "1. e4 e5 2. Nf3", "next Nf3"),
        (
            usual(),
            "e4 e5",
            "1.e4 e5 2.Nf3 Nc6 3.Bb5",
            "next Nf3 Nc6 Bb5",
        ),
        (usual(), "e4 e5", "1... e5 2. Nf3", "next Nf3"),
        (usual(), "e4 e5", "e5 2. Nf3", "next Nf3"),
        (usual(), "e4 e5 Nf3 Nc6", "e5 2. Nf3 Nc6 3. d4", "next d4"),
        (usual(), "e4 e5", "e5 Nf3", "next Nf3"),
        (usual(), "e4 e6", "e6 e5", "next e5"),
        (usual(), "e4 e5 Nf3 Nc6", "Nc6 Bb5 a6", "next Bb5 a6"),
        (usual(), "e4 e5 Nf3 Nc6", "Nf3 Nc6", "1. Nf3, not 1. e4"),
        (usual(), "e4 e5", "c5 2. Nf3", "1...c5, not 1...e5"),
        (usual(), "e4 e5 Nf3", "2. Nf3 Nc6", "next Nc6"),
        (
            usual(),
            "e4 e5 Nf3",
            "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6",
            "next Nb8-c6",
        ),
        (usual(), "e4 e5", "1. e4 e5", "up to now"),
        (usual(), "e4 e5 Nf3 Nc6", "1. e4 e5", "up to now"),
        (
            usual(),
            "e4 e5 Nf3",
            "1. e4 e5 2. Nc3 Nc6",
            "2. Nc3, not 2. Nf3",
        ),
        (
            usual(),
            "e4 e5 Nf3",
            "1. e4 c5 2. Nf3 Nc6",
            "1...c5, not 1...e5",
        ),
        (
            usual(),
            "e4 e5 Nf3",
            "1. e4 e5 3. Nf3 Nc6",
            "2. Nf3, not 2. Nf3",
        ),
        (usual(), "e4 e5", "1. Qh9 e5 2. Nf3", "no moves"),
        (usual(), "e4 e5", "2. Nf3 Nc6", "no score"),
        (usual(), "e4 e5", "2. Nf3", "no score"),
        (usual(), "e4", "1. e4", "no score"),
        (usual(), "", "1. e4 e5", "no score"),
        (black(), "e5", "7... e5 8. e4", "next e4"),
        (black(), "e5", "7. e5 8. e4", "next e4"),
        (black(), "e5 e4", "7... e5 8. e4 Kd7", "next Kd7"),
    ] {
        let game = game(start, played);
        let found = match read_moves(typed, Letters::English) {
            Some(moves) => shown(game.compare_typed(&moves), |spelling| {
                spelling.typed().to_owned()
            }),
            None => "no moves".to_owned(),
        };
        assert_eq!(found, expected, "{typed} after {played:?}");
    }
}

#[test]
fn a_record_is_compared_from_the_first_move() {
    for (played, pgn, expected) in [
        ("e4 e5", "1. e4 e5 2. Nf3 *", "next g1f3"),
        (
            "e4 e5",
            "[Event \"x\"]\n\n1. e4 {hm} e5 (1... c5) 2. Nf3 *",
            "next g1f3",
        ),
        ("e4 e5", "1. e4 e5 *", "up to now"),
        ("e4 e5", "1. e4 *", "up to now"),
        ("", "1. e4 *", "next e2e4"),
        ("e4 e5", "1. e4 c5 2. Nf3 *", "1...c5, not 1...e5"),
        (
            "e4 e5",
            "[SetUp \"1\"]\n[FEN \"4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 e5 2. Kd2 *",
            ", not ",
        ),
    ] {
        let mut splitter = Splitter::default();
        splitter.feed(pgn.as_bytes());
        splitter.end();
        let record = read_pgn(&splitter.next_game().unwrap()).unwrap().record;
        let score = game(Start::default(), played).compare_record(&record);
        let found = shown(Some(score), |m| {
            m.to_uci(CastlingMode::Standard).to_string()
        });
        assert_eq!(found, expected, "{pgn} after {played:?}");
    }
}
