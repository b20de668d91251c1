use super::super::{Running, TimeStands, TimeView};
use super::*;
use crate::game::clock::{
    Amount, CarryOver, Clocks, Fischer, MoveTime, Reminders, Span, Spent as Took, Stretch, Triple,
    Turn,
};
use shakmaty::Color;

fn at(instant: &str) -> DateTime<Utc> {
    instant.parse().unwrap()
}

fn days(days: u32) -> Amount {
    Amount::days(days).unwrap()
}

fn iccf() -> Control {
    let session = Session::new(
        10,
        days(50),
        Counting::WholeDays,
        Some(days(20)),
        CarryOver::Kept,
    );
    Control::new(Kind::Session(session.unwrap()))
}

fn leave(from: &str, until: &str) -> Stretch {
    Stretch {
        reason: Reason::Leave,
        span: Span::new(at(from), at(until)).unwrap(),
    }
}

/// The sums of White's first move.
fn sums(control: Control, told: &str, came: &str, stretches: Vec<Stretch>) -> Vec<Sentence> {
    let clocks = Clocks::at_start(control);
    let turn = Turn::new(at(told), stretches);
    let spent = Took::Thought {
        turn: &turn,
        arrived: at(came),
    };
    let time = MoveTime::of(&clocks, Color::White, spent).unwrap();
    let spent = Spent {
        whose: Whose::Theirs("Ann"),
        time: &time,
        before: clocks.left(Color::White),
        after: time.white,
    };
    spent.lines(control, AfterIt::Moves)
}

#[test]
fn whole_days_of_leave_are_taken_away_before_days_are_counted() {
    let leave = leave("2026-03-05T00:00:00Z", "2026-03-19T00:00:00Z");
    assert_eq!(
        sums(
            iccf(),
            "2026-03-01T12:00:00Z",
            "2026-03-25T13:00:00Z",
            vec![leave]
        ),
        [
            "Ann's turn: 1 Mar 2026 12:00 UTC to 25 Mar 2026 13:00 UTC,",
            "24 days 1 hour, less 14 days of leave: 10 days 1 hour used; only whole days count: 10 days.",
            "Ann had 50 days, is charged 10 days and has 40 days for 9 moves.",
        ]
    );
}

#[test]
fn doubling_is_explained() {
    assert_eq!(
        sums(
            iccf(),
            "2026-03-01T12:00:00Z",
            "2026-03-24T12:00:05Z",
            Vec::new()
        ),
        [
            "Ann's turn: 1 Mar 2026 12:00 UTC to 24 Mar 2026 12:00:05 UTC,",
            "23 days 5 s used; only whole days count, those beyond 20 double: 26 days.",
            "Ann had 50 days, is charged 26 days and has 24 days for 9 moves.",
        ]
    );
    let free = sums(
        iccf(),
        "2026-03-01T12:00:00Z",
        "2026-03-02T11:59:59Z",
        Vec::new(),
    );
    assert_eq!(
        free[1],
        "23 h 59 min 59 s used; only whole days count: nothing."
    );
}

#[test]
fn a_move_that_was_sent_ahead_costs_nothing() {
    let clocks = Clocks::at_start(iccf());
    let time = MoveTime::of(&clocks, Color::White, Took::Nothing).unwrap();
    let spent = Spent {
        whose: Whose::Yours,
        time: &time,
        before: clocks.left(Color::White),
        after: time.white,
    };
    assert_eq!(
        spent.lines(iccf(), AfterIt::Moves),
        [
            "Your move was sent ahead: nothing is charged.",
            "You have 50 days for 9 moves.",
        ]
    );
}

#[test]
fn every_kind_says_what_is_left() {
    let told = "2026-03-01T12:00:00Z";
    let fischer = Fischer::new(days(30), days(1), Some(days(30))).unwrap();
    let triple = Triple::new(days(50), days(75), days(1), 50, None).unwrap();
    for (kind, came, account) in [
        (
            Kind::PerMove(days(3)),
            "2026-03-02T12:00:00Z",
            "Ann had 3 days, and has 3 days again for the next move.",
        ),
        (
            Kind::Fischer(fischer),
            "2026-03-01T14:00:00Z",
            "Ann had 30 days, is charged 2 hours, gets 1 day, up to 30 days, and has 30 days.",
        ),
        (
            Kind::Fischer(fischer),
            "2026-03-03T12:00:00Z",
            "Ann had 30 days, is charged 2 days, gets 1 day and has 29 days.",
        ),
        (
            // The first row of ICCF's example of a triple block: 49 days 12 hours used.
            Kind::Triple(triple),
            "2026-04-20T00:00:00Z",
            "Ann had 50 days and a bank of 75 days, is charged 49 days 12 hours, gets 1 day and has 50 days and a bank of 26 days 12 hours.",
        ),
        (
            Kind::Countdown(days(60)),
            "2026-03-11T12:00:00Z",
            "Ann had 60 days, is charged 10 days and has 50 days for the rest of the game.",
        ),
    ] {
        let lines = sums(Control::new(kind), told, came, Vec::new());
        assert_eq!(lines.last().unwrap(), account);
    }
}

