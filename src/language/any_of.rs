//! Phrases of which a text is searched for any.

use aho_corasick::AhoCorasick;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Phrases in lower case, looked up by their first word: most words of a mail begin none.
#[derive(Debug)]
pub(super) struct AnyOf {
    phrases: &'static str,
    by_first_word: OnceLock<HashMap<&'static str, Vec<&'static str>>>,
    /// `None` where there is too much for one, which the phrases of a table never are.
    automaton: OnceLock<Option<AhoCorasick>>,
}

impl AnyOf {
    /// Of phrases with `|` between them.
    pub(super) const fn these(phrases: &'static str) -> AnyOf {
        AnyOf {
            phrases,
            by_first_word: OnceLock::new(),
            automaton: OnceLock::new(),
        }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &'static str> {
        self.phrases.split('|')
    }

    /// Whether the words are one of the phrases, and nothing else.
    pub(super) fn is(&self, words: &str) -> bool {
        self.at(words).any(|phrase| phrase == words)
    }

    /// Whether one of the phrases stands among the words, as whole words with one blank between them.
    pub(super) fn stands_in(&self, words: &str) -> bool {
        word_starts(words).any(|from| self.at(from).any(|phrase| starts(from, phrase)))
    }

    /// Whether the words begin with one of the phrases.
    pub(super) fn begins(&self, words: &str) -> bool {
        self.at(words).any(|phrase| starts(words, phrase))
    }

    /// What is left of the words behind the longest phrase with which they begin; `None` where they begin with none.
    pub(super) fn behind<'a>(&self, words: &'a str) -> Option<&'a str> {
        let begun = self.at(words).filter(|phrase| starts(words, phrase));
        let longest = begun.max_by_key(|phrase| phrase.len())?;
        Some(words.strip_prefix(longest)?.trim_start())
    }

    /// Whether one of the phrases stands anywhere in a text, be it within a word.
    pub(super) fn occurs_in(&self, text: &str) -> bool {
        let automaton = self
            .automaton
            .get_or_init(|| AhoCorasick::new(self.all()).ok());
        match automaton {
            Some(automaton) => automaton.is_match(text),
            None => self.all().any(|phrase| text.contains(phrase)),
        }
    }

    /// The phrases that begin with the first of these words.
    fn at(&self, words: &str) -> impl Iterator<Item = &'static str> {
        let by_first_word = self.by_first_word.get_or_init(|| {
            let mut by_first_word: HashMap<_, Vec<_>> = HashMap::new();
            for phrase in self.all() {
                let known = by_first_word.entry(first_word(phrase)).or_default();
                known.push(phrase);
            }
            by_first_word
        });
        let found = by_first_word.get(first_word(words));
        found.into_iter().flatten().copied()
    }
}

/// Whether words begin with these.
pub(super) fn starts(words: &str, phrase: &str) -> bool {
    words
        .strip_prefix(phrase)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

fn first_word(words: &str) -> &str {
    words.split(' ').next().unwrap_or_default()
}

/// The text from each of its words on.
fn word_starts(words: &str) -> impl Iterator<Item = &str> {
    let behind_blanks = words
        .match_indices(' ')
        .filter_map(|(at, _)| words.get(at + 1..));
    std::iter::once(words).chain(behind_blanks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_found_as_whole_words_alone() {
        static PHRASES: AnyOf = AnyOf::these("if|as long as|nein");
        for (words, stands, begins, is) in [
            ("if", true, true, true),
            ("as long as", true, true, true),
            ("as long as you like", true, true, false),
            ("yes if you like", true, false, false),
            ("yes as long as", true, false, false),
            ("as long", false, false, false),
            ("yes as long", false, false, false),
            ("iffy gif", false, false, false),
            ("as longas", false, false, false),
            ("neinnein", false, false, false),
            ("", false, false, false),
            ("  if ", true, false, false),
        ] {
            assert_eq!(PHRASES.stands_in(words), stands, "{words:?}");
            assert_eq!(PHRASES.begins(words), begins, "{words:?}");
            assert_eq!(PHRASES.is(words), is, "{words:?}");
        }
    }

    #[test]
    fn what_is_left_stands_behind_the_longest_phrase() {
        static PHRASES: AnyOf = AnyOf::these("no|no more|more");
        for (words, left) in [
            ("no more of it", Some("of it")),
            ("no more", Some("")),
            ("no", Some("")),
            ("nothing more", None),
            ("", None),
        ] {
            assert_eq!(PHRASES.behind(words), left, "{words:?}");
        }
    }
}
