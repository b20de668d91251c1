//! The words of a period: numbers, months, and what joins them.

use super::day::month;

/// One word of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// A number, and how many digits it has.
    Number(u32, usize),
    /// A month by its name.
    Month(u32),
    /// 2026-08-05.
    Iso(i32, u32, u32),
    /// "today", "now".
    Today,
    /// "tomorrow".
    Tomorrow,
    /// So many days: "days" is 1, "weeks" 7.
    Unit(u32),
    /// "from".
    From,
    /// A hyphen, or "to": what follows is the last day.
    Dash,
    /// "until", and so is what follows.
    Until,
    /// "for": what follows says how long.
    For,
    /// A full stop.
    Dot,
    /// A slash.
    Slash,
    /// All else.
    Other,
}

impl Word {
    /// Whether somebody who writes it may mean days.
    pub(super) fn is_of_a_date(&self) -> bool {
        match self {
            Word::Number(..)
            | Word::Month(_)
            | Word::Iso(..)
            | Word::Today
            | Word::Tomorrow
            | Word::Unit(_)
            | Word::Until => true,
            Word::From | Word::Dash | Word::For | Word::Dot | Word::Slash | Word::Other => false,
        }
    }
}

/// The words of a text in lower case. Commas, and what only joins the parts of a date ("th", "of"), are left out.
pub(super) fn words(text: &str) -> Vec<Word> {
    let text = text.replace(['–', '—', '−', '‐', '‑'], "-");
    let mut words = Vec::new();
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        if let Some((date, behind)) = iso(rest) {
            words.push(date);
            rest = behind;
            continue;
        }
        let kind = kind(first);
        let single = matches!(kind, Kind::Mark);
        let length = if single {
            first.len_utf8()
        } else {
            rest.find(|sign| self::kind(sign) != kind)
                .unwrap_or(rest.len())
        };
        let (head, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
        rest = behind;
        let after_number = matches!(words.last(), Some(Word::Number(..)));
        match kind {
            Kind::Space => {}
            Kind::Digits => words.push(number(head)),
            Kind::Letters if after_number && matches!(head, "st" | "nd" | "rd" | "th") => {}
            Kind::Letters => words.extend(word(head)),
            Kind::Mark => words.extend(mark(first)),
        }
    }
    words
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Space,
    Digits,
    Letters,
    Mark,
}

fn kind(sign: char) -> Kind {
    if sign.is_whitespace() {
        Kind::Space
    } else if sign.is_ascii_digit() {
        Kind::Digits
    } else if sign.is_alphabetic() {
        Kind::Letters
    } else {
        Kind::Mark
    }
}

/// "2026-08-05" at the beginning, and what stands behind it.
fn iso(text: &str) -> Option<(Word, &str)> {
    let (date, rest) = text.split_at_checked(10)?;
    let mut parts = date.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let shaped = (year.len(), month.len(), day.len()) == (4, 2, 2)
        && !rest.starts_with(|sign: char| sign.is_ascii_digit())
        && [year, month, day]
            .iter()
            .all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    shaped.then_some(())?;
    Some((
        Word::Iso(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?),
        rest,
    ))
}

fn number(digits: &str) -> Word {
    digits
        .parse()
        .map_or(Word::Other, |number| Word::Number(number, digits.len()))
}

fn mark(sign: char) -> Option<Word> {
    match sign {
        ',' => None,
        '-' => Some(Word::Dash),
        '.' => Some(Word::Dot),
        '/' => Some(Word::Slash),
        _ => Some(Word::Other),
    }
}

fn word(word: &str) -> Option<Word> {
    Some(match word {
        // "5th of August", "bis zum 18. August", "until and including".
        "of" | "the" | "zum" | "den" | "dem" | "einschließlich" | "inclusive" | "including" => {
            return None;
        }
        "today" | "now" | "heute" | "jetzt" => Word::Today,
        "tomorrow" | "morgen" => Word::Tomorrow,
        "day" | "days" | "tag" | "tage" | "tagen" => Word::Unit(1),
        "week" | "weeks" | "woche" | "wochen" => Word::Unit(7),
        "fortnight" => Word::Unit(14),
        "from" | "starting" | "between" | "since" | "vom" | "von" | "ab" => Word::From,
        "to" | "through" | "thru" | "and" | "und" => Word::Dash,
        "until" | "till" | "til" | "bis" => Word::Until,
        "for" | "für" => Word::For,
        _ => match (month(word), spelled_number(word)) {
            (Some(month), _) => Word::Month(month),
            (None, Some(number)) => Word::Number(number, 1),
            (None, None) => Word::Other,
        },
    })
}

fn spelled_number(word: &str) -> Option<u32> {
    let found = [
        "a|an|one|ein|eine|einen",
        "two|zwei",
        "three|drei",
        "four|vier",
        "five|fünf",
        "six|sechs",
        "seven|sieben",
        "eight|acht",
        "nine|neun",
        "ten|zehn",
    ]
    .iter()
    .position(|names| names.split('|').any(|known| known == word))?;
    u32::try_from(found + 1).ok()
}
