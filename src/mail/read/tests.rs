use super::*;

fn text_of(raw: &[u8]) -> Option<String> {
    read(raw).unwrap().text
}

#[test]
fn an_ordinary_mail_is_read() {
    let mail = read(
            b"Return-Path: <ann@example.net>\r\nDelivered-To: chess+m1@example.org\r\nReceived: by x\r\nFrom: \"Ann A.\" <Ann@example.net>\r\nTo: Chess <chess@example.org>\r\nSubject: =?UTF-8?B?WsO8Z2U=?=\r\nMessage-ID: <1@example.net>\r\nReferences: <a@b>\r\n <c@d>\r\n\r\nNf3\r\n",
        )
        .unwrap();
    let from = mail.from.unwrap();
    assert_eq!(from.name.as_deref(), Some("Ann A."));
    assert_eq!(from.address, "Ann@example.net");
    assert_eq!(mail.subject, "Züge");
    assert_eq!(mail.text.as_deref(), Some("Nf3\n"));
    assert_eq!(mail.text_kind, TextKind::Plain);
    assert_eq!(mail.references, ["a@b", "c@d"]);
    assert_eq!(mail.recipients[0].address, "chess+m1@example.org");
    assert_eq!(mail.recipients[0].field, "delivered-to");
    assert_eq!(mail.return_path, Some(Some("ann@example.net".to_owned())));
    assert_eq!(mail.received_count, 1);
}

#[test]
fn an_author_is_one_field_with_one_mailbox() {
    for (header, fault) in [
        ("From: a@x.org\nFrom: b@x.org", FromFault::SeveralFields),
        ("From: a@x.org, b@x.org", FromFault::SeveralMailboxes),
        ("From: G: a@x.org, b@x.org;", FromFault::SeveralMailboxes),
        ("To: a@x.org", FromFault::Missing),
        ("From: ", FromFault::Missing),
        ("From: Bob", FromFault::NotAnAddress),
    ] {
        let mail = read(format!("{header}\n\nNf3\n").as_bytes()).unwrap();
        assert_eq!(mail.from, None, "{header}");
        assert_eq!(mail.from_fault, Some(fault), "{header}");
    }
    let mail = read(b"From: \"bob@club.org\" <x@evil.org>\n\nNf3\n").unwrap();
    assert_eq!(mail.from.unwrap().address, "x@evil.org");
}

#[test]
fn a_blank_text_part_gives_way_to_the_html() {
    let raw = b"From: a@x.org\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\n\n--b\nContent-Type: text/html\n\n<div>Nf3</div><blockquote>1. e4</blockquote>\n--b--\n";
    let mail = read(raw).unwrap();
    assert_eq!(mail.text.as_deref(), Some("Nf3\n> 1. e4\n"));
    assert_eq!(mail.text_kind, TextKind::Html);
}

