//! Codes found among the letters of a text.

use super::form::{
    CHECK, Form, RANDOM, TAIL, form_of, has_figures, is_bare_code, is_base32, is_one_time,
    may_become_head,
};
use super::spelled::{Gap, Sign};
use std::ops::Range;

/// Where a code stands.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) range: Range<usize>,
    pub(super) sure: Sure,
}

/// What of a code is known for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sure {
    /// Its head; what is behind it may be words.
    Head,
    /// All its letters.
    Letters,
}

/// What a code is followed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    /// Whatever stands between its letters.
    Everything,
    /// What nobody sees.
    WhatNobodySees,
}

/// A place among the signs of a text from which they are read on.
#[derive(Clone, Debug)]
struct Signs<'t> {
    rest: &'t [Sign],
    over: Over,
    /// Behind the last one, in the text.
    at: usize,
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
        let (&sign, rest) = self.rest.split_first()?;
        if sign.gap == Gap::Seen && self.over == Over::WhatNobodySees {
            return None;
        }
        if sign.letter != b'.' {
            self.note(sign);
        }
        self.rest = rest;
        self.at = sign.end();
        Some(sign)
    }
}

impl Signs<'_> {
    /// Notes how a letter stands to the one before it.
    fn note(&mut self, sign: Sign) {
        let stands_apart = sign.gap == Gap::Seen && !sign.line_ends;
        self.like_words |= stands_apart && self.together > 1;
        self.together = match sign.gap {
            Gap::Seen => 1,
            Gap::None | Gap::Hidden => self.together + 1,
        };
        self.parted = !sign.line_ends && (self.parted || stands_apart);
        self.like_words |= self.parted && self.together > 1;
    }
}

/// The codes among these signs of a text. A code is looked for behind every letter with which one can begin, also within
/// another one: what only begins like a code must not hide the one that stands behind it.
pub(super) fn codes_among(text: &str, signs: &[Sign], over: Over) -> Vec<Found> {
    let letters: Vec<u8> = signs
        .iter()
        .map(|sign| sign.letter)
        .filter(|&letter| letter != b'.')
        .collect();
    let mut letters_read = 0;
    let from = |(at, sign): (usize, &Sign)| {
        letters_read += usize::from(sign.letter != b'.');
        // Told at once, since `y.y.y.` would be the beginning of one at each of its letters.
        let behind = letters.get(letters_read..letters_read + RANDOM + CHECK);
        let before = text.get(..sign.start())?;
        let signs = Signs {
            rest: signs.get(at + 1..)?,
            over,
            at: sign.end(),
            together: 1,
            parted: false,
            like_words: false,
        };
        let whole = |end| (end, Sure::Letters);
        let (end, sure) = match sign.letter {
            letter @ (b'g' | b'p') => token(signs, letter, before),
            b'y' => behind
                .filter(|letters| is_one_time(letters))
                .and_then(|_| one_time(signs.clone()))
                .or_else(|| nonce(signs, before))
                .map(whole),
            b'b' | b'n' => nonce(signs, before).map(whole),
            _ => None,
        }?;
        Some(Found {
            range: sign.start()..end,
            sure,
        })
    };
    signs.iter().enumerate().filter_map(from).collect()
}

/// Where among these signs the letters of a code stand without what stands before its dot.
pub(super) fn bare_codes_among(signs: &[Sign]) -> impl Iterator<Item = Range<usize>> {
    let goes_on = |before: &Sign, sign: &Sign| {
        before.letter != b'.' && sign.letter != b'.' && sign.gap != Gap::Seen
    };
    signs.chunk_by(goes_on).filter_map(|word| {
        let (first, last) = (word.first()?, word.last()?);
        let is_long = word.len() + 1 >= TAIL;
        let letters = || word.iter().map(|sign| sign.letter).collect::<Vec<u8>>();
        (is_long && is_bare_code(&letters())).then_some(first.start()..last.end())
    })
}

/// Signs behind a head without its dot that are taken out with it: what stands for the dot, and all letters of a code.
const BEHIND_HEAD: usize = 2 * TAIL;

/// Where a head with a day or an instant stands in one piece, and whatever stands behind it without a blank is its dot in some
/// spelling, and the letters: nobody writes such a head by chance.
pub(super) fn dotless_codes_among(text: &str, signs: &[Sign]) -> Vec<Range<usize>> {
    let from = |(at, first): (usize, &Sign)| {
        let behind = signs.get(at + 1..)?;
        let mut letters = vec![first.letter];
        for (count, sign) in behind.iter().enumerate() {
            letters.push(sign.letter);
            if sign.letter == b'.' || sign.gap == Gap::Seen || !may_become_head(&letters) {
                return None;
            }
            let form = match form_of(&letters) {
                Some(form @ (Form::Dated | Form::Instant)) => form,
                Some(Form::Undated) | None => continue,
            };
            let rest = behind.get(count + 1..)?;
            let end = end_without_dot(text, sign.end(), rest, form)?;
            return Some(first.start()..end);
        }
        None
    };
    let begins = |(_, sign): &(usize, &Sign)| matches!(sign.letter, b'g' | b'p');
    let places = signs.iter().enumerate().filter(begins);
    places.filter_map(from).collect()
}

/// The end of the word that goes on behind a head, where it begins with no dot, and may be the letters of a code.
fn end_without_dot(text: &str, head: usize, rest: &[Sign], form: Form) -> Option<usize> {
    if rest.first()?.letter == b'.' {
        return None;
    }
    let mut end = head;
    // How many letters stand there, and how many such as we write stand together at the most.
    let (mut count, mut together, mut most) = (0, 0, 0);
    for sign in rest.iter().take(BEHIND_HEAD) {
        let between = text.get(end..sign.start()).unwrap_or_default();
        if sign.gap == Gap::Seen && between.contains(char::is_whitespace) {
            break;
        }
        end = sign.end();
        count += usize::from(sign.letter != b'.');
        together = if is_base32(sign.letter) {
            together + 1
        } else {
            0
        };
        most = most.max(together);
    }
    let may_be_letters = match form {
        Form::Dated => count > 0,
        Form::Instant | Form::Undated => most >= TAIL,
    };
    may_be_letters.then_some(end)
}

/// Whether a word goes on at the end of this text. Behind "%2B" a new one begins.
pub(super) fn is_in_a_word(before: &str) -> bool {
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

/// The end of a one-time token of which the `y` was read, and whose letters are those of one.
fn one_time(mut signs: Signs<'_>) -> Option<usize> {
    if signs.next()?.letter != b'.' {
        return None;
    }
    letters_of(&mut signs, RANDOM + CHECK, Gap::Seen)?;
    let end = signs.at;
    Some(behind_nonce(signs, end))
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

/// Reads so many base32 letters, with no more between them than that.
fn letters_of(signs: &mut Signs<'_>, count: usize, most: Gap) -> Option<()> {
    for _ in 0..count {
        let mut sign = signs.next()?;
        while most == Gap::Seen && sign.letter == b'.' {
            sign = signs.next()?;
        }
        if !is_base32(sign.letter) || sign.gap > most {
            return None;
        }
    }
    Some(())
}
