//! FENs in the middle of prose.

/// Every FEN in a text, full or placement only, as it stands there and without the quotation marks
/// or brackets around it. What is nearly a FEN is found as well, so that its fault can be told.
///
/// A FEN that a mail program has broken between its fields is found whole.
pub fn find_fens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut words = words_with_offsets(text).peekable();
    while let Some((start, word)) = words.next() {
        if !word.contains('/') {
            continue;
        }
        let (skipped, trimmed) = trim_around(word);
        let trimmed_end = skipped + trimmed.len();
        let trimmed = without_address(trimmed);
        let skipped = trimmed_end - trimmed.len();
        let start = start + skipped;
        let placement = trimmed.split('_').next().unwrap_or_default();
        if !looks_like_placement(placement) {
            continue;
        }
        let mut end = start + trimmed.len();
        // Punctuation behind the placement ends the FEN: "(8/8/...)" is followed by prose.
        let mut closed = skipped + trimmed.len() < word.len() || trimmed.contains('_');
        let mut field = 1;
        while !closed && let Some((offset, next)) = words.peek().copied() {
            let bare = next.trim_end_matches(CLOSING);
            let Some(after) = field_after(field, bare) else {
                break;
            };
            field = after;
            end = offset + bare.len();
            closed = bare.len() < next.len();
            words.next();
        }
        if let Some(fen) = text.get(start..end) {
            found.push(fen);
        }
    }
    found
}

const OPENING: [char; 12] = ['"', '\'', '`', '(', '[', '{', '<', '*', '“', '„', '«', '‘'];
const CLOSING: [char; 18] = [
    '"', '\'', '`', ')', ']', '}', '>', '*', '“', '”', '»', '’', '.', ',', ';', ':', '!', '?',
];

/// The number of the field that `word` is, if it can be one behind field number `field`.
fn field_after(field: u32, word: &str) -> Option<u32> {
    let fits =
        match field {
            1 => matches!(word, "w" | "b" | "W" | "B"),
            2 => word == "-"
                || word == "–"
                || ((1..=4).contains(&word.len())
                    && word.chars().all(
                        |letter| matches!(letter, 'K' | 'Q' | 'k' | 'q' | 'A'..='H' | 'a'..='h'),
                    )),
            3 => word == "-" || word == "–" || is_square(word),
            4 | 5 => (1..=5).contains(&word.len()) && word.chars().all(|d| d.is_ascii_digit()),
            _ => false,
        };
    fits.then_some(field + 1)
}

fn is_square(word: &str) -> bool {
    let mut characters = word.chars();
    matches!(characters.next(), Some('a'..='h' | 'A'..='H'))
        && matches!(characters.next(), Some('1'..='8'))
        && characters.next().is_none()
}

/// Six to eight slashes, and hardly a character between them that has no business in a FEN; a
/// path of folders has many of those.
fn looks_like_placement(word: &str) -> bool {
    let slashes = word.matches('/').count();
    if !(6..=8).contains(&slashes) || word.len() > 100 {
        return false;
    }
    let strangers = word
        .chars()
        .filter(|character| !matches!(character, '/' | '~' | '0'..='9'))
        .filter(|character| !"pnbrqkPNBRQK".contains(*character))
        .count();
    let only_words = word
        .chars()
        .all(|character| character.is_ascii_alphanumeric() || matches!(character, '/' | '~'));
    only_words && strangers <= 2 && word.split('/').all(|rank| !rank.is_empty())
}

/// The last eight parts of a web address: analysis boards have the FEN there.
fn without_address(word: &str) -> &str {
    if !word.contains("://") {
        return word;
    }
    word.rmatch_indices('/')
        .nth(7)
        .and_then(|(index, slash)| word.get(index + slash.len()..))
        .unwrap_or(word)
}

/// A word without what surrounds it, and how many bytes were taken off its front.
fn trim_around(word: &str) -> (usize, &str) {
    let front = word.trim_start_matches(OPENING);
    // "FEN:rnbq..." and "fen=rnbq..." are common in signatures of chess programs.
    let front = front
        .char_indices()
        .take(6)
        .find(|(_, character)| matches!(character, ':' | '='))
        .and_then(|(index, character)| front.get(index + character.len_utf8()..))
        .filter(|rest| !rest.is_empty() && !rest.starts_with('/'))
        .unwrap_or(front)
        .trim_start_matches(OPENING);
    (word.len() - front.len(), front.trim_end_matches(CLOSING))
}

fn words_with_offsets(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = 0;
    text.split(char::is_whitespace).filter_map(move |word| {
        let start = offset;
        // Each separator is one character, but not always one byte.
        let separator = text
            .get(start + word.len()..)
            .and_then(|rest| rest.chars().next())
            .map_or(0, char::len_utf8);
        offset = start + word.len() + separator;
        (!word.is_empty()).then_some((start, word))
    })
}

#[cfg(test)]
mod tests;
