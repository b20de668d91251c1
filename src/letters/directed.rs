//! What the director of a tournament orders, as we spell it.

use super::{Extent, InWords, Sentence, Somebody, says_its_words, sentence};
use crate::game::Result;

/// What the director of a tournament orders. Words are not shown: anybody may have written them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Directed {
    /// Players may sign up.
    Open,
    /// Nobody may any more.
    Close,
    /// It begins.
    Begin,
    /// All are told something.
    Announce(Extent),
    /// Somebody is told something.
    Tell(Somebody, Extent),
    /// Somebody is withdrawn.
    Withdraw(Somebody, Extent),
    /// Somebody's place is taken by somebody, and perhaps a reason is given.
    Substitute(Somebody, Somebody, Option<Extent>),
    /// Who plays for a team of this name, if it has one, by board.
    Team(Option<String>, Vec<Somebody>),
    /// A game is over, with this result.
    Award {
        /// Its number.
        game: i64,
        /// Who plays it, White first, where it is one of the tournament.
        players: Option<[Somebody; 2]>,
        /// How it ends.
        result: Result,
        /// Why, without its words.
        reason: Extent,
    },
    /// Something that is not whole, by its word.
    Unread(&'static str),
}

impl InWords for Directed {
    fn in_words(&self) -> Sentence {
        match self {
            Directed::Open => Sentence::from("open"),
            Directed::Close => Sentence::from("close"),
            Directed::Begin => Sentence::from("begin"),
            Directed::Announce(words) => sentence!("announce {{ words }}", words),
            Directed::Tell(player, words) => {
                sentence!("tell {{ player }}: {{ words }}", player, words)
            }
            Directed::Withdraw(player, reason) => sentence!(
                "withdraw {{ player }}, with a reason: {{ reason }}",
                player,
                reason
            ),
            Directed::Substitute(gone, taker, None) => {
                sentence!("substitute {{ gone }} by {{ taker }}", gone, taker)
            }
            Directed::Substitute(gone, taker, Some(reason)) => sentence!(
                "substitute {{ gone }} by {{ taker }}, with a reason: {{ reason }}",
                gone,
                taker,
                reason
            ),
            Directed::Team(None, _) => Sentence::from("team"),
            Directed::Team(Some(team), players) => sentence!(
                "team {{ team }}: {{ players }}",
                team,
                players = Sentence::joined(players.iter().map(InWords::in_words), ", ")
            ),
            Directed::Award {
                game,
                players: None,
                result,
                reason,
            } => sentence!(
                "award game {{ game }} {{ result }}, with a reason: {{ reason }}",
                game,
                result = result.token(),
                reason
            ),
            Directed::Award {
                game,
                players: Some([white, black]),
                result,
                reason,
            } => sentence!(
                "award game {{ game }}, {{ white }} - {{ black }}, {{ result }}, with a reason: {{ reason }}",
                game,
                white,
                black,
                result = result.token(),
                reason
            ),
            Directed::Unread(word) => Sentence::from(*word),
        }
    }
}

says_its_words!(Directed);
