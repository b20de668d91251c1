//! Sums that were done with pencil and paper.

use super::*;
use chrono::NaiveDate;

#[test]
fn ten_moves_in_fifty_days() {
    // Used (seconds, or hundredths of a day), charged, left: 13 + 50 = 63 after the tenth; 23 d → 26, 24 d → 28.
    let moves = [
        (28 * 60 + 48, 0, 50),
        (days(99), 0, 50),
        (days(100), 1, 49),
        (DAY * 19_999 / 10_000, 1, 48),
        (days(350), 3, 45),
        (days(30), 0, 45),
        (days(1220), 12, 33),
        (days(2099), 20, 13),
        (days(10), 0, 13),
        (days(50), 0, 63),
        (days(2300), 26, 37),
        (days(2400), 28, 9),
    ];
    let mut clocks = iccf(10, 50);
    for (used, charged, left) in moves {
        let made = move_of(&clocks, used);
        assert_eq!(made.punctuality, Punctuality::InTime);
        assert_eq!(made.charged, charged * DAY, "{used}");
        clocks = made.after;
        assert_eq!(clocks.left(Color::White).clock(), left * DAY, "{used}");
    }
    // 9 left: 9 whole days, so the flag falls when the tenth is over.
    let turn = Turn::new(at("2026-06-01 12:00:00"), Vec::new());
    let flag = clocks.flag(Color::White, &turn).unwrap();
    assert_eq!(flag, at("2026-06-11 12:00:00"));
}

#[test]
fn a_day_is_over_to_the_second() {
    let turn = Turn::new(at("2026-10-27 21:07:00"), Vec::new());
    for (arrived, charged) in [("2026-10-28 21:06:59", 0), ("2026-10-28 21:07:00", 1)] {
        let made = iccf(10, 50).charge(Color::White, &turn, at(arrived));
        assert_eq!(made.charged, charged * DAY);
    }
}

#[test]
fn summer_time_ends_and_nothing_happens() {
    // 21:07 CEST to 21:06 CET is 24 h 59 m.
    let told = "2026-10-24T21:07:00+02:00".parse().unwrap();
    let arrived = "2026-10-25T21:06:00+01:00".parse().unwrap();
    let made = iccf(10, 50).charge(Color::White, &Turn::new(told, Vec::new()), arrived);
    assert_eq!(made.used.net, 24 * 3600 + 59 * 60);
    assert_eq!(made.charged, DAY);
}

#[test]
fn triple_block() {
    let triple = Triple::new(amount(50), amount(75), amount(1), 50, None).unwrap();
    let mut clocks = Clocks::at_start(Control::new(Kind::Triple(triple)));
    // Used, clock, bank in hundredths of a day. 50 - 49.5 + 1 = 1.5, and 48.5 of the bank's 75 fill it: 26.5.
    let moves = [
        (4950, 5000, 2650),
        (25, 5000, 2725),
        (1000, 5000, 1825),
        (3000, 3925, 0),
        (2000, 2025, 0),
        (1250, 875, 0),
        (850, 125, 0),
    ];
    for (used, clock, bank) in moves {
        let made = move_of(&clocks, days(used));
        assert_eq!(made.punctuality, Punctuality::InTime);
        clocks = made.after;
        let left = clocks.left(Color::White);
        assert_eq!((left.clock(), left.bank()), (days(clock), days(bank)));
    }
    assert_eq!(move_of(&clocks, days(125)).punctuality, Punctuality::Late);
    assert_eq!(
        move_of(&clocks, days(125) - 1).punctuality,
        Punctuality::InTime
    );
}

#[test]
fn thirty_days_and_three_a_move_at_most_sixty() {
    let fischer = Fischer::new(amount(30), amount(3), Some(amount(60))).unwrap();
    let mut clocks = Clocks::at_start(Control::new(Kind::Fischer(fischer)));
    let used = [100, 50, 200, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 5000];
    let left = [
        3200, 3450, 3550, 3840, 4130, 4420, 4710, 5000, 5290, 5580, 5870, 6000, 6000, 1300,
    ];
    for (used, left) in used.into_iter().zip(left) {
        clocks = move_of(&clocks, days(used)).after;
        assert_eq!(clocks.left(Color::White).clock(), days(left));
    }
    // 44 d 17 h + 1 d is cut at 45 d.
    let fischer = Fischer::new(amount(45), amount(1), Some(amount(45))).unwrap();
    let clocks = Clocks::at_start(Control::new(Kind::Fischer(fischer)));
    let after = move_of(&clocks, 7 * 3600).after;
    assert_eq!(after.left(Color::White).clock(), 45 * DAY);
}

