//! The codes in our mails, taken out of words that go to anybody else.
//!
//! Whoever shows a code of ours has read the mail it stood in, and is believed for it. So none may leave us in words that
//! a player wrote, quoted or forwarded: what he says to his opponent, notes, names, comments of games that he enters,
//! what we quote back to him, the log, an export. Everything of the kind goes through [`without_codes`].
//!
//! A code is known by its form alone, which no other words have: `g42c22d20778.` or `p17b20778.` and 21 letters, `y.` and
//! 32 of which the last six follow from the others. It is found in whatever a mail program or a person makes of it: other
//! letter case, full-width letters, percent encodings, HTML entities, quoted-printable; invisible characters, blanks, line
//! breaks, quote marks or any other signs between its letters; in an address, a Message-ID, a reference line or alone.

use super::clean::{is_combining, is_invisible, is_joiner, narrow};
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
/// Longer heads are none of ours.
const LONGEST_HEAD: usize = 48;

/// The text with "(code removed)" in the place of each code of ours in it.
pub fn without_codes(text: &str) -> Cow<'_, str> {
    let found = codes_in(text);
    if found.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut cleaned = String::with_capacity(text.len());
    let mut at = 0;
    for range in found {
        cleaned.push_str(text.get(at..range.start).unwrap_or_default());
        cleaned.push_str(REMOVED);
        at = range.end;
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

/// Where codes stand, in order.
fn codes_in(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(offset) = text
        .as_bytes()
        .get(at..)
        .and_then(|rest| rest.iter().position(|&octet| may_begin(octet)))
    {
        let from = at + offset;
        at = match code_at(text, from) {
            Some(end) => {
                found.push(from..end);
                end
            }
            None => from + 1,
        };
    }
    found
}

/// Whether a code can begin with this octet: a letter, what encodes one, or the first octet of a full-width one.
fn may_begin(octet: u8) -> bool {
    matches!(
        octet.to_ascii_lowercase(),
        b'g' | b'p' | b'y' | b'b' | b'n' | b'%' | b'&' | b'=' | 0xef
    )
}

/// Where the code that begins here ends.
fn code_at(text: &str, from: usize) -> Option<usize> {
    if !text.is_char_boundary(from) {
        return None;
    }
    [Equals::Sign, Equals::Encodes]
        .into_iter()
        .find_map(|equals| {
            let mut signs = Signs {
                text,
                at: from,
                equals,
            };
            let (first, length) = signs.decoded(text.get(from..)?)?;
            signs.at += length;
            match narrow(first).to_ascii_lowercase() {
                'g' => token(signs, b'g'),
                'p' => token(signs, b'p'),
                'y' => one_time(signs.clone()).or_else(|| nonce(signs, from)),
                'b' | 'n' => nonce(signs, from),
                _ => None,
            }
        })
}

/// The end of a token of which the first letter was read.
fn token(mut signs: Signs<'_>, first: u8) -> Option<usize> {
    let mut head = vec![first];
    let mut split_head = false;
    loop {
        let sign = signs.next()?;
        split_head |= sign.gap == Gap::Seen;
        if sign.letter == b'.' {
            break;
        }
        if head.len() == 1 && !sign.letter.is_ascii_digit() || head.len() == LONGEST_HEAD {
            return None;
        }
        head.push(sign.letter);
    }
    let form = form_of(&head)?;
    let mut split_tail = false;
    let mut figures = 0;
    let mut end = signs.at;
    for at in 0..TAIL {
        let sign = signs.next()?;
        let fits = if at == 0 {
            sign.letter.is_ascii_lowercase()
        } else {
            is_base32(sign.letter)
        };
        if !fits {
            return None;
        }
        split_tail |= at > 0 && sign.gap == Gap::Seen;
        figures += usize::from(sign.letter.is_ascii_digit());
        end = signs.at;
    }
    // "g4 c5. Bb5 was better, I think" is no code.
    let certain = match form {
        Form::Dated => true,
        Form::Undated if !split_tail => !split_head || figures > 0,
        Form::Undated => !split_head && figures > 1,
    };
    certain.then(|| behind_nonce(signs, end))
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
fn nonce(mut signs: Signs<'_>, from: usize) -> Option<usize> {
    let mut before = signs.text.get(..from)?.chars().rev();
    let in_a_word = before.clone().next().is_some_and(char::is_alphanumeric);
    if in_a_word && before.nth(2) != Some('%') {
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
        let sign = signs.next()?;
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
    /// A day or an instant stands in it; nobody writes that by chance.
    Dated,
    /// Of a game, from before: two squares could look like it.
    Undated,
}

/// What stands before the dot of a token.
fn form_of(head: &[u8]) -> Option<Form> {
    let (kind, rest) = head.split_first()?;
    let (_, rest) = digits(rest, 1..=19)?;
    let (separator, rest) = rest.split_first()?;
    let is_day = |text: &[u8]| digits(text, 4..=7).is_some_and(|(_, rest)| rest.is_empty());
    match (kind, separator) {
        (b'g', b'c' | b'o') => {
            let (_, rest) = digits(rest, 1..=10)?;
            match rest.split_first() {
                None => Some(Form::Undated),
                Some((b'd' | b'i', day)) => is_day(day).then_some(Form::Dated),
                Some(_) => None,
            }
        }
        (b'p', b'l') => ((8..=13).contains(&rest.len())
            && rest.iter().all(u8::is_ascii_alphanumeric))
        .then_some(Form::Dated),
        (b'p', b'a'..=b'z') => is_day(rest).then_some(Form::Dated),
        _ => None,
    }
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Equals {
    Sign,
    Encodes,
}

/// A letter, a digit or a dot, in lower case, and what stands before it.
#[derive(Clone, Copy, Debug)]
struct Sign {
    letter: u8,
    gap: Gap,
}

/// The letters, digits and dots of a text from a place on, however they are written. Ends at a letter that is none of
/// ASCII's.
#[derive(Clone, Debug)]
struct Signs<'t> {
    text: &'t str,
    /// Behind the last one.
    at: usize,
    equals: Equals,
}

impl Iterator for Signs<'_> {
    type Item = Sign;

    fn next(&mut self) -> Option<Sign> {
        let mut gap = Gap::None;
        loop {
            let rest = self.text.get(self.at..)?;
            let (character, length) = self.decoded(rest)?;
            let character = narrow(character).to_ascii_lowercase();
            if character.is_ascii_alphanumeric() || character == '.' {
                self.at += length;
                let letter = u8::try_from(character).ok()?;
                return Some(Sign { letter, gap });
            }
            let hidden = is_invisible(character) || is_joiner(character) || is_combining(character);
            if !hidden && character.is_alphanumeric() {
                return None;
            }
            self.at += length;
            gap = gap.max(if hidden { Gap::Hidden } else { Gap::Seen });
        }
    }
}

impl Signs<'_> {
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
            '=' if self.equals == Equals::Encodes => {
                hexadecimal(rest.get(1..3)).map_or(plain, |character| (character, 3))
            }
            _ => plain,
        })
    }
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
mod tests {
    use super::*;

