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
    sheet.take_back(Color::White, 2, 0);
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
    sheet.take_back(Color::White, 2, 0);
    assert_eq!(left(&sheet, Color::White), (25, 1));
    assert_eq!(left(&sheet, Color::Black), left(&before, Color::Black));
}

#[test]
fn what_was_thought_while_the_answer_was_waited_for_stays_spent_too() {
    let mut sheet = after("countdown 30d", &[1, 2, 3, 4]);
    sheet.take_back(Color::White, 2, 5 * DAY);
    assert_eq!(left(&sheet, Color::White), (30 - 1 - 3 - 5, 1));
    assert_eq!(left(&sheet, Color::Black), (28, 1));
}

#[test]
fn where_each_move_has_its_own_time_no_turn_takes_of_that_of_another() {
    let mut sheet = after("per-move 5d", &[1, 1, 3, 1]);
    sheet.take_back(Color::White, 2, 4 * DAY);
    assert_eq!(left(&sheet, Color::White), (1, 1), "five days less four");
    let mut sheet = after("per-move 5d", &[1, 1, 3, 1]);
    sheet.take_back(Color::White, 2, DAY);
    assert_eq!(left(&sheet, Color::White), (2, 1), "five days less three");
}

#[test]
fn what_stays_spent_is_more_than_one_clock_of_a_triple_block_where_there_is_a_bank() {
    let mut sheet = after("triple 50d bank 75d +1d/50", &[1, 1, 30, 1]);
    let all = |sheet: &TimeSheet| {
        let left = sheet.clocks().left(Color::White);
        (left.clock() / DAY, left.bank() / DAY)
    };
    assert_eq!(all(&sheet), (50, 75 - 1 + 1 - 30 + 1));
    sheet.take_back(Color::White, 2, 40 * DAY);
    assert_eq!(all(&sheet), (50, 75 - 30 - 40));
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
        Some(""),
        Some("0/1"),
        Some("0/1 0/-1"),
        Some("99999999999/1 0/1"),
        Some("0/1/0/0/0 0/1"),
        Some("0/1 0/1  w0"),
        Some("0/1 0/1 0"),
        Some("0/1 0/1 é0"),
        Some("0/1 0/1 w:1"),
        Some("0/1 0/1 w0:0,0,0,0,0,0,0,0,0"),
        Some("0/1 0/1 +w1"),
        Some("0/1 0/1 +0w"),
        Some("0/1 0/1 +0"),
    ] {
        assert_eq!(TimeSheet::read(control, damaged), None, "{damaged:?}");
    }
}

#[test]
fn a_sheet_is_kept_in_few_words() {
    let sheet = after("fischer 10d+1d", &[1, 2, 3]);
    let kept = sheet.kept();
    assert_eq!(
        kept.as_deref(),
        Some("0/864000 0/864000 w86400 b172800:-86400 w259200:-172800")
    );
    let mut sheet = after("per-move 5d", &[1, 2]);
    sheet.give(Color::Black, Amount::days(1).unwrap());
    sheet.take_back(Color::Black, 1, 0);
    let kept = sheet.kept();
    assert_eq!(
        kept.as_deref(),
        Some("0/432000 0/432000 +1b86400 w86400:0,0,0,-86400")
    );
}
