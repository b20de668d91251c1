//! From which day to which, as it is written.

use super::NoPeriod;
use super::day::Day;
use super::words::Word;
use std::fmt;

/// A period as it is written; both days belong to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    /// From this day to that.
    Between(Day, Day),
    /// From this day on, so many days.
    For(Day, u32),
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Period::Between(first, last) => write!(f, "{first} - {last}"),
            Period::For(first, 1) => write!(f, "from {first} for 1 day"),
            Period::For(first, days) => write!(f, "from {first} for {days} days"),
        }
    }
}

/// The period that these words name, and nothing else.
pub(super) fn period(words: &[Word]) -> Result<Period, NoPeriod> {
    if words.is_empty() {
        return Err(NoPeriod::Nothing);
    }
    let mut left = words;
    let for_first = take(&mut left, Word::For);
    if let Some(days) = duration(&mut left) {
        let first = if take(&mut left, Word::From) {
            Some(whole_day(&mut left)?)
        } else {
            None
        };
        return ended(left, Period::For(first.unwrap_or(Day::Today), days));
    }
    if for_first {
        return Err(NoPeriod::Unread);
    }
    if take(&mut left, Word::Until) || take(&mut left, Word::Dash) {
        let last = whole_day(&mut left)?;
        return ended(left, Period::Between(Day::Today, last));
    }
    take(&mut left, Word::From);
    let first = written_day(&mut left)?;
    if take(&mut left, Word::For)
        && let (Ok(first), Some(days)) = (first.whole(), duration(&mut left))
    {
        return ended(left, Period::For(first, days));
    }
    // "5. - 18.", "from today until 18 Aug".
    if !(take(&mut left, Word::Dash) || take(&mut left, Word::Until)) {
        return Err(NoPeriod::Unread);
    }
    let last = written_day(&mut left)?.whole_behind(&first)?;
    ended(left, Period::Between(first.of_month_of(&last)?, last))
}

fn ended(left: &[Word], period: Period) -> Result<Period, NoPeriod> {
    let over = left.iter().all(|word| *word == Word::Dot);
    over.then_some(period).ok_or(NoPeriod::Unread)
}

fn take(left: &mut &[Word], wanted: Word) -> bool {
    match left.split_first() {
        Some((first, rest)) if *first == wanted => {
            *left = rest;
            true
        }
        Some(_) | None => false,
    }
}

/// "2 weeks", "ten days", "a fortnight".
fn duration(left: &mut &[Word]) -> Option<u32> {
    let (count, rest) = match left {
        [Word::Number(count, _), Word::Unit(days), rest @ ..] => (count.checked_mul(*days)?, rest),
        [Word::Unit(14), rest @ ..] => (14, rest),
        _ => return None,
    };
    (1..=3_650).contains(&count).then_some(())?;
    *left = rest;
    Some(count)
}

/// A day, or the number of one in a month that is named elsewhere.
#[derive(Clone, Copy)]
enum Written {
    Whole(Day),
    /// "5" of "5-18 Aug", and "18" of "Aug 5-18".
    InSomeMonth(u32),
    TwoWays(Day, Day),
}

impl Written {
    fn whole(self) -> Result<Day, NoPeriod> {
        match self {
            Written::Whole(day) => Ok(day),
            Written::InSomeMonth(_) => Err(NoPeriod::Unread),
            Written::TwoWays(one, other) => Err(NoPeriod::TwoWays(one, other)),
        }
    }

    /// The last day of a period that begins with `first`: "18" of "Aug 5-18" is in August.
    fn whole_behind(self, first: &Written) -> Result<Day, NoPeriod> {
        match (self, first) {
            (
                Written::InSomeMonth(day),
                Written::Whole(Day::Date {
                    month, year: None, ..
                }),
            ) => Ok(Day::Date {
                day,
                month: *month,
                year: None,
            }),
            (Written::Whole(_) | Written::InSomeMonth(_) | Written::TwoWays(..), _) => self.whole(),
        }
    }

    /// The first day of a period that ends with `last`: "5" of "5-18 Aug" is in August.
    fn of_month_of(self, last: &Day) -> Result<Day, NoPeriod> {
        match (self, last) {
            (Written::InSomeMonth(day), Day::Date { month, year, .. }) => Ok(Day::Date {
                day,
                month: *month,
                year: *year,
            }),
            (Written::Whole(_) | Written::InSomeMonth(_) | Written::TwoWays(..), _) => self.whole(),
        }
    }
}

