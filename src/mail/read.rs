//! The bytes of a mail → [`Incoming`], what the robot wants to know about it.
//!
//! Everything is owned, decoded and cleaned; no part of the program but this file and `body`, which takes the text out
//! of the parts, knows the MIME parser. Reading is guarded: size, a count of nestings, mails within the mail hidden from
//! the parser, and panics caught. mail-parser 0.11 overflows the stack when a deeply nested mail is dropped, which
//! nothing can catch.

mod body;

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mail_parser::MessageParser;

use body::Body;

use super::headers::{self, RawField};
pub use super::incoming::{
    Attachment, Decoded, FromFault, Incoming, LARGEST_MAIL, Mailbox, Place, Recipient,
    ResultsField, TextKind, Unreadable,
};

/// Occurrences of `boundary`.
const MOST_BOUNDARIES: usize = 200;
/// Header fields that are kept, from the top.
const MOST_FIELDS: usize = 1000;
/// Octets that are kept of what stands before a field's first semicolon; no domain is nearly as long.
const LONGEST_HEAD: usize = 1024;
/// Fields that the sender's program writes. Servers put theirs above them (RFC 5322 section 3.6.7, RFC 8601 section 4.1).
const SENDERS_FIELDS: [&str; 8] = [
    "from",
    "sender",
    "reply-to",
    "to",
    "cc",
    "subject",
    "date",
    "mime-version",
];

/// Reads a mail.
///
/// # Errors
///
/// [`Unreadable`] when the mail is too large, nested beyond reason, has no header, or breaks the parser. It never
/// panics, and never takes more than the size of the mail a few times over.
pub fn read(raw: &[u8]) -> Result<Incoming, Unreadable> {
    if raw.len() > LARGEST_MAIL {
        return Err(Unreadable::TooLarge(raw.len()));
    }
    let boundaries = count_boundaries(raw);
    if boundaries > MOST_BOUNDARIES {
        return Err(Unreadable::TooNested(boundaries));
    }
    catch_unwind(AssertUnwindSafe(|| read_unguarded(raw))).unwrap_or(Err(Unreadable::Parser))
}

/// Reads the header block of a mail whose body was not fetched.
///
/// # Errors
///
/// [`Unreadable::NoHeaders`] when there is no header field; [`Unreadable::Parser`] when it breaks the parser.
pub fn headers_only(raw: &[u8]) -> Result<Incoming, Unreadable> {
    catch_unwind(|| headers_unguarded(raw)).unwrap_or(Err(Unreadable::Parser))
}

fn headers_unguarded(raw: &[u8]) -> Result<Incoming, Unreadable> {
    let (fields, _) = headers::split(raw);
    if fields.is_empty() {
        return Err(Unreadable::NoHeaders);
    }
    Ok(from_fields(&fields))
}

fn read_unguarded(raw: &[u8]) -> Result<Incoming, Unreadable> {
    let mut mail = headers_unguarded(raw)?;
    // Only the MIME fields are parsed twice; the rest was read above.
    let parser = MessageParser::new().with_mime_headers();
    let flat = hide_nested_mails(raw);
    let flat = flat.as_ref();
    if let Some(message) = parser.parse(flat) {
        Body {
            raw: flat,
            message: &message,
        }
        .fill(&mut mail);
    }
    Ok(mail)
}

/// Fields that say where a mail was sent: the envelope's traces before what the author wrote.
const RECIPIENT_FIELDS: [&str; 9] = [
    "delivered-to",
    "x-original-to",
    "envelope-to",
    "x-envelope-to",
    "x-gm-original-to",
    "resent-to",
    "resent-cc",
    "to",
    "cc",
];

