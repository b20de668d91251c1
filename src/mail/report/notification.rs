//! Reports that providers write in their own forms: Amazon SES as JSON, Hotmail as a bare mail that came back.

use serde::Deserialize;

use super::{Action, RecipientReport, Report};
use crate::mail::headers;

/// Longer JSON is not about a mail of ours.
const LONGEST: usize = 256 * 1024;

/// What Amazon SES writes (its "event notifications"), alone or within a message of Amazon SNS. Fields that are not
/// listed are passed over.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Notification {
    #[serde(alias = "eventType")]
    notification_type: String,
    bounce: Option<Bounce>,
    complaint: Option<Complaint>,
    delivery_delay: Option<Delay>,
    delivery: Option<Delivery>,
    mail: Option<Mail>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Bounce {
    #[serde(default)]
    bounce_type: String,
    #[serde(default)]
    bounce_sub_type: String,
    #[serde(default)]
    bounced_recipients: Vec<Recipient>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Complaint {
    complaint_feedback_type: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Delay {
    #[serde(default)]
    delayed_recipients: Vec<Recipient>,
}

#[derive(Deserialize)]
struct Delivery {
    #[serde(default)]
    recipients: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Recipient {
    email_address: String,
    status: Option<String>,
    diagnostic_code: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Mail {
    /// The envelope sender.
    source: Option<String>,
    #[serde(default)]
    headers: Vec<Header>,
}

#[derive(Deserialize)]
struct Header {
    name: String,
    value: String,
}

/// The message of Amazon SNS around it.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Wrapper {
    message: String,
}

/// Reads the text of a mail that is JSON of Amazon SES about a mail of ours; `None` where it is anything else. Below the
/// JSON other words may stand.
pub fn read_notification(text: &str) -> Option<Report> {
    let json = text.trim_start();
    if !json.starts_with('{') || json.len() > LONGEST {
        return None;
    }
    let notification = match first::<Wrapper>(json) {
        Some(wrapper) => first::<Notification>(&wrapper.message),
        None => first::<Notification>(json),
    }?;
    let about = about(notification.mail.as_ref());
    match (
        notification.notification_type.as_str(),
        notification.bounce,
        notification.complaint,
        notification.delivery_delay,
        notification.delivery,
    ) {
        ("Bounce", Some(bounce), ..) => Some(Report {
            recipients: bounce.recipients(),
            ..about
        }),
        ("Complaint", _, Some(complaint), ..) => Some(Report {
            kind: "feedback-report".to_owned(),
            feedback_type: Some(
                complaint
                    .complaint_feedback_type
                    .unwrap_or_else(|| "abuse".to_owned())
                    .to_ascii_lowercase(),
            ),
            ..about
        }),
        ("DeliveryDelay", _, _, Some(delay), _) => Some(Report {
            recipients: delay
                .delayed_recipients
                .into_iter()
                .map(|one| one.report(Action::Delayed, "4.0.0"))
                .collect(),
            ..about
        }),
        ("Delivery", .., Some(delivery)) => Some(Report {
            recipients: delivery.recipients.into_iter().map(delivered).collect(),
            ..about
        }),
        _ => None,
    }
}

/// A report that says no more than which mail of ours it is about.
fn about(mail: Option<&Mail>) -> Report {
    Report {
        kind: "delivery-status".to_owned(),
        original_message_id: mail.and_then(|mail| {
            let field = mail
                .headers
                .iter()
                .find(|header| header.name.eq_ignore_ascii_case("message-id"))?;
            Some(field.value.trim().trim_matches(['<', '>']).to_owned())
        }),
        original_sender: mail.and_then(|mail| super::bare(mail.source.as_deref()?)),
        ..Report::default()
    }
}

fn delivered(address: String) -> RecipientReport {
    RecipientReport {
        address: Some(address),
        final_address: None,
        action: Action::Delivered,
        status: None,
        diagnostic: None,
    }
}

impl Bounce {
    /// One report for each recipient; a nameless one where none is named. The status that a server gave outweighs Amazon's
    /// own word, which says the same without numbers.
    fn recipients(self) -> Vec<RecipientReport> {
        let status = match (self.bounce_type.as_str(), self.bounce_sub_type.as_str()) {
            (_, "MailboxFull") => "4.2.2",
            (_, "MessageTooLarge") => "5.3.4",
            (_, "ContentRejected" | "AttachmentRejected") => "5.6.0",
            ("Permanent", _) => "5.0.0",
            ("Transient", _) => "4.0.0",
            _ => "",
        };
        let mut reports: Vec<RecipientReport> = self
            .bounced_recipients
            .into_iter()
            .map(|one| one.report(Action::Unknown, status))
            .collect();
        if reports.is_empty() {
            reports.push(RecipientReport {
                address: None,
                final_address: None,
                action: Action::Unknown,
                status: (!status.is_empty()).then(|| status.to_owned()),
                diagnostic: None,
            });
        }
        reports
    }
}

impl Recipient {
    fn report(self, action: Action, status: &str) -> RecipientReport {
        let told = self.status.filter(|told| !told.trim().is_empty());
        RecipientReport {
            address: super::bare(&self.email_address),
            final_address: None,
            action,
            status: told.or_else(|| (!status.is_empty()).then(|| status.to_owned())),
            diagnostic: self
                .diagnostic_code
                .map(|words| words.chars().take(300).collect()),
        }
    }
}

/// The first JSON value in a text, if it has this form.
fn first<'a, T: Deserialize<'a>>(json: &'a str) -> Option<T> {
    serde_json::Deserializer::from_str(json)
        .into_iter::<T>()
        .next()?
        .ok()
}

/// The field that Hotmail (its "junk mail reporting program") puts above a mail of ours that somebody called spam. It
/// wraps that mail into another, which does not say that it is a report.
const HOTMAILS_FIELD: &str = "X-HmXmrOriginalRecipient";

/// Whether this is the header block of a mail that Hotmail sends back as a complaint.
pub fn is_complaint_of_hotmail(mail: &[u8]) -> bool {
    let (fields, _) = headers::split(mail);
    fields.iter().any(|field| field.is(HOTMAILS_FIELD))
}

#[cfg(test)]
mod tests;
