use super::*;
use crate::game::clock::{
    Amount, CarryOver, Clocks, Control, Counting, Kind, Reason, Session, Stretch, Turn,
};
use shakmaty::Color;

fn at(text: &str) -> DateTime<Utc> {
    format!("{}Z", text.replace(' ', "T")).parse().unwrap()
}

fn days(first: &str, last: &str) -> Days {
    Days::new(first.parse().unwrap(), last.parse().unwrap()).unwrap()
}

const QUOTA: Quota = Quota(30);

/// T10: each year pays its own days.
#[test]
fn over_new_year_each_year_pays_its_days() {
    let mut leaves = Leaves::default();
    let (_, costs) = leaves
        .announce(
            days("2026-12-28", "2027-01-03"),
            at("2026-11-25 10:00:00"),
            QUOTA,
        )
        .unwrap();
    let cost = |year, days, left| Cost { year, days, left };
    assert_eq!(costs, [cost(2026, 4, 26), cost(2027, 3, 27)]);
}

#[test]
fn leave_beyond_the_quota_overlapping_or_far_ahead_is_refused_with_numbers() {
    let now = at("2026-11-25 10:00:00");
    let mut leaves = Leaves::default();
    leaves
        .announce(days("2026-11-27", "2026-12-10"), now, QUOTA)
        .unwrap();
    for (first, last, expected) in [
        (
            "2026-12-10",
            "2026-12-12",
            NoLeave::Overlaps(days("2026-11-27", "2026-12-10")),
        ),
        (
            "2026-11-25",
            "2026-11-27",
            NoLeave::Overlaps(days("2026-11-27", "2026-12-10")),
        ),
        (
            "2026-12-11",
            "2026-12-27",
            NoLeave::Quota {
                days: days("2026-12-11", "2026-12-27"),
                year: 2026,
                wanted: 17,
                left: 16,
            },
        ),
        (
            "2026-12-20",
            "2027-01-31",
            NoLeave::Quota {
                days: days("2026-12-20", "2027-01-31"),
                year: 2027,
                wanted: 31,
                left: 30,
            },
        ),
        ("2028-01-01", "2028-01-02", NoLeave::TooFar),
    ] {
        let refused = leaves.announce(days(first, last), now, QUOTA);
        assert_eq!(refused, Err(expected), "{first} {last}");
    }
    let none = leaves.announce(days("2026-12-15", "2026-12-15"), now, Quota(0));
    assert_eq!(none, Err(NoLeave::None));
    assert_eq!(
        leaves.left_in(2026, QUOTA),
        16,
        "what is refused takes nothing"
    );
    leaves
        .announce(days("2026-12-11", "2026-12-26"), now, QUOTA)
        .unwrap();
    assert_eq!(leaves.left_in(2026, QUOTA), 0);
}

/// The first day counts whole and stops the clock only from the arrival; the last one ends at 24:00 UTC.
#[test]
fn leave_that_begins_today_stops_the_clock_from_the_mail_on() {
    let arrived = at("2026-11-25 10:00:00");
    let mut leaves = Leaves::default();
    let (leave, costs) = leaves
        .announce(days("2026-11-25", "2026-11-26"), arrived, QUOTA)
        .unwrap();
    assert_eq!(costs.first().unwrap().days, 2);
    let span = Span::new(arrived, at("2026-11-27 00:00:00")).unwrap();
    assert_eq!(leave.span(), Some(span));
    assert!(leave.runs_at(arrived));
    assert!(leave.runs_at(at("2026-11-26 23:59:59")));
    assert!(!leave.runs_at(at("2026-11-27 00:00:00")));
}

#[test]
fn who_comes_back_gets_the_days_back_that_have_not_begun() {
    let mut leaves = Leaves::default();
    leaves
        .announce(
            days("2026-12-05", "2026-12-18"),
            at("2026-11-25 10:00:00"),
            QUOTA,
        )
        .unwrap();
    let back = at("2026-12-10 14:00:00");
    let ended = Return::Ended {
        announced: days("2026-12-05", "2026-12-18"),
        free: 8,
    };
    assert_eq!(leaves.come_back(back), Ok(ended));
    assert_eq!(leaves.left_in(2026, QUOTA), 24);
    let span = Span::new(at("2026-12-05 00:00:00"), back).unwrap();
    assert_eq!(leaves.iter().next().unwrap().span(), Some(span));
    assert_eq!(leaves.come_back(back), Err(NoLeave::NotOnLeave));
    // The day of the return is paid for, and leave from it on costs the days behind it.
    let (again, costs) = leaves
        .announce(
            days("2026-12-10", "2026-12-12"),
            at("2026-12-10 18:00:00"),
            QUOTA,
        )
        .unwrap();
    assert_eq!(costs.first().unwrap().days, 2);
    let span = Span::new(at("2026-12-10 18:00:00"), at("2026-12-13 00:00:00")).unwrap();
    assert_eq!(again.span(), Some(span));
}

