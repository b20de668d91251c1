//! The move that one line says.

use super::moves::{first_move, mentions};
use super::parts::{Because, Parts, Reaches};
use super::refined::refined;
use super::spoken::{ON, bare, taken_back};
use super::wording::Language;
use super::words::{MOST_WORDS, revises, stops, words_of};
use crate::chess::notation::Spelling;
use crate::language::below::{Fate, fate};
use shakmaty::Color;
use std::ops::Range;

/// A move that a mail says in a sentence.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::language) struct Said {
    /// The move, or a score that ends with it.
    pub(in crate::language) moves: Vec<Spelling>,
    /// The move of the opponent that is said again before it: "Yours: e4. Mine: e5."
    pub(in crate::language) theirs: Option<Spelling>,
    /// Which line says it, counted from 0.
    pub(in crate::language) line: usize,
    /// Whether the line says anything else.
    pub(in crate::language) with_words: bool,
    /// The side that is said to play it: "White: e4".
    pub(in crate::language) side: Option<Color>,
    /// Whether a draw is offered beside it: "e4, and I offer a draw".
    pub(in crate::language) offers_draw: bool,
    /// Whether it takes back what the opponent has just taken.
    pub(in crate::language) takes_back: bool,
    /// Whether words before it on its line say who plays it.
    pub(in crate::language) leads: bool,
    /// Whether it is one among other moves of which the mail speaks.
    pub(in crate::language) in_clauses: bool,
    /// The line with a plan for what the opponent may play, who must not learn it.
    pub(in crate::language) plan: Option<usize>,
    /// Where in its line its sentence stands.
    pub(super) reaches: Reaches,
    /// Whether what stands above it is its reason.
    pub(super) because: Because,
    /// The words before its sentence that take another order back as a joke.
    pub(super) jested: Vec<String>,
}

impl Said {
    /// The same in answer to this move of the opponent.
    pub(super) fn behind(mut self, theirs: Spelling) -> Said {
        self.theirs = Some(theirs);
        self.with_words = true;
        self
    }
}

/// The move that a line says, where it says one and what stands beside it changes nothing.
pub(super) fn in_line(line: &str, language: &Language) -> Option<Said> {
    let words: Vec<&str> = line.split_whitespace().take(MOST_WORDS + 1).collect();
    if words.len() > MOST_WORDS {
        return None;
    }
    let (place, spelling) = first_move(&words, language)?;
    let (place, spelling) = refined(&words, place, spelling, language);
    // "g6: a black pawn" says something of a square.
    let explained = words
        .get(place.end.saturating_sub(1))
        .is_some_and(|word| word.ends_with([':', '=']));
    if spelling.is_questioned() || explained || speaks_of_more(&words, &place, language) {
        return None;
    }
    let mut parts = Parts::around(&words, &place);
    let with_words = parts.has_words();
    let offers_draw = parts.take_draw_offer();
    let side = parts.side()?;
    let leads = !parts.before.is_empty();
    let takes_back = taken_back(&words, place.start, language).is_some();
    let reaches = parts.reaches;
    let because = parts.because();
    let jested = parts.jested(&words);
    parts
        .plays(&words, &place, &spelling, language)
        .then_some(Said {
            moves: vec![spelling],
            theirs: None,
            line: 0,
            with_words,
            side,
            offers_draw,
            takes_back,
            leads,
            reaches,
            because,
            jested,
            plan: None,
            in_clauses: false,
        })
}

/// Whether the line speaks of a move beside this one. What is said of moves in a later sentence, in the past or of what the
/// opponent may do, is talk, as it is on a line below a move.
pub(super) fn speaks_of_more(words: &[&str], place: &Range<usize>, language: &Language) -> bool {
    let until = (place.end.saturating_sub(1)..words.len())
        .find(|&at| words.get(at).is_some_and(|word| stops(word)))
        .map_or(words.len(), |at| at + 1);
    let before = words.get(..place.start).unwrap_or_default();
    let behind = words.get(place.end..until).unwrap_or_default();
    let spoken_of = |words: &[&str]| mentions(&words.join(" "), language);
    let mut rest = words.get(until..).unwrap_or_default();
    let mut more = spoken_of(before) != places_of_it(before, words, place) || spoken_of(behind) > 0;
    while !rest.is_empty() && !more {
        let end = rest
            .iter()
            .position(|word| stops(word))
            .map_or(rest.len(), |at| at + 1);
        let (next, behind) = rest.split_at(end);
        let next = next.join(" ");
        let told = fate(&next, language.letters) == Fate::Said && !revises(&words_of(&next));
        more = mentions(&next, language) > 0 && !told;
        rest = behind;
    }
    more
}

/// How many words before a move name the square to which it goes, and nothing else: "I exchange on d5: cxd5".
pub(super) fn places_of_it(before: &[&str], words: &[&str], place: &Range<usize>) -> usize {
    let leads_to_it = before.last().is_some_and(|word| word.ends_with(':'));
    let typed = words.get(place.clone()).unwrap_or_default().join(" ");
    let places = before.windows(2).filter(|pair| {
        let [on, square] = pair else {
            return false;
        };
        let square = bare(square);
        ON.contains(&bare(on).as_str())
            && square.parse::<shakmaty::Square>().is_ok()
            && bare(&typed).ends_with(&square)
    });
    if leads_to_it { places.count() } else { 0 }
}
