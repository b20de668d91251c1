//! What we write, as the bytes that go over the wire.
//!
//! The bytes are made once, before the first attempt to send, and stored: a second copy after a crash is the same to
//! the last octet, Message-ID and Date included.

use super::{address, picture};
use chrono::{DateTime, Utc};
use lettre::address::Address;
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, Message, MultiPart, MultiPartBuilder, SinglePart};
use sha2::{Digest, Sha256};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, SystemTime};
use thiserror::Error;

/// One mail, complete but for its encoding. All texts are clean: no control characters in any header.
#[derive(Clone, Debug)]
pub struct Outgoing<'a> {
    /// Our display name.
    pub from_name: &'a str,
    /// Our address.
    pub from: &'a str,
    /// The reader's name.
    pub to_name: &'a str,
    /// The reader's address.
    pub to: &'a str,
    /// Where the answer goes: our address, with the token where addresses can carry one.
    pub reply_to: &'a str,
    /// The subject.
    pub subject: &'a str,
    /// The language of subject and text (RFC 3282), as a code of ISO 639-1.
    pub language: &'static str,
    /// Without angle brackets.
    pub message_id: &'a str,
    /// The Message-ID of the mail that is answered, without angle brackets.
    pub in_reply_to: Option<&'a str>,
    /// The thread, oldest first, without angle brackets.
    pub references: &'a [String],
    /// Whether this answers the reader's own mail (RFC 3834 3.1.7: `auto-replied`) or tells them of something
    /// (`auto-generated`).
    pub answers: bool,
    /// The mark by which we know our own mails.
    pub loop_mark: &'a str,
    /// When it was written.
    pub date: DateTime<Utc>,
    /// The text, lines ended by LF.
    pub text: &'a str,
    /// The same as HTML.
    pub face: Option<Face<'a>>,
    /// File name and content of a PGN to attach.
    pub pgn: Option<(&'a str, &'a str)>,
    /// What it says to the reader's calendar, of one game each.
    pub calendar: Vec<Invitation>,
}

/// An iCalendar object for the reader's calendar (RFC 6047).
#[derive(Clone, Debug)]
pub struct Invitation {
    /// Its METHOD, which the part must name as well.
    pub method: &'static str,
    /// The name of the file.
    pub name: String,
    /// The object itself.
    pub text: String,
}

/// A mail as HTML, perhaps with one picture. The picture itself is put in when the mail is sent: see [`super::picture`].
#[derive(Clone, Copy, Debug)]
pub struct Face<'a> {
    /// The HTML, lines ended by LF.
    pub html: &'a str,
    /// By which it shows the picture, where it has one; without angle brackets.
    pub content_id: Option<&'a str>,
}

/// Why a mail could not be written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The reader's or our own address has no form that SMTP knows.
    #[error("an address cannot be written to")]
    Address,
    /// The library refused.
    #[error("the mail could not be built: {0}")]
    Build(#[from] lettre::error::Error),
    /// The library panicked; it does so on some characters in display names.
    #[error("the mail could not be built")]
    Panic,
}

/// Whether mail can be sent to this address: RFC 5321 syntax, nothing that our library stumbles over, and nothing that is
/// known by the [key](crate::mail::address::key) of another address. No address literal (RFC 5321 4.1.3): nobody plays at
/// one, and the library takes `x@[192.0.2.1]` for an address and then finds none in the mail that goes to it.
pub fn is_sendable(address: &str) -> bool {
    let literal = address
        .rsplit_once('@')
        .is_some_and(|(_, domain)| domain.starts_with('['));
    address.len() <= 254
        && !literal
        && !address::poses_as_ascii(address)
        && address.parse::<Address>().is_ok()
}

/// Builds the mail.
///
/// # Errors
///
/// When an address cannot be written or the library refuses.
pub fn write(mail: &Outgoing<'_>) -> Result<Vec<u8>, WriteError> {
    catch_unwind(AssertUnwindSafe(|| build(mail))).unwrap_or(Err(WriteError::Panic))
}

fn build(mail: &Outgoing<'_>) -> Result<Vec<u8>, WriteError> {
    let date = SystemTime::UNIX_EPOCH
        + Duration::from_secs(u64::try_from(mail.date.timestamp()).unwrap_or_default());
    let mut builder = Message::builder()
        .from(mailbox(mail.from_name, mail.from)?)
        .to(mailbox(mail.to_name, mail.to)?)
        .reply_to(mailbox(mail.from_name, mail.reply_to)?)
        .subject(mail.subject)
        .date(date)
        .message_id(Some(format!("<{}>", mail.message_id)));
    if let Some(id) = mail.in_reply_to {
        builder = builder.in_reply_to(format!("<{id}>"));
    }
    if !mail.references.is_empty() {
        let ids: Vec<String> = mail.references.iter().map(|id| format!("<{id}>")).collect();
        builder = builder.references(ids.join(" "));
    }
    let keyword = if mail.answers {
        "auto-replied"
    } else {
        "auto-generated"
    };
    builder = builder
        .raw_header(raw("Auto-Submitted", keyword))
        // Not "All": that would suppress the reports of failed delivery too, which we need (MS-OXCMAIL 2.2.3.2.14).
        .raw_header(raw(
            "X-Auto-Response-Suppress",
            "DR, RN, NRN, OOF, AutoReply",
        ))
        .raw_header(raw("X-Loop", mail.loop_mark))
        .raw_header(raw("Content-Language", mail.language));
    // No List-Unsubscribe (RFC 2369 3.2), although a `mailto:` with "stop" could stand there. With any List-* field a mail
    // is one of a mailing list to filters, which file it away unseen, and to robots of our own kind; and the button that
    // mail programs make of it silences a player, and leaves their opponents waiting, by one slip. "stop" is said by
    // answering, as the help and every invitation say.
    let boundaries = Boundaries::of(mail.message_id);
    let text = SinglePart::plain(with_crlf(mail.text));
    let files = files(mail);
    let message = match (mail.face, files.is_empty()) {
        (None, true) => builder.singlepart(text)?,
        (None, false) => {
            let mixed = boundaries.mixed().singlepart(text);
            builder.multipart(with_files(mixed, files))?
        }
        (Some(face), true) => builder.multipart(alternative(text, &face, &boundaries))?,
        (Some(face), false) => {
            let both = alternative(text, &face, &boundaries);
            let mixed = boundaries.mixed().multipart(both);
            builder.multipart(with_files(mixed, files))?
        }
    };
    Ok(message.formatted())
}