#[test]
fn charsets_that_lie_are_found_out() {
    let table: [(&[u8], &str); 7] = [
            (b"Content-Type: text/plain; charset=x-unknown\n\nZ\xfcge\n", "Züge"),
            (b"Content-Type: text/plain\n\nZ\xfcge\n", "Züge"),
            (b"Content-Type: text/plain; charset=us-ascii\n\nZ\xc3\xbcge\n", "Züge"),
            (b"Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n\nZ\xc3\xbcge\n", "Züge"),
            (b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nZ=FCge\n", "Züge"),
            (b"Content-Type: text/plain; charset=koi8-r\n\n\xf0\xd2\xc9\xd7\xc5\xd4\n", "Привет"),
            (b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\nTmYz*Cg==\n", "Nf3"),
        ];
    for (mail, expected) in table {
        let raw = [b"From: a@x.org\nMIME-Version: 1.0\n".as_slice(), mail].concat();
        let text = text_of(&raw).unwrap();
        assert_eq!(text.trim(), expected, "{}", String::from_utf8_lossy(mail));
    }
}

#[test]
fn broken_structure_keeps_its_text() {
    let raw = b"From: a@x.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nNf3\n";
    assert_eq!(text_of(raw).unwrap().trim(), "Nf3");
    let raw = b"From: a@x.org\nContent-Type: multipart/mixed; boundary=b\n\nNf3\n";
    assert!(read(raw).is_ok());
}

#[test]
fn a_forwarded_attachment_is_not_text() {
    let raw = b"From: a@x.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n\nFrom: b@x.org\nSubject: s\n\nNf3\n--b--\n";
    let mail = read(raw).unwrap();
    assert_eq!(mail.text, None);
    assert_eq!(mail.text_kind, TextKind::Nothing);
}

#[test]
fn a_digest_holds_mails_of_others() {
    let digest = |part: &str| {
        let raw = format!(
            "From: a@x.org\nMIME-Version: 1.0\nContent-Type: multipart/digest; boundary=b\n\n--b\n{part}\n--b--\n"
        );
        read(raw.as_bytes()).unwrap()
    };
    // A part without a type is a mail, and its text is what somebody wrote there.
    for part in [
        "\nFrom: x@y.org\n\nNf3\n",
        "\nNf3\n",
        "Content-ID: <1@x>\n\nNf3\n",
    ] {
        let mail = digest(part);
        assert_eq!(mail.text, None, "{part:?}");
        assert!(mail.attachments.iter().all(|file| file.text.is_none()));
    }
    let typed = digest("Content-Type: text/plain\n\nNf3\n");
    assert_eq!(typed.text.unwrap().trim(), "Nf3");
}

#[test]
fn a_transfer_encoding_that_nobody_knows_makes_a_file() {
    for (encoding, wanted) in [
        ("7bit", Some("Nf3")),
        ("8BIT", Some("Nf3")),
        ("8-bit", Some("Nf3")),
        (" binary ", Some("Nf3")),
        ("7bit (as it was)", Some("Nf3")),
        ("", Some("Nf3")),
        ("Quoted-Printable", Some("Nf3")),
        ("gzip", None),
        ("x-uuencode", None),
        ("x-unknown", None),
        ("base65", None),
    ] {
        for kind in ["text/plain", "text/html"] {
            let raw = format!(
                "From: a@x.org\nMIME-Version: 1.0\nContent-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n\nNf3\n"
            );
            let text = text_of(raw.as_bytes());
            assert_eq!(
                text.as_deref().map(str::trim),
                wanted,
                "{encoding:?} {kind}"
            );
        }
    }
}

#[test]
fn bombs_are_refused_or_survived() {
    for nested in [
        "Content-Type: message/rfc822\n\n",
        "Content-Type: message/(x) RFC822\n\n",
        "Content-Type: message/ (x)\n Global\n\n",
    ] {
        assert!(read(nested.repeat(20_000).as_bytes()).is_ok(), "{nested}");
    }
    let multipart = (0..3000)
        .flat_map(|n| {
            format!("Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n").into_bytes()
        })
        .collect::<Vec<u8>>();
    assert!(matches!(read(&multipart), Err(Unreadable::TooNested(_))));
    assert!(matches!(
        read(&vec![b'a'; LARGEST_MAIL + 1]),
        Err(Unreadable::TooLarge(_))
    ));
    assert_eq!(read(b""), Err(Unreadable::NoHeaders));
    assert_eq!(read(b"no header here"), Err(Unreadable::NoHeaders));
    let headers = b"A: b\n".repeat(100_000);
    assert!(read(&headers).is_ok());
    let mut line = b"From: a@x.org\nSubject: ".to_vec();
    line.extend(vec![b'x'; 900_000]);
    assert!(read(&line).unwrap().subject.len() <= headers::LONGEST_VALUE);
    let mut parts = b"From: a@x.org\nContent-Type: multipart/mixed; boundary=b\n\n".to_vec();
    parts.extend(b"--b\n\nx\n".repeat(100_000));
    assert!(read(&parts).is_ok());
}

#[test]
fn no_mail_within_the_mail_reaches_the_parser() {
    for kind in [
        "message/rfc822",
        "MESSAGE/RFC822",
        "message/ (c) rfc822",
        "message/global",
        "message/(c)global",
        "multipart/digest; boundary=b",
    ] {
        let raw =
            format!("From: a@x.org\nContent-Type: {kind}\n\n--b\n\nSubject: x\n\nNf3\n--b--\n");
        let flat = hide_nested_mails(raw.as_bytes());
        let message = MessageParser::new().parse(flat.as_ref()).unwrap();
        assert!(
            message.parts.iter().all(|part| !part.is_message()),
            "{kind}"
        );
    }
    let text = b"global warming, a digest of it. Global!";
    assert!(matches!(hide_nested_mails(text), Cow::Borrowed(_)));
}

#[test]
fn a_bounce_tells_which_mail_and_why() {
    let raw = b"Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.net\nContent-Type: multipart/report; report-type=\"delivery-status\"; boundary=b\n\n--b\n\nSorry\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; bob@example.net\nAction: failed\nStatus: 5.1.1\n\n--b\nContent-Type: message/rfc822\n\nFrom: chess@example.org\nMessage-ID: <m1@id.example.org>\n\nhello\n--b--\n";
    let mail = read(raw).unwrap();
    assert_eq!(mail.return_path, Some(None));
    let report = mail.report.unwrap();
    assert_eq!(report.kind, "delivery-status");
    assert_eq!(report.recipients.len(), 1);
    assert_eq!(
        report.original_message_id.as_deref(),
        Some("m1@id.example.org")
    );
}

#[test]
fn encryption_and_signature_are_noticed() {
    let raw = b"From: a@x.org\n\n-----BEGIN PGP MESSAGE-----\nabc\n-----END PGP MESSAGE-----\n";
    assert!(read(raw).unwrap().encrypted);
    let raw = b"From: a@x.org\nContent-Type: multipart/signed; boundary=b; micalg=pgp-sha256; protocol=\"application/pgp-signature\"\n\n--b\nContent-Type: text/plain\n\nNf3\n--b\nContent-Type: application/pgp-signature; name=signature.asc\n\nxx\n--b--\n";
    let mail = read(raw).unwrap();
    assert!(mail.signed && !mail.encrypted);
    assert_eq!(mail.text.unwrap().trim(), "Nf3");
}

#[test]
fn flowed_text_is_joined_and_controls_are_dropped() {
    let raw = b"From: a@x.org\nContent-Type: text/plain; format=flowed; delsp=yes\n\nNf3\n\nlong \ntalk\0\n";
    assert_eq!(text_of(raw).unwrap(), "Nf3\n\nlongtalk\n");
}

#[test]
fn a_pgn_attachment_is_kept_as_text() {
    let raw = b"From: a@x.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nhere\n--b\nContent-Type: application/x-chess-pgn; name=game.pgn\nContent-Transfer-Encoding: base64\n\nMS4gZTQ=\n--b--\n";
    let mail = read(raw).unwrap();
    assert_eq!(mail.attachments.len(), 1);
    assert!(mail.attachments[0].is_pgn());
    assert_eq!(mail.attachments[0].text.as_deref(), Some("1. e4"));
}

#[test]
fn words_that_hide_nested_mails_are_whole_in_what_is_read() {
    let mail = b"From: b@x.org\n\nwrite \"digest daily\" and \"global\"\n";
    let text = "write \"digest daily\" and \"global\"\n";
    assert_eq!(text_of(mail).as_deref(), Some(text));
}
