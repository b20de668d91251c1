//! What is not done in tournaments.

use crate::chess::any_of;
use std::fmt;

/// Why somebody does not sign up, does not withdraw, or is shown no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTournament {
    /// There is none of this name.
    NoSuch {
        /// Those for which one can sign up.
        open: Vec<String>,
    },
    /// It can only be meant: to sign up for this one.
    SignUpMeant {
        /// By which it is called.
        name: String,
    },
    /// The player has signed up before.
    Twice {
        /// Whether they have a seat, or wait for one.
        seated: bool,
    },
    /// Nobody signs up any more.
    Closed,
    /// It has begun.
    Begun,
    /// All its games are over.
    Finished,
    /// It was given up.
    Cancelled,
    /// Our letters do not go to the player, so that nobody could play against them.
    NoMail,
    /// The player takes no part in it.
    NotIn,
    /// The player has withdrawn before.
    Gone,
    /// It is done once it was confirmed.
    ToBeConfirmed,
    /// A game of a tournament does not end without a result.
    NoAbort,
}

impl fmt::Display for NoTournament {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoTournament::NoSuch { open } if open.is_empty() => f.write_str(
                "there is no tournament of that name, and none for which you could sign up at the moment",
            ),
            NoTournament::NoSuch { open } => write!(
                f,
                "there is no tournament of that name; you can sign up for {}; write \"tournaments\" for what each is",
                any_of(open)
            ),
            NoTournament::SignUpMeant { name } => write!(
                f,
                "to take part in the tournament of that name you write \"sign up {name}\""
            ),
            NoTournament::Twice { seated: true } => f.write_str("you have signed up before, and have a seat"),
            NoTournament::Twice { seated: false } => {
                f.write_str("you have signed up before, and wait for a seat")
            }
            NoTournament::Closed => f.write_str("nobody can sign up for it any more; it begins soon"),
            NoTournament::Begun => f.write_str("it has begun, and nobody can sign up for it any more"),
            NoTournament::Finished => f.write_str("it is over"),
            NoTournament::Cancelled => f.write_str("it was cancelled"),
            NoTournament::NoMail => f.write_str(
                "you have asked us to send you no mail, and nobody could play against you; write \"start\" first, and then \
                 this again",
            ),
            NoTournament::NotIn => f.write_str("you do not take part in it"),
            NoTournament::Gone => f.write_str("you have withdrawn from it before"),
            NoTournament::ToBeConfirmed => {
                f.write_str("that is asked about first; write it in a mail of its own")
            }
            NoTournament::NoAbort => f.write_str(
                "it belongs to a tournament, and such a game does not end without a result; you can offer a draw",
            ),
        }
    }
}
