//! Which values the tags of a game may have (standard, sections 8.1.1 and 9).
//!
//! A value that is empty says nothing and is never a fault. Tags that are not listed here may say anything.

use chrono::NaiveDate;

/// The tags that every game has, in their fixed order, with the value that says "unknown" (8.1.1).
pub const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// How a game can have ended (9.8.1).
pub const TERMINATIONS: [&str; 8] = [
    "abandoned",
    "adjudication",
    "death",
    "emergency",
    "normal",
    "rules infraction",
    "time forfeit",
    "unterminated",
];

/// What a tag may say, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `YYYY.MM.DD` with question marks for what is unknown (8.1.1.3).
    Date,
    /// `1-0`, `0-1`, `1/2-1/2`, `*` (8.1.1.7).
    Result,
    /// `XDD` or `XDD/DD` (9.5.1).
    Eco,
    /// `HH:MM:SS`, 24 hours (9.4).
    Time,
    /// 9.6.1.
    TimeControl,
    /// A number, or `-` for a player without one (9.1.2).
    Rating,
    /// One of [`TERMINATIONS`].
    Termination,
    /// `1` with a start position, else `0` (9.7.1).
    SetUp,
    /// A number of plies.
    Number,
}

fn kind(name: &str) -> Option<Kind> {
    Some(match name {
        "Date" | "EventDate" | "UTCDate" => Kind::Date,
        "Result" => Kind::Result,
        "ECO" => Kind::Eco,
        "Time" | "UTCTime" => Kind::Time,
        "TimeControl" => Kind::TimeControl,
        "Termination" => Kind::Termination,
        "SetUp" => Kind::SetUp,
        "PlyCount" => Kind::Number,
        _ => {
            let system = name.strip_prefix("White").or(name.strip_prefix("Black"))?;
            match system {
                "Elo" | "USCF" | "ICC" | "FIDE" | "ICCF" => Kind::Rating,
                _ => return None,
            }
        }
    })
}

/// What is wrong with a tag's value, as half a sentence; `None` when nothing is.
pub fn fault(name: &str, value: &str) -> Option<&'static str> {
    if value.is_empty() {
        return None;
    }
    let (good, why) = match kind(name)? {
        Kind::Date => (
            is_a_date(value),
            "a date is YYYY.MM.DD, with ? for each figure that is not known",
        ),
        Kind::Result => (is_result(value), "a result is 1-0, 0-1, 1/2-1/2 or *"),
        Kind::Eco => (
            value == "?" || is_eco(value),
            "an ECO code is a letter from A to E and two figures, as in C42, or C42/07",
        ),
        Kind::Time => (
            value.chars().all(|sign| matches!(sign, '?' | ':')) || is_time(value),
            "a time is HH:MM:SS, from 00:00:00 to 23:59:59",
        ),
        Kind::TimeControl => (
            is_time_control(value),
            "a time control is ?, -, 40/7200, 300, 300+5 or *180, or several of them with : between",
        ),
        Kind::Rating => (
            matches!(value, "-" | "?") || is_number(value, 4),
            "a rating is a number of at most four figures, or -",
        ),
        Kind::Termination => (
            TERMINATIONS.contains(&value),
            "it is one of abandoned, adjudication, death, emergency, normal, rules infraction, time forfeit, unterminated",
        ),
        Kind::SetUp => (matches!(value, "0" | "1"), "it is 0 or 1"),
        Kind::Number => (is_number(value, 6), "it is a number"),
    };
    (!good).then_some(why)
}

/// Whether a game cannot be filed with a wrong value of this tag. What the others say is only kept.
pub fn is_grave(name: &str) -> bool {
    matches!(name, "Result" | "SetUp")
}

/// Whether the tag says a day.
pub fn is_date(name: &str) -> bool {
    kind(name) == Some(Kind::Date)
}

/// Whether a value is in a form of which its reader is told, though it means one thing only: days with the year behind, or
/// with the name of the month.
pub(super) fn is_odd(name: &str, value: &str) -> bool {
    let year_first = value.get(..4).is_some_and(|year| {
        year.bytes()
            .all(|sign| sign.is_ascii_digit() || sign == b'?')
    });
    is_date(name) && !year_first && !matches!(value, "" | "?" | "-")
}

/// The tags that are known without their brackets, as people write them: `White: Ann`.
const WITHOUT_BRACKETS: [&str; 17] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "ECO",
    "Opening",
    "Variation",
    "WhiteElo",
    "BlackElo",
    "TimeControl",
    "Termination",
    "EventDate",
    "Annotator",
    "FEN",
];

/// The heading in a line like `White: Ann`: its name as the standard has it, and its value.
pub(super) fn without_brackets(line: &str) -> Option<(&'static str, &str)> {
    let (name, value) = line.split_once(':')?;
    let known = WITHOUT_BRACKETS
        .into_iter()
        .find(|known| known.eq_ignore_ascii_case(name.trim()))?;
    let value = value.trim();
    (!value.is_empty()).then(|| (known, value.trim_matches('"')))
}

/// The year of a day that is written in any form, as `1992.??.??`; `None` where nobody can tell.
pub(super) fn year_alone(value: &str) -> Option<String> {
    let mut years = value
        .split(|sign: char| !sign.is_ascii_digit())
        .filter(|part| {
            part.len() == 4
                && matches!(
                    part.as_bytes(),
                    [b'1', b'4'..=b'9', ..] | [b'2', b'0' | b'1', ..]
                )
        });
    let year = years.next()?;
    years.next().is_none().then(|| format!("{year}.??.??"))
}

