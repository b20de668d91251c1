//! The codes in our mails, taken out of words that go to anybody else.
//!
//! Whoever shows a code of ours has read the mail it stood in, and is believed for it. So none may leave us in words that
//! a player wrote, quoted or forwarded: what he says to his opponent, notes, names, comments of games that he enters,
//! what we quote back to him, the log, an export. Everything of the kind goes through [`without_codes`].
//!
//! A code is known by its form alone, which no other words have: `g42c22d20778.` or `p17b20778.` and 21 letters, `y.` and
//! 32 of which the last six follow from the others. It is found in whatever a mail program or a person makes of it: other
//! letter case, letters that look like the plain ones or are a style of them, percent encodings, HTML entities,
//! quoted-printable; invisible characters, blanks, line breaks, quote marks, tags of HTML, letters of other alphabets or
//! any other signs between its letters; in an address, a Message-ID, a reference line or alone. One that is cut short
//! is taken out as far as it goes.
//!
//! What follows the dot opens a door as well to whoever guesses what stands before it: twenty letters and figures, or 21,
//! alone, or with the dot left out, forwards or backwards, are known by being no word. One in sixty has no figure among its
//! letters, and stays.
//!
//! What takes work at both ends is left alone: a code in base64 or hexadecimal figures, in ROT13, in words for its letters,
//! in two messages, one letter a line. Nobody sends such a thing by accident, and it cannot be told from other words. Who
//! tells his code to somebody in that way has handed it over knowingly, as he could on the telephone, and it opens no
//! more than its one door.
//!
//! Where a mail is parted into own and quoted words, half a code may be the player's own and half of it not, and such
//! halves have no form. So before a mail is parted, [`without_torn_codes`] takes out what goes over the end of a line.

use super::look_alike::latin_twin;
use super::signs::{is_combining, is_invisible, is_joiner};
use std::borrow::Cow;
use std::ops::Range;

/// What stands in the place of a code.
pub(super) const REMOVED: &str = "(code removed)";

/// The letter of the key and the letters of the code.
const TAIL: usize = 21;
/// The letters of what is random.
const RANDOM: usize = 26;
/// How many letters [`check_letters`] gives.
const CHECK: usize = 6;
/// Figures of a day, counted from 1970, until the year 2243.
const DAY: usize = 5;
/// Letters and figures of an instant, from the year 2085 on; until then they are one less.
const LONGEST_INSTANT: usize = 11;
/// Octets of a tag of HTML that is looked at, its brackets not counted.
const LONGEST_TAG: usize = 200;

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
    // Each place where none can begin is passed over at once: behind it may stand a long row of signs without a letter.
    let mut starts = value
        .char_indices()
        .filter(|(from, _)| {
            let rest = value.get(*from..).unwrap_or_default();
            Signs::from(value, *from, Reading::default())
                .decoded(rest)
                .is_some_and(|(first, _)| {
                    matches!(latin_twin(first).to_ascii_lowercase(), 'g' | 'p')
                })
        })
        .map(|(from, _)| from);
    let begun = starts.find(|&from| {
        let letters = Signs::from(value, from, Reading::default()).map(|sign| sign.letter);
        let letters: Vec<u8> = letters.filter(|&letter| letter != b'.').take(50).collect();
        let before = value.get(..from).unwrap_or_default();
        !is_in_a_word(before) && may_become_head(&letters) && has_begun_a_day(&letters)
    });
    begun.map_or(value, |at| value.get(..at).unwrap_or(value).trim_end())
}

/// Whether the beginning of a head is one as far as its day.
fn has_begun_a_day(begun: &[u8]) -> bool {
    let Some((kind, rest)) = begun.split_first() else {
        return false;
    };
    let parts: Vec<&[u8]> = rest.split(|letter| letter.is_ascii_alphabetic()).collect();
    match (kind, parts.as_slice()) {
        (b'g', [number, turn, _day]) => !number.is_empty() && !turn.is_empty(),
        (b'p', [number, day]) => !number.is_empty() && !day.is_empty(),
        _ => form_of(begun) == Some(Form::Instant) && has_figures(begun),
    }
}

