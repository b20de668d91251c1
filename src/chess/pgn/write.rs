//! Games in the export format of the standard (sections 3.2 and 8).

use super::headings::ROSTER;
use super::record::{Aside, Line, Record};
use super::text::{clean_comment, clean_value};
use crate::chess::position::fen;
use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position};
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
        let Some(san) = san(&place.position, at.played) else {
            return;
        };
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
        place.position.play_unchecked(at.played);
        let suffix = suffix(&place.position);
        SanPlus { san, suffix }.append_to_string(&mut word);
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

/// The move in the letters of the standard, without the mark of a check; `None` if it is not legal. What is legal is looked for
/// among the moves of its piece to its square: the position's own test makes all moves.
fn san(position: &Chess, played: Move) -> Option<San> {
    match played {
        Move::Castle { .. } => position
            .is_legal(played)
            .then(|| San::from_move(position, played)),
        Move::Normal { .. } | Move::EnPassant { .. } | Move::Put { .. } => {
            let candidates = position.san_candidates(played.role(), played.to());
            let is_legal = candidates.contains(&played);
            is_legal.then(|| San::disambiguate(played, &candidates))
        }
    }
}

/// The mark behind the move that led here. The library's own asks for a stalemate as well, for which it makes all moves.
fn suffix(position: &Chess) -> Option<Suffix> {
    if !position.is_check() {
        None
    } else if position.is_checkmate() {
        Some(Suffix::Checkmate)
    } else {
        Some(Suffix::Check)
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
mod tests;
