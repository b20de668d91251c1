//! The codes in our mails, taken out of words that go to anybody else.
//!
//! Whoever shows a code of ours has read the mail it stood in, and is believed for it. So none may leave us in words that
//! a player wrote, quoted or forwarded: what they say to their opponent, notes, names, comments of games that they
//! enter, what we quote back to them, the log, an export. Everything of the kind goes through [`without_codes`].
//!
//! A code is known by its form alone, which no other words have: `g42c22d20778.` or `p17b20778.` and 21 letters, `y.` and
//! 32 of which the last six follow from the others. It is found in whatever a mail program or a person makes of it: other
//! letter case, letters that look like the plain ones or are a style of them, percent encodings, HTML entities,
//! quoted-printable, and what programs write for a letter by its number, or other encodings with their sign changed on the
//! way; invisible characters, blanks, line breaks, quote marks, tags of HTML, letters of other alphabets or any other signs
//! between its letters; in an address, a Message-ID, a reference line or alone. One that is cut short is taken out as far as
//! it goes.
//!
//! What follows the dot opens a door as well to whoever guesses what stands before it: twenty letters and figures, or 21,
//! alone, or with the dot left out, forwards or backwards, are known by being no word. One in sixty has no figure among its
//! letters, and stays.
//!
//! What takes work at both ends is left alone: a code in base64 or hexadecimal figures, in ROT13, in words for its letters,
//! in two messages, one letter a line, in more than four encodings within one another, beside the beginning of another
//! encoding that means something else, in pieces without what stands before its dot. Nobody sends such a thing by accident, and it cannot be
//! told from other words. Who tells their code to somebody in that way has handed it over knowingly, as they could on the
//! telephone, and it opens no more than its one door.
//!
//! Where a mail is parted into own and quoted words, half a code may be the player's own and half of it not, and such
//! halves have no form. So before a mail is parted, [`without_torn_codes`] takes out what goes over the end of a line.

mod decoded;
mod form;
mod found;
mod spelled;

use super::look_alike::latin_twin;
use decoded::Decoded;
use form::{LONGEST_HEAD, SHORTEST_HEAD, TAIL, has_begun_a_day, may_become_head};
use found::{Over, Sure, bare_codes_among, codes_among, dotless_codes_among, is_in_a_word};
use spelled::{Reading, readings, spelled};
use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

pub use decoded::undone_texts;
pub use form::check_letters;

/// What stands in the place of a code.
pub(super) const REMOVED: &str = "(code removed)";

/// What somebody else wrote, with "(code removed)" in the place of each code of ours in it, torn ones too, and of what
/// begins like one at its end and could go on in what stands behind it.
///
/// Only for a value that is somebody else's from its first sign to its last: a code is followed over blanks and lines, so
/// that what begins like one would take words of ours with it.
pub fn without_codes(text: &str) -> Cow<'_, str> {
    cleaned(text, Over::Everything)
}

/// The text with "(code removed)" in the place of each code of ours that stands in one piece. No blank, line break or
/// sign is passed over, so this can go over sentences of ours with words of others in them.
pub fn without_unsplit_codes(text: &str) -> Cow<'_, str> {
    cleaned(text, Over::WhatNobodySees)
}

/// Whether there is a code in a value, or it ends like the beginning of one.
pub(super) fn holds_code(value: &str) -> bool {
    matches!(without_codes(value), Cow::Owned(_)) || without_begun_code(value).len() < value.len()
}

/// The value without a head of a code at its end, even where its last figures and its dot are missing: what stands behind
/// the value could be read as those.
pub(super) fn without_begun_code(value: &str) -> &str {
    let signs = spelled(value, Reading::default());
    // From the end, since a head has only so many letters.
    let mut letters = Vec::new();
    let mut begun = None;
    for sign in signs.iter().rev().filter(|sign| sign.letter != b'.') {
        letters.insert(0, sign.letter);
        if letters.len() > LONGEST_HEAD {
            break;
        }
        let before = value.get(..sign.start()).unwrap_or_default();
        if !is_in_a_word(before) && may_become_head(&letters) && has_begun_a_day(&letters) {
            begun = Some(sign.start());
        }
    }
    begun.map_or(value, |at| value.get(..at).unwrap_or(value).trim_end())
}

