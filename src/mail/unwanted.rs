//! Unwanted mail: what mail servers on its way say of it, and what it is known by. Only for mails of which nothing else is
//! known; a player's mail is read whatever a filter thinks of it.

use super::incoming::Place;
use super::read::Incoming;

/// Whether a mail server on the way calls the mail unwanted or forged. Whether we believe that server does not matter here:
/// a field that is wrong only costs an answer.
pub fn is_spoken_against(mail: &Incoming) -> bool {
    let says_yes = |name: &str| {
        mail.values(name)
            .any(|value| value.trim().to_ascii_lowercase().starts_with("yes"))
    };
    ["x-spam-flag", "x-spam-status", "x-spam"]
        .iter()
        .any(|name| says_yes(name))
        || mail
            .auth_results
            .iter()
            .filter(|field| field.place != Place::Elsewhere)
            .any(|field| is_disowned(mail, &field.value))
        || marked_subject(&mail.subject)
}

/// RFC 8601: a policy that failed; or the envelope or the signature, where no signature of the sender's own domain stands in
/// for it.
fn is_disowned(mail: &Incoming, results: &str) -> bool {
    let plain: String = results
        .to_ascii_lowercase()
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect();
    let says = |words: &str| plain.contains(words);
    let domain = mail
        .from
        .as_ref()
        .and_then(|from| from.address.rsplit_once('@'))
        .map(|(_, domain)| domain.to_ascii_lowercase());
    let signed = || {
        domain.is_some_and(|domain| {
            plain.split(';').any(|finding| {
                let by = |name: &str| finding.contains(&format!("{name}{domain}"));
                finding.starts_with("dkim=pass") && (by("header.d=") || by("header.i=@"))
            })
        })
    };
    let failed = ["spf=fail", "spf=softfail", "dkim=fail", "auth=fail"];
    says("dmarc=fail") || failed.iter().any(|words| says(words)) && !says("dmarc=pass") && !signed()
}

/// What filters put in front of a subject.
fn marked_subject(subject: &str) -> bool {
    let lower = subject.trim_start().to_lowercase();
    ["[spam", "***spam", "{spam", "**spam", "spam:"]
        .iter()
        .any(|mark| lower.starts_with(mark))
}

/// Whether the mail carries a sign that it went to many: many recipients, and fields of those who send in bulk, beside those of lists
/// ([`super::automatic`]).
pub fn is_bulk(mail: &Incoming) -> bool {
    mail.recipients.len() > MOST_RECIPIENTS
        || BULK_FIELDS
            .split('|')
            .any(|name| mail.values(name).next().is_some())
}

/// To more than so many at once nobody writes who wants something of us.
const MOST_RECIPIENTS: usize = 10;

const BULK_FIELDS: &str = "\
    list-unsubscribe-post|x-list-unsubscribe|x-csa-complaints|x-campaign|x-campaignid|x-campaign-id|x-mc-user|x-mailgun-tag|\
    x-mailgun-sid|x-sg-eid|x-sendgrid-category|x-pm-message-options|x-mandrill-user|x-mailjet-campaign|x-newsletter|\
    x-mailing-id|x-bulkmail|x-report-abuse|x-abuse-info|x-ems-proctime|x-elqsiteid|x-job|x-binding";

/// Whether the mail leads somewhere: by its text, or by its HTML.
pub fn has_link(mail: &Incoming) -> bool {
    let text = mail
        .text
        .as_deref()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let named = ["://", "www."];
    mail.html_links || named.iter().any(|mark| text.contains(mark))
}

/// Whether the mail brings a file; a signature is none.
pub fn has_file(mail: &Incoming) -> bool {
    mail.attachments.iter().any(|file| {
        !matches!(
            file.content_type.as_str(),
            "application/pgp-signature"
                | "application/pkcs7-signature"
                | "application/x-pkcs7-signature"
        )
    })
}

#[cfg(test)]
mod tests;