fn cleaned(text: &str, over: Over) -> Cow<'_, str> {
    let mut ranges: Vec<Range<usize>> = codes_in(text, over)
        .into_iter()
        .map(|code| code.range)
        .collect();
    let whole = ranges.len();
    for bare in bare_codes_in(text) {
        let is_part = |code: &Range<usize>| code.start < bare.end && bare.start < code.end;
        if !ranges.iter().take(whole).any(is_part) {
            ranges.push(bare);
        }
    }
    ranges.sort_by_key(|range| range.start);
    replaced(text, ranges.into_iter())
}

/// The text of a mail with "(code removed)" on each line over which a code of ours goes that does not stand on one line.
/// All else stays as it is, line by line: codes on one line say what a mail answers.
pub fn without_torn_codes(text: &str) -> Cow<'_, str> {
    let is_inside = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
    let pieces = codes_in(text, Over::Everything)
        .into_iter()
        // What ends within a word is words that look like the rest of a code.
        .filter(|code| {
            !is_inside(
                text.get(code.range.end..)
                    .and_then(|rest| rest.chars().next()),
            )
        })
        .filter(|code| code.sure == Sure::Letters)
        .flat_map(|code| pieces_by_line(text, code.range));
    replaced(text, pieces)
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

fn replaced(text: &str, ranges: impl Iterator<Item = Range<usize>>) -> Cow<'_, str> {
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

/// Six base32 letters that follow from others, by which a one-time code is told from words behind a `y.`. They keep
/// nothing secret.
pub fn check_letters(letters: &str) -> String {
    let sum = letters.bytes().fold(5_381_u64, |sum, letter| {
        (sum * 1_000_003 + u64::from(letter)) % (1 << 40)
    });
    let mut rest = sum ^ (sum >> 20);
    (0..CHECK)
        .map(|_| {
            let five = u8::try_from(rest % 32).unwrap_or_default();
            rest /= 32;
            char::from(if five < 26 {
                b'a' + five
            } else {
                b'2' + (five - 26)
            })
        })
        .collect()
}

/// Where a code stands.
#[derive(Clone, Debug)]
struct Found {
    range: Range<usize>,
    sure: Sure,
}

/// What of a code is known for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sure {
    /// Its head; what is behind it may be words.
    Head,
    /// All its letters.
    Letters,
}

/// Where codes stand, in order.
fn codes_in(text: &str, over: Over) -> Vec<Found> {
    let readings = readings(text, over);
    let mut found: Vec<Found> = Vec::new();
    let mut at = 0;
    // Of a tag nothing is a letter of a code that goes on behind it, or each of many tags would be read to their end.
    let mut in_tag = 0..0;
    while let Some(offset) = text
        .as_bytes()
        .get(at..)
        .and_then(|rest| rest.iter().position(|&octet| may_begin(octet)))
    {
        let from = at + offset;
        let rest = text.get(from..).unwrap_or_default();
        if let Some(length) = tag(rest).filter(|_| !in_tag.contains(&from)) {
            in_tag = from..from + length;
        }
        let may_read = |reading: &&Reading| reading.tags == Tags::Shown || !in_tag.contains(&from);
        at = match code_at(text, from, readings.iter().filter(may_read)) {
            Some((end, sure)) => {
                found.push(Found {
                    range: from..end,
                    sure,
                });
                end
            }
            None => from + entity(rest).map_or(1, |(_, length)| length),
        };
    }
    found
}

/// Where the letters of a code stand without what stands before its dot.
fn bare_codes_in(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    for word in text.split(|sign: char| sign.is_ascii() && !may_stand_in_a_word(sign)) {
        let range = at..at + word.len();
        at = range.end + 1;
        if word.len() < TAIL - 1 {
            continue;
        }
        let bare = readings(word, Over::Everything)
            .into_iter()
            .map(|reading| bare_codes_of(text, range.clone(), reading))
            .find(|bare| !bare.is_empty());
        found.extend(bare.unwrap_or_default());
    }
    found
}

