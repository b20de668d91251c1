//! Months by their names, as each language has them.

use super::{InWords, Sentence, sentence};
use crate::language::Day;
use chrono::{Datelike, NaiveDate};

/// The month of a day: "August".
pub(super) fn month(day: &impl Datelike) -> Sentence {
    of_number(day.month()).unwrap_or_else(Sentence::nothing)
}

fn of_number(month: u32) -> Option<Sentence> {
    Some(match month {
        1 => sentence!("January"),
        2 => sentence!("February"),
        3 => sentence!("March"),
        4 => sentence!("April"),
        5 => sentence!("May"),
        6 => sentence!("June"),
        7 => sentence!("July"),
        8 => sentence!("August"),
        9 => sentence!("September"),
        10 => sentence!("October"),
        11 => sentence!("November"),
        12 => sentence!("December"),
        _ => return None,
    })
}

/// The same shortly: "Aug".
pub(super) fn short_month(day: &impl Datelike) -> Sentence {
    match day.month() {
        1 => sentence!("Jan"),
        2 => sentence!("Feb"),
        3 => sentence!("Mar"),
        4 => sentence!("Apr"),
        5 => sentence!("May"),
        6 => sentence!("Jun"),
        7 => sentence!("Jul"),
        8 => sentence!("Aug"),
        9 => sentence!("Sep"),
        10 => sentence!("Oct"),
        11 => sentence!("Nov"),
        _ => sentence!("Dec"),
    }
}

/// A day in figures, in the order of the language: "2026-11-24".
pub fn day_in_figures(day: NaiveDate) -> Sentence {
    let part = |format| day.format(format).to_string();
    sentence!(
        "{{ year }}-{{ month }}-{{ day }}",
        year = part("%Y"),
        month = part("%m"),
        day = part("%d")
    )
}

impl InWords for Day {
    fn in_words(&self) -> Sentence {
        let date = match *self {
            Day::Today => return sentence!("today"),
            Day::Tomorrow => return sentence!("tomorrow"),
            Day::Date { day, month, year } => (day, of_number(month), month, year),
        };
        match date {
            (day, Some(month), _, Some(year)) => {
                sentence!("{{ day }} {{ month }} {{ year }}", day, month, year)
            }
            (day, Some(month), _, None) => sentence!("{{ day }} {{ month }}", day, month),
            (day, None, month, Some(year)) => {
                sentence!(
                    "day {{ day }} of month {{ month }} {{ year }}",
                    day,
                    month,
                    year
                )
            }
            (day, None, month, None) => {
                sentence!("day {{ day }} of month {{ month }}", day, month)
            }
        }
    }
}