#[test]
fn what_was_given_for_one_move_is_had_and_is_not_had_again() {
    let control = Control::new(Kind::PerMove(days(3)));
    let clocks = Clocks::at_start(control);
    let turn = Turn::new(at("2026-03-01T12:00:00Z"), Vec::new());
    let spent = Took::Thought {
        turn: &turn,
        arrived: at("2026-03-05T12:00:00Z"),
    };
    let time = MoveTime::of(&clocks, Color::White, spent).unwrap();
    let with_three_more: Left = serde_json::from_str(r#"{"moves": 0, "clock": 518400}"#).unwrap();
    let spent = Spent {
        whose: Whose::Yours,
        time: &time,
        before: with_three_more,
        after: time.white,
    };
    assert_eq!(
        spent.lines(control, AfterIt::Moves).last().unwrap(),
        "You had 6 days, and have 3 days for the next move."
    );
}

/// Mate, or whatever else a move ends the game by.
#[test]
fn of_the_last_move_nothing_is_left_to_be_told() {
    let triple = Triple::new(days(50), days(75), days(1), 50, None).unwrap();
    for (kind, account) in [
        (Kind::PerMove(days(3)), "Ann had 3 days."),
        (
            Kind::Triple(triple),
            "Ann had 50 days and a bank of 75 days, and is charged 1 day.",
        ),
        (
            Kind::Countdown(days(60)),
            "Ann had 60 days, and is charged 1 day.",
        ),
    ] {
        let control = Control::new(kind);
        let clocks = Clocks::at_start(control);
        let turn = Turn::new(at("2026-03-01T12:00:00Z"), Vec::new());
        let thought = Took::Thought {
            turn: &turn,
            arrived: at("2026-03-02T12:00:00Z"),
        };
        for (took, last) in [
            (thought, account),
            (
                Took::Nothing,
                "Ann's move was sent ahead: nothing is charged.",
            ),
        ] {
            let time = MoveTime::of(&clocks, Color::White, took).unwrap();
            let spent = Spent {
                whose: Whose::Theirs("Ann"),
                time: &time,
                before: clocks.left(Color::White),
                after: time.white,
            };
            let lines = spent.lines(control, AfterIt::Nothing);
            assert_eq!(lines.last().unwrap(), last);
        }
    }
}

fn stands(clocks: &Clocks, to_move: Option<Color>, running: Running, now: &str) -> TimeView {
    TimeView::of(&TimeStands {
        clocks,
        reader: Color::Black,
        opponent: "Ann",
        to_move,
        running,
        spent: Vec::new(),
        zone: Some("Europe/Berlin".parse().unwrap()),
        reminders: &Reminders::Usual,
        flag_waits: false,
        claim_gives: None,
        now: at(now),
    })
}

#[test]
fn the_deadline_is_told_by_utc_and_by_the_players_clock() {
    let first = Clocks::at_start(iccf());
    let clocks = first
        .after_prepared(Color::White)
        .after_prepared(Color::Black);
    let turn = Turn::new(at("2026-11-25T13:02:41Z"), Vec::new());
    let untold = Running::Untold(turn.clone());
    let view = stands(&clocks, Some(Color::Black), untold, "2026-11-25T13:02:41Z");
    // 50 days pay for 35, and the day after them is free.
    assert_eq!(
        view.deadline.unwrap(),
        "31 Dec 2026 13:02 UTC (14:02 in Europe/Berlin)"
    );
    assert_eq!(
        view.lines,
        [
            "You have 50 days for 9 moves.",
            "Ann has 50 days for 9 moves.",
            "You have 36 days from when this mail was sent.",
            "In that, only whole days count, those beyond 20 double.",
            "We remind you on 13 Dec 13:02, 24 Dec 08:14 and 30 Dec 13:02 UTC.",
        ]
    );
    let untold = Running::Untold(turn.clone());
    let view = stands(&first, Some(Color::Black), untold, "2026-11-25T13:02:41Z");
    assert_eq!(
        view.lines[2..],
        [
            "You have 14 days from when this mail was sent.",
            "In that, a first move is due within 14 days, or there is no game.",
            "We remind you on 2 Dec 13:02, 6 Dec 17:50 and 8 Dec 13:02 UTC.",
        ]
    );
    let told = stands(
        &clocks,
        Some(Color::Black),
        Running::Told(turn.clone()),
        "2026-12-25T13:02:41Z",
    );
    assert_eq!(told.lines[3], "Your time runs; you have 6 days left.");
    let later = stands(
        &clocks,
        Some(Color::Black),
        Running::Told(turn.clone()),
        "2026-12-25T13:02:42Z",
    );
    assert_eq!(
        later.lines[3],
        "Your time runs; you have 5 days 23 h 59 min left."
    );
    assert_eq!(
        told.lines.last().unwrap(),
        "We remind you on 30 Dec 13:02 UTC."
    );
    let over = stands(
        &clocks,
        Some(Color::Black),
        Running::Told(turn.clone()),
        "2027-01-01T00:00:00Z",
    );
    assert_eq!(over.deadline, None);
    assert_eq!(
        over.lines[3],
        "Your time was over on 31 Dec 2026 13:02:41 UTC (14:02 in Europe/Berlin)."
    );
    let others = stands(
        &clocks,
        Some(Color::White),
        Running::Told(turn),
        "2026-12-25T13:02:41Z",
    );
    assert_eq!(others.deadline, None);
    assert_eq!(
        others.lines[3],
        "Ann has until 31 Dec 2026 13:02 UTC (14:02 in Europe/Berlin)."
    );
}

#[test]
fn leave_ahead_and_a_pause_without_an_end_are_said() {
    let clocks = Clocks::at_start(Control::new(Kind::PerMove(days(3))));
    let ahead = leave("2026-12-01T00:00:00Z", "2026-12-05T00:00:00Z");
    let turn = Turn::new(at("2026-11-30T12:00:00Z"), vec![ahead]);
    let view = stands(
        &clocks,
        Some(Color::Black),
        Running::Untold(turn),
        "2026-11-30T12:00:00Z",
    );
    assert_eq!(
        view.lines[..2],
        [
            "You have 3 days from when this mail was sent.",
            "Not counted in that: 4 days of leave until 5 Dec 2026 00:00 UTC.",
        ]
    );
    let view = |reader, now| {
        let turn = Turn::new(at("2026-11-30T12:00:00Z"), vec![ahead]);
        stands(&clocks, Some(reader), Running::Told(turn), now).lines
    };
    assert_eq!(
        view(Color::Black, "2026-12-01T12:00:00Z"),
        [
            "Your turn began on 30 Nov 2026 12:00 UTC.",
            "You had 3 days then.",
            "Your time stands still until 5 Dec 2026 00:00 UTC (01:00 in Europe/Berlin); then you have 2 days 12 hours left.",
            "Not counted in that: 3 days 12 hours of leave until 5 Dec 2026 00:00 UTC.",
            "Without a first move by then there is no game.",
            "We remind you on 5 Dec 20:00 and 6 Dec 20:00 UTC.",
        ]
    );
    assert_eq!(
        view(Color::Black, "2026-12-05T06:00:00Z")[2],
        "Your time runs; you have 2 days 6 hours left."
    );
    assert_eq!(
        view(Color::White, "2026-12-01T12:00:00Z")[2],
        "Ann's time stands still until 5 Dec 2026 00:00 UTC (01:00 in Europe/Berlin), and is over on 7 Dec 2026 12:00 UTC (13:00 in Europe/Berlin)."
    );
    let pause = Stretch {
        reason: Reason::Pause,
        span: Span::since(at("2026-12-01T00:00:00Z")),
    };
    let turn = Turn::new(at("2026-11-30T12:00:00Z"), vec![pause]);
    let view = stands(
        &clocks,
        Some(Color::Black),
        Running::Told(turn),
        "2026-12-01T12:00:00Z",
    );
    assert_eq!(view.deadline, None);
    assert_eq!(
        view.lines[2..],
        ["Your time stands still until further notice."]
    );
    // Leave that begins when the time is over is none of it.
    let later = leave("2026-12-20T00:00:00Z", "2026-12-26T00:00:00Z");
    let turn = Turn::new(at("2026-11-30T12:00:00Z"), vec![ahead, later]);
    let two = stands(
        &clocks,
        Some(Color::Black),
        Running::Untold(turn),
        "2026-11-30T12:00:00Z",
    );
    assert_eq!(
        two.lines[1],
        "Not counted in that: 4 days of leave until 5 Dec 2026 00:00 UTC."
    );
}
