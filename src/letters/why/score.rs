//! Scores and games in PGN that play no move.

use crate::game::Difference;
use crate::letters::{InWords, Sentence, sentence};

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

impl InWords for NoScore {
    fn in_words(&self) -> Sentence {
        match self {
            NoScore::NotTheirs => sentence!("it is about no game of yours"),
            NoScore::TooLong { kib } => sentence!(
                "the game in it takes more than {{ kib }} KiB; send it in answer to a mail of the game, without comments \
                 and variations",
                kib
            ),
            NoScore::Unreadable(fault) => {
                sentence!("the game in it cannot be read: {{ fault }}", fault)
            }
            NoScore::Several => sentence!("the games in it go on with different moves"),
            NoScore::None => sentence!("there is no game in it"),
            NoScore::UpToNow(Ends::Drawn) => sentence!(
                "it is the game up to now, and no new move stands behind it; to agree to a draw write \"accept draw\""
            ),
            NoScore::UpToNow(Ends::Won) => sentence!(
                "it is the game up to now, and no new move stands behind it; to give the game up write \"resign\""
            ),
            NoScore::UpToNow(Ends::Open) => {
                sentence!("it is the game up to now, and no new move stands behind it")
            }
            NoScore::Differs(Difference {
                ply,
                written,
                played,
            }) => match ply {
                None => {
                    sentence!("it is another game: it begins in another position than this one")
                }
                Some(0) => sentence!(
                    "it is another game: it begins with {{ written }}, and this one with {{ played }}",
                    written,
                    played
                ),
                Some(_) => sentence!(
                    "it is another game: it has {{ written }} where {{ played }} was played here",
                    written,
                    played
                ),
            },
        }
    }
}
