//! Words on lines.

use crate::letters::clean::{columns, width};
use crate::letters::signs::NO_BREAK_SPACE;

/// The width of a line of prose, in columns: no mail program breaks it, quoted once or twice.
pub(in crate::letters) const LINE: usize = 72;

/// How many blanks the line begins with.
pub(super) fn indentation(line: &str) -> usize {
    line.chars()
        .take_while(|&character| character == ' ')
        .count()
}

/// The words on lines of at most [`LINE`] columns, the first after `first`, the others after `rest`. Longer words are
/// broken, except links.
pub(super) fn wrap(words: &[&str], first: &str, rest: &str) -> Vec<String> {
    let mut lines = Lines {
        done: Vec::new(),
        line: first.to_owned(),
        used: columns(first),
        has_words: false,
        rest,
    };
    // The space of a line that continues.
    let space = LINE.saturating_sub(columns(rest)).max(1);
    for together in words.chunk_by(|before, after| belong_together(before, after)) {
        let blanks = together.len().saturating_sub(1);
        let needed = blanks + together.iter().map(|word| columns(word)).sum::<usize>();
        if needed <= space {
            lines.make_room(needed);
        }
        for word in together {
            // A link is lost by cutting.
            if columns(word) <= space || word.contains("://") {
                lines.push(word);
            } else {
                pieces(word, space)
                    .iter()
                    .for_each(|piece| lines.push(piece));
            }
        }
    }
    lines.finish()
}

/// Lines that fill up.
struct Lines<'a> {
    done: Vec<String>,
    line: String,
    used: usize,
    has_words: bool,
    rest: &'a str,
}

impl Lines<'_> {
    /// Begins a new line unless that many columns are free on this one.
    fn make_room(&mut self, needed: usize) {
        if self.has_words && self.used + 1 + needed > LINE {
            let next = self.rest.to_owned();
            self.done.push(std::mem::replace(&mut self.line, next));
            self.used = columns(self.rest);
            self.has_words = false;
        }
    }

    fn push(&mut self, word: &str) {
        let needed = columns(word);
        self.make_room(needed);
        if self.has_words {
            self.line.push(' ');
            self.used += 1;
        }
        self.line.push_str(word);
        self.used += needed;
        self.has_words = true;
    }

    fn finish(mut self) -> Vec<String> {
        if self.has_words {
            self.done.push(self.line);
        }
        self.done
    }
}

/// Whether no line may end between these words: a move number stays with its move, "From" must not begin a line, and
/// neither must the time of an instant, "26 Dec 2026 07:00 UTC (08:00 in Europe/Berlin)": a line that begins with 07:00
/// could be read as castling on the seventh move when it comes back.
fn belong_together(before: &str, after: &str) -> bool {
    let before = before.rsplit(NO_BREAK_SPACE).next().unwrap_or(before);
    after == "From"
        || before.strip_suffix('.').is_some_and(is_number)
        || is_time(after)
        || is_time(before) && after.starts_with("UTC")
        || is_number(before.trim_start_matches('(')) && is_month(after)
        || is_number(after.trim_end_matches(',')) && is_month(before)
}

/// Whether a word begins with a time of the day, 07:00 or (07:00:59.
pub(super) fn is_time(word: &str) -> bool {
    let figures = word.trim_start_matches('(').as_bytes();
    let is_figure = |at: usize| figures.get(at).is_some_and(u8::is_ascii_digit);
    is_figure(0) && is_figure(1) && figures.get(2) == Some(&b':') && is_figure(3) && is_figure(4)
}

/// Months as instants have them, in those of our languages that write them without a dot behind the day.
const MONTHS: &str = "\
    Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|\
    janv.|févr.|mars|avr.|mai|juin|juil.|août|sept.|oct.|nov.|déc.|ene|feb|mar|abr|mayo|jun|jul|ago|sep|oct|nov|dic|\
    jan|mrt|apr|mei|aug|okt|dec|gen|maggio|giu|lug|set|ott";

/// Whether a word is a month as instants have it.
fn is_month(word: &str) -> bool {
    MONTHS.split('|').any(|month| month == word)
}

/// The words of a line; a no-break space parts none.
pub(super) fn words(line: &str) -> Vec<&str> {
    line.split(|sign: char| sign.is_whitespace() && sign != NO_BREAK_SPACE)
        .filter(|word| !word.is_empty())
        .collect()
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|octet| octet.is_ascii_digit())
}

/// The word cut into pieces of at most `most` columns.
fn pieces(word: &str, most: usize) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut piece = String::new();
    let mut used = 0;
    for character in word.chars() {
        if used + width(character) > most {
            pieces.push(std::mem::take(&mut piece));
            used = 0;
        }
        used += width(character);
        piece.push(character);
    }
    pieces.push(piece);
    pieces
}

#[cfg(test)]
mod tests {
    use super::is_month;
    use crate::letters::Language;
    use crate::letters::dates::short_month;
    use chrono::{Days, NaiveDate};

    #[test]
    fn the_months_of_each_language_are_known_that_writes_no_dot_behind_the_day() {
        let first = NaiveDate::from_ymd_opt(2026, 1, 15).unwrap();
        for &language in Language::ALL.iter().filter(|one| **one != Language::German) {
            for month in 0..12 {
                let said = language.say(&short_month(&(first + Days::new(30 * month))));
                assert!(is_month(&said), "{language:?}: {said}");
            }
        }
    }
}
