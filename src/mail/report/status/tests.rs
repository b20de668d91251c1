use super::*;

#[test]
fn a_code_is_found_behind_what_stands_before_codes() {
    for (text, code) in [
        ("5.1.1 no such user", "5.1.1"),
        ("he said\n5.1.1 no such user", "5.1.1"),
        (
            "550 5.1.1 <ann@example.org>: Recipient address rejected",
            "5.1.1",
        ),
        ("550-5.1.1 The email account", "5.1.1"),
        ("said: 451-4.3.0 try later", "4.3.0"),
        ("unknown user. (#5.1.1)", "5.1.1"),
        ("unknown user (5.1.1)", "5.1.1"),
        ("smtp;550 #5.1.0 Address rejected", "5.1.0"),
        ("smtp; 5.1.0 - Unknown address error", "5.1.0"),
        ("to=<ann@example.org>, dsn=5.0.0, stat=Deferred", "5.0.0"),
        ("Status code: 5.4.14", "5.4.14"),
        ("Remote server returned error 5.4.310", "5.4.310"),
        ("<mx.example.org #5.1.1 SMTP; 550 no>", "5.1.1"),
        ("250 2.1.0 Sender ok\n550 5.1.1 User unknown", "5.1.1"),
        ("250 2.1.5 ok", "2.1.5"),
        ("rejected: 5.7.1.", "5.7.1"),
    ] {
        assert_eq!(in_words(text).as_deref(), Some(code), "{text}");
    }
}

#[test]
fn a_version_or_an_address_is_no_code() {
    for text in [
        "Exim 4.94.2",
        "Exim 4.4.2",
        "(Exim 4.4.2 #2)",
        "Exim (4.4.2)",
        "Mailman 2.0.12",
        "Mailman\n2.0.12",
        "2.0.12",
        "delivered by Exim\n4.4.2",
        "Subject: [Mailman-Developers] RELEASED Mailman 2.0.12",
        "ANNOUNCE wxPython 2.3.0",
        "Postfix 2.5.1 (Debian)",
        "by Sendmail version 5.1.3",
        "Version: 5.1.3",
        "ESMTP Exim/4.1.2",
        "ESMTP server v5.0.1 ready",
        "ESMTP v4.2.1b",
        "X-Mailer: Opera 5.1.1",
        "host mx[5.1.1.9] said",
        "host mx 5.1.1.9 said",
        "since 5.12.2026",
        "5.12.26",
        "room 4.2.17",
    ] {
        assert_eq!(in_words(text), None, "{text}");
    }
}

#[test]
fn a_status_field_is_believed_whatever_its_numbers() {
    assert_eq!(in_field("5.1.1 (no such user)").as_deref(), Some("5.1.1"));
    assert_eq!(in_field(" 4.9.9").as_deref(), Some("4.9.9"));
    assert_eq!(in_field("5.1"), None);
    assert_eq!(in_field("Exim 4.94.2"), None);
    assert_eq!(in_field(""), None);
}
