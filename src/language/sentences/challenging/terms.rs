//! The clock and the colour of a challenge that is told in sentences, in whatever language.

use crate::language::sentences::tables::{Table, rows};
use std::collections::HashMap;
use std::sync::LazyLock;

static COLOURS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("../wishes/colours.txt")));

/// What phrases mean, in whatever language; a word may mean two things.
type Meanings = HashMap<&'static str, Vec<&'static str>>;

static SIDES: LazyLock<Meanings> = LazyLock::new(|| meanings(include_str!("../wishes/sides.txt")));
static CLOCKS: LazyLock<Meanings> =
    LazyLock::new(|| meanings(include_str!("../wishes/clocks.txt")));

fn meanings(text: &'static str) -> Meanings {
    let mut meanings = Meanings::new();
    for (_, row) in rows(text) {
        if let Some((meaning, phrases)) = row.split_once(' ') {
            for phrase in phrases.split('|') {
                meanings.entry(phrase).or_default().push(meaning);
            }
        }
    }
    meanings
}

/// The words without what says that the colour is the same, which denies nothing else: "ik vind het goed, kleur maakt niet uit".
pub(super) fn without_colours(words: &[String]) -> Vec<String> {
    let mut left = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match meaning(&SIDES, words, at) {
            Some((_, length)) => at += length,
            None => {
                left.extend(words.get(at).cloned());
                at += 1;
            }
        }
    }
    left
}

/// Words of the longest phrase.
const LONGEST: usize = 6;

/// What the longest phrase from here on means, and how many words it has.
fn meaning(meanings: &Meanings, words: &[String], at: usize) -> Option<(&'static str, usize)> {
    (1..=LONGEST).rev().find_map(|length| {
        let phrase = words.get(at..at + length)?.join(" ");
        Some((*meanings.get(phrase.as_str())?.first()?, length))
    })
}

/// The clock as a challenge names it, nothing where none is named; `None` where something is said of time that cannot be told.
pub(super) fn clock(words: &[String]) -> Option<String> {
    let means = |at: usize, meaning: &str| {
        let known = words.get(at).and_then(|word| CLOCKS.get(word.as_str()));
        known.is_some_and(|known| known.contains(&meaning))
    };
    let is_unit = |at: &usize| means(*at, "day") || means(*at, "week");
    let mut units = (0..words.len()).filter(is_unit);
    let Some(at) = units.next() else {
        return Some(String::new());
    };
    if units.next().is_some() {
        return None;
    }
    let number = at.checked_sub(1).and_then(|before| {
        let word = words.get(before)?;
        let named = || {
            CLOCKS
                .get(word.as_str())?
                .iter()
                .find_map(|n| n.parse().ok())
        };
        word.parse::<u32>().ok().or_else(named)
    });
    let unit = if means(at, "day") { "day" } else { "week" };
    // "3 days per move", "5 days for each move".
    let mut behind = at + 1;
    while means(behind, "for") {
        behind += 1;
    }
    let for_a_move = behind > at + 1 && means(behind, "move");
    // "Week per zet is prima."
    let number = number.or_else(|| (unit == "week").then_some(1))?;
    let plural = if number == 1 { "" } else { "s" };
    for_a_move.then(|| format!("{number} {unit}{plural} a move"))
}

/// Who may be meant by a colour behind it, if not the writer.
const OTHERS: [&str; 12] = [
    "he", "she", "they", "him", "her", "er", "sie", "il", "elle", "él", "lui", "hij",
];

/// "As white", as a challenge names it, nothing where it is the same; `None` where colours are named and nobody can tell whose.
pub(super) fn side(words: &[String]) -> Option<&'static str> {
    let mut found: Vec<&str> = Vec::new();
    for at in 0..words.len() {
        let Some((side, length)) = meaning(&SIDES, words, at) else {
            continue;
        };
        let phrase = words.get(at..at + length).unwrap_or_default();
        // "He'd like to play with White."
        let other = |word: &String| {
            let plain = word.split('\'').next().unwrap_or_default();
            OTHERS.contains(&plain)
        };
        let before = words.get(at.saturating_sub(5)..at).unwrap_or_default();
        if before.iter().any(other) && !phrase.iter().any(other) {
            return None;
        }
        found.push(side);
    }
    found.sort_unstable();
    found.dedup();
    match found.as_slice() {
        [] if COLOURS.stands_in(words, None) => None,
        [] | ["any"] => Some(""),
        ["white"] => Some("as white"),
        ["black"] => Some("as black"),
        [_, ..] => None,
    }
}
