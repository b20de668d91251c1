//! Why something is not watched.

use crate::letters::{InWords, Sentence, sentence};

/// Why somebody does not watch a tournament or a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoWatching {
    /// No tournament is called so; it may be a player.
    NoSuch {
        /// Those that can be watched.
        others: Vec<String>,
    },
    /// The games of the tournament are published never.
    NotPublished {
        /// Those that can be watched.
        others: Vec<String>,
    },
    /// No game of that number goes on that they may watch.
    NoGame,
    /// They play it.
    OwnGame,
    /// They watch it already.
    Twice,
    /// They watch enough.
    TooMany {
        /// So much can be watched.
        most: usize,
    },
    /// They do not watch it.
    NotWatched,
}

impl InWords for NoWatching {
    fn in_words(&self) -> Sentence {
        match self {
            NoWatching::NoSuch { others } if others.is_empty() => sentence!(
                "no tournament is called so, and there is none that you could watch at the moment; what is watched is a tournament or \
                 a game by its number, and never all that a player plays"
            ),
            NoWatching::NoSuch { others } => sentence!(
                "no tournament is called so; you can watch {{ others }}, or a game by its number, and never all that a player plays",
                others = Sentence::any_of(others)
            ),
            NoWatching::NotPublished { others } if others.is_empty() => sentence!(
                "its players have signed up to games that nobody else reads, and there is no other tournament that you could watch \
                 at the moment; \"table\" and its name shows how it stands"
            ),
            NoWatching::NotPublished { others } => sentence!(
                "its players have signed up to games that nobody else reads; \"table\" and its name shows how it stands, and you \
                 can watch {{ others }}",
                others = Sentence::any_of(others)
            ),
            NoWatching::NoGame => sentence!(
                "no game of that number goes on that you may watch: it takes a game whose two players both have \"public on\", or \
                 one of a tournament whose games everybody may read in the end"
            ),
            NoWatching::OwnGame => sentence!("you play it yourself"),
            NoWatching::Twice => {
                sentence!("you watch it already; \"watching\" lists what you watch")
            }
            NoWatching::TooMany { most } => sentence!(
                "you watch {{ most }} already, and nobody watches more at once; \"watching\" lists them, and \"unwatch\" with one \
                 of them makes room",
                most
            ),
            NoWatching::NotWatched => {
                sentence!("you do not watch it; \"watching\" lists what you watch")
            }
        }
    }
}
