//! Text for a terminal, whoever wrote it.

use crate::mail::headers::is_unprintable;
use std::borrow::Cow;
use std::io::{ErrorKind, Write};

/// The text with everything that steers a terminal, or turns the direction of a line, as it is written in source code:
/// `\u{1b}`. Mails are shown as they came, and their writers shall not move the administrator's cursor, rewrite what
/// they have read, or answer in their name. Line feeds and tabs stay.
pub fn harmless(text: &str) -> Cow<'_, str> {
    let steers = |character: char| is_unprintable(character) && !matches!(character, '\n' | '\t');
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if steers(character) {
            plain.extend(character.escape_default());
        } else {
            plain.push(character);
        }
    }
    Cow::Owned(plain)
}

/// Writes text to standard output, harmless; a reader that has seen enough (`| head`) is no error.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    match std::io::stdout().write_all(harmless(text).as_bytes()) {
        Err(fault) if fault.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn what_steers_a_terminal_is_shown_and_not_done() {
        for (text, shown) in [
            ("plain\n\ttext, Žižka ♞\n", "plain\n\ttext, Žižka ♞\n"),
            (
                "\u{1b}]0;title\u{7}\u{1b}[2J",
                "\\u{1b}]0;title\\u{7}\\u{1b}[2J",
            ),
            ("over\rwritten", "over\\rwritten"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("\u{202e}gpj.exe", "\\u{202e}gpj.exe"),
            ("nul\0", "nul\\u{0}"),
        ] {
            assert_eq!(harmless(text), shown);
        }
    }
}
