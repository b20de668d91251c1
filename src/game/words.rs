//! Values that are kept under words.

/// An enum whose values are kept under words, one list for both directions: a value without a word does not compile, and
/// what the one direction writes the other reads.
macro_rules! kept_under_words {
    ($(#[$of:meta])* $shown:vis enum $name:ident { $($(#[$about:meta])* $value:ident = $word:literal,)+ }) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        $shown enum $name {
            $($(#[$about])* #[serde(rename = $word)] $value,)+
        }

        impl $name {
            /// The word under which it is kept.
            $shown fn word(self) -> &'static str {
                match self {
                    $($name::$value => $word,)+
                }
            }

            /// What is kept under this word.
            $shown fn from_word(word: &str) -> Option<$name> {
                match word {
                    $($word => Some($name::$value),)+
                    _ => None,
                }
            }
        }
    };
}

pub(crate) use kept_under_words;
