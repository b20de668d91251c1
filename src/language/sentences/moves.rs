//! Moves among the words of a sentence: where one stands, and how many a line speaks of.

use super::spoken::{self, ON, Run, bare};
use super::tables::PROMOTES;
use super::wording::{ARTICLES, Language, is_piece};
use super::words::{MOST_WORDS, is_number};
use crate::chess::notation::{Spelling, begins_no_move, rank_in_words, read_moves};
use std::ops::Range;

/// Words of the longest move: "the knight on g1 takes the pawn on f3".
const LONGEST_MOVE: usize = 9;

/// How many moves a line speaks of.
pub(super) fn mentions(line: &str, language: &Language) -> usize {
    let words: Vec<&str> = line.split_whitespace().take(MOST_WORDS).collect();
    let mut at = 0;
    let mut count = 0;
    while at < words.len() {
        match move_at(&words, at, language) {
            Some((moves, length)) => {
                count += moves.len();
                at += length.max(1);
            }
            None => {
                // "e4/d4", "e4-e5?" and what else cannot be read as one.
                count += usize::from(words.get(at).is_some_and(|word| has_square(word)));
                at += 1;
            }
        }
    }
    count
}

/// "Castling can wait": it is spoken of, and not done. "Castling" alone and "castling short" are moves.
fn is_spoken_of(words: &[&str], at: usize) -> bool {
    let lower = |index: usize| words.get(index).map(|word| word.to_lowercase());
    let bare = lower(at).is_some_and(|word| word == "castling");
    bare && lower(at + 1).is_some_and(|next| {
        !["king", "queen", "short", "long", "now"]
            .iter()
            .any(|side| next.starts_with(side))
    })
}

/// Whether a word has a square in it that stands apart from letters: "e4's", "(e5)", "e4-square".
pub(super) fn has_square(word: &str) -> bool {
    let characters: Vec<char> = word.to_lowercase().chars().collect();
    characters.windows(2).enumerate().any(|(at, pair)| {
        let [file, rank] = pair else {
            return false;
        };
        let apart = |c: Option<&char>| c.is_none_or(|c| !c.is_alphanumeric());
        ('a'..='h').contains(file)
            && ('1'..='8').contains(rank)
            && at
                .checked_sub(1)
                .is_none_or(|before| apart(characters.get(before)))
            && apart(characters.get(at + 2))
    })
}

/// The longest run of words from here on that is moves, and how many words it takes.
pub(super) fn move_at(
    words: &[&str],
    at: usize,
    language: &Language,
) -> Option<(Vec<Spelling>, usize)> {
    if let Some((spelling, length)) = spoken::in_words(words, at, language) {
        return Some((vec![spelling], length));
    }
    let first = words.get(at)?.to_lowercase();
    if is_spoken_of(words, at) {
        return None;
    }
    let bare = first.trim_matches(|c: char| !c.is_alphanumeric());
    let second = words.get(at + 1).map(|word| word.to_lowercase());
    // "on e4", "the e4 square": a place, not a move. "The knight to f3" is one.
    if matches!(bare, "on" | "at" | "from" | "to" | "your") {
        return None;
    }
    let article = ARTICLES.contains(&bare);
    if article && !second.is_some_and(|next| is_piece(&next, language) || next.starts_with("castl"))
    {
        return None;
    }
    let mut run = Run::default();
    if article {
        run.begin_with("the");
    }
    let mut found = None;
    let all = words;
    let words = words.iter().enumerate().skip(at).take(LONGEST_MOVE);
    for (index, word) in words.skip(usize::from(article)) {
        // "c8 n make it a rook" is no knight.
        if is_and(word) && promotes(all.get(index + 1..).unwrap_or_default()) {
            break;
        }
        let ends_here = run.push(word, language);
        // Looked at from every word of a mail: most words begin no move.
        if index == at && begins_no_move(run.text()) {
            return None;
        }
        if ends_here
            && is_move_like(run.text())
            && let Some(moves) = read_moves(run.text(), language.letters)
        {
            found = Some((moves, index + 1 - at));
        }
        if !is_number(word) && word.ends_with([',', ';', ':', '.', '!', '?', ')', '…']) {
            break;
        }
    }
    found
}

