//! Why words to the directors of a tournament go to nobody.

use crate::letters::{InWords, Sentence, sentence};

/// Why words to the directors of a tournament are not passed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoDirector {
    /// It names no tournament, and several can be meant.
    Several {
        /// Those in which their writer takes part.
        names: Vec<String>,
    },
    /// It names no tournament, and none can be meant.
    NoneMeant,
    /// It says nothing.
    NoWords {
        /// The tournament, where one is named.
        name: Option<String>,
    },
    /// Nobody directs it but whoever writes.
    Yourself {
        /// The tournament.
        name: String,
    },
    /// Nobody is written to who directs it.
    Unreachable {
        /// Whom to ask, where there is somebody.
        contact: Option<String>,
    },
    /// They have written often enough today.
    Enough,
}

impl InWords for NoDirector {
    fn in_words(&self) -> Sentence {
        match self {
            NoDirector::Several { names } => sentence!(
                "you take part in several tournaments; write \"director\", one of {{ names }}, a colon, and the words",
                names = Sentence::any_of(names)
            ),
            NoDirector::NoneMeant => sentence!(
                "you take part in no tournament that is open or goes on; of another one write its name behind \"director\", \
                 before the colon"
            ),
            NoDirector::NoWords { name: Some(name) } => sentence!(
                "it says nothing to them; write \"director {{ name }}:\" and the words behind it or below it",
                name
            ),
            NoDirector::NoWords { name: None } => sentence!(
                "it says nothing to them; write \"director:\" and the words behind it or below it"
            ),
            NoDirector::Yourself { name } => sentence!(
                "you direct it, and nobody else does; \"event {{ name }} announce\" and words tells all who take part",
                name
            ),
            NoDirector::Unreachable {
                contact: Some(contact),
            } => sentence!(
                "nobody who directs it can be written to from here at the moment; please ask the administrator of this server, \
                 {{ contact }}",
                contact
            ),
            NoDirector::Unreachable { contact: None } => sentence!(
                "nobody who directs it can be written to from here at the moment; please ask the administrator of this server"
            ),
            NoDirector::Enough => sentence!(
                "you have written to directors as often today as one may on a day; write it again tomorrow"
            ),
        }
    }
}
