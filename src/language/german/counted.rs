//! Numbers and units of time.

use crate::game::clock::DAY;

/// Numbers by their words, the first is one.
const NUMBERS: [&str; 10] = [
    "ein|eine|einen|einem",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
];

/// The number that a word is, up to ten.
pub(in crate::language) fn number(word: &str) -> Option<u64> {
    let found = NUMBERS
        .iter()
        .position(|names| names.split('|').any(|name| name == word))?;
    u64::try_from(found + 1).ok()
}

/// The seconds of a unit of time.
pub(in crate::language) fn seconds_of_unit(word: &str) -> Option<u64> {
    match word {
        "stunde" | "stunden" => Some(3_600),
        "tag" | "tage" | "tagen" => Some(DAY),
        "woche" | "wochen" => Some(7 * DAY),
        _ => None,
    }
}
