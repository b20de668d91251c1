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
        language: "en",
        message_id: "g1c0.abc.n@penpawn.example.org",
        in_reply_to: Some("x@example.net"),
        references: &[],
        answers: true,
        loop_mark: "chess@example.org",
        date: DateTime::UNIX_EPOCH,
        text: "e4\nFEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n",
        face: None,
        pgn: None,
        calendar: Vec::new(),
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
        text.contains("\r\nFEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\r\n")
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
