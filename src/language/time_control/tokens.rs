//! The words, numbers and signs of which a time control is made.

use super::super::called::Marks;

/// A word, a number or a sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token<'a> {
    /// The byte at which it begins.
    pub(super) at: usize,
    written: &'a str,
    /// In lower case.
    pub(super) word: String,
}

/// Words that join a time control to what stands before it.
const JOINS: &str = "with|and|but|at|in|on|under|for|mit|und|bei";

impl Token<'_> {
    /// The byte behind it.
    pub(super) fn end(&self) -> usize {
        self.at + self.written.len()
    }

    /// The number that it is, in figures or as a word up to fourteen.
    pub(super) fn number(&self) -> Option<u64> {
        if self.word.bytes().all(|sign| sign.is_ascii_digit()) {
            // More figures than a number holds are more than any clock does.
            return Some(self.word.parse().unwrap_or(u64::MAX));
        }
        let named = [ENGLISH, GERMAN].into_iter().find_map(|words| {
            let mut words = words.split('|');
            words.position(|word| word.split(' ').any(|one| one == self.word))
        })?;
        u64::try_from(named + 1).ok()
    }

    /// Whether it only joins a time control to what stands before it.
    pub(super) fn joins(&self) -> bool {
        matches!(self.word.as_str(), "," | ";" | ":" | "(" | "-")
            || JOINS.split('|').any(|join| join == self.word)
    }

    /// Whether it may stand before a colon, and a time control behind it.
    pub(super) fn is_heading(&self) -> bool {
        matches!(
            self.word.as_str(),
            "time" | "control" | "limit" | "clock" | "bedenkzeit"
        )
    }
}

const ENGLISH: &str =
    "one a an|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen";
const GERMAN: &str = "ein eine einen einem|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|dreizehn|vierzehn";

/// What stands for a word that is no part of a time control.
const CLOSED: &str = "@";

/// What a text is made of from this byte on. Nothing within names in marks, addresses and positions is a time control.
pub(super) fn tokens(text: &str, begins: usize) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut marks = Marks::behind(text.get(..begins).unwrap_or_default());
    let mut at = begins;
    for word in text.get(begins..).unwrap_or_default().split(' ') {
        let start = at;
        at += word.len() + 1;
        let inside = marks.hold(word);
        if word.is_empty() {
            continue;
        }
        if inside || word.contains('@') || word.matches('/').count() >= 3 || is_negative(word) {
            found.push(Token {
                at: start,
                written: word,
                word: CLOSED.to_owned(),
            });
        } else {
            split(word, start, &mut found);
        }
    }
    found
}

/// Whether it is less than nothing: "-5".
fn is_negative(word: &str) -> bool {
    word.strip_prefix(['-', '−'])
        .is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit()))
}

/// "30d+1d," is "30", "d", "+", "1", "d", ",". A word that begins with a letter is never cut at a figure: R2D2 is a name.
fn split<'a>(word: &'a str, start: usize, found: &mut Vec<Token<'a>>) {
    let mut begin = 0;
    let mut kind = Kind::Sign;
    let mut push = |from: usize, until: usize| {
        if let Some(written) = word.get(from..until).filter(|text| !text.is_empty()) {
            found.push(Token {
                at: start + from,
                written,
                word: written.to_lowercase(),
            });
        }
    };
    for (at, character) in word.char_indices() {
        let next = match (Kind::of(character), kind) {
            // Within a word.
            (Kind::Figure, Kind::Letter) => Kind::Letter,
            (next, _) => next,
        };
        let goes_on = next == kind && next != Kind::Sign;
        if !goes_on {
            push(begin, at);
            begin = at;
        }
        kind = next;
    }
    push(begin, word.len());
    // "carry-over" and "per-move" are two words each.
    found.retain(|token| token.word != "-");
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Figure,
    Letter,
    Sign,
}

impl Kind {
    fn of(character: char) -> Kind {
        if character.is_ascii_digit() {
            Kind::Figure
        } else if matches!(
            character,
            '+' | '/' | ',' | ';' | ':' | '(' | ')' | '-' | '.'
        ) {
            Kind::Sign
        } else {
            Kind::Letter
        }
    }
}
