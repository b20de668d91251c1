use super::*;

fn keys() -> Keys {
    Keys::new([(1, vec![7; 32]), (2, vec![8; 32])])
}

const MOVE: Purpose = Purpose::Game {
    game: GameNumber(42),
    seat: Seat::Challenger,
    turn: 23,
    letter: GameLetter::Written(20_778),
};

fn of_game(letter: GameLetter) -> Purpose {
    Purpose::Game {
        game: GameNumber(42),
        seat: Seat::Opponent,
        turn: 0,
        letter,
    }
}

fn of_player(letter: PlayerLetter) -> Purpose {
    Purpose::Player {
        player: PlayerNumber(17),
        letter,
    }
}

/// One purpose of each form, with the head of its token.
fn all_forms() -> Vec<(Purpose, &'static str)> {
    vec![
        (MOVE, "g42c23d20778"),
        (of_game(GameLetter::Written(20_778)), "g42o0d20778"),
        (of_game(GameLetter::Invitation(20_778)), "g42o0i20778"),
        (of_game(GameLetter::Undated), "g42o0"),
        (of_player(PlayerLetter::Unnamed(20_778)), "p17d20778"),
        (
            of_player(PlayerLetter::Of(Kind::Beginning, 20_778)),
            "p17b20778",
        ),
        (
            of_player(PlayerLetter::Of(Kind::Settings, 20_778)),
            "p17s20778",
        ),
        (
            of_player(PlayerLetter::Of(Kind::Archive, 20_778)),
            "p17a20778",
        ),
        (
            of_player(PlayerLetter::Of(Kind::Elsewhere, 20_778)),
            "p17e20778",
        ),
        (
            of_player(PlayerLetter::List(1_795_260_000_123_456)),
            "p17lhod723u0qo",
        ),
    ]
}

#[test]
fn a_token_is_read_back_and_checks() {
    for (purpose, head) in all_forms() {
        let text = keys().make(purpose).unwrap();
        assert_eq!(text.split_once('.').unwrap().0, head);
        let token = Token::read(&text).unwrap();
        assert_eq!(token.purpose(), purpose);
        assert_eq!(token.text(), text);
        assert!(keys().check(&token));
        assert!(text.len() <= 40, "{text}");
    }
}

#[test]
fn a_token_fits_into_an_address_however_large_its_numbers_are() {
    let largest = Purpose::Game {
        game: GameNumber(999_999_999),
        seat: Seat::Opponent,
        turn: 9_999,
        letter: GameLetter::Written(99_999),
    };
    let list = Purpose::Player {
        player: PlayerNumber(999_999_999),
        letter: PlayerLetter::List(9_999_999_999_999_999),
    };
    for purpose in [largest, list] {
        let text = keys().make(purpose).unwrap();
        assert!(text.len() <= 48, "{text}: {}", text.len());
        assert!(keys().check(&Token::read(&text).unwrap()), "{text}");
    }
}

#[test]
fn no_letter_or_digit_of_a_token_can_be_changed() {
    for (purpose, _) in all_forms() {
        let text = keys().make(purpose).unwrap();
        for at in 0..text.len() {
            for other in b"abcdegilops0123456789." {
                let mut forged = text.clone().into_bytes();
                if forged.get(at) == Some(other) {
                    continue;
                }
                forged[at] = *other;
                let forged = String::from_utf8(forged).unwrap();
                let believed = Token::read(&forged).filter(|token| keys().check(token));
                assert_eq!(believed, None, "{forged} for {text}");
            }
            for forged in [
                format!("{}{}", &text[..at], &text[at + 1..]),
                format!("{}0{}", &text[..at], &text[at..]),
            ] {
                let believed = Token::read(&forged).filter(|token| keys().check(token));
                assert_eq!(believed, None, "{forged} for {text}");
            }
        }
    }
}

#[test]
fn the_code_of_one_form_is_none_of_another() {
    for (purpose, head) in all_forms() {
        let text = keys().make(purpose).unwrap();
        for (_, other) in all_forms() {
            let forged = text.replacen(head, other, 1);
            let good = keys().check(&Token::read(&forged).unwrap());
            assert_eq!(good, other == head, "{forged}");
        }
    }
}

#[test]
fn case_and_what_follows_after_a_dot_do_not_matter() {
    let text = keys().make(MOVE).unwrap();
    assert!(keys().check(&Token::read(&text.to_ascii_uppercase()).unwrap()));
    assert!(keys().check(&Token::read(&format!("{text}.nonce")).unwrap()));
}

