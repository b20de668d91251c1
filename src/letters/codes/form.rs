//! The forms that our codes have, by which they are known.

/// The letter of the key and the letters of the code.
pub(super) const TAIL: usize = 21;
/// The letters of what is random.
pub(super) const RANDOM: usize = 26;
/// How many letters [`check_letters`] gives.
pub(super) const CHECK: usize = 6;
/// Figures of a day, counted from 1970, until the year 2243.
const DAY: usize = 5;
/// Letters and figures of an instant, from the year 2085 on; until then they are one less.
const LONGEST_INSTANT: usize = 11;
/// Letters and figures of a head: of a game, its turn and a day.
pub(super) const LONGEST_HEAD: usize = 1 + 19 + 1 + 10 + 1 + DAY;
/// Letters and figures of the shortest head with a day, and its dot.
pub(super) const SHORTEST_HEAD: usize = 1 + 1 + 1 + DAY + 1;

/// Whether the beginning of a head is one as far as its day.
pub(super) fn has_begun_a_day(begun: &[u8]) -> bool {
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

/// Six base32 letters that follow from others, by which a one-time code is told from words behind a `y.`. They keep
/// nothing secret.
pub fn check_letters(letters: &str) -> String {
    check(letters.as_bytes()).map(char::from).iter().collect()
}

fn check(letters: &[u8]) -> [u8; CHECK] {
    let sum = letters.iter().fold(5_381_u64, |sum, &letter| {
        (sum * 1_000_003 + u64::from(letter)) % (1 << 40)
    });
    let mut rest = sum ^ (sum >> 20);
    [(); CHECK].map(|()| {
        let five = u8::try_from(rest % 32).unwrap_or_default();
        rest /= 32;
        match five < 26 {
            true => b'a' + five,
            false => b'2' + (five - 26),
        }
    })
}

/// Whether these letters, which are a whole word, are those of a code, its head left out or its dot.
pub(super) fn is_bare_code(word: &[u8]) -> bool {
    let Some(head) = word.len().checked_sub(TAIL) else {
        return word.len() == TAIL - 1 && looks_random(word);
    };
    if head == 0 {
        return looks_random(word);
    }
    let dotless = word.split_at_checked(head).is_some_and(|(head, tail)| {
        matches!(form_of(head), Some(Form::Dated | Form::Instant)) && looks_random(tail)
    });
    // What stands for its dot may be left before it.
    let one_time = word
        .len()
        .checked_sub(RANDOM + CHECK)
        .and_then(|before| word.get(before..))
        .is_some_and(is_one_time);
    dotless || one_time || is_one_time(&word.iter().rev().copied().collect::<Vec<u8>>())
}

/// Whether these are the letters of a one-time code behind its dot.
pub(super) fn is_one_time(word: &[u8]) -> bool {
    word.split_at_checked(RANDOM)
        .is_some_and(|(random, letters)| letters == check(random))
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

/// How sure the head of a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A day stands in it; nobody writes that by chance.
    Dated,
    /// An instant does.
    Instant,
    /// Of a game, from before: two squares could look like it.
    Undated,
}

/// What stands before the dot of a token.
pub(super) fn form_of(head: &[u8]) -> Option<Form> {
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
pub(super) fn may_become_head(begun: &[u8]) -> bool {
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
pub(super) fn has_figures(head: &[u8]) -> bool {
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

pub(super) fn is_base32(letter: u8) -> bool {
    matches!(letter, b'a'..=b'z' | b'2'..=b'7')
}
