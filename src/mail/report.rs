//! Reports about mails of ours: bounces (RFC 3464), complaints (RFC 5965), receipts (RFC 8098).

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
    /// `Feedback-Type` of a complaint: `abuse`, `fraud`, ...
    pub feedback_type: Option<String>,
}

/// What happened to one recipient (RFC 3464 section 2.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecipientReport {
    /// The address that could not be reached; the original one where both are given.
    pub address: Option<String>,
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
        let word = value.split([' ', '(', ';']).next().unwrap_or_default();
        match word.to_ascii_lowercase().as_str() {
            "failed" | "failure" | "error" => Action::Failed,
            "delayed" => Action::Delayed,
            "delivered" | "relayed" | "expanded" => Action::Delivered,
            _ => Action::Unknown,
        }
    }
}

impl Report {
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
    }

    /// Adds the returned mail, or its header block.
    pub fn add_original(&mut self, part: &[u8]) {
        if self.original_message_id.is_none() {
            let (fields, _) = headers::split(part);
            self.original_message_id = fields
                .iter()
                .find(|field| field.is("Message-ID"))
                .and_then(|field| field.message_ids().into_iter().next());
        }
    }

    fn add_recipient(&mut self, fields: &[RawField<'_>]) {
        let address = find(fields, "Original-Recipient")
            .or_else(|| find(fields, "Final-Recipient"))
            .map(|value| {
                match value.split_once(';') {
                    Some((_, address)) => address,
                    None => value.as_str(),
                }
                .trim_matches([' ', '<', '>'])
                .to_owned()
            });
        let action = find(fields, "Action").map(|value| Action::read(&value));
        let status = find(fields, "Status")
            .and_then(|value| value.split([' ', '(']).next().map(str::to_owned));
        if address.is_none() && action.is_none() && status.is_none() {
            return;
        }
        self.recipients.push(RecipientReport {
            address,
            action: action.unwrap_or(Action::Unknown),
            status,
            diagnostic: find(fields, "Diagnostic-Code"),
        });
    }
}

fn find(fields: &[RawField<'_>], name: &str) -> Option<String> {
    fields
        .iter()
        .find(|field| field.is(name))
        .map(RawField::decoded)
        .filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delivery_status_is_read_block_by_block() {
        let mut report = Report::default();
        report.add_delivery_status(
            b"Reporting-MTA: dns; mx.example.org\r\n\r\nFinal-Recipient: rfc822; bob@example.net\r\nAction: failed (sorry)\r\nStatus: 5.1.1 (no such user)\r\nDiagnostic-Code: smtp; 550 no\r\n such user\r\n\r\nFinal-Recipient: rfc822;ann@example.net\r\nAction: delayed\r\n",
        );
        assert_eq!(report.recipients.len(), 2);
        let first = &report.recipients[0];
        assert_eq!(first.address.as_deref(), Some("bob@example.net"));
        assert_eq!(first.action, Action::Failed);
        assert_eq!(first.status.as_deref(), Some("5.1.1"));
        assert_eq!(first.diagnostic.as_deref(), Some("smtp; 550 no such user"));
        assert_eq!(report.recipients[1].action, Action::Delayed);
    }

    #[test]
    fn the_returned_mail_names_itself() {
        let mut report = Report::default();
        report.add_original(b"From: chess@example.org\nMessage-ID: <m1@id.example.org>\n\nbody");
        assert_eq!(
            report.original_message_id.as_deref(),
            Some("m1@id.example.org")
        );
    }
}
