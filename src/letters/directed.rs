//! What the director of a tournament orders, as we spell it.

use super::{Extent, Somebody};
use crate::game::Result;
use serde::{Serialize, Serializer};
use std::fmt;

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
    /// Somebody is withdrawn.
    Withdraw(Somebody, Extent),
    /// The game of this number is over, with this result.
    Award(i64, Result, Extent),
    /// Something that is not whole, by its word.
    Unread(&'static str),
}

impl fmt::Display for Directed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Directed::Open => f.write_str("open"),
            Directed::Close => f.write_str("close"),
            Directed::Begin => f.write_str("begin"),
            Directed::Announce(words) => write!(f, "announce {words}"),
            Directed::Withdraw(player, reason) => {
                write!(f, "withdraw {player}, with a reason: {reason}")
            }
            Directed::Award(game, result, reason) => {
                write!(
                    f,
                    "award game {game} {}, with a reason: {reason}",
                    result.token()
                )
            }
            Directed::Unread(word) => f.write_str(word),
        }
    }
}

/// In a template it is its words.
impl Serialize for Directed {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