/// Whether an ASCII sign is a letter or a figure, or may be part of what encodes one.
fn may_stand_in_a_word(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || matches!(sign, '%' | '&' | '#' | ';' | '=')
}

fn bare_codes_of(text: &str, word: Range<usize>, reading: Reading) -> Vec<Range<usize>> {
    let signs = Signs::from(text, word.start, reading);
    let mut found = Vec::new();
    let mut letters: Vec<u8> = Vec::new();
    let mut range = word.start..word.start;
    let mut at = word.start;
    while let Some((character, length)) =
        text.get(at..word.end).and_then(|rest| signs.decoded(rest))
    {
        let twin = latin_twin(character).to_ascii_lowercase();
        match u8::try_from(twin).ok().filter(u8::is_ascii_alphanumeric) {
            Some(letter) => {
                if letters.is_empty() {
                    range.start = at;
                }
                letters.push(letter);
                range.end = at + length;
            }
            None if is_invisible(character) || is_joiner(character) || is_combining(character) => {}
            None => {
                if is_bare_code(&letters) {
                    found.push(range.clone());
                }
                letters.clear();
            }
        }
        at += length;
    }
    if is_bare_code(&letters) {
        found.push(range);
    }
    found
}

/// Whether these letters, which are a whole word, are those of a code, its head left out or its dot.
fn is_bare_code(word: &[u8]) -> bool {
    let Some(head) = word.len().checked_sub(TAIL) else {
        return word.len() == TAIL - 1 && looks_random(word);
    };
    if head == 0 {
        return looks_random(word);
    }
    let dotless = word.split_at_checked(head).is_some_and(|(head, tail)| {
        matches!(form_of(head), Some(Form::Dated | Form::Instant)) && looks_random(tail)
    });
    dotless || is_one_time(word) || is_one_time(&word.iter().rev().copied().collect::<Vec<u8>>())
}

fn is_one_time(word: &[u8]) -> bool {
    let letters = std::str::from_utf8(word).unwrap_or_default();
    letters
        .split_at_checked(RANDOM)
        .is_some_and(|(random, check)| check.len() == CHECK && check == check_letters(random))
}

/// Whether these are letters and figures of base32 that are no word: a figure stands between letters, and one letter at
/// the least is none that moves are written with.
fn looks_random(word: &[u8]) -> bool {
    let figure_inside = word
        .iter()
        .skip_while(|sign| !sign.is_ascii_alphabetic())
        .skip_while(|sign| !sign.is_ascii_digit())
        .any(u8::is_ascii_alphabetic);
    let of_moves = |sign: &u8| sign.is_ascii_digit() || b"abcdefghnrqkxo".contains(sign);
    word.iter().copied().all(is_base32) && figure_inside && !word.iter().all(of_moves)
}

/// Whether a code can begin with this octet: a letter, what encodes one, or the first octet of what looks like one; or a tag.
fn may_begin(octet: u8) -> bool {
    matches!(
        octet.to_ascii_lowercase(),
        b'g' | b'p' | b'y' | b'b' | b'n' | b'%' | b'&' | b'=' | b'<' | 0xc2..
    )
}

/// The ways in which a text is read: what its marks may be.
fn readings(text: &str, over: Over) -> Vec<Reading> {
    let mut readings = vec![Reading {
        over,
        ..Reading::default()
    }];
    let mut also = |is_there: bool, with: fn(&mut Reading)| {
        if is_there {
            let further = readings.clone().into_iter().map(|mut reading| {
                with(&mut reading);
                reading
            });
            readings.extend(further.collect::<Vec<_>>());
        }
    };
    also(text.contains('='), |reading| {
        reading.equals = Equals::Encodes
    });
    also(text.contains('<'), |reading| reading.tags = Tags::Skipped);
    readings
}

