use super::*;

/// First lines and texts of the games.
fn split(text: &str, piece: usize) -> Vec<(u64, String)> {
    let mut splitter = Splitter::default();
    let mut games = Vec::new();
    for bytes in text.as_bytes().chunks(piece) {
        splitter.feed(bytes);
        while let Some(game) = splitter.next_game() {
            games.push(game);
        }
    }
    splitter.end();
    games.extend(std::iter::from_fn(|| splitter.next_game()));
    games
        .into_iter()
        .map(|game| (game.line, String::from_utf8(game.bytes).unwrap()))
        .collect()
}

fn first_lines(text: &str) -> Vec<u64> {
    let whole = split(text, text.len().max(1));
    for piece in [1, 2, 7] {
        assert_eq!(split(text, piece), whole, "in pieces of {piece}");
    }
    whole.into_iter().map(|(line, _)| line).collect()
}

#[test]
fn games_begin_at_their_tags_or_behind_a_result() {
    let table = [
        ("", vec![]),
        ("\n\n% nothing\n", vec![]),
        ("1. e4 *", vec![1]),
        (
            "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n*\n",
            vec![1, 5],
        ),
        // no empty lines at all
        ("[Event \"a\"]\n1. e4 *\n[Event \"b\"]\n*\n", vec![1, 3]),
        // an empty line among the moves, and one among the tags
        ("[Event \"a\"]\n\n[Site \"x\"]\n\n1. e4\n\ne5 *\n", vec![1]),
        // no tags
        ("1. e4 *\n\n1. d4\n\nd5 1-0\n\n\n1. c4 0-1\n", vec![1, 3, 8]),
        // a game without even a result
        (
            "[Event \"a\"]\n[Site \"x\"]\n\n[Event \"b\"]\n\n*\n",
            vec![1, 4],
        ),
        // a tag in a comment, and a comment in a tag
        (
            "[Event \"{\"]\n\n1. e4 {see\n[%clk 1]\n[Event \"x\"]\n} *\n\n[Event \"b\"]\n*\n",
            vec![1, 8],
        ),
        (
            "[Event \"a\"]\n\n1. e4 ; {\n1-0\n\n[Event \"b\"]\n\n*\n",
            vec![1, 6],
        ),
        // comments that are never closed
        (
            "[Event \"a\"]\n\n1. e4 {oh\n1-0\n\n[Event \"b\"]\n\n*\n",
            vec![1, 6],
        ),
        // a result in a comment is none
        ("1. e4 { 1-0\n\n0-1\n\n} e5 *\n", vec![1]),
        ("\u{feff}[Event \"a\"]\n\n*\n", vec![1]),
        (
            "[Event \"a\"]\r\n\r\n1. e4 *\r\n\r\n[Event \"b\"]\r\n\r\n*\r\n",
            vec![1, 5],
        ),
        ("[Event \"\\\"]\"] 1. e4 *\n[Event \"b\"] *\n", vec![1, 2]),
        // tags that go on in the next line, and one that never ends
        (
            "[Event \"a\nb\"]\n[Site \"x\"]\n\n1. e4 *\n\n[Event \"c\"]\n\n*\n",
            vec![1, 7],
        ),
        ("[Event \"a\n\n1. e4 *\n[Event \"b\"]\n\n*\n", vec![1, 4]),
        (
            "[White \"O\"Neil\"]\n\n1. e4 *\n[Event \"b\"]\n\n*\n",
            vec![1, 4],
        ),
        // headings without brackets
        (
            "White: Ann\nBlack: Bob\n\n1. e4 *\n\nWhite: Carl\n\n1. d4 *\n",
            vec![1, 6],
        ),
        (
            "1. e4 *\n\nEvent \"c\"]\n[Site \"x\"]\n\n*\n",
            vec![1, 3, 4],
        ),
        // words below a game, and games below them
        ("1. e4 *\n\nBest wishes,\nAnn\n", vec![1]),
        (
            "1. e4 *\n\nSecond game\n1. d4 *\n\n-- \n[Event \"c\"]\n\n*\n",
            vec![1, 4, 7],
        ),
        (
            "1. e4 *\n\ne2-e4 e7-e5 *\n\nO-O *\n\n0-0 *\n",
            vec![1, 3, 5, 7],
        ),
    ];
    for (text, lines) in table {
        assert_eq!(first_lines(text), lines, "{text:?}");
    }
}

#[test]
fn a_game_without_end_takes_no_memory_and_the_next_one_is_found() {
    let mut splitter = Splitter::default();
    splitter.feed(b"[Event \"a\"]\n\n1. e4 {");
    for _ in 0..200 {
        splitter.feed(&[b'x'; 65_536]);
    }
    splitter.feed(b"\n\n");
    for _ in 0..100 {
        splitter.feed(&b"yyyyyyy\n".repeat(8192));
    }
    splitter.feed(b"\n\n[Event \"b\"]\n\n*\n");
    assert!(splitter.unfinished.capacity() < 3 * LONGEST_GAME);
    splitter.end();
    let first = splitter.next_game().unwrap();
    assert!(first.too_long);
    assert!(first.bytes.capacity() <= 2 * LONGEST_GAME);
    let second = splitter.next_game().unwrap();
    assert_eq!(second.bytes, b"[Event \"b\"]\n\n*\n");
    assert!(splitter.next_game().is_none());
}
