//! Scores and games in PGN that play no move.

use crate::game::Difference;
use std::fmt;

/// Why a score, or a game in PGN, plays no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoScore {
    /// It is about no game of theirs.
    NotTheirs,
    /// It is longer than is read.
    TooLong {
        /// So much is.
        kib: usize,
    },
    /// It cannot be read; the first fault.
    Unreadable(String),
    /// It ends with the last move of the game.
    UpToNow(Ends),
    /// Several games go on differently.
    Several,
    /// There is none.
    None,
    /// It is another game.
    Differs(Difference),
}

/// How a score ends that brings no new move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// With a draw.
    Drawn,
    /// With the win of a side.
    Won,
    /// Without a result.
    Open,
}

impl fmt::Display for NoScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoScore::NotTheirs => f.write_str("it is about no game of yours"),
            NoScore::TooLong { kib } => write!(
                f,
                "the game in it takes more than {kib} KiB; send it in answer to a mail of the game, without comments \
                 and variations"
            ),
            NoScore::Unreadable(fault) => write!(f, "the game in it cannot be read: {fault}"),
            NoScore::Several => f.write_str("the games in it go on with different moves"),
            NoScore::None => f.write_str("there is no game in it"),
            NoScore::UpToNow(ends) => {
                f.write_str("it is the game up to now, and no new move stands behind it")?;
                f.write_str(match ends {
                    Ends::Drawn => "; to agree to a draw write \"accept draw\"",
                    Ends::Won => "; to give the game up write \"resign\"",
                    Ends::Open => "",
                })
            }
            NoScore::Differs(Difference {
                ply,
                written,
                played,
            }) => match ply {
                None => {
                    f.write_str("it is another game: it begins in another position than this one")
                }
                Some(0) => write!(
                    f,
                    "it is another game: it begins with {written}, and this one with {played}"
                ),
                Some(_) => write!(
                    f,
                    "it is another game: it has {written} where {played} was played here"
                ),
            },
        }
    }
}
