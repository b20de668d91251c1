use super::*;
use crate::chess::{GivenPosition, Reading, read_moves};
use shakmaty::{CastlingMode, Move, Outcome};

/// The moves of a game in short notation, read by our own reader.
fn moves(start: &Chess, text: &str) -> Vec<Move> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for spelling in read_moves(text, Default::default()).unwrap() {
        let Reading::One(m) = spelling.resolve(&position) else {
            panic!("{} in {}", spelling.typed(), fen(&position));
        };
        position.play_unchecked(m);
        moves.push(m);
    }
    moves
}

fn game(moves: &[Move]) -> Record {
    Record::new(Vec::new(), Chess::default(), moves, Outcome::Unknown)
}

fn comment(game: &mut Record, at: usize, comment: &str) {
    let aside = Aside::Comment(comment.to_owned());
    game.line.moves[at].asides.push(aside);
}

fn tag(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

/// The sample of the standard (section 2.3), with the exact line breaks that it shows.
const SAMPLE: &str = r#"[Event "F/S Return Match"]
[Site "Belgrade, Serbia JUG"]
[Date "1992.11.04"]
[Round "29"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3
O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15.
Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6 21.
Nc4 Nxc4 22. Bxc4 Nb6 23. Ne5 Rae8 24. Bxf7+ Rxf7 25. Nxf7 Rxe1+ 26. Qxe1 Kxf7
27. Qe3 Qg5 28. Qxg5 hxg5 29. b3 Ke6 30. a3 Kd6 31. axb4 cxb4 32. Ra5 Nd5 33.
f3 Bc8 34. Kf2 Bf5 35. Ra7 g6 36. Ra6+ Kc5 37. Ke1 Nf4 38. g3 Nxh3 39. Kd2 Kb5
40. Rd6 Kc5 41. Ra6 Nf2 42. g4 Bd3 43. Re6 1/2-1/2

"#;

#[test]
fn the_sample_of_the_standard_comes_out_to_the_byte() {
    let movetext = SAMPLE.split("\n\n").nth(1).unwrap();
    let movetext = movetext.strip_suffix("1/2-1/2").unwrap();
    let moves = moves(&Chess::default(), movetext);
    assert_eq!(moves.len(), 85);
    let tags = vec![
        tag("Black", "Spassky, Boris V."),
        tag("White", "Fischer, Robert J."),
        tag("Round", "29"),
        tag("Date", "1992.11.04"),
        tag("Site", "Belgrade, Serbia JUG"),
        tag("Event", "F/S Return Match"),
    ];
    let draw = "1/2-1/2".parse().unwrap();
    let game = Record::new(tags, Chess::default(), &moves, draw);
    assert_eq!(write_pgn(&game), SAMPLE);
}

#[test]
fn an_empty_game_says_that_nothing_is_known() {
    assert_eq!(
        write_pgn(&game(&[])),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
             [White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n*\n\n"
    );
}

#[test]
fn other_tags_follow_in_ascii_order_escaped_and_without_control_characters() {
    let start = GivenPosition::read("4k3/8/8/8/8/8/4P3/4K3 b - - 5 39")
        .unwrap()
        .to_chess(CastlingMode::Standard)
        .unwrap();
    let moves = moves(&start, "Kd7 e4");
    let tags = vec![
        tag("WhiteNA", "-"),
        tag("Mode", "EM"),
        tag("Event", "a \"quoted\\ event\"\r\n[Result \"1-0\"]"),
        tag("ECO", "C00"),
        tag("Mode", "twice"),
        tag("Result", "1-0"),
        tag("not a name", "x"),
        tag("FEN", "ours is right"),
        tag("White", " \t"),
        tag("Long", &"y".repeat(300)),
    ];
    let black = "0-1".parse().unwrap();
    let text = write_pgn(&Record::new(tags, start, &moves, black));
    let lines: Vec<&str> = text.lines().collect();
    let long = format!("[Long \"{}\"]", "y".repeat(255));
    assert_eq!(
        lines,
        [
            "[Event \"a \\\"quoted\\\\ event\\\"  [Result \\\"1-0\\\"]\"]",
            "[Site \"?\"]",
            "[Date \"????.??.??\"]",
            "[Round \"?\"]",
            "[White \"?\"]",
            "[Black \"?\"]",
            "[Result \"0-1\"]",
            "[ECO \"C00\"]",
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 39\"]",
            &long,
            "[Mode \"EM\"]",
            "[SetUp \"1\"]",
            "[WhiteNA \"-\"]",
            "",
            "39... Kd7 40. e4 0-1",
            "",
        ]
    );
}

#[test]
fn comments_are_wrapped_and_the_next_black_move_has_its_number() {
    let moves = moves(&Chess::default(), "e4 e5 Nf3");
    let long = format!("see https://{}.example and 100 %x", "long".repeat(30));
    let mut game = game(&moves);
    comment(&mut game, 0, "best} by {test\n");
    comment(&mut game, 1, " ");
    comment(&mut game, 2, &long);
    let text = write_pgn(&game);
    let movetext = text.split("\n\n").nth(1).unwrap();
    assert!(
        movetext.starts_with("1. e4 {best) by (test} 1... e5 2. Nf3 {see\nhttps://longlong"),
        "{movetext}"
    );
    assert!(movetext.ends_with("and 100 %x} *"), "{movetext}");
    assert!(text.contains(&format!("\nhttps://{}.example\n", "long".repeat(30))));
    for line in movetext.lines() {
        assert!(line.len() < 80 || !line.contains(' '), "{line}");
        assert_eq!(line.trim(), line);
        assert!(!line.starts_with('%'));
    }
}

#[test]
fn no_line_begins_with_the_escape_sign() {
    let moves = moves(&Chess::default(), "e4");
    for length in 60..80 {
        let mut game = game(&moves);
        let text = format!("{0} %escape % {0}{0}% %{0} %", "x".repeat(length));
        comment(&mut game, 0, &text);
        let text = write_pgn(&game);
        assert!(text.lines().all(|line| !line.starts_with('%')), "{text}");
    }
}

/// A word that is cut is another word when the game is read again.
#[test]
fn no_word_of_a_comment_is_changed_however_long_it_is() {
    let moves = moves(&Chess::default(), "e4 e5");
    let link = |length: usize| format!("https://example.org/{}%20a", "x".repeat(length));
    for length in (40..100).chain([300, 5000]) {
        for words in [
            link(length),
            format!("{} and {}", link(length), link(length)),
            format!("a %b {} %{} c", link(length), link(length)),
            format!("%{}", link(length)),
        ] {
            let mut game = game(&moves);
            comment(&mut game, 0, &words);
            comment(&mut game, 1, &words);
            game.line.before.push(words.clone());
            let text = write_pgn(&game);
            let read = crate::chess::pgn::read_pgn(&crate::chess::pgn::GameText::of(text.clone()));
            let read = read.unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
            assert_eq!(read.record.line, game.line, "{text}");
            assert_eq!(write_pgn(&read.record), text);
        }
    }
}

#[test]
fn an_illegal_move_ends_the_movetext() {
    let mut moves = moves(&Chess::default(), "e4 e5");
    moves.push(*moves.first().unwrap());
    assert!(write_pgn(&game(&moves)).ends_with("\n\n1. e4 e5 *\n\n"));
}
