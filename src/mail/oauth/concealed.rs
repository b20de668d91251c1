//! What must not be told: tokens, in the words of who had them.

use data_encoding::BASE64;
use secrecy::{ExposeSecret, SecretString};

/// What stands in the place of what must not be told.
pub(super) const INSTEAD: &str = "(secret)";
/// How many characters in a row are taken for a piece of a secret: a server may quote the beginning of a line only.
const PIECE: usize = 8;
/// A shorter one is none: it would take ordinary words apart.
pub(super) const SHORTEST: usize = 4;
/// How many characters a word must have that could be a token of somebody's whom we do not know.
const SHORTEST_UNKNOWN: usize = 20;

/// A token that was shown to a server, in the forms in which the server may repeat it.
pub(in crate::mail) struct Shown {
    forms: Vec<SecretString>,
}

impl Shown {
    /// The token, and the line in base64 with which it was presented.
    pub(in crate::mail) fn new(token: &SecretString, response: &SecretString) -> Shown {
        let mut forms = vec![response.clone(), token.clone()];
        // In base64 a word looks different at each of three places behind others.
        for before in 0..3 {
            let mut octets = vec![0; before];
            octets.extend(token.expose_secret().as_bytes());
            let whole = BASE64.encode(&octets);
            // Without the character that it shares with what stands before, or behind.
            let first = (before * 8).div_ceil(6);
            let last = octets.len() * 8 / 6;
            forms.push(whole.get(first..last).unwrap_or_default().to_owned().into());
        }
        Shown { forms }
    }

    /// The words of a server, without it and without pieces of it.
    pub(in crate::mail) fn taken_out_of(&self, words: &str) -> String {
        let mut words = words.to_owned();
        for form in &self.forms {
            words = without(&words, form.expose_secret());
        }
        words
    }
}

/// These words without the secret and without its pieces.
fn without(words: &str, secret: &str) -> String {
    let shortest = PIECE.min(secret.len());
    if shortest < SHORTEST {
        return words.to_owned();
    }
    let mut told = String::with_capacity(words.len());
    let mut rest = words;
    while let Some(next) = rest.chars().next() {
        let piece = longest_piece(rest, secret, shortest);
        if piece == 0 {
            told.push(next);
        } else if !told.ends_with(INSTEAD) {
            told.push_str(INSTEAD);
        }
        let over = piece.max(next.len_utf8());
        rest = rest.get(over..).unwrap_or_default();
    }
    told
}

/// How many octets at the beginning of these words stand in the secret, if they are enough; otherwise 0.
fn longest_piece(words: &str, secret: &str, shortest: usize) -> usize {
    let mut longest = 0;
    for end in shortest..=words.len().min(secret.len()) {
        match words.get(..end) {
            Some(piece) if secret.contains(piece) => longest = end,
            Some(_) | None => break,
        }
    }
    longest
}

/// What a command says, without the words that could be tokens of somebody's.
pub(super) fn without_unknown(words: &str) -> String {
    let mut told = String::with_capacity(words.len());
    for piece in words.split_inclusive(|character| !belongs_to_token(character)) {
        let word = piece.trim_end_matches(|character| !belongs_to_token(character));
        let behind = piece.get(word.len()..).unwrap_or_default();
        told.push_str(if could_be_token(word) { INSTEAD } else { word });
        told.push_str(behind);
    }
    told
}

/// A slash parts words here, though a token may have one: paths are to be told.
fn belongs_to_token(character: char) -> bool {
    character.is_ascii_alphanumeric() || "-._~+=".contains(character)
}

/// Whether somebody else than a person has made this word. Names of files, words of error codes and UUIDs are told.
fn could_be_token(word: &str) -> bool {
    let has = |kind: fn(&char) -> bool| word.chars().any(|character| kind(&character));
    let mixed =
        has(char::is_ascii_digit) && has(char::is_ascii_lowercase) && has(char::is_ascii_uppercase);
    let hexadecimal =
        word.len() >= 32 && word.chars().all(|character| character.is_ascii_hexdigit());
    word.len() >= SHORTEST_UNKNOWN && (mixed || hexadecimal || word.len() >= 3 * SHORTEST_UNKNOWN)
}

/// What a command that failed has printed in the place of a token, on one line.
pub(super) fn reasons_in(printed: &str) -> String {
    let told: Vec<&str> = printed
        .lines()
        .map(str::trim)
        .filter(|line| is_told(line))
        .collect();
    without_unknown(&told.join(" "))
}

/// Whether a line of what was printed is words of a person, or a code as `invalid_grant` (RFC 6749 section 5.2): a word by
/// itself could be a token.
pub(super) fn is_told(line: &str) -> bool {
    let is_code = line.len() < 2 * SHORTEST_UNKNOWN
        && line.contains('_')
        && line
            .chars()
            .all(|character| character.is_ascii_lowercase() || character == '_');
    line.contains(' ') || is_code
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg==";

    #[test]
    fn a_server_that_repeats_what_it_was_shown_is_told_without_it() {
        let line = format!("user=chess@club.test\x01auth=Bearer {TOKEN}\x01\x01");
        let response = BASE64.encode(line.as_bytes());
        let shown = Shown::new(&TOKEN.to_owned().into(), &response.clone().into());
        let of_itself = BASE64.encode(TOKEN.as_bytes());
        for (words, told) in [
            (
                "535 5.7.8 not accepted".to_owned(),
                "535 5.7.8 not accepted",
            ),
            (format!("bad token {TOKEN}"), "bad token (secret)"),
            (format!("bad token {}", &TOKEN[..20]), "bad token (secret)"),
            (
                format!("unknown command {response}, sorry"),
                "unknown command (secret), sorry",
            ),
            (
                format!("unknown: {}...", &response[..50]),
                "unknown: (secret)...",
            ),
            (
                format!("unknown: {}", of_itself.trim_end_matches('=')),
                "unknown: (secret)",
            ),
        ] {
            let found = shown.taken_out_of(&words);
            assert_eq!(found, told, "{words}");
        }
        // However it stands in the line, no part of it is left that is worth having.
        for before in 0..3 {
            let line = format!("{}{TOKEN}", "#".repeat(before));
            let found = shown.taken_out_of(&BASE64.encode(line.as_bytes()));
            assert!(found.len() < INSTEAD.len() + 8, "{found}");
        }
        let short = Shown::new(&"a".to_owned().into(), &"b".to_owned().into());
        assert_eq!(short.taken_out_of("a bad token"), "a bad token");
    }

    #[test]
    fn what_a_command_says_is_told_but_for_what_could_be_a_token() {
        for words in [
            "File \"/usr/local/lib/python3.11/site-packages/requests/sessions.py\", line 704, in send",
            "AADSTS700082: The refresh token has expired. Trace ID: 2ba53b3f-30c3-4b9e-8e43-a2a5d2c10b00",
            "interaction_required",
        ] {
            assert_eq!(without_unknown(words), words);
        }
        for (words, told) in [
            ("got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJj.abc", "got (secret)"),
            (
                "GET /?code=4/0AX4XfWhPqTqTqTqTqTqT&x",
                "GET /?code=4/(secret)&x",
            ),
            (
                "refresh 9f86d081884c7d659a2feaa0c55ad015",
                "refresh (secret)",
            ),
        ] {
            assert_eq!(without_unknown(words), told);
        }
    }
}
