//! Challenges with a time control: every clock, colour and beginning, in every order.

use super::*;
use crate::chess::notation::Letters;
use crate::language::line::{Reading, read_line};
use crate::language::{Colour, Command, Setup};

const CLOCKS: [&str; 12] = [
    "3 days a move",
    "two weeks per move",
    "12 hours a move, weekends free",
    "10 moves in 50 days",
    "10/50 double after 20, no move longer than 40 days",
    "10 moves in 40 days, unused time is lost",
    "30 days + 1 day, at most 45",
    "30+1",
    "triple block",
    "60 days in all",
    "without clock",
    "3 Tage pro Zug",
];

const COLOURS: [(&str, Colour); 4] = [
    ("", Colour::Random),
    ("as white", Colour::White),
    ("black", Colour::Black),
    ("as random", Colour::Random),
];

const POSITION: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

fn setups() -> [(String, Setup); 5] {
    let position = POSITION.to_owned();
    let unfinished = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    [
        (String::new(), Setup::Usual),
        ("chess960".to_owned(), Setup::Chess960(None)),
        (
            "chess960 518".to_owned(),
            Setup::Chess960(Some("518".to_owned())),
        ),
        (format!("fen {position}"), Setup::Fen(position)),
        (
            format!("fen {unfinished}"),
            Setup::Fen(unfinished.to_owned()),
        ),
    ]
}

fn read_challenges(line: &str) -> Vec<Command> {
    let Reading::Orders(orders) = read_line(line, Letters::default()) else {
        panic!("no order: {line}");
    };
    orders.into_iter().map(|order| order.command).collect()
}

/// The six orders of three wishes.
fn in_every_order(wishes: [&str; 3]) -> Vec<String> {
    let orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let joined = |separator: &str| {
        orders.map(|order| {
            let wishes = order.map(|at| wishes[at]);
            let said: Vec<&str> = wishes.into_iter().filter(|wish| !wish.is_empty()).collect();
            said.join(separator)
        })
    };
    [joined(" "), joined(", ")].concat()
}

#[test]
fn a_time_control_is_read_beside_every_colour_and_every_beginning_in_every_order() {
    let opponents = ["Bob", "bob@example.net", "'Jack Black'", "Bob 2"];
    let mut lines = 0;
    for clock in CLOCKS {
        let control = time_control(clock).unwrap();
        for (colour_said, colour) in COLOURS {
            for (setup_said, setup) in setups() {
                for wishes in in_every_order([clock, colour_said, &setup_said]) {
                    // One after the other, so that each meets everything.
                    let opponent = opponents[lines % opponents.len()];
                    let line = format!("challenge {opponent} {wishes}");
                    let commands = read_challenges(&line);
                    let [
                        Command::Challenge {
                            opponent: read,
                            colour: read_colour,
                            setup: read_setup,
                            time,
                            ..
                        },
                    ] = commands.as_slice()
                    else {
                        panic!("{line}: {commands:?}");
                    };
                    assert_eq!(read, opponent.trim_matches('\''), "{line}");
                    assert_eq!(*read_colour, colour, "{line}");
                    assert_eq!(*read_setup, setup, "{line}");
                    let time = time.as_ref().unwrap_or_else(|| panic!("{line}"));
                    assert_eq!(time.read, Ok(control), "{line}");
                    lines += 1;
                }
            }
        }
    }
    assert_eq!(lines, 12 * 4 * 5 * 12);
}

#[test]
fn several_opponents_are_challenged_with_the_same_time_control() {
    for line in [
        "challenge ann@example.org, bob@example.net 3 days a move",
        "challenge ann@example.org, bob@example.net, 3 days a move",
        "challenge ann@example.org and bob@example.net with 3 days a move",
        "challenge ann@example.org and bob@example.net, 3 days a move",
    ] {
        let commands = read_challenges(line);
        let whom: Vec<_> = commands.iter().filter_map(Command::challenged).collect();
        assert_eq!(whom, ["ann@example.org", "bob@example.net"], "{line}");
        for command in &commands {
            let Command::Challenge { time, .. } = command else {
                panic!("{line}");
            };
            let read = time.as_ref().map(|time| time.read);
            assert_eq!(read, Some(Ok(time_control("3 days a move").unwrap())));
        }
    }
    // Names side by side stay one text, which whoever knows the players takes apart.
    let commands = read_challenges("challenge Ann and Bob, 10/50 as white");
    assert_eq!(commands[0].challenged(), Some("Ann and Bob"));
}

#[test]
fn words_right_behind_a_name_may_be_the_end_of_it() {
    for (line, behind_name) in [
        ("challenge Bob 3 days", Some("3 days")),
        ("challenge Bob 3 days a move", Some("3 days a move")),
        ("challenge Bob 3 days as white", Some("3 days")),
        ("challenge Bob, 3 days a move", None),
        ("challenge 'Bob' 3 days a move", None),
        ("challenge Bob as white 3 days a move", None),
        ("challenge Bob with 3 days a move", None),
        ("challenge Bob chess960 3 days a move", None),
    ] {
        let commands = read_challenges(line);
        let Command::Challenge { opponent, time, .. } = &commands[0] else {
            panic!("{line}");
        };
        assert_eq!(opponent, "Bob", "{line}");
        let found = time.as_ref().and_then(|time| time.behind_name.as_deref());
        assert_eq!(found, behind_name, "{line}");
    }
}

#[test]
fn a_name_in_marks_keeps_what_looks_like_a_time_control() {
    let commands = read_challenges("challenge 'Bob 3 days' 10/50");
    let [Command::Challenge { opponent, time, .. }] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!(opponent, "Bob 3 days");
    assert_eq!(
        time.as_ref().map(|time| time.written.as_str()),
        Some("10/50")
    );
    assert_eq!(crate::language::called("Bob 3 days"), "'Bob 3 days'");
}

#[test]
fn words_that_are_nearly_a_time_control_stay_in_a_name_and_go_with_no_other_opponent() {
    for (line, whom, unread) in [
        ("challenge Bob 3 dayz a move", "Bob 3 dayz a move", None),
        (
            "challenge Bob 3 dayz a move as white",
            "Bob 3 dayz a move",
            None,
        ),
        ("challenge Bob, 3 dayz", "Bob, 3 dayz", None),
        ("challenge Bob 5 mins", "Bob 5 mins", None),
        (
            "challenge bob@example.net 3 dayz a move",
            "bob@example.net",
            Some("3 dayz a move"),
        ),
        (
            "challenge bob@example.net, 3 dayz",
            "bob@example.net",
            Some("3 dayz"),
        ),
        (
            "challenge bob@example.net blitz 5+3",
            "bob@example.net",
            Some("blitz"),
        ),
        (
            "challenge 'Bob' 3 dayz a move",
            "Bob",
            Some("3 dayz a move"),
        ),
    ] {
        let commands = read_challenges(line);
        let [Command::Challenge { opponent, time, .. }] = commands.as_slice() else {
            panic!("{line}: {commands:?}");
        };
        assert_eq!(opponent, whom, "{line}");
        let time = time.as_ref().map(|time| (time.written.as_str(), time.read));
        let unread = unread.map(|written| (written, Err(NoControl::Unread)));
        assert_eq!(time, unread, "{line}");
    }
    for line in [
        "challenge accepted in 3 dayz",
        "challenge me in 2 hurs",
        "challenge bob@example.net or ann@example.org 3 dayz",
    ] {
        let reading = read_line(line, Letters::default());
        assert!(
            !matches!(reading, Reading::Orders(_)),
            "{line}: {reading:?}"
        );
    }
}
