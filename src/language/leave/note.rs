//! The days that a holiday note of a mail program names.

use super::period::{Period, period};
use super::words::{Word, words};

/// So many words of a note are looked at.
const WORDS: usize = 400;
/// So many words a period has at the most.
const LONGEST: usize = 14;

/// The first period in the words of a note, whatever stands around it: "from 5 August to 18 August", "until 18 August".
/// A single day is none: it may be the one on which its writer is back.
pub fn period_in_note(text: &str) -> Option<Period> {
    let text: String = text.chars().take(4_000).collect();
    let words = words(&text.to_lowercase());
    let words = words.get(..WORDS.min(words.len()))?;
    (0..words.len()).find_map(|at| {
        let begins = words.get(at).is_some_and(begins);
        let left = words.get(at..).filter(|_| begins)?;
        (2..=LONGEST.min(left.len())).rev().find_map(|length| {
            let read = period(left.get(..length)?).ok()?;
            matches!(read, Period::Between(..)).then_some(read)
        })
    })
}

fn begins(word: &Word) -> bool {
    match word {
        Word::From
        | Word::Until
        | Word::Number(..)
        | Word::Month(_)
        | Word::Iso(..)
        | Word::Today => true,
        Word::Tomorrow
        | Word::Unit(_)
        | Word::Dash
        | Word::For
        | Word::Dot
        | Word::Slash
        | Word::Other => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_days_of_a_note_are_found_among_its_words() {
        for (note, days) in [
            (
                "I am out of the office until 18 August 2026.",
                Some("today - 18 August 2026"),
            ),
            (
                "I am away from 5 August to 18 August and read no mail.",
                Some("5 August - 18 August"),
            ),
            (
                "Out of office\nFrom 2026-08-05 until 2026-08-18 I have no access to my mail.",
                Some("5 August 2026 - 18 August 2026"),
            ),
            (
                "Ich bin vom 5. bis 18. August nicht im Büro.",
                Some("5 August - 18 August"),
            ),
            (
                "Ich bin bis zum 18.08.2026 im Urlaub, in dringenden Fällen: 030 123456",
                Some("today - 18 August 2026"),
            ),
            ("I am back on 19 August.", None),
            ("Call me at 555-1234 until I am back.", None),
            ("I am away.", None),
        ] {
            let read = period_in_note(note).map(|period| period.to_string());
            assert_eq!(read.as_deref(), days, "{note}");
        }
    }
}
