//! Several opponents behind one `challenge`: "ann@example.org, Bob and 'Jack Black'".
//!
//! Only addresses, and names in marks, are certain to end where they end: a player may be called "Smith, Ann". So names
//! that stand side by side stay one text here, and whoever knows the players takes it apart with [`names_in`].

use super::arguments::{address_in, ends_with_address, is_fair_name};
use super::called::{OPENING, in_marks};
use super::time_control::counts_time;
use std::ops::Range;

/// Words between two opponents.
const JOINS: [&str; 4] = [" and ", " und ", " & ", " + "];

/// Words of which none stands in a name that is one of several: with them the line says something else.
const NO_NAMES: &str = "accept|accepted|accepts|again|also|any|as|at|because|but|can|days|day|either|else|for|from|good|\
                        he|her|hello|hi|him|his|i|if|in|is|it|later|luck|maybe|me|move|moves|my|no|not|of|on|once|or|\
                        oder|ou|our|perhaps|please|regards|she|soon|than|thank|thanks|that|the|their|them|then|they|\
                        this|to|today|tomorrow|too|unless|us|we|week|weeks|when|who|with|without|you|your|yourself";

/// One of several opponents.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Item<'a> {
    Address(String),
    /// A name in marks.
    Marked(&'a str),
    /// A name, or the end or the beginning of one.
    Name(&'a str),
}

/// The opponents that a text names, one after another, where it names several; names without marks that stand side by side
/// are one text. `None` where it names one, or anything else.
pub(super) fn opponents(text: &str) -> Option<Vec<String>> {
    let text = text.trim_matches([' ', ',', ';', '.']);
    let parts = parts(text);
    if parts.len() < 2 {
        return None;
    }
    let mut found: Vec<(Item<'_>, Range<usize>)> = Vec::new();
    for at in parts {
        let part = text.get(at.clone())?;
        let item = item(part)?;
        match (&item, found.last_mut()) {
            // "Smith, Ann <ann@example.org>": Smith may be another one, or a part of what Ann is called.
            (Item::Address(address), Some((Item::Name(_), _))) if *address != part => return None,
            (Item::Name(_), Some((Item::Name(_), run))) => run.end = at.end,
            _ => found.push((item, at)),
        }
    }
    let opponent = |(item, run): (Item<'_>, Range<usize>)| match item {
        Item::Address(address) => Some(address),
        Item::Marked(name) => Some(name.to_owned()),
        Item::Name(_) => text.get(run).map(str::to_owned),
    };
    found.into_iter().map(opponent).collect()
}

/// The names that a text holds which may also be one name: itself where it can be nothing else.
pub fn names_in(text: &str) -> Vec<&str> {
    let parts = parts_of(text);
    let all_fair = parts
        .iter()
        .all(|part| matches!(item(part), Some(Item::Name(_) | Item::Marked(_))));
    if parts.len() > 1 && all_fair {
        parts
    } else {
        vec![text]
    }
}

/// The parts of a text between commas and words such as "and".
pub(super) fn parts_of(text: &str) -> Vec<&str> {
    let parts = parts(text).into_iter();
    parts.filter_map(|at| text.get(at)).collect()
}

/// The one opponent whom a text names: an address, or a name without its marks.
pub(super) fn opponent(text: &str) -> Option<String> {
    match item(text)? {
        Item::Address(address) => Some(address),
        Item::Marked(name) | Item::Name(name) => Some(name.to_owned()),
    }
}

/// Where a text is cut at commas, semicolons and words such as "and", but not within marks or angle brackets.
fn parts(text: &str) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let (mut begin, mut at) = (0, 0);
    let mut closing: Option<char> = None;
    while let Some(rest) = text.get(at..)
        && let Some(character) = rest.chars().next()
    {
        let width = character.len_utf8();
        let fresh = text
            .get(begin..at)
            .is_some_and(|word| word.trim().is_empty());
        let behind = rest.get(width..).unwrap_or_default();
        let join = JOINS.iter().find(|join| {
            rest.get(..join.len())
                .is_some_and(|word| word.eq_ignore_ascii_case(join))
        });
        match (closing, join) {
            (Some('>'), _) => closing = closing.filter(|_| character != '>'),
            (Some(_), _) => {
                let ends = behind.is_empty() || behind.starts_with([' ', ',', ';', '.']);
                closing = closing.filter(|_| !(OPENING.contains(&character) && ends));
            }
            (None, Some(join)) => {
                parts.push(begin..at);
                begin = at + join.len();
                // The blank behind it may be the one before the next.
                at = begin.saturating_sub(1).max(at + 1);
                continue;
            }
            (None, None) if character == '<' => closing = Some('>'),
            (None, None) if fresh && OPENING.contains(&character) => closing = Some(character),
            (None, None) if matches!(character, ',' | ';') => {
                parts.push(begin..at);
                begin = at + width;
            }
            (None, None) => {}
        }
        at += width;
    }
    parts.push(begin..text.len());
    let trimmed = |part: Range<usize>| {
        let inside = text.get(part.clone())?;
        let begin = part.start + (inside.len() - inside.trim_start().len());
        Some(begin..begin + inside.trim().len())
    };
    let parts = parts.into_iter().filter_map(trimmed);
    parts.filter(|part| !part.is_empty()).collect()
}

fn item(part: &str) -> Option<Item<'_>> {
    if part.contains('@') {
        let address = address_in(part).filter(|address| ends_with_address(part, address));
        // "not bob@example.net"; what stands in marks is a name.
        let named = part.starts_with(OPENING) || !says_more(part);
        return address.filter(|_| named).map(Item::Address);
    }
    if let Some((name, behind)) = in_marks(part) {
        return behind.is_empty().then_some(Item::Marked(name));
    }
    let named = is_fair_name(part) && !says_more(part) && !counts_time(part);
    named.then_some(Item::Name(part))
}

/// Whether a word stands in a text that stands in no name which is one of several.
pub(super) fn says_more(part: &str) -> bool {
    let mut words = part.split_whitespace().map(str::to_lowercase);
    words.any(|word| NO_NAMES.split('|').any(|other| word == other))
}

#[cfg(test)]
mod tests;
