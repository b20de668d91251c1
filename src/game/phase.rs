//! Where a game stands between challenge and result.

use super::Ending;
use super::words::kept_under_words;

/// Where a game stands between challenge and result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Challenged, not answered.
    Offered,
    /// The challenge was declined; there is no game.
    Declined,
    /// The challenge was withdrawn; there is no game.
    Withdrawn,
    /// The game goes on.
    Playing,
    /// The game has ended.
    Over(Ending),
}

kept_under_words! {
    /// Where a game stands, but for how it ended.
    enum Standing {
        Offered = "offered",
        Declined = "declined",
        Withdrawn = "withdrawn",
        Playing = "playing",
        Over = "over",
    }
}

impl Phase {
    /// The word under which it is kept; how the game ended is kept beside it.
    pub fn word(self) -> &'static str {
        match self {
            Phase::Offered => Standing::Offered,
            Phase::Declined => Standing::Declined,
            Phase::Withdrawn => Standing::Withdrawn,
            Phase::Playing => Standing::Playing,
            Phase::Over(_) => Standing::Over,
        }
        .word()
    }

    /// How the game ended.
    pub fn ending(self) -> Option<Ending> {
        match self {
            Phase::Over(ending) => Some(ending),
            Phase::Offered | Phase::Declined | Phase::Withdrawn | Phase::Playing => None,
        }
    }

    /// The phase with this word and this ending, if there can be one.
    pub fn recorded(word: &str, ending: Option<Ending>) -> Option<Phase> {
        match (Standing::from_word(word)?, ending) {
            (Standing::Offered, None) => Some(Phase::Offered),
            (Standing::Declined, None) => Some(Phase::Declined),
            (Standing::Withdrawn, None) => Some(Phase::Withdrawn),
            (Standing::Playing, None) => Some(Phase::Playing),
            (Standing::Over, Some(ending)) => Some(Phase::Over(ending)),
            (Standing::Over, None)
            | (
                Standing::Offered | Standing::Declined | Standing::Withdrawn | Standing::Playing,
                Some(_),
            ) => None,
        }
    }
}
