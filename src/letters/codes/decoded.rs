//! A text with what stands for other signs in it undone, and where each of its octets stood.
//!
//! What somebody writes for a sign by its number has no end of spellings, and one can stand within another. So all of them
//! are undone at once, and what comes out is read again, to a bound; each octet keeps its place in the text as it was
//! written. The text itself is always read as well: what is undone here only adds to what is found there.

use super::super::look_alike::latin_twin;
use super::super::signs::{is_blank, is_combining, is_joiner, is_unseen};
use super::spelled::{entity, percent, quoted_printable, tag};
use std::collections::HashSet;
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;

/// How often what comes out is undone again.
const LAYERS: usize = 4;
/// Octets between the brackets of a tag that is no HTML, as forums have them.
const LONGEST_BRACKETED: usize = 100;
/// Digits of a number that are looked at.
const MOST_DIGITS: usize = 10;

/// How a number without a sign of its base is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbers {
    Hexadecimal,
    Octal,
    Decimal,
    /// Hexadecimal, and nothing need stand before its `x` or `u`: `x2e`, `u002e`.
    Bare,
}

/// What becomes of tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Markup {
    Dropped,
    Kept,
}

/// A text, and where each of its octets stood in the one that was written.
#[derive(Debug)]
pub(super) struct Decoded {
    pub(super) text: String,
    places: Vec<(usize, usize)>,
}

impl Decoded {
    /// Nothing yet, with room for what so many octets become.
    fn with_room(octets: usize) -> Decoded {
        Decoded {
            text: String::with_capacity(octets),
            places: Vec::with_capacity(octets),
        }
    }

    fn push(&mut self, sign: char, from: usize, to: usize) {
        self.text.push(sign);
        let octets = std::iter::repeat_n((from, to), sign.len_utf8());
        self.places.extend(octets);
    }

    /// Where this range of octets stood.
    pub(super) fn place(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let &(from, _) = self.places.get(range.start)?;
        let &(_, to) = self.places.get(range.end.checked_sub(1)?)?;
        Some(from..to)
    }

    /// The same with the places in the text that `outer` was made of.
    fn within(mut self, outer: &Decoded) -> Decoded {
        for place in &mut self.places {
            let outer = outer.place(&(place.0..place.1));
            *place = outer.map_or(*place, |outer| (outer.start, outer.end));
        }
        self
    }
}

/// The text with everything undone once, twice and so on, in each way in which its numbers can be read; nothing where nothing
/// stands for anything else. One after the other, since each is several times as large as the text.
pub(super) fn layers(text: &str) -> impl Iterator<Item = Decoded> {
    layers_with(text, Markup::Dropped)
}

/// The same as texts, which keep their tags: in `<bob&#64;example.org>` stands an address.
pub fn undone_texts(text: &str) -> impl Iterator<Item = String> {
    layers_with(text, Markup::Kept).map(|layer| layer.text)
}

fn layers_with(text: &str, markup: Markup) -> impl Iterator<Item = Decoded> {
    let numbers = [
        Numbers::Hexadecimal,
        Numbers::Octal,
        Numbers::Decimal,
        Numbers::Bare,
    ];
    let mut known = HashSet::new();
    numbers
        .into_iter()
        .flat_map(move |numbers| layers_by(text, numbers, markup))
        .filter(move |layer| known.insert(layer.text.clone()))
}

fn layers_by(text: &str, numbers: Numbers, markup: Markup) -> impl Iterator<Item = Decoded> {
    let mut next = undone(text, numbers, markup);
    let mut left = LAYERS;
    std::iter::from_fn(move || {
        let layer = next.take()?;
        left -= 1;
        if left > 0 {
            let further = undone(&layer.text, numbers, markup);
            next = further.map(|further| further.within(&layer));
        }
        Some(layer)
    })
}