/// Where the code that begins here ends, in the reading that reaches farthest.
fn code_at<'r>(
    text: &str,
    from: usize,
    readings: impl Iterator<Item = &'r Reading>,
) -> Option<(usize, Sure)> {
    let (before, rest) = text.split_at_checked(from)?;
    let codes = readings.filter_map(|&reading| {
        let mut signs = Signs::from(text, from, reading);
        let (first, length) = signs.decoded(rest)?;
        signs.at += length;
        let whole = |end| (end, Sure::Letters);
        match latin_twin(first).to_ascii_lowercase() {
            'g' => token(signs, b'g', before),
            'p' => token(signs, b'p', before),
            'y' => one_time(signs.clone())
                .or_else(|| nonce(signs, before))
                .map(whole),
            'b' | 'n' => nonce(signs, before).map(whole),
            _ => None,
        }
    });
    codes.max()
}

/// Whether a word goes on at the end of this text. Behind "%2B" a new one begins.
fn is_in_a_word(before: &str) -> bool {
    let mut signs = before.chars().rev();
    let inside = signs.clone().next().is_some_and(char::is_alphanumeric);
    inside && signs.nth(2) != Some('%')
}

/// What stands before the dot of a token, as far as it was read.
#[derive(Clone, Debug)]
struct Head {
    letters: Vec<u8>,
    /// How often something is seen between two of them.
    split: usize,
    /// How often dots are.
    dotted: usize,
}

impl Head {
    /// Whether dots may be what splits it: they stand between all its letters, or in one place, and nothing else does.
    /// In "15. g4 c5 16. d4" dots end the numbers of moves.
    fn may_be_dotted(&self) -> bool {
        self.split == 0 && (self.dotted < 2 || self.dotted + 1 == self.letters.len())
    }

    fn is_split(&self) -> bool {
        self.split + self.dotted > 0
    }
}

/// The end of a token of which the first letter was read.
fn token(mut signs: Signs<'_>, first: u8, before: &str) -> Option<(usize, Sure)> {
    let mut head = Head {
        letters: vec![first],
        split: 0,
        dotted: 0,
    };
    let mut behind_dot = false;
    loop {
        let sign = signs.next()?;
        if sign.letter != b'.' {
            head.dotted += usize::from(behind_dot);
            head.split += usize::from(sign.gap == Gap::Seen && !behind_dot);
            behind_dot = false;
            head.letters.push(sign.letter);
            if !may_become_head(&head.letters) || head.dotted > 0 && !head.may_be_dotted() {
                return None;
            }
            continue;
        }
        let form = form_of(&head.letters);
        let apart = sign.gap == Gap::Seen;
        let code = form.and_then(|form| behind_head(&signs, &head, form, apart, before));
        if code.is_some() || matches!(form, Some(Form::Dated | Form::Instant)) {
            return code;
        }
        behind_dot = true;
    }
}

/// The end of a token of which the head was read, and its dot, which stands apart or not.
fn behind_head(
    signs: &Signs<'_>,
    head: &Head,
    form: Form,
    apart: bool,
    before: &str,
) -> Option<(usize, Sure)> {
    let mut signs = signs.clone();
    let split_head = head.is_split() || apart;
    // "Up 1 level already. Then I lost the thread" is no code.
    if split_head && (is_in_a_word(before) || form == Form::Instant && !has_figures(&head.letters))
    {
        return None;
    }
    match tail(&mut signs, form) {
        Tail::Whole {
            split,
            figures,
            base32,
        } => {
            // "g4 c5. Bb5 was better, I think" is none either.
            let certain = match form {
                Form::Dated | Form::Instant => true,
                Form::Undated if !split => !split_head || figures > 0,
                Form::Undated => !split_head && figures > 1 && !signs.like_words,
            };
            let sure = match base32 && !signs.like_words {
                true => Sure::Letters,
                false => Sure::Head,
            };
            let end = signs.at;
            certain.then(|| (behind_nonce(signs, end), sure))
        }
        Tail::Cut(Some(end)) if form != Form::Undated && !split_head => Some((end, Sure::Head)),
        // Less than a code before the text ends: what comes behind it may be the rest, or be taken for that.
        Tail::Cut(_) if form != Form::Undated => Some((signs.at, Sure::Head)),
        Tail::Cut(_) => None,
    }
}

