//! The body of a mail: its text, its attachments, and what a report in it says.

use std::borrow::Cow;

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Encoding, Message, MessagePart, MimeHeaders, PartType};

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::budget::TEXT;
use crate::chess::pgn::utf_16;
use crate::mail::calendar::{self, CalendarAnswer};
use crate::mail::headers::{clean_header, decode_loosely};
use crate::mail::incoming::{Attachment, Decoded, Incoming, TextKind};
use crate::mail::report::{Report, is_complaint_of_hotmail, read_notification};
use crate::mail::{flowed, html};

/// Transfer encodings (RFC 2045 section 6.1), and spellings of the first two that mail programs write.
const ENCODINGS: [&str; 9] = [
    "7bit",
    "8bit",
    "7-bit",
    "8-bit",
    "7bits",
    "8bits",
    "binary",
    "quoted-printable",
    "base64",
];
/// Text parts that are joined into the body.
const MOST_TEXT_PARTS: usize = 50;

/// The parsed body of a mail, beside its bytes.
pub(super) struct Body<'a> {
    pub(super) raw: &'a [u8],
    pub(super) message: &'a Message<'a>,
}

impl Body<'_> {
    pub(super) fn fill(&self, mail: &mut Incoming) {
        let message = self.message;
        let plain = self.join(&message.text_body);
        let has_html_part = message
            .parts
            .iter()
            .any(|part| matches!(part.body, PartType::Html(_)));
        mail.has_html = has_html_part;
        mail.html_links = message.parts.iter().any(|part| match &part.body {
            PartType::Html(text) => html::has_link(text),
            _ => false,
        });
        let from_html_only = message
            .text_body
            .iter()
            .filter_map(|id| message.part(*id))
            .all(|part| matches!(part.body, PartType::Html(_)));
        let kind = if from_html_only {
            TextKind::Html
        } else {
            TextKind::Plain
        };
        let mut chosen = (plain, kind);
        let struck = kind == TextKind::Plain
            && has_html_part
            && message.html_bodies().any(|part| match &part.body {
                PartType::Html(text) => html::has_struck_text(text),
                _ => false,
            });
        if chosen.0.trim().is_empty() || struck {
            let converted = self.join(&message.html_body);
            if !converted.trim().is_empty() {
                chosen = (converted, TextKind::Html);
            }
        }
        if chosen.0.trim().is_empty() {
            // A missing end boundary makes the parser call the text an attachment.
            let broken: Vec<u32> = message
                .attachments
                .iter()
                .copied()
                .filter(|id| message.part(*id).is_some_and(is_lost_text))
                .collect();
            let text = self.join(&broken);
            if !text.trim().is_empty() {
                chosen = (text, TextKind::Plain);
            }
        }
        if chosen.0.trim().is_empty() {
            mail.text_kind = TextKind::Nothing;
            mail.text = None;
        } else {
            mail.text_kind = chosen.1;
            mail.encrypted |= chosen.0.contains("-----BEGIN PGP MESSAGE-----");
            mail.signed |= chosen.0.contains("-----BEGIN PGP SIGNED MESSAGE-----");
            mail.text = Some(chosen.0);
        }
        self.fill_attachments(mail);
        self.fill_report(mail);
    }

    /// The text of several parts, one after another.
    fn join(&self, ids: &[u32]) -> String {
        let mut joined = String::new();
        for part in ids
            .iter()
            .take(MOST_TEXT_PARTS)
            .filter(|id| self.is_legible(**id))
            .filter_map(|id| self.message.part(*id))
        {
            let text = match &part.body {
                PartType::Html(_) => html::to_text(&self.decode(part).0),
                PartType::Text(_) => {
                    let (text, _) = self.decode(part);
                    let parameter = |name: &str| {
                        part.content_type()
                            .and_then(|kind| kind.attribute(name))
                            .unwrap_or_default()
                    };
                    if parameter("format").eq_ignore_ascii_case("flowed") {
                        flowed::unwrap(&text, parameter("delsp").eq_ignore_ascii_case("yes"))
                    } else {
                        text.into_owned()
                    }
                }
                _ => continue,
            };
            if !joined.is_empty() && !joined.ends_with('\n') {
                joined.push('\n');
            }
            joined.push_str(&text);
            if joined.len() > TEXT {
                break;
            }
        }
        clean_text(&joined)
    }

    /// Whether a part is what the parser takes it for: not where its transfer encoding is one that nobody knows, which
    /// makes it a file (RFC 2045 section 6.4), nor where it is a mail within the mail because it stands in a digest and says
    /// nothing else (RFC 2046 section 5.1.5). What others wrote is never the sender's own words.
    fn is_legible(&self, id: u32) -> bool {
        let Some(part) = self.message.part(id) else {
            return false;
        };
        let in_digest = || {
            self.message.parts.iter().any(|parent| match &parent.body {
                PartType::Multipart(children) => {
                    children.contains(&id) && content_type(parent) == "multipart/digest"
                }
                _ => false,
            })
        };
        has_known_encoding(part) && (part.content_type().is_some() || !in_digest())
    }

    /// The text of a part, decoded by what it says of itself, and otherwise by what its bytes are.
    fn decode<'a>(&'a self, part: &'a MessagePart<'a>) -> (Cow<'a, str>, Decoded) {
        let text = match &part.body {
            PartType::Text(text) | PartType::Html(text) => text.as_ref(),
            _ => return (Cow::Borrowed(""), Decoded::Known),
        };
        // U+FFFD: bytes that are not of the charset. The others: UTF-8 that was read as Latin-1.
        let suspicious = part.is_encoding_problem
            || text.contains('\u{FFFD}')
            || text.contains(['Ã', 'Â', 'â', 'Ð', 'Ñ']);
        if !suspicious {
            return (Cow::Borrowed(text), Decoded::Known);
        }
        let bytes = self
            .raw
            .get(part.offset_body as usize..part.offset_end as usize)
            .unwrap_or_default();
        // The parser gives up on broken base64 and forgets that it was base64.
        let is_base64 = part.encoding == Encoding::Base64
            || part
                .content_transfer_encoding()
                .is_some_and(|name| name.trim().eq_ignore_ascii_case("base64"));
        let decoded = match part.encoding {
            _ if is_base64 => decode_dirty_base64(bytes),
            Encoding::QuotedPrintable => quoted_printable_decode(bytes),
            Encoding::None | Encoding::Base64 => Some(bytes.to_vec()),
        };
        let Some(decoded) = decoded.filter(|decoded| !decoded.is_empty()) else {
            return (Cow::Borrowed(text), Decoded::Known);
        };
        let ascii = decoded.is_ascii();
        if let (false, Ok(utf8)) = (ascii, std::str::from_utf8(&decoded)) {
            return (Cow::Owned(utf8.to_owned()), Decoded::Known);
        }
        let named = part
            .content_type()
            .and_then(|kind| kind.attribute("charset"))
            .and_then(|name| charset_decoder(name.as_bytes()));
        let by_name = named
            .map(|decode| decode(&decoded))
            .filter(|text| !text.contains('\u{FFFD}'));
        match by_name {
            Some(text) => (Cow::Owned(text), Decoded::Known),
            None => (Cow::Owned(decode_loosely(&decoded)), how_loosely(&decoded)),
        }
    }

    fn fill_attachments(&self, mail: &mut Incoming) {
        let attached = self.message.attachments.iter().copied().take(100);
        for (id, part) in attached.filter_map(|id| Some((id, self.message.part(id)?))) {
            let legible = self.is_legible(id);
            let content_type = content_type(part);
            match content_type.as_str() {
                "application/pgp-encrypted" => mail.encrypted = true,
                "application/pgp-signature"
                | "application/pkcs7-signature"
                | "application/x-pkcs7-signature" => mail.signed = true,
                _ => {}
            }
            let mut attachment = Attachment {
                name: part.attachment_name().map(clean_header),
                size: part.len(),
                content_type,
                text: None,
                letters: Decoded::Known,
            };
            // Of a file that is not legible only its name and size are known.
            if legible && part.is_text() {
                let (text, letters) = self.decode(part);
                attachment.text = Some(clean_text(&text));
                attachment.letters = letters;
            } else if legible
                && attachment.is_pgn()
                && let PartType::Binary(bytes) | PartType::InlineBinary(bytes) = &part.body
            {
                attachment.text = Some(clean_text(&decode_loosely(bytes)));
                attachment.letters = how_loosely(bytes);
            }
            mail.attachments.push(attachment);
        }
    }

    /// What a calendar answers by this part.
    fn calendar_answer(&self, part: &MessagePart<'_>) -> Option<CalendarAnswer> {
        let kind = part.content_type();
        let method = kind.and_then(|kind| kind.attribute("method"));
        let object = match &part.body {
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
                Cow::Owned(decode_loosely(bytes))
            }
            _ => self.decode(part).0,
        };
        calendar::answer(method.unwrap_or_default(), &object)
    }

    fn fill_report(&self, mail: &mut Incoming) {
        let root = self.message.parts.first();
        let kind = root
            .filter(|part| content_type(part) == "multipart/report")
            .and_then(MimeHeaders::content_type)
            .map(|kind| kind.attribute("report-type").unwrap_or_default());
        let mut report = kind.map(|kind| Report {
            kind: kind.trim().to_ascii_lowercase(),
            ..Report::default()
        });
        for part in self.message.parts.iter().take(100) {
            let kind = content_type(part);
            // Gmail and Thunderbird write both.
            if matches!(kind.as_str(), "text/calendar" | "application/ics") {
                mail.calendar_answer = mail.calendar_answer.or(self.calendar_answer(part));
            }
            // Some servers put the report into a mail that does not say that it is one.
            if report.is_none() && kind == "message/delivery-status" {
                report = Some(Report {
                    kind: "delivery-status".to_owned(),
                    ..Report::default()
                });
            }
            if report.is_none()
                && kind == "message/rfc822"
                && is_complaint_of_hotmail(part.contents())
            {
                report = Some(Report {
                    kind: "feedback-report".to_owned(),
                    feedback_type: Some("abuse".to_owned()),
                    ..Report::default()
                });
            }
            let Some(report) = report.as_mut() else {
                continue;
            };
            match kind.as_str() {
                "message/delivery-status" | "message/global-delivery-status" => {
                    report.add_delivery_status(part.contents());
                }
                "message/feedback-report" => report.add_feedback(part.contents()),
                "text/rfc822-headers" | "message/rfc822" | "message/global" => {
                    report.add_original(part.contents());
                }
                _ => {}
            }
        }
        if report.is_none() {
            report = mail.text.as_deref().and_then(read_notification);
        }
        mail.report = report;
    }
}

