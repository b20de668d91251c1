use super::*;

const MAIL: &str = "Received: by b\r\nFrom: ann@example.org\r\nDate: Fri, 20 Nov 2026 10:00:00 +0000\r\nSubject: a\r\n b\r\nMessage-ID: <1@x>\r\n\r\nNf3\r\n";

#[test]
fn a_second_delivery_has_the_same_key() {
    let again = MAIL
        .replace("Received: by b", "Received: by c\r\nDelivered-To: x@y")
        .replace("a\r\n b", "a b")
        .replace("\r\n", "\n");
    assert_eq!(content_key(MAIL.as_bytes()), content_key(again.as_bytes()));
    assert_eq!(
        content_key(MAIL.as_bytes()),
        content_key(format!("{MAIL}\r\n").as_bytes())
    );
}

#[test]
fn another_text_under_the_same_id_has_another_key() {
    for (old, new) in [
        ("Nf3", "Nc3"),
        ("Subject: a", "Subject: c"),
        ("10:00:00", "10:00:01"),
    ] {
        assert_ne!(
            content_key(MAIL.as_bytes()),
            content_key(MAIL.replace(old, new).as_bytes()),
            "{old}"
        );
    }
}

#[test]
fn a_mail_without_id_and_date_is_known_by_all_of_it() {
    let bare = "Received: by b\nTo: chess@example.org\nFrom: a@example.org\n\ngames\n";
    let said_again = bare.replace("by b", "by c");
    assert_eq!(content_key(bare.as_bytes()), content_key(bare.as_bytes()));
    assert_ne!(
        content_key(bare.as_bytes()),
        content_key(said_again.as_bytes())
    );
}

#[test]
fn mails_are_told_apart_by_their_sender() {
    assert_eq!(
        sender(b"From: Ann <Ann@Example.org>\n\nx"),
        "ann@example.org"
    );
    assert_ne!(sender(b"Subject: a\n\nx"), sender(b"Subject: b\n\nx"));
}

/// The names of lines that only a token leads to are of this kind.
#[test]
fn hazard_17a_a_sender_without_an_at_sign_is_none() {
    for from in ["player 17", "<player 17>", "\"player 17\"", "x <player 17>"] {
        let sender = sender(format!("From: {from}\n\nx").as_bytes());
        assert!(
            sender.len() == 16 && !sender.contains(' '),
            "{from}: {sender}"
        );
    }
}

#[test]
fn a_field_does_not_run_into_the_next() {
    let one = "From: a\nDate: x\nSubject: b\n\n";
    let two = "From: a\nDate: x\n\nSubject: b\n";
    assert_ne!(content_key(one.as_bytes()), content_key(two.as_bytes()));
}