/// The value in the standard's form, where there is exactly one that it can mean: `1992-11-04` for a date, `Time
/// forfeit` for a termination. Else as it is.
pub fn mended(name: &str, value: &str) -> String {
    match kind(name) {
        Some(Kind::Date) => mended_date(value).unwrap_or_else(|| value.to_owned()),
        Some(Kind::Termination) => {
            let lower = value.to_ascii_lowercase();
            if TERMINATIONS.contains(&lower.as_str()) {
                lower
            } else {
                value.to_owned()
            }
        }
        Some(Kind::Result) if matches!(value, "1/2" | "½-½") => "1/2-1/2".to_owned(),
        _ => value.to_owned(),
    }
}

/// `YYYY`, `YYYY.MM`, other signs between the parts, and `?` or `-` for nothing known.
fn mended_date(value: &str) -> Option<String> {
    if matches!(value, "?" | "-") {
        return Some("????.??.??".to_owned());
    }
    if let Some(mended) = day_first(value) {
        return Some(mended);
    }
    let mut parts = value.split(['.', '-', '/']);
    let year = parts.next()?;
    let month = parts.next().unwrap_or("??");
    let day = parts.next().unwrap_or("??");
    let mended = format!("{year}.{month:0>2}.{day:0>2}");
    (parts.next().is_none() && year.len() == 4 && is_a_date(&mended)).then_some(mended)
}

const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

/// `25.11.1992`, `11/25/1992`, `4 Nov 1992`, `Nov 4, 1992`: the year is last, and which of the others is the month cannot be
/// mistaken.
fn day_first(value: &str) -> Option<String> {
    let parts: Vec<&str> = value
        .split(['.', '-', '/', ' ', ','])
        .filter(|part| !part.is_empty())
        .collect();
    let [first, second, year] = parts.as_slice() else {
        return None;
    };
    let month_named = |part: &str| {
        let lower = part.to_ascii_lowercase();
        MONTHS
            .iter()
            .position(|month| lower.starts_with(month))
            .map(|at| at + 1)
    };
    let number = |part: &str| part.parse::<usize>().ok().filter(|_| is_number(part, 2));
    let (day, month) = match (number(first), number(second)) {
        (Some(day), None) => (day, month_named(second)?),
        (None, Some(day)) => (day, month_named(first)?),
        (Some(day), Some(month)) if day > 12 || day == month => (day, month),
        (Some(month), Some(day)) if day > 12 => (day, month),
        _ => return None,
    };
    let mended = format!("{year}.{month:02}.{day:02}");
    (year.len() == 4 && is_a_date(&mended)).then_some(mended)
}

fn is_a_date(value: &str) -> bool {
    let parts: Vec<&str> = value.split('.').collect();
    let [year, month, day] = parts.as_slice() else {
        return false;
    };
    let fits = |part: &str, length: usize| {
        part.len() == length
            && part
                .bytes()
                .all(|sign| sign.is_ascii_digit() || sign == b'?')
    };
    if !(fits(year, 4) && fits(month, 2) && fits(day, 2)) {
        return false;
    }
    // Of what is not known the likeliest is taken: a leap year, and January, have all their days.
    let year = year.parse::<i32>().ok();
    let month_number = month.parse::<u32>().ok();
    let day_number = day.parse::<u32>().ok();
    NaiveDate::from_ymd_opt(
        year.unwrap_or(2000),
        month_number.unwrap_or(1),
        day_number.unwrap_or(1),
    )
    .is_some()
        && year != Some(0)
}

fn is_result(value: &str) -> bool {
    matches!(value, "1-0" | "0-1" | "1/2-1/2" | "*")
}

fn is_eco(value: &str) -> bool {
    let (code, sub) = match value.split_once('/') {
        Some((code, sub)) => (code, Some(sub)),
        None => (value, None),
    };
    let mut signs = code.chars();
    code.len() == 3
        && signs
            .next()
            .is_some_and(|letter| matches!(letter, 'A'..='E'))
        && signs.all(|sign| sign.is_ascii_digit())
        && sub.is_none_or(|sub| sub.len() == 2 && is_number(sub, 2))
}

fn is_time(value: &str) -> bool {
    let parts: Vec<&str> = value.split(':').collect();
    let below = |part: &str, limit: u32| {
        part.len() == 2
            && is_number(part, 2)
            && part.parse::<u32>().is_ok_and(|number| number < limit)
    };
    matches!(parts.as_slice(), [hours, minutes, seconds]
        if below(hours, 24) && below(minutes, 60) && below(seconds, 60))
}

fn is_time_control(value: &str) -> bool {
    value.split(':').all(|field| {
        let is_seconds = |part: &str| is_number(part, 9);
        if matches!(field, "?" | "-") {
            return true;
        }
        if let Some(sandclock) = field.strip_prefix('*') {
            return is_seconds(sandclock);
        }
        let period = match field.split_once('/') {
            Some((moves, period))
                if is_number(moves, 4) && !moves.bytes().all(|sign| sign == b'0') =>
            {
                period
            }
            Some(_) => return false,
            None => field,
        };
        match period.split_once('+') {
            Some((base, increment)) => is_seconds(base) && is_seconds(increment),
            None => is_seconds(period),
        }
    })
}

fn is_number(text: &str, longest: usize) -> bool {
    !text.is_empty() && text.len() <= longest && text.bytes().all(|sign| sign.is_ascii_digit())
}

#[cfg(test)]
mod tests;