/// Whether an attachment is really the text of a mail whose structure is broken.
fn is_lost_text(part: &MessagePart<'_>) -> bool {
    part.attachment_name().is_none()
        && matches!(part.body, PartType::Text(_))
        && matches!(content_type(part).as_str(), "text/plain" | "")
}

fn has_known_encoding(part: &MessagePart<'_>) -> bool {
    let name = part.content_transfer_encoding().unwrap_or_default();
    let word = name
        .split(|c: char| c.is_whitespace() || matches!(c, ';' | '('))
        .find(|word| !word.is_empty());
    word.is_none_or(|word| {
        ENCODINGS
            .iter()
            .any(|known| known.eq_ignore_ascii_case(word))
    })
}

fn content_type(part: &MessagePart<'_>) -> String {
    part.content_type().map_or_else(String::new, |kind| {
        match kind.subtype() {
            Some(subtype) => format!("{}/{subtype}", kind.ctype()),
            None => kind.ctype().to_owned(),
        }
        .to_ascii_lowercase()
        // As it stood before `hide_nested_mails`.
        .replace("rfc82x", "rfc822")
        .replace("globax", "global")
        .replace("digesx", "digest")
    })
}

/// Whether [`decode_loosely`] guesses at these bytes.
fn how_loosely(bytes: &[u8]) -> Decoded {
    if utf_16(bytes).is_some() || std::str::from_utf8(bytes).is_ok() {
        Decoded::Known
    } else {
        Decoded::Guessed
    }
}

