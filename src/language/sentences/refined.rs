//! What is said of a move right behind it and belongs to it: which piece it is, "Nd7. The one from b8", and what becomes of the
//! pawn, "c8 and make it a rook".

use super::spoken::bare;
use super::tables::{JOINS, PROMOTES};
use super::wording::{Language, is_piece};
use crate::chess::notation::{Letters, Spelling, read_moves};
use std::ops::Range;

/// Words that are looked at behind a move.
const MOST_BEHIND: usize = 10;

/// The move with what is said of it right behind it, and the place of both.
pub(super) fn refined(
    words: &[&str],
    place: Range<usize>,
    spelling: Spelling,
    language: &Language,
) -> (Range<usize>, Spelling) {
    let behind: Vec<String> = words
        .iter()
        .skip(place.end)
        .take(MOST_BEHIND)
        .map(|word| bare(word))
        .collect();
    let found = promoted(&behind, &spelling, language)
        .or_else(|| from_square(&behind, &spelling, language));
    match found {
        Some((length, typed)) => (place.start..place.end + length, typed),
        None => (place, spelling),
    }
}

/// "And make it a rook, not a queen": how many words say it, and the move with that piece.
fn promoted(
    behind: &[String],
    spelling: &Spelling,
    language: &Language,
) -> Option<(usize, Spelling)> {
    let typed = spelling.typed().trim_end_matches(['!', '+', '#']);
    let is_pawn = typed.starts_with(|c: char| ('a'..='h').contains(&c));
    if !is_pawn || !typed.ends_with(['1', '8']) {
        return None;
    }
    let joined = JOINS
        .begins(behind, None)
        .unwrap_or_else(|| usize::from(behind.first().is_some_and(|word| word == "n")));
    let mut at = [0, joined].into_iter().find_map(|at| {
        let says = PROMOTES.begins(behind.get(at..)?, None)?;
        Some(at + says)
    })?;
    let (role, length) = piece_in(behind.get(at..)?, language)?;
    at += length;
    let rest = behind.get(at..).unwrap_or_default();
    if rest.first().is_some_and(|word| word == "not") {
        let (_, length) = piece_in(rest.get(1..)?, language)?;
        at += 1 + length;
    }
    let mut moves = read_moves(&format!("{typed}={role}"), Letters::English)?;
    let meant = moves.pop().filter(|_| moves.is_empty())?;
    Some((at, meant.numbered_as(spelling)))
}

/// The letter of the piece that is named here, perhaps behind an article.
fn piece_in(words: &[String], language: &Language) -> Option<(char, usize)> {
    let article = words
        .first()
        .is_some_and(|word| matches!(word.as_str(), "a" | "the" | "eine" | "einen" | "une" | "un"));
    let at = usize::from(article);
    let name = words.get(at)?;
    let name = language.piece(name).unwrap_or(name);
    if !is_piece(name, language) {
        return None;
    }
    let letter = match name {
        "knight" => 'N',
        "bishop" => 'B',
        "rook" => 'R',
        "queen" => 'Q',
        _ => return None,
    };
    Some((letter, at + 1))
}

/// "The one from b8": how many words say it, and the move of that piece.
fn from_square(
    behind: &[String],
    spelling: &Spelling,
    language: &Language,
) -> Option<(usize, Spelling)> {
    let [the, one, from, square, ..] = behind else {
        return None;
    };
    if the != "the" || one != "one" || !matches!(from.as_str(), "from" | "on") {
        return None;
    }
    square.parse::<shakmaty::Square>().ok()?;
    let typed = spelling.typed();
    let piece = typed.chars().next().filter(|c| c.is_ascii_uppercase())?;
    let target = typed.get(1..)?.trim_start_matches('x');
    target.get(..2)?.parse::<shakmaty::Square>().ok()?;
    let mut moves = read_moves(&format!("{piece}{square}{target}"), language.letters)?;
    let meant = moves.pop().filter(|_| moves.is_empty())?;
    Some((4, meant.numbered_as(spelling)))
}

#[cfg(test)]
mod tests;
