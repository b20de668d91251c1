//! Words behind an opponent that were perhaps meant as a time control, and cannot be read as one: "3 dayz a move", "blitz".
//!
//! They only say what an answer explains: names are looked up first, with these words in them.

use super::super::near::distance;
use super::tokens::tokens;

/// Kinds of chess that are said in the place of a time control.
const KINDS: &str = "blitz|bullet|rapid|classical|lightning|increment|schnellschach|blitzschach";

/// What is counted in a time control.
const UNITS: &str = "day|days|week|weeks|hour|hours|hr|hrs|minute|minutes|min|mins|second|seconds|sec|secs|month|months|year|\
    years|move|moves|tag|tage|tagen|woche|wochen|stunde|stunden|std|minuten|sekunden|zug|züge|jour|jours|semaine|semaines|\
    heure|heures|día|días|dia|dias|semana|semanas|hora|horas|giorno|giorni|settimana|settimane|ora|ore|dag|dagen|uur";

/// Words that join a time control to a name.
const JOINS: &str = "with|at|in|on|for|and|mit|zu";

/// Words of a name and of what stands behind it; further ones are not looked at.
const MOST: usize = 12;

/// The end of a text, or all of it, that was perhaps meant as a time control: "3 dayz a move" of "Bob 3 dayz a move".
pub fn nearly_control(text: &str) -> Option<&str> {
    let mut at = 0;
    let starts = text.split(' ').take(MOST).map(|word| {
        let start = at;
        at += word.len() + 1;
        start
    });
    let mut ends = starts.filter_map(|start| text.get(start..));
    let found = ends.find(|end| is_nearly(end))?;
    Some(found.trim_end_matches([' ', ',', '.']))
}

/// The same with what stands before it; none where nothing does.
pub(in crate::language) fn name_and_nearly(text: &str) -> Option<(&str, &str)> {
    let control = nearly_control(text)?;
    let before = text.get(..text.rfind(control)?)?;
    let mut name = before.trim_end_matches([' ', ',', ';', ':', '-', '(']);
    if let Some((head, last)) = name.rsplit_once(' ')
        && JOINS.split('|').any(|join| last.eq_ignore_ascii_case(join))
    {
        name = head.trim_end_matches([' ', ',']);
    }
    (!name.is_empty()).then_some((name, control))
}

/// Whether a text begins with a number, and is about time: a name in a row of names is not.
pub(in crate::language) fn counts_time(text: &str) -> bool {
    let mut words = text.split_whitespace().take(MOST);
    let Some(first) = words.next().filter(|first| is_number(first)) else {
        return false;
    };
    is_of_figures_and_signs(first) || is_unit(first) || words.any(is_unit)
}

fn is_nearly(text: &str) -> bool {
    let first = text.split(' ').next().map(letters_of);
    let is_kind = first.is_some_and(|first| KINDS.split('|').any(|kind| kind == first));
    is_kind || counts_time(text)
}

/// A number in figures, perhaps with its unit right behind it, or as a word.
fn is_number(word: &str) -> bool {
    let is_article = word.eq_ignore_ascii_case("a") || word.eq_ignore_ascii_case("an");
    let named = || tokens(word, 0).first().and_then(|token| token.number());
    word.starts_with(|sign: char| sign.is_ascii_digit()) || !is_article && named().is_some()
}

/// "15|10", "90'+30''"
fn is_of_figures_and_signs(word: &str) -> bool {
    word.contains(['+', '|', '/', '\'', '"', '′']) && !word.contains(char::is_alphabetic)
}

/// Whether it is a unit of time, or one slip away from it.
fn is_unit(word: &str) -> bool {
    let letters = letters_of(word);
    let long = |word: &str| word.chars().count() > 3;
    UNITS.split('|').any(|unit| {
        let slip = long(unit) && long(&letters) && unit.get(..1) == letters.get(..1);
        unit == letters || slip && distance(unit, &letters) == 1
    })
}

/// The letters of a word in lower case, without the figures and signs around them.
fn letters_of(word: &str) -> String {
    let letters = word.trim_matches(|sign: char| !sign.is_alphabetic());
    letters.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nearly_a_time_control_is_found_behind_a_name() {
        for (text, name, control) in [
            ("Bob 3 dayz a move", "Bob", "3 dayz a move"),
            ("Bob, 3 dayz.", "Bob", "3 dayz"),
            ("Bob with 5 mins each", "Bob", "5 mins each"),
            ("Bob ten hurs", "Bob", "ten hurs"),
            ("Bob 3dayz", "Bob", "3dayz"),
            ("Bob 15|10", "Bob", "15|10"),
            ("Bob 90'", "Bob", "90'"),
            ("Bob blitz", "Bob", "blitz"),
            ("Jack Black, Rapid 15 10", "Jack Black", "Rapid 15 10"),
            (
                "bob@example.net: 2 semaines",
                "bob@example.net",
                "2 semaines",
            ),
        ] {
            assert_eq!(name_and_nearly(text), Some((name, control)), "{text}");
        }
        for name in [
            "Bob",
            "Bob 2",
            "Bob 2 Moore",
            "Ann A Day",
            "Dave",
            "R2D2",
            "Bob Day",
            "12 Angry Men",
            "Max von Tag",
            "Bob as white",
            "Ann Weeks",
            "Bob 3 May",
        ] {
            assert_eq!(nearly_control(name), None, "{name}");
        }
        assert_eq!(nearly_control("3 dayz"), Some("3 dayz"));
        assert_eq!(name_and_nearly("3 dayz"), None);
    }
}
