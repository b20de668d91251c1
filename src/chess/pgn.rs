//! Games as PGN, in the export format of the standard (Portable Game Notation Specification,
//! 1994-03-12, sections 3.2 and 8).

use shakmaty::{Chess, Color, EnPassantMode, Move, Position, san::SanPlus};

use super::position::fen;

/// A game to be written. The caller owns the tags' meaning; this file owns their order and form.
#[derive(Clone, Debug, Default)]
pub struct PgnGame<'a> {
    /// Name and value. Missing ones of the seven tag roster are written with the standard's
    /// "unknown"; `Result`, `SetUp` and `FEN` are written from the fields below.
    pub tags: Vec<(String, String)>,
    /// The first position, or `None` for the usual one.
    pub start: Option<&'a Chess>,
    /// The moves from `start` on. The first illegal one and what follows it are left out.
    pub moves: &'a [Move],
    /// `1-0`, `0-1`, `1/2-1/2` or `*`; anything else is written as `*`.
    pub result: &'a str,
    /// Comments by the number of moves before them (0: before the first move), in this order.
    pub comments: Vec<(usize, String)>,
}

/// Tag names of the roster in their fixed order, with the value that says "unknown" (8.1.1).
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Lines of movetext have fewer than 80 characters (8.2.1).
const LONGEST_LINE: usize = 79;

/// Longest value of a tag, after section 7: strings have at most 255 characters.
const LONGEST_VALUE: usize = 255;

/// Writes a game in the export format: the seven tag roster, the other tags in ASCII order, a blank
/// line, the movetext in lines of fewer than 80 characters ending with the result, a blank line.
/// Two games can simply be written one after the other.
pub fn write_pgn(game: &PgnGame<'_>) -> String {
    let mut text = String::new();
    let result = known_result(game.result);
    for (name, value) in tags(game, result) {
        text.push_str(&format!("[{name} \"{}\"]\n", escaped(&value)));
    }
    text.push('\n');
    let mut line = Line::default();
    write_movetext(game, &mut line);
    line.push(result);
    text.push_str(&line.finish());
    text.push('\n');
    text
}

fn tags(game: &PgnGame<'_>, result: &str) -> Vec<(String, String)> {
    let mut given: Vec<(String, String)> = Vec::new();
    for (name, value) in &game.tags {
        let proper = name.starts_with(|first: char| first.is_ascii_alphanumeric())
            && name
                .chars()
                .all(|character| character.is_ascii_alphanumeric() || character == '_');
        let ours = matches!(name.as_str(), "Result" | "SetUp" | "FEN");
        if proper && !ours && !given.iter().any(|(other, _)| other == name) {
            given.push((name.clone(), value.clone()));
        }
    }
    if let Some(start) = game.start
        && !is_usual_start(start)
    {
        given.push(("SetUp".to_owned(), "1".to_owned()));
        given.push(("FEN".to_owned(), fen(start)));
    }
    let mut ordered: Vec<(String, String)> = ROSTER
        .into_iter()
        .map(|(name, unknown)| {
            let value = if name == "Result" {
                result.to_owned()
            } else {
                given
                    .iter()
                    .find(|(other, _)| other == name)
                    .map(|(_, value)| value.trim().to_owned())
                    .filter(|value| !value.is_empty())
                    .unwrap_or_else(|| unknown.to_owned())
            };
            (name.to_owned(), value)
        })
        .collect();
    given.retain(|(name, _)| !ROSTER.iter().any(|(roster, _)| roster == name));
    given.sort();
    ordered.extend(given);
    ordered
}

/// Counters too: a game that starts from the usual squares at move 5 needs its FEN.
fn is_usual_start(start: &Chess) -> bool {
    start.to_setup(EnPassantMode::Always) == Chess::default().to_setup(EnPassantMode::Always)
        && start.castles().mode() == Chess::default().castles().mode()
}

/// Backslash and quotation mark escaped (section 7), control characters become blanks.
fn escaped(value: &str) -> String {
    let mut text = String::new();
    for character in value.chars().take(LONGEST_VALUE) {
        match character {
            '"' | '\\' => {
                text.push('\\');
                text.push(character);
            }
            _ if is_control(character) => text.push(' '),
            _ => text.push(character),
        }
    }
    text
}

fn is_control(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn known_result(result: &str) -> &'static str {
    match result {
        "1-0" => "1-0",
        "0-1" => "0-1",
        "1/2-1/2" => "1/2-1/2",
        _ => "*",
    }
}

fn write_movetext(game: &PgnGame<'_>, line: &mut Line) {
    let mut position = game.start.cloned().unwrap_or_default();
    let mut number_needed = true;
    push_comments(game, 0, line);
    for (index, m) in game.moves.iter().enumerate() {
        if !position.is_legal(*m) {
            break;
        }
        match position.turn() {
            Color::White => line.push(&format!("{}.", position.fullmoves())),
            Color::Black if number_needed => line.push(&format!("{}...", position.fullmoves())),
            Color::Black => {}
        }
        line.push(&SanPlus::from_move_and_play_unchecked(&mut position, *m).to_string());
        // 8.2.2.2: a black move has its number when something stands between it and White's.
        number_needed = push_comments(game, index + 1, line);
    }
}