    const CODE: &str = "a7zq3k5vwj2hmtx6pd4bl";

    /// Codes of all forms.
    fn codes() -> Vec<String> {
        let random = "abcdefghijklmnopqrstuvwxyz";
        let heads = [
            "g42c22d20778",
            "g1o0i20778",
            "g42c22",
            "p17d20778",
            "p17b20778",
            "p17lhod723u0qo",
        ];
        heads
            .iter()
            .map(|head| format!("{head}.{CODE}"))
            .chain([
                format!("y.{random}{}", check_letters(random)),
                format!("y.{random}"),
                format!("b.{random}"),
                format!("n.{random}"),
            ])
            .collect()
    }

    fn full_width(text: &str) -> String {
        text.chars()
            .map(|c| char::from_u32(u32::from(c) + 0xfee0).unwrap())
            .collect()
    }

    fn each(text: &str, shown: impl Fn(char) -> String) -> String {
        text.chars().map(shown).collect()
    }

    /// Nothing of the code is left that somebody could put together again.
    fn assert_gone(text: &str, code: &str) {
        let cleaned = without_codes(text);
        assert!(cleaned.contains(REMOVED), "{text:?} stays");
        let left: String = cleaned
            .replace(REMOVED, "|")
            .chars()
            .filter(|c| c.is_alphanumeric() || *c == '|')
            .collect();
        let tail = code.split_once('.').unwrap().1;
        for piece in tail.as_bytes().windows(6) {
            let piece = String::from_utf8_lossy(piece);
            assert!(!left.contains(&*piece), "{text:?}: {cleaned:?}");
        }
        assert_eq!(without_codes(&cleaned), cleaned, "cleaned twice");
    }

