use super::*;
use crate::game::clock::{DAY, Spent, Turn};
use chrono::DateTime;

/// Each side in turn makes a move that used so many days.
fn after(control: &str, used: &[i64]) -> TimeSheet {
    let mut sheet = TimeSheet::begin(control.parse().unwrap());
    for (at, days) in used.iter().enumerate() {
        let side = if at % 2 == 0 {
            Color::White
        } else {
            Color::Black
        };
        let turn = Turn::new(DateTime::UNIX_EPOCH, Vec::new());
        let arrived = DateTime::UNIX_EPOCH + chrono::TimeDelta::days(*days);
        let spent = Spent::Thought {
            turn: &turn,
            arrived,
        };
        let time = MoveTime::of(sheet.clocks(), side, spent).unwrap();
        sheet.note(&time);
    }
    sheet
}

fn left(sheet: &TimeSheet, side: Color) -> (u64, u32) {
    let left = sheet.clocks().left(side);
    (left.clock() / DAY, left.moves())
}

#[test]
fn time_goes_back_with_the_moves_as_it_was_noted_with_them() {
    let course = [1, 2, 3, 4, 5];
    let whole = after("fischer 30d+1d", &course);
    for plies in 0..=course.len() {
        let mut sheet = whole.clone();
        sheet.rewind(u32::try_from(plies).unwrap());
        assert_eq!(sheet, after("fischer 30d+1d", &course[..plies]));
    }
}

#[test]
fn who_takes_a_move_back_has_spent_what_they_spent_and_the_other_has_not() {
    // White's second move took three days and Black's answer four, and White takes it back.
    let mut sheet = after("fischer 30d+1d", &[1, 2, 3, 4]);
    assert_eq!(left(&sheet, Color::White), (28, 2));
    assert_eq!(left(&sheet, Color::Black), (26, 2));
    sheet.take_back(Color::White, 2);
    assert_eq!(left(&sheet, Color::White), (27, 1));
    assert_eq!(left(&sheet, Color::Black), (29, 1));
    // Once more: what was spent first is spent still.
    let before = sheet.clone();
    let turn = Turn::new(DateTime::UNIX_EPOCH, Vec::new());
    let arrived = DateTime::UNIX_EPOCH + chrono::TimeDelta::days(2);
    let spent = Spent::Thought {
        turn: &turn,
        arrived,
    };
    sheet.note(&MoveTime::of(sheet.clocks(), Color::White, spent).unwrap());
    sheet.take_back(Color::White, 2);
    assert_eq!(left(&sheet, Color::White), (25, 1));
    assert_eq!(left(&sheet, Color::Black), left(&before, Color::Black));
}

#[test]
fn what_is_kept_of_a_sheet_is_read_again() {
    for control in [
        "without",
        "per-move 5d",
        "session 2/50d double 20d",
        "triple 50d bank 75d +1d/50",
    ] {
        let control: Control = control.parse().unwrap();
        let mut sheet = TimeSheet::begin(control);
        if control.has_clock() {
            sheet = after(&control.to_string(), &[1, 2, 3]);
        }
        let kept = sheet.kept();
        assert_eq!(TimeSheet::read(control, kept.as_deref()), Some(sheet));
    }
    let control: Control = "per-move 5d".parse().unwrap();
    for damaged in [
        None,
        Some("{}"),
        Some(r#"{"black": [0, 1, 0, 0], "plies": [[1]], "white": [0, 1, 0, 0]}"#),
        Some(r#"{"black": [99999999999, 1, 0, 0], "plies": [], "white": [0, 1, 0, 0]}"#),
    ] {
        assert_eq!(TimeSheet::read(control, damaged), None, "{damaged:?}");
    }
}