fn push_comments(game: &PgnGame<'_>, moves: usize, line: &mut Line) -> bool {
    let mut any = false;
    for (_, comment) in game.comments.iter().filter(|(place, _)| *place == moves) {
        // A comment cannot contain its own end (section 5).
        let plain: String = comment
            .chars()
            .map(|character| match character {
                '}' => ')',
                '{' => '(',
                _ if is_control(character) => ' ',
                _ => character,
            })
            .collect();
        let plain = plain.split_whitespace().collect::<Vec<&str>>().join(" ");
        if plain.is_empty() {
            continue;
        }
        any = true;
        for word in format!("{{{plain}}}").split(' ') {
            line.push(word);
        }
    }
    any
}

/// Movetext that breaks its lines: as many tokens to a line as fit, one blank between them.
#[derive(Default)]
struct Line {
    finished: String,
    current: String,
    width: usize,
}

impl Line {
    fn push(&mut self, token: &str) {
        let mut rest = token.to_owned();
        loop {
            let length = rest.chars().count();
            if self.width > 0 && self.width + 1 + length > LONGEST_LINE {
                self.end();
            }
            if self.width > 0 {
                self.current.push(' ');
                self.width += 1;
            } else if rest.starts_with('%') {
                // A line that begins with a percent sign is an escape (section 6), not a comment.
                rest.insert(0, '\'');
                continue;
            }
            if length <= LONGEST_LINE {
                self.current.push_str(&rest);
                self.width += length;
                return;
            }
            // Only a word of a comment, such as a long address, can be longer than a line.
            self.current.extend(rest.chars().take(LONGEST_LINE));
            self.end();
            rest = rest.chars().skip(LONGEST_LINE).collect();
        }
    }

    fn end(&mut self) {
        self.finished.push_str(&self.current);
        self.finished.push('\n');
        self.current.clear();
        self.width = 0;
    }

    fn finish(mut self) -> String {
        self.end();
        self.finished
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{GivenPosition, Reading, read_moves};
    use shakmaty::CastlingMode;

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
        let game = PgnGame {
            tags: vec![
                tag("Black", "Spassky, Boris V."),
                tag("White", "Fischer, Robert J."),
                tag("Round", "29"),
                tag("Date", "1992.11.04"),
                tag("Site", "Belgrade, Serbia JUG"),
                tag("Event", "F/S Return Match"),
            ],
            moves: &moves,
            result: "1/2-1/2",
            ..PgnGame::default()
        };
        assert_eq!(write_pgn(&game), SAMPLE);
    }

    #[test]
    fn an_empty_game_says_that_nothing_is_known() {
        assert_eq!(
            write_pgn(&PgnGame::default()),
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
        let game = PgnGame {
            tags: vec![
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
            ],
            start: Some(&start),
            moves: &moves,
            result: "0-1",
            ..PgnGame::default()
        };
        let text = write_pgn(&game);
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
        let game = PgnGame {
            moves: &moves,
            result: "*",
            comments: vec![
                (1, "best} by {test\n".to_owned()),
                (3, long.clone()),
                (2, " ".to_owned()),
            ],
            ..PgnGame::default()
        };
        let text = write_pgn(&game);
        let movetext = text.split("\n\n").nth(1).unwrap();
        assert!(
            movetext.starts_with("1. e4 {best) by (test} 1... e5 2. Nf3 {see\nhttps://longlong"),
            "{movetext}"
        );
        assert!(movetext.ends_with("and 100 %x} *"), "{movetext}");
        for line in movetext.lines() {
            assert!(line.len() < 80, "{line}");
            assert_eq!(line.trim(), line);
            assert!(!line.starts_with('%'));
        }
    }

    #[test]
    fn no_line_begins_with_the_escape_sign() {
        let moves = moves(&Chess::default(), "e4");
        for length in 60..80 {
            let comment = format!("{0} %escape % {0}{0}%", "x".repeat(length));
            let game = PgnGame {
                moves: &moves,
                comments: vec![(1, comment)],
                ..PgnGame::default()
            };
            let text = write_pgn(&game);
            assert!(text.lines().all(|line| !line.starts_with('%')), "{text}");
            assert!(text.lines().all(|line| line.len() < 80), "{text}");
        }
    }

    #[test]
    fn an_illegal_move_ends_the_movetext() {
        let mut moves = moves(&Chess::default(), "e4 e5");
        moves.push(*moves.first().unwrap());
        let game = PgnGame {
            moves: &moves,
            ..PgnGame::default()
        };
        assert!(write_pgn(&game).ends_with("\n\n1. e4 e5 *\n\n"));
    }
}
