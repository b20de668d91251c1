//! A move's sentence, taken apart: what stands before the move and behind it.

use super::tables::{CONCLUSIONS, JESTS, JOINS};
use super::words::{ORDERS, smiles, stops, words_of};
use crate::language::command::Command;
use crate::language::phrases::{OFFERS_A_DRAW, phrase};
use shakmaty::Color;
use std::ops::Range;

/// What stands around a move in its line.
#[derive(Debug)]
pub(super) struct Parts {
    /// The words before it in its clause.
    pub(super) before: Vec<String>,
    /// The words behind it in its clause.
    pub(super) behind: Vec<String>,
    /// Whether it stands at the end of its clause, with a question mark behind that.
    pub(super) asked: bool,
    /// The clauses of its sentence before its own.
    pub(super) above: Vec<String>,
    /// Those behind it.
    pub(super) beyond: Vec<String>,
    /// Whether one of those ends with a question mark.
    pub(super) beyond_asked: bool,
    /// Whether a colon leads to it.
    pub(super) announced: bool,
    /// The words of the sentence before its own on its line.
    pub(super) previous: Vec<String>,
    /// Whether that is a question.
    pub(super) previous_asked: bool,
    /// The words of the next sentence.
    pub(super) next: Vec<String>,
    /// Whether that is a question.
    pub(super) next_asked: bool,
    /// All other words.
    pub(super) rest: usize,
    /// What stands before a face behind which the sentence begins.
    pub(super) smiled: Vec<String>,
    /// With which word of the line the sentence begins.
    pub(super) begins: usize,
    /// Where in the line the sentence stands.
    pub(super) reaches: Reaches,
}

/// The ends of a line to which the sentence of a move reaches: what stands beyond them may be a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reaches {
    /// The first word of its line is one of its words.
    pub(super) above: bool,
    /// The last one is.
    pub(super) below: bool,
}

/// Why a move is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Because {
    /// For what stands before it: "I do not like doubled pawns, so Qc2".
    Above,
    /// Nothing says it.
    Unsaid,
}

impl Parts {
    pub(super) fn around(words: &[&str], place: &Range<usize>) -> Parts {
        let pauses = |word: &str| {
            stops(word) || word.ends_with([',', ';', ':', ')']) || matches!(word, "-" | "–" | "—")
        };
        let at = |index: usize| words.get(index).copied().unwrap_or_default();
        let sentence_begins = (0..place.start)
            .rev()
            .find(|&index| stops(at(index)) || smiles(at(index)))
            .map_or(0, |index| index + 1);
        let faces = (0..sentence_begins)
            .rev()
            .take_while(|&index| smiles(at(index)));
        let smiled = sentence_begin(words, sentence_begins - faces.count());
        let previous = sentence_begin(words, sentence_begins.saturating_sub(1));
        let clause_begins = (sentence_begins..place.start)
            .rev()
            .find(|&index| pauses(at(index)) && !at(index).ends_with(':'))
            .map_or(sentence_begins, |index| index + 1);
        let last = place.end.saturating_sub(1);
        let clause_ends = (last..words.len())
            .find(|&index| pauses(at(index)) || at(index + 1).starts_with('('))
            .map_or(words.len(), |index| index + 1);
        let sentence_ends = sentence_end(words, last);
        let texts = |range: Range<usize>| words_of(&words.get(range).unwrap_or_default().join(" "));
        let question = |range: Range<usize>| {
            let mut words = words.get(range).unwrap_or_default().iter();
            words.any(|word| word.ends_with('?'))
        };
        let next_ends = sentence_end(words, sentence_ends);
        Parts {
            before: texts(clause_begins..place.start),
            behind: texts(place.end..clause_ends),
            asked: question(last..clause_ends),
            beyond_asked: question(clause_ends..sentence_ends.max(clause_ends)),
            announced: place.start > sentence_begins && at(place.start - 1).ends_with(':'),
            above: texts(sentence_begins..clause_begins),
            beyond: texts(clause_ends..sentence_ends.max(clause_ends)),
            previous: texts(previous..sentence_begins),
            previous_asked: question(sentence_begins.saturating_sub(1)..sentence_begins),
            next: texts(sentence_ends..next_ends),
            next_asked: question(sentence_ends..next_ends.max(sentence_ends)),
            rest: texts(0..sentence_begins).len() + texts(next_ends..words.len()).len(),
            begins: sentence_begins,
            smiled: if smiles(at(sentence_begins.saturating_sub(1))) {
                texts(smiled..sentence_begins)
            } else {
                Vec::new()
            },
            reaches: Reaches {
                above: sentence_begins == 0,
                below: sentence_ends == words.len(),
            },
        }
    }

    pub(super) fn has_words(&self) -> bool {
        let parts = [
            &self.before,
            &self.behind,
            &self.above,
            &self.beyond,
            &self.next,
        ];
        self.rest > 0 || parts.iter().any(|words| !words.is_empty())
    }

