use super::*;
use crate::chess::notation::Letters;
use crate::language::{own_words, read};

fn portion(text: &str, octets: usize, lines: usize) -> Portion {
    Portion::of(own_words(text, None), octets, lines)
}

fn message(text: &str, octets: usize, lines: usize) -> Message {
    let portion = portion(text, octets, lines);
    let mut message = read(&portion.words, "", Letters::English);
    portion.complete(&mut message);
    message
}

#[test]
fn blank_lines_are_not_counted_and_nothing_is_lost_between_both_parts() {
    let text = "e4\n\none\ntwo\n\nthree\nfour";
    for lines in 0..7 {
        let found = portion(text, 1_000, lines);
        let kept = found.words.lines.join("\n");
        let filled = kept.lines().filter(|line| !line.is_empty()).count();
        assert_eq!(filled, lines.min(5), "{lines}");
        let whole = format!("{kept}{}", found.rest);
        assert_eq!(whole.trim_start(), text, "{lines}");
        assert_eq!(found.words.cut, lines < 5, "{lines}");
    }
}

#[test]
fn blank_lines_at_the_end_go_to_the_rest_each_moved_once() {
    // One by one to the front of the others they would take minutes.
    const BLANK: usize = 200_000;
    let mut lines = vec![String::new(); BLANK + 2];
    lines[0] = "one".to_owned();
    lines[BLANK + 1] = "two".to_owned();
    let words = OwnWords {
        lines,
        ..OwnWords::default()
    };
    let found = Portion::of(words, usize::MAX, 1);
    assert_eq!(found.words.lines, ["one"]);
    assert!(found.rest == format!("{}two", "\n".repeat(BLANK + 1)));
}

#[test]
fn a_line_that_is_torn_is_longer_than_an_order() {
    let long = format!("name {}", "é".repeat(LINE));
    for octets in [0, 10, LINE, LINE + 1, LINE + 2, 2 * LINE] {
        let found = portion(&long, octets, 10);
        let [line] = found.words.lines.as_slice() else {
            panic!("{found:?}");
        };
        assert!(line.len() > LINE && line.len() <= LINE.max(octets) + 2);
        assert_eq!(format!("{line}{}", found.rest), long);
        assert!(message(&long, octets, 10).orders.is_empty());
    }
    // A short one is left to the rest.
    assert_eq!(portion("e4\nhello there", 5, 10).words.lines, ["e4"]);
}

#[test]
fn games_go_on_to_their_end() {
    let pgn = "[Event \"x\"]\n[Result \"*\"]\n\n1. e4 e5\n\n2. Nf3 *";
    for lines in 1..6 {
        let found = message(&format!("enter club\n{pgn}"), 1_000, lines);
        let [order] = found.orders.as_slice() else {
            panic!("{found:?}");
        };
        let Command::Enter { pgn: read, .. } = &order.command else {
            panic!("{found:?}");
        };
        assert_eq!(read.trim(), pgn, "{lines}");
        assert_eq!((found.cut, found.unread_lines), (false, 0));
    }
}

#[test]
fn what_stands_below_is_said_and_conditional_moves_that_may_go_on_are_not_kept() {
    let found = message("e4\n\none\ntwo\nthree", 1_000, 3);
    assert_eq!(found.unread_lines, 1);
    let doubt = found.unread.map(|unread| (unread.line, unread.reason));
    assert_eq!(doubt, Some(("three".to_owned(), Doubt::TooLong)));
    assert_eq!(found.talk.as_deref(), Some("one\ntwo"));

    let conditions = "e4\nif e5 then Nf3\nif c5 then d4\n\nHello";
    let found = message(conditions, 1_000, 2);
    assert_eq!(found.orders.len(), 1);
    let doubt = found.unread.map(|unread| unread.reason);
    assert_eq!(doubt, Some(Doubt::TooManyConditions));
    let whole = message(conditions, 1_000, 4);
    assert_eq!((whole.orders.len(), whole.unread), (2, None));
}
