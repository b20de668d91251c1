//! From bytes to text: structure, charsets, HTML, format=flowed, signatures and encryption.

use super::{SPANISH, SPANISH_FEN, Table, deed, message, with_body};
use penpawn::mail::read::{LARGEST_MAIL, read};
use std::fmt::Write as _;

/// A white pawn may promote on e8.
const PROMOTION: &str = "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1";

#[tokio::test]
async fn hazard_59_mime_bombs_are_refused_or_survived_and_the_next_mail_is_read() {
    let mut table = Table::after(SPANISH).await;
    let multiparts = (0..3000).fold(String::new(), |mut all, at| {
        let _ = write!(
            all,
            "Content-Type: multipart/mixed; boundary=b{at}\n\n--b{at}\n"
        );
        all
    });
    let parts = |count: usize, kind: &str| {
        format!(
            "Content-Type: multipart/mixed; boundary=b\n\n{}",
            format!("--b\nContent-Type: {kind}\n\nx\n").repeat(count)
        )
    };
    let bombs = [
        (
            "mails in a mail",
            "Content-Type: message/rfc822\n\n".repeat(20_000),
            None,
        ),
        ("parts in a part", multiparts, Some("unreadable")),
        ("many parts", parts(20_000, "text/plain"), None),
        ("many mails", parts(20_000, "message/rfc822"), None),
        ("many headers", "X-Y: z\n".repeat(100_000), None),
        (
            "a long header",
            format!("Subject: {}\n\nx\n", "=?utf-8?q?a?= ".repeat(60_000)),
            None,
        ),
        (
            "a long line",
            format!("\n{}\n", "e4 ".repeat(300_000)),
            None,
        ),
        (
            "nested HTML",
            format!("Content-Type: text/html\n\n{}", "<div>".repeat(50_000)),
            None,
        ),
        (
            "a large mail",
            format!("\n{}", "a\n".repeat(LARGEST_MAIL / 2)),
            Some("unreadable"),
        ),
    ];
    for (at, (name, bomb, reason)) in bombs.into_iter().enumerate() {
        let head = format!(
            "From: Ann <ann@players.test>\nTo: chess@chess.test\nMessage-ID: <bomb{at}@players.test>\nMIME-Version: 1.0\n"
        );
        let outcome = table
            .deliver("ann@players.test", format!("{head}{bomb}").as_bytes())
            .await;
        assert_eq!(outcome.played.len(), 0, "{name}");
        assert!(
            ["done", "dropped"].contains(&outcome.fate.state.as_str()),
            "{name}: {:?}",
            outcome.fate
        );
        if let Some(reason) = reason {
            assert!(
                outcome
                    .fate
                    .reason
                    .is_some_and(|why| why.starts_with(reason)),
                "{name}"
            );
        }
    }
    assert_eq!(table.answer("Ba4").await.played, ["b5a4"]);
}

#[tokio::test]
async fn hazard_60_attachments_are_never_opened_for_orders() {
    let mut table = Table::after(SPANISH).await;
    let part = |head: &str, content: &str| {
        format!("--b\n{head}\nContent-Disposition: attachment\n\n{content}\n")
    };
    let zip = part(
        "Content-Type: application/zip; name=\"Ba4.zip\"\nContent-Transfer-Encoding: base64",
        "UEsDBAoAAAAAAA==",
    );
    let text = part("Content-Type: text/plain; name=\"move.txt\"", "Ba4");
    let pgn = part(
        "Content-Type: application/x-chess-pgn; name=\"game.pgn\"",
        "4. Ba4 Nf6",
    );
    for attachment in [zip, text, pgn] {
        let head = "Content-Type: multipart/mixed; boundary=b\nMIME-Version: 1.0\n";
        let outcome = table.reply(head, &format!("{attachment}--b--")).await;
        assert_eq!(outcome.played.len(), 0, "{attachment}");
        assert_eq!(outcome.mine.len(), 1, "{attachment}");
        assert!(
            outcome.told().contains("with your move on the first line"),
            "{attachment}"
        );
    }
}