#[test]
fn leave_that_has_not_begun_is_taken_back_whole() {
    let mut leaves = Leaves::default();
    let now = at("2026-11-25 10:00:00");
    for (first, last) in [("2026-12-20", "2026-12-22"), ("2026-12-05", "2026-12-06")] {
        leaves.announce(days(first, last), now, QUOTA).unwrap();
    }
    let next = Return::TakenBack(days("2026-12-05", "2026-12-06"));
    assert_eq!(leaves.come_back(now), Ok(next));
    assert_eq!(leaves.left_in(2026, QUOTA), 27);
}

/// T6: told on 1 March at noon, on leave from the 5th to the 18th, answered on the 25th at 13:00. Ten moves in fifty days,
/// days beyond twenty count double.
#[test]
fn a_move_after_leave_is_charged_what_was_used_outside_of_it() {
    let mut leaves = Leaves::default();
    let (leave, _) = leaves
        .announce(
            days("2026-03-05", "2026-03-18"),
            at("2026-03-02 08:00:00"),
            QUOTA,
        )
        .unwrap();
    let amount = |days| Amount::days(days).unwrap();
    let session = Session::new(
        10,
        amount(50),
        Counting::WholeDays,
        Some(amount(20)),
        CarryOver::Kept,
    );
    let clocks = Clocks::at_start(Control::new(Kind::Session(session.unwrap())));
    let charged = |stretches| {
        let turn = Turn::new(at("2026-03-01 12:00:00"), stretches);
        clocks
            .charge(Color::White, &turn, at("2026-03-25 13:00:00"))
            .charged
            / 86_400
    };
    let stretch = Stretch {
        reason: Reason::Leave,
        span: leave.span().unwrap(),
    };
    assert_eq!(charged(vec![stretch]), 10);
    assert_eq!(charged(Vec::new()), 28);
}

/// A week at a time, up to leave that was announced, and as long as there are days; what a move has ended in one game begins
/// there anew.
#[test]
fn leave_that_begins_by_itself_takes_a_week_or_what_there_is() {
    let taken = |leaves: &mut Leaves, now: &str, quota| {
        let (leave, costs) = leaves.announce_automatically(at(now), Quota(quota))?;
        let cost: u32 = costs.iter().map(|cost| cost.days).sum();
        Some((leave.days, cost))
    };
    let mut leaves = Leaves::default();
    let first = taken(&mut leaves, "2026-05-01 13:00:00", 12);
    assert_eq!(first, Some((days("2026-05-01", "2026-05-07"), 7)));
    let mut moved = leaves.clone();
    let again = taken(&mut moved, "2026-05-04 09:00:00", 12);
    assert_eq!(
        again,
        Some((days("2026-05-04", "2026-05-10"), 6)),
        "the 4th is taken once"
    );
    assert_eq!(moved.left_in(2026, Quota(12)), 2);
    let second = taken(&mut leaves, "2026-05-08 00:00:00", 12);
    assert_eq!(second, Some((days("2026-05-08", "2026-05-12"), 5)));
    assert_eq!(taken(&mut leaves, "2026-05-13 00:00:00", 12), None);
    assert_eq!(
        taken(&mut Leaves::default(), "2026-05-13 00:00:00", 0),
        None
    );
    let mut ahead = Leaves::default();
    ahead
        .announce(
            days("2026-06-04", "2026-06-09"),
            at("2026-05-01 10:00:00"),
            QUOTA,
        )
        .unwrap();
    let before = taken(&mut ahead, "2026-06-01 18:00:00", 30);
    assert_eq!(before, Some((days("2026-06-01", "2026-06-03"), 3)));
    let year = taken(&mut Leaves::default(), "2026-12-30 18:00:00", 30);
    assert_eq!(year, Some((days("2026-12-30", "2027-01-05"), 7)));
}
