//! What a director does not decide.

use crate::language::Missing;
use crate::tournaments::Obstacle;
use std::fmt;

/// Why what the director of a tournament orders is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoDirecting {
    /// Its writer does not direct it.
    NotDirector,
    /// It does not say all that it must.
    Unread {
        /// The tournament.
        name: String,
        /// What is not said.
        missing: Missing,
    },
    /// It is open already.
    OpenAlready,
    /// It is closed already.
    ClosedAlready,
    /// Nobody could sign up for it until now.
    NotOpenYet {
        /// The tournament.
        name: String,
    },
    /// It has begun.
    Begun,
    /// It has not begun.
    NotBegun,
    /// All its games are over.
    Over,
    /// It was given up.
    Cancelled,
    /// Too few could play.
    TooFew {
        /// So many could.
        there: usize,
        /// So many are needed.
        needed: usize,
    },
    /// Nobody takes part, who could be told.
    NobodyTold,
    /// The player does not take part in it.
    NotIn {
        /// The tournament.
        name: String,
    },
    /// The player has left it.
    Left,
    /// They would withdraw themselves.
    Yourself {
        /// The tournament.
        name: String,
    },
    /// It is a game of the director's own, or their opponent in one that goes on.
    OwnGame {
        /// Whom to ask, where there is somebody.
        contact: Option<String>,
    },
    /// The game does not belong to it.
    OtherGame,
    /// The game is over.
    GameOver,
    /// The words are too many.
    TooLong {
        /// So many characters they have.
        length: usize,
        /// So many they may have.
        longest: usize,
    },
    /// It is done once it was confirmed.
    ToBeConfirmed,
}

impl NoDirecting {
    /// What stands against it in the tournament of this name, as it is.
    pub fn of(obstacle: Obstacle, name: String) -> NoDirecting {
        match obstacle {
            Obstacle::OpenAlready => NoDirecting::OpenAlready,
            Obstacle::ClosedAlready => NoDirecting::ClosedAlready,
            Obstacle::NotOpenYet => NoDirecting::NotOpenYet { name },
            Obstacle::Begun => NoDirecting::Begun,
            Obstacle::NotBegun => NoDirecting::NotBegun,
            Obstacle::Over => NoDirecting::Over,
            Obstacle::Cancelled => NoDirecting::Cancelled,
        }
    }
}

impl fmt::Display for NoDirecting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoDirecting::NotDirector => {
                f.write_str("you do not direct it: only its directors and the administrator of this server decide that")
            }
            NoDirecting::Unread { name, missing } => missing_in_words(f, name, *missing),
            NoDirecting::OpenAlready => f.write_str("players can sign up for it already"),
            NoDirecting::ClosedAlready => f.write_str("nobody can sign up for it as it is"),
            NoDirecting::NotOpenYet { name } => write!(
                f,
                "nobody could sign up for it yet; \"event {name} open\" lets players do so"
            ),
            NoDirecting::Begun => f.write_str("it has begun"),
            NoDirecting::NotBegun => f.write_str("it has not begun, and has no games"),
            NoDirecting::Over => f.write_str("all its games are over"),
            NoDirecting::Cancelled => f.write_str("it was cancelled"),
            NoDirecting::TooFew { there, needed } => write!(
                f,
                "{there} of those who have signed up could play, and {needed} are needed"
            ),
            NoDirecting::NobodyTold => f.write_str("nobody takes part in it, and nobody would be told"),
            NoDirecting::NotIn { name } => write!(
                f,
                "nobody of that name takes part in it; \"table {name}\" shows who does"
            ),
            NoDirecting::Left => f.write_str("they have left it before"),
            NoDirecting::Yourself { name } => write!(
                f,
                "that is you; to take part no more, write \"withdraw from {name}\""
            ),
            NoDirecting::OwnGame { contact } => {
                f.write_str("nobody decides about a game of their own, or about an opponent with whom they play; ")?;
                match contact {
                    Some(contact) => write!(f, "please ask the administrator of this server, {contact}"),
                    None => f.write_str("please ask the administrator of this server"),
                }
            }
            NoDirecting::OtherGame => f.write_str("no game of that number belongs to it"),
            NoDirecting::GameOver => f.write_str("that game does not go on"),
            NoDirecting::TooLong { length, longest } => write!(
                f,
                "its words have {length} characters, and more than {longest} are not sent"
            ),
            NoDirecting::ToBeConfirmed => {
                f.write_str("that is asked about first; write it in a mail of its own")
            }
        }
    }
}

fn missing_in_words(f: &mut fmt::Formatter<'_>, name: &str, missing: Missing) -> fmt::Result {
    match missing {
        Missing::Words => write!(
            f,
            "what you announce does not stand behind it or below it; write \"event {name} announce\" and the words"
        ),
        Missing::Withdrawal => write!(
            f,
            "it takes a player and a reason; write, for example, \"event {name} withdraw Bob because he has left the club\""
        ),
        Missing::Award => write!(
            f,
            "it takes the number of a game, \"1-0\", \"0-1\" or \"1/2\", and a reason; write, for example, \
             \"event {name} award 42 1-0 because Black is ill\""
        ),
    }
}
