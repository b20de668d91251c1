//! A move as it is spoken, "the knight on g1 goes to f3", in the words that its notation knows.

use super::tables::{BACK, TAKINGS, WITH, moving};
use super::wording::{ARTICLES, Language, is_piece};
use crate::chess::notation::{Letters, Spelling, read_moves};

/// Words that may be one move, in English and without those that say nothing of where it goes.
#[derive(Debug, Default)]
pub(super) struct Run {
    text: String,
    /// The last word.
    before: String,
    /// Whether the square is another piece's, where one is behind "on".
    taking: bool,
    /// Whether a piece is named in it.
    piece: bool,
    /// Whether one is named in another language than English.
    foreign: bool,
}

/// What stands between a piece and its own square.
pub(super) const ON: [&str; 7] = ["on", "at", "auf", "sur", "su", "op", "på"];

/// What says that the square is another piece's.
const TAKING: [&str; 4] = ["take", "x", "captur", "nimmt"];

/// What stands behind the letter of a file.
const OF_A_FILE: [&str; 5] = ["-file", "-linie", "-linien", "-lijn", "-linjen"];

impl Run {
    /// In the words that the notation knows.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn begin_with(&mut self, word: &str) {
        word.clone_into(&mut self.text);
    }

    /// Takes one more word; whether a move may end with it.
    pub(super) fn push(&mut self, word: &str, language: &Language) -> bool {
        let lower = word.to_lowercase();
        let named = lower.trim_matches(|c: char| !c.is_alphanumeric());
        let named = named.strip_prefix("l'").unwrap_or(named);
        let piece = language.piece(named);
        self.piece |= piece.is_some() || is_piece(named, language);
        self.foreign |= piece.is_some();
        let plain = piece.or_else(|| self.between(named)).unwrap_or(word);
        let plain = OF_A_FILE
            .iter()
            .find_map(|file| named.strip_suffix(file))
            .unwrap_or(plain);
        if !self.text.is_empty() && !plain.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(plain);
        let ends_it = !matches!(named, "on" | "at" | "from" | "to" | "the" | "my" | "your");
        // "The knight on f3" stands there.
        let placed = ON.contains(&self.before.as_str()) && !self.taking;
        self.taking |= TAKING.iter().any(|word| plain.contains(word));
        named.clone_into(&mut self.before);
        ends_it && !placed
    }

    /// What stands between a piece and where it goes, in English; it is empty where it says nothing.
    fn between(&self, word: &str) -> Option<&'static str> {
        if !self.piece {
            return None;
        }
        let kind = moving(word, (!self.foreign).then_some(Letters::English))?;
        Some(match kind {
            "goes" => "",
            "to" if self.taking => "on",
            _ => kind,
        })
    }
}

/// A move that words say from here on, and how many they are.
pub(super) fn in_words(
    words: &[&str],
    at: usize,
    language: &Language,
) -> Option<(Spelling, usize)> {
    // Looked at from every word of a mail: most words begin none, and are not taken apart.
    let first = bare(words.get(at)?);
    let takes = || {
        TAKINGS.has_first(&first).then_some(())?;
        taken_with(words, at, language).or_else(|| en_passant(words, at))
    };
    let takes_back = || {
        BACK.has_first(&first).then_some(())?;
        taken_back(words, at, language)
    };
    of_a_file(words, at).or_else(takes).or_else(takes_back)
}

/// "The queen's pawn, two squares", "pawn to king four": whichever side plays it.
fn of_a_file(words: &[&str], at: usize) -> Option<(Spelling, usize)> {
    let mut near = words.iter().skip(at).take(4);
    if !near.any(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        word.eq_ignore_ascii_case("pawn")
    }) {
        return None;
    }
    let plain: Vec<String> = words
        .iter()
        .skip(at)
        .take(7)
        .map(|word| bare(word).replace('\u{2019}', "'"))
        .collect();
    let led = at > 0;
    let skipped = match plain.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["the" | "my", ..] => 1,
        ["good", "ol" | "ol'" | "old", ..] if led => 2,
        _ => 0,
    };
    let rest: Vec<&str> = plain.iter().skip(skipped).map(String::as_str).collect();
    let (file, far, length) = match rest[..] {
        [whose, "pawn", "two", "squares" | "steps" | "spaces", ..]
        | [whose, "pawn", "forward", "two", ..] => (file_of(whose.strip_suffix("'s")?)?, true, 4),
        ["pawn", "to", whose, "four" | "4", ..] => (file_of(whose)?, true, 4),
        ["pawn", "to", whose, "three" | "3", ..] => (file_of(whose)?, false, 4),
        _ => return None,
    };
    let steps: &[(u8, u8)] = if far {
        &[(2, 4), (7, 5), (3, 4), (6, 5)]
    } else {
        &[(2, 3), (7, 6)]
    };
    let two_squares = rest.first() != Some(&"pawn");
    let steps = steps.iter().take(if two_squares { 2 } else { 4 });
    let spelling = steps
        .filter_map(|(from, to)| {
            let typed = format!("pawn {file}{from} to {file}{to}");
            read_moves(&typed, Letters::English)?.into_iter().next()
        })
        .reduce(Spelling::or)?;
    let typed = words.get(at..at + skipped + length)?.join(" ");
    Some((spelling.typed_as(&typed), skipped + length))
}

