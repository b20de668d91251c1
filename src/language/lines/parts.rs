//! What lines of mail programs are known by: words, addresses, figures, a time.

use aho_corasick::AhoCorasick;

/// Characters that are not seen: zero-width blanks and joiners, bidirectional marks, soft hyphen, byte order mark.
pub(in crate::language) fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{180E}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

/// Words that are looked for in a text together.
pub(super) struct Words {
    searched: Option<AhoCorasick>,
    /// Of each, whether it must not touch a letter in front: it is of letters that are written with blanks between words.
    spaced: Vec<bool>,
}

impl Words {
    /// Those of a table, with `|` between, in lower case.
    pub(super) fn of(table: &str) -> Words {
        let spaced = |word: &str| {
            let first = word.chars().next();
            first.is_some_and(|c| c.is_alphabetic() && c < '\u{2E80}')
        };
        Words {
            // Only more words than fit into the memory cannot be searched.
            searched: AhoCorasick::new(table.split('|')).ok(),
            spaced: table.split('|').map(spaced).collect(),
        }
    }

    /// Whether one of them stands in the text.
    pub(super) fn stand_in(&self, lower: &str) -> bool {
        let Some(searched) = &self.searched else {
            return false;
        };
        searched.find_overlapping_iter(lower).any(|found| {
            let spaced = self.spaced.get(found.pattern().as_usize());
            let before = lower.get(..found.start());
            let letter = before.and_then(|text| text.chars().next_back());
            spaced != Some(&true) || letter.is_none_or(|c| !c.is_alphabetic())
        })
    }
}

pub(super) fn has_address(text: &str) -> bool {
    text.split([
        '<', '>', ' ', '(', ')', '"', '[', ']', ',', '\u{202a}', '\u{202c}',
    ])
    .any(|word| {
        word.split_once('@')
            .is_some_and(|(local, domain)| !local.is_empty() && domain.contains('.'))
    })
}

pub(super) fn digit_groups(text: &str) -> usize {
    let mut groups = 0;
    let mut inside = false;
    for character in text.chars() {
        let digit = character.is_ascii_digit();
        groups += usize::from(digit && !inside);
        inside = digit;
    }
    groups
}

/// A time of day or a year of our time.
pub(super) fn has_time(text: &str) -> bool {
    let digits: Vec<&str> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|group| !group.is_empty())
        .collect();
    digits
        .iter()
        .any(|group| group.len() == 4 && (group.starts_with("20") || group.starts_with("19")))
        || digits.len() >= 4
}
