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

/// What other marks before the number of a letter are: signs like others, or the beginning of what stands for that letter, as
/// in programs and as mail programs and people make them of other encodings: `\u002e`, `\x2e`, `\056`, `-2E`, `_2E`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Marks {
    #[default]
    Signs,
    Encode,
}

/// One way in which a text is read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reading {
    pub(super) marks: Marks,
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
    start: u32,
    end: u32,
}

impl Sign {
    /// Where it begins in the text, in octets.
    pub(super) fn start(self) -> usize {
        self.start as usize
    }

    /// Where it ends in the text, in octets.
    pub(super) fn end(self) -> usize {
        self.end as usize
    }
}

/// A place in a text, in half the memory: a text may have as many signs as octets, and none is longer than a mail.
fn place(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
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
    // Beside no other encoding but those that are undone in any case.
    if text
        .char_indices()
        .any(|(at, _)| text.get(at..).is_some_and(|rest| marked(rest).is_some()))
    {
        readings.push(Reading {
            marks: Marks::Encode,
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
            false if is_full_stop(character) => '.',
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
                last.end = place(end);
            }
            _ => signs.push(Sign {
                letter,
                gap,
                line_ends,
                start: place(start),
                end: place(end),
            }),
        }
        (gap, line_ends) = (Gap::None, false);
    }
    signs
}

/// The full stops of other scripts, and points that look like one.
fn is_full_stop(character: char) -> bool {
    matches!(
        character,
        '·' | '•'
            | '․'
            | '‧'
            | '∙'
            | '⋅'
            | '●'
            | '・'
            | '･'
            | '。'
            | '｡'
            | '．'
            | '﹒'
            | '︒'
            | '\u{387}'
            | '\u{589}'
            | '\u{6d4}'
            | '\u{701}'
            | '\u{702}'
            | '\u{964}'
            | '\u{1362}'
            | '\u{1803}'
            | '\u{1809}'
            | '\u{2cf9}'
            | '\u{2cfe}'
            | '\u{2e31}'
            | '\u{2e33}'
            | '\u{2e3c}'
            | '\u{a4f8}'
            | '\u{a4ff}'
            | '\u{a60e}'
            | '\u{a6f3}'
            | '\u{10a50}'
            | '\u{16af5}'
            | '\u{1bc9f}'
    )
}

impl Reading {
    /// The first character and how many octets it takes, encodings undone.
    fn decoded(self, rest: &str) -> Option<(char, usize)> {
        let first = rest.chars().next()?;
        let plain = (first, first.len_utf8());
        let undone = self.escapes == Escapes::Undone;
        if self.marks == Marks::Encode
            && let Some(marked) = marked(rest)
        {
            return Some(marked);
        }
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
pub(super) fn tag(rest: &str) -> Option<usize> {
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
pub(super) fn percent(rest: &str) -> Option<(char, usize)> {
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
pub(super) fn quoted_printable(rest: &str) -> Option<(char, usize)> {
    escaped(rest, |rest| {
        Some((hexadecimal(rest.strip_prefix('=')?.get(..2))?, 3))
    })
}

/// Octets of what stands for one letter behind a mark, that included: `\u{0000002e}`, `&#0000046;`.
const LONGEST_MARKED: usize = 14;

/// `-2E`, `_2E`, `_x002E_`, `\u002e`, `\u{2e}`, `\x2e`, `\056`, `U+002E`, `0x2e`, `&#46` without its end. What stands for
/// anything but a letter, a figure or a dot is none of them.
fn marked(rest: &str) -> Option<(char, usize)> {
    let octets = rest.as_bytes();
    let octets = octets.get(..LONGEST_MARKED).unwrap_or(octets);
    let (radix, digits_at) = mark(octets)?;
    let is_digit = |octet: &u8| char::from(*octet).is_digit(radix);
    let behind = octets.get(digits_at..)?;
    let zeros = behind.iter().take_while(|octet| **octet == b'0').count();
    // Two hexadecimal digits, or as many decimal or octal ones as a letter has.
    let most = if radix == 16 { 2 } else { 3 };
    let digits = behind.get(zeros..)?;
    let count = digits
        .iter()
        .take(most)
        .take_while(|octet| is_digit(octet))
        .count();
    if count < 2 {
        return None;
    }
    let digits = std::str::from_utf8(digits.get(..count)?).ok()?;
    let letter = char::from(u8::from_str_radix(digits, radix).ok()?);
    if !letter.is_ascii_alphanumeric() && letter != '.' {
        return None;
    }
    let end = digits_at + zeros + count;
    // An underline closes `_x002E_` alone: in `_67_34` it begins the next letter.
    let closed = match octets.get(end) {
        Some(b'}' | b')' | b']' | b';') => true,
        Some(b'_') => octets.starts_with(b"_x"),
        Some(_) | None => false,
    };
    Some((letter, end + usize::from(closed)))
}

/// To what base the number is written that follows the mark here, and where it begins.
fn mark(octets: &[u8]) -> Option<(u32, usize)> {
    let &[first, second, ..] = octets else {
        return None;
    };
    let third = octets.get(2).copied().unwrap_or_default();
    let opened = |at: usize| at + usize::from(matches!(octets.get(at), Some(b'{' | b'(' | b'[')));
    match (first, second, third) {
        (b'0', b'x' | b'X', _) | (b'u' | b'U', b'+', _) => Some((16, 2)),
        (b'&', b'#', b'x' | b'X') => Some((16, 3)),
        (b'&', b'#', _) => Some((10, 2)),
        (b'#', b'0'..=b'9', _) => Some((10, 1)),
        (b'\\', b'0'..=b'7', b'0'..=b'7') => Some((8, 1)),
        (mark, b'x' | b'X' | b'u' | b'U', _) if is_mark(mark) => Some((16, opened(2))),
        (mark, ..) if is_mark(mark) => Some((16, opened(1))),
        _ => None,
    }
}

fn is_mark(octet: u8) -> bool {
    octet.is_ascii_punctuation() && octet != b'.'
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
pub(super) fn entity(rest: &str) -> Option<(char, usize)> {
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
