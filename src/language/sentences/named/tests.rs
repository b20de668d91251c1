use super::named;
use crate::chess::notation::{Letters, Reading, san};
use shakmaty::Chess;

/// The legal ones among the moves that these lines name, in SAN.
fn legal(lines: &[&str], letters: Letters, position: &Chess) -> Vec<String> {
    let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    let mut found = Vec::new();
    for spelling in named(&lines, letters) {
        if let Reading::One(played) = spelling.resolve(position) {
            let san = san(position, played);
            if !found.contains(&san) {
                found.push(san);
            }
        }
    }
    found
}

#[test]
fn moves_are_named_however_they_are_spoken_of() {
    let start = Chess::default();
    for (line, sans) in [
        ("e4 would lose a pawn", vec!["e4"]),
        (
            "I was going to try b3, but one returns to what one knows: d2-d4.",
            vec!["b3", "d4"],
        ),
        (
            "hi i start with knight f3 my teacher says its good",
            vec!["Nf3"],
        ),
        ("1.d4 (as if you hadn't guessed)", vec!["d4"]),
        ("either e4/d4, or (c4)", vec!["e4", "d4", "c4"]),
        ("the knight on g1 likes it there", vec![]),
        ("put my pawn on e4 today", vec!["e4"]),
        ("nothing to see", vec![]),
        ("Don't play e4", vec![]),
        ("I will certainly not play Nf3, thanks.", vec![]),
        ("game 2: perhaps e4", vec![]),
        ("in the other one I will play d4 tomorrow", vec![]),
        ("I think e4, hold 2 days", vec![]),
        ("if e4 then d4 is what I expect", vec![]),
    ] {
        assert_eq!(legal(&[line], Letters::English, &start), sans, "{line}");
    }
}

#[test]
fn moves_are_named_by_the_letters_of_the_language_that_the_mail_is_in() {
    let start = Chess::default();
    let lines = ["Guten Morgen, heute wird wohl Sf3 das Beste sein, oder was meinst du?"];
    assert_eq!(legal(&lines, Letters::English, &start), ["Nf3"]);
}

#[test]
fn a_few_words_may_name_a_move_by_the_letters_of_any_language() {
    let start = Chess::default();
    for line in ["Sf3, LG Ann", "Cf3"] {
        assert_eq!(legal(&[line], Letters::English, &start), ["Nf3"], "{line}");
    }
}

#[test]
fn a_treatise_names_no_more_than_is_looked_at() {
    let files = "abcdefgh";
    let line: String = files
        .chars()
        .flat_map(|file| (3..=4).map(move |rank| format!("or {file}{rank} ")))
        .collect();
    assert_eq!(named(&[line], Letters::English).len(), super::MOST_NAMED);
}
