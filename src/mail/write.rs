//! What we write, as the bytes that go over the wire.
//!
//! The bytes are made once, before the first attempt to send, and stored: a second copy after a crash is the same to
//! the last octet, Message-ID and Date included.

use super::address;
use chrono::{DateTime, Utc};
use lettre::address::Address;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, Message, MultiPart, SinglePart};
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
    /// Without angle brackets.
    pub message_id: &'a str,
    /// The Message-ID of the mail that is answered, without angle brackets.
    pub in_reply_to: Option<&'a str>,
    /// The thread, oldest first, without angle brackets.
    pub references: &'a [String],
    /// Whether this answers the reader's own mail (RFC 3834 3.1.7: `auto-replied`) or tells him of something
    /// (`auto-generated`).
    pub answers: bool,
    /// The mark by which we know our own mails.
    pub loop_mark: &'a str,
    /// When it was written.
    pub date: DateTime<Utc>,
    /// The text, lines ended by LF.
    pub text: &'a str,
    /// File name and content of a PGN to attach.
    pub pgn: Option<(&'a str, &'a str)>,
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
        .raw_header(raw("X-Loop", mail.loop_mark));
    // No List-Unsubscribe (RFC 2369 3.2), although a `mailto:` with "stop" could stand there. With any List-* field a mail
    // is one of a mailing list to filters, which file it away unseen, and to robots of our own kind; and the button that
    // mail programs make of it silences a player, and leaves his opponents waiting, by one slip. "stop" is said by
    // answering, as the help and every invitation say.
    let text = SinglePart::plain(with_crlf(mail.text));
    let message = match mail.pgn {
        None => builder.singlepart(text)?,
        Some((name, pgn)) => {
            let kind = ContentType::parse("application/vnd.chess-pgn; charset=utf-8")
                .unwrap_or(ContentType::TEXT_PLAIN);
            builder.multipart(
                MultiPart::mixed()
                    .singlepart(text)
                    .singlepart(Attachment::new(name.to_owned()).body(with_crlf(pgn), kind)),
            )?
        }
    };
    Ok(message.formatted())
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
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn whom_mail_can_be_sent_to() {
        for (address, sendable) in [
            ("ann@example.org", true),
            ("ann@b\u{fc}cher.example", true),
            ("ann@[192.0.2.1]", false),
            ("ann@[IPv6:2001:db8::1]", false),
            ("ann@[h.example]", false),
            ("ann@[]", false),
            ("ann", false),
        ] {
            assert_eq!(is_sendable(address), sendable, "{address}");
        }
    }

    /// What counts as an address to which mail can be sent is one in the mail as well.
    #[test]
    fn a_mail_can_be_built_to_whom_it_can_be_sent() {
        for address in [
            "ann@example.org",
            "ann+x@sub.example.org",
            "o'neil@example.org",
        ] {
            assert!(is_sendable(address));
            let written = write(&Outgoing {
                to: address,
                ..mail()
            });
            assert!(written.is_ok(), "{address}: {written:?}");
        }
    }

    fn mail() -> Outgoing<'static> {
        Outgoing {
            from_name: "penpawn",
            from: "chess@example.org",
            to_name: "Ann Ødegård",
            to: "Ann@Example.net",
            reply_to: "chess+g1c0.abc@example.org",
            subject: "Chess game 1",
            message_id: "g1c0.abc.n@penpawn.example.org",
            in_reply_to: Some("x@example.net"),
            references: &[],
            answers: true,
            loop_mark: "chess@example.org",
            date: DateTime::UNIX_EPOCH,
            text: "e4\nFEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n",
            pgn: None,
        }
    }

    #[test]
    fn the_same_mail_is_written_byte_for_byte_the_same() {
        assert_eq!(write(&mail()).unwrap(), write(&mail()).unwrap());
    }

    #[test]
    fn the_fen_stands_unbroken_on_its_line_and_the_headers_name_a_robot() {
        let text = String::from_utf8(write(&mail()).unwrap()).unwrap();
        assert!(
            text.contains(
                "\r\nFEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\r\n"
            )
        );
        assert!(
            text.contains("\r\nAuto-Submitted: auto-replied\r\n"),
            "{text}"
        );
        assert!(text.contains("\r\nX-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply\r\n"));
        assert!(text.contains("\r\nMessage-ID: <g1c0.abc.n@penpawn.example.org>\r\n"));
    }

    #[test]
    fn every_line_end_becomes_that_of_a_mail() {
        for (text, expected) in [
            ("", ""),
            ("a", "a"),
            ("a\nb\n", "a\r\nb\r\n"),
            ("a\r\nb", "a\r\nb"),
            ("a\rb\n\rc\n\n", "a\r\nb\r\n\r\nc\r\n\r\n"),
        ] {
            assert_eq!(with_crlf(text), expected, "{text:?}");
        }
        let mail = Outgoing {
            text: "a\nb\n",
            pgn: Some(("game.pgn", "1. e4\n1-0\n")),
            ..mail()
        };
        let bytes = write(&mail).unwrap();
        let bare = bytes
            .windows(2)
            .filter(|pair| matches!(pair, [before, b'\n'] if *before != b'\r'));
        assert_eq!(bare.count(), 0);
    }

    #[test]
    fn four_times_as_many_lines_cost_about_four_times_as_much() {
        let taken = |lines: usize| {
            let long = "a\n".repeat(lines);
            let mail = Outgoing {
                text: &long,
                pgn: Some(("game.pgn", &long)),
                ..mail()
            };
            let once = || {
                let begin = Instant::now();
                write(&mail).unwrap();
                begin.elapsed()
            };
            (0..3).map(|_| once()).min().unwrap()
        };
        let (few, many) = (taken(50_000), taken(200_000));
        // Sixteen times as much when all that stands behind a line is moved for it: seconds.
        let most = few * 8 + Duration::from_millis(200);
        assert!(many < most, "{few:?}, then {many:?}");
    }

    #[test]
    fn a_name_that_the_library_cannot_bear_is_an_error_and_no_panic() {
        let hostile = Outgoing {
            to_name: "A\r\nBcc: b@example.org",
            ..mail()
        };
        assert!(!matches!(write(&hostile), Ok(bytes)
            if String::from_utf8_lossy(&bytes).contains("\r\nBcc:")));
        assert!(matches!(
            write(&Outgoing {
                to: "no address",
                ..mail()
            }),
            Err(WriteError::Address)
        ));
    }
}
