//! A day as it is written: with a month or without, with a year or without.

use std::fmt;

/// The months in English, the first first.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A day as it is written; there may be none such.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Day {
    /// The day on which the mail came.
    Today,
    /// The day behind it.
    Tomorrow,
    /// A date.
    Date {
        /// The day of the month.
        day: u32,
        /// The month, 1 to 12 as it should be.
        month: u32,
        /// The year, where one is written.
        year: Option<i32>,
    },
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Day::Today => f.write_str("today"),
            Day::Tomorrow => f.write_str("tomorrow"),
            Day::Date { day, month, year } => {
                let at = usize::try_from(month)
                    .ok()
                    .and_then(|month| month.checked_sub(1));
                match at.and_then(|at| MONTHS.get(at)) {
                    Some(name) => write!(f, "{day} {name}")?,
                    None => write!(f, "day {day} of month {month}")?,
                }
                year.map_or(Ok(()), |year| write!(f, " {year}"))
            }
        }
    }
}

/// The month of this name, in lower case: in English or German, whole or short.
pub(super) fn month(name: &str) -> Option<u32> {
    let name = name.trim_end_matches('.');
    let found = NAMES
        .iter()
        .position(|names| names.split('|').any(|known| known == name))?;
    u32::try_from(found + 1).ok()
}

const NAMES: [&str; 12] = [
    "january|januar|jan|jän|jänner",
    "february|februar|feb|febr|feber",
    "march|märz|maerz|marz|mar|mrz|mär",
    "april|apr",
    "may|mai",
    "june|juni|jun",
    "july|juli|jul",
    "august|aug",
    "september|sept|sep",
    "october|oktober|oct|okt",
    "november|nov",
    "december|dezember|dec|dez",
];
