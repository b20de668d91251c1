//! Bounces that follow no standard, read by their words: qmail, Exim, old Exchange and Postfix, providers of their own
//! mind.
//!
//! Only the part above the returned mail is read, since the returned mail is our own text and says nothing about its fate.

use super::verdict::{Verdict, has, verdict};
use super::wordings::{DELAYED, RETURNED_BELOW};
use super::{Action, RecipientReport, Report, status};
use crate::mail::incoming::Incoming;

/// As many octets of a bounce are read for what it says: real ones say it in some hundred lines at most, and phrases of
/// many languages are looked for in all of it.
const MOST_READ: usize = 64 * 1024;

/// Lines among which the one is looked for that says why.
const MOST_LINES: usize = 200;

/// Reads a bounce that has no report in it, by its subject, its header fields and its words.
pub fn read_words(mail: &Incoming) -> Report {
    let text = mail.text.as_deref().unwrap_or_default();
    let (said, returned) = split(text);
    let mut report = Report::default();
    if let Some(id) = returned.lines().find_map(message_id) {
        report.original_message_id = Some(id.to_owned());
    }
    let whole = format!("{}\n{said}", mail.subject);
    let verdict = verdict(&whole);
    let lower = whole.to_lowercase();
    let delayed = has(&lower, DELAYED);
    let action = match verdict {
        _ if delayed => Action::Delayed,
        Verdict::Permanent => Action::Failed,
        Verdict::Delayed => Action::Delayed,
        Verdict::Delivered => Action::Delivered,
        Verdict::Refused | Verdict::Temporary | Verdict::Unknown => Action::Unknown,
    };
    let lines: Vec<&str> = said
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .take(MOST_LINES)
        .collect();
    let diagnostic = diagnostic(&lines, verdict).map(|words| words.chars().take(300).collect());
    let failed_recipients = mail
        .values("x-failed-recipients")
        .flat_map(|value| value.split([',', ' ']));
    let named: Vec<String> = failed_recipients
        .filter(|word| word.contains('@'))
        .map(str::to_owned)
        .collect();
    let mut addresses = if named.is_empty() {
        addresses_in(said)
    } else {
        named
    };
    addresses.truncate(200);
    let one = |address: Option<String>| RecipientReport {
        address,
        final_address: None,
        action,
        status: status::in_words(&whole),
        diagnostic: diagnostic.clone(),
    };
    report.recipients = if addresses.is_empty() {
        vec![one(None)]
    } else {
        addresses
            .into_iter()
            .map(|address| one(Some(address)))
            .collect()
    };
    report
}

/// The line with a status code, or the words that say the same as the whole: they may be broken over three lines.
fn diagnostic(lines: &[&str], whole: Verdict) -> Option<String> {
    if let Some(line) = lines.iter().find(|line| status::in_words(line).is_some()) {
        return Some((*line).to_owned());
    }
    let says_it = |words: &String| verdict(words) == whole && !is_general(words);
    (1..=3)
        .filter(|_| whole != Verdict::Unknown)
        .find_map(|length| {
            lines
                .windows(length)
                .map(|part| part.join(" "))
                .find(says_it)
        })
        .or_else(|| lines.first().map(|line| (*line).to_owned()))
}

/// What the server says, as far as it is read, and the mail that came back.
fn split(text: &str) -> (&str, &str) {
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if at + line.len() > MOST_READ {
            let (read, _) = text.split_at(text.floor_char_boundary(MOST_READ));
            return (read, "");
        }
        let lower = line.trim_start().to_lowercase();
        // Some begin with a line of dashes or with trace fields of their own.
        if number > 1
            && RETURNED_BELOW
                .split('|')
                .any(|mark| lower.starts_with(mark))
        {
            return text.split_at(at);
        }
        at += line.len();
    }
    (text, "")
}

/// The id in a line `Message-ID: <…>` of the returned mail.
fn message_id(line: &str) -> Option<&str> {
    let (name, value) = line.split_once(':')?;
    if !name
        .trim_start_matches(['>', ' '])
        .eq_ignore_ascii_case("message-id")
    {
        return None;
    }
    let (id, _) = value.trim().strip_prefix('<')?.split_once('>')?;
    Some(id)
}

/// What stands before an address that a bounce names and that is not at the beginning of its line, in lower case.
const NAMES_AN_ADDRESS: &str = "\
    expanded from:|addressed to|error-for:|for|intended recipient:|following recipient:|\
    undeliverable address:|final delivery userid:|attempts:|undeliverable to|deliver your message to|--|*|>|user";

/// Addresses as bounces name their recipients: at the beginning of a line, `<ann@example.org>:` or alone, or behind words
/// that say so.
fn addresses_in(said: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in said.lines() {
        for word in line.split_whitespace().filter_map(as_address) {
            let at = line.find(word).unwrap_or_default();
            let before = line.get(..at).unwrap_or_default().to_lowercase();
            let before =
                before.trim_end_matches(|c: char| !c.is_alphanumeric() && !":->*".contains(c));
            let named = before.trim().is_empty()
                || NAMES_AN_ADDRESS
                    .split('|')
                    .any(|words| before.trim_end().ends_with(words));
            if named && !found.iter().any(|one| one.eq_ignore_ascii_case(word)) {
                found.push(word.to_owned());
            }
        }
    }
    found
}

/// The address in a word of prose.
fn as_address(word: &str) -> Option<&str> {
    let word = word.trim_matches(['<', '>', ':', ',', ';', '"', '\'', '(', ')', '[', ']', '.']);
    let (local, domain) = word.split_once('@')?;
    (!local.is_empty() && domain.contains('.')).then_some(word)
}

/// Words that stand in every bounce of a program and say nothing of this one.
fn is_general(line: &str) -> bool {
    has(
        &line.to_lowercase(),
        "permanent error|i've given up|fatal error",
    )
}

#[cfg(test)]
mod tests;
