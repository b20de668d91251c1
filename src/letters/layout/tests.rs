use super::*;

/// The text of what a template gave.
fn laid_out(rendered: &str) -> String {
    as_text(&lay_out(rendered), "")
}

/// A message as it stands in the text.
fn shown(talk: &str) -> String {
    message(talk).replace([BEGINS, GOES_ON], "")
}

#[test]
fn no_line_begins_with_the_time_of_an_instant_and_none_of_an_instant_is_an_order() {
    let instant = "26 Dec 2026 07:00:59 UTC (27 Dec 08:00 in America/Argentina/Buenos_Aires).";
    for blanks in 1..80 {
        let text = format!("{} Answer before {instant}", "w".repeat(blanks));
        for line in laid_out(&text).lines() {
            assert!(!super::wrap::is_time(line), "{line}");
            let own = crate::language::own_words(line, None);
            let read = crate::language::read(&own, "", Default::default());
            assert!(read.orders.is_empty(), "{line}: {:?}", read.orders);
        }
    }
}

#[test]
fn a_fen_between_backticks_is_drawn_below_its_line() {
    let kings = "8/8/8/4k3/8/8/8/4K3";
    for (talk, boards) in [
        (format!("See `{kings}` here.\nGood?"), 1),
        (format!("See `{kings} w - - 0 1` and `{kings} b`."), 2),
        (format!("Wrapped: `{kings} w\n- - 0 1`, you see."), 1),
        (format!("Play `Nf3` and `{kings}` follows."), 1),
        (format!("An apostrophe` before `{kings}` too."), 1),
        (kings.to_owned(), 0),
        (format!("Not closed: `{kings} w - - 0 1"), 0),
        ("Nothing: `9/8/8/8/8/8/8/8`, ``, `e4`".to_owned(), 0),
        (format!("`{kings}` ").repeat(9), 4),
    ] {
        let shown = shown(&talk);
        assert_eq!(
            shown.matches("  a b c d e f g h").count(),
            boards,
            "{shown}"
        );
        assert!(
            shown
                .lines()
                .all(|line| line.is_empty() || line.starts_with("    "))
        );
    }
    let shown = shown(&format!("See `{kings}` here.\nGood?"));
    assert_eq!(
        shown,
        "    See `8/8/8/4k3/8/8/8/4K3` here.\n\n    8  . . . . . . . .\n    7  . . . . . . . .\n    \
             6  . . . . . . . .\n    5  . . . . k . . .\n    4  . . . . . . . .\n    3  . . . . . . . .\n    \
             2  . . . . . . . .\n    1  . . . . K . . .\n       a b c d e f g h\n\n    Good?"
    );
}

#[test]
fn prose_is_wrapped_anew_and_what_is_indented_stays() {
    let rendered =
        "A short\nline.\n\n  8  r n b\n     a b c\n\n\n[Event \"?\"]\nMoves:\n1. e4 *\n\n";
    let page = "A short line.\n\n  8  r n b\n     a b c\n\n[Event \"?\"]\nMoves:\n1. e4 *\n";
    assert_eq!(laid_out(rendered), page);
}

#[test]
fn a_fen_is_never_broken() {
    let fen = "FEN: r1bqkb1r/1p1p1p1p/p1n1pnp1/1P1P1P1P/p1p1p1p1/P1N1PNP1/1P1P1P1P/R1BQKB1R w KQkq - 10 100";
    assert_eq!(laid_out(fen), format!("{fen}\n"));
}

#[test]
fn a_move_number_stays_with_its_move() {
    let movetext = (1..60)
        .map(|n| format!("{n}. Nf3 Nf6 "))
        .collect::<String>();
    let page = laid_out(&movetext);
    assert!(page.lines().count() > 5);
    assert!(
        page.lines()
            .all(|line| !line.ends_with('.') && line.len() <= LINE),
        "{page}"
    );
}

#[test]
fn no_line_begins_a_signature_or_a_mail() {
    let long = "word ".repeat(14);
    assert_eq!(laid_out("-- \nthe rest"), "-- the rest\n");
    assert_eq!(laid_out("--\n"), "- -\n");
    assert_eq!(laid_out("From here on"), " From here on\n");
    let page = laid_out(&format!("{long}From here"));
    assert!(
        page.lines().count() == 2 && page.contains("\nword From"),
        "{page}"
    );
}

#[test]
fn a_message_keeps_its_lines_and_its_links() {
    let link = format!("https://example.org/{}", "x".repeat(90));
    let words = "word ".repeat(30);
    let text = shown(&format!(
        "Hi,\n\n{words}\n  - a   b\n{link}\n{}",
        "y".repeat(100)
    ));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "    Hi,");
    assert_eq!(lines[1].trim(), "");
    assert!(lines.contains(&"      - a   b"));
    assert!(lines.contains(&format!("    {link}").as_str()));
    for line in lines {
        assert!(line.is_empty() || line.starts_with("    "), "{line}");
        assert!(columns(line) <= LINE || line.contains("://"), "{line}");
    }
}

#[test]
fn wide_characters_count_twice() {
    let page = laid_out(&"対局".repeat(40));
    assert!(page.lines().all(|line| columns(line) <= LINE), "{page}");
    assert_eq!(page.lines().next().map(columns), Some(LINE));
}
