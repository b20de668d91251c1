//! A mail as it was read: owned, decoded, clean.

use super::calendar::CalendarAnswer;
use super::report::Report;

/// Mails larger than this are not parsed; of those, read the header block with [`super::read::headers_only`].
pub const LARGEST_MAIL: usize = 1024 * 1024;

/// A mail, reduced to what the robot cares about. Every text is decoded; header values are one printable line each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Incoming {
    /// The author: present only when there is exactly one `From` field with exactly one mailbox.
    pub from: Option<Mailbox>,
    /// Why there is no author.
    pub from_fault: Option<FromFault>,
    /// The number of `From` fields.
    pub from_count: usize,
    /// Every address in `From` and `Sender`, for knowing our own; never for knowing a player.
    pub senders: Vec<String>,
    /// Where the mail was sent, evidence of the envelope first.
    pub recipients: Vec<Recipient>,
    /// `Message-ID` without angle brackets, of the first such field.
    pub message_id: Option<String>,
    /// `In-Reply-To` without angle brackets.
    pub in_reply_to: Vec<String>,
    /// `References` without angle brackets, oldest first.
    pub references: Vec<String>,
    /// The subject, decoded, in one line; empty when there is none.
    pub subject: String,
    /// The `Date` field as it stands. It lies; no clock may use it.
    pub date: Option<String>,
    /// What was written: the plain text, or the HTML as text where the plain text is missing or blank. Lines end in
    /// LF, quoted lines begin with `>`, soft line breaks of format=flowed are undone.
    pub text: Option<String>,
    /// Where the text comes from.
    pub text_kind: TextKind,
    /// Whether there is an HTML body, used or not.
    pub has_html: bool,
    /// Whether an HTML part leads somewhere, or has something fetched when it is shown.
    pub html_links: bool,
    /// Parts that are not the text.
    pub attachments: Vec<Attachment>,
    /// Whether the words are encrypted (PGP or S/MIME) and so cannot be read.
    pub encrypted: bool,
    /// Whether the mail is signed (PGP or S/MIME); the signature is not checked.
    pub signed: bool,
    /// `Return-Path` of the topmost such field: `Some(None)` is the null sender `<>`.
    pub return_path: Option<Option<String>>,
    /// The number of `Received` fields.
    pub received_count: usize,
    /// The topmost `Authentication-Results` fields, in order.
    pub auth_results: Vec<ResultsField>,
    /// The report that a `multipart/report` carries.
    pub report: Option<Report>,
    /// What a calendar program answers to an invitation (`text/calendar; method=REPLY`).
    pub calendar_answer: Option<CalendarAnswer>,
    /// All header fields from the top: name in lower case, value unfolded, decoded and cleaned.
    pub headers: Vec<(String, String)>,
}

/// One `Authentication-Results` field (RFC 8601).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultsField {
    /// The value unfolded and cleaned, but with encoded words left as they are: one in the sender's own address would
    /// become words of the border's.
    pub value: String,
    /// The value with its encoded words decoded.
    pub decoded: String,
    /// What stands between the colon and the first semicolon, octet for octet, with its folds.
    pub head: Vec<u8>,
    /// Where it stands.
    pub place: Place,
}

/// Where an `Authentication-Results` field stands among the others of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the first run of such fields from the top, above all that the sender's own program writes, as far as a border by
    /// which the mail came has seen it: see [`RawField::plain_to_all`](super::headers::RawField::plain_to_all). Its name is
    /// written as RFC 8601 writes it.
    Top,
    /// In the first run, below a field of the sender's, or with its name in other letter case.
    FirstRun,
    /// Below the first run, or where a border may have missed it.
    Elsewhere,
}

/// A display name and an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mailbox {
    /// The display name, cleaned, if there is one.
    pub name: Option<String>,
    /// The address as written, with exactly one `@` between two non-empty halves.
    pub address: String,
}

/// Why a mail has no author.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FromFault {
    /// No `From` field, or an empty one.
    #[error("the mail has no From address")]
    Missing,
    /// More than one `From` field.
    #[error("the mail has several From fields")]
    SeveralFields,
    /// More than one address in the `From` field.
    #[error("the From field has several addresses")]
    SeveralMailboxes,
    /// The address is none.
    #[error("the From address is not an address")]
    NotAnAddress,
}

/// An address that the mail was sent to, and the header field that says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipient {
    /// The field's name in lower case: `delivered-to`, `to`, ...
    pub field: &'static str,
    /// The address as written.
    pub address: String,
}

/// Where the text of a mail comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TextKind {
    /// A text/plain part.
    Plain,
    /// A text/html part, converted.
    Html,
    /// There is no text.
    #[default]
    Nothing,
}

/// A part of the mail beside its text. Archives and documents are never opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// The file name, if it has one.
    pub name: Option<String>,
    /// The content type in lower case, without parameters.
    pub content_type: String,
    /// The size after decoding, in bytes.
    pub size: usize,
    /// The content, of text and PGN parts only.
    pub text: Option<String>,
    /// Whether its letters are as they were written.
    pub letters: Decoded,
}

/// How a text was decoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decoded {
    /// By the charset that it names, or as UTF-8.
    #[default]
    Known,
    /// As Windows-1252, since nothing else is known.
    Guessed,
}

impl Attachment {
    /// Whether this is a game: by its type, or by the name that a chess program gave it.
    pub fn is_pgn(&self) -> bool {
        self.content_type.contains("chess-pgn")
            // XBoard's cmail
            || self.content_type == "application/x-chess"
            || self.content_type == "text/pgn"
            || self
                .name
                .as_deref()
                .is_some_and(|name| name.to_ascii_lowercase().ends_with(".pgn"))
    }
}

/// Why a mail cannot be read. Each is final: reading it again changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// Larger than [`LARGEST_MAIL`].
    #[error("the mail has {0} bytes, more than {LARGEST_MAIL}")]
    TooLarge(usize),
    /// Parts within parts beyond reason.
    #[error("the mail nests too many parts ({0} marks)")]
    TooNested(usize),
    /// Nothing that looks like a header field.
    #[error("the mail has no header fields")]
    NoHeaders,
    /// The parser panicked.
    #[error("the mail breaks the parser")]
    Parser,
}

impl Incoming {
    /// The values of every field with this name (in lower case), from the top.
    pub fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.headers
            .iter()
            .filter(move |(field, _)| field == name)
            .map(|(_, value)| value.as_str())
    }
}