/// The text with everything undone once; `None` where there is nothing.
fn undone(text: &str, numbers: Numbers, markup: Markup) -> Option<Decoded> {
    let begins = |(at, _)| {
        let rest = text.get(at..);
        rest.is_some_and(|rest| stands_for(rest, numbers, markup).is_some())
    };
    if text.is_ascii() && !text.char_indices().any(begins) {
        return None;
    }
    let (plain, mut changed) = plain(text);
    let mut undone = Decoded::with_room(plain.text.len());
    let mut at = 0;
    while let Some(rest) = plain.text.get(at..).filter(|rest| !rest.is_empty()) {
        let first = rest.chars().next()?;
        let stood = |length: usize| plain.place(&(at..at + length));
        let (sign, length) = match stands_for(rest, numbers, markup) {
            Some((sign, length)) => {
                changed = true;
                (sign, length)
            }
            None => (Some(first), first.len_utf8()),
        };
        if let Some((sign, place)) = sign.zip(stood(length)) {
            undone.push(sign, place.start, place.end);
        }
        at += length;
    }
    changed.then_some(undone)
}

/// The text with each sign as one of ASCII where it looks like one or is made of some (NFKC), and whether any stands for
/// several. A sign without a meaning here is one that a number can stand behind, like any other.
fn plain(text: &str) -> (Decoded, bool) {
    let mut plain = Decoded::with_room(text.len());
    let mut several = false;
    for (at, sign) in text.char_indices() {
        let end = at + sign.len_utf8();
        let twin = match sign {
            '\u{66a}' | '\u{2030}' => '%',
            '\u{2216}' | '\u{29f5}' | '\u{29f9}' => '\\',
            _ => latin_twin(sign),
        };
        if twin.is_ascii() {
            plain.push(twin, at, end);
            continue;
        }
        let shown = std::iter::once(sign).nfkc().filter(|it| !is_combining(*it));
        let shown: Vec<char> = shown.collect();
        if !shown.is_empty() && shown.iter().all(char::is_ascii) {
            several |= shown.len() > 1;
            for it in shown {
                plain.push(it, at, end);
            }
            continue;
        }
        let is_mark = !sign.is_alphanumeric()
            && !is_blank(sign)
            && !sign.is_whitespace()
            && !is_unseen(sign)
            && !is_joiner(sign)
            && !is_combining(sign);
        plain.push(if is_mark { '~' } else { sign }, at, end);
    }
    (plain, several)
}

/// The sign that what begins here stands for, none where it is markup, and how many octets it takes.
fn stands_for(rest: &str, numbers: Numbers, markup: Markup) -> Option<(Option<char>, usize)> {
    let shown = |(sign, length)| (Some(sign), length);
    match rest.as_bytes().first()? {
        b'<' | b'[' | b'{' if markup == Markup::Kept => number(rest, numbers).map(shown),
        b'<' => tag(rest).map(|length| (None, length)),
        b'[' => bracketed(rest, ']').map(|length| (None, length)),
        b'{' => bracketed(rest, '}').map(|length| (None, length)),
        b'=' if rest.starts_with("=\r\n") => Some((None, 3)),
        b'=' if rest.starts_with("=\n") => Some((None, 2)),
        b'%' => doubled_percent(rest)
            .or_else(|| number(rest, numbers))
            .map(shown),
        b'=' => quoted_printable(rest)
            .or_else(|| number(rest, numbers))
            .map(shown),
        b'&' => named(rest)
            .or_else(|| entity(rest))
            .or_else(|| number(rest, numbers))
            .map(shown),
        _ => number(rest, numbers).map(shown),
    }
}

/// `%2e`, and the same where programs doubled its mark, as in formats and batch files: `%%2e`.
fn doubled_percent(rest: &str) -> Option<(char, usize)> {
    const MOST: usize = 8;
    let marks = rest.bytes().take(MOST).take_while(|it| *it == b'%').count();
    let before = marks.checked_sub(1)?;
    let (sign, length) = percent(rest.get(before..)?)?;
    Some((sign, before + length))
}

