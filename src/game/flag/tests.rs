use super::*;
use crate::chess::{Start, Variant};
use crate::game::clock::Control;
use crate::game::{Ending, GameNumber, Phase, PlayerNumber, Wish};

const ANN: PlayerNumber = PlayerNumber(1);
const BOB: PlayerNumber = PlayerNumber(2);

/// A game that goes on; Ann has White.
fn game(fen: &str) -> Game {
    // Of a dead position as well: more may be known to be dead now than when the game began.
    let start = Start::recorded(fen, Variant::Standard).unwrap();
    let control: Control = "per-move 3d".parse().unwrap();
    let (mut game, _) = Game::challenge(GameNumber(1), ANN, BOB, Wish::White, start, control);
    game.accept(BOB, true).unwrap();
    game
}

#[test]
fn who_cannot_mate_by_any_moves_does_not_win_on_time() {
    for (fen, result) in [
        // All men: Black wins on White's time.
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Result::Black,
        ),
        // A bare king does not, however much White has.
        ("7k/8/8/8/8/8/8/KQ6 w - - 0 1", Result::Draw),
        ("7k/8/8/8/8/8/8/KQ6 b - - 0 1", Result::White),
        // A knight alone mates only with the help of White's own men.
        ("6nk/8/8/8/8/8/8/KQ6 w - - 0 1", Result::Draw),
        ("6nk/8/8/8/8/8/1P6/K7 w - - 0 1", Result::Black),
        // The locked pawns let nobody through, though there are men to mate with.
        ("8/8/1k6/p1p1p1p1/P1P1P1P1/1K6/8/8 w - - 0 1", Result::Draw),
        ("8/8/1k6/p1p1p1p1/P1P1P1P1/1K6/8/8 b - - 0 1", Result::Draw),
        // Here they leave a way.
        ("8/8/1k6/p1p1p3/P1P1P3/1K6/8/8 b - - 0 1", Result::White),
    ] {
        let mut game = game(fen);
        let side = game.position().turn();
        game.time_is_over(side, DateTime::UNIX_EPOCH).unwrap();
        assert_eq!(game.result(), result, "{fen}");
        let Phase::Over(Ending::TimeForfeit { winner }) = game.phase() else {
            panic!("{fen}: {:?}", game.phase());
        };
        assert_eq!(winner.is_none(), result == Result::Draw, "{fen}");
    }
}

#[test]
fn only_the_clock_of_the_side_to_move_runs() {
    let mut game = game("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for event in [
        game.time_is_over(Color::Black, DateTime::UNIX_EPOCH),
        game.first_move_is_missing(Color::Black),
    ] {
        assert_eq!(event, Err(Refusal::NotYourTurn));
    }
    game.first_move_is_missing(Color::White).unwrap();
    assert_eq!(game.phase(), Phase::Over(Ending::Aborted));
    assert_eq!(
        game.time_is_over(Color::White, DateTime::UNIX_EPOCH),
        Err(Refusal::Over)
    );
}