#[test]
fn hazard_61_lying_charsets_and_broken_encodings_never_make_another_move() {
    let coded = |charset: &str, encoding: &str| {
        format!(
            "Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {encoding}\n"
        )
    };
    // "Ba4" and a word with an umlaut, in many disguises.
    let table: [(String, &[u8]); 15] = [
        (coded("x-unknown", "8bit"), b"Ba4\nGr\xfc\xdfe\n"),
        (coded("us-ascii", "8bit"), b"Ba4\nGr\xc3\xbc\xc3\x9fe\n"),
        (coded("utf-8", "8bit"), b"Ba4\nGr\xfc\xdfe\n"),
        (coded("iso-8859-1", "8bit"), b"Ba4\nGr\xc3\xbc\xc3\x9fe\n"),
        (coded("utf-8", "quoted-printable"), b"Ba4=0AGr=FC=DFe=\n"),
        (
            coded("utf-8", "quoted-printable"),
            b"Ba=\n4\nGr=C3=BC=C3=9Fe =ZZ =\n",
        ),
        (
            coded("windows-1252", "quoted-printable"),
            b"4.=A0Ba4\nGr=FC=DFe\n",
        ),
        (coded("utf-8", "base64"), b"QmE0\nCkdyw7zDn2U=\n"),
        (coded("utf-8", "base64"), b"QmE0*Ckdyw7zDn2UK\n"),
        (coded("utf-8", "base64"), b"QmE0\n"),
        (coded("utf-8", "base64"), b"QmE0Ckdyw7z"),
        (coded("utf-16", "base64"), b"QgBhADQACgBHAHIA/AA=\n"),
        (coded("big5", "8bit"), b"Ba4\n\xa7\x41\xa6\x6e\n"),
        (coded("shift_jis", "8bit"), b"Ba4\n\x82\xa0\n"),
        (coded("gb18030", "8bit"), b"Ba4\n\xc4\xe3\xba\xc3\n"),
    ];
    for (fields, body) in table {
        let raw = with_body(&fields, body);
        let read = message(&raw, None);
        let shown = format!("{fields}{}", String::from_utf8_lossy(body));
        assert_eq!(deed(&read, SPANISH_FEN), "b5a4", "{shown}");
        let talk = read.talk.unwrap_or_default();
        assert!(
            !talk.contains('\u{FFFD}') && !talk.contains('Ã'),
            "{shown}: {talk}"
        );
    }
    // What is encoded in a way that nobody knows is no text (RFC 2045, section 6.4).
    let raw = with_body(&coded("utf-8", "x-nothing"), b"Ba4\n");
    assert_eq!(deed(&message(&raw, None), SPANISH_FEN), "nothing");
    // The equals sign of a promotion, unescaped where it ought to be escaped.
    let raw = with_body(&coded("utf-8", "quoted-printable"), b"e8=Q\n");
    assert_eq!(deed(&message(&raw, None), PROMOTION), "e7e8q");
}

#[test]
fn hazard_62_the_same_move_is_found_in_html_of_every_make_as_in_plain_text() {
    // What is quoted is a friend's mail with another move in it, so that nothing but the container shows that it is
    // a quotation.
    let table = [
        (
            "Gmail",
            "<div dir=\"ltr\">Ba4</div><br><div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">On Fri Bob wrote:<br></div><blockquote class=\"gmail_quote\">d4</blockquote></div>",
        ),
        (
            "Outlook",
            "<div class=\"WordSection1\"><p class=\"MsoNormal\">Ba4<o:p></o:p></p><div style=\"border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in\"><p class=\"MsoNormal\"><b>Bob</b></p></div><p class=\"MsoNormal\">d4<o:p></o:p></p></div>",
        ),
        (
            "Outlook on the web",
            "<div>Ba4</div><hr><div id=\"divRplyFwdMsg\" dir=\"ltr\"><b>Bob</b></div><div>d4</div>",
        ),
        (
            "Yahoo",
            "<div class=\"ydp1yahoo-style-wrap\"><div>Ba4</div></div><div id=\"ydp2\" class=\"ydp2yahoo_quoted\"><div>Bob</div><div>d4</div></div>",
        ),
        (
            "iPhone",
            "<html><body dir=\"auto\">Ba4<div><br><blockquote type=\"cite\">d4</blockquote></div></body></html>",
        ),
        (
            "Thunderbird",
            "<p>Ba4</p><div class=\"moz-cite-prefix\">Bob wrote:<br></div><blockquote type=\"cite\" cite=\"mid:x\"><pre>d4</pre></blockquote>",
        ),
        (
            "Zimbra",
            "<div>Ba4</div><hr id=\"zwchr\"><blockquote style=\"border-left:2px solid\"><div>d4</div></blockquote>",
        ),
        (
            "hidden and decorated text",
            "<style>d4</style><title>d4</title><div style=\"display:none\">d4</div><p>B<b>a</b>4</p><!-- d4 -->",
        ),
    ];
    for (program, html) in table {
        let raw = with_body("Content-Type: text/html; charset=utf-8\n", html.as_bytes());
        let read = message(&raw, None);
        assert_eq!(deed(&read, SPANISH_FEN), "b5a4", "{program}: {read:?}");
        assert_eq!(read.talk, None, "{program}");
        assert_eq!(read.unread, None, "{program}");
        // Beside an empty text part the HTML is what was written.
        let body = format!(
            "--b\nContent-Type: text/plain\n\n\n--b\nContent-Type: text/html; charset=utf-8\n\n{html}\n--b--\n"
        );
        let raw = with_body(
            "Content-Type: multipart/alternative; boundary=b\n",
            body.as_bytes(),
        );
        assert_eq!(deed(&message(&raw, None), SPANISH_FEN), "b5a4", "{program}");
    }
}