/// How long the tag in other brackets is that begins here: `[b]`, `[/color]`, `[url=…]`, `{b}`.
fn bracketed(rest: &str, closing: char) -> Option<usize> {
    let inner = rest.get(1..)?;
    let name = inner.strip_prefix('/').unwrap_or(inner);
    if !name.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '*') {
        return None;
    }
    let octets = inner.bytes().take(LONGEST_BRACKETED);
    let length = octets
        .take_while(|octet| !b"[]{}\n".contains(octet))
        .count();
    let closes = inner.as_bytes().get(length).copied().map(char::from) == Some(closing);
    closes.then_some(length + 2)
}

/// Signs that other encodings begin with, and letters in a style, by their names in HTML.
fn named(rest: &str) -> Option<(char, usize)> {
    const SIGNS: [(&str, char); 25] = [
        ("commat", '@'),
        ("colon", ':'),
        ("period", '.'),
        ("amp", '&'),
        ("percnt", '%'),
        ("num", '#'),
        ("bsol", '\\'),
        ("equals", '='),
        ("semi", ';'),
        ("lt", '<'),
        ("gt", '>'),
        ("lsqb", '['),
        ("lbrack", '['),
        ("rsqb", ']'),
        ("rbrack", ']'),
        ("sol", '/'),
        ("lowbar", '_'),
        ("plus", '+'),
        ("dash", '-'),
        ("hyphen", '-'),
        ("middot", '.'),
        ("centerdot", '.'),
        ("sdot", '.'),
        ("bull", '.'),
        ("bullet", '.'),
    ];
    let name = rest.get(1..)?;
    let length = name
        .bytes()
        .take(12)
        .take_while(u8::is_ascii_alphanumeric)
        .count();
    let (name, behind) = name.split_at_checked(length)?;
    let sign = match name.split_at_checked(1) {
        Some((letter, "scr" | "fr" | "opf")) => letter.chars().next(),
        _ => SIGNS
            .iter()
            .find(|(of, _)| *of == name)
            .map(|&(_, sign)| sign),
    };
    let closed = usize::from(behind.starts_with(';'));
    sign.map(|sign| (sign, 1 + length + closed))
}

/// How many digits a number has, its zeros apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Digits {
    /// As many as a sign of ASCII has.
    OfAscii,
    /// Four with its zeros, or five.
    OfAny,
    /// All up to its bracket.
    Enclosed,
}

/// How a number is written that stands for a sign.
#[derive(Clone, Copy, Debug)]
struct Written {
    radix: u32,
    digits: Digits,
    /// Where they begin.
    at: usize,
}

/// The sign whose number is written here: behind a mark, with or without a sign of its base.
fn number(rest: &str, numbers: Numbers) -> Option<(char, usize)> {
    let (number, end) = digits_of(rest, written(rest.as_bytes(), numbers)?)?;
    if (0xd800..0xdc00).contains(&number) {
        // Two halves (UTF-16).
        let second = rest.get(end..)?;
        let (low, length) = digits_of(second, written(second.as_bytes(), numbers)?)?;
        let pair = [u16::try_from(number).ok()?, u16::try_from(low).ok()?];
        let sign = char::decode_utf16(pair).next()?.ok()?;
        return Some((latin_twin(sign), end + length));
    }
    let sign = latin_twin(char::from_u32(number)?);
    // Behind a sign like any other, only what a code is made of: `2026-11-26` is a day.
    let is_sure = rest.starts_with(['\\', '&', '%', '=', '0']) || rest.starts_with("U+");
    let is_meant = sign.is_ascii_alphanumeric() || sign == '.' || is_sure && is_seen(sign);
    is_meant.then_some((sign, end))
}

fn is_seen(sign: char) -> bool {
    sign.is_ascii_graphic() || !sign.is_ascii() && !sign.is_control()
}

