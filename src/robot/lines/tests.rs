use super::*;
use crate::game::{GameNumber, PlayerNumber};
use crate::mail::token::{GameLetter, Kind, OneTime, PlayerLetter};

fn server() -> Server {
    Server::at("chess@example.org")
}

fn key(version: u8) -> (u32, Vec<u8>) {
    (u32::from(version), vec![version; 32])
}

fn of_game(number: i64, seat: Seat, turn: u32) -> Purpose {
    Purpose::Game {
        game: GameNumber(number),
        seat,
        turn,
        letter: GameLetter::Written(20_000),
    }
}

fn made_with(version: u8, purpose: Purpose) -> String {
    Keys::new([key(version)]).make(purpose).unwrap()
}

/// What a mail with these header fields shows, when the newest key is the third.
fn seen(fields: &str) -> Shown {
    let raw = format!("From: Ann <ann@example.org>\n{fields}\n\nNf3\n");
    shown_by(
        &read::headers_only(raw.as_bytes()),
        &server(),
        &Keys::new([key(1), key(2), key(3)]),
    )
}

#[test]
fn hazard_17a_a_mail_waits_in_the_line_of_the_one_token_that_it_shows() {
    let challenger = made_with(3, of_game(7, Seat::Challenger, 4));
    let seat = |challenger| Shown::Seat {
        game: 7,
        challenger,
    };
    let player = Purpose::Player {
        player: PlayerNumber(17),
        letter: PlayerLetter::Of(Kind::Beginning, 20_000),
    };
    let opponent = made_with(2, of_game(7, Seat::Opponent, 5));
    for (fields, expected) in [
        (format!("To: chess+{challenger}@example.org"), seat(true)),
        (
            format!("Delivered-To: chess+{opponent}@example.org"),
            seat(false),
        ),
        (
            format!("To: chess@example.org\nIn-Reply-To: <{challenger}.x@penpawn.example.org>"),
            seat(true),
        ),
        (
            format!("References: <a@b> <{opponent}.x@penpawn.example.org>"),
            seat(false),
        ),
        (
            format!("To: chess+{}@example.org", made_with(3, player)),
            Shown::Player(17),
        ),
        // The same twice is one.
        (
            format!(
                "To: chess+{challenger}@example.org\nIn-Reply-To: <{challenger}.x@penpawn.example.org>"
            ),
            seat(true),
        ),
    ] {
        assert_eq!(seen(&fields), expected, "{fields}");
    }
}

#[test]
fn hazard_17a_the_turn_of_a_token_makes_no_other_line() {
    let line = |turn| {
        let token = made_with(3, of_game(7, Seat::Challenger, turn));
        seen(&format!("To: chess+{token}@example.org"))
    };
    assert_eq!(line(1), line(99));
}

#[test]
fn hazard_17a_the_answer_to_a_question_waits_in_a_line_of_its_own_once_we_know_the_question() {
    let token = OneTime::new([3; 16]);
    let fields = format!("To: chess+{}@example.org", token.text);
    assert_eq!(seen(&fields), Shown::Question(token.hash));
}

#[test]
fn hazard_17a_a_mail_without_exactly_one_authentic_token_waits_in_its_senders_line() {
    let good = made_with(3, of_game(7, Seat::Challenger, 4));
    let other = made_with(3, of_game(7, Seat::Opponent, 4));
    for fields in [
        "To: chess@example.org".to_owned(),
        format!("To: chess+{good}@example.org, chess+{other}@example.org"),
        format!("To: chess+{good}@example.org\nIn-Reply-To: <{other}.x@penpawn.example.org>"),
        // Of another seat, of a key that is too old, of a foreign address, of a foreign domain.
        format!("To: chess+{}@example.org", good.replacen("g7c", "g7o", 1)),
        format!(
            "To: chess+{}@example.org",
            made_with(1, of_game(7, Seat::Challenger, 4))
        ),
        format!("To: chess+{good}@example.net"),
        format!("In-Reply-To: <{good}.x@example.org>"),
        // Not where a token stands.
        format!("Subject: {good}"),
    ] {
        assert_eq!(seen(&fields), Shown::Nothing, "{fields}");
    }
    for raw in ["", "\n", "\u{0}\u{1}", "To"] {
        let keys = Keys::new([key(3)]);
        assert_eq!(
            shown_by(&read::headers_only(raw.as_bytes()), &server(), &keys),
            Shown::Nothing
        );
    }
    let raw = format!("To: chess+{good}@example.org\n\n");
    let keys = Keys::new([]);
    assert_eq!(
        shown_by(&read::headers_only(raw.as_bytes()), &server(), &keys),
        Shown::Nothing,
        "there are no keys"
    );
}
