//! In which language a mail is written, told from its own words.

use super::german;
use super::line::Words;
use super::own_words::OwnWords;
use super::sentences::common_in;
use super::translated;
use crate::budget::LINES_SCANNED;
use crate::chess::Letters;
use std::collections::HashMap;

/// So many words of a mail are looked at.
const WORDS: usize = 200;

/// So many words that only those use who write it make a language.
const ENOUGH: usize = 2;

/// The language of which most common words of a mail are: two at the least, and of no other one as many. Where nothing is told
/// from these, that of an order: whoever writes "Hilfe" and no more has said it in German.
pub fn written_in(own: &OwnWords, subject: &str) -> Option<Letters> {
    let ordered = || {
        let lines = own.lines.iter().filter(|line| !line.trim().is_empty());
        let mut looked_at = lines.take(LINES_SCANNED);
        looked_at.find_map(|line| match german::is_order(line.trim()) {
            true => Some(Letters::German),
            false => translated::language_of(&Words::of(line).joined),
        })
    };
    by_common_words(own, subject).or_else(ordered)
}

fn by_common_words(own: &OwnWords, subject: &str) -> Option<Letters> {
    let mut counts: HashMap<Letters, usize> = HashMap::new();
    let lines = own.lines.iter().map(String::as_str).chain([subject]);
    let words = lines
        .flat_map(|line| line.split(|sign: char| !sign.is_alphanumeric()))
        .filter(|word| !word.is_empty());
    for word in words.take(WORDS) {
        let word = word.to_lowercase();
        let common = common_in(&word);
        let german = german::is_common(&word) && !common.contains(&Letters::German);
        for language in common
            .iter()
            .copied()
            .chain(german.then_some(Letters::German))
        {
            *counts.entry(language).or_default() += 1;
        }
    }
    let most = counts
        .values()
        .copied()
        .max()
        .filter(|most| *most >= ENOUGH)?;
    let mut written = counts.into_iter().filter(|(_, count)| *count == most);
    match (written.next(), written.next()) {
        (Some((language, _)), None) => Some(language),
        (Some(_) | None, Some(_)) | (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Option<Letters> {
        let own = OwnWords {
            lines: text.lines().map(str::to_owned).collect(),
            ..OwnWords::default()
        };
        written_in(&own, "")
    }

    #[test]
    fn a_language_is_told_from_two_words_and_never_guessed() {
        for (text, language) in [
            ("Hallo, ich möchte Schach spielen", Some(Letters::German)),
            ("Guten Tag,\nwie geht das hier?", Some(Letters::German)),
            (
                "Fordere bob@example.net heraus, 3 Tage pro Zug",
                Some(Letters::German),
            ),
            ("Hi, I would like to play chess", Some(Letters::English)),
            ("Bonjour, je veux jouer avec vous", Some(Letters::French)),
            ("Hoi, ik wil met je schaken", Some(Letters::Dutch)),
            ("Hallo", None),
            ("Hilfe", Some(Letters::German)),
            ("Sprache deutsch", Some(Letters::German)),
            ("Hi,\n\nbeitreten", Some(Letters::German)),
            ("stop", None),
            ("Ja", None),
            ("Kalender an", None),
            ("Schach", None),
            ("e4", None),
            ("", None),
            ("challenge Der", None),
            // Half of it is in one language, half in another.
            ("ich du you and", None),
        ] {
            assert_eq!(told(text), language, "{text}");
        }
    }

    #[test]
    fn long_mails_are_not_read_to_their_end() {
        let text = "lorem ".repeat(1_000) + "ich und du";
        assert_eq!(told(&text), None);
    }
}
