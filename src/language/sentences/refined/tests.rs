//! What belongs to a move behind it, and what does not.

use crate::chess::notation::Letters;
use crate::language::sentences::said;
use crate::language::sentences::tables::PROMOTES;

fn read(text: &str) -> String {
    let lines = [text.to_owned()];
    said(&lines, Letters::English).map_or_else(String::new, |said| said.moves[0].typed().to_owned())
}

#[test]
fn the_piece_of_a_promotion_may_be_named_behind_the_move() {
    for (text, expected) in [
        ("c8 n make it a ROOK not a queen.", "c8=R"),
        ("a8, and I ask for a rook", "a8=R"),
        ("a8 and make it a knight, please", "a8=N"),
        ("a8 QUEEN babyyyy", "a8 QUEEN"),
        ("a7 and make it a rook", ""),
        ("a8 and make it a story", ""),
        ("a8 and make it a rook or a queen", ""),
        ("a8 and make it a rook?", ""),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
    for (word, _) in PROMOTES.all() {
        assert_eq!(read(&format!("a8, {word} a rook")), "a8=R", "{word}");
        assert_ne!(read(&format!("a8, {word}q a rook")), "a8=R", "{word}");
    }
}

#[test]
fn the_piece_that_moves_may_be_named_behind_the_move() {
    for (text, expected) in [
        ("Nd7. the one from b8 obv lol", "Nb8d7"),
        ("Nxd7, the one on f6.", "Nf6d7"),
        ("Nd7. the one on the left", "Nd7"),
        ("d7. the one from b8", ""),
        ("Nd7. the one from b8?", ""),
        ("Nd7, not the one from b8", ""),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}