fn cleaned(text: &str, over: Over) -> Cow<'_, str> {
    if is_too_short(text, over) {
        return Cow::Borrowed(text);
    }
    let ranges = match over {
        Over::WhatNobodySees if !joins_words(text) => codes_in_words(text),
        Over::WhatNobodySees | Over::Everything => codes_in(text, over),
    };
    replaced(text, &joined(ranges))
}

fn codes_in(text: &str, over: Over) -> Vec<Range<usize>> {
    let mut ranges = codes_as_written(text, over);
    let places = |layer: Decoded| -> Vec<Range<usize>> {
        let codes = codes_as_written(&layer.text, over).into_iter();
        codes.filter_map(|code| layer.place(&code)).collect()
    };
    let found: Vec<Vec<Range<usize>>> = decoded::layers(text).map(places).collect();
    if found.iter().all(Vec::is_empty) {
        return ranges;
    }
    // What stands there in full is no longer for being read in another way, in which some of its letters stand for one.
    let mut whole = whole_codes_in(text, over);
    for (layer, codes) in decoded::layers(text).zip(found) {
        ranges.extend(
            codes
                .into_iter()
                .filter(|code| !whole.contains(&code.start)),
        );
        let undone = whole_codes_in(&layer.text, over).into_iter();
        whole
            .extend(undone.filter_map(|start| layer.place(&(start..start + 1)).map(|it| it.start)));
    }
    ranges
}

/// Where the codes begin that stand in this text with all their letters and in one piece.
fn whole_codes_in(text: &str, over: Over) -> HashSet<usize> {
    codes_among(text, &spelled(text, Reading::default()), over)
        .into_iter()
        .filter(|code| {
            let is_whole = code.sure == Sure::Letters || has_all_letters(text, &code.range);
            is_whole && is_in_one_piece(text, &code.range)
        })
        .map(|code| code.range.start)
        .collect()
}

/// Whether as many letters stand behind the dot of a code as it has.
fn has_all_letters(text: &str, range: &Range<usize>) -> bool {
    let code = text.get(range.clone()).unwrap_or_default();
    let signs = spelled(code, Reading::default());
    let dot = signs.iter().position(|sign| sign.letter == b'.');
    dot.is_some_and(|dot| signs.len() - dot == TAIL + 1)
}

/// Whether each character is one of its letters, in whatever alphabet or style, or a letter of another alphabet that looks like
/// none: no number stands behind that.
fn is_in_one_piece(text: &str, range: &Range<usize>) -> bool {
    let code = text.get(range.clone()).unwrap_or_default();
    let is_between = |sign: &char| sign.is_alphabetic() && !latin_twin(*sign).is_ascii();
    let between = code.chars().filter(is_between).count();
    spelled(code, Reading::default()).len() + between == code.chars().count()
}

fn codes_as_written(text: &str, over: Over) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    for reading in readings(text) {
        let signs = spelled(text, reading);
        ranges.extend(
            codes_among(text, &signs, over)
                .into_iter()
                .map(|code| code.range),
        );
        ranges.extend(bare_codes_among(&signs));
        ranges.extend(dotless_codes_among(text, &signs));
    }
    ranges
}

/// The codes in the words of a text, where no code goes over a blank: few words of a letter are as long as one.
fn codes_in_words(text: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut at = 0;
    for word in text.split_inclusive([' ', '\n']) {
        if may_hold_code(word.trim_end_matches([' ', '\n'])) {
            let codes = codes_in(word, Over::WhatNobodySees).into_iter();
            ranges.extend(codes.map(|code| code.start + at..code.end + at));
        }
        at += word.len();
    }
    ranges
}

