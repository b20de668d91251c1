use super::*;
use crate::chess::examples::position;
use crate::chess::{Letters, read_moves, uci};

fn resolve(text: &str, letters: Letters, position: &Chess) -> Reading {
    read_moves(text, letters).unwrap()[0].resolve(position)
}

fn names(position: &Chess, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|m| uci(position, *m)).collect()
}

#[test]
fn pawn_or_bishop_is_a_question_in_either_case() {
    let both = position("4k3/8/8/8/1b6/2n5/1P1B4/4K3 w - - 0 1");
    let only_pawn = position("4k3/8/8/8/1b6/2n5/1P6/4K3 w - - 0 1");
    for text in ["bxc3", "Bxc3", "BXC3", "bc3"] {
        let Reading::Several(moves) = resolve(text, Letters::English, &both) else {
            panic!("{text} was not asked about");
        };
        let mut names = names(&both, &moves);
        // The likelier one is first.
        assert_eq!(
            names.remove(0),
            if text.starts_with('b') {
                "b2c3"
            } else {
                "d2c3"
            }
        );
        assert_eq!(names.len(), 1, "{text}");
        assert!(
            matches!(resolve(text, Letters::English, &only_pawn), Reading::One(_)),
            "{text}"
        );
    }
}

#[test]
fn a_letter_of_another_language_is_never_played_without_the_setting() {
    let start = Chess::default();
    for text in ["Sf3", "sf3", "Cf3", "Jf3", "Sc3"] {
        let Reading::Impossible(impossible) = resolve(text, Letters::English, &start) else {
            panic!("{text}");
        };
        assert!(!impossible.candidates.is_empty(), "{text}");
    }
    for (language, text) in [
        (Letters::German, "Sf3"),
        (Letters::French, "Cf3"),
        (Letters::Czech, "Jf3"),
        (Letters::Dutch, "Pf3"),
        (Letters::Romanian, "Cf3"),
        (Letters::Hungarian, "Hf3"),
        (Letters::Estonian, "Rf3"),
    ] {
        let Reading::One(m) = resolve(text, language, &start) else {
            panic!("{text} in {language}");
        };
        assert_eq!(uci(&start, m), "g1f3", "{text} in {language}");
    }
}

#[test]
fn a_promotion_without_a_piece_is_asked_about_queen_first() {
    let position = position("8/4P1k1/8/8/8/8/8/K7 w - - 0 1");
    let Reading::Several(moves) = resolve("e8", Letters::English, &position) else {
        panic!();
    };
    assert_eq!(
        names(&position, &moves),
        ["e7e8q", "e7e8r", "e7e8b", "e7e8n"]
    );
}

#[test]
fn an_impossible_move_lists_what_the_piece_can_do() {
    let pinned = position("4k3/6b1/8/8/3B4/8/1K6/7B w - - 0 1");
    let Reading::Impossible(impossible) = resolve("Bc5", Letters::English, &pinned) else {
        panic!();
    };
    assert_eq!(
        impossible.reason.to_string(),
        "the bishop on d4 is pinned by the bishop on g7"
    );
    let d4: Vec<String> = names(&pinned, &impossible.piece_moves)
        .into_iter()
        .filter(|name| name.starts_with("d4"))
        .collect();
    assert_eq!(d4.len(), 4, "{d4:?}");
    assert!(
        impossible
            .piece_moves
            .iter()
            .all(|m| m.role() == Role::Bishop)
    );

    let opened = position("rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3");
    let Reading::Impossible(impossible) = resolve("Sc3", Letters::English, &opened) else {
        panic!();
    };
    assert_eq!(names(&opened, &impossible.candidates), ["b1c3"]);
    assert!(
        impossible
            .piece_moves
            .iter()
            .all(|m| m.role() == Role::Knight)
    );

    let start = Chess::default();
    let Reading::Impossible(impossible) = resolve("g1e4", Letters::English, &start) else {
        panic!();
    };
    assert_eq!(names(&start, &impossible.piece_moves), ["g1f3", "g1h3"]);
    assert_eq!(names(&start, &impossible.candidates), ["e2e4", "g1f3"]);
}

#[test]
fn no_more_than_six_candidates_are_offered() {
    let crowd = position("4n3/3P1P2/8/8/8/8/7k/K7 w - - 0 1");
    let Reading::Impossible(impossible) = resolve("Rxe8", Letters::English, &crowd) else {
        panic!();
    };
    assert_eq!(impossible.candidates.len(), MOST_CANDIDATES);
}
