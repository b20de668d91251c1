use super::*;
use crate::game::clock::{Control, FirstMove, MoveTime, Reason, Span, Spent, Stretch, TimeSheet};

fn at(text: &str) -> DateTime<Utc> {
    format!("{}Z", text.replace(' ', "T")).parse().unwrap()
}

fn clocks(control: &str) -> Clocks {
    Clocks::at_start(control.parse().unwrap())
}

/// After a first move of each side.
fn begun(control: &str) -> Clocks {
    let control: Control = control.parse().unwrap();
    let mut sheet = TimeSheet::begin(control);
    for side in [Color::White, Color::Black] {
        let time = MoveTime::of(sheet.clocks(), side, Spent::Nothing).unwrap();
        sheet.note(&time);
    }
    sheet.clocks().clone()
}

fn due(clocks: &Clocks, turn: &Turn, now: &str) -> Due {
    let side = Color::White;
    Thinking { clocks, side, turn }.due(at(now))
}

#[test]
fn a_flag_falls_an_hour_after_time_is_over_and_not_before() {
    let clocks = begun("per-move 3d");
    let turn = Turn::new(at("2026-06-01 08:00:00"), Vec::new());
    let waits = Due {
        now: None,
        next: Some(at("2026-06-04 09:00:00")),
    };
    assert_eq!(due(&clocks, &turn, "2026-06-01 08:00:00"), waits);
    assert_eq!(due(&clocks, &turn, "2026-06-04 08:59:59"), waits);
    let flag = Happening::Flag {
        side: Color::White,
        flag: at("2026-06-04 08:00:00"),
    };
    assert_eq!(
        due(&clocks, &turn, "2026-06-04 09:00:00").now,
        Some(flag),
        "the flag is told as it fell, not as it was noted"
    );
}

#[test]
fn an_outage_moves_the_flag_and_when_to_look() {
    // T7: three days left, and a first day that is free.
    let clocks = begun("session 10/3d");
    let outage = Span::new(at("2026-06-03 20:00:00"), at("2026-06-04 02:30:00")).unwrap();
    let outage = Stretch {
        reason: Reason::Outage,
        span: outage,
    };
    let turn = Turn::new(at("2026-06-01 08:00:00"), vec![outage]);
    let next = due(&clocks, &turn, "2026-06-05 08:00:00").next;
    assert_eq!(next, Some(at("2026-06-05 15:30:00")));
}

#[test]
fn without_a_clock_nothing_is_ever_due() {
    let clocks = clocks("without");
    let turn = Turn::new(at("2026-06-01 08:00:00"), Vec::new());
    let nothing = Due {
        now: None,
        next: None,
    };
    assert_eq!(due(&clocks, &turn, "2036-06-01 08:00:00"), nothing);
}

#[test]
fn a_clock_that_stands_without_an_end_is_not_looked_at_again() {
    let clocks = begun("per-move 3d");
    let pause = Stretch {
        reason: Reason::Pause,
        span: Span::since(at("2026-06-02 08:00:00")),
    };
    let turn = Turn::new(at("2026-06-01 08:00:00"), vec![pause]);
    assert_eq!(due(&clocks, &turn, "2027-06-01 08:00:00").next, None);
}

#[test]
fn a_first_move_is_waited_for_two_weeks_or_as_long_as_the_clock_runs() {
    let turn = Turn::new(at("2026-06-01 08:00:00"), Vec::new());
    for (control, limit) in [
        ("session 10/50d", "2026-06-15 08:00:00"),
        ("per-move 3d", "2026-06-04 08:00:00"),
        ("countdown 20d longest 10d", "2026-06-11 08:00:00"),
    ] {
        let limit = at(limit);
        let missing = Happening::FirstMoveMissing {
            side: Color::White,
            limit,
        };
        let found = due(&clocks(control), &turn, "2026-06-15 09:00:00").now;
        assert_eq!(found, Some(missing), "{control}");
    }
    // Once a side has moved its flag falls as usual.
    let next = due(&begun("session 10/50d"), &turn, "2026-06-15 09:00:00").next;
    assert_eq!(next, Some(at("2026-07-22 09:00:00")));
}

#[test]
fn a_flag_that_has_to_be_claimed_and_is_not_falls_after_sixty_days() {
    let clocks = begun("per-move 3d flags claimed");
    let turn = Turn::new(at("2026-06-01 08:00:00"), Vec::new());
    let next = due(&clocks, &turn, "2026-06-10 08:00:00").next;
    assert_eq!(next, Some(at("2026-08-03 08:00:00")));
    let now = due(&clocks, &turn, "2026-08-03 08:00:00").now;
    let flag = at("2026-06-04 08:00:00");
    let side = Color::White;
    assert_eq!(now, Some(Happening::Flag { side, flag }));
}

#[test]
fn in_a_tournament_a_first_move_has_no_longer_than_its_clock_and_its_flag_falls() {
    let clocks = clocks("per-move 30d");
    let turn = Turn::new(at("2026-06-01 08:00:00"), Vec::new());
    let side = Color::White;
    let end = |first_move| {
        let clocks = &clocks.with_first_move(first_move);
        let turn = &turn;
        let end = Thinking { clocks, side, turn }.end().unwrap();
        assert_eq!(clocks.end(side, turn), Some(end.0));
        end
    };
    let limit = at("2026-06-15 08:00:00");
    let missing = Happening::FirstMoveMissing { side, limit };
    assert_eq!(end(FirstMove::Awaited), (limit, missing));
    let flag = at("2026-07-01 08:00:00");
    let over = Happening::Flag { side, flag };
    assert_eq!(end(FirstMove::OnTheClock), (flag, over));
}
