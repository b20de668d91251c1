//! Edges of the arithmetic.

use super::*;

#[test]
fn how_many_whole_days_may_be_used() {
    // Days left, and after how many days the flag falls.
    let table = [
        (0, 1),
        (1, 2),
        (5, 6),
        (20, 21),
        (21, 21),
        (22, 22),
        (30, 26),
        (50, 36),
        (60, 41),
    ];
    let time = amount(60);
    let session = Session::new(
        10,
        time,
        Counting::WholeDays,
        Some(amount(20)),
        CarryOver::Kept,
    );
    for (left, flag) in table {
        assert_eq!(session.unwrap().limit(left * DAY), flag * DAY, "{left}");
    }
}

#[test]
fn a_second_with_several_reasons_counts_once() {
    let told = at("2026-03-02 00:00:00");
    let turn = Turn::new(
        told,
        vec![
            stretch(Reason::Bounce, "2026-03-02 00:00:00", "2026-03-05 00:00:00"),
            stretch(Reason::Leave, "2026-03-03 00:00:00", "2026-03-04 00:00:00"),
            stretch(Reason::Leave, "2026-03-03 12:00:00", "2026-03-04 12:00:00"),
            stretch(Reason::Outage, "2026-03-03 06:00:00", "2026-03-03 12:00:00"),
        ],
    );
    let made = iccf(10, 50).charge(Color::White, &turn, at("2026-03-06 00:00:00"));
    let deduction = |reason, hours: u64| Deduction {
        reason,
        seconds: hours * 3600,
    };
    let deductions = [
        deduction(Reason::Outage, 6),
        deduction(Reason::Leave, 30),
        deduction(Reason::Bounce, 36),
    ];
    assert_eq!(made.used.deductions, deductions);
    assert_eq!(made.used.net, DAY);
}

#[test]
fn bounces_are_a_shield_for_fourteen_days_in_a_game() {
    let bounce = Stretch {
        reason: Reason::Bounce,
        span: Span::since(at("2026-03-01 00:00:00")),
    };
    let control = Control::new(Kind::PerMove(amount(3)));
    let clocks = Clocks::at_start(control);
    let turn = Turn::new(at("2026-03-01 00:00:00"), vec![bounce]);
    let flag = clocks.flag(Color::White, &turn);
    assert_eq!(flag, Some(at("2026-03-18 00:00:00")));
    let after = clocks
        .charge(Color::White, &turn, at("2026-03-16 00:00:00"))
        .after;
    assert_eq!(after.left(Color::White).bounced(), BOUNCES_AT_MOST);
    let flag = after.flag(Color::White, &turn);
    assert_eq!(flag, Some(at("2026-03-04 00:00:00")));
}

#[test]
fn no_flag_falls_while_a_pause_has_no_end() {
    let span = Span::since(at("2026-03-02 00:00:00"));
    let reason = Reason::Pause;
    let turn = Turn::new(at("2026-03-01 00:00:00"), vec![Stretch { reason, span }]);
    assert_eq!(iccf(10, 50).flag(Color::White, &turn), None);
    let ended = span.ended_at(at("2026-03-04 00:00:00")).unwrap();
    let turn = Turn::new(
        at("2026-03-01 00:00:00"),
        vec![Stretch {
            reason,
            span: ended,
        }],
    );
    let flag = iccf(10, 50).flag(Color::White, &turn);
    assert_eq!(flag, Some(at("2026-04-08 00:00:00")));
}

#[test]
fn a_mail_from_before_its_letter_uses_nothing() {
    let turn = Turn::new(at("2026-03-02 00:00:00"), Vec::new());
    let made = iccf(10, 50).charge(Color::White, &turn, at("2026-03-01 00:00:00"));
    assert_eq!((made.used.elapsed, made.used.net), (0, 0));
}

#[test]
fn after_a_late_move_that_stands_time_goes_on_at_nothing() {
    let clocks = Clocks::at_start(Control::new(Kind::Countdown(amount(10))));
    let made = move_of(&clocks, 11 * DAY);
    assert_eq!(made.punctuality, Punctuality::Late);
    assert_eq!(made.after.left(Color::White).clock(), 0);
}

#[test]
fn the_longest_move_is_a_second_flag_and_weekends_are_free() {
    let control = Control::new(Kind::Countdown(amount(90)));
    let control = control.with_longest_move(amount(40)).unwrap();
    assert_eq!(
        move_of(&Clocks::at_start(control), 40 * DAY).punctuality,
        Punctuality::Late
    );
    // Thursday evening and five days: Friday, then Monday to Thursday.
    let control = Control::new(Kind::PerMove(amount(5)))
        .with_free_weekends()
        .unwrap();
    let turn = Turn::new(at("2026-11-19 18:00:00"), Vec::new());
    let flag = Clocks::at_start(control).flag(Color::White, &turn);
    assert_eq!(flag, Some(at("2026-11-26 18:00:00")));
}

#[test]
fn nonsense_is_refused() {
    assert_eq!(Amount::seconds(0), Err(NotAnAmount::Nothing));
    assert_eq!(Amount::days(3651), Err(NotAnAmount::TooMuch));
    let half = Amount::seconds(DAY / 2).unwrap();
    let session =
        |moves, time| Session::new(moves, time, Counting::WholeDays, None, CarryOver::Lost);
    assert_eq!(session(0, amount(1)), Err(Nonsense::NoMoves));
    assert_eq!(session(1, half), Err(Nonsense::PartOfADay));
    let cap = Fischer::new(amount(30), amount(1), Some(amount(29)));
    assert_eq!(cap, Err(Nonsense::CapTooSmall));
    let floor = Triple::new(amount(2), amount(2), amount(1), 50, Some(amount(3)));
    assert_eq!(floor, Err(Nonsense::FloorTooHigh));
    let none = Control::new(Kind::Without);
    assert_eq!(
        none.with_longest_move(amount(1)),
        Err(Nonsense::LongestMoveIdle)
    );
    assert_eq!(none.with_free_weekends(), Err(Nonsense::WeekendsIdle));
    let now = at("2026-01-01 00:00:00");
    assert_eq!(Span::new(now, now), Err(Void));
}

#[test]
fn nothing_lies_between_two_instants_of_which_the_second_comes_first() {
    // A flag is seen an hour later at the earliest, and something may have stopped clocks since it fell.
    let told = at("2026-03-02 00:00:00");
    let before = stretch(Reason::Outage, "2026-03-03 10:00:00", "2026-03-03 12:00:00");
    let since = stretch(Reason::Outage, "2026-03-05 02:10:00", "2026-03-05 03:00:00");
    let turn = Turn::new(told, vec![before, since]);
    let clocks = Clocks::at_start("countdown 3d".parse().unwrap());
    let flag = clocks.flag(Color::White, &turn).unwrap();
    let now = at("2026-03-05 04:00:00");
    let between = |from, until| clocks.not_counted_between(Color::White, &turn, (from, until));
    assert_eq!(between(now, flag), []);
    assert_eq!(between(flag, now).len(), 1);
}
