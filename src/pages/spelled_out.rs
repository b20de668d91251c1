//! Addresses that are spelled so that no program reads them, and everybody does: `bob (at) example (dot) org`.

/// What is written for the sign of an address, in small letters.
const AT: [&str; 17] = [
    "(at)", "[at]", "{at}", "<at>", "(ät)", "[ät]", "(@)", "[@]", "{@}", "_at_", "-at-", "*at*",
    "|at|", "/at/", "(bei)", "(arroba)", "(chez)",
];
/// What is written for a dot in one.
const DOT: [&str; 16] = [
    "(dot)", "[dot]", "{dot}", "<dot>", "_dot_", "-dot-", "*dot*", "|dot|", "(.)", "[.]", "{.}",
    "(punkt)", "[punkt]", "(punto)", "(point)", "(ponto)",
];

/// The text with the signs themselves in place of what is written for them, and of the blanks around it.
pub(super) fn spelled_out(text: &str) -> String {
    let signs = with_signs(text);
    let words: Vec<&str> = signs.split(' ').collect();
    let mut spelled = String::with_capacity(signs.len());
    let mut glued = true;
    let mut left_of_domain = 0_usize;
    for (at, word) in words.iter().enumerate() {
        let behind = words.get(at + 1..).unwrap_or_default();
        let stands_inside = at > 0 && !behind.is_empty();
        let sign = match word.to_lowercase().as_str() {
            "@" if stands_inside && may_be_domain(behind, Dots::Any) => Some('@'),
            "at" if stands_inside && may_be_domain(behind, Dots::Words) => Some('@'),
            "dot" | "punkt" | "." if stands_inside && left_of_domain > 0 => Some('.'),
            _ => None,
        };
        left_of_domain = match sign {
            Some('@') => DOMAIN_WORDS,
            _ if word.contains('@') => DOMAIN_WORDS,
            _ => left_of_domain.saturating_sub(1),
        };
        if let Some(sign) = sign {
            spelled.push(sign);
        } else {
            if !glued {
                spelled.push(' ');
            }
            spelled.push_str(word);
        }
        glued = sign.is_some();
    }
    spelled
}

/// Words of a domain and its dots that are looked at.
const DOMAIN_WORDS: usize = 8;

/// What is taken for the dot of a domain where it stands alone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dots {
    /// A word for one: a full stop alone ends a sentence.
    Words,
    /// A full stop as well.
    Any,
}

/// Whether these words begin with a domain: one with a dot within it and an end that is known as one, so that `St.Petersburg`
/// is none, or two with the word for a dot between them.
fn may_be_domain(words: &[&str], dots: Dots) -> bool {
    let is_dot = |word: &&str| {
        let word = word.to_lowercase();
        matches!(word.as_str(), "dot" | "punkt")
            || DOT.contains(&word.as_str())
            || word == "." && dots == Dots::Any
    };
    let first = words.first().copied().unwrap_or_default().to_lowercase();
    let spelled = DOT.iter().any(|dot| first.contains(dot));
    let end = first.find(|sign: char| !sign.is_alphanumeric() && sign != '.' && sign != '-');
    let name = first.get(..end.unwrap_or(first.len())).unwrap_or_default();
    let name = name.trim_end_matches('.');
    let known = psl::suffix(name.as_bytes()).is_some_and(|suffix| suffix.is_known());
    let dotted = known && name.contains('.');
    dotted || spelled || words.get(1).is_some_and(is_dot) && words.len() > 2
}

fn with_signs(text: &str) -> String {
    let mut signs = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let found = match first {
            '(' | '[' | '{' | '<' | '_' | '-' | '*' | '|' | '/' => sign_of(rest),
            _ => None,
        };
        let Some((sign, length)) = found else {
            signs.push(first);
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
            continue;
        };
        signs.truncate(signs.trim_end_matches(' ').len());
        signs.push(sign);
        rest = rest
            .get(length..)
            .unwrap_or_default()
            .trim_start_matches(' ');
    }
    signs
}

/// The sign that is written for here, and how many octets that takes; blanks within the brackets count for nothing.
fn sign_of(rest: &str) -> Option<(char, usize)> {
    const LONGEST: usize = 14;
    let mut seen = String::new();
    for (at, sign) in rest.char_indices().take(LONGEST) {
        if sign == ' ' {
            continue;
        }
        seen.extend(sign.to_lowercase());
        let end = at + sign.len_utf8();
        let is_inside = || {
            rest.get(end..)
                .is_some_and(|behind| !behind.trim().is_empty())
        };
        if AT.contains(&seen.as_str()) {
            let behind: Vec<&str> = rest
                .get(end..)
                .unwrap_or_default()
                .split_whitespace()
                .collect();
            return may_be_domain(&behind, Dots::Any).then_some(('@', end));
        }
        if DOT.contains(&seen.as_str()) {
            return is_inside().then_some(('.', end));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_is_spelled_is_one_again() {
        for spelled in [
            "bob (at) club (dot) org",
            "bob[at]club[dot]org",
            "bob ( AT ) club . org",
            "bob at club dot org",
            "bob AT club DOT org",
            "bob_at_club_dot_org",
            "bob-at-club.org",
            "bob at club.org",
            "bob @ club . org",
            "bob (ät) club (punkt) org",
            "bob <at> club.org",
        ] {
            assert_eq!(spelled_out(spelled), "bob@club.org", "{spelled}");
        }
    }

    #[test]
    fn other_words_stay_as_they_are() {
        for words in [
            "",
            "Looking at the board, White is better.",
            "At move 12 Nf3 was possible",
            "the pawn at e4 . Then f5",
            "Mate (at last)",
            "a - b _ c",
            "at 1.e4 I stopped",
            "I met him at St.Petersburg in 1998",
            "He played at Wijk.aan.Zee and at Linares.",
            "Better at e4.Then f5 wins",
            "Kasparov (at) his best",
            "Time 1:00 @ move 40",
            "3 pawns @ e4",
            "Blitz @ home",
        ] {
            assert_eq!(spelled_out(words), words);
        }
    }
}
