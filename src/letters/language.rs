//! The languages in which letters are written.

use crate::chess::Letters;

/// The language of a player's letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// That of the texts from which all others are made.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// All of them.
    pub const ALL: &[Language] = &[Language::English, Language::German];

    /// Its code (ISO 639-1), which is the name of the folder of its texts, and the word under which it is kept.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// Its name in English.
    pub fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "German",
        }
    }

    /// The language that a player calls so: by its code, in English or in a language that we write. In lower case.
    pub fn named(word: &str) -> Option<Language> {
        match word {
            "english" | "englisch" => Some(Language::English),
            "german" | "deutsch" => Some(Language::German),
            code => Language::from_code(code),
        }
    }

    /// The language of those who call the pieces so, if we write it.
    pub fn of_letters(letters: Letters) -> Option<Language> {
        Language::from_code(letters.code())
    }

    /// The language of this code.
    pub fn from_code(code: &str) -> Option<Language> {
        Language::ALL
            .iter()
            .copied()
            .find(|language| language.code() == code)
    }
}