#[test]
fn a_token_of_another_turn_game_seat_or_key_does_not_check() {
    let text = keys().make(MOVE).unwrap();
    for (from, to) in [("c23", "c24"), ("g42", "g43"), ("42c", "42o"), (".b", ".a")] {
        let forged = text.replacen(from, to, 1);
        assert_ne!(forged, text);
        assert!(!keys().check(&Token::read(&forged).unwrap()), "{forged}");
    }
    let other = Keys::new([(2, vec![9; 32])]);
    assert!(!other.check(&Token::read(&text).unwrap()));
}

#[test]
fn an_older_key_still_checks_after_a_rotation() {
    let old = Keys::new([(1, vec![7; 32])]).make(MOVE).unwrap();
    assert!(keys().check(&Token::read(&old).unwrap()));
}

#[test]
fn the_key_before_the_newest_checks_and_no_older_one_although_it_is_there() {
    let key = |version: u8| (u32::from(version), vec![version; 32]);
    let old = Keys::new([key(1)]).make(MOVE).unwrap();
    for (keys, good) in [
        (vec![key(1)], true),
        (vec![key(1), key(2)], true),
        (vec![key(1), key(2), key(3)], false),
        (vec![key(1), key(3)], false),
        (vec![key(2)], false),
        (vec![], false),
    ] {
        let versions: Vec<u32> = keys.iter().map(|(version, _)| *version).collect();
        let token = Token::read(&old).unwrap();
        assert_eq!(Keys::new(keys).check(&token), good, "{versions:?}");
    }
}

#[test]
fn after_z_the_letters_begin_again_and_an_old_a_is_not_taken_for_the_new_one() {
    let key = |version: u8| (u32::from(version), vec![version; 32]);
    let first = Keys::new([key(1)]).make(MOVE).unwrap();
    let keys = Keys::new([key(26), key(27)]);
    let text = keys.make(MOVE).unwrap();
    assert_eq!(text.split('.').nth(1).unwrap().chars().next(), Some('a'));
    assert!(keys.check(&Token::read(&text).unwrap()));
    assert!(!keys.check(&Token::read(&first).unwrap()));
    let before = Keys::new([key(26)]).make(MOVE).unwrap();
    assert_eq!(before.split('.').nth(1).unwrap().chars().next(), Some('z'));
    assert!(keys.check(&Token::read(&before).unwrap()));
}

#[test]
fn what_is_no_token_is_not_read() {
    for text in [
        "",
        "g42c23",
        "g42c23.",
        "g42c23.aaaa",
        "g+42c23.aabcdefghijklmnopqrst",
        "x42c23.aabcdefghijklmnopqrst",
        "g42c23.äabcdefghijklmnopqrs",
        "g99999999999999999999c1.aabcdefghijklmnopqrst",
        "y.aaaa",
        // Numbers are written in one way.
        "g042c23.aabcdefghijklmnopqrst",
        "g42c023d20778.aabcdefghijklmnopqrst",
        "g42c23d.aabcdefghijklmnopqrst",
        "g42c23d20778i20778.aabcdefghijklmnopqrst",
        "g42c23x20778.aabcdefghijklmnopqrst",
        "p17.aabcdefghijklmnopqrst",
        "p17x20778.aabcdefghijklmnopqrst",
        "p17l.aabcdefghijklmnopqrst",
        "p17l0k.aabcdefghijklmnopqrst",
        "p17l+k.aabcdefghijklmnopqrst",
        "p17lzzzzzzzzzzzzzzzz.aabcdefghijklmnopqrst",
        "gc23d20778.aabcdefghijklmnopqrst",
        // 0, 1, 8 and 9 are no letters of base32.
        "g42c23d20778.aabcdefghijklmnopqr01",
    ] {
        assert_eq!(Token::read(text), None, "{text}");
    }
}

#[test]
fn a_one_time_token_is_known_by_its_hash() {
    let made = OneTime::new([3; 16]);
    let read = OneTime::read(&made.text.to_ascii_uppercase()).unwrap();
    assert_eq!(made.hash, read.hash);
    assert_eq!(OneTime::read("y.tooshort"), None);
    // From before they had something to be known by.
    assert!(OneTime::read("y.aaaqeayeaudaocajbifqydiob4").is_some());
    for at in 0..made.text.len() {
        let mut forged = made.text.clone().into_bytes();
        forged[at] = if forged[at] == b'b' { b'c' } else { b'b' };
        let forged = String::from_utf8(forged).unwrap();
        assert_eq!(OneTime::read(&forged), None, "{forged}");
    }
}
