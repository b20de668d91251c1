//! The languages in which letters are written.

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

    /// The language of this code.
    pub fn from_code(code: &str) -> Option<Language> {
        Language::ALL
            .iter()
            .copied()
            .find(|language| language.code() == code)
    }
}
