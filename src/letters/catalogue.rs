//! What each language says for the sentences of the program, [`Sentence`]: its catalogue, `templates/CODE/sentences.toml`.

use super::words::of_word;
use super::{Inserted, Language, Sentence};
use minijinja::value::{Value, ValueKind};
use minijinja::{AutoEscape, Environment, Error, UndefinedBehavior};
use serde::Deserialize;
use std::sync::OnceLock;

/// A file of sentences.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    sentence: Vec<Entry>,
}

/// One sentence in two languages.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// As it stands in the code.
    en: String,
    /// As the language says it.
    text: String,
}

/// The sentences of one language. A text is found under the English one; what is not there is said in English. Each is compiled
/// once: a letter has dozens.
struct Catalogue {
    environment: Environment<'static>,
}

impl Language {
    /// What its file of sentences holds; English needs none.
    fn file(self) -> &'static str {
        match self {
            Language::English => "",
            Language::German => include_str!("../../templates/de/sentences.toml"),
            Language::French => include_str!("../../templates/fr/sentences.toml"),
            Language::Spanish => include_str!("../../templates/es/sentences.toml"),
            Language::Dutch => include_str!("../../templates/nl/sentences.toml"),
            Language::Italian => include_str!("../../templates/it/sentences.toml"),
        }
    }

    /// Its texts by the English ones, in the order of its file.
    ///
    /// # Errors
    ///
    /// When the file cannot be read; a test reads each.
    pub fn sentences(self) -> Result<Vec<(String, String)>, toml::de::Error> {
        let file: File = toml::from_str(self.file())?;
        let texts = file.sentence.into_iter();
        Ok(texts.map(|entry| (entry.en, entry.text)).collect())
    }

    fn catalogue(self) -> &'static Catalogue {
        // A file is read when something is said in its language for the first time.
        static ENGLISH: OnceLock<Catalogue> = OnceLock::new();
        static GERMAN: OnceLock<Catalogue> = OnceLock::new();
        static FRENCH: OnceLock<Catalogue> = OnceLock::new();
        static SPANISH: OnceLock<Catalogue> = OnceLock::new();
        static DUTCH: OnceLock<Catalogue> = OnceLock::new();
        static ITALIAN: OnceLock<Catalogue> = OnceLock::new();
        let kept = match self {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
            Language::French => &FRENCH,
            Language::Spanish => &SPANISH,
            Language::Dutch => &DUTCH,
            Language::Italian => &ITALIAN,
        };
        kept.get_or_init(|| Catalogue::of(self))
    }

    /// A sentence in this language.
    pub fn say(self, sentence: &Sentence) -> String {
        match sentence {
            Sentence::Plain(text) => text.clone(),
            Sentence::Words { text, values } => {
                let values = values
                    .iter()
                    .map(|(name, value)| (*name, self.value(value)));
                let values = Value::from_pairs(values);
                // A test says each sentence of the code.
                let said = self.catalogue().said(text, &values);
                said.or_else(|_| Language::English.catalogue().said(text, &values))
                    .unwrap_or_else(|_| (*text).to_owned())
            }
        }
    }

    fn value(self, inserted: &Inserted) -> Value {
        match inserted {
            Inserted::Number(number) => Value::from(*number),
            Inserted::Text(text) => Value::from(text.as_str()),
            Inserted::Sentence(sentence) => Value::from(self.say(sentence)),
        }
    }

    /// What a template sees, with its sentences as text in this language: whatever a template does with text it can do with them.
    pub(super) fn put_into_words(self, value: &Value) -> Value {
        if let Some(sentence) = value.downcast_object_ref::<Sentence>() {
            return Value::from(self.say(sentence));
        }
        let each = |value: &Value| value.try_iter().into_iter().flatten();
        match value.kind() {
            ValueKind::Map => Value::from_pairs(each(value).map(|key| {
                let inner = value.get_item(&key).unwrap_or_default();
                (key, self.put_into_words(&inner))
            })),
            ValueKind::Seq => each(value)
                .map(|inner| self.put_into_words(&inner))
                .collect(),
            _ => value.clone(),
        }
    }

    /// Which of a word's forms goes with a number (the plural rules of CLDR, each form once).
    fn form(self, number: i64) -> Form {
        let one = match self {
            // "0 coup", "1 coup", "2 coups"
            Language::French => matches!(number, 0 | 1),
            Language::English
            | Language::German
            | Language::Spanish
            | Language::Dutch
            | Language::Italian => number == 1,
        };
        if one { Form::One } else { Form::Other }
    }
}

/// The forms that a number chooses from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// "1 move"
    One,
    /// "2 moves"
    Other,
}

impl Catalogue {
    fn of(language: Language) -> Catalogue {
        let mut environment = environment(language);
        // A test reads each file and each of its texts; what could not be read would be said in English.
        for (english, text) in language.sentences().unwrap_or_default() {
            let _ = environment.add_template_owned(english, text);
        }
        Catalogue { environment }
    }

    fn said(&self, english: &str, values: &Value) -> Result<String, Error> {
        self.environment.get_template(english)?.render(values)
    }
}

/// Where the texts of sentences are read: with the filters of their language, and without change of what they insert, which
/// the letter makes harmless as a whole.
fn environment(language: Language) -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    // The name of a sentence is its English text.
    environment.set_loader(|english| Ok(Some(english.to_owned())));
    add_filters(&mut environment, language);
    environment
}

/// The filters that are the same in sentences and in templates of letters.
pub(super) fn add_filters(environment: &mut Environment<'static>, language: Language) {
    environment.add_filter("in_words", move |word: String| {
        language.say(&of_word(&word))
    });
    environment.add_filter(
        "count",
        move |number: i64, one: String, other: String| match language.form(number) {
            Form::One => one,
            Form::Other => other,
        },
    );
}

#[cfg(test)]
mod tests;
