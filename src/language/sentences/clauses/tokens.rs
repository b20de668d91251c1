//! The words of a mail, with the moves among them and what ends with each.

use super::{End, MOST_WORDS};
use crate::chess::notation::Spelling;
use crate::language::sentences::moves::{has_square, is_castling, move_at};
use crate::language::sentences::neighbours::WRAPPED_FROM;
use crate::language::sentences::wording::Language;
use crate::language::sentences::words::{smiles, stops};

/// Letters of the longest word that may be a move in the letters of another language: "Sb1xc3+".
const LONGEST_FOREIGN: usize = 8;

/// A word with what is known of it before the clauses are.
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
    /// How many words behind it are of the same move, itself among them, and that move.
    pub(super) mention: Option<Found>,
    /// Whether it is inside a move that began before it.
    pub(super) inside: bool,
    /// Whether it is the last of its line, and how this one goes on.
    last: Option<End>,
}

/// What stands somewhere and is, or may be, a move.
#[derive(Debug, Clone)]
pub(super) struct Found {
    /// How many words it takes.
    pub(super) length: usize,
    pub(super) moves: usize,
    pub(super) spelling: Option<Spelling>,
}

pub(super) fn tokens<'a>(lines: &'a [String], language: &Language) -> Vec<Token<'a>> {
    let mut tokens = Vec::new();
    for (line, text) in lines.iter().enumerate() {
        let words: Vec<&str> = text.split_whitespace().take(MOST_WORDS).collect();
        let mut inside = 0_usize;
        for (at, word) in words.iter().enumerate() {
            let mention = (inside == 0)
                .then(|| mention_at(&words, at, language))
                .flatten();
            tokens.push(Token {
                text: word,
                line,
                inside: inside > 0,
                last: (at + 1 == words.len()).then(|| line_end(lines, line)),
                mention: mention.clone(),
            });
            inside = mention.map_or(inside.saturating_sub(1), |found| found.length - 1);
        }
    }
    tokens
}

/// How a line ends that has no stop at its end.
fn line_end(lines: &[String], at: usize) -> End {
    let text = lines.get(at).map_or("", |line| line.trim());
    let below = lines.get(at + 1).map_or("", |line| line.trim());
    if below.is_empty() || lines.len() == at + 1 {
        return End::Line;
    }
    if text.chars().count() >= WRAPPED_FROM {
        End::Pause
    } else {
        End::Line
    }
}

/// What stands here and is, or may be, a move.
fn mention_at(words: &[&str], at: usize, language: &Language) -> Option<Found> {
    if let Some((moves, length)) = move_at(words, at, language) {
        let spelling = match moves.as_slice() {
            [one] => Some(one.clone()),
            // "c3 (c2-c3)" is one move said twice.
            [one, again] => one.both(again),
            _ => None,
        };
        return Some(Found {
            length: length.max(1),
            moves: if spelling.is_some() { 1 } else { moves.len() },
            spelling,
        });
    }
    let word = words.get(at)?;
    let castles = is_castling(&word.to_lowercase());
    (has_square(word) || castles || is_foreign_move(word)).then_some(Found {
        length: 1,
        moves: 1,
        spelling: None,
    })
}

/// Whether a word may be a move in the letters of another language: "Sc3", "Cxe5".
fn is_foreign_move(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    let square = bare.as_bytes().last_chunk::<2>();
    square.is_some_and(|[file, rank]| (b'a'..=b'h').contains(file) && (b'1'..=b'8').contains(rank))
        && bare.len() <= LONGEST_FOREIGN
        && bare.starts_with(char::is_alphabetic)
}

/// How a clause ends with this word, if one does.
pub(super) fn ends_with(token: &Token<'_>, next: Option<&Token<'_>>) -> Option<End> {
    let word = token.text;
    let more = token.mention.as_ref().is_some_and(|found| found.length > 1);
    let within = more || next.is_some_and(|next| next.inside);
    if within {
        return None;
    }
    if word.ends_with('?') || word.ends_with("?)") {
        return Some(End::Question);
    }
    if stops(word) || next.is_none() || word.ends_with("!)") || word.ends_with(".)") {
        return Some(End::Stop);
    }
    // What stands before a face may go on behind it: "My coach thinks 😂 e4".
    if is_face(word) && token.last.is_some() {
        return Some(End::Stop);
    }
    if is_face(word) || next.is_some_and(|next| is_face(next.text)) {
        return Some(token.last.unwrap_or(End::Pause));
    }
    if word.ends_with(':') {
        return Some(End::Colon);
    }
    let pauses = word.ends_with([',', ';', ')']) || is_dash(word);
    let opens = next.is_some_and(|next| next.text.starts_with('(') || is_dash(next.text));
    match token.last {
        Some(end) => Some(end),
        None => (pauses || opens).then_some(End::Pause),
    }
}

pub(super) fn is_dash(word: &str) -> bool {
    matches!(word, "-" | "–" | "—" | "--")
}

/// Whether a word is a face, drawn or typed.
fn is_face(word: &str) -> bool {
    let typed = word.starts_with([':', ';', '=']) && word.ends_with([')', '(', 'D', 'P', 'p', '*']);
    smiles(word) || typed && word.chars().count() <= 4 || matches!(word, "xD" | "XD" | "<3" | "^^")
}
