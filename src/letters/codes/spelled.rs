//! A text as the letters, figures and dots that somebody sees in it, however they are written.

use super::super::look_alike::latin_twin;
use super::super::signs::{is_combining, is_invisible, is_joiner};

/// Letters of the name of an entity that is looked at.
const LONGEST_ENTITY: usize = 32;
/// Octets of a tag of HTML that is looked at, its brackets not counted.
pub(super) const LONGEST_TAG: usize = 200;

/// What stands between two letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    /// Nothing.
    None,
    /// What nobody sees.
    Hidden,
    /// Blanks, line breaks, signs.
    Seen,
}

/// What an equals sign before two hexadecimal digits is: a sign like others, or quoted-printable (RFC 2045 6.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Equals {
    #[default]
    Sign,
    Encodes,
}

/// What stands between `<` and `>`: words, or a tag of HTML.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tags {
    #[default]
    Shown,
    Skipped,
}

/// What a percent sign and an ampersand are: signs like others, or the beginning of what stands for another sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Escapes {
    #[default]
    Undone,
    Shown,
}

/// One way in which a text is read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reading {
    pub(super) escapes: Escapes,
    pub(super) equals: Equals,
    pub(super) tags: Tags,
}

/// A letter, a figure or a row of dots, in lower case, and what stands before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sign {
    pub(super) letter: u8,
    pub(super) gap: Gap,
    /// Whether a line ended in the gap.
    pub(super) line_ends: bool,
    /// Where it begins and ends in the text, in octets.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The ways in which this text can be read that tell different signs in it.
pub(super) fn readings(text: &str) -> Vec<Reading> {
    let mut readings = vec![Reading::default()];
    let mut also = |is_there: bool, with: fn(&mut Reading)| {
        if is_there {
            let further = readings.clone().into_iter().map(|mut reading| {
                with(&mut reading);
                reading
            });
            readings.extend(further.collect::<Vec<_>>());
        }
    };
    let holds = |sign: char, encodes: fn(&str) -> bool| {
        let mut places = text.match_indices(sign);
        places.any(|(at, _)| text.get(at..).is_some_and(encodes))
    };
    also(
        holds('=', |rest| quoted_printable(rest).is_some()),
        |reading| {
            reading.equals = Equals::Encodes;
        },
    );
    also(holds('<', |rest| tag(rest).is_some()), |reading| {
        reading.tags = Tags::Skipped;
    });
    if holds('%', |rest| percent(rest).is_some()) || holds('&', |rest| entity(rest).is_some()) {
        readings.push(Reading {
            escapes: Escapes::Shown,
            ..Reading::default()
        });
    }
    readings
}

/// The signs of a text in one reading. Each octet is looked at once; dots that stand beside one another are one sign, so
/// that nobody makes the way from one letter to the next long.
pub(super) fn spelled(text: &str, reading: Reading) -> Vec<Sign> {
    let mut signs: Vec<Sign> = Vec::with_capacity(text.len());
    let (mut gap, mut line_ends, mut at) = (Gap::None, false, 0);
    while let Some((character, length)) = text.get(at..).and_then(|rest| reading.decoded(rest)) {
        let (start, end) = (at, at + length);
        at = end;
        let character = match character.is_ascii() {
            true => character.to_ascii_lowercase(),
            false => latin_twin(character).to_ascii_lowercase(),
        };
        let letter = u8::try_from(character).ok();
        let Some(letter) = letter.filter(|sign| sign.is_ascii_alphanumeric() || *sign == b'.')
        else {
            line_ends |= character == '\n';
            let hidden = is_invisible(character) || is_joiner(character) || is_combining(character);
            gap = gap.max(if hidden { Gap::Hidden } else { Gap::Seen });
            continue;
        };
        match signs.last_mut() {
            Some(last) if last.letter == b'.' && letter == b'.' => {
                last.gap = last.gap.max(gap);
                last.line_ends |= line_ends;
                last.end = end;
            }
            _ => signs.push(Sign {
                letter,
                gap,
                line_ends,
                start,
                end,
            }),
        }
        (gap, line_ends) = (Gap::None, false);
    }
    signs
}