/// The file of the king and of the queen, by which the old notation names squares.
fn file_of(whose: &str) -> Option<char> {
    match whose {
        "king" => Some('e'),
        "queen" => Some('d'),
        _ => None,
    }
}

/// "I take on d5 with the pawn".
fn taken_with(words: &[&str], at: usize, language: &Language) -> Option<(Spelling, usize)> {
    let plain: Vec<String> = words
        .iter()
        .skip(at)
        .take(9)
        .map(|word| bare(word))
        .collect();
    let take = TAKINGS.begins(&plain, None)?;
    let mut rest = plain.get(take..)?.iter().map(String::as_str).peekable();
    let mut length = take;
    let mut next_if = |wanted: &dyn Fn(&str) -> bool| {
        let word = rest.next_if(|word| wanted(word))?;
        length += 1;
        Some(word)
    };
    next_if(&|word| ON.contains(&word) || moving(word, None) == Some("to"));
    let square = next_if(&|word| word.parse::<shakmaty::Square>().is_ok())?;
    next_if(&|word| !WITH.languages(word).is_empty())?;
    next_if(&|word| ARTICLES.contains(&word));
    let piece = next_if(&|word| is_piece(word, language))?;
    let piece = language.piece(piece).unwrap_or(piece);
    let typed = format!("{piece} takes {square}");
    let spelling = read_moves(&typed, Letters::English)?.into_iter().next()?;
    let typed = words.get(at..at + length)?.join(" ");
    Some((spelling.typed_as(&typed), length))
}

/// "I take en passant".
fn en_passant(words: &[&str], at: usize) -> Option<(Spelling, usize)> {
    let plain: Vec<String> = words
        .iter()
        .skip(at)
        .take(8)
        .map(|word| bare(word))
        .collect();
    let take = TAKINGS.begins(&plain, None)?;
    let rest: Vec<&str> = plain.get(take..)?.iter().map(String::as_str).collect();
    let skipped = match rest[..] {
        ["en", "passant", ..] => 0,
        ["it" | "him", "en", "passant", ..] => 1,
        [
            "the" | "your" | "le" | "ton" | "votre" | "il",
            "pawn" | "pion" | "pedone",
            "en",
            "passant",
            ..,
        ] => 2,
        _ => return None,
    };
    let length = take + skipped + 2;
    let typed = words.get(at..at + length)?.join(" ");
    Some((Spelling::en_passant().typed_as(&typed), length))
}

/// "I take back with the c pawn", "I recapture with the knight": the move takes on the square of the last one.
pub(super) fn taken_back(
    words: &[&str],
    at: usize,
    language: &Language,
) -> Option<(Spelling, usize)> {
    let plain: Vec<String> = words
        .iter()
        .skip(at)
        .take(10)
        .map(|word| bare(word))
        .collect();
    let mut used = BACK.begins(&plain, None)?;
    used += WITH.begins(plain.get(used..)?, None)?;
    let word = |at: usize| plain.get(at).map_or("", String::as_str);
    used += usize::from(ARTICLES.contains(&word(used)));
    let file = word(used);
    let file = match file.strip_suffix("-pawn").unwrap_or(file).as_bytes() {
        [file @ b'a'..=b'h'] => shakmaty::File::from_char(char::from(*file)),
        _ => None,
    };
    let glued = word(used).ends_with("-pawn");
    used += usize::from(file.is_some());
    let role = if glued && file.is_some() {
        shakmaty::Role::Pawn
    } else {
        let role = role_of(language.piece(word(used)).unwrap_or(word(used)))?;
        used += 1;
        role
    };
    let typed = words.get(at..at + used)?.join(" ");
    Some((Spelling::capture_by(role, file).typed_as(&typed), used))
}

fn role_of(piece: &str) -> Option<shakmaty::Role> {
    use shakmaty::Role;
    match piece {
        "pawn" => Some(Role::Pawn),
        "knight" => Some(Role::Knight),
        "bishop" => Some(Role::Bishop),
        "rook" => Some(Role::Rook),
        "queen" => Some(Role::Queen),
        "king" => Some(Role::King),
        _ => None,
    }
}

/// A word in lower case without what stands around it.
pub(super) fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase()
}

#[cfg(test)]
mod tests;
