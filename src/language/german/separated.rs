//! Orders whose verb stands in two parts, with words of the player's own between them or behind: "fordere Bob heraus".

use super::Rest;
use super::values::{is_no_name, tournament, wishes, without_number_word};

/// How such an order begins, where its verb ends, and the English order that it is.
const VERBS: &[(&str, &str, &str)] = &[
    ("fordere", "heraus", "challenge"),
    ("ich fordere", "heraus", "i challenge"),
    ("lade", "ein", "invite"),
    ("ich lade", "ein", "i invite"),
];

/// How such an order about a tournament begins, and how it ends.
const TOURNAMENTS: &[(&str, &str, &str)] = &[
    ("melde mich für", "an", "sign up"),
    ("melde mich zu", "an", "sign up"),
    ("melde mich zum", "an", "sign up"),
    ("ich melde mich für", "an", "sign up"),
    ("ich melde mich zu", "an", "sign up"),
    ("ich melde mich zum", "an", "sign up"),
    ("melde mich an für", "", "sign up"),
    ("melde mich an zu", "", "sign up"),
    ("melde mich von", "ab", "withdraw from"),
    ("melde mich vom", "ab", "withdraw from"),
    ("ich melde mich von", "ab", "withdraw from"),
    ("ich melde mich vom", "ab", "withdraw from"),
    ("melde mich ab von", "", "withdraw from"),
];

/// How one with a number between begins and ends.
const NUMBERS: &[(&str, &str, &str)] = &[
    ("gesuch", "annehmen", "take"),
    ("nimm", "", "take"),
    ("nehme gesuch", "an", "take"),
    ("ich nehme gesuch", "an", "take"),
    ("nimm gesuch", "an", "take"),
    ("gesuch", "zurückziehen", "unseek"),
    ("gesuch", "löschen", "unseek"),
    ("ziehe gesuch", "zurück", "unseek"),
];

/// How one with an address between begins and ends.
const ADDRESSES: &[(&str, &str, &str)] = &[
    ("adresse", "entfernen", "remove address"),
    ("adresse", "löschen", "remove address"),
];

/// The English order of such a line.
pub(super) fn order(line: &str) -> Option<String> {
    challenge(line)
        .or_else(|| {
            between(line, TOURNAMENTS, |text| {
                tournament(text).map(str::to_owned)
            })
        })
        .or_else(|| between(line, NUMBERS, number))
        .or_else(|| {
            between(line, ADDRESSES, |text| {
                super::order("", Rest::Address, text)
            })
        })
}

/// "fordere Bob heraus, 3 Tage pro Zug als Weiß".
fn challenge(line: &str) -> Option<String> {
    VERBS.iter().find_map(|(begin, end, english)| {
        let rest = super::behind(line, begin)?;
        let at = rest.find(&format!(" {end}")).filter(|_| !rest.is_empty())?;
        let (whom, behind) = rest.split_at_checked(at)?;
        let behind = behind.get(end.len() + 1..)?;
        if !(behind.is_empty() || behind.starts_with([' ', ',', ':'])) {
            return None;
        }
        let first = whom.split_whitespace().next()?;
        let named = whom.contains('@') || !is_no_name(first);
        let said = format!(
            "{english} {} {}",
            whom.trim(),
            behind.trim_start_matches([',', ':', ' '])
        );
        named.then(|| wishes(said.trim_end()))
    })
}

fn number(text: &str) -> Option<String> {
    let number = without_number_word(text);
    let plain = number
        .trim_start_matches('#')
        .bytes()
        .all(|sign| sign.is_ascii_digit());
    (plain && !number.is_empty()).then(|| number.to_owned())
}

/// What stands between the beginning of an order and the end of its verb, with the English order before it.
fn between(
    line: &str,
    known: &[(&str, &str, &str)],
    read: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    known.iter().find_map(|(begin, end, english)| {
        let rest = super::behind(line, begin)?;
        let inside = match *end {
            "" => rest,
            end => {
                let at = rest.len().checked_sub(end.len() + 1)?;
                let (inside, tail) = rest.split_at_checked(at)?;
                let ends = tail.trim_start().to_lowercase() == *end && tail.starts_with(' ');
                ends.then_some(inside)?
            }
        };
        let read = read(inside.trim())?;
        Some(format!("{english} {}", read.trim()))
    })
}
