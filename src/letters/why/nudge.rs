//! Why an opponent is not reminded of their move.

use crate::letters::dates::day_in_figures;
use crate::letters::{InWords, Sentence, sentence};
use chrono::NaiveDate;

/// Why an opponent is not reminded of their move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoNudge {
    /// It is the move of whoever asks.
    OwnTurn,
    /// The game has not begun, or is over.
    NotGoingOn,
    /// The opponent has not had the move for a day.
    JustMoved,
    /// They were reminded less than a week ago.
    Again {
        /// The day (UTC) from which on they can be again.
        from: NaiveDate,
    },
    /// The opponent wants no mail.
    WantsNoMail,
    /// The opponent takes no words of whoever asks.
    NotTaken,
}

impl InWords for NoNudge {
    fn in_words(&self) -> Sentence {
        match self {
            NoNudge::OwnTurn => sentence!("it is your own move, and nobody else is waited for"),
            NoNudge::NotGoingOn => sentence!("nobody has to move in that game"),
            NoNudge::JustMoved => sentence!(
                "your opponent has not had the move for a day yet; that is early for a reminder"
            ),
            NoNudge::Again { from } => sentence!(
                "your opponent was reminded less than a week ago; you can do it again from {{ from }} on",
                from = day_in_figures(*from)
            ),
            NoNudge::WantsNoMail => sentence!("your opponent does not want mail now"),
            NoNudge::NotTaken => {
                sentence!("your opponent takes no messages now, and was not reminded")
            }
        }
    }
}