/// What stands behind the dot of a token.
enum Tail {
    /// As many letters as a token has.
    Whole {
        /// Whether something is seen between them.
        split: bool,
        /// How many of them are figures.
        figures: usize,
        /// Whether all are such as we write.
        base32: bool,
    },
    /// Not so many, and where the first of them end that stand together.
    Cut(Option<usize>),
}

/// Reads the letters of a token. Where a day has shown that it is one, figures count that are none of base32: somebody
/// has copied by hand.
fn tail(signs: &mut Signs<'_>, form: Form) -> Tail {
    let fits = |sign: Sign, at: usize| match form {
        Form::Undated if at == 0 => sign.letter.is_ascii_lowercase(),
        Form::Undated => is_base32(sign.letter),
        Form::Dated | Form::Instant => sign.letter != b'.',
    };
    let (mut split, mut figures, mut base32, mut together) = (false, 0, true, None);
    for at in 0..TAIL {
        let mut ahead = signs.clone();
        let mut sign = ahead.next();
        let mut dots = false;
        while form != Form::Undated && sign.is_some_and(|sign| sign.letter == b'.') {
            dots = true;
            sign = ahead.next();
        }
        let Some(sign) = sign.filter(|&sign| fits(sign, at)) else {
            return Tail::Cut(together);
        };
        *signs = ahead;
        split |= at > 0 && (dots || sign.gap == Gap::Seen);
        figures += usize::from(sign.letter.is_ascii_digit());
        base32 &= is_base32(sign.letter);
        if !split && (at > 0 || sign.gap != Gap::Seen) && (at == 0 || together.is_some()) {
            together = Some(signs.at);
        }
    }
    Tail::Whole {
        split,
        figures,
        base32,
    }
}

/// Where the unique part of a Message-ID ends that stands behind a token, or the token.
fn behind_nonce(mut signs: Signs<'_>, end: usize) -> usize {
    match signs.next() {
        Some(sign) if sign.letter == b'.' && sign.gap != Gap::Seen => {
            letters_of(&mut signs, RANDOM, Gap::Hidden).map_or(end, |_| signs.at)
        }
        _ => end,
    }
}

/// The end of a one-time token of which the `y` was read.
fn one_time(mut signs: Signs<'_>) -> Option<usize> {
    if signs.next()?.letter != b'.' {
        return None;
    }
    let letters = letters_of(&mut signs, RANDOM + CHECK, Gap::Seen)?;
    let (random, check) = letters.split_at_checked(RANDOM)?;
    let end = signs.at;
    (check == check_letters(random)).then(|| behind_nonce(signs, end))
}

/// The end of random letters behind a letter and a dot, as in the address to which letters come back: a word of its own.
fn nonce(mut signs: Signs<'_>, before: &str) -> Option<usize> {
    if is_in_a_word(before) {
        return None;
    }
    let dot = signs.next()?;
    if dot.letter != b'.' || dot.gap == Gap::Seen {
        return None;
    }
    letters_of(&mut signs, RANDOM, Gap::Hidden)?;
    let end = signs.at;
    let behind = signs.clone();
    let goes_on = signs
        .next()
        .is_some_and(|sign| sign.gap == Gap::None && sign.letter != b'.');
    (!goes_on).then(|| behind_nonce(behind, end))
}

/// So many base32 letters, with no more between them than that.
fn letters_of(signs: &mut Signs<'_>, count: usize, most: Gap) -> Option<String> {
    let mut letters = String::with_capacity(count);
    for _ in 0..count {
        let mut sign = signs.next()?;
        while most == Gap::Seen && sign.letter == b'.' {
            sign = signs.next()?;
        }
        if !is_base32(sign.letter) || sign.gap > most {
            return None;
        }
        letters.push(char::from(sign.letter));
    }
    Some(letters)
}