    #[test]
    fn a_code_is_taken_out_wherever_it_stands_as_it_is() {
        for code in codes() {
            for place in [
                code.to_string(),
                format!("Hello {code} there"),
                format!("chess+{code}@example.org"),
                format!("<{code}.abcdefghijklmnopqrstuvwxyz@penpawn.example.org>"),
                format!("[ref {code}]"),
                format!("(ref {code}]"),
                format!("{code}\n{code}"),
                code.to_uppercase(),
            ] {
                if !code.starts_with(['b', 'n']) || !place.contains(".abcdefghijklmnopqrstuvwxyz@")
                {
                    assert_gone(&place, &code);
                }
            }
        }
        assert_eq!(
            without_codes(&format!(
                "write to chess+g1c0d20778.{CODE}@example.org, Bob"
            )),
            "write to chess+(code removed)@example.org, Bob"
        );
    }

    #[test]
    fn a_code_is_taken_out_in_what_encodes_it_or_hides_in_it() {
        for code in codes() {
            for disguise in [
                full_width(&code),
                each(&code, |c| format!("{c}\u{200b}")),
                each(&code, |c| format!("{c}\u{ad}")),
                each(&code, |c| format!("{c}\u{200d}\u{feff}")),
                each(&code, |c| format!("%{:02x}", u32::from(c))),
                each(&code, |c| format!("%25{:02X}", u32::from(c))),
                each(&code, |c| format!("&#{};", u32::from(c))),
                each(&code, |c| format!("&amp;#x{:x};", u32::from(c))),
                each(&code, |c| format!("={:02X}", u32::from(c))),
                code.replace('.', "%2E"),
                code.replace('.', "&period;"),
                code.replace('.', "．"),
                code.replace('.', "=2E"),
                format!("{}=\r\n{}", &code[..20], &code[20..]),
                format!("{}=\n{}", &code[..20], &code[20..]),
                format!("{}&shy;{}", &code[..20], &code[20..]),
                format!("chess%2B{code}%40example.org"),
            ] {
                assert_gone(&disguise, &code);
            }
        }
    }

    #[test]
    fn a_code_is_taken_out_that_is_split_by_what_everybody_sees() {
        for code in codes()
            .iter()
            .filter(|code| code.len() > 30 && !code.starts_with(['b', 'n']))
        {
            if code.len() == 28 {
                continue;
            }
            for disguise in [
                format!("{}\n{}", &code[..20], &code[20..]),
                format!("{}\n> {}", &code[..20], &code[20..]),
                format!("{} {}", &code[..20], &code[20..]),
                each(code, |c| format!("{c} ")),
                each(code, |c| format!("{c}-")),
                each(code, |c| format!("*{c}*")),
                code.replace('.', " . "),
            ] {
                assert_gone(&disguise, code);
            }
        }
        // One without a day, and one without anything to be known by, are known while they are not torn apart.
        for split in [
            "g42c22.a7zq3k5\nvwj2hmtx6pd4bl",
            "g42 c22 . a7zq3k5vwj2hmtx6pd4bl",
        ] {
            assert_gone(split, &format!("g42c22.{CODE}"));
        }
    }

    #[test]
    fn words_are_left_alone() {
        for words in [
            "",
            "g4 c5. Bb5 was better here I think, and then we go on",
            "After g4 c2. And then I played something silly",
            "Sorry. I played Nf3 e5 Bb5 c6 and then nothing happened at all",
            "y. abcdefghijklmnopqrstuvwxyzabcdef",
            "My dear Bob. Thanks for the game that we played yesterday evening",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6",
            "game 42. Answer with \"challenge Bob\" to play again some day",
            "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
            "  1  . K R . . Q . R\n  2  . . P . . P P P\n",
            "https://example.org/a.html?b=c%20d&amp;e=f",
            "100 % sure &c. and so on & so forth; = or =",
            "g42c22d20778.tooshort",
            "p17. Page seventeen of the book that I told you about",
            "straße.größe.ñandú",
        ] {
            assert_eq!(without_codes(words), words);
        }
    }

    #[test]
    fn a_letter_that_is_none_of_ours_parts_a_code() {
        let text = format!("g42c22d20778.é{CODE}");
        assert_eq!(without_codes(&text), text);
    }

    #[test]
    fn any_text_is_read_to_its_end_in_little_time() {
        for piece in [
            "g1",
            "g1c",
            "%25",
            "&amp;",
            "g1c1d20778.",
            "y.",
            "g\u{200b}",
            "=\n",
            "p1l",
            ".a",
        ] {
            let text = piece.repeat(20_000);
            assert_eq!(without_codes(&text).len(), text.len(), "{piece:?}");
        }
    }
}
