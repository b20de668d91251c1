//! Names that look like others: letters of several alphabets in one word, or a word of another alphabet that could be
//! read as Latin letters. They are allowed, and they say so.

use super::signs::{is_combining, narrow};
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

/// What is put behind a name whose words mix alphabets.
const MIXED: &str = ", in mixed letters";
/// What is put behind a name that looks Latin and is Cyrillic.
const CYRILLIC: &str = ", in Cyrillic letters";
/// What is put behind a name that looks Latin and is Greek.
const GREEK: &str = ", in Greek letters";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Alphabet {
    Latin,
    Cyrillic,
    Greek,
    Other,
}

/// The name, and behind it what kind of letters it is written in where it could be taken for another one; at most
/// `longest` characters together. What somebody wrote there themselves is taken away first.
pub(super) fn with_alphabet(name: &str, longest: usize) -> String {
    let bare = without_alphabet(name);
    let Some(hint) = hint(bare) else {
        return bare.to_owned();
    };
    let free = longest.saturating_sub(hint.chars().count());
    let cut: String = bare.chars().take(free).collect();
    format!("{}{hint}", cut.trim_end())
}

/// The name without what [`with_alphabet`] puts behind one.
pub(super) fn without_alphabet(name: &str) -> &str {
    let mut bare = name;
    while let Some(rest) = [MIXED, CYRILLIC, GREEK]
        .iter()
        .find_map(|end| bare.strip_suffix(end))
    {
        bare = rest;
    }
    bare
}

fn hint(name: &str) -> Option<&'static str> {
    let words = || name.split(|c: char| !c.is_alphabetic());
    let mixed = words().any(|word| {
        let mut first = None;
        word.chars().any(|letter| {
            let alphabet = alphabet(letter);
            is_styled(letter)
                || alphabet != Alphabet::Other && *first.get_or_insert(alphabet) != alphabet
        })
    });
    if mixed {
        return Some(MIXED);
    }
    let looks_latin =
        |word: &&str| !word.is_empty() && word.chars().all(|c| like_latin(c).is_some());
    let all = words().filter(|word| !word.is_empty()).all(|word| {
        looks_latin(&word)
            || word
                .chars()
                .all(|letter| alphabet(letter) == Alphabet::Latin)
    });
    if !all {
        return None;
    }
    let liar = words().find(looks_latin)?;
    match alphabet(liar.chars().next()?) {
        Alphabet::Cyrillic => Some(CYRILLIC),
        Alphabet::Greek => Some(GREEK),
        Alphabet::Latin | Alphabet::Other => None,
    }
}

/// The small Latin letter that a letter of another alphabet looks like.
fn like_latin(letter: char) -> Option<char> {
    Some(match letter {
        'а' | 'А' | 'Α' => 'a',
        'В' | 'Β' => 'b',
        'с' | 'С' => 'c',
        'ԁ' => 'd',
        'е' | 'Е' | 'Ε' => 'e',
        'Ԍ' => 'g',
        'һ' | 'Н' | 'Η' => 'h',
        'і' | 'І' | 'Ι' | 'ι' => 'i',
        'ј' | 'Ј' => 'j',
        'К' | 'Κ' | 'κ' => 'k',
        'М' | 'Μ' => 'm',
        'Ν' => 'n',
        'о' | 'О' | 'Ο' | 'ο' => 'o',
        'р' | 'Р' | 'Ρ' | 'ρ' => 'p',
        'ԛ' | 'Ԛ' => 'q',
        'ѕ' | 'Ѕ' => 's',
        'Т' | 'Τ' => 't',
        'υ' => 'u',
        'ν' => 'v',
        'ԝ' | 'Ԝ' => 'w',
        'х' | 'Х' | 'Χ' => 'x',
        'у' | 'У' | 'Ү' | 'Υ' => 'y',
        'Ζ' => 'z',
        _ => return None,
    })
}

