use super::*;

#[test]
fn no_word_of_a_mail_is_told_with_its_sign() {
    for (field, told) in [
        (
            "Auto-Submitted: auto-replied; owner-email=\"ann@x.org\"",
            "Auto-Submitted: auto-replied",
        ),
        (
            "Auto-Submitted: AUTO-GENERATED (s3cret)",
            "Auto-Submitted: auto-generated",
        ),
        ("Auto-Submitted: s3cret", "Auto-Submitted: other"),
        (
            "Auto-Submitted : s3cret\n\tINFO forged=line",
            "Auto-Submitted: other",
        ),
        (
            "Auto-Submitted: =?utf-8?q?s3cret?=",
            "Auto-Submitted: other",
        ),
        ("X-Autoreply: s3cret", "header field x-autoreply"),
        (
            "Content-Type: multipart/report; report-type=s3cret; boundary=x",
            "multipart/report of type \"other\"",
        ),
        (
            "Content-Type: multipart/report; report-type=disposition-notification; boundary=x",
            "multipart/report of type \"disposition-notification\"",
        ),
        ("Precedence: s3cret", ""),
        ("Precedence: bulk", "Precedence: bulk"),
        ("List-Id: s3cret", "header field list-id"),
    ] {
        let raw =
            format!("From: Ann <ann@players.test>\nTo: chess@chess.test\n{field}\n\n--x\n\ne4\n");
        let mail = crate::mail::read::read(raw.as_bytes()).unwrap();
        let said = match nature(&mail, &OurNames::default()) {
            Nature::Automatic(signal) | Nature::Soft(signal) => signal.to_string(),
            Nature::Human => String::new(),
            other => panic!("{field}: {other:?}"),
        };
        assert_eq!(said, told, "{field}");
    }
}
use crate::mail::read::read;

fn ours() -> OurNames {
    OurNames {
        domain_of_ids: "id.chess.example.org".to_owned(),
        addresses: vec!["chess@example.org".to_owned()],
        separators: &['+', '-'],
        loop_mark: "penpawn chess@example.org".to_owned(),
    }
}

fn judged(header: &str) -> Nature {
    let sender = if header.to_lowercase().contains("from:") {
        ""
    } else {
        "From: ann@example.net\r\n"
    };
    let raw = format!("{header}\r\n{sender}\r\nNf3\r\n");
    nature(&read(raw.as_bytes()).unwrap(), &ours())
}

#[test]
fn auto_submitted_is_read_with_parameters_comments_and_any_case() {
    for human in [
        "Auto-Submitted: no",
        "Auto-Submitted: No",
        "Auto-Submitted: no (human)",
        "Auto-Submitted: (human) no",
        "Auto-Submitted: no; a=b",
        "Auto-Submitted:",
        "X-Auto-Response-Suppress: All",
        "X-Auto-Response-Suppress: DR, OOF, AutoReply",
    ] {
        assert_eq!(judged(human), Nature::Human, "{human}");
    }
    for robot in [
        "Auto-Submitted: auto-generated",
        "Auto-Submitted: AUTO-REPLIED; a=b",
        "Auto-Submitted: auto-replied (vacation); x=y",
        "Auto-Submitted: something-new",
        "Auto-Submitted: no\r\nAuto-Submitted: auto-replied",
        "auto-submitted:\r\n (x) auto-notified",
    ] {
        assert!(
            matches!(judged(robot), Nature::Automatic(Signal::AutoSubmitted(_))),
            "{robot}"
        );
    }
}

#[test]
fn the_fields_of_old_responders_are_hard() {
    for header in [
        "X-Autoreply: yes",
        "X-Autorespond: yes",
        "X-FC-MachineGenerated: true",
        "X-POST-MessageClass: 9; Autoresponder",
        "Delivered-To: Autoresponder",
        "X-Auto-Generated: yes",
        "X-Ovh-Autoresponder: yes",
        "X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent",
        "X-Mailgun-Autoresponder: 1",
        "X-Some-Vacation-Notice: 1",
        "X-My_Auto_Reply: on",
    ] {
        assert!(matches!(judged(header), Nature::Automatic(_)), "{header}");
    }
}

