use super::*;
use crate::mail::write::{Face, Outgoing, write};
use chrono::DateTime;
use mail_parser::{MessageParser, MimeHeaders, PartType};

const HTML: &str = "<!DOCTYPE html>\n<p>12. Nf3 &amp; so on</p>\n<img src=\"cid:board.0123456789abcdef@example.org\">\n";

fn letter(pgn: Option<(&str, &str)>) -> Vec<u8> {
    write(&Outgoing {
        from_name: "penpawn",
        from: "chess@example.org",
        to_name: "Ann",
        to: "ann@example.net",
        reply_to: "chess+g1c0.abc@example.org",
        subject: "Chess game 1",
        language: "en",
        message_id: "g1c0.abc.n@example.org",
        in_reply_to: None,
        references: &[],
        answers: false,
        loop_mark: "chess@example.org",
        date: DateTime::UNIX_EPOCH,
        text: "e4\n",
        face: Some(Face {
            html: HTML,
            content_id: Some("board.0123456789abcdef@example.org"),
        }),
        pgn,
        calendar: Vec::new(),
    })
    .unwrap()
}

/// The kinds of the parts in their order, each as deep as it lies.
fn tree(mail: &[u8]) -> Vec<String> {
    let mail = MessageParser::default().parse(mail).unwrap();
    let kind = |part: &mail_parser::MessagePart<'_>| {
        let kind = part.content_type().unwrap();
        format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or_default())
    };
    mail.parts.iter().map(kind).collect()
}

#[test]
fn the_picture_is_bound_to_the_html_and_the_text_stands_first() {
    assert_eq!(
        tree(&letter(None)),
        [
            "multipart/alternative",
            "text/plain",
            "multipart/related",
            "text/html",
            "image/png"
        ]
    );
    assert_eq!(
        tree(&letter(Some(("game-1.pgn", "1. e4 *")))),
        [
            "multipart/mixed",
            "multipart/alternative",
            "text/plain",
            "multipart/related",
            "text/html",
            "image/png",
            "application/vnd.chess-pgn"
        ]
    );
    let mail = String::from_utf8(letter(None)).unwrap();
    let mail = mail.replace("\r\n ", " ");
    for field in [
        "type=\"text/html\"",
        "Content-ID: <board.0123456789abcdef@example.org>",
        "Content-Disposition: inline; filename=\"board.png\"",
    ] {
        assert!(mail.contains(field), "{field}\n{mail}");
    }
}

#[test]
fn the_same_letter_has_the_same_octets() {
    assert_eq!(letter(None), letter(None));
    let pgn = Some(("game-1.pgn", "1. e4 *"));
    assert_eq!(letter(pgn), letter(pgn));
}

#[test]
fn the_picture_is_put_in() {
    for size in [0, 1, 56, 57, 58, 5000] {
        let picture: Vec<u8> = (0..size).map(|n: u32| n.to_le_bytes()[0]).collect();
        let sent = with_picture(letter(None), Some(&picture));
        assert!(
            sent.split(|octet| *octet == b'\n')
                .all(|line| line.len() < 100)
        );
        let mail = MessageParser::default().parse(&sent).unwrap();
        let part = mail.parts.last().unwrap();
        let (PartType::Binary(found) | PartType::InlineBinary(found)) = &part.body else {
            panic!("{part:?}");
        };
        assert_eq!(found.as_ref(), picture, "{size}");
        assert_eq!(mail.body_html(0).unwrap().replace('\r', ""), HTML);
    }
}

#[test]
fn a_letter_whose_picture_cannot_be_made_goes_without_it() {
    let sent = with_picture(letter(Some(("game-1.pgn", "1. e4 *"))), None);
    assert_eq!(
        tree(&sent),
        [
            "multipart/mixed",
            "multipart/alternative",
            "text/plain",
            "multipart/related",
            "text/html",
            "application/vnd.chess-pgn"
        ]
    );
    let mail = MessageParser::default().parse(&sent).unwrap();
    assert_eq!(mail.body_html(0).unwrap().replace('\r', ""), HTML);
}

#[test]
fn a_letter_without_a_picture_stays_as_it_is() {
    let plain = b"Subject: x\r\n\r\nNothing here.\r\n".to_vec();
    assert_eq!(with_picture(plain.clone(), Some(b"picture")), plain);
    assert_eq!(with_picture(plain.clone(), None), plain);
}
