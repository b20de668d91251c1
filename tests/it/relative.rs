//! Instants and amounts of time in letters, as they are in every run: seen from now, to ten minutes, or to thirty beyond a day.

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, TimeDelta, Utc};
use penpawn::letters::in_words;

/// To so many seconds.
const ROUGHLY: i64 = 600;
/// What is more than a day away, to so many: a fifth of three days lies a minute from where tens of minutes are rounded, which a
/// slow machine takes.
const MORE_ROUGHLY: i64 = 1_800;
const DAY: i64 = 86_400;

/// Words by which a line with an amount of time is known as German.
const GERMAN_WORDS: [&str; 6] = ["Sie", "Ihre", "noch", "Tag", "Tage", "verbraucht"];

/// The line with "26 Dec 2026 13:02 UTC" as "(in 31 days)", and "2 days 3 s" as "2 days". What the clocks of a zone show
/// is hidden.
pub(crate) fn relative(line: &str, now: DateTime<Utc>) -> String {
    // It is by the hour of the day.
    if let Some((before, _)) = line.split_once(", next on ") {
        return format!("{before}, next on (an instant)");
    }
    let blanks = line.len() - line.trim_start().len();
    let words: Vec<&str> = line.trim_start().split(' ').collect();
    let german = words.iter().any(|word| GERMAN_WORDS.contains(word));
    let mut out: Vec<String> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let amount = |words| {
            let (shown, used) = amount(words)?;
            Some((if german { in_german(&shown) } else { shown }, used))
        };
        if let Some((shown, used)) = instant(&words[at..], now).or_else(|| amount(&words[at..])) {
            out.push(shown);
            at += used;
        } else {
            out.push(words[at].to_owned());
            at += 1;
        }
    }
    format!("{}{}", &line[..blanks], out.join(" "))
}

/// An instant at the beginning of these words, and how many of them it has.
fn instant(words: &[&str], now: DateTime<Utc>) -> Option<(String, usize)> {
    let first = *words.first()?;
    // "(14:02 in Europe/Berlin)", "(27 Dec 00:02 in Europe/Berlin)"
    if let Some(inside) = first.strip_prefix('(') {
        if clock(inside).is_some() && zone_follows(words, 1) {
            return Some(("(hh:mm".to_owned(), 1));
        }
        let dated = day_and_month(inside, words.get(1)?).is_some();
        let timed = words.get(2).copied().and_then(clock).is_some();
        return (dated && timed && zone_follows(words, 3)).then(|| ("(hh:mm".to_owned(), 3));
    }
    let (day, month) = day_and_month(first, words.get(1)?)?;
    // In German a comma stands behind the day.
    let third = words.get(2)?.trim_end_matches(',');
    let (year, used) = match third.parse::<i32>() {
        Ok(year) if third.len() == 4 => (Some(year), 4),
        _ => (None, 3),
    };
    let last = *words.get(used - 1)?;
    let plain = last.trim_end_matches([',', '.']);
    let time = clock(plain)?;
    let years = year.map_or_else(
        || vec![now.year() - 1, now.year(), now.year() + 1],
        |y| vec![y],
    );
    let found = years
        .into_iter()
        .filter_map(|year| NaiveDate::from_ymd_opt(year, month, day))
        .map(|date| date.and_time(time).and_utc())
        .min_by_key(|at| (*at - now).abs())?;
    let after = &last[plain.len()..];
    let shown = match nearly(found - now) {
        0 => "(now)".to_owned(),
        ahead @ 1.. => format!("(in {})", in_words(ahead.unsigned_abs())),
        ago => format!("({} ago)", in_words(ago.unsigned_abs())),
    };
    Some((format!("{shown}{after}"), used))
}

fn zone_follows(words: &[&str], at: usize) -> bool {
    words.get(at) == Some(&"in") && words.get(at + 1).is_some_and(|zone| zone.contains('/'))
}

fn day_and_month(day: &str, month: &str) -> Option<(u32, u32)> {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    const GERMAN: [&str; 12] = [
        "Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.",
        "Dez.",
    ];
    let month = month.trim_end_matches(',');
    let mut places = [MONTHS, GERMAN].into_iter();
    let month = places.find_map(|months| months.iter().position(|known| *known == month))?;
    let day = day
        .strip_suffix('.')
        .unwrap_or(day)
        .parse()
        .ok()
        .filter(|day| (1..=31).contains(day))?;
    Some((day, u32::try_from(month).ok()? + 1))
}

