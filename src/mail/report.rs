//! Reports about mails of ours: bounces (RFC 3464), complaints (RFC 5965), receipts (RFC 8098).
//!
//! - `words`: bounces that follow no standard, read by their words; `wordings`: the words; `status`: the codes among them.
//! - `notification`: reports in forms of their own, of Amazon and Hotmail.

mod notification;
mod status;
mod verdict;
mod wordings;
mod words;

pub use notification::{is_complaint_of_hotmail, read_notification};
pub use verdict::Verdict;
pub use words::read_words;

use super::headers::{self, RawField};

/// What a `multipart/report` says, reduced to what the robot acts on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// The `report-type` parameter in lower case: `delivery-status`, `feedback-report`, `disposition-notification`,
    /// or empty when the mail names none.
    pub kind: String,
    /// One entry for each recipient of a delivery report, in order.
    pub recipients: Vec<RecipientReport>,
    /// The Message-ID of the mail of ours that is reported on, without angle brackets, where it was returned.
    pub original_message_id: Option<String>,
    /// The envelope sender of that mail, where the report names it: `Original-Mail-From` of a complaint (RFC 5965 3.2), or
    /// the `Return-Path` of the returned mail.
    pub original_sender: Option<String>,
    /// `Feedback-Type` of a complaint: `abuse`, `fraud`, ...
    pub feedback_type: Option<String>,
}

/// What happened to one recipient (RFC 3464 section 2.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecipientReport {
    /// The address that could not be reached; the original one where both are given.
    pub address: Option<String>,
    /// The address at which the mail ended up, where both are given.
    pub final_address: Option<String>,
    /// What the server did or will do.
    pub action: Action,
    /// The status code, such as `5.1.1`, where one was given.
    pub status: Option<String>,
    /// The other server's words, in one line.
    pub diagnostic: Option<String>,
}

/// The `Action` field of a delivery report (RFC 3464 section 2.3.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Given up.
    Failed,
    /// Still being tried: nothing is to be done.
    Delayed,
    /// Delivered, relayed or expanded: good news.
    Delivered,
    /// Missing, or a word that the RFC does not know.
    Unknown,
}

impl Action {
    /// Reads the field's value; a comment after it is tolerated, and OpenSMTPD's `error` means failed.
    pub fn read(value: &str) -> Action {
        let bare = headers::strip_comments(value);
        let word = bare.trim().split([' ', ';']).next().unwrap_or_default();
        match word.to_ascii_lowercase().as_str() {
            "failed" | "failure" | "error" => Action::Failed,
            "delayed" | "delay" => Action::Delayed,
            "delivered" | "relayed" | "expanded" => Action::Delivered,
            _ => Action::Unknown,
        }
    }
}

impl RecipientReport {
    /// What became of this recipient.
    pub fn verdict(&self) -> Verdict {
        let status = self
            .status
            .as_deref()
            .map_or(Verdict::Unknown, Verdict::of_status);
        let words = self
            .diagnostic
            .as_deref()
            .map_or(Verdict::Unknown, verdict::verdict);
        // Servers that give everything up with 5.0.0, or policy with 5.1.0, say what they mean in words.
        let told = match (status, words) {
            (Verdict::Permanent, Verdict::Refused | Verdict::Temporary) => words,
            (Verdict::Unknown, _) => words,
            (status, _) => status,
        };
        match (self.action, told) {
            (Action::Delivered, _) => Verdict::Delivered,
            (Action::Delayed, _) => Verdict::Delayed,
            // Failed, and yet delivered: it makes no sense.
            (Action::Failed, Verdict::Delivered | Verdict::Delayed) => Verdict::Unknown,
            (Action::Failed, Verdict::Unknown) => Verdict::Permanent,
            (Action::Failed | Action::Unknown, told) => told,
        }
    }

    /// Whether this is about the address, in any letter case; an original address may be in the xtext of RFC 3461
    /// section 4, which writes `+2B` for a plus.
    pub fn is_about(&self, address: &str) -> bool {
        let same = |named: &String| {
            named.eq_ignore_ascii_case(address) || from_xtext(named).eq_ignore_ascii_case(address)
        };
        self.address.as_ref().is_some_and(same) || self.final_address.as_ref().is_some_and(same)
    }
}

