//! Words of a line, freed from numbers and markup and told apart.

use shakmaty::{Color, Role};

use super::characters::{Word, figurine_role};
use super::letters::Letters;
use super::shape::{Compact, read_shape};
use super::spelling::MoveNumber;

/// A word without number and markup, or a number.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) typed: String,
    pub(super) text: String,
    pub(super) russian: Option<Role>,
    pub(super) kind: Kind,
}

/// What a token is on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `12.` or `12...`
    Number(MoveNumber),
    /// `12`, a number only if a move follows.
    BareNumber(u32),
    /// `...`
    Dots,
    /// A piece's name.
    Piece(Role),
    /// One letter: a piece or a file.
    Letter,
    /// `x`, "takes".
    Takes,
    /// `-`, "to".
    To,
    /// "from", "on", "the": nothing is lost without it.
    Filler,
    /// `=`, "promotes".
    Becomes,
    /// Anything else: a whole move, or prose.
    Other,
}

const OPENING: [char; 11] = ['*', '_', '~', '`', '"', '\'', '(', '[', '{', '<', '|'];
const CLOSING: [char; 14] = [
    '*', '_', '~', '`', '"', '\'', ']', '}', '>', '|', ',', ';', '.', '\\',
];

/// Appends the tokens of one word: a number in front of it, and the rest if there is any.
pub(super) fn push_tokens(word: Word, letters: Letters, tokens: &mut Vec<Token>) {
    let mut text = word.folded.trim_start_matches(OPENING);
    let mut number_length = 0;
    // "rook 4d5" has a rank, not a number.
    let inside_a_move = tokens
        .last()
        .is_some_and(|token| matches!(token.kind, Kind::Piece(_) | Kind::Letter));
    if !inside_a_move && let Some((kind, rest)) = split_number(text, letters) {
        number_length = text.len() - rest.len();
        tokens.push(Token {
            typed: word.typed.clone(),
            text: String::new(),
            russian: None,
            kind,
        });
        text = rest.trim_start_matches(OPENING);
    }
    let text = trim_end(text);
    if text.is_empty() {
        // Markup on its own, such as the end of "** e4 **", says nothing.
        return;
    }
    let mut typed = word.typed.trim_start_matches(OPENING);
    if number_length > 0 {
        typed = typed.trim_start_matches(|character: char| {
            character.is_numeric()
                || matches!(character, '.' | '．' | '…' | '‥' | '․' | ')' | ':' | '。')
        });
        typed = typed.trim_start_matches(OPENING);
    }
    // "Knight to f three", as it is said to a telephone.
    if let Some(rank) = rank_in_words(text)
        && let Some(file) = tokens.last_mut()
        && let Some(name) = file_in_words(&file.text)
    {
        file.text = format!("{name}{rank}");
        file.typed = format!("{} {}", file.typed, trim_end(typed));
        file.kind = Kind::Other;
        return;
    }
    let kind = kind_of(text);
    // "Takes g1 and becomes a knight".
    if kind == Kind::Becomes {
        tokens.pop_if(|last| last.text == "and");
    }
    tokens.push(Token {
        typed: trim_end(typed).to_owned(),
        text: text.to_owned(),
        russian: word.russian,
        kind,
    });
}

/// The ranks in English and German, and both ways of saying "zwei".
const RANKS: [(char, &str); 17] = [
    ('1', "one"),
    ('2', "two"),
    ('3', "three"),
    ('4', "four"),
    ('5', "five"),
    ('6', "six"),
    ('7', "seven"),
    ('8', "eight"),
    ('1', "eins"),
    ('2', "zwei"),
    ('2', "zwo"),
    ('3', "drei"),
    ('4', "vier"),
    ('5', "fünf"),
    ('6', "sechs"),
    ('7', "sieben"),
    ('8', "acht"),
];

/// The files, as players who do not see the board announce them (FIDE Laws, Guidelines III on chess for blind players), or as
/// they are spelled on the radio.
const FILES: [(char, &str); 28] = [
    ('a', "a"),
    ('b', "b"),
    ('c', "c"),
    ('d', "d"),
    ('e', "e"),
    ('f', "f"),
    ('g', "g"),
    ('h', "h"),
    ('a', "anna"),
    ('b', "bella"),
    ('c', "cesar"),
    ('c', "cäsar"),
    ('c', "caesar"),
    ('d', "david"),
    ('e', "eva"),
    ('f', "felix"),
    ('g', "gustav"),
    ('h', "hector"),
    ('h', "hektor"),
    ('a', "alpha"),
    ('a', "alfa"),
    ('b', "bravo"),
    ('c', "charlie"),
    ('d', "delta"),
    ('e', "echo"),
    ('f', "foxtrot"),
    ('g', "golf"),
    ('h', "hotel"),
];