#[test]
fn old_signs_are_soft() {
    for header in [
        "Precedence: bulk",
        "Precedence: JUNK",
        "List-Id: <a.b>",
        "List-Unsubscribe: <mailto:x@y>",
        "Subject: Out of Office: Re: Chess game 42",
        "Subject: Automatische Antwort: Chess game 42",
        "Subject: =?UTF-8?Q?R=C3=A9ponse_automatique_:?= x",
        "Mailing-List: contact club-help@example.net; run by ezmlm",
        "X-BeenThere: club@example.net",
        "X-Mailman-Version: 2.1.39",
        "From: root@example.net",
        "From: notifications@example.net",
        "From: noreply@example.net",
        "From: No-Reply+12@example.net",
        "From: club-bounces@example.net",
    ] {
        assert!(matches!(judged(header), Nature::Soft(_)), "{header}");
    }
    for human in [
        "X-Autoreply: no",
        "X-Mailgun-Autoresponder: false",
        "X-Auto-Generated: No",
        "X-Auto-Response-Suppress: OOF, AutoReply",
        "X-POST-MessageClass: 1",
        "Delivered-To: autoresponder@example.net",
        "X-MS-Exchange-Generated-Message-Source: Transport",
        "Subject: Nf3",
        "Subject: I will be out of office",
        "Precedence: first-class",
        "From: norbert@example.net",
    ] {
        assert_eq!(judged(human), Nature::Human, "{human}");
    }
}

#[test]
fn our_own_mail_is_known() {
    let received = "Received: by x\r\n".repeat(51);
    for header in [
        "X-Loop: Penpawn chess@example.org",
        "Message-ID: <m1.2.x@ID.chess.example.org>",
        "From: Chess@Example.ORG",
        "From: chess+m42.23.abc@example.org",
        "From: \"x\" <chess-m42@example.org>",
        &format!("{received}X-A: b"),
    ] {
        assert!(matches!(judged(header), Nature::Loop(_)), "{header}");
    }
    for human in [
        "X-Loop: other@example.org",
        "From: chessy@example.org",
        "In-Reply-To: <m1@id.chess.example.org>",
        "Message-ID: <x@example.org>",
    ] {
        assert_eq!(judged(human), Nature::Human, "{human}");
    }
}

#[test]
fn the_null_sender_is_a_robot_or_a_bounce() {
    assert_eq!(
        judged("Return-Path: <>"),
        Nature::Automatic(Signal::NullSender)
    );
    assert_eq!(
        judged("Return-Path: <>\r\nFrom: MAILER-DAEMON@example.net"),
        Nature::Bounce(read_words(
            &read(b"From: MAILER-DAEMON@example.net\r\n\r\nNf3\r\n").unwrap()
        ))
    );
    assert_eq!(judged("Return-Path: <ann@example.net>"), Nature::Human);
}

#[test]
fn an_address_beside_ours_is_somebody_else_s_where_no_dash_parts_sub_addresses() {
    let from = |address: &str, separators| {
        let raw = format!("From: {address}\r\nSubject: e4\r\n\r\ne4\r\n");
        let ours = OurNames {
            separators,
            ..ours()
        };
        nature(&read(raw.as_bytes()).unwrap(), &ours)
    };
    let ours = Nature::Loop(Signal::OurAddress);
    assert_eq!(from("chess-club@example.org", &['+']), Nature::Human);
    assert_eq!(from("chess-club@example.org", &['+', '-']), ours);
    assert_eq!(from("chess+m1@example.org", &['+']), ours);
    assert_eq!(from("chess@example.org", &[]), ours);
    assert_eq!(from("chessclub@example.org", &['+', '-']), Nature::Human);
}