/// The sign of ASCII that somebody reads in this character: full-width letters, letters in a circle or of a style of
/// their own, letters with marks above or below them, letters of other alphabets that look the same. Any other
/// character is its own twin.
pub(super) fn latin_twin(character: char) -> char {
    let known = usize::try_from(u32::from(character));
    match known.ok().and_then(|place| TWINS.get(place)) {
        Some(twin) => *twin,
        None => find_latin_twin(character),
    }
}

/// The twins of all characters that take one or two octets in UTF-8, by their number: of these a mail can hold most.
static TWINS: LazyLock<Vec<char>> = LazyLock::new(|| {
    ('\0'..'\u{800}')
        .map(|character| match character.is_ascii() {
            true => character,
            false => find_latin_twin(character),
        })
        .collect()
});

fn find_latin_twin(character: char) -> char {
    let narrow = narrow(character);
    if narrow.is_ascii() {
        return narrow;
    }
    if let Some(latin) = like_latin(character).or_else(|| letterlike(character)) {
        return latin;
    }
    // Letters that are parted into a plain one and marks (Unicode Standard Annex 15).
    let mut parts = std::iter::once(character).nfkd();
    match parts.next() {
        Some(plain) if plain.is_ascii_alphanumeric() && parts.all(is_combining) => plain,
        _ => character,
    }
}

/// The letter or figure of a sign that is one of a style of its own and does not decompose into it: small capitals,
/// letters of flags, letters and figures in black circles and squares.
fn letterlike(sign: char) -> Option<char> {
    const SMALL_CAPITALS: [(char, char); 27] = [
        ('ᴀ', 'a'),
        ('ʙ', 'b'),
        ('ᴄ', 'c'),
        ('ᴅ', 'd'),
        ('ᴇ', 'e'),
        ('ꜰ', 'f'),
        ('ɢ', 'g'),
        ('ʜ', 'h'),
        ('ɪ', 'i'),
        ('ı', 'i'),
        ('ᴊ', 'j'),
        ('ȷ', 'j'),
        ('ᴋ', 'k'),
        ('ʟ', 'l'),
        ('ᴍ', 'm'),
        ('ɴ', 'n'),
        ('ᴏ', 'o'),
        ('ᴘ', 'p'),
        ('ꞯ', 'q'),
        ('ʀ', 'r'),
        ('ꜱ', 's'),
        ('ᴛ', 't'),
        ('ᴜ', 'u'),
        ('ᴠ', 'v'),
        ('ᴡ', 'w'),
        ('ʏ', 'y'),
        ('ᴢ', 'z'),
    ];
    const ROWS: [(char, char, char); 6] = [
        ('\u{1f1e6}', '\u{1f1ff}', 'a'),
        ('\u{1f150}', '\u{1f169}', 'a'),
        ('\u{1f170}', '\u{1f189}', 'a'),
        ('\u{2776}', '\u{277e}', '1'),
        ('\u{2780}', '\u{2788}', '1'),
        ('\u{278a}', '\u{2792}', '1'),
    ];
    let small = SMALL_CAPITALS.iter().find(|(small, _)| *small == sign);
    let row = ROWS
        .iter()
        .find(|(first, last, _)| (*first..=*last).contains(&sign));
    small.map(|&(_, latin)| latin).or_else(|| {
        let &(first, _, begins) = row?;
        char::from_u32(u32::from(sign) - u32::from(first) + u32::from(begins))
    })
}

fn alphabet(letter: char) -> Alphabet {
    match letter {
        'a'..='z' | 'A'..='Z' | '\u{aa}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Alphabet::Latin,
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Alphabet::Greek,
        '\u{400}'..='\u{52f}' | '\u{1c80}'..='\u{1c8f}' => Alphabet::Cyrillic,
        _ => Alphabet::Other,
    }
}

/// Letters in a style of their own, of mathematics and in circles.
fn is_styled(letter: char) -> bool {
    matches!(letter, '\u{1d400}'..='\u{1d7ff}' | '\u{24b6}'..='\u{24e9}' | '\u{2100}'..='\u{214f}')
}

#[cfg(test)]
mod tests;