/// How sure the head of a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A day stands in it; nobody writes that by chance.
    Dated,
    /// An instant does.
    Instant,
    /// Of a game, from before: two squares could look like it.
    Undated,
}

/// What stands before the dot of a token.
fn form_of(head: &[u8]) -> Option<Form> {
    let (kind, rest) = head.split_first()?;
    let (_, rest) = digits(rest, 1..=19)?;
    let (separator, rest) = rest.split_first()?;
    let is_day = |text: &[u8]| text.len() == DAY && text.iter().all(u8::is_ascii_digit);
    match (kind, separator) {
        (b'g', b'c' | b'o') => {
            let (_, rest) = digits(rest, 1..=10)?;
            match rest.split_first() {
                None => Some(Form::Undated),
                Some((b'd' | b'i', day)) => is_day(day).then_some(Form::Dated),
                Some(_) => None,
            }
        }
        (b'p', b'l') => ((LONGEST_INSTANT - 1..=LONGEST_INSTANT).contains(&rest.len())
            && rest.iter().all(u8::is_ascii_alphanumeric))
        .then_some(Form::Instant),
        (b'p', b'a' | b'b' | b'd' | b'e' | b's') => is_day(rest).then_some(Form::Dated),
        _ => None,
    }
}

/// Whether a head can begin like this: what cannot become a code is read no further.
fn may_become_head(begun: &[u8]) -> bool {
    let number = |text: &[u8]| text.len() <= DAY && text.iter().all(u8::is_ascii_digit);
    let Some((kind, rest)) = begun.split_first() else {
        return true;
    };
    let Some((count, rest)) = digits(rest, 0..=19) else {
        return false;
    };
    match (kind, rest.split_first()) {
        (_, None) => true,
        _ if count.is_empty() => false,
        (b'g', Some((b'c' | b'o', rest))) => match digits(rest, 0..=10) {
            Some((_, [])) => true,
            Some((turn, [b'd' | b'i', day @ ..])) => !turn.is_empty() && number(day),
            Some(_) | None => false,
        },
        (b'p', Some((b'l', instant))) => instant.len() <= LONGEST_INSTANT,
        (b'p', Some((b'a' | b'b' | b'd' | b'e' | b's', day))) => number(day),
        (_, Some(_)) => false,
    }
}

/// Whether the instant in a head has a figure in it, as all but one in thirty have.
fn has_figures(head: &[u8]) -> bool {
    let instant = head.iter().position(|&letter| letter == b'l');
    let instant = instant.and_then(|at| head.get(at..));
    instant.is_some_and(|instant| instant.iter().any(u8::is_ascii_digit))
}

/// The digits at the beginning, and what is behind them.
fn digits(text: &[u8], how_many: std::ops::RangeInclusive<usize>) -> Option<(&[u8], &[u8])> {
    let count = text.iter().take_while(|sign| sign.is_ascii_digit()).count();
    how_many
        .contains(&count)
        .then(|| text.split_at_checked(count))
        .flatten()
}

fn is_base32(letter: u8) -> bool {
    matches!(letter, b'a'..=b'z' | b'2'..=b'7')
}

/// What stands between two letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    /// Nothing.
    None,
    /// What nobody sees.
    Hidden,
    /// Blanks, line breaks, signs.
    Seen,
}

/// What an equals sign before two hexadecimal digits is: a sign like others, or quoted-printable (RFC 2045 6.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Equals {
    #[default]
    Sign,
    Encodes,
}

/// What stands between `<` and `>`: words, or a tag of HTML.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tags {
    #[default]
    Shown,
    Skipped,
}

/// What a code is followed over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Over {
    /// Whatever stands between its letters.
    #[default]
    Everything,
    /// What nobody sees.
    WhatNobodySees,
}

/// One way in which a text is read.
#[derive(Clone, Copy, Debug, Default)]
struct Reading {
    over: Over,
    equals: Equals,
    tags: Tags,
}

