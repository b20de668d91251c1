use super::*;
use crate::chess::{Letters, read_moves};

/// 1. e4 e5 2. Nf3, Black to move.
fn position() -> Chess {
    let mut board = Chess::default();
    for uci in ["e2e4", "e7e5", "g1f3"] {
        let played = chess::read_uci(&board, uci).unwrap();
        board.play_unchecked(played);
    }
    board
}

fn read(lines: &[&str]) -> (Conditional, Vec<Stop>) {
    let lines: Vec<Vec<Spelling>> = lines
        .iter()
        .map(|line| read_moves(line, Letters::English).unwrap())
        .collect();
    Conditional::read(&position(), &lines)
}

#[test]
fn lines_that_begin_alike_become_one_tree() {
    let (tree, stops) = read(&["Nc6 Bb5 a6 Ba4", "Nc6 Bb5 Nf6 O-O", "d6 d4"]);
    assert_eq!(stops, []);
    assert_eq!(tree.covered(), 2);
    assert_eq!(
        tree.shown(&position()),
        [
            "2...Nc6 3. Bb5 a6 4. Ba4",
            "2...Nc6 3. Bb5 Nf6 4. O-O",
            "2...d6 3. d4"
        ]
    );
}

#[test]
fn what_is_stored_is_read_again() {
    let (tree, _) = read(&["Nc6 Bb5 a6 Ba4", "Nc6 Bb5 Nf6 O-O", "d6 d4"]);
    let stored = tree.stored(&position());
    assert_eq!(
        stored,
        "b8c6 f1b5 a7a6 b5a4\nb8c6 f1b5 g8f6 e1g1\nd7d6 d2d4"
    );
    assert_eq!(Conditional::restore(&position(), &stored), Some(tree));
    assert_eq!(Conditional::restore(&Chess::default(), &stored), None);
}

#[test]
fn a_line_ends_where_it_is_no_longer_certain() {
    let reasons = |line: &str| {
        let (tree, stops) = read(&[line]);
        (tree.shown(&position()), stops)
    };
    let (kept, stops) = reasons("Nc6 Bb5 a6 Ba5");
    assert_eq!(kept, ["2...Nc6 3. Bb5"]);
    assert_eq!(stops.len(), 1);
    assert_eq!(
        (stops[0].read.as_str(), stops[0].typed.as_str()),
        ("2...Nc6 3. Bb5", "Ba5")
    );
    assert!(
        matches!(stops[0].reason, StopReason::Illegal(_)),
        "{stops:?}"
    );

    let (kept, stops) = reasons("Nc6 Bb5 a6");
    assert_eq!(kept, ["2...Nc6 3. Bb5"]);
    assert_eq!(stops[0].reason, StopReason::NoAnswer);

    let (kept, stops) = reasons("2... Nc6 4. Bb5");
    assert!(kept.is_empty());
    assert_eq!(
        stops[0].reason,
        StopReason::WrongNumber {
            expected: "3.".to_owned()
        }
    );

    // Both knights can go to d2 after 2...d6 3. d4 Bg4 …: two readings are no reading.
    let (kept, stops) = reasons("d6 d4 a6 Nd2");
    assert_eq!(kept, ["2...d6 3. d4"]);
    assert_eq!(
        stops[0].reason,
        StopReason::Several(vec!["Nbd2".to_owned(), "Nfd2".to_owned()])
    );
}

#[test]
fn two_answers_to_one_move_are_none() {
    let (tree, stops) = read(&["Nc6 Bb5", "d6 d4", "Nc6 Bc4", "Nc6 Bb5 a6 Ba4"]);
    assert_eq!(tree.shown(&position()), ["2...d6 3. d4"]);
    assert_eq!(stops.len(), 1);
    assert_eq!(stops[0].read, "2...Nc6");
    assert_eq!(
        stops[0].reason,
        StopReason::TwoAnswers("Bb5".to_owned(), "Bc4".to_owned())
    );
}

#[test]
fn a_contradiction_deep_in_a_line_takes_only_that_branch() {
    let (tree, _) = read(&["Nc6 Bb5 a6 Ba4", "Nc6 Bb5 a6 Bxc6", "Nc6 Bb5 Nf6 O-O"]);
    assert_eq!(tree.shown(&position()), ["2...Nc6 3. Bb5 Nf6 4. O-O"]);
}

#[test]
fn a_played_reply_leaves_what_follows_it() {
    let (tree, _) = read(&["Nc6 Bb5 a6 Ba4", "d6 d4"]);
    let reply = chess::read_uci(&position(), "b8c6").unwrap();
    let answer = tree.answer(reply).unwrap();
    let mut board = position();
    board.play_unchecked(reply);
    assert_eq!(chess::san(&board, answer), "Bb5");
    board.play_unchecked(answer);
    assert_eq!(tree.after(reply, answer).shown(&board), ["3...a6 4. Ba4"]);
    // Another move by hand than the one prepared voids what was prepared behind it.
    assert!(tree.after(reply, reply).is_empty());
    let other = chess::read_uci(&position(), "a7a6").unwrap();
    assert_eq!(tree.answer(other), None);
}

#[test]
fn a_tree_has_bounds() {
    let line = "Ng8 Ng1 ".repeat(20);
    let long = format!("Nf6 Ng1 {line}").replace("Ng8 Ng1", "Ng8 Nf3 Nf6 Ng1");
    let (tree, stops) = read(&[long.trim()]);
    assert_eq!(tree.lines()[0].len(), LINE_OF_PLAY);
    assert_eq!(stops[0].reason, StopReason::TooLong);
    let many: Vec<&str> = std::iter::repeat_n("d6 d4", LINES_OF_PLAY + 1).collect();
    let (_, stops) = read(&many);
    assert_eq!(stops[0].reason, StopReason::TooMany);
}
