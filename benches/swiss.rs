//! Pairing the rounds of a Swiss tournament of a thousand players, with results by chance.

// A benchmark may fail by a panic.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

#[path = "../tests/fuzz/dice.rs"]
#[allow(dead_code, reason = "the fuzzers use more of it")]
mod dice;

use dice::Dice;
use penpawn::game::Result as Outcome;
use penpawn::tournaments::swiss::{Active, Field, Player, pair};
use penpawn::tournaments::{Contested, Game, Number};
use shakmaty::Color;
use std::time::Instant;

const PLAYERS: u16 = 1000;
const ROUNDS: u16 = 11;

fn main() {
    let mut dice = Dice::new(1, 1);
    let player = |number| Player {
        number: Number(number),
        active: Active::Yes,
    };
    let players: Vec<Player> = (1..=PLAYERS).map(player).collect();
    let mut games: Vec<Game> = Vec::new();
    println!("a tournament of {PLAYERS} players; milliseconds to pair a round:\n");
    for round in 1..=ROUNDS {
        let began = Instant::now();
        let paired = pair(&Field {
            players: &players,
            games: &games,
            byes: &[],
            round,
            rounds: ROUNDS,
            first_has: Color::White,
        })
        .expect("far fewer rounds than players");
        println!("round {round:2} {:6}", began.elapsed().as_millis());
        games.extend(paired.pairings.into_iter().map(|pairing| Game {
            pairing,
            result: result(&mut dice, pairing.black.0 > pairing.white.0),
            contested: Contested::Yes,
        }));
    }
}

/// A draw in three of ten games, and more often than not a win for who is stronger.
fn result(dice: &mut Dice, white_is_stronger: bool) -> Outcome {
    match dice.below(10) {
        0..3 => Outcome::Draw,
        3..8 if white_is_stronger => Outcome::White,
        8.. if !white_is_stronger => Outcome::White,
        _ => Outcome::Black,
    }
}
