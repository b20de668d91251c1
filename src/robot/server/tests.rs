use super::*;
use crate::game::GameNumber;
use crate::mail::token::{GameLetter, Seat};

fn server() -> Server {
    Server {
        further_addresses: vec!["schach@example.net".to_owned()],
        ..Server::at("chess@example.org")
    }
}

fn keys() -> Keys {
    Keys::new([(1, vec![1; 32])])
}

fn purpose(turn: u32) -> Purpose {
    Purpose::Game {
        game: GameNumber(7),
        seat: Seat::Opponent,
        turn,
        letter: GameLetter::Written(20_000),
    }
}

fn token(turn: u32) -> String {
    keys().make(purpose(turn)).unwrap()
}

#[test]
fn a_token_is_found_in_each_of_its_places() {
    let address = server().address_with(&token(3)).to_uppercase();
    let id = format!("{}.abc@penpawn.example.org", token(3));
    let line = format!("[ref {}]", token(3));
    let places = [
        TokenPlaces {
            recipients: vec!["x@example.org", &address],
            ..TokenPlaces::default()
        },
        TokenPlaces {
            in_reply_to: vec![&id],
            ..TokenPlaces::default()
        },
        TokenPlaces {
            references: vec!["a@b", &id, "own@example.net"],
            ..TokenPlaces::default()
        },
        TokenPlaces {
            quoted: vec![(1, "Nf3"), (1, &line)],
            ..TokenPlaces::default()
        },
    ];
    for place in places {
        assert_eq!(
            evidence(&place, &server(), &keys()).purpose,
            Some(purpose(3)),
            "{place:?}"
        );
    }
}

#[test]
fn different_tokens_in_one_mail_count_as_none() {
    let address = server().address_with(&token(3));
    let id = format!("{}.abc@penpawn.example.org", token(4));
    let places = TokenPlaces {
        recipients: vec![&address],
        in_reply_to: vec![&id],
        ..TokenPlaces::default()
    };
    assert_eq!(evidence(&places, &server(), &keys()).purpose, None);
}

#[test]
fn older_quotations_below_the_newest_one_do_not_count() {
    let (newer, older) = (format!("[ref {}]", token(5)), format!("[ref {}]", token(4)));
    let places = TokenPlaces {
        quoted: vec![(1, &newer), (2, &older)],
        ..TokenPlaces::default()
    };
    assert_eq!(
        evidence(&places, &server(), &keys()).purpose,
        Some(purpose(5))
    );
}

#[test]
fn an_id_of_another_domain_and_a_wrong_code_prove_nothing() {
    let id = format!("{}.abc@example.net", token(3));
    let forged = server().address_with(&token(3).replace("g7o3", "g7c3"));
    let places = TokenPlaces {
        recipients: vec![&forged],
        in_reply_to: vec![&id],
        ..TokenPlaces::default()
    };
    assert_eq!(evidence(&places, &server(), &keys()), Evidence::default());
}

#[test]
fn our_own_addresses_are_known() {
    for ours in [
        "chess@example.org",
        "Chess@Example.ORG",
        "chess+x@example.org",
        "Schach@example.net",
        "schach+x@example.net",
    ] {
        assert!(server().owns(ours), "{ours}");
    }
    // Tokens stand only in the address that we give.
    assert_eq!(server().extension_of("schach+x@example.net"), None);
    for other in [
        "ches@example.org",
        "chessx@example.org",
        "chess@example.com",
        "chess@example.net",
        "schach@example.org",
        "é@example.org",
    ] {
        assert!(!server().owns(other), "{other}");
    }
}
