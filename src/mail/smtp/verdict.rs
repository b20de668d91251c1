//! What a relay's refusal means for a mail (RFC 5321 section 4.2, RFC 3463). Pure.

use std::fmt;

use super::delivery::{Delivery, Remedy};

/// No more of a server's words than this is kept.
const LONGEST_REASON: usize = 300;

/// How far the conversation had come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Greeting, EHLO, STARTTLS.
    Greeting,
    /// MAIL FROM.
    Sender,
    /// RCPT TO.
    Recipient,
    /// DATA, and the mail itself.
    Content,
}

/// A reply with a code of 400 or above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    code: u16,
    text: String,
}

impl Refusal {
    pub(super) fn new(code: u16, text: &str) -> Refusal {
        Refusal {
            code,
            text: clean(text),
        }
    }

    /// 421: "closing transmission channel" (RFC 5321 section 4.2.3).
    pub(super) fn closes_the_line(&self) -> bool {
        self.code == 421
    }

    /// Subject and detail of the enhanced status code (RFC 3463): (1, 1) for "5.1.1 no such user".
    fn status(&self) -> Option<(u16, u16)> {
        let mut numbers = self.text.split_ascii_whitespace().next()?.split('.');
        let class = numbers.next()?;
        let (subject, detail) = (numbers.next()?, numbers.next()?);
        if !matches!(class, "4" | "5") || numbers.next().is_some() {
            return None;
        }
        Some((subject.parse().ok()?, detail.parse().ok()?))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.text)
    }
}

/// What becomes of the mail. `proven`: the relay accepted another mail of ours a short while ago,
/// so that a refusal which seems to be about us is about this mail or this recipient after all;
/// then it is tried again later, and does not hold up the others.
pub(super) fn judge(step: Step, refusal: &Refusal, proven: bool) -> Delivery {
    let reason = refusal.to_string();
    let about_us = if proven {
        Delivery::Retry {
            reason: reason.clone(),
        }
    } else {
        Delivery::Ours {
            reason: reason.clone(),
            remedy: match step {
                Step::Greeting => Remedy::Waiting,
                Step::Sender | Step::Recipient | Step::Content => Remedy::Administrator,
            },
        }
    };
    let permanent = refusal.code >= 500;
    match (step, refusal.code, refusal.status()) {
        (Step::Greeting, ..) => about_us,
        _ if !permanent => Delivery::Retry { reason },
        // Said by servers that are set up wrongly for a while; Delta Chat learnt it the hard way.
        (_, 550, Some((5, 0))) => Delivery::Retry { reason },
        // Authentication required or failed.
        (_, 530 | 535, _) => about_us,
        // Policy: relaying denied, sender blocked, spam; and "daily limit exceeded" as Google
        // spells it.
        (_, _, Some((7, _) | (4, 5))) => about_us,
        (Step::Sender, ..) => about_us,
        // A full mailbox may be emptied.
        (_, _, Some((2, 2))) | (_, 552, None) => Delivery::Retry { reason },
        // A relay that hears of the recipient's address only after the mail still says so in the status.
        (Step::Recipient, ..) | (Step::Content, _, Some((1, _) | (2, 1))) => {
            Delivery::Failed { reason }
        }
        (Step::Content, ..) => Delivery::Rejected { reason },
    }
}

/// A server's words, fit for one line of a log.
pub(super) fn clean(words: &str) -> String {
    words
        .chars()
        .map(|character| {
            if character.is_control() {
                ' '
            } else {
                character
            }
        })
        .take(LONGEST_REASON)
        .collect::<String>()
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests;
