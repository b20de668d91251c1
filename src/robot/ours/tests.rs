use super::*;
use crate::game::GameNumber;
use crate::mail::token::{GameLetter, OneTime, Purpose, Seat};

fn seen(raw: &str) -> Sign {
    let server = Server {
        further_addresses: vec!["schach@example.net".to_owned()],
        ..Server::at("chess@example.org")
    };
    match fields_say(&read::headers_only(raw.as_bytes()), &server) {
        Some(true) => Sign::Ours,
        Some(false) => Sign::Nothing,
        None => body_says(raw.as_bytes(), &server, &keys()),
    }
}

fn keys() -> Keys {
    Keys::new([(1, vec![1; 32])])
}

fn code() -> String {
    let purpose = Purpose::Game {
        game: GameNumber(7),
        seat: Seat::Challenger,
        turn: 4,
        letter: GameLetter::Written(20_000),
    };
    keys().make(purpose).unwrap()
}

fn private(fields: &str, text: &str) -> String {
    format!("From: Ann <ann@example.org>\nTo: owner@example.org\n{fields}\n\n{text}\n")
}

#[test]
fn a_mail_is_for_us_when_a_field_says_that_it_went_to_one_of_our_addresses() {
    for field in [
        "To",
        "Cc",
        "Delivered-To",
        "X-Original-To",
        "Envelope-To",
        "Envelope-to",
        "Resent-To",
        "X-Delivered-To",
        "X-Forwarded-To",
    ] {
        for address in [
            "chess@example.org",
            "Chess+anything@Example.org",
            "Schach@example.net",
            "\"a, b\" <x@example.com>, chess@example.org",
        ] {
            let mail = private(&format!("{field}: {address}"), "Hello");
            assert_eq!(seen(&mail), Sign::Ours, "{mail}");
        }
    }
    // Gmail names who forwarded it, and to whom.
    let mail = private(
        "X-Forwarded-For: chess@example.org club@example.com",
        "Hello",
    );
    assert_eq!(seen(&mail), Sign::Ours);
}

#[test]
fn a_private_mail_is_none_for_us_whoever_wrote_it_and_whatever_it_says() {
    for mail in [
        private("", "12. Nf3\n\nhelp\n"),
        private("Subject: Re: Chess game 42: Ann - Bob", "Nf3"),
        private("Reply-To: chess@example.org", "write to chess@example.org"),
        private("Cc: chessx@example.org, chess@example.com", "Hello"),
        private(
            "In-Reply-To: <a@example.org>",
            "> [ref g7c4.aaaaaaaaaaaaaaaaaaaaaa]",
        ),
        private("Auto-Submitted: auto-replied", "I am away"),
        // a bounce of a private mail
        private(
            "Return-Path: <>\nX-Failed-Recipients: bob@example.com",
            "This message was created automatically by mail delivery software.\n\n  bob@example.com\n\nMessage-ID: <1@example.org>",
        ),
        // in our name, and to somebody else
        "From: chess@example.org\nTo: owner@example.org\n\nHello\n".to_owned(),
        String::new(),
        "no mail at all".to_owned(),
    ] {
        assert_eq!(seen(&mail), Sign::Nothing, "{mail}");
    }
}

#[test]
fn a_mail_is_for_us_when_it_carries_a_code_of_ours() {
    let id = format!("<{}.x@penpawn.example.org>", code());
    for mail in [
        private(&format!("In-Reply-To: {id}"), "Nf3"),
        private(&format!("References: <a@b> {id}"), "Nf3"),
        private(&format!("Message-ID: {id}"), "our own, come back"),
        private("", &format!("Nf3\n\n> [ref {}]", code())),
    ] {
        assert_eq!(seen(&mail), Sign::Ours, "{mail}");
    }
    let question = OneTime::new([3; 16]);
    let mail = private("", &format!("yes\n\n> [ref {}]", question.text));
    assert_eq!(seen(&mail), Sign::Question(question.hash));
}

#[test]
fn a_returned_letter_of_ours_is_for_us() {
    let bounce = |quoted: &str| {
        private(
            "Return-Path: <>\nX-Failed-Recipients: bob@example.com",
            &format!(
                "A message that you sent could not be delivered:\n\n  bob@example.com\n\n{quoted}"
            ),
        )
    };
    assert_eq!(
        seen(&bounce("Message-ID: <g7.x@penpawn.example.org>")),
        Sign::Ours
    );
    assert_eq!(
        seen(&bounce("Message-ID: <g7.x@example.org>")),
        Sign::Nothing
    );
}