fn from_fields(fields: &[RawField<'_>]) -> Incoming {
    let all = |name: &'static str| fields.iter().filter(move |field| field.is(name));
    let mut mail = Incoming {
        from_count: all("from").count(),
        received_count: all("received").count(),
        ..Incoming::default()
    };
    match author(all("from")) {
        Ok(mailbox) => mail.from = Some(mailbox),
        Err(fault) => mail.from_fault = Some(fault),
    }
    for name in ["from", "sender"] {
        for field in all(name).take(20) {
            let addresses = field.mailboxes().into_iter().map(|(_, address)| address);
            mail.senders
                .extend(addresses.filter(|address| address.contains('@')).take(100));
        }
    }
    mail.recipients = recipients(fields);
    mail.message_id = all("message-id").find_map(|field| field.message_ids().into_iter().next());
    mail.in_reply_to = all("in-reply-to")
        .flat_map(RawField::message_ids)
        .take(50)
        .collect();
    mail.references = all("references")
        .flat_map(RawField::message_ids)
        .take(500)
        .collect();
    mail.subject = all("subject")
        .map(RawField::decoded)
        .next()
        .unwrap_or_default();
    mail.date = all("date").map(RawField::plain).next();
    mail.return_path = all("return-path").map(return_path).next();
    mail.auth_results = auth_results(fields);
    mail.headers = fields
        .iter()
        .take(MOST_FIELDS)
        .map(|field| (field.lower_name(), field.decoded()))
        .collect();
    let content_type = all("content-type")
        .map(RawField::plain)
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    mail.signed = content_type.starts_with("multipart/signed");
    mail.encrypted =
        content_type.starts_with("multipart/encrypted") || content_type.contains("pkcs7-mime");
    mail
}

/// The addresses that the mail went to, with the fields that name them.
fn recipients(fields: &[RawField<'_>]) -> Vec<Recipient> {
    let mut recipients = Vec::new();
    for name in RECIPIENT_FIELDS {
        for field in fields.iter().filter(|field| field.is(name)).take(20) {
            for (_, address) in field.mailboxes().into_iter().take(200) {
                if address.contains('@') {
                    recipients.push(Recipient {
                        field: name,
                        address,
                    });
                }
            }
        }
    }
    recipients
}

/// The topmost Authentication-Results fields, and where they stand.
fn auth_results(fields: &[RawField<'_>]) -> Vec<ResultsField> {
    let is_result = |field: &RawField<'_>| field.is("authentication-results");
    let is_seen = |field: &RawField<'_>| field.plain_to_all && is_result(field);
    let begin = fields.iter().position(is_seen).unwrap_or(fields.len());
    let end = fields
        .iter()
        .skip(begin)
        .position(|field| !is_seen(field))
        .map_or(fields.len(), |length| begin + length);
    let is_senders = |field: &RawField<'_>| SENDERS_FIELDS.iter().any(|name| field.is(name));
    let place = |at: usize| {
        if !(begin..end).contains(&at) {
            Place::Elsewhere
        } else if fields.iter().take(begin).any(is_senders)
            || fields
                .get(at)
                .is_some_and(|field| field.name != b"Authentication-Results")
        {
            Place::FirstRun
        } else {
            Place::Top
        }
    };
    fields
        .iter()
        .enumerate()
        .filter(|(_, field)| is_result(field))
        .take(50)
        .map(|(at, field)| ResultsField {
            value: field.plain(),
            decoded: field.decoded(),
            head: field
                .value
                .split(|octet| *octet == b';')
                .next()
                .unwrap_or_default()
                .iter()
                .take(LONGEST_HEAD)
                .copied()
                .collect(),
            place: place(at),
        })
        .collect()
}

fn author<'a, 'b: 'a>(
    mut fields: impl Iterator<Item = &'a RawField<'b>>,
) -> Result<Mailbox, FromFault> {
    let field = fields.next().ok_or(FromFault::Missing)?;
    if fields.next().is_some() {
        return Err(FromFault::SeveralFields);
    }
    // A line break or another control character in an address is nobody's spelling; it hides something.
    let value = field.value.strip_suffix(b"\n").unwrap_or(field.value);
    let value = value.strip_suffix(b"\r").unwrap_or(value);
    let mut rest = value.iter().peekable();
    while let Some(octet) = rest.next() {
        let folds = *octet == b'\r' && rest.peek() == Some(&&b'\n');
        if octet.is_ascii_control() && !folds && !matches!(octet, b'\n' | b'\t') {
            return Err(FromFault::NotAnAddress);
        }
    }
    let mut mailboxes = field.mailboxes().into_iter();
    let missing = if field.plain().is_empty() {
        FromFault::Missing
    } else {
        FromFault::NotAnAddress
    };
    let (name, address) = mailboxes.next().ok_or(missing)?;
    if mailboxes.next().is_some() {
        return Err(FromFault::SeveralMailboxes);
    }
    if address.is_empty() {
        return Err(missing);
    }
    let halves = address.split_once('@');
    match halves {
        Some((local, domain))
            if !local.is_empty()
                && !domain.is_empty()
                && !domain.contains('@')
                && !address.contains([' ', '<', '>', ',', ';', '"']) =>
        {
            Ok(Mailbox { name, address })
        }
        _ => Err(FromFault::NotAnAddress),
    }
}

fn return_path(field: &RawField<'_>) -> Option<String> {
    let value = field.plain();
    let address = value.trim_matches(|c: char| c == '<' || c == '>' || c == ' ' || c == '"');
    // Courier and qmail write the null sender so.
    (!address.is_empty() && !address.eq_ignore_ascii_case("mailer-daemon"))
        .then(|| address.to_owned())
}

/// The mail with every type that makes the parser read a mail within the mail misspelt, length for length.
///
/// A mail attached to a mail is never read here, and mail-parser 0.11 copies what is below it at every level: 650 kB
/// took six seconds and seven gigabytes, or overflowed the stack. To the parser it is a file like any other.
fn hide_nested_mails(raw: &[u8]) -> Cow<'_, [u8]> {
    let mut hidden: Option<Vec<u8>> = None;
    for (at, byte) in raw.iter().enumerate() {
        let follows = |word: &[u8]| {
            raw.get(at..at + word.len())
                .is_some_and(|found| found.eq_ignore_ascii_case(word))
        };
        // "rfc822" is no word of any language. The others are, and count only where a subtype can stand.
        let found = match byte {
            b'r' | b'R' => follows(b"rfc822"),
            b'g' | b'G' => follows(b"global") && stands_as_subtype(raw, at),
            b'd' | b'D' => follows(b"digest") && stands_as_subtype(raw, at),
            _ => false,
        };
        if found {
            let copy = hidden.get_or_insert_with(|| raw.to_vec());
            // "rfc82x", "globax", "digesx"
            if let Some(last) = copy.get_mut(at + 5) {
                *last = b'x';
            }
        }
    }
    hidden.map_or(Cow::Borrowed(raw), Cow::Owned)
}

/// Whether only blanks, comments or quotes part the place from the slash of a content type.
fn stands_as_subtype(raw: &[u8], at: usize) -> bool {
    raw.get(..at)
        .and_then(|before| before.iter().rev().find(|byte| !byte.is_ascii_whitespace()))
        .is_some_and(|byte| matches!(byte, b'/' | b')' | b'"' | b'\'' | b'\\'))
}

/// Each multipart names its boundary once: more of them than any mail has is nesting made to hurt.
fn count_boundaries(raw: &[u8]) -> usize {
    raw.windows(BOUNDARY.len())
        .filter(|found| found.eq_ignore_ascii_case(BOUNDARY))
        .count()
}

const BOUNDARY: &[u8] = b"boundary";

#[cfg(test)]
mod tests;
