//! Moves in spoken words, and the same words where they are none.

use crate::chess::notation::{Letters, Reading, uci};
use crate::language::sentences::said;
use crate::language::sentences::tables::{BACK, TAKINGS, WITH, moving_words};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

/// The move that a mail says in this position; empty where it says none, or none that can be made.
fn played(fen: &str, text: &str, letters: Letters) -> String {
    let fen: Fen = fen.parse().expect("a FEN");
    let position: Chess = fen
        .into_position(CastlingMode::Standard)
        .expect("a position");
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let Some(said) = said(&lines, letters) else {
        return String::new();
    };
    match said.moves[0].resolve(&position) {
        Reading::One(played) => uci(&position, played).to_string(),
        Reading::Several(_) | Reading::Impossible(_) => String::new(),
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// White may take on d5 with the c pawn, the e pawn, and the knight, and has two rooks that see d1.
const TAKES: &str = "4k3/8/2p5/3p4/2P1P3/2N5/6K1/R4R2 w - - 0 1";
const BLACK: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";

#[test]
fn a_piece_may_go_as_people_say_it() {
    for (fen, text, expected) in [
        (START, "Knight on g1 goes to f3.", "g1f3"),
        (START, "The knight on g1 moves over to f3.", "g1f3"),
        (START, "The knight on g1 is going places.", ""),
        (START, "Does the knight go to f3?", ""),
        (START, "Your knight goes to f3.", ""),
        (START, "If my knight goes to f3 you take it.", ""),
        (START, "The knight goes to f3, or it stays.", ""),
        (TAKES, "Rook on the a-file to d1.", "a1d1"),
        (TAKES, "Rook to d1.", ""),
        (START, "I begin with the queen's pawn, two squares.", "d2d4"),
        (BLACK, "The queen's pawn, two squares.", "d7d5"),
        (START, "I like the queen's pawn two squares back.", ""),
        (START, "I'll open with good ol' pawn to king four.", "e2e4"),
        (BLACK, "Pawn to king four.", "e7e5"),
        (START, "Good old pawn to king four!", ""),
        (START, "Pawn to king three.", "e2e3"),
        (START, "You played pawn to king four.", ""),
        (START, "Pawn to king four would be a blunder.", ""),
    ] {
        assert_eq!(played(fen, text, Letters::English), expected, "{text}");
    }
}

#[test]
fn a_capture_may_be_said_by_its_square_and_its_piece() {
    for (text, letters, expected) in [
        ("I take on d5 with the knight.", Letters::English, "c3d5"),
        (
            "Tomo en d5 con el caballo y a ver",
            Letters::Spanish,
            "c3d5",
        ),
        ("Ich nehme auf d5 mit dem Springer", Letters::German, "c3d5"),
        ("I take on d5.", Letters::English, ""),
        ("I take on d5 with pleasure.", Letters::English, ""),
        ("He takes on d5 with the knight.", Letters::English, ""),
        (
            "I take on d5 with the knight, or wait.",
            Letters::English,
            "",
        ),
        ("Shall I take on d5 with the knight?", Letters::English, ""),
    ] {
        assert_eq!(played(TAKES, text, letters), expected, "{text}");
    }
}

#[test]
fn en_passant_may_be_said_in_words() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    for (text, expected) in [
        ("I take en passant", "e5d6"),
        ("je prends en passant hihi", "e5d6"),
        ("You could take en passant", ""),
        ("En passant, how are you?", ""),
        ("I take en passant if I may", ""),
    ] {
        assert_eq!(played(fen, text, Letters::English), expected, "{text}");
    }
    let taken = "4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 2";
    assert_eq!(played(taken, "I take en passant", Letters::English), "");
}

#[test]
fn what_is_taken_back_is_held_against_the_last_move() {
    for (text, takes_back) in [
        ("I'll take it back with my e pawn, thanks.", Some(true)),
        ("I recapture with the knight.", Some(true)),
        ("I take on d5 with the knight.", Some(false)),
        ("I take it back.", None),
        ("May I take it back with my e pawn?", None),
        ("I'll take it back with interest.", None),
    ] {
        let lines = [text.to_owned()];
        let found = said(&lines, Letters::English).map(|said| said.takes_back);
        assert_eq!(found, takes_back, "{text}");
    }
}

#[test]
fn every_word_with_which_somebody_takes_counts_and_nothing_that_looks_like_it() {
    let reads = |text: &str| {
        let lines = [text.to_owned()];
        said(&lines, Letters::English).is_some()
    };
    for (taking, _) in TAKINGS.all() {
        assert!(reads(&format!("{taking} on d5 with the pawn")), "{taking}");
        assert!(
            !reads(&format!("{taking}q on d5 with the pawn")),
            "{taking}"
        );
    }
    for (back, _) in BACK.all() {
        assert!(reads(&format!("{back} with the pawn")), "{back}");
        assert!(!reads(&format!("{back}q with the pawn")), "{back}");
    }
    for (with, _) in WITH.all() {
        assert!(reads(&format!("I take on d5 {with} the pawn")), "{with}");
        assert!(!reads(&format!("I take on d5 {with}q the pawn")), "{with}");
    }
}

#[test]
fn every_word_between_a_piece_and_its_square_is_read_in_its_language() {
    let knight = |language| match language {
        Letters::German => "Springer",
        Letters::French => "Cavalier",
        Letters::Spanish => "Caballo",
        Letters::Italian => "Cavallo",
        Letters::Portuguese => "Cavalo",
        Letters::Dutch => "Paard",
        Letters::Swedish => "Springare",
        Letters::Danish | Letters::Norwegian => "Springer",
        Letters::Finnish => "Ratsu",
        Letters::Polish => "Skoczek",
        Letters::Czech => "Jezdec",
        Letters::Hungarian => "Huszár",
        Letters::Romanian => "Calul",
        _ => "Knight",
    };
    for (word, language, kind) in moving_words() {
        let piece = knight(language);
        let (text, other) = match kind {
            "goes" => (format!("{piece} {word} f3"), format!("{piece} {word}q f3")),
            "to" => (format!("{piece} {word} f3"), format!("{piece} {word}q f3")),
            "from" => (
                format!("{piece} {word} g1-f3"),
                format!("{piece} {word}q g1-f3"),
            ),
            "takes" => (format!("{piece} {word} f3"), format!("{piece} {word}q f3")),
            _ => continue,
        };
        let reads = |text: &str| said(&[text.to_owned()], language).is_some();
        assert!(reads(&text), "{text}");
        assert!(!reads(&other), "{other}");
    }
}
