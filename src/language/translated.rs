//! Orders in French, Spanish, Dutch and Italian, beside the English ones: a table each. A player may write them whatever the
//! language of their letters is.
//!
//! A row has the English order and how it is written. Nearly all are words alone on a line; behind those with an ellipsis stands
//! one word more: whom one challenges, what a tournament is called, or what language one wants, whose names follow an ellipsis. All else is written in English, as the letters in these
//! languages say it.

use super::tournament::is_name;
use crate::chess::Letters;
use std::collections::HashMap;
use std::sync::LazyLock;

const TABLES: [(Letters, &str); 4] = [
    (Letters::French, include_str!("translated/french.txt")),
    (Letters::Spanish, include_str!("translated/spanish.txt")),
    (Letters::Dutch, include_str!("translated/dutch.txt")),
    (Letters::Italian, include_str!("translated/italian.txt")),
];

/// One way to write an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) language: Letters,
    /// In lower case, as the tables of English orders have it.
    pub(super) english: &'static str,
    /// In lower case.
    pub(super) spelling: &'static str,
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let lines = TABLES
        .iter()
        .flat_map(|(language, text)| text.lines().map(move |line| (*language, line)));
    lines
        .filter(|(_, line)| !line.starts_with('#'))
        .filter_map(|(language, line)| {
            let (english, spellings) = line.split_once(" = ")?;
            Some(spellings.split('|').map(move |spelling| Row {
                language,
                english,
                spelling,
            }))
        })
        .flatten()
        .collect()
});

/// What stands in an order's place where another word goes with it.
const ONE_MORE: &str = " …";

/// What stands before the name of a language.
const LANGUAGE: &str = "… ";

/// Orders in words alone.
pub(super) fn phrases() -> impl Iterator<Item = &'static Row> {
    let is_part = |row: &Row| row.english.ends_with(ONE_MORE) || row.english.starts_with(LANGUAGE);
    ROWS.iter().filter(move |row| !is_part(row))
}

/// The English name of a language that is called so, in lower case.
fn language_called(word: &str) -> Option<String> {
    let own = || {
        word.parse::<Letters>()
            .ok()
            .map(|it| it.name().to_lowercase())
    };
    let lower = word.to_lowercase();
    let mut rows = ROWS.iter().filter(|row| row.spelling == lower);
    own().or_else(|| {
        rows.find_map(|row| row.english.strip_prefix(LANGUAGE))
            .map(str::to_owned)
    })
}

/// Beginnings behind which a word stands, and their English ones. Asked of every line, so they are apart.
static HEADS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let rows = ROWS.iter();
    rows.filter_map(|row| Some((row.spelling, row.english.strip_suffix(ONE_MORE)?)))
        .collect()
});

/// The English order of which this line is one of ours, where a word of its writer's stands behind it: "défier Bob".
pub(super) fn in_english(plain: &str) -> Option<String> {
    let line = plain.trim_end_matches(['.', '!', ' ']);
    let (head, word) = line.rsplit_once([' ', ':'])?;
    let head = head.trim_end_matches([' ', ':']);
    let is_head = |(spelling, _): &&(&str, &str)| {
        spelling.len() == head.len() && *spelling == head.to_lowercase()
    };
    let (_, english) = *HEADS.iter().find(is_head)?;
    let is_address = word.contains('@');
    match english {
        "language" => language_called(word).map(|language| format!("language {language}")),
        // Whom one invites to dinner has a name as well.
        "invite" => is_address.then(|| format!("challenge {word}")),
        "sign up" | "withdraw from" | "table" => {
            let name = word.to_lowercase();
            is_name(&name).then(|| format!("{english} {name}"))
        }
        english => (is_address || word.starts_with(char::is_uppercase))
            .then(|| format!("{english} {word}")),
    }
}

/// Spellings that are orders in Portuguese as well, which no letter of ours is written in.
const ALSO_PORTUGUESE: [&str; 4] = ["abandono", "abandonar", "partidas", "ajustes"];

/// The language of each spelling that is an order in no other one.
static LANGUAGES: LazyLock<HashMap<&str, Option<Letters>>> = LazyLock::new(|| {
    let mut languages = HashMap::new();
    for row in phrases() {
        let known = languages.entry(row.spelling).or_insert(Some(row.language));
        *known = known.filter(|language| *language == row.language);
    }
    for spelling in ALSO_PORTUGUESE {
        languages.insert(spelling, None);
    }
    languages
});

/// The language of which a line is an order, and of no other one: `joined` is the line in lower case without its punctuation.
pub(super) fn language_of(joined: &str) -> Option<Letters> {
    LANGUAGES.get(joined).copied().flatten()
}

#[cfg(test)]
mod tests;
