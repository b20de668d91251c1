use super::super::{is_order, time_control};
use super::*;
use crate::chess::notation::Letters;
use crate::game::rating::Stake;
use crate::language::{own_words, read};

/// What a line is read as, in the order of what is said: clock, stake, colour, range.
fn read_seek(line: &str) -> Option<SeekWish> {
    let message = read(&own_words(line, None), "", Letters::default());
    let [order] = message.orders.as_slice() else {
        return None;
    };
    if let Command::Seek(wish) = &order.command {
        Some(wish.clone())
    } else {
        None
    }
}

#[test]
fn a_seek_says_what_a_challenge_says_and_a_range() {
    let three_days = time_control("3 days a move").unwrap();
    for (line, timed, rated, colour, range) in [
        ("seek", false, false, Colour::Random, None),
        ("Seek.", false, false, Colour::Random, None),
        ("please seek", false, false, Colour::Random, None),
        ("seek 3 days a move", true, false, Colour::Random, None),
        (
            "seek a game with 3 days a move",
            true,
            false,
            Colour::Random,
            None,
        ),
        ("seek rated", false, true, Colour::Random, None),
        ("seek as white", false, false, Colour::White, None),
        ("seek with black", false, false, Colour::Black, None),
        (
            "seek 3 days a move rated as white 1400-1700",
            true,
            true,
            Colour::White,
            Some((1400, 1700)),
        ),
        (
            "seek 3 days a move, rated, 1400-1700, as white",
            true,
            true,
            Colour::White,
            Some((1400, 1700)),
        ),
        (
            "seek 1400-1700 rated 3 days a move as white",
            true,
            true,
            Colour::White,
            Some((1400, 1700)),
        ),
        (
            "seek rated 1400 - 1700",
            false,
            true,
            Colour::Random,
            Some((1400, 1700)),
        ),
        (
            "seek rated 1400\u{2013}1700",
            false,
            true,
            Colour::Random,
            Some((1400, 1700)),
        ),
        (
            "seek rated from 1400 to 1700",
            false,
            true,
            Colour::Random,
            Some((1400, 1700)),
        ),
        (
            "seek rated between 1700 and 1400",
            false,
            true,
            Colour::Random,
            Some((1700, 1400)),
        ),
        (
            "seek rated 1-99999",
            false,
            true,
            Colour::Random,
            Some((1, 99999)),
        ),
    ] {
        let wish = read_seek(line).unwrap_or_else(|| panic!("{line:?} is no seek"));
        let control = wish.time.as_ref().map(|time| time.read.unwrap());
        assert_eq!(control, timed.then_some(three_days), "{line}");
        let stake = if let StakeWish::Said { stake, .. } = wish.stake {
            stake
        } else {
            Stake::Casual
        };
        assert_eq!(stake == Stake::Rated, rated, "{line}");
        assert_eq!((wish.colour, wish.range), (colour, range), "{line}");
        assert_eq!(wish.setup, Setup::Usual, "{line}");
    }
    let wish = read_seek("seek chess960 3 days a move").unwrap();
    assert_eq!(wish.setup, Setup::Chess960(None));
    assert!(
        read_seek("seek 3 dayz a move")
            .unwrap()
            .time
            .unwrap()
            .read
            .is_err()
    );
}

#[test]
fn what_only_begins_like_a_seek_is_none() {
    for line in [
        "seek and you shall find",
        "seek help",
        "seek Bob",
        "seek 3 days a move with Bob",
        "seeks the truth",
        "I seek revenge",
        "Seek peace, and pursue it",
        "take 7 days off",
        "take 7 moves",
        "take e5",
        "takes 7",
        "take it",
        "take back",
        "take 0",
        "take 7 8",
        "I take 7",
        "unseek Bob",
    ] {
        let message = read(&own_words(line, None), "", Letters::default());
        let seeks = message.orders.iter().any(|order| {
            matches!(
                order.command,
                Command::Seek(_) | Command::Seeks | Command::Take(_) | Command::Unseek(_)
            )
        });
        assert!(!seeks, "{line}: {:?}", message.orders);
    }
}

#[test]
fn a_seek_is_taken_and_taken_back_by_its_number() {
    for (line, command) in [
        ("take 7", Command::Take(7)),
        ("Take #7!", Command::Take(7)),
        ("take seek 7", Command::Take(7)),
        ("take no. 7 please", Command::Take(7)),
        ("unseek", Command::Unseek(None)),
        ("unseek 12", Command::Unseek(Some(12))),
        ("seeks", Command::Seeks),
        ("Show seeks", Command::Seeks),
    ] {
        let message = read(&own_words(line, None), "", Letters::default());
        let orders: Vec<&Command> = message.orders.iter().map(|order| &order.command).collect();
        assert_eq!(orders, [&command], "{line}");
        assert!(is_order(line), "{line}");
    }
}

#[test]
fn inside_talk_and_quotation_nothing_is_a_seek() {
    for text in [
        "e4\n\nBy the way:\nseek 3 days a move",
        "e4\n\nYou could just\ntake 7\nand see what happens.",
        "Nf3\n\n> seek rated\n> take 7\n",
    ] {
        let message = read(&own_words(text, None), "", Letters::default());
        let orders: Vec<&Command> = message.orders.iter().map(|order| &order.command).collect();
        assert!(
            matches!(orders.as_slice(), [Command::Moves(_)]),
            "{text}: {orders:?}"
        );
    }
}
