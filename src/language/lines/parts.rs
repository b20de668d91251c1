//! What lines of mail programs are known by: words, addresses, figures, a time.

/// Characters that are not seen: zero-width blanks and joiners, bidirectional marks, soft hyphen, byte order mark.
pub(in crate::language) fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{180E}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

/// Whether a word stands in the text; words of letters that are written with blanks between must not touch others
/// in front.
pub(super) fn contains_word(lower: &str, word: &str) -> bool {
    let spaced = word
        .chars()
        .next()
        .is_some_and(|c| c.is_alphabetic() && c < '\u{2E80}');
    if !spaced {
        return lower.contains(word);
    }
    lower.match_indices(word).any(|(at, _)| {
        let before = lower.get(..at).and_then(|text| text.chars().next_back());
        before.is_none_or(|c| !c.is_alphabetic())
    })
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
