//! The texts of letters as they are built in, in each language, and those that an administrator has put in their place.

use super::Language;
use std::collections::BTreeMap;

/// One text in all languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texts {
    /// From which the others are made.
    pub english: &'static str,
    /// In German.
    pub german: &'static str,
    /// In French.
    pub french: &'static str,
    /// In Spanish.
    pub spanish: &'static str,
    /// In Dutch.
    pub dutch: &'static str,
    /// In Italian.
    pub italian: &'static str,
}

/// The texts of the template of this name: a language that lacks one does not compile.
macro_rules! texts {
    ($name:literal) => {
        $crate::letters::texts::Texts {
            english: include_str!(concat!("../../templates/en/", $name, ".txt")),
            german: include_str!(concat!("../../templates/de/", $name, ".txt")),
            french: include_str!(concat!("../../templates/fr/", $name, ".txt")),
            spanish: include_str!(concat!("../../templates/es/", $name, ".txt")),
            dutch: include_str!(concat!("../../templates/nl/", $name, ".txt")),
            italian: include_str!(concat!("../../templates/it/", $name, ".txt")),
        }
    };
}

pub(super) use texts;

impl Texts {
    /// The one in this language.
    pub fn of(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.english,
            Language::German => self.german,
            Language::French => self.french,
            Language::Spanish => self.spanish,
            Language::Dutch => self.dutch,
            Language::Italian => self.italian,
        }
    }
}

/// Templates that are parts of others.
macro_rules! parts {
    ($($name:literal)*) => {
        &[$((concat!($name, ".txt"), texts!($name)),)*]
    };
}

/// The templates that are no mails of their own, and their texts.
pub(super) const PARTS: &[(&str, Texts)] = parts![
    "_position" "_board" "_moves" "_message" "_also" "_answer" "_followed" "_prepared"
    "_begins" "_seek" "_seek_age" "_colours" "_start" "_claim" "_undone" "_reason" "_games" "_games_by_turn"
    "_absence" "_challenges" "_deadline" "_deadlines" "_held_move" "_invited" "_stopped_time"
    "_time" "_stake" "_rating" "_directors" "_tournament" "_tournament_terms" "_tournament_entry"
    "_tournament_next_round" "_annulled"
];

/// The texts of an administrator's in this language, by the names of their templates.
pub(super) fn overrides_in(
    language: Language,
    overrides: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let in_language = |(file, text): (&String, &String)| {
        let name = if language == Language::English {
            (!file.contains('/')).then_some(file.as_str())
        } else {
            let behind = file.strip_prefix(language.code());
            behind.and_then(|rest| rest.strip_prefix('/'))
        };
        name.map(|name| (name.to_owned(), text.clone()))
    };
    overrides.iter().filter_map(in_language).collect()
}

/// The file of an administrator's in which the template of this name stands.
pub(super) fn file_in(language: Language, name: &str) -> String {
    if language == Language::English {
        name.to_owned()
    } else {
        format!("{}/{name}", language.code())
    }
}

#[cfg(test)]
mod tests;