#[test]
fn leave_is_not_used() {
    let first = NaiveDate::from_ymd_opt(2026, 3, 5).unwrap();
    let last = NaiveDate::from_ymd_opt(2026, 3, 18).unwrap();
    let told = at("2026-03-01 12:00:00");
    let span = Days::new(first, last).unwrap().span(told).unwrap();
    let reason = Reason::Leave;
    let turn = Turn::new(told, vec![Stretch { reason, span }]);
    let made = iccf(10, 50).charge(Color::White, &turn, at("2026-03-25 13:00:00"));
    // 24 d 1 h - 14 d = 10 d 1 h.
    assert_eq!(made.used.elapsed, 24 * DAY + 3600);
    let seconds = 14 * DAY;
    assert_eq!(made.used.deductions, [Deduction { reason, seconds }]);
    assert_eq!(made.charged, 10 * DAY);
    assert_eq!(move_of(&iccf(10, 50), 24 * DAY + 3600).charged, 28 * DAY);
}

#[test]
fn an_outage_is_not_used() {
    // 3 days left: the flag falls when the fourth is over, 5 June 08:00, and 6 h 30 m later for the outage.
    let clocks = with_left(iccf(10, 23), &[20]);
    assert_eq!(clocks.left(Color::White).clock(), 3 * DAY);
    let told = at("2026-06-01 08:00:00");
    let without = clocks.flag(Color::White, &Turn::new(told, Vec::new()));
    assert_eq!(without, Some(at("2026-06-05 08:00:00")));
    let outage = stretch(Reason::Outage, "2026-06-03 20:00:00", "2026-06-04 02:30:00");
    let turn = Turn::new(told, vec![outage]);
    let flag = clocks.flag(Color::White, &turn);
    assert_eq!(flag, Some(at("2026-06-05 14:30:00")));
    // 3 d 1 h - 6 h 30 m: two whole days.
    let made = clocks.charge(Color::White, &turn, at("2026-06-04 09:00:00"));
    assert_eq!(made.charged, 2 * DAY);
    let last = clocks.charge(Color::White, &turn, at("2026-06-05 14:29:59"));
    assert_eq!(last.punctuality, Punctuality::InTime);
    let late = clocks.charge(Color::White, &turn, at("2026-06-05 14:30:00"));
    assert_eq!(late.punctuality, Punctuality::Late);
}

#[test]
fn a_letter_that_came_back_did_not_start_the_clock() {
    let arrived = at("2026-05-03 09:00:00");
    let again = Turn::new(arrived, Vec::new());
    let made = iccf(10, 50).charge(Color::White, &again, arrived);
    assert_eq!((made.used.elapsed, made.charged), (0, 0));
    // The same, said as a stretch since the first delivery.
    let bounce = stretch(Reason::Bounce, "2026-05-01 10:00:00", "2026-05-03 09:00:00");
    let first = Turn::new(at("2026-05-01 10:00:00"), vec![bounce]);
    let made = iccf(10, 50).charge(Color::White, &first, arrived);
    assert_eq!((made.used.net, made.charged), (0, 0));
    assert_eq!(made.after.left(Color::White).bounced(), DAY + 23 * 3600);
}

#[test]
fn a_move_sent_ahead_costs_nothing_and_counts() {
    let clocks = with_left(iccf(10, 50), &[1, 0, 0, 0, 0, 0, 0, 0]);
    let after = clocks.after_prepared(Color::White);
    assert_eq!(after.left(Color::White).clock(), 49 * DAY);
    assert_eq!(after.left(Color::White).moves(), 9);
    assert_eq!(after.left(Color::Black), clocks.left(Color::Black));
    let tenth = after.after_prepared(Color::White);
    assert_eq!(tenth.left(Color::White).clock(), 99 * DAY);
}

#[test]
fn leave_over_new_year() {
    let first = NaiveDate::from_ymd_opt(2026, 12, 28).unwrap();
    let last = NaiveDate::from_ymd_opt(2027, 1, 3).unwrap();
    let leave = Days::new(first, last).unwrap();
    assert_eq!((leave.in_year(2026), leave.in_year(2027)), (4, 3));
}
