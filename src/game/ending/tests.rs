use super::*;
use crate::chess::examples::position;
use crate::chess::{Start, Variant, read_uci};
use crate::game::clock::Control;
use crate::game::{Event, Found, Game, GameNumber, Phase, PlayerNumber, Wish};

#[test]
fn a_position_in_which_nobody_can_ever_mate_is_dead() {
    for (placement, dead) in [
        ("8/8/8/4k3/8/8/8/4K3", true),
        ("8/8/8/4k3/8/8/4N3/4K3", true),
        ("8/8/8/4k3/8/8/4B3/4K3", true),
        // Bishops of one colour, any number of them, on either side.
        ("8/8/8/4k3/3b4/8/8/B3K3", true),
        ("b7/8/2b5/4k3/4B3/5B2/8/4K1B1", false),
        ("8/1b6/8/3b1k2/8/5B2/6B1/4K3", true),
        ("8/8/8/4k3/3b4/8/8/1B2K3", false),
        // A helpmate is possible: knights, or a knight and a bishop, block their own king.
        ("8/8/8/4k3/8/8/3NN3/4K3", false),
        ("8/8/4n3/4k3/8/8/4N3/4K3", false),
        ("8/8/4b3/4k3/8/8/4N3/4K3", false),
        ("8/8/8/4k3/8/8/4P3/4K3", false),
        ("8/8/8/5k2/8/8/4R3/3K4", false),
        ("8/8/4q3/4k3/8/8/3N4/3K4", false),
    ] {
        let position = position(&format!("{placement} w - - 0 1"));
        let ending = ending_on_the_board(&position, &Recent::begin(&position));
        let expected = dead.then_some(Ending::InsufficientMaterial);
        assert_eq!(ending, expected, "{placement}");
    }
}

#[test]
fn seventy_five_moves_end_the_game_unless_the_last_one_mates() {
    for (fen, played, expected) in [
        ("8/8/8/5k2/8/8/4R3/3K4 w - - 148 99", "e2e3", None),
        (
            "8/8/8/5k2/8/8/4R3/3K4 w - - 149 99",
            "e2e3",
            Some(Ending::SeventyFiveMoves),
        ),
        // A pawn move, or a capture, begins anew.
        ("8/8/8/5k2/8/8/P3R3/3K4 w - - 149 99", "a2a3", None),
        ("8/8/8/5k2/8/4p3/4R3/3K4 w - - 149 99", "e2e3", None),
        (
            "k7/8/1K6/8/8/8/8/7R w - - 149 99",
            "h1h8",
            Some(Ending::Checkmate {
                winner: Color::White,
            }),
        ),
        (
            "k7/8/1K6/8/8/8/8/4R3 w - - 149 99",
            "e1e7",
            Some(Ending::SeventyFiveMoves),
        ),
        (
            "k7/8/1K6/8/8/8/7Q/8 w - - 149 99",
            "h2h3",
            Some(Ending::SeventyFiveMoves),
        ),
        (
            "k7/8/1K6/8/8/8/7Q/8 w - - 149 99",
            "h2c7",
            Some(Ending::Stalemate),
        ),
    ] {
        let mut position = position(fen);
        let mut recent = Recent::begin(&position);
        let played = read_uci(&position, played).unwrap();
        position.play_unchecked(played);
        recent.push(1, &position);
        assert_eq!(ending_on_the_board(&position, &recent), expected, "{fen}");
    }
}

/// More positions may be known to be dead in a later version: what was recorded before stays as it was.
#[test]
fn a_game_ends_when_a_dead_position_is_found_and_not_when_it_is_replayed() {
    let (ann, bob) = (PlayerNumber(1), PlayerNumber(2));
    let fen = "8/8/1k6/p1p1p1p1/P1P1P3/1K4P1/8/8 w - - 0 40";
    let start = Start::from_fen(fen, Variant::Standard).unwrap();
    let (mut game, challenged) = Game::challenge(
        GameNumber(1),
        ann,
        bob,
        Wish::White,
        start,
        Control::without(),
    );
    let mut events = vec![challenged, game.accept(bob, true).unwrap()];
    let played = read_uci(game.position(), "g3g4").unwrap();
    events.push(game.play(ann, played).unwrap());
    assert_eq!(game.phase(), Phase::Over(Ending::DeadPosition));
    assert_eq!(game.result(), Result::Draw);
    let again = Game::replay(GameNumber(1), &events).unwrap();
    assert_eq!(again.phase(), game.phase());

    let found = Found::Nothing;
    *events.last_mut().unwrap() = Event::Moved {
        played,
        found,
        time: None,
    };
    let mut older = Game::replay(GameNumber(1), &events).unwrap();
    assert_eq!(older.phase(), Phase::Playing);
    let next = read_uci(older.position(), "b6c7").unwrap();
    older.play(bob, next).unwrap();
    assert_eq!(older.phase(), Phase::Over(Ending::DeadPosition));
    assert!(Start::from_fen(&crate::chess::fen(older.position()), Variant::Standard).is_err());
    assert!(Start::recorded(&crate::chess::fen(older.position()), Variant::Standard).is_ok());
}
