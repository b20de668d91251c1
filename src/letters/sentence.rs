//! Sentences, and parts of such, that the program makes itself: data, which each language says in its own way.
//!
//! The English text is at the same time the name by which another language finds its own text, so that who reads the code reads
//! what a player reads. It is a small template: `{{ name }}` stands for a value, and a filter of the catalogue chooses between
//! forms by a number, `{{ days|count("day", "days") }}`. What the text inserts is never a word whose form hangs on the sentence
//! around it: where German would need a case or a gender, each form is a sentence of its own.

use super::Language;
use crate::game::GameNumber;
use minijinja::value::{Object, ObjectRepr, Value};
use serde::{Serialize, Serializer};
use shakmaty::Square;
use std::fmt;
use std::sync::Arc;

/// A sentence, or a part of one, in no language yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// Words of ours; made by `sentence!`, so that a test finds all of them.
    Words {
        /// In English.
        text: &'static str,
        /// What stands in them, by its name.
        values: Vec<(&'static str, Inserted)>,
    },
    /// What is the same in every language: a name, a move, what somebody wrote.
    Plain(String),
}

/// What stands in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// A number, which can choose a form.
    Number(i64),
    /// What is the same in every language.
    Text(String),
    /// What each language says in its own way.
    Sentence(Sentence),
}

/// What has words for players.
pub trait InWords {
    /// Its words.
    fn in_words(&self) -> Sentence;
}

/// A sentence with named values: `sentence!("seek {{ seek }} is your own", seek)`, `sentence!("{{ a }}", a = one + 1)`.
macro_rules! sentence {
    ($text:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::letters::Sentence::Words {
            text: $text,
            values: vec![
                $((
                    stringify!($name),
                    $crate::letters::Inserted::from($crate::letters::sentence::value_of!($name $($value)?)),
                )),*
            ],
        }
    };
}

/// The value of a name in a sentence: its own, or that of the variable which is called so.
macro_rules! value_of {
    ($name:ident) => {
        $name
    };
    ($name:ident $value:expr) => {
        $value
    };
}

/// What has words says them in English where the program speaks to its administrator, and in a letter in the reader's language.
macro_rules! says_its_words {
    ($($type:ty),* $(,)?) => {
        $(
            impl std::fmt::Display for $type {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    $crate::letters::InWords::in_words(self).fmt(f)
                }
            }

            impl serde::Serialize for $type {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
                    $crate::letters::InWords::in_words(self).serialize(serializer)
                }
            }
        )*
    };
}

pub(crate) use {says_its_words, sentence, value_of};

impl Sentence {
    /// Nothing, in every language.
    pub fn nothing() -> Sentence {
        Sentence::Plain(String::new())
    }

    /// Whether nothing is said.
    pub fn is_nothing(&self) -> bool {
        match self {
            Sentence::Plain(text) => text.is_empty(),
            Sentence::Words { text, .. } => text.is_empty(),
        }
    }

    /// "a", "a and b", "a, b and c"; nothing for nothing.
    pub fn all_of(items: impl IntoIterator<Item = impl Into<Sentence>>) -> Sentence {
        listed(items, |first, last| {
            sentence!("{{ first }} and {{ last }}", first, last)
        })
    }

    /// "a", "a or b", "a, b or c"; nothing for nothing.
    pub fn any_of(items: impl IntoIterator<Item = impl Into<Sentence>>) -> Sentence {
        listed(items, |first, last| {
            sentence!("{{ first }} or {{ last }}", first, last)
        })
    }

    /// All of them, parted by this, which means the same in every language.
    pub fn joined(
        items: impl IntoIterator<Item = impl Into<Sentence>>,
        separator: &str,
    ) -> Sentence {
        let mut items = items.into_iter().map(Into::into);
        let Some(first) = items.next() else {
            return Sentence::nothing();
        };
        items.fold(first, |first, next| {
            sentence!(
                "{{ first }}{{ separator }}{{ next }}",
                first,
                separator,
                next
            )
        })
    }
}

/// The last two are joined so, all others by commas.
fn listed(
    items: impl IntoIterator<Item = impl Into<Sentence>>,
    join: impl FnOnce(Sentence, Sentence) -> Sentence,
) -> Sentence {
    let mut items: Vec<Sentence> = items.into_iter().map(Into::into).collect();
    match items.pop() {
        None => Sentence::nothing(),
        Some(last) if items.is_empty() => last,
        Some(last) => join(Sentence::joined(items, ", "), last),
    }
}

/// In English: for the log, for the command line, and for what is kept.
impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Language::English.say(self))
    }
}

/// To a template it is an object, until the letter has a language: `Language::put_into_words`.
impl Serialize for Sentence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Sentence::Words { .. } => Value::from_object(self.clone()).serialize(serializer),
            Sentence::Plain(text) => serializer.serialize_str(text),
        }
    }
}

impl Object for Sentence {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<String> for Sentence {
    fn from(text: String) -> Sentence {
        Sentence::Plain(text)
    }
}

impl From<&String> for Sentence {
    fn from(text: &String) -> Sentence {
        Sentence::Plain(text.clone())
    }
}

impl From<&str> for Sentence {
    fn from(text: &str) -> Sentence {
        Sentence::Plain(text.to_owned())
    }
}

impl From<Sentence> for Inserted {
    fn from(sentence: Sentence) -> Inserted {
        Inserted::Sentence(sentence)
    }
}

impl<T: InWords + ?Sized> From<&T> for Inserted {
    fn from(value: &T) -> Inserted {
        Inserted::Sentence(value.in_words())
    }
}

impl InWords for Sentence {
    fn in_words(&self) -> Sentence {
        self.clone()
    }
}

impl<T: InWords + ?Sized> InWords for &T {
    fn in_words(&self) -> Sentence {
        (**self).in_words()
    }
}

impl InWords for GameNumber {
    fn in_words(&self) -> Sentence {
        Sentence::Plain(self.to_string())
    }
}

impl InWords for Square {
    fn in_words(&self) -> Sentence {
        Sentence::Plain(self.to_string())
    }
}

impl InWords for String {
    fn in_words(&self) -> Sentence {
        Sentence::from(self)
    }
}

impl InWords for str {
    fn in_words(&self) -> Sentence {
        Sentence::from(self)
    }
}

impl From<String> for Inserted {
    fn from(text: String) -> Inserted {
        Inserted::Text(text)
    }
}

/// Numbers of every width that code counts in.
macro_rules! numbers {
    ($($number:ty),*) => {
        $(
            impl From<$number> for Inserted {
                fn from(number: $number) -> Inserted {
                    // What is larger than that is counted by nobody.
                    Inserted::Number(i64::try_from(number).unwrap_or(i64::MAX))
                }
            }

            impl From<&$number> for Inserted {
                fn from(number: &$number) -> Inserted {
                    Inserted::from(*number)
                }
            }
        )*
    };
}

numbers!(u8, u16, u32, u64, usize, i32, i64);

/// Tests say in English what they expect.
#[cfg(test)]
impl PartialEq<str> for Sentence {
    fn eq(&self, english: &str) -> bool {
        Language::English.say(self) == english
    }
}

#[cfg(test)]
impl PartialEq<&str> for Sentence {
    fn eq(&self, english: &&str) -> bool {
        Language::English.say(self) == *english
    }
}

#[cfg(test)]
mod tests;
