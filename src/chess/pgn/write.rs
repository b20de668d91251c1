//! Games in the export format of the standard (sections 3.2 and 8).

use super::headings::ROSTER;
use super::record::{Aside, Line, Record};
use super::text::{clean_comment, clean_value};
use crate::chess::position::fen;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position, san::SanPlus};
use std::borrow::Cow;
use std::fmt::Write;

/// Lines of movetext have fewer than 80 characters (8.2.1).
const LONGEST_LINE: usize = 79;

/// Writes a game in the export format: the seven tag roster, the other tags in ASCII order, a blank line, the movetext
/// in lines of fewer than 80 characters, but for words that are longer, ending with the result, a blank line. Two games can simply be written one after
/// the other.
///
/// A move that is not legal ends its line of play; [`super::read_pgn`] gives none.
pub fn write_pgn(record: &Record) -> String {
    let mut text = String::with_capacity(1024);
    write_tags(record, &mut text);
    text.push('\n');
    let mut paragraph = Paragraph::new(text);
    let mut place = Place {
        position: record.start.clone(),
        number_needed: true,
    };
    write_line(&record.line, &mut place, &mut paragraph);
    paragraph.token(result(record));
    let mut text = paragraph.end();
    text.push('\n');
    text
}

fn result(record: &Record) -> &'static str {
    match record.result.winner() {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None if record.result.is_known() => "1/2-1/2",
        None => "*",
    }
}

// ---- tags