    /// The side that is said to play it; `None` in the outer one where two are said.
    pub(super) fn side(&self) -> Option<Option<Color>> {
        let named = |words: &[String]| {
            let white = words.iter().any(|word| WHITE.contains(&word.as_str()));
            let black = words.iter().any(|word| BLACK.contains(&word.as_str()));
            (white, black)
        };
        let mut words = self.before.clone();
        if self.before.is_empty() {
            words.extend(self.above.first().or(self.beyond.first()).cloned());
        }
        match named(&words) {
            (true, true) => None,
            (true, false) => Some(Some(Color::White)),
            (false, true) => Some(Some(Color::Black)),
            (false, false) => Some(None),
        }
    }

    /// The other clauses of its sentence.
    pub(super) fn aside(&self) -> Vec<String> {
        self.above.iter().chain(&self.beyond).cloned().collect()
    }

    /// Takes a sentence that offers a draw out of the words beside the move; whether there was one.
    pub(super) fn take_draw_offer(&mut self) -> bool {
        let mut taken = self.take_draw_asked_for();
        for words in [
            &mut self.before,
            &mut self.behind,
            &mut self.above,
            &mut self.beyond,
            &mut self.next,
        ] {
            let Some(place) = draw_offer_in(words) else {
                continue;
            };
            let joined = place.start.checked_sub(1).is_some_and(|before| {
                JOINS
                    .begins(words.get(before..).unwrap_or_default(), None)
                    .is_some()
            });
            let asks = words
                .get(place.start)
                .is_some_and(|word| matches!(word.as_str(), "would" | "shall" | "how"));
            words.drain(place.start - usize::from(joined)..place.end);
            // Its question mark is not the move's.
            self.asked &= !asks;
            taken = true;
        }
        taken
    }

    /// Takes "draw?" out of what stands behind the move.
    pub(super) fn take_draw_asked_for(&mut self) -> bool {
        let mut taken = false;
        for (words, asked) in [
            (&mut self.beyond, &mut self.beyond_asked),
            (&mut self.next, &mut self.next_asked),
        ] {
            let question = format!("{}?", words.join(" "));
            if *asked && matches!(phrase(&question), Some(Command::OfferDraw)) {
                words.clear();
                *asked = false;
                taken = true;
            }
        }
        taken
    }

    /// Whether the clause of the move says that it follows from what stands before it.
    pub(super) fn because(&self) -> Because {
        let words = self.before.as_slice();
        let join = JOINS.begins(words, None).unwrap_or(0);
        let follows = words
            .get(join..)
            .is_some_and(|words| CONCLUSIONS.begins(words, None).is_some());
        if follows {
            Because::Above
        } else {
            Because::Unsaid
        }
    }

    /// The words before its sentence on its line that take another order back as a joke: "Draw? Only joking. e4".
    pub(super) fn jested(&self, words: &[&str]) -> Vec<String> {
        let before = words.get(..self.begins).unwrap_or_default().join(" ");
        let before = words_of(&before);
        let order = before
            .iter()
            .position(|word| ORDERS.contains(&word.as_str()));
        let behind = order.and_then(|at| before.get(at..)).unwrap_or_default();
        if JESTS.stands_in(behind, None) {
            before
        } else {
            Vec::new()
        }
    }
}

/// Where the sentence begins that goes on at this word.
fn sentence_begin(words: &[&str], at: usize) -> usize {
    let before = words.get(..at).unwrap_or_default();
    let stop = before.iter().rposition(|word| stops(word));
    stop.map_or(0, |stop| stop + 1)
}

/// Behind which word the sentence ends that goes on at this one.
fn sentence_end(words: &[&str], at: usize) -> usize {
    (at..words.len())
        .find(|&index| words.get(index).is_some_and(|word| stops(word)))
        .map_or(words.len(), |index| index + 1)
}

/// Where among these words a draw is offered; the longest phrase counts.
fn draw_offer_in(words: &[String]) -> Option<Range<usize>> {
    (0..words.len()).find_map(|at| {
        let longest = words.len().min(at + LONGEST_OFFER);
        (at + 1..=longest).rev().map(|end| at..end).find(|place| {
            let said = words.get(place.clone()).unwrap_or_default().join(" ");
            OFFERS_A_DRAW.split('|').any(|offer| offer == said)
        })
    })
}

/// Words of the longest sentence that offers a draw.
const LONGEST_OFFER: usize = 7;

const WHITE: [&str; 15] = [
    "white", "weiß", "blancs", "blancas", "bianco", "brancas", "wit", "vit", "hvid", "hvit",
    "valkea", "białe", "bílý", "világos", "alb",
];
const BLACK: [&str; 15] = [
    "black", "schwarz", "noirs", "negras", "nero", "pretas", "zwart", "svart", "sort", "musta",
    "czarne", "černý", "sötét", "negru", "must",
];
