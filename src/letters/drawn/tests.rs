use super::*;
use crate::chess::examples::{Dice, position};
use shakmaty::{File, Piece, Rank};
use std::collections::HashMap;

/// The pieces that words name: "White", "king g1; queen d1; rooks a1 and f1".
fn pieces(side: &str, kinds: &str) -> Vec<(Square, Piece)> {
    let color = if side == "White" {
        Color::White
    } else {
        Color::Black
    };
    let kinds = kinds.split("; ").flat_map(|group| {
        let (name, squares) = group.split_once(' ').unwrap();
        let is_name = |role: &&Role| [1, 2].iter().any(|count| kind(**role, *count) == name);
        let role = PIECES.iter().find(is_name).unwrap();
        let squares = squares
            .split([' ', ',', '.'])
            .filter(|word| word.len() == 2);
        squares.map(|square| (square.parse().unwrap(), role.of(color)))
    });
    kinds.collect()
}

#[test]
fn a_thousand_positions_are_read_back_from_their_words() {
    let mut dice = Dice(3);
    let mut read = 0;
    while read < 1000 {
        let mut game = Chess::default();
        for _ in 0..100 {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            let played = moves[dice.below(moves.len())];
            game.play_unchecked(played);
            let drawn = Drawn::of(&game, game.turn(), Some(&played));
            let said: HashMap<Square, Piece> = game.board().clone().into_iter().collect();
            let words = drawn.in_words(Some("1. e4")).to_string();
            let sides = words
                .split(". ")
                .take(2)
                .map(|side| side.split_once(": ").unwrap());
            let read_back = sides.flat_map(|(side, kinds)| pieces(side, kinds));
            assert_eq!(read_back.collect::<HashMap<_, _>>(), said, "{words}");
            let lines: Vec<String> = drawn.lines().iter().map(ToString::to_string).collect();
            let read_back = lines.iter().flat_map(|line| {
                let (side, kind) = line.split_once(' ').unwrap();
                pieces(side, &kind.replace(':', ""))
            });
            assert_eq!(read_back.collect::<HashMap<_, _>>(), said, "{lines:?}");
            read += 1;
        }
    }
}

#[test]
fn the_words_say_the_last_move_and_who_is_to_move() {
    let mate = position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    let drawn = Drawn::of(&mate, Color::White, None);
    let words = drawn.in_words(Some("2...Qh4#")).to_string();
    assert!(words.starts_with("White: king e1; queen d1;"), "{words}");
    assert!(
        words.ends_with("White is checkmated. Last move: 2...Qh4#."),
        "{words}"
    );
    assert!(!words.contains('\n'));
}

#[test]
fn castling_marks_the_squares_of_the_king() {
    let before = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let castles = before
        .legal_moves()
        .into_iter()
        .find(|m| m.is_castle())
        .unwrap();
    let after = before.play(castles).unwrap();
    let drawn = Drawn::of(&after, Color::White, Some(&castles));
    let squares = (
        Square::from_coords(File::E, Rank::First),
        Square::from_coords(File::G, Rank::First),
    );
    assert_eq!(drawn.last_move, Some(squares));
}