/// The rank that a word names, in English or German: "three", "drei".
pub(crate) fn rank_in_words(word: &str) -> Option<char> {
    named(&RANKS, word)
}

/// The file that a letter or a word names.
pub(super) fn file_in_words(word: &str) -> Option<char> {
    named(&FILES, word)
}

fn named(table: &[(char, &str)], word: &str) -> Option<char> {
    let found = table
        .iter()
        .find(|(_, name)| name.eq_ignore_ascii_case(word))?;
    Some(found.0)
}

/// A word without the markup around it and the punctuation behind it.
pub(super) fn without_marks(word: &str) -> &str {
    trim_end(word.trim_start_matches(OPENING))
}

/// Trims markup and punctuation behind a word; a closing bracket only if it was not opened inside,
/// as in `e8(Q)`.
fn trim_end(text: &str) -> &str {
    let mut text = text;
    loop {
        let mut trimmed = text.trim_end_matches(CLOSING);
        if trimmed.ends_with(')') && trimmed.matches(')').count() > trimmed.matches('(').count() {
            trimmed = trimmed.strip_suffix(')').unwrap_or(trimmed);
        }
        if trimmed == text {
            return text;
        }
        text = trimmed;
    }
}

/// Takes a move number off the front of a word. `None` if there is none, or if the digits are
/// the move itself (`0-0`, `5254`).
fn split_number(text: &str, letters: Letters) -> Option<(Kind, &str)> {
    let rest = text.trim_start_matches(|character: char| character.is_ascii_digit());
    let digits = text.strip_suffix(rest)?;
    if digits.is_empty() {
        let after = rest.trim_start_matches('.');
        return (rest.len() > after.len() + 1).then_some((Kind::Dots, after));
    }
    if digits.len() > 4 || reads(trim_end(text), letters) {
        return None;
    }
    let fullmove: u32 = digits.parse().ok().filter(|number| *number > 0)?;
    let after = rest.trim_start_matches('.');
    let dots = rest.len() - after.len();
    if dots > 0 {
        let side = (dots > 1).then_some(Color::Black);
        return Some((Kind::Number(MoveNumber { fullmove, side }), after));
    }
    if is_minutes(rest) {
        return None;
    }
    if let Some(after) = rest.strip_prefix([')', ':']) {
        let number = MoveNumber {
            fullmove,
            side: None,
        };
        return Some((Kind::Number(number), after));
    }
    if rest.is_empty() {
        return (digits.len() <= 3).then_some((Kind::BareNumber(fullmove), rest));
    }
    // "12Nf3"
    let number = MoveNumber {
        fullmove,
        side: None,
    };
    (digits.len() <= 3 && reads(trim_end(rest), letters)).then_some((Kind::Number(number), rest))
}

/// Whether minutes stand behind an hour: "12:00" is noon and no castling on the twelfth move.
fn is_minutes(behind: &str) -> bool {
    let minutes = behind.strip_prefix(':').map(trim_end);
    minutes.is_some_and(|minutes| {
        minutes.len() == 2 && minutes.bytes().all(|sign| sign.is_ascii_digit())
    })
}

fn reads(text: &str, letters: Letters) -> bool {
    let compact = Compact {
        letters: text.to_owned(),
        ..Compact::default()
    };
    read_shape(&compact, letters).is_some()
}

pub(super) fn kind_of(text: &str) -> Kind {
    let mut characters = text.chars();
    if let (Some(only), None) = (characters.next(), characters.next()) {
        if let Some(role) = figurine_role(only) {
            return Kind::Piece(role);
        }
        return match only {
            'x' | 'X' | ':' => Kind::Takes,
            '-' => Kind::To,
            '=' => Kind::Becomes,
            letter if letter.is_ascii_alphabetic() => Kind::Letter,
            _ => Kind::Other,
        };
    }
    match text.to_ascii_lowercase().as_str() {
        "pawn" => Kind::Piece(Role::Pawn),
        // "Night" is what a telephone hears.
        "knight" | "kt" | "night" => Kind::Piece(Role::Knight),
        "bishop" => Kind::Piece(Role::Bishop),
        "rook" => Kind::Piece(Role::Rook),
        "queen" => Kind::Piece(Role::Queen),
        "king" => Kind::Piece(Role::King),
        "takes" | "take" | "captures" | "capture" | "capturing" | "taking" => Kind::Takes,
        "to" | "->" | "=>" | "→" => Kind::To,
        "from" | "on" | "at" | "the" | "my" | "your" => Kind::Filler,
        "promotes" | "promote" | "promoting" | "promoted" | "becomes" | "becoming" => Kind::Becomes,
        _ => Kind::Other,
    }
}
