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
    /// French.
    French,
    /// Spanish.
    Spanish,
    /// Dutch.
    Dutch,
    /// Italian.
    Italian,
}

impl Language {
    /// All of them.
    pub const ALL: &[Language] = &[
        Language::English,
        Language::German,
        Language::French,
        Language::Spanish,
        Language::Dutch,
        Language::Italian,
    ];

    /// Its code (ISO 639-1), which is the name of the folder of its texts, and the word under which it is kept.
    pub fn code(self) -> &'static str {
        self.letters().code()
    }

    /// Its name in English.
    pub fn name(self) -> &'static str {
        self.letters().name()
    }

    /// The language that a player calls so: by its code, in English, or as those who speak it do. In lower case.
    pub fn named(word: &str) -> Option<Language> {
        word.parse().ok().and_then(Language::of_letters)
    }

    /// The letters of pieces of those who speak it.
    pub fn letters(self) -> Letters {
        match self {
            Language::English => Letters::English,
            Language::German => Letters::German,
            Language::French => Letters::French,
            Language::Spanish => Letters::Spanish,
            Language::Dutch => Letters::Dutch,
            Language::Italian => Letters::Italian,
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
