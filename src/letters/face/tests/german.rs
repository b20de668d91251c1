//! A German letter has no English sentence in any of its forms.

use super::*;
use crate::letters::Language;

/// Words that stand in nearly each English sentence and in no German one.
const ENGLISH: [&str; 8] = ["the", "your", "you", "is", "and", "of", "game", "move"];

/// What is the same in every language: orders as the help spells them, and what somebody wrote.
const THEIRS: &[&str] = &[
    "a move",
    "drop held move",
    "game 42 Nf3",
    "game 42 resign",
    "leave the server",
    "no move longer than",
    "to the second",
    "unused time is lost",
    "triple block with a bank of",
    "Good game so far! I had a look at the old books, and nobody seems to have tried this before us",
    "both are on the road",
    "the main line",
    "the wrong game was meant",
    // What was named in a question is kept in the language of who was asked, in the samples in English.
    "in game 42",
    "the words below",
];

/// Whether a letter says faults of files or of positions, which are said in English so far.
fn says_faults(occasion: &Occasion) -> bool {
    matches!(
        occasion,
        Occasion::Board { .. }
            | Occasion::Entered { .. }
            | Occasion::NoStart { .. }
            | Occasion::NoStartPosition { .. }
            | Occasion::PositionDiffers { .. }
    )
}

#[test]
fn no_german_letter_has_an_english_sentence() {
    let templates = templates();
    let mut found = BTreeSet::new();
    for format in [Format::Board, Format::Text, Format::Words] {
        let preferences = Preferences {
            language: Language::German,
            links: Links::Moves,
            ..Preferences::usual(format)
        };
        for occasion in samples() {
            let name = occasion.kind().name;
            if says_faults(&occasion) {
                continue;
            }
            let letter = letter(occasion);
            let text = templates
                .render_as(&letter, &preferences, "penpawn.example.org")
                .unwrap();
            let html = text.face.map(|face| words_of(&face.html).join(" "));
            let said = text.body.replace("\n\n", "\u{b6}").replace('\n', " ");
            let said = said.split('\u{b6}').map(str::to_owned).chain(html);
            for part in said {
                found.extend(english_in(&part).map(|around| format!("{name}: {around}")));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The first English word outside quotation marks, with what stands around it.
fn english_in(part: &str) -> Option<String> {
    let mut part = part.split_whitespace().collect::<Vec<_>>().join(" ");
    for theirs in THEIRS {
        part = part.replace(theirs, "");
    }
    let ours: Vec<&str> = part.split('"').step_by(2).collect();
    let words: Vec<&str> = ours
        .iter()
        .flat_map(|words| words.split_whitespace())
        .collect();
    let at = words.iter().position(|word| {
        let word = word.trim_matches(|sign: char| sign.is_ascii_punctuation());
        ENGLISH.contains(&word)
    })?;
    let around = words.get(at.saturating_sub(6)..(at + 7).min(words.len()));
    around.map(|words| words.join(" "))
}
