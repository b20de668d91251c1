//! What a bounce says about the fate of a mail, by its status code or in words.

use super::status;
use super::wordings::{DELAYED, FULL, GIVEN_UP, PERMANENT, REFUSED};

/// What a bounce says about one recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Given up, and by fault of the address: it does not exist, is closed, or cannot be reached.
    Permanent,
    /// Given up for reasons that are not the address's: unwanted, too large, malformed. Nobody learns from it whether
    /// the address works.
    Refused,
    /// Not delivered for a reason that passes: a full mailbox, a server that is down (RFC 3463 class 4).
    Temporary,
    /// Still being tried.
    Delayed,
    /// Delivered, relayed or expanded: good news.
    Delivered,
    /// It cannot be read.
    Unknown,
}

impl Verdict {
    /// The word for it, for a log or a list.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Permanent => "permanent",
            Verdict::Refused => "refused",
            Verdict::Temporary => "temporary",
            Verdict::Delayed => "delayed",
            Verdict::Delivered => "delivered",
            Verdict::Unknown => "unknown",
        }
    }

    /// What an enhanced status code says (RFC 3463) where nothing contradicts it: `5.1.1`.
    pub fn of_status(status: &str) -> Verdict {
        let mut numbers = status.split('.').map(|number| number.parse::<u16>().ok());
        let (Some(Some(class)), Some(Some(subject)), Some(Some(detail))) =
            (numbers.next(), numbers.next(), numbers.next())
        else {
            return Verdict::Unknown;
        };
        match (class, subject, detail) {
            (2, ..) => Verdict::Delivered,
            (4, ..) | (5, 2, 2) => Verdict::Temporary,
            // Message too big, for the system or for the mailbox; protocol; content; policy.
            (5, 3, 4) | (5, 2, 3) | (5, 5..=7, _) => Verdict::Refused,
            // A code between 0 and 4: other, address, mailbox, system, network (RFC 3463 section 3).
            (5, 0..=4, _) => Verdict::Permanent,
            _ => Verdict::Unknown,
        }
    }
}

/// What these words say about the fate of a mail.
pub(super) fn verdict(words: &str) -> Verdict {
    let lower = words.to_lowercase();
    // Phrases are broken over lines.
    let joined = lower.split_whitespace().collect::<Vec<_>>().join(" ");
    if has(&joined, DELAYED) {
        return Verdict::Delayed;
    }
    if has(&joined, FULL) {
        return Verdict::Temporary;
    }
    let by_status = status::in_words(&lower).map(|status| Verdict::of_status(&status));
    match by_status {
        Some(Verdict::Permanent) | None => {}
        Some(other) => return other,
    }
    if has(&joined, REFUSED) && !has(&joined, PERMANENT) {
        return Verdict::Refused;
    }
    if by_status == Some(Verdict::Permanent) || has(&joined, PERMANENT) {
        return Verdict::Permanent;
    }
    match reply_code(&lower) {
        Some(552) | Some(400..=499) => Verdict::Temporary,
        Some(550 | 551 | 553 | 511 | 521 | 556) => Verdict::Permanent,
        _ if has(&joined, GIVEN_UP) => Verdict::Permanent,
        _ => Verdict::Unknown,
    }
}

/// The first reply code of RFC 5321 section 4.2 that refuses: three digits alone or before a dash.
fn reply_code(text: &str) -> Option<u16> {
    text.split([' ', '\n', '-', '#', ':', '(', ')', '<', '>', ',', ';'])
        .filter(|word| word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit()))
        .filter_map(|word| word.parse().ok())
        .find(|code| (400..600).contains(code))
}

/// Whether one of these phrases stands there.
pub(super) fn has(lower: &str, phrases: &str) -> bool {
    phrases.split('|').any(|phrase| lower.contains(phrase))
}
