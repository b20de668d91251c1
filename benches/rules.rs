//! Claims in a long game, and names of openings, beside python-chess with the same game in the same run.

// A benchmark may fail by a panic.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

#[path = "../tests/fuzz/dice.rs"]
#[allow(dead_code, reason = "the fuzzers use more of it")]
mod dice;

use dice::Dice;
use penpawn::chess::{self, Opening, Start};
use penpawn::game::clock::Control;
use penpawn::game::{Claim, ClaimedWith, Game, GameNumber, Phase, PlayerNumber, Wish};
use shakmaty::{Chess, Move, Position, Role};
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const PLIES: usize = 600;
const ROUNDS: u32 = 20_000;
const WHITE: PlayerNumber = PlayerNumber(1);
const BLACK: PlayerNumber = PlayerNumber(2);

fn main() {
    let (game, moves) = long_game();
    println!("a game of {} moves; microseconds:\n", PLIES / 2);
    let row = |what: &str, rounds: u32, work: &mut dyn FnMut()| {
        let began = Instant::now();
        for _ in 0..rounds {
            work();
        }
        print(what, began.elapsed() / rounds)
    };
    let claimed = row("a claim of repetition, refused", ROUNDS, &mut || {
        let claimed = game
            .clone()
            .claim_draw(WHITE, Claim::Repetition, ClaimedWith::TheBoard);
        assert!(black_box(claimed).is_err());
    });
    row("of that, copying the game", ROUNDS, &mut || {
        black_box(game.clone());
    });
    row(
        "the game played again, as when it is loaded",
        100,
        &mut || {
            black_box(replay(&moves));
        },
    );
    let positions = positions(&moves);
    let start = Chess::default();
    // The first look makes the table.
    black_box(Opening::of(&start, moves.iter().copied()));
    row("the name of its opening", 1000, &mut || {
        black_box(Opening::of(&start, moves.iter().copied()));
    });
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/venv/bin/python");
    if !python.exists() {
        println!("\npython-chess is not here: tests/bed/install referee");
        return;
    }
    let moves: Vec<String> = moves
        .iter()
        .zip(&positions)
        .map(|(played, position)| chess::uci(position, *played))
        .collect();
    let said = Command::new(python)
        .args(["-c", PYTHON])
        .args(moves)
        .output()
        .expect("python");
    assert!(said.status.success(), "{said:?}");
    let seconds: f64 = String::from_utf8_lossy(&said.stdout)
        .trim()
        .parse()
        .unwrap();
    let theirs = print(
        "python-chess: is this position here for the third time?",
        Duration::from_secs_f64(seconds),
    );
    println!(
        "\n  a claim, times as fast as in python-chess: {:.0}",
        theirs / claimed
    );
}

const PYTHON: &str = "import sys, time, chess\n\
    board = chess.Board()\n\
    for uci in sys.argv[1:]:\n\
    \x20   board.push_uci(uci)\n\
    began = time.perf_counter()\n\
    for _ in range(200):\n\
    \x20   assert not board.is_repetition(3)\n\
    print((time.perf_counter() - began) / 200)\n";

fn print(what: &str, taken: Duration) -> f64 {
    let micros = taken.as_secs_f64() * 1e6;
    println!("  {what:60} {micros:>10.2}");
    micros
}

/// Random moves, none of which ends the game; long after the last capture, so that many positions are to be compared.
fn long_game() -> (Game, Vec<Move>) {
    let mut dice = Dice::new(300, 0);
    let mut moves: Vec<Move> = Vec::new();
    let mut game = replay(&moves);
    while moves.len() < PLIES {
        let legal: Vec<Move> = game.position().legal_moves().into_iter().collect();
        let quiet: Vec<Move> = legal.iter().copied().filter(|m| !m.is_capture()).collect();
        let pawns: Vec<Move> = quiet
            .iter()
            .copied()
            .filter(|m| m.role() == Role::Pawn)
            .collect();
        let late = game.position().halfmoves() > 90;
        let wanted = if late && !pawns.is_empty() {
            &pawns
        } else if quiet.is_empty() || late {
            &legal
        } else {
            &quiet
        };
        let mut after = game.clone();
        let chosen = *dice.pick(wanted);
        after.play(mover(&game), chosen).expect("legal");
        if after.phase() == Phase::Playing {
            moves.push(chosen);
            game = after;
        }
    }
    (game, moves)
}

fn replay(moves: &[Move]) -> Game {
    let (mut game, _) = Game::challenge(
        GameNumber(1),
        WHITE,
        BLACK,
        Wish::White,
        Start::default(),
        Control::without(),
    );
    game.accept(BLACK, true).expect("accepted");
    for played in moves {
        game.play(mover(&game), *played).expect("legal");
    }
    game
}

fn mover(game: &Game) -> PlayerNumber {
    game.player(game.position().turn()).expect("a player")
}

fn positions(moves: &[Move]) -> Vec<Chess> {
    let mut positions = vec![Chess::default()];
    for played in moves {
        let mut position = positions[positions.len() - 1].clone();
        position.play_unchecked(*played);
        positions.push(position);
    }
    positions
}
