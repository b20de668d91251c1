//! Knowing a mail again when it is delivered twice.

use sha2::{Digest, Sha256};

use super::address;
use super::headers::{self, RawField};

/// Fields that make a mail what it is; all others may differ between two deliveries of one mail.
const IDENTIFYING: [&str; 6] = ["From", "To", "Date", "Subject", "Message-ID", "In-Reply-To"];

/// The SHA-256 by which a mail is known again when it is delivered twice, by an alias, a resending server or a
/// mailbox that was restored.
///
/// It covers From, To, Date, Subject, Message-ID and In-Reply-To as they stand, and the body with its line ends made
/// one. Fields added on the way are left out. The Message-ID alone is not enough: programs reuse it for different mails.
///
/// A mail without Message-ID and without Date, as scripts write them, is covered whole, the fields of its way included:
/// two mails that say the same are two mails. That one is known again in a restored mailbox, and not when it took two
/// ways; answering it twice does less harm than losing it.
pub fn content_key(raw: &[u8]) -> [u8; 32] {
    let (fields, body) = headers::split(raw);
    let mut hash = Sha256::new();
    let known = |name: &str| {
        fields
            .iter()
            .any(|field| field.is(name) && !field.value.trim_ascii().is_empty())
    };
    if known("Message-ID") || known("Date") {
        hash.update(b"mail\n");
        for name in IDENTIFYING {
            for field in fields.iter().filter(|field| field.is(name)) {
                add(&mut hash, name.as_bytes(), field);
            }
        }
    } else {
        hash.update(b"bare\n");
        for field in &fields {
            add(&mut hash, field.name.to_ascii_lowercase().as_slice(), field);
        }
    }
    hash.update(b"\n");
    // Lines are added one by one so that CRLF and LF, and blank lines at the end, make no difference.
    let mut lines: Vec<&[u8]> = body
        .split(|byte| *byte == b'\n')
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    for line in lines {
        hash.update(line);
        hash.update(b"\n");
    }
    hash.finalize().into()
}

fn add(hash: &mut Sha256, name: &[u8], field: &RawField<'_>) {
    hash.update(name);
    hash.update(b":");
    // Folding may change on the way; the words do not.
    for word in field
        .value
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
    {
        hash.update(word);
        hash.update(b" ");
    }
    hash.update(b"\n");
}

/// The sender as written in `From`, in lower case, with an @ in it and at most 320 octets (RFC 5321 section 4.5.3.1). A mail
/// without a readable sender is told from others by its content.
pub fn sender(raw: &[u8]) -> String {
    let (fields, _) = headers::split(raw);
    let sender = fields
        .iter()
        .find(|field| field.is("From"))
        .and_then(|field| field.mailboxes().into_iter().next())
        .map(|(_, sender)| address::key(&sender))
        .filter(|address| address.contains('@') && address.len() <= 320);
    sender.unwrap_or_else(|| {
        let key = content_key(raw);
        key.iter()
            .take(8)
            .map(|octet| format!("{octet:02x}"))
            .collect()
    })
}

#[cfg(test)]
mod tests;
