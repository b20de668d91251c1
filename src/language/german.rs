//! Orders in German. A player may write them whatever the language of their letters is, beside the English ones.
//!
//! - `phrases`: orders that stand in words alone on a line, which are known as the English ones are.
//! - `heads`: how a line begins that is an order with words of the player's own behind it.
//! - `values`: the words that stand behind these and are no names: what is set, colours, topics of the help.
//! - `separated`: orders whose verb stands in two parts, "fordere Bob heraus".
//! - `common`: words by which it is known that somebody writes German.
//! - `counted`: numbers and units of time.
//!
//! An order with words behind it is put into the words of the English one, and then read as that is: so there is one reader, and
//! what it takes for talk is talk in German as well. A German verb that begins an order begins many a sentence; therefore what
//! stands behind it must look like what belongs there, and anything else is left as it is.

mod common;
mod counted;
mod heads;
mod phrases;
mod separated;
mod values;

pub(super) use common::is_common;
pub(super) use counted::{number, seconds_of_unit};
pub(super) use heads::{BEFORE_CONDITION, HOLD, IN_CONDITIONS};
pub(super) use phrases::{MEANT, PHRASES};

use super::line::Words;
use crate::budget::LINE;
use heads::{HEADS, Rest};
use values::{is_name, wishes};

/// The English order of which this line is the German one, with what its writer put behind it as they wrote it. `None` where it is
/// none, or where it would be read without that.
pub(super) fn in_english(plain: &str) -> Option<String> {
    let line = without_politeness(plain.trim_end_matches(['.', '!', ' ']));
    separated::order(line).or_else(|| {
        let known = HEADS.iter().filter_map(|(german, english, kind)| {
            let rest = behind(line, german)?;
            Some((*german, *english, *kind, rest))
        });
        // "Gesuch annehmen" before "Gesuch".
        let (german, english, kind, rest) = known.max_by_key(|(german, ..)| german.len())?;
        if kind == Rest::ToDirector {
            let words = values::to_director(plain.trim_end().get(german.len()..)?)?;
            return Some(format!("{english}{words}"));
        }
        // What others read keeps its full stop.
        let whole = behind(plain.trim_end(), german).filter(|_| kind == Rest::Director);
        let colon = line.get(german.len()..).filter(|_| kind == Rest::NewName);
        order(english, kind, whole.or(colon).unwrap_or(rest))
    })
}

/// First words of orders that are words of Dutch, of French or of a Nordic language as well.
const ALSO_ELSEWHERE: [&str; 10] = [
    "ja", "liste", "partien", "pause", "brett", "kalender", "diagramm", "format", "links", "pgn",
];

/// Whether a line is an order in German and in no other language.
pub(super) fn is_order(line: &str) -> bool {
    let words = Words::of(line).joined;
    let first = words.split(' ').next().unwrap_or_default();
    if ALSO_ELSEWHERE.contains(&first) {
        return false;
    }
    let is_phrase = || {
        let mut spellings = PHRASES.iter().flat_map(|(these, _)| these.split('|'));
        spellings.any(|one| one == words)
    };
    line.len() <= LINE && (is_phrase() || in_english(line).is_some_and(|english| english != line))
}

/// What stands behind this beginning of a line, in any letter case: after a blank or a colon, or nothing.
fn behind<'a>(line: &'a str, head: &str) -> Option<&'a str> {
    let (begins, rest) = line.split_at_checked(head.len())?;
    // Asked of many heads for each line; at most ends no word of it.
    let ends = rest.is_empty() || rest.starts_with([' ', ':']);
    let same = || begins.chars().flat_map(char::to_lowercase).eq(head.chars());
    (ends && same()).then(|| rest.trim_matches([':', ' ']))
}

/// The English order with this beginning, where what stands behind the German one belongs there.
fn order(english: &str, kind: Rest, rest: &str) -> Option<String> {
    let words = rest.split_whitespace().count();
    let rest = match kind {
        Rest::Nothing => rest.is_empty().then(String::new),
        Rest::Setting => values::setting(rest).map(str::to_owned),
        Rest::Language => values::language(rest),
        Rest::Topic => values::topic(rest),
        Rest::Name => is_name(rest).then(|| rest.to_owned()),
        Rest::NewName => values::new_name(rest).map(str::to_owned),
        Rest::Somebody => {
            let whom = rest.contains('@') || begins_as_a_name(rest);
            whom.then(|| wishes(rest))
        }
        Rest::Address => (rest.contains('@') && words <= 2).then(|| rest.to_owned()),
        Rest::Wishes => Some(wishes(rest)),
        Rest::TimeAndWishes => values::begins_with_number(rest).then(|| wishes(rest)),
        Rest::Time => rest
            .contains(|sign: char| sign.is_alphanumeric())
            .then(|| rest.to_owned()),
        Rest::Amounts => values::begins_with_number(rest).then(|| rest.to_owned()),
        Rest::Tournament => values::tournament(rest).map(str::to_owned),
        Rest::Number => (words <= 2 && rest.chars().any(|sign| sign.is_ascii_digit()))
            .then(|| values::without_number_word(rest).to_owned()),
        Rest::Position => (rest.matches('/').count() >= 3).then(|| rest.to_owned()),
        Rest::Search => (!rest.is_empty()).then(|| values::search(rest)),
        // Read before, since a colon matters.
        Rest::ToDirector => None,
        Rest::Director => return values::directive(rest).map(|order| format!("{english} {order}")),
        Rest::Zone => (is_name(rest) || rest.contains('/')).then(|| rest.to_owned()),
        Rest::Collection => (rest.is_empty() || begins_as_a_name(rest)).then(|| rest.to_owned()),
    }?;
    Some(format!("{english} {rest}").trim_end().to_owned())
}

/// Whether a text begins as a name does, or with one in marks: "Herausfordern kann jeder" is talk.
fn begins_as_a_name(text: &str) -> bool {
    let first = text.chars().next();
    first.is_some_and(|sign| {
        !sign.is_lowercase() && (sign.is_alphanumeric() || sign == '"' || sign == '\'')
    }) && is_name_of_several(text)
}

fn is_name_of_several(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    !values::is_no_name(first)
}

/// "Bitte", "ich möchte" before an order, and "bitte", "danke" behind it.
fn without_politeness(line: &str) -> &str {
    let mut line = line;
    for start in heads::POLITE_BEFORE {
        if let Some(rest) = behind(line, start).filter(|rest| !rest.is_empty()) {
            line = rest;
        }
    }
    for end in heads::POLITE_BEHIND {
        if let Some(at) = line.len().checked_sub(end.len())
            && let Some((rest, tail)) = line.split_at_checked(at)
            && tail.to_lowercase() == *end
        {
            line = rest.trim_end_matches([',', ' ']);
        }
    }
    line
}

#[cfg(test)]
mod tests;
