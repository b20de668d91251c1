//! Every move that a mail speaks of, whatever it says of it: for the question whether one of them is meant.

use super::moves::move_at;
use super::neighbours::names_a_game;
use super::tables::{OTHER_GAMES, RULED_OUT};
use super::wording::Language;
use super::words::{MOST_WORDS, words_of};
use crate::chess::notation::{Letters, Spelling, read_moves};
use crate::language::arguments::strip_start;
use crate::language::mended::is_if;

/// So many different moves of a mail are looked at; whoever names more is writing about chess.
const MOST_NAMED: usize = 12;

/// Languages of a mail by whose piece letters moves are looked for beside the player's own.
const MOST_LANGUAGES: usize = 2;

/// Words of the longest mail in which moves are looked for by the piece letters of every language.
const SHORT: usize = 40;

/// The moves that the player's own words, the [`super::spoken_lines`], speak of, by their piece letters and by those of the language they write in; each
/// spelling once, in the order of the lines. Where these find none in a few words, any language's letters may be meant: "Sf3".
pub(in crate::language) fn named(spoken: &[String], letters: Letters) -> Vec<Spelling> {
    let lines = spoken.iter().filter(|line| !holds_a_position(line));
    if lines.clone().any(|line| is_not_for_now(line)) {
        return Vec::new();
    }
    let words: Vec<String> = lines.clone().flat_map(|line| words_of(line)).collect();
    let own = Language::of(letters, &words);
    let by_letters = |letters: Letters| Language {
        letters,
        mail: vec![letters],
    };
    let of_mail = own.mail.iter().copied().filter(|other| *other != letters);
    let foreign: Vec<Language> = of_mail.take(MOST_LANGUAGES).map(by_letters).collect();
    let mut named: Vec<Spelling> = Vec::new();
    let clauses: Vec<&str> = lines.flat_map(|line| standing(line)).collect();
    for clause in &clauses {
        for language in std::iter::once(&own).chain(&foreign) {
            add(&mut named, named_in(clause, language));
        }
    }
    if named.iter().all(Spelling::is_in_foreign_letters) && words.len() <= SHORT {
        for language in Letters::ALL.into_iter().map(by_letters) {
            // What all letters are for has a square in it.
            for clause in clauses.iter().filter(|clause| may_hold_a_square(clause)) {
                add(&mut named, named_in(clause, &language));
            }
        }
    }
    named
}

/// The clauses of a line that rule nothing out: "Not e5, but e6".
pub(super) fn standing(line: &str) -> Vec<&str> {
    // "No wait Nf6": what is wanted instead.
    let behind = |head: &str| strip_start(line, head);
    let heads = ["no wait ", "wait no "].into_iter();
    let line = heads.filter_map(behind).next().unwrap_or(line);
    let breaks = [',', ';', '(', ')', '–', '—', '…', '!', '?'];
    let sentences = line.split(". ");
    let clauses = sentences.flat_map(|sentence| sentence.split(breaks));
    clauses
        .filter(|clause| !RULED_OUT.stands_in(&words_of(clause), None))
        .collect()
}

/// Whether a line speaks of another game, so that nobody can tell for which its moves are, or prepares or holds one, which a "yes"
/// to another would lose.
fn is_not_for_now(line: &str) -> bool {
    let words = words_of(line);
    let prepares = words.first().is_some_and(|first| is_if(first));
    prepares || names_a_game(line) || OTHER_GAMES.stands_in(&words, None)
}

/// Whether a line may hold a FEN, whose ranks and squares are no moves.
fn holds_a_position(line: &str) -> bool {
    line.matches('/').count() >= 7
}

/// Whether a file and a rank stand together in a text, or with nothing but blanks between.
fn may_hold_a_square(text: &str) -> bool {
    let mut file_before = false;
    text.chars()
        .filter(|sign| !sign.is_whitespace())
        .any(|sign| {
            let square = file_before && matches!(sign, '1'..='8');
            file_before = matches!(sign, 'a'..='h' | 'A'..='H');
            square
        })
}

fn add(named: &mut Vec<Spelling>, found: Vec<Spelling>) {
    for spelling in found {
        if named.len() < MOST_NAMED && !named.contains(&spelling) {
            named.push(spelling);
        }
    }
}

fn named_in(line: &str, language: &Language) -> Vec<Spelling> {
    let words: Vec<&str> = line.split_whitespace().take(MOST_WORDS).collect();
    let mut at = 0;
    let mut named = Vec::new();
    while at < words.len() {
        if let Some((moves, length)) = move_at(&words, at, language) {
            named.extend(moves);
            at += length.max(1);
        } else {
            let word = words.get(at).copied().unwrap_or_default();
            named.extend(parts(word).filter_map(|part| only_move(part, language)));
            at += 1;
        }
    }
    named
}

/// "e4/d4", "(e5)", "...c5": what stands between the marks of a word.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    word.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '=')
        .filter(|part| part.chars().any(|c| c.is_ascii_digit()) && part.len() > 1)
}

fn only_move(text: &str, language: &Language) -> Option<Spelling> {
    let moves = read_moves(text, language.letters)?;
    match moves.as_slice() {
        [only] if text.chars().any(char::is_alphabetic) => Some(only.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
