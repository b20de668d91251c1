//! Conditional moves with a slip of the pen, or in another language: which word it is, and the line as it was meant.

use super::conditional::{Condition, FILLS, condition_as_written, is_move};
use super::line::Words;
use super::near::distance;
use crate::chess::notation::{Letters, read_moves};

/// The words of conditional moves, and by which others people mean them. In lower case.
const WORDS: [(&str, &str); 4] = [
    (
        "if",
        "wenn|falls|sofern|si|se|als|indien|wanneer|om|hvis|dersom|jos|jeśli|jesli|jeżeli|jezeli|když|kdyz|pokud|\
         jestli|ha|dacă|daca|kui|если|when|whenever|should",
    ),
    (
        "then",
        "than|dann|so|alors|entonces|allora|então|entao|dan|då|så|da|niin|sitten|to|wtedy|potem|pak|tak|akkor|atunci|\
         siis|þá|то|тогда|i'd|=|–|-",
    ),
    (
        "or",
        "oder|ou|o|eller|tai|lub|albo|nebo|vagy|sau|või|eða|или|of",
    ),
    ("and", "und|et|y|e|en|och|og|ja|a|és|și|si|и|&"),
];

/// Whether a word makes a condition, in one of the languages.
pub(super) fn is_if(word: &str) -> bool {
    meant_by_name(word, 0) == Some("if") || word == "if" || word == "unless"
}

/// A word that keeps a line from being read as conditional moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Slip {
    /// The word, as typed.
    pub(super) word: String,
    /// The whole line with the words that were meant, where it can be read so.
    pub(super) line: Option<String>,
}

/// The slip in a line that looks like conditional moves and cannot be read; `None` where every word is known.
pub(super) fn slip(line: &str, letters: Letters) -> Option<Slip> {
    let mut slipped = None;
    let mut words = Vec::new();
    for (at, word) in line.split_whitespace().enumerate() {
        let bare = Words::of(word).joined;
        let known = is_known(&bare, at) || read_moves(word, letters).is_some();
        // A number before a move, or a dash that is nothing.
        if known || bare.is_empty() || !bare.contains(char::is_alphabetic) && !is_sign(word) {
            words.push(word.to_owned());
            continue;
        }
        slipped.get_or_insert_with(|| word.trim_matches([',', '.', ';', ':', '!']).to_owned());
        words.push(meant(&bare, at).map_or_else(|| word.to_owned(), str::to_owned));
    }
    let word = slipped?;
    let mended = words.join(" ");
    let reads = matches!(
        condition_as_written(&mended, letters),
        Some(Condition::Lines(_))
    );
    Some(Slip {
        word,
        line: reads.then_some(mended),
    })
}

/// Whether a line that does not begin with "if" is conditional moves all the same: "fi Nc6 then Bb5", "wenn Nc6 dann Bb5".
pub(super) fn is_condition(line: &str, letters: Letters) -> bool {
    let first = Words::of(line.split_whitespace().next().unwrap_or_default()).joined;
    let is_move = |word: &&str| is_move(word, letters);
    meant(&first, 0) == Some("if")
        && line.split_whitespace().filter(is_move).count() >= 2
        && slip(line, letters).is_some_and(|slip| slip.line.is_some())
}

fn is_sign(word: &str) -> bool {
    matches!(word, "=" | "-" | "–" | "&")
}

fn is_known(bare: &str, at: usize) -> bool {
    let fills = at > 0 && bare != "if" && FILLS.contains(&bare);
    fills || WORDS.iter().any(|(word, _)| *word == bare) && (bare == "if") >= (at == 0)
}

/// The word that is meant by this one, which is none of them.
fn meant(bare: &str, at: usize) -> Option<&'static str> {
    let near = || {
        WORDS
            .iter()
            .filter(|(word, _)| at > 0 || *word == "if")
            .find(|(word, _)| distance(bare, word) == 1 && bare.chars().count() >= 2)
    };
    meant_by_name(bare, at).or_else(|| near().map(|(word, _)| *word))
}

/// The same of words that are it in another language, and of no slip.
fn meant_by_name(bare: &str, at: usize) -> Option<&'static str> {
    WORDS
        .iter()
        .filter(|(word, _)| (at == 0) == (*word == "if"))
        .find(|(_, others)| others.split('|').any(|other| other == bare))
        .map(|(word, _)| *word)
}

#[cfg(test)]
mod tests;