impl Reading {
    /// The first character and how many octets it takes, encodings undone.
    fn decoded(self, rest: &str) -> Option<(char, usize)> {
        let first = rest.chars().next()?;
        let plain = (first, first.len_utf8());
        let undone = self.escapes == Escapes::Undone;
        Some(match first {
            '%' if undone => percent(rest).unwrap_or(plain),
            '&' if undone => entity(rest).unwrap_or(plain),
            // A line that goes on.
            '=' if rest.starts_with("=\r\n") => ('\u{ad}', 3),
            '=' if rest.starts_with("=\n") => ('\u{ad}', 2),
            '<' if self.tags == Tags::Skipped => {
                tag(rest).map_or(plain, |length| ('\u{ad}', length))
            }
            '=' if self.equals == Equals::Encodes => quoted_printable(rest).unwrap_or(plain),
            _ => plain,
        })
    }
}

/// How long the tag of HTML is that begins here.
fn tag(rest: &str) -> Option<usize> {
    if let Some(comment) = rest.strip_prefix("<!--") {
        let inner = comment.bytes().take(LONGEST_TAG);
        let length = inner.take_while(|&octet| octet != b'<').count();
        let inner = comment.get(..length).unwrap_or_default();
        if let Some(end) = inner.find("-->") {
            return Some("<!--".len() + end + "-->".len());
        }
    }
    let name = rest.strip_prefix('<')?;
    let name = name.strip_prefix(['/', '!']).unwrap_or(name);
    if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '-') {
        return None;
    }
    let inner = rest.bytes().skip(1).take(LONGEST_TAG);
    let length = inner
        .take_while(|octet| !matches!(octet, b'<' | b'>'))
        .count();
    let end = length + 1;
    (rest.as_bytes().get(end) == Some(&b'>')).then_some(end + 1)
}

/// `%2B`, and `%252B` where it was encoded twice.
fn percent(rest: &str) -> Option<(char, usize)> {
    escaped(rest, |rest| {
        let rest = rest.strip_prefix('%')?;
        let mut at = 0;
        while rest.get(at..at + 2) == Some("25") {
            at += 2;
        }
        Some((hexadecimal(rest.get(at..at + 2))?, at + 3))
    })
}

/// `=2B` (RFC 2045 6.7).
fn quoted_printable(rest: &str) -> Option<(char, usize)> {
    escaped(rest, |rest| {
        Some((hexadecimal(rest.strip_prefix('=')?.get(..2))?, 3))
    })
}

/// The character of one octet, or of several in UTF-8, each written as one that this function reads. Octets that are none
/// are what nobody sees.
fn escaped(rest: &str, octet: impl Fn(&str) -> Option<(u8, usize)>) -> Option<(char, usize)> {
    // A character has four octets at the most.
    let mut octets = [0; 4];
    let mut at = 0;
    let mut first = None;
    for count in 0..octets.len() {
        let Some((next, length)) = rest.get(at..).and_then(&octet) else {
            break;
        };
        at += length;
        first.get_or_insert(length);
        octets
            .get_mut(count)
            .into_iter()
            .for_each(|octet| *octet = next);
        let text = octets
            .get(..=count)
            .and_then(|octets| std::str::from_utf8(octets).ok());
        if let Some(character) = text.and_then(|text| text.chars().next()) {
            return Some((character, at));
        }
    }
    first.map(|length| ('\u{ad}', length))
}

fn hexadecimal(digits: Option<&str>) -> Option<u8> {
    let digits = digits.filter(|digits| digits.bytes().all(|octet| octet.is_ascii_hexdigit()))?;
    u8::from_str_radix(digits, 16).ok()
}

/// `&#46;`, `&#x2e;`, `&period;`, and the same behind `&amp;`. Any other name stands for a sign that is skipped.
fn entity(rest: &str) -> Option<(char, usize)> {
    rest.strip_prefix('&')?;
    let mut at = 1;
    while rest.get(at..).is_some_and(|rest| rest.starts_with("amp;")) {
        at += 4;
    }
    let name: String = rest
        .get(at..)?
        .chars()
        .take(LONGEST_ENTITY)
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '#')
        .collect();
    at += name.len();
    if !rest.get(at..)?.starts_with(';') {
        return None;
    }
    let number = name
        .strip_prefix('#')
        .and_then(|number| match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => number.parse().ok(),
        });
    let character = match name.as_str() {
        "period" => Some('.'),
        _ if name.starts_with('#') => number.and_then(char::from_u32),
        _ if name.is_empty() => None,
        _ => Some('\u{ad}'),
    };
    character.map(|character| (character, at + 1))
}
