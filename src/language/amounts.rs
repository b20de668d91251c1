//! Amounts of time in words: "3 days, 1 day", "36 hours".

use super::german;
use crate::game::clock::{Amount, DAY, NoReminders, Reminders};

/// When a player wants to be reminded, by these words: "usual", "off", or how much time is left then.
///
/// # Errors
///
/// They are none of these.
pub fn reminders(words: &str) -> Result<Reminders, NoReminders> {
    match words {
        "usual" | "on" | "default" | "as usual" => return Ok(Reminders::Usual),
        "off" | "none" | "never" | "no" | "stop" => return Ok(Reminders::Off),
        _ => {}
    }
    // Where the amounts are kept apart, what stands together is one: "3 days 12 hours, 3 days".
    let parts: Vec<&str> = words
        .split([',', ';', '&', '+'])
        .flat_map(|part| part.split(" and "))
        .flat_map(|part| part.split(" und "))
        .filter(|part| !part.trim().is_empty())
        .collect();
    let left = match parts.as_slice() {
        [] | [_] => amounts(words),
        several => several.iter().map(|part| sum(part)).collect(),
    };
    let left = left.ok_or(NoReminders::NoAmounts)?;
    let left = left.into_iter().map(Amount::seconds);
    Reminders::at(left.collect::<Result<_, _>>()?)
}

/// The sum of the amounts that these words name: "1 day 12 hours". `None` where they name none, or none that a clock can have.
pub(super) fn amount(words: &str) -> Option<Amount> {
    Amount::seconds(sum(words)?).ok()
}

/// The same in seconds, whatever a clock can have.
fn sum(words: &str) -> Option<u64> {
    let all = amounts(words)?;
    Some(all.iter().fold(0, |sum, one| sum.saturating_add(*one)))
}

/// The amounts that these words name, in seconds, and nothing else.
fn amounts(words: &str) -> Option<Vec<u64>> {
    let apart = spaced(words);
    let mut tokens = apart
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '&' | '+'))
        .filter(|word| !matches!(*word, "" | "and" | "und" | "at" | "before" | "left"));
    let mut left = Vec::new();
    while let Some(number) = tokens.next() {
        let unit = tokens.next().and_then(unit)?;
        left.push(counted(number)?.saturating_mul(unit));
    }
    Some(left)
}

/// The words with a blank between a number and its unit: "3d" is "3 d".
fn spaced(words: &str) -> String {
    let mut apart = String::new();
    let mut digit = false;
    for sign in words.chars() {
        if digit && sign.is_alphabetic() {
            apart.push(' ');
        }
        digit = sign.is_ascii_digit();
        apart.push(sign);
    }
    apart
}

fn counted(word: &str) -> Option<u64> {
    const WORDS: [&str; 10] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    if matches!(word, "a" | "an") {
        return Some(1);
    }
    let at = WORDS.iter().position(|known| *known == word);
    at.and_then(|at| u64::try_from(at + 1).ok())
        .or_else(|| german::number(word))
        .or_else(|| word.parse().ok())
}

/// The seconds of a unit.
fn unit(word: &str) -> Option<u64> {
    match word {
        "h" | "hour" | "hours" => Some(3_600),
        "d" | "day" | "days" => Some(DAY),
        "w" | "week" | "weeks" => Some(7 * DAY),
        _ => german::seconds_of_unit(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reminders_are_read_in_many_words() {
        for (words, kept) in [
            ("3 days, 1 day", "259200,86400"),
            ("1 day and 3 days", "259200,86400"),
            ("3d 12h", "259200,43200"),
            ("3 days 12 hours, 3 days", "302400,259200"),
            ("1 week, 2 days and 12 hours", "604800,172800,43200"),
            ("a week", "604800"),
            ("two days before", "172800"),
            ("off", "off"),
            ("usual", "usual"),
            ("3 tage, 1 tag", "259200,86400"),
            ("eine woche und 12 stunden", "604800,43200"),
        ] {
            assert_eq!(
                reminders(words).map(|read| read.to_string()),
                Ok(kept.to_owned())
            );
        }
        for words in [
            "",
            "often",
            "3",
            "days",
            "3 moons",
            "0 days",
            "1h 2h 3h 4h 5h 6h",
            "-1 day",
        ] {
            assert!(reminders(words).is_err(), "{words}");
        }
    }
}