impl Report {
    /// What became of the mail to this address; the worst where it is named several times. `None` when others are named
    /// and it is not.
    pub fn verdict_about(&self, address: &str) -> Option<Verdict> {
        if self.recipients.is_empty() {
            return Some(Verdict::Unknown);
        }
        let nameless = |one: &RecipientReport| one.address.is_none() && one.final_address.is_none();
        worst(
            self.recipients
                .iter()
                .filter(|one| one.is_about(address) || nameless(one)),
        )
    }

    /// What became of the mail to whomever it was sent on, where it was sent on to one.
    pub fn verdict_about_the_only_one(&self) -> Option<Verdict> {
        match self.recipients.as_slice() {
            [only] => Some(only.verdict()),
            _ => None,
        }
    }

    /// Adds the fields of a `message/delivery-status` part: blocks of fields, the first about the mail, each other
    /// about one recipient.
    pub fn add_delivery_status(&mut self, part: &[u8]) {
        let mut rest = part;
        // A report about thousands of recipients is not about a mail of ours.
        for _ in 0..200 {
            let (fields, after) = headers::split(rest);
            self.add_recipient(&fields);
            if after.is_empty() {
                return;
            }
            rest = after;
        }
    }

    /// Adds the fields of a `message/feedback-report` part.
    pub fn add_feedback(&mut self, part: &[u8]) {
        let (fields, _) = headers::split(part);
        self.feedback_type = find(&fields, "Feedback-Type").map(|value| value.to_ascii_lowercase());
        self.original_sender = find(&fields, "Original-Mail-From").and_then(|value| bare(&value));
    }

    /// Adds the returned mail, or its header block.
    pub fn add_original(&mut self, part: &[u8]) {
        let (fields, _) = headers::split(part);
        if self.original_sender.is_none() {
            self.original_sender = find(&fields, "Return-Path").and_then(|value| bare(&value));
        }
        if self.original_message_id.is_none() {
            self.original_message_id = fields
                .iter()
                .find(|field| field.is("Message-ID"))
                .and_then(|field| field.message_ids().into_iter().next());
        }
    }

    fn add_recipient(&mut self, fields: &[RawField<'_>]) {
        let original = find(fields, "Original-Recipient").and_then(|value| typed(&value));
        let last = find(fields, "Final-Recipient").and_then(|value| typed(&value));
        let (address, final_address) = match (original, last) {
            (Some(original), last) => (Some(original), last),
            (None, last) => (last, None),
        };
        let action = find(fields, "Action").map(|value| Action::read(&value));
        let status = find(fields, "Status").and_then(|value| status::in_field(&value));
        if address.is_none() && action.is_none() && status.is_none() {
            return;
        }
        self.recipients.push(RecipientReport {
            address,
            final_address,
            action: action.unwrap_or(Action::Unknown),
            status,
            diagnostic: find(fields, "Diagnostic-Code"),
        });
    }
}

/// The worst of several: what was given up before what is still tried.
fn worst<'a>(recipients: impl Iterator<Item = &'a RecipientReport>) -> Option<Verdict> {
    let rank = |verdict: &Verdict| match verdict {
        Verdict::Permanent => 5,
        Verdict::Refused => 4,
        Verdict::Temporary => 3,
        Verdict::Delayed => 2,
        Verdict::Unknown => 1,
        Verdict::Delivered => 0,
    };
    recipients.map(RecipientReport::verdict).max_by_key(rank)
}

/// The address of `rfc822; ann@example.org`; some servers leave out the type.
fn typed(value: &str) -> Option<String> {
    let value = headers::strip_comments(value);
    bare(
        value
            .split_once(';')
            .map_or(value.as_str(), |(_, address)| address),
    )
}

fn bare(address: &str) -> Option<String> {
    let address = address.trim_matches([' ', '<', '>', '"']);
    (!address.is_empty()).then(|| address.to_owned())
}

/// RFC 3461 section 4: a plus and two hexadecimal digits stand for an octet.
fn from_xtext(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('+') {
        plain.push_str(before);
        let octet = after
            .get(..2)
            .filter(|digits| !digits.contains(|c: char| c.is_ascii_lowercase()))
            .and_then(|digits| u8::from_str_radix(digits, 16).ok())
            .filter(u8::is_ascii_graphic);
        match octet {
            Some(octet) => {
                plain.push(char::from(octet));
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                plain.push('+');
                rest = after;
            }
        }
    }
    plain.push_str(rest);
    plain
}

fn find(fields: &[RawField<'_>], name: &str) -> Option<String> {
    fields
        .iter()
        .find(|field| field.is(name))
        .map(RawField::decoded)
        .filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests;