/// A letter, a digit or a dot, in lower case, and what stands before it.
#[derive(Clone, Copy, Debug)]
struct Sign {
    letter: u8,
    gap: Gap,
}

/// The letters, digits and dots of a text from a place on, however they are written.
#[derive(Clone, Debug)]
struct Signs<'t> {
    text: &'t str,
    /// Behind the last one.
    at: usize,
    reading: Reading,
    /// How many letters stand together since something was seen between them, or since a line began.
    together: usize,
    /// Whether something was seen between letters of this line.
    parted: bool,
    /// Whether several letters together stand beside others on a line, as words do. A code that is torn apart has all
    /// that a line has of it together, or no letter beside another.
    like_words: bool,
}

impl Iterator for Signs<'_> {
    type Item = Sign;

    fn next(&mut self) -> Option<Sign> {
        let mut gap = Gap::None;
        let mut line_ends = false;
        loop {
            let rest = self.text.get(self.at..)?;
            let (character, length) = self.decoded(rest)?;
            let character = latin_twin(character).to_ascii_lowercase();
            if character.is_ascii_alphanumeric() || character == '.' {
                self.at += length;
                let letter = u8::try_from(character).ok()?;
                if letter != b'.' {
                    self.note(gap, line_ends);
                }
                return Some(Sign { letter, gap });
            }
            line_ends |= character == '\n';
            let hidden = is_invisible(character) || is_joiner(character) || is_combining(character);
            self.at += length;
            gap = gap.max(if hidden { Gap::Hidden } else { Gap::Seen });
            if gap == Gap::Seen && self.reading.over == Over::WhatNobodySees {
                return None;
            }
        }
    }
}

impl<'t> Signs<'t> {
    fn from(text: &'t str, at: usize, reading: Reading) -> Signs<'t> {
        Signs {
            text,
            at,
            reading,
            together: 1,
            parted: false,
            like_words: false,
        }
    }

    /// Notes how a letter stands to the one before it.
    fn note(&mut self, gap: Gap, line_ends: bool) {
        let stands_apart = gap == Gap::Seen && !line_ends;
        self.like_words |= stands_apart && self.together > 1;
        self.together = match gap {
            Gap::Seen => 1,
            Gap::None | Gap::Hidden => self.together + 1,
        };
        self.parted = !line_ends && (self.parted || stands_apart);
        self.like_words |= self.parted && self.together > 1;
    }

    /// The next character and how many octets it takes, encodings undone.
    fn decoded(&self, rest: &str) -> Option<(char, usize)> {
        let first = rest.chars().next()?;
        let plain = (first, first.len_utf8());
        Some(match first {
            '%' => percent(rest).unwrap_or(plain),
            '&' => entity(rest).unwrap_or(plain),
            // A line that goes on.
            '=' if rest.starts_with("=\r\n") => ('\u{ad}', 3),
            '=' if rest.starts_with("=\n") => ('\u{ad}', 2),
            '<' if self.reading.tags == Tags::Skipped => {
                tag(rest).map_or(plain, |length| ('\u{ad}', length))
            }
            '=' if self.reading.equals == Equals::Encodes => {
                hexadecimal(rest.get(1..3)).map_or(plain, |character| (character, 3))
            }
            _ => plain,
        })
    }
}

/// How long the tag of HTML is that begins here.
fn tag(rest: &str) -> Option<usize> {
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
    let mut at = 1;
    while rest.get(at..at + 2) == Some("25") {
        at += 2;
    }
    hexadecimal(rest.get(at..at + 2)).map(|character| (character, at + 2))
}

fn hexadecimal(digits: Option<&str>) -> Option<char> {
    let digits = digits.filter(|digits| digits.bytes().all(|octet| octet.is_ascii_hexdigit()))?;
    let code = u8::from_str_radix(digits, 16).ok()?;
    code.is_ascii().then(|| char::from(code))
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
        .take(10)
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

#[cfg(test)]
mod tests;