fn write_tags(record: &Record, text: &mut String) {
    for (name, unknown) in ROSTER {
        let value = match record.tag(name).map(clean_value) {
            _ if name == "Result" => result(record).to_owned(),
            Some(value) if !value.is_empty() => value,
            _ => unknown.to_owned(),
        };
        write_tag(name, &value, text);
    }
    let in_chess960 = record.start.castles().mode() == CastlingMode::Chess960;
    let mut others: Vec<(&str, Cow<'_, str>)> = Vec::with_capacity(record.tags.len());
    for (name, value) in &record.tags {
        let ours = matches!(name.as_str(), "SetUp" | "FEN")
            || (name == "Variant" && in_chess960)
            || ROSTER.iter().any(|(roster, _)| roster == name);
        if is_tag_name(name) && !ours && !others.iter().any(|(other, _)| other == name) {
            others.push((name, Cow::Owned(clean_value(value))));
        }
    }
    if !is_usual_start(&record.start) {
        others.push(("SetUp", Cow::Borrowed("1")));
        others.push(("FEN", Cow::Owned(fen(&record.start))));
    }
    if in_chess960 {
        others.push(("Variant", Cow::Borrowed("Chess960")));
    }
    others.sort();
    for (name, value) in others {
        write_tag(name, &value, text);
    }
}

fn is_tag_name(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with('_')
        && name
            .bytes()
            .all(|sign| sign.is_ascii_alphanumeric() || sign == b'_')
}

/// Backslash and quotation mark have a backslash before them (section 7).
fn write_tag(name: &str, value: &str, text: &mut String) {
    text.push('[');
    text.push_str(name);
    text.push_str(" \"");
    for character in value.chars() {
        if matches!(character, '"' | '\\') {
            text.push('\\');
        }
        text.push(character);
    }
    text.push_str("\"]\n");
}

/// Counters too: a game that starts from the usual squares at move 5 needs its FEN.
fn is_usual_start(start: &Chess) -> bool {
    start.castles().mode() == CastlingMode::Standard
        && start.to_setup(EnPassantMode::Always) == Chess::default().to_setup(EnPassantMode::Always)
}

// ---- movetext

/// Where a line of play has come to.
struct Place {
    position: Chess,
    /// 8.2.2.2: a move of Black has its number when White's move does not stand just before it.
    number_needed: bool,
}

fn write_line(line: &Line, place: &mut Place, paragraph: &mut Paragraph) {
    let mut word = String::new();
    for comment in &line.before {
        write_comment(comment, paragraph);
    }
    for at in &line.moves {
        if !place.position.is_legal(at.played) {
            return;
        }
        let number = place.position.fullmoves();
        if place.position.turn() == Color::White || place.number_needed {
            let dots = place.position.turn().fold_wb(".", "...");
            word.clear();
            // Writing to a String cannot fail.
            let _ = write!(word, "{number}{dots}");
            paragraph.token(&word);
        }
        let before = (!at.asides.is_empty()).then(|| place.position.clone());
        word.clear();
        SanPlus::from_move_and_play_unchecked(&mut place.position, at.played)
            .append_to_string(&mut word);
        paragraph.token(&word);
        place.number_needed = false;
        for glyph in &at.glyphs {
            word.clear();
            let _ = write!(word, "${glyph}");
            paragraph.token(&word);
            place.number_needed = true;
        }
        for aside in &at.asides {
            match aside {
                Aside::Comment(comment) => {
                    place.number_needed |= write_comment(comment, paragraph);
                }
                Aside::Variation(variation) => {
                    let mut branch = Place {
                        position: before.clone().unwrap_or_default(),
                        number_needed: true,
                    };
                    paragraph.prefix('(');
                    write_line(variation, &mut branch, paragraph);
                    paragraph.suffix(')');
                    place.number_needed = true;
                }
            }
        }
    }
}

/// Writes a comment that has anything in it.
fn write_comment(comment: &str, paragraph: &mut Paragraph) -> bool {
    let comment = clean_comment(comment);
    if comment.is_empty() {
        return false;
    }
    paragraph.prefix('{');
    let mut words = comment.split(' ').peekable();
    while let Some(word) = words.next() {
        // A line that begins with a percent sign is an escape (section 6), not a comment: such a word stays behind the
        // one before it, however long the line becomes.
        let mut unit = Cow::Borrowed(word);
        while let Some(next) = words.next_if(|next| next.starts_with('%')) {
            unit = Cow::Owned(format!("{unit} {next}"));
        }
        paragraph.token(&unit);
    }
    paragraph.suffix('}');
    true
}

/// Movetext that breaks its lines: as many tokens to a line as fit, one blank between them. Parentheses and braces stand
/// at the tokens that they enclose.
struct Paragraph {
    text: String,
    /// Characters on the present line.
    width: usize,
    /// The last token; it may still get a closing sign.
    held: String,
    /// Signs that open what comes next.
    opening: String,
}

impl Paragraph {
    /// Movetext below this text.
    fn new(text: String) -> Paragraph {
        Paragraph {
            text,
            width: 0,
            held: String::new(),
            opening: String::new(),
        }
    }

    fn token(&mut self, token: &str) {
        self.place();
        std::mem::swap(&mut self.held, &mut self.opening);
        self.held.push_str(token);
    }

    fn prefix(&mut self, sign: char) {
        self.opening.push(sign);
    }

    fn suffix(&mut self, sign: char) {
        // What was opened, and is still waiting, has nothing in it.
        if self.opening.pop().is_none() {
            self.held.push(sign);
        }
    }

    fn end(mut self) -> String {
        self.place();
        self.text.push('\n');
        self.text
    }

    /// Puts the held token on the line where it fits.
    fn place(&mut self) {
        if self.held.is_empty() {
            return;
        }
        // Only a word of a comment, such as a link, can be longer than a line. It has one for itself: a blank or a line's end
        // within it would make another word of it.
        let length = self.held.chars().count();
        if self.width > 0 {
            if self.width + 1 + length > LONGEST_LINE {
                self.text.push('\n');
                self.width = 0;
            } else {
                self.text.push(' ');
                self.width += 1;
            }
        }
        self.text.push_str(&self.held);
        self.width += length;
        self.held.clear();
    }
}

#[cfg(test)]
mod tests {
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
                let read = crate::chess::pgn::read_pgn(&crate::chess::pgn::GameText {
                    line: 1,
                    bytes: text.clone().into_bytes(),
                    too_long: false,
                    guessed: false,
                });
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
}
