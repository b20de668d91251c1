//! Text for a terminal, whoever wrote it.

use crate::mail::headers::is_unprintable;
use anyhow::bail;
use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;
use std::borrow::Cow;
use std::io::{BufRead, ErrorKind, IsTerminal, Write};

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

/// "1 game", "2 games", "1 ply".
pub(super) fn counted(count: impl TryInto<u64>, thing: &str) -> String {
    let count = count.try_into().unwrap_or_default();
    match (count, thing.strip_suffix('y')) {
        (1, _) => format!("1 {thing}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        (_, None) => format!("{count} {thing}s"),
    }
}

/// A fault with all its reasons, each said once: sqlx and lettre have the words of a reason in their own as well.
pub fn told(fault: &anyhow::Error) -> String {
    let mut words = String::new();
    for cause in fault.chain() {
        let more = cause.to_string();
        if words.ends_with(&more) {
            continue;
        }
        if !words.is_empty() {
            words.push_str(": ");
        }
        words.push_str(&more);
    }
    words
}

/// An instant as programs read it (RFC 3339), in UTC and whole seconds.
pub(super) fn instant(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// Writes a value as JSON, on lines of its own. What steers a terminal is escaped by JSON or by us.
pub(super) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print(&format!("{}\n", serde_json::to_string_pretty(value)?))
}

/// Whether what cannot be undone is to be done.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Consent {
    /// Do not ask; without a terminal nothing is asked
    #[arg(long)]
    yes: bool,
}

impl Consent {
    /// Asks, on a terminal; a script has made up its mind.
    ///
    /// # Errors
    ///
    /// When the answer is no.
    pub(super) fn to(self, consequence: &str) -> anyhow::Result<()> {
        if self.yes || !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
            return Ok(());
        }
        print(&format!(
            "{consequence} This cannot be undone. Go on? [y/N] "
        ))?;
        std::io::stdout().flush()?;
        let mut answer = String::new();
        std::io::stdin().lock().read_line(&mut answer)?;
        match answer.trim().to_lowercase().as_str() {
            "y" | "yes" => Ok(()),
            _ => bail!("nothing was changed"),
        }
    }
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
    use super::{counted, harmless};

    #[test]
    fn one_thing_is_not_called_several() {
        assert_eq!(counted(1_i64, "game"), "1 game");
        assert_eq!(counted(0_usize, "game"), "0 games");
        assert_eq!(counted(1_u32, "ply"), "1 ply");
        assert_eq!(counted(21_u32, "ply"), "21 plies");
    }

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