fn clock(text: &str) -> Option<NaiveTime> {
    let formats = ["%H:%M:%S", "%H:%M"];
    formats
        .iter()
        .find_map(|format| NaiveTime::parse_from_str(text, format).ok())
}

fn nearly(time: TimeDelta) -> i64 {
    let seconds = time.num_seconds();
    let roughly = if seconds.abs() > DAY {
        MORE_ROUGHLY
    } else {
        ROUGHLY
    };
    (seconds + roughly / 2).div_euclid(roughly) * roughly
}

/// The same amount, as a German letter has it.
fn in_german(amount: &str) -> String {
    let words = amount.split(' ').map(|word| {
        let plain = word.trim_end_matches([',', '.', ':', ';']);
        let german = match plain {
            "day" => "Tag",
            "days" => "Tage",
            "hour" => "Stunde",
            "hours" => "Stunden",
            other => other,
        };
        format!("{german}{}", &word[plain.len()..])
    });
    words.collect::<Vec<String>>().join(" ")
}

/// An amount of time with minutes or seconds at the beginning of these words, and how many of them it has.
fn amount(words: &[&str]) -> Option<(String, usize)> {
    let (mut seconds, mut used, mut fine, mut after) = (0_i64, 0, false, "");
    while let [number, unit, ..] = words.get(used..)? {
        let plain = unit.trim_end_matches([',', '.', ':', ';']);
        let each = match plain {
            "day" | "days" | "Tag" | "Tage" => 86_400,
            "h" | "hour" | "hours" | "Stunde" | "Stunden" => 3_600,
            "min" => 60,
            "s" => 1,
            _ => break,
        };
        let Ok(number) = number.parse::<i64>() else {
            break;
        };
        seconds += number * each;
        fine |= matches!(plain, "min" | "s");
        used += 2;
        after = &unit[plain.len()..];
        if !after.is_empty() {
            break;
        }
    }
    let rounded = nearly(TimeDelta::seconds(seconds)).unsigned_abs();
    fine.then(|| (format!("{}{after}", in_words(rounded)), used))
}

#[test]
fn instants_and_amounts_are_seen_from_now() {
    let now = "2026-12-31T13:02:41Z".parse().expect("an instant");
    for (line, seen) in [
        (
            "Answer before 3 Jan 2027 13:02 UTC.",
            "Answer before (in 3 days) UTC.",
        ),
        (
            "on 1 Jan 01:02, and 2 Jan 13:02:41 UTC",
            "on (in 12 hours), and (in 2 days) UTC",
        ),
        (
            "  it was 31 Dec 2026 12:02:40 UTC,",
            "  it was (1 hour ago) UTC,",
        ),
        (
            "2 days 3 s, less 1 day of leave: 1 day 3 s used",
            "2 days, less 1 day of leave: 1 day used",
        ),
        (
            "9 s used; the first 24 hours are free.",
            "nothing used; the first 24 hours are free.",
        ),
        (
            "UTC (14:02 in Europe/Berlin).",
            "UTC (hh:mm in Europe/Berlin).",
        ),
        (
            "UTC (1 Jan 00:02 in Asia/Tokyo).",
            "UTC (hh:mm in Asia/Tokyo).",
        ),
        ("Game 3 against Bob", "Game 3 against Bob"),
        (
            "Antwort bis 3. Jan. 2027, 13:02 UTC.",
            "Antwort bis (in 3 days) UTC.",
        ),
        // So it reads where seconds have passed, and so where none have.
        (
            "Ihre Zeit läuft; Sie haben noch 1 Tag 23 h 59 min.",
            "Ihre Zeit läuft; Sie haben noch 2 Tage.",
        ),
        (
            "Ihre Zeit läuft; Sie haben noch 23 h 59 min 57 s.",
            "Ihre Zeit läuft; Sie haben noch 1 Tag.",
        ),
        (
            "Wir erinnern Sie: 1. Jan., 01:02 und 2. Jan., 13:02 UTC.",
            "Wir erinnern Sie: (in 12 hours) und (in 2 days) UTC.",
        ),
    ] {
        assert_eq!(relative(line, now), seen);
    }
}