#[test]
fn hazard_63_flowed_text_is_joined_without_making_or_breaking_a_move() {
    let flowed = |delete: &str, body: &str| {
        let fields = format!("Content-Type: text/plain; format=flowed{delete}\n");
        with_body(&fields, body.as_bytes())
    };
    for (delete, body) in [
        ("", "e8= \nQ\n"),
        ("; delsp=yes", "e8= \nQ\n"),
        ("; delsp=yes", "e8 \n=Q\n"),
    ] {
        let read = message(&flowed(delete, body), None);
        assert_eq!(deed(&read, PROMOTION), "e7e8q", "{delete} {body:?}");
    }
    // What was typed as a mark is text, and what the sender's program marked is not.
    let stuffed = read(&flowed("", " >e4\n>e4\n"))
        .expect("a mail")
        .text
        .unwrap_or_default();
    let words = penpawn::language::own_words(&stuffed, None);
    assert_eq!(words.lines, [" >e4"]);
    assert_eq!(words.quoted.len(), 1);
    // A long paragraph of talk stays one line; its second half is no order.
    let read = message(
        &flowed(
            "",
            "Ba4\n\nI did not expect this at all, and so I thought of \nresign\n",
        ),
        None,
    );
    assert_eq!(deed(&read, SPANISH_FEN), "b5a4");
    assert_eq!(read.unread, None);
    // The signature mark is a fixed line although it ends in a blank (RFC 3676 section 4.3).
    let read = message(&flowed("", "Ba4\nBest wishes \n-- \nBob\n"), None);
    assert_eq!(read.talk.as_deref(), Some("Best wishes"));
}

#[tokio::test]
async fn hazard_78_signed_mails_are_read_and_encrypted_ones_are_asked_for_again() {
    let mut table = Table::after(SPANISH).await;
    let inline = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nBa4\n\n- -- \nAnn\n-----BEGIN PGP SIGNATURE-----\n\niQEz\n=abcd\n-----END PGP SIGNATURE-----";
    assert_eq!(table.reply("", inline).await.played, ["b5a4"]);

    let head = "Content-Type: multipart/signed; micalg=pgp-sha256; boundary=b;\n protocol=\"application/pgp-signature\"\nMIME-Version: 1.0\n";
    let signed = "--b\nContent-Type: text/plain\n\nNf6\n--b\nContent-Type: application/pgp-signature; name=\"signature.asc\"\n\n-----BEGIN PGP SIGNATURE-----\n\niQEz\n-----END PGP SIGNATURE-----\n--b--";
    assert_eq!(table.reply(head, signed).await.played, ["g8f6"]);

    let encrypted = [
        (
            "",
            "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----",
        ),
        (
            "Content-Type: multipart/encrypted; boundary=b; protocol=\"application/pgp-encrypted\"\nMIME-Version: 1.0\n",
            "--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: application/octet-stream\n\n-----BEGIN PGP MESSAGE-----\n--b--",
        ),
        (
            "Content-Type: application/pkcs7-mime; smime-type=enveloped-data\nMIME-Version: 1.0\n",
            "MIIB",
        ),
    ];
    for (head, body) in encrypted {
        let outcome = table.reply(head, body).await;
        assert_eq!(outcome.played.len(), 0, "{head}");
        assert_eq!(outcome.mine.len(), 1, "{head}");
        assert!(
            outcome.told().contains("it is encrypted"),
            "{}",
            outcome.told()
        );
    }
}

#[tokio::test]
async fn hazard_79_a_mail_within_the_mail_is_not_the_players() {
    let mut table = Table::after(SPANISH).await;
    let attached = "--b\nContent-Type: message/rfc822\n\nFrom: bob@players.test\nSubject: my advice\n\nBa4\n--b--";
    let head = "Content-Type: multipart/mixed; boundary=b\nMIME-Version: 1.0\n";
    let whole = (
        "Content-Type: message/rfc822\nMIME-Version: 1.0\n",
        "From: bob@players.test\nSubject: my advice\n\nBa4",
    );
    for (head, body) in [(head, attached), whole] {
        let outcome = table.reply(head, body).await;
        assert_eq!(outcome.played.len(), 0);
        assert_eq!(outcome.mine.len(), 1);
        assert!(
            outcome
                .told()
                .contains("There was nothing to read in your mail")
        );
    }
}