fn whole_day(left: &mut &[Word]) -> Result<Day, NoPeriod> {
    written_day(left)?.whole()
}

/// A day and the words behind it.
type Taken<'a> = (Result<Written, NoPeriod>, &'a [Word]);

fn written_day(left: &mut &[Word]) -> Result<Written, NoPeriod> {
    let taken = named_day(left).or_else(|| numbered_day(left));
    let (read, rest) = taken.ok_or(NoPeriod::Unread)?;
    *left = rest;
    read
}

fn date(day: u32, month: u32, year: Option<i32>) -> Result<Written, NoPeriod> {
    Ok(Written::Whole(Day::Date { day, month, year }))
}

/// A day by its word, by its month, or as ISO 8601 writes it.
fn named_day(left: &[Word]) -> Option<Taken<'_>> {
    Some(match left {
        [Word::Today, rest @ ..] => (Ok(Written::Whole(Day::Today)), rest),
        [Word::Tomorrow, rest @ ..] => (Ok(Written::Whole(Day::Tomorrow)), rest),
        [Word::Iso(year, month, day), rest @ ..] => (date(*day, *month, Some(*year)), rest),
        [
            Word::Number(day, _),
            Word::Dot,
            Word::Month(month),
            rest @ ..,
        ]
        | [Word::Number(day, _), Word::Month(month), rest @ ..]
        | [
            Word::Month(month),
            Word::Dot,
            Word::Number(day, 1 | 2),
            rest @ ..,
        ]
        | [Word::Month(month), Word::Number(day, 1 | 2), rest @ ..] => {
            let (year, rest) = year_behind(rest, Two::Refused);
            (date(*day, *month, year), rest)
        }
        _ => return None,
    })
}

/// A day in figures.
fn numbered_day(left: &[Word]) -> Option<Taken<'_>> {
    Some(match left {
        [
            Word::Number(day, _),
            Word::Dot,
            Word::Number(month, 1 | 2),
            Word::Dot,
            rest @ ..,
        ] => {
            let (year, rest) = year_behind(rest, Two::Taken);
            (date(*day, *month, year), rest)
        }
        // "5.8": the full stop behind the month is the end of the line.
        [
            Word::Number(day, _),
            Word::Dot,
            Word::Number(month, 1 | 2),
            rest @ ..,
        ] => (date(*day, *month, None), rest),
        [
            Word::Number(one, _),
            Word::Slash,
            Word::Number(other, _),
            Word::Slash,
            rest @ ..,
        ] => {
            let (year, rest) = year_behind(rest, Two::Taken);
            (slashed(*one, *other, year), rest)
        }
        [
            Word::Number(one, _),
            Word::Slash,
            Word::Number(other, _),
            rest @ ..,
        ] => (slashed(*one, *other, None), rest),
        [Word::Number(day, 1 | 2), Word::Dot, rest @ ..]
        | [Word::Number(day, 1 | 2), rest @ ..] => (Ok(Written::InSomeMonth(*day)), rest),
        _ => return None,
    })
}

/// Whether a year may have two figures.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Two {
    Taken,
    Refused,
}

fn year_behind(left: &[Word], two: Two) -> (Option<i32>, &[Word]) {
    let (number, rest) = match left {
        [Word::Number(number, 4), rest @ ..] | [Word::Dot, Word::Number(number, 4), rest @ ..] => {
            (*number, rest)
        }
        [Word::Number(number, 2), rest @ ..] if two == Two::Taken => (2000 + number, rest),
        _ => return (None, left),
    };
    (i32::try_from(number).ok(), rest)
}

/// 5/8 is the fifth of August, or the eighth of May.
fn slashed(one: u32, other: u32, year: Option<i32>) -> Result<Written, NoPeriod> {
    let date = |day, month| Day::Date { day, month, year };
    if one > 12 || one == other {
        Ok(Written::Whole(date(one, other)))
    } else if other > 12 {
        Ok(Written::Whole(date(other, one)))
    } else {
        Ok(Written::TwoWays(date(one, other), date(other, one)))
    }
}