/// The text with the words whole that `hide_nested_mails` has misspelt in it, where they stand behind a quotation mark or a
/// slash: who writes "digest daily" means that.
fn whole_words(text: &str) -> Cow<'_, str> {
    const WORDS: [(&str, &str); 3] = [("igesx", "igest"), ("lobax", "lobal"), ("fc82x", "fc822")];
    let mut whole = Cow::Borrowed(text);
    for (misspelt, word) in WORDS {
        if whole.contains(misspelt) {
            whole = Cow::Owned(whole.replace(misspelt, word));
        }
    }
    whole
}

/// Text with LF line ends, without NUL (Postgres refuses it) and other controls but tab, at most [`TEXT`]
/// characters long.
fn clean_text(text: &str) -> String {
    let text = composed(&whole_words(text)).into_owned();
    let mut clean = String::with_capacity(text.len().min(TEXT));
    let mut kept = 0;
    let mut characters = text.chars().peekable();
    // What is kept counts, so that whoever finds so many characters knows that there may be more.
    while kept < TEXT
        && let Some(character) = characters.next()
    {
        kept += 1;
        match character {
            '\r' if characters.peek() == Some(&'\n') => kept -= 1,
            '\n' | '\t' => clean.push(character),
            '\r' | '\u{2028}' | '\u{2029}' | '\u{0085}' => clean.push('\n'),
            other if other.is_control() => kept -= 1,
            other => clean.push(other),
        }
    }
    clean
}

/// The text with each letter and its accents as one sign where there is one (Unicode normalization form C): a Mac may send
/// "zurück" with its dots behind the u, which nobody sees.
fn composed(text: &str) -> Cow<'_, str> {
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => Cow::Borrowed(text),
        IsNormalized::No | IsNormalized::Maybe => Cow::Owned(text.nfc().collect()),
    }
}

/// Base64 with foreign characters between, which the parser returns undecoded.
fn decode_dirty_base64(bytes: &[u8]) -> Option<Vec<u8>> {
    let clean: Vec<u8> = bytes
        .iter()
        .copied()
        .filter(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='))
        .collect();
    base64_decode(&clean)
}
