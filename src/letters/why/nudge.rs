//! Why an opponent is not reminded of their move.

use chrono::NaiveDate;
use std::fmt;

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

impl fmt::Display for NoNudge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoNudge::OwnTurn => "it is your own move, and nobody else is waited for",
            NoNudge::NotGoingOn => "nobody has to move in that game",
            NoNudge::JustMoved => {
                "your opponent has not had the move for a day yet; that is early for a reminder"
            }
            NoNudge::Again { from } => {
                return write!(
                    f,
                    "your opponent was reminded less than a week ago; you can do it again from {from} on"
                );
            }
            NoNudge::WantsNoMail => "your opponent does not want mail now",
            NoNudge::NotTaken => "your opponent takes no messages now, and was not reminded",
        })
    }
}
