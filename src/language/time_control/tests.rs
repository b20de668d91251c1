mod challenges;

use super::*;
use crate::letters::control_in_words;

/// What a text is read as, in our own words.
fn read(text: &str) -> String {
    match cut_from(text, 0) {
        Some(cut) => match cut.read {
            Ok(control) => control_in_words(control),
            Err(why) => format!("{why:?}"),
        },
        None => "nothing".to_owned(),
    }
}

#[test]
fn time_controls_are_read_in_the_words_of_players() {
    let table = [
        ("3 days a move", "3 days a move"),
        ("3 days per move", "3 days a move"),
        ("three days a move", "3 days a move"),
        ("3d/move", "3 days a move"),
        ("3-day per-move", "3 days a move"),
        ("a week per move", "7 days a move"),
        ("2 weeks for each move", "14 days a move"),
        ("fourteen days a move", "14 days a move"),
        ("12 hours a move", "12 hours a move"),
        ("1 day 12 hours a move", "1 day 12 hours a move"),
        ("3 Tage pro Zug", "3 days a move"),
        ("drei Tage je Zug", "3 days a move"),
        ("eine Woche pro Zug", "7 days a move"),
        ("10 moves in 50 days", "10 moves in 50 days"),
        ("ten moves in fifty days", "InWhat"),
        ("10 moves/50 days", "10 moves in 50 days"),
        ("50 days for 10 moves", "10 moves in 50 days"),
        ("50 days per 10 moves", "10 moves in 50 days"),
        ("10 Züge in 50 Tagen", "10 moves in 50 days"),
        ("50 Tage für 10 Züge", "10 moves in 50 days"),
        ("10/50", "10 moves in 50 days"),
        ("10/50d", "10 moves in 50 days"),
        ("10 / 50 days", "10 moves in 50 days"),
        ("10 moves in 7 weeks", "10 moves in 49 days"),
        (
            "10 moves in 100 hours",
            "10 moves in 4 days 4 hours, to the second",
        ),
        (
            "10/50 double after 20",
            "10 moves in 50 days; days beyond 20 on a move count double",
        ),
        (
            "10 moves in 50 days; days beyond 20 on a move count double",
            "10 moves in 50 days; days beyond 20 on a move count double",
        ),
        (
            "10 moves in 40 days with doubling after 15 days",
            "10 moves in 40 days; days beyond 15 on a move count double",
        ),
        (
            "10/50 ICCF",
            "10 moves in 50 days; days beyond 20 on a move count double",
        ),
        ("10/50, no doubling", "10 moves in 50 days"),
        (
            "10/30, not cumulative",
            "10 moves in 30 days; unused time is lost",
        ),
        (
            "10/30 without carry-over",
            "10 moves in 30 days; unused time is lost",
        ),
        ("10/30 with carry-over", "10 moves in 30 days"),
        ("10/50 to the second", "10 moves in 50 days, to the second"),
        (
            "10/50, exact, doubling after 20 days",
            "10 moves in 50 days, to the second; time beyond 20 days on a move counts double",
        ),
        ("30 days + 1 day", "30 days + 1 day a move"),
        ("30+1", "30 days + 1 day a move"),
        ("30d+1d", "30 days + 1 day a move"),
        ("30 days plus 1 day per move", "30 days + 1 day a move"),
        ("30 days and 12 hours per move", "30 days + 12 hours a move"),
        (
            "30 days + 1 day, at most 45",
            "30 days + 1 day a move, at most 45 days",
        ),
        (
            "30 Tage + 1 Tag, höchstens 45",
            "30 days + 1 day a move, at most 45 days",
        ),
        (
            "triple block",
            "triple block: a clock of 50 days, a bank of 75 days, 1 day more after each of the first 50 moves",
        ),
        (
            "triple block with a bank of 50 days, never less than 3 days after them",
            "triple block: a clock of 50 days, a bank of 50 days, 1 day more after each of the first 50 moves, and \
             never less than 3 days after them",
        ),
        ("60 days in all", "60 days in all"),
        ("60 days for the whole game", "60 days in all"),
        ("countdown 60 days", "60 days in all"),
        ("60 days countdown", "60 days in all"),
        ("all moves in 60 days", "60 days in all"),
        ("60 Tage insgesamt", "60 days in all"),
        ("without clock", "without clock"),
        ("no clock", "without clock"),
        ("no time limit", "without clock"),
        ("ohne Bedenkzeit", "without clock"),
        (
            "3 days a move, weekends free",
            "3 days a move; weekends free",
        ),
        (
            "3 days a move with free weekends",
            "3 days a move; weekends free",
        ),
        (
            "10/50, flags claimed",
            "10 moves in 50 days; loss on time must be claimed",
        ),
        (
            "10/50, no move longer than 40 days",
            "10 moves in 50 days; no move longer than 40 days",
        ),
        (
            "10/50, at most 40 days a move",
            "10 moves in 50 days; no move longer than 40 days",
        ),
        (
            "60 days in all, no move longer than 20 days, weekends free",
            "60 days in all; no move longer than 20 days; weekends free",
        ),
    ];
    for (text, said) in table {
        assert_eq!(read(text), said, "{text}");
    }
}

#[test]
fn what_looks_like_a_time_control_and_is_none_is_told_apart() {
    for (text, said) in [
        ("3 days", "ForWhat"),
        ("two weeks", "ForWhat"),
        ("10 moves", "InWhat"),
        ("2 months a move", "Unit"),
        ("3 days a move, 5 days a move", "Two"),
        ("3 days a move, 5 days", "Two"),
        ("weekends free", "Beside"),
        ("at most 45 days", "Beside"),
        ("3 days a move, at most 45", "NotOfThisKind"),
        ("60 days in all, double after 20", "NotOfThisKind"),
        ("0 days a move", "Amount(Nothing)"),
        ("9999 weeks a move", "Amount(TooMuch)"),
        ("99999999999999999999999 weeks a move", "Amount(TooMuch)"),
        ("99999 moves in 50 days", "TooManyMoves"),
        ("0 moves in 50 days", "Nonsense(NoMoves)"),
        ("30 days + 1 day, at most 10", "Nonsense(CapTooSmall)"),
        (
            "3 days a move, no move longer than 2 days",
            "Nonsense(LongestMoveIdle)",
        ),
        ("without clock, weekends free", "Nonsense(WeekendsIdle)"),
        (
            "10 moves in 50 days, double after 30 hours, whole days",
            "Nonsense(PartOfADay)",
        ),
        (
            "triple block, never less than 60 days",
            "Nonsense(FloorTooHigh)",
        ),
        // Nothing of it is a time control.
        ("Bob as white", "nothing"),
        ("R2D2", "nothing"),
        ("chess960 518", "nothing"),
        ("fen 4k3/8/8/8/8/8/8/4K3 w - - 3 10", "nothing"),
        ("3d@example.org", "nothing"),
        ("'Bob 3 days a move'", "nothing"),
        ("ICCF", "nothing"),
    ] {
        assert_eq!(read(text), said, "{text}");
    }
}

#[test]
fn nothing_may_stand_beside_a_time_control_in_the_settings() {
    assert!(time_control("10 moves in 50 days, weekends free").is_ok());
    assert_eq!(time_control("3 days"), Err(Some(NoControl::ForWhat)));
    assert_eq!(time_control("3 days a move or so"), Err(None));
    assert_eq!(time_control("slow"), Err(None));
    assert_eq!(time_control(""), Err(None));
}