/// The number and where it ends, with what closes it.
fn digits_of(rest: &str, written: Written) -> Option<(u32, usize)> {
    let digits = rest.get(written.at..)?;
    let is_digit = |octet: &u8| char::from(*octet).is_digit(written.radix);
    let count = digits
        .bytes()
        .take(MOST_DIGITS)
        .take_while(is_digit)
        .count();
    let zeros = digits.bytes().take_while(|octet| *octet == b'0').count();
    let zeros = zeros.min(count);
    let begins_with_one = digits.get(zeros..).is_some_and(|it| it.starts_with('1'));
    let length = match (written.digits, written.radix) {
        (Digits::Enclosed, _) => count,
        (Digits::OfAny, 16) if zeros < 2 && count >= 4 => {
            4 + usize::from(begins_with_one && count > 4)
        }
        (Digits::OfAny | Digits::OfAscii, 16) => zeros + 2,
        // Letters have three of these, figures and the dot two.
        (Digits::OfAny | Digits::OfAscii, _) => zeros + 2 + usize::from(begins_with_one),
    };
    if length < zeros + 2 || length > count {
        return None;
    }
    let number = u32::from_str_radix(digits.get(..length)?, written.radix).ok()?;
    Some((number, closed(rest, written.at + length)))
}

/// Behind what closes a number: a bracket, a semicolon, and the blank behind one of CSS.
fn closed(rest: &str, end: usize) -> usize {
    let closes = match rest.as_bytes().get(end) {
        Some(b'}' | b')' | b']' | b';') => true,
        Some(b'_') => rest.starts_with("_x"),
        Some(b' ') => rest.starts_with('\\'),
        Some(_) | None => false,
    };
    end + usize::from(closes)
}

/// How the number is written that begins here.
fn written(octets: &[u8], numbers: Numbers) -> Option<Written> {
    let &[first, second, ..] = octets else {
        return None;
    };
    let third = octets.get(2).copied().unwrap_or_default();
    let is_mark = |octet: u8| octet.is_ascii_punctuation() && octet != b'.';
    let own = match numbers {
        Numbers::Hexadecimal | Numbers::Bare => 16,
        Numbers::Octal => 8,
        Numbers::Decimal => 10,
    };
    let (radix, digits, at) = match (first, second, third) {
        (b'\\', b'N', b'{') if octets.get(3..5) == Some(b"U+") => (16, Digits::OfAny, 5),
        (b'&', b'#', b'x' | b'X') => (16, Digits::OfAny, 3),
        (b'&', b'#', _) => (10, Digits::OfAscii, 2),
        (b'0', b'x' | b'X', _) => (16, Digits::OfAscii, 2),
        (b'u' | b'U', b'+', _) => (16, Digits::OfAny, 2),
        (b'0', b'o' | b'O', _) => (8, Digits::OfAscii, 2),
        (b'#', b'0'..=b'9', _) if numbers == Numbers::Decimal => (10, Digits::OfAscii, 1),
        (mark, b'x' | b'X', _) if is_mark(mark) => (16, Digits::OfAscii, 2),
        (mark, b'u' | b'U', _) if is_mark(mark) => (16, Digits::OfAny, 2),
        (mark, b'o' | b'O', _) if is_mark(mark) => (8, Digits::OfAscii, 2),
        (mark, b'0', b'x' | b'X') if is_mark(mark) => (16, Digits::OfAscii, 3),
        (mark, b'0', b'o' | b'O') if is_mark(mark) => (8, Digits::OfAscii, 3),
        (b'x' | b'X', _, _) if numbers == Numbers::Bare => (16, Digits::OfAscii, 1),
        (b'u' | b'U', _, _) if numbers == Numbers::Bare => (16, Digits::OfAny, 1),
        (mark, ..) if is_mark(mark) => (own, Digits::OfAscii, 1),
        _ => return None,
    };
    let (digits, at) = match octets.get(at) {
        Some(b'{' | b'(' | b'[') => (Digits::Enclosed, at + 1),
        Some(_) | None => (digits, at),
    };
    Some(Written { radix, digits, at })
}