/// "Knight takes bishop": which pieces these are, the position knows.
fn is_exchange(lower: &str) -> bool {
    let piece = |word: &str| {
        matches!(
            word,
            "pawn" | "knight" | "bishop" | "rook" | "queen" | "king"
        )
    };
    let words: Vec<&str> = lower.split(' ').filter(|word| *word != "the").collect();
    matches!(words.as_slice(), [one, takes, other] if piece(one) && piece(other) && matches!(*takes, "takes" | "x" | "captures"))
}

/// Whether a text can be a move and not only a word: a digit and a letter, or castling.
fn is_move_like(text: &str) -> bool {
    let lower = text.to_lowercase();
    if is_exchange(&lower) {
        return true;
    }
    if is_numbered_word(text) {
        return false;
    }
    let digit = text.chars().any(|c| c.is_ascii_digit()) && !is_time(text)
        || lower.split(' ').any(|word| rank_in_words(word).is_some());
    let numeric = text.len() >= 4;
    digit && (numeric || text.chars().any(char::is_alphabetic)) || is_castling(&lower)
}

/// "2 de mayo", "1. Be careful": a number makes no capture of two letters that are a word as well. "12. ed" is one.
fn is_numbered_word(text: &str) -> bool {
    let word = text.trim_start_matches(|sign: char| !sign.is_alphabetic());
    let number = text.strip_suffix(word).unwrap_or_default();
    let word = word.trim_end_matches([',', ';', ':', '.', '!', '?', ')', '…']);
    let dotted = number.contains(['.', '…']);
    let capture = word.len() == 2 && word.bytes().all(|sign| sign.is_ascii_alphabetic());
    capture
        && (!dotted
            || matches!(word, "ab" | "ba" | "be" | "de" | "fe")
            || word != word.to_lowercase())
}

/// "20.00", an hour of the day and no long way to castle.
fn is_time(text: &str) -> bool {
    let text = text.trim_matches(|sign: char| !sign.is_ascii_digit());
    text.split_once(['.', ':']).is_some_and(|(hour, minute)| {
        let digits = |part: &str| part.chars().all(|c| c.is_ascii_digit());
        (1..=2).contains(&hour.len()) && minute.len() == 2 && digits(hour) && digits(minute)
    })
}

pub(super) fn is_castling(lower: &str) -> bool {
    lower.contains("o-o")
        || lower.contains("0-0")
        || [
            "castle", "castling", "rochade", "roque", "enroque", "arrocco", "rokade", "rocada",
            "roszada", "rošáda", "sánc", "rockad",
        ]
        .iter()
        .any(|word| lower.contains(word))
}

/// "And", as it is typed in haste.
fn is_and(word: &str) -> bool {
    matches!(word.to_lowercase().as_str(), "n" | "'n" | "n'")
}

fn promotes(words: &[&str]) -> bool {
    let words: Vec<String> = words.iter().take(4).map(|word| bare(word)).collect();
    PROMOTES.begins(&words, None).is_some()
}

/// "On d5:" is a place of which more is said, and no move.
fn is_place(words: &[&str], at: usize) -> bool {
    let behind_on = at
        .checked_sub(1)
        .and_then(|before| words.get(before))
        .is_some_and(|before| ON.contains(&bare(before).as_str()));
    let word = words.get(at).copied().unwrap_or_default();
    behind_on && word.ends_with(':') && bare(word).parse::<shakmaty::Square>().is_ok()
}

/// The first move among these words, and where it stands.
pub(super) fn first_move(words: &[&str], language: &Language) -> Option<(Range<usize>, Spelling)> {
    (0..words.len())
        .filter(|&at| !is_place(words, at))
        .find_map(|at| {
            let (moves, length) = move_at(words, at, language)?;
            let [spelling] = moves.as_slice() else {
                return None;
            };
            Some((at..at + length, spelling.clone()))
        })
}
