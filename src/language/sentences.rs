//! A move in a sentence: "e4, how was your holiday?", "I open with e4!", "ich spiele e4", "Springer f3".
//!
//! It is read only where nobody could mean anything else by it: it stands alone between two stops, or behind words with
//! which people play a move, and nothing beside it doubts, denies, conditions or tells it; no other line of the mail
//! speaks of a move, or the clauses of the mail tell what each of the others is: planned, thought about, of another game, the
//! name of a thing. All else is asked about, as a line that is nothing but a move is asked about below other words.
//!
//! The words are data, in the text files beside this one; `tables` reads them.
//!
//! - `words`: the words of a line.
//! - `wording`: by which words a mail names the pieces.
//! - `moves`, `spoken`, `refined`: a move among them, as it is spoken, and what is said of it right behind it.
//! - `parts`, `verdict`: its sentence taken apart, and whether it is played by what stands around it.
//! - `courtesy`: what is said out of courtesy.
//! - `clauses`, `kinds`, `by_clauses`: the mail cut into clauses, what each is, and the one that plays a move.
//! - `named`, `described`: every move that is spoken of, or of which something is said, to be asked about.
//! - `wishes`, `challenging`: what is wished beside moves, to be asked about as well.
//! - `in_line`, `answers`, `neighbours`, `labels`: the move of one line, beside the opponent's last one, and the lines
//!   around it, one of which may name it as a thing.

mod answers;
mod by_clauses;
mod challenging;
mod clauses;
mod courtesy;
mod described;
mod in_line;
mod kinds;
mod labels;
mod moves;
mod named;
mod neighbours;
mod parts;
mod refined;
mod spoken;
mod tables;
mod verdict;
mod wishes;
mod wording;
mod words;

pub(super) use described::described;
pub(super) use named::named;
pub(super) use tables::common_in;
pub(super) use wishes::{agreement, offers_a_draw, wished};

use crate::budget::{LINES_SEARCHED, SENTENCES};
use crate::chess::notation::Letters;
use answers::{answering, of_a_score, with_theirs};
use by_clauses::{plan_in, said_in_clauses};
use in_line::{Said, in_line};
use labels::explains_a_thing;
use moves::mentions;
use neighbours::{
    around, has_condition, hesitates, is_called_so, is_told_above, names_a_game,
    names_a_thing_above,
};
use parts::Because;
use tables::{CONDITIONS, MINE, MISDIRECTED, PENDING, POINTS, SCORES, SOON};
use wording::Language;
use words::words_of;

/// Own lines that are looked at.
const MOST_LINES: usize = 200;

/// The line that says that its writer has not moved yet, or that the mail was for somebody else: "Move comes tonight."
pub(super) fn pending(lines: &[String]) -> Option<&String> {
    let mut below = false;
    misdirected(lines).or_else(|| {
        looked_at(lines).find(|line| {
            let plain = plain(line);
            PENDING.stands_in(&words_of(&plain), None)
                || plain.split(['.', '!', '?', '…']).any(|sentence| {
                    let words = words_of(sentence);
                    let says_so = below && is_of_another(&words);
                    below = true;
                    says_so
                })
        })
    })
}

/// The line that says that the mail was for somebody else, or is only tried out: "Wrong window, sorry".
pub(super) fn misdirected(lines: &[String]) -> Option<&String> {
    looked_at(lines).find(|line| MISDIRECTED.stands_in(&words_of(&plain(line)), None))
}

/// Whether a line right below what reads as a move says that it is the name, or the number, of a thing: "5254", and below it
/// "That's my new number at work".
pub(super) fn is_explained(typed: &str, below: &str) -> bool {
    is_called_so(typed) && explains_a_thing(&plain(below))
}

/// Whether a sentence below a move says that it is somebody else's, or when the writer's own comes.
fn is_of_another(words: &[String]) -> bool {
    POINTS.begins(words, None).is_some()
        || MINE.stands_in(words, None) && SOON.stands_in(words, None)
}

/// The first lines, as far as words are looked at.
fn looked_at(lines: &[String]) -> impl Iterator<Item = &String> {
    let mut octets = 0;
    lines.iter().take(LINES_SEARCHED).take_while(move |line| {
        octets += line.len();
        octets <= SENTENCES
    })
}

/// The lines in which moves and wishes are looked for that are asked about, with plain marks.
pub(super) fn spoken_lines(lines: &[String]) -> Vec<String> {
    looked_at(lines).map(|line| plain(line)).collect()
}

fn plain(line: &str) -> String {
    super::with_plain_marks(&super::printable(line))
}

/// The move that the player's own words say, if they say one and nothing else could be meant.
pub(super) fn said(lines: &[String], letters: Letters) -> Option<Said> {
    if lines.iter().map(String::len).sum::<usize>() > SENTENCES {
        return None;
    }
    let plain: Vec<String> = lines
        .iter()
        .take(MOST_LINES + 1)
        .map(|line| self::plain(line))
        .collect();
    if plain.len() > MOST_LINES {
        return None;
    }
    let own: Vec<String> = plain.iter().flat_map(|line| words_of(line)).collect();
    let language = Language::of(letters, &own);
    let alone = alone(plain.clone(), &language).map(|said| Said {
        plan: plan_in(&plain, &language),
        ..said
    });
    alone
        .or_else(|| said_in_clauses(&plain, &language))
        .filter(|said| !is_score(said, &own))
}

/// Whether what is read as castling is the score of a match of another sport: "Did you see the match? 0-0".
fn is_score(said: &Said, mail: &[String]) -> bool {
    let zeros = |typed: &str| typed.chars().filter(|sign| *sign == '0').count() == 2;
    said.moves.iter().any(|one| zeros(one.typed())) && SCORES.stands_in(mail, None)
}

/// The move of the only line that speaks of one, perhaps beside the opponent's last one.
fn alone(mut plain: Vec<String>, language: &Language) -> Option<Said> {
    let letters = language.letters;
    let speaking: Vec<usize> = (0..plain.len())
        .filter(|&at| {
            plain
                .get(at)
                .is_some_and(|line| mentions(line, language) > 0)
        })
        .take(3)
        .collect();
    let line = |at: usize| plain.get(at).map_or("", String::as_str);
    let (at, said) = match speaking.as_slice() {
        [only] => {
            let said = in_line(line(*only), language)
                .or_else(|| with_theirs(line(*only), language))
                .or_else(|| of_a_score(line(*only), letters))?;
            (*only, said)
        }
        [first, second] => {
            let said = in_line(line(*second), language)?;
            let said = answering(line(*first), said, language)?;
            // It is no part of the sentence below it.
            if let Some(line) = plain.get_mut(*first).filter(|_| said.theirs.is_some()) {
                line.clear();
            }
            (*second, said)
        }
        _ => return None,
    };
    let (above, below) = around(&plain, at, said.reaches);
    let beside = language.beside(&[]);
    let reason = said.because == Because::Above && !has_condition(&above);
    let typed = said.moves.first().map_or("", |only| only.typed());
    let undone = |words: &[String]| CONDITIONS.may_stand_in(words, &beside);
    if undone(&below)
        || !reason && undone(&above)
        || hesitates(&plain, at, &said)
        || plain.iter().any(|line| names_a_game(line))
        || !said.leads && (is_told_above(&plain, at) || names_a_thing_above(&plain, at, typed))
    {
        return None;
    }
    Some(Said { line: at, ..said })
}

#[cfg(test)]
mod tests;