/// Whether a word can be a code or have one in it, told at a glance: what has no figures and is no longer than words are
/// is none, and neither is a FEN, whose slashes part it.
fn may_hold_code(word: &str) -> bool {
    let may_be_encoded = |octet: u8| !octet.is_ascii_graphic() || b"%&=<[{\\_".contains(&octet);
    if word.bytes().any(may_be_encoded) {
        return word.len() >= SHORTEST_HEAD;
    }
    word.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '.')
        .any(|run| {
            let has_figures = run.bytes().any(|sign| sign.is_ascii_digit());
            run.len() + 1 >= SHORTEST_HEAD && has_figures || run.len() >= TAIL - 1
        })
}

/// Whether something in the text can hide a blank or the end of a line: a tag of HTML, or a line that goes on.
fn joins_words(text: &str) -> bool {
    ["<", "=\n", "=\r"]
        .into_iter()
        .any(|sign| text.contains(sign))
}

/// Whether nothing in the text is as long as a code, cut short or whole, in whatever reading: told at a glance of the moves
/// of a game and of most headings, which an archive has by the million.
fn is_too_short(text: &str, over: Over) -> bool {
    if !text.is_ascii() {
        return false;
    }
    match over {
        // Without a dot only bare letters are a code.
        Over::Everything => {
            text.len() < TAIL - 1 && !text.contains(['.', '%', '&', '=']) && !is_dot_marked(text)
        }
        Over::WhatNobodySees => {
            !joins_words(text)
                && text
                    .split([' ', '\n'])
                    .all(|word| word.len() < SHORTEST_HEAD)
        }
    }
}

/// Whether the number of a dot stands in a short text, from which a dot may be read: hexadecimal, decimal or octal.
fn is_dot_marked(text: &str) -> bool {
    ["2e", "2E", "46", "56"]
        .into_iter()
        .any(|number| text.contains(number))
}

/// The ranges in order, those that overlap as one.
fn joined(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    let mut joined: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}

/// The text of a mail with "(code removed)" on each line over which a code of ours goes that does not stand on one line.
/// All else stays as it is, line by line: codes on one line say what a mail answers.
pub fn without_torn_codes(text: &str) -> Cow<'_, str> {
    let is_inside = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
    let mut codes = Vec::new();
    for reading in readings(text) {
        let found = codes_among(text, &spelled(text, reading), Over::Everything).into_iter();
        // What ends within a word is words that look like the rest of a code.
        let whole = found.filter(|code| {
            let behind = text
                .get(code.range.end..)
                .and_then(|rest| rest.chars().next());
            code.sure == Sure::Letters && !is_inside(behind)
        });
        codes.extend(whole.map(|code| code.range));
    }
    let pieces = joined(codes)
        .into_iter()
        .flat_map(|code| pieces_by_line(text, code));
    replaced(text, &pieces.collect::<Vec<_>>())
}

/// What of the range stands on each line, quote marks and blanks at its beginning left out; nothing where it is one line.
fn pieces_by_line(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let code = text.get(range.clone()).unwrap_or_default();
    if !code.contains('\n') {
        return Vec::new();
    }
    let mut at = range.start;
    let mut pieces = Vec::new();
    for line in code.split_inclusive('\n') {
        let piece = line.trim_start_matches(['>', '|', ' ', '\t']);
        let from = at + line.len() - piece.len();
        at += line.len();
        if !piece.trim_end().is_empty() {
            pieces.push(from..from + piece.trim_end().len());
        }
    }
    pieces
}

fn replaced<'t>(text: &'t str, ranges: &[Range<usize>]) -> Cow<'t, str> {
    let mut cleaned = String::new();
    let mut at = 0;
    for range in ranges {
        cleaned.push_str(text.get(at..range.start).unwrap_or_default());
        cleaned.push_str(REMOVED);
        at = range.end;
    }
    if at == 0 {
        return Cow::Borrowed(text);
    }
    cleaned.push_str(text.get(at..).unwrap_or_default());
    Cow::Owned(cleaned)
}

#[cfg(test)]
mod tests;
