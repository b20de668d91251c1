//! The words of a line, and what some of them are wherever they stand.

/// Words of one line that are looked at.
pub(super) const MOST_WORDS: usize = 60;

/// The words of a text in lower case, without what stands around them.
pub(super) fn words_of(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '-' && c != ':')
        .map(|word| not_drawn_out(&word.trim_matches(['\'', '-', ':']).to_lowercase()))
        .filter(|word| !word.is_empty())
        .collect()
}

/// Letters that people draw out.
pub(super) const DRAWN_OUT: [char; 9] = ['a', 'e', 'i', 'o', 'u', 'y', 'h', 'm', 's'];

/// A word without the letters that are said three times and more: "hiii", "nooo".
pub(super) fn not_drawn_out(word: &str) -> String {
    let characters: Vec<char> = word.chars().collect();
    let mut short = String::new();
    for run in characters.chunk_by(|one, next| one == next) {
        let drawn_out = run.len() > 2 && run.iter().all(|c| DRAWN_OUT.contains(c));
        short.extend(run.iter().take(if drawn_out { 1 } else { run.len() }));
    }
    short
}

/// Whether a sentence ends with this word.
pub(super) fn stops(word: &str) -> bool {
    word.ends_with(['.', '!', '?', '…']) && !is_number(word) && !is_abbreviation(word)
}

/// Whether a word is nothing but a face: a sentence may end with it.
pub(super) fn smiles(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c >= '\u{1F300}' || c == '\u{FE0F}')
}

/// "e.g.", which ends no sentence.
pub(super) fn is_abbreviation(word: &str) -> bool {
    let lower = word.to_lowercase();
    matches!(
        lower.trim_start_matches('('),
        "e.g." | "i.e." | "z.b." | "d.h." | "p.ex." | "p.e." | "bijv." | "vs." | "etc." | "approx."
    )
}

pub(super) fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    // 5254 is a move, and "..." stands before one of Black's.
    digits.len() <= 3 && digits.chars().all(|c| c.is_ascii_digit())
}

pub(super) fn is_you(word: &str) -> bool {
    matches!(word, "you" | "you'd" | "you've" | "you're" | "you'll")
}

/// Words with which somebody is greeted, with their name behind.
pub(super) const GREETS: [&str; 21] = [
    "hi", "hello", "hey", "dear", "hallo", "servus", "moin", "liebe", "lieber", "bonjour", "salut",
    "hola", "ciao", "olá", "hoi", "dag", "beste", "hej", "hei", "cześć", "ahoj",
];

/// Words of other orders.
pub(super) const ORDERS: [&str; 18] = [
    "draw",
    "remis",
    "resign",
    "accept",
    "decline",
    "takeback",
    "abort",
    "withdraw",
    "claim",
    "challenge",
    "nulle",
    "tablas",
    "patta",
    "empate",
    "aufgeben",
    "abandonne",
    "abandono",
    "surrender",
];

/// Whether words beside a move may put another one in its place: "By mistake: d4 was what I had in mind".
pub(super) fn revises(words: &[String]) -> bool {
    words.iter().any(|word| REVISES.contains(&word.as_str()))
}

const REVISES: [&str; 19] = [
    "mistake",
    "meant",
    "mean",
    "wrong",
    "typo",
    "error",
    "instead",
    "rather",
    "intended",
    "slipped",
    "irrtum",
    "versehen",
    "meinte",
    "falsch",
    "vertippt",
    "stattdessen",
    "erreur",
    "errore",
    "vergissing",
];

/// A draw, by its names.
pub(super) const DRAWS: [&str; 12] = [
    "draw",
    "remis",
    "remise",
    "remi",
    "nulle",
    "tablas",
    "patta",
    "empate",
    "remiza",
    "remíza",
    "döntetlen",
    "tasapeli",
];

pub(super) fn ends(line: &str) -> bool {
    line.ends_with(['.', '!', '?', ')', ':', ';', ',', '…'])
        || line.ends_with(|c: char| c >= '\u{1F300}')
}