/// What comes with the letter.
fn files(mail: &Outgoing<'_>) -> Vec<SinglePart> {
    let pgn = mail.pgn.map(|(name, pgn)| {
        let kind = content_type("application/vnd.chess-pgn; charset=utf-8");
        Attachment::new(name.to_owned()).body(with_crlf(pgn), kind)
    });
    // Behind the letter, and not as another form of it: Outlook shows nothing else of a mail that is an invitation.
    let calendar = mail.calendar.iter().map(|calendar| {
        let kind = format!("text/calendar; method={}; charset=utf-8", calendar.method);
        Attachment::new(calendar.name.clone()).body(with_crlf(&calendar.text), content_type(&kind))
    });
    pgn.into_iter().chain(calendar).collect()
}

fn with_files(mixed: MultiPart, files: Vec<SinglePart>) -> MultiPart {
    files.into_iter().fold(mixed, MultiPart::singlepart)
}

/// What parts the parts of a mail: made of its Message-ID, so that the same mail has the same octets.
struct Boundaries(String);

impl Boundaries {
    fn of(message_id: &str) -> Boundaries {
        let hash = Sha256::digest(message_id);
        let octets = hash.iter().take(12);
        Boundaries(octets.map(|octet| format!("{octet:02x}")).collect())
    }

    /// A line that no text of ours and no base64 has (RFC 2046 5.1.1, RFC 2045 6.7).
    fn named(&self, part: &str) -> String {
        format!("=_{part}_{}", self.0)
    }

    fn mixed(&self) -> MultiPartBuilder {
        MultiPart::mixed().boundary(self.named("mixed"))
    }
}

/// Text and HTML, the better one last (RFC 2046 5.1.4), and the picture, where there is one, bound to the HTML: the one tree that mail programs
/// agree on. The picture has an id, a name, and is said to be inline, since one or the other of them asks for each.
fn alternative(text: SinglePart, face: &Face<'_>, boundaries: &Boundaries) -> MultiPart {
    // Quoted-printable breaks long lines, whatever stands in them.
    let html = SinglePart::builder()
        .header(ContentType::TEXT_HTML)
        .header(ContentTransferEncoding::QuotedPrintable)
        .body(with_crlf(face.html));
    let both = MultiPart::alternative()
        .boundary(boundaries.named("alternative"))
        .singlepart(text);
    let Some(content_id) = face.content_id else {
        return both.singlepart(html);
    };
    let picture = Attachment::new_inline_with_name(content_id.to_owned(), "board.png".to_owned())
        .body(picture::placeholder(), content_type("image/png"));
    // Which part is the root (RFC 2387 3.1).
    let kind = content_type(&format!(
        "multipart/related; type=\"text/html\"; boundary=\"{}\"",
        boundaries.named("related")
    ));
    let related = MultiPart::builder().header(kind);
    both.multipart(related.singlepart(html).singlepart(picture))
}

fn content_type(text: &str) -> ContentType {
    ContentType::parse(text).unwrap_or(ContentType::TEXT_PLAIN)
}

/// The text with the line ends of a mail (RFC 5322 2.3: CR and LF only together). What is handed to our library has them
/// already: it puts each CR that is missing into its place by moving all that stands behind, so that a text of many lines
/// costs the square of its length.
fn with_crlf(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 32);
    let mut rest = text;
    while let Some(at) = rest.find(['\r', '\n']) {
        let (line, end) = rest.split_at(at);
        out.push_str(line);
        out.push_str("\r\n");
        rest = end
            .strip_prefix("\r\n")
            .or_else(|| end.strip_prefix(['\r', '\n']))
            .unwrap_or_default();
    }
    out.push_str(rest);
    out
}

fn mailbox(name: &str, address: &str) -> Result<Mailbox, WriteError> {
    let address = address.parse().map_err(|_| WriteError::Address)?;
    let name = (!name.is_empty()).then(|| name.to_owned());
    Ok(Mailbox::new(name, address))
}

fn raw(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

#[cfg(test)]
mod tests;
