//! What an answer adds to what it tells of, a sentence each.

use super::Why;
use crate::chess::any_of;
use crate::game::{Stop, StopReason};
use crate::letters::one_line;
use serde::{Serialize, Serializer};
use std::fmt;

/// One more thing that became of a mail, told in the letter about another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Addition {
    /// A note about this move of theirs is kept.
    NoteKept(String),
    /// The note about this move of theirs is taken back.
    NoteTakenBack(String),
    /// They have given their opponent time.
    Gave {
        /// The opponent.
        opponent: String,
        /// How much, "3 days".
        time: String,
    },
    /// Their opponent has given them time.
    Got {
        /// The opponent.
        opponent: String,
        /// How much, "3 days".
        time: String,
    },
    /// They have offered their opponent a pause.
    OfferedPause {
        /// The opponent.
        opponent: String,
        /// Its last day, "12 August 2026".
        last: String,
    },
    /// Their opponent offers them a pause.
    PauseOffered {
        /// The opponent.
        opponent: String,
        /// Its last day, "12 August 2026".
        last: String,
    },
    /// Both have agreed to a pause.
    Paused {
        /// Its last day, "12 August 2026".
        last: String,
    },
    /// Their move was to be held, and was played at once: less than an hour of their time was left.
    NotHeld,
    /// Their move was to be held, and was played at once: by the time the mail was theirs for certain, that was over.
    HoldIsOver,
    /// Their move was held since this instant, "28 Nov 2026 10:00 UTC".
    WasHeld {
        /// When its mail came.
        since: String,
    },
    /// Another move of theirs was held, and is dropped.
    HeldMoveDropped {
        /// With its number.
        played: String,
    },
    /// The words below were passed on.
    WordsPassedOn,
    /// They were not.
    WordsNotPassedOn(Why),
    /// A line below a move is nearly an order, and was taken as words to the opponent.
    TakenAsWords {
        /// The line, as it may be shown.
        read: String,
        /// The order that it nearly is.
        meant: String,
    },
    /// Further lines were not done that were perhaps meant to be.
    AlsoNotDone(Vec<AlsoNotDone>),
    /// A line was not done that was perhaps meant to be.
    Doubtful {
        /// The line, as it may be shown.
        read: String,
        /// Why not.
        why: Why,
        /// What can be written in its place.
        example: Option<String>,
    },
}

/// A line of a mail of which nothing is done either, told beside another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlsoNotDone {
    /// The line, as it may be shown.
    pub read: String,
    /// What may have been meant.
    pub meant: Option<String>,
}

impl fmt::Display for AlsoNotDone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.read)?;
        match &self.meant {
            Some(meant) => write!(f, " (did you mean \"{meant}\"?)"),
            None => Ok(()),
        }
    }
}

impl Serialize for AlsoNotDone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Addition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Addition::NoteKept(written) => write!(f, "Your note about {written} is kept."),
            Addition::NoteTakenBack(written) => {
                write!(f, "Your note about {written} is taken back.")
            }
            Addition::Gave { opponent, time } => write!(f, "You have given {opponent} {time}."),
            Addition::Got { opponent, time } => write!(f, "{opponent} has given you {time}."),
            Addition::OfferedPause { opponent, last } => write!(
                f,
                "You have offered {opponent} a pause until the end of {last} (24:00 UTC)."
            ),
            Addition::PauseOffered { opponent, last } => write!(
                f,
                "{opponent} offers you a pause until the end of {last} (24:00 UTC)."
            ),
            Addition::Paused { last } => write!(
                f,
                "The game is paused until the end of {last} (24:00 UTC): nobody's clock runs."
            ),
            Addition::NotHeld => f.write_str(
                "It was not held, since a move is sent an hour before its player's time ends at the latest.",
            ),
            Addition::HoldIsOver => {
                f.write_str("It was not held: the time for which it was to be held was over.")
            }
            Addition::WasHeld { since } => write!(f, "It was held since {since}, as you wanted."),
            Addition::HeldMoveDropped { played } => {
                write!(f, "{played}, which was held, is dropped.")
            }
            Addition::WordsPassedOn => f.write_str("What you wrote below it was passed on."),
            Addition::WordsNotPassedOn(why) => {
                write!(f, "What you wrote below it was not passed on: {why}.")
            }
            Addition::TakenAsWords { read, meant } => write!(
                f,
                "\"{read}\" was taken as words to your opponent. If it was meant for us, write \"{meant}\" on a line of its own."
            ),
            Addition::AlsoNotDone(lines) => {
                let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
                write!(f, "Nor is anything done of {}, which your mail says besides.", any_of(&lines))
            }
            Addition::Doubtful { read, why, example } => {
                write!(f, "Your mail says \"{read}\" as well, but {why}.")?;
                match example {
                    Some(example) => write!(f, " Write it as in \"{example}\"."),
                    None => Ok(()),
                }
            }
        }
    }
}

impl Serialize for Addition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Where conditional moves end earlier than their player wrote them, as they are told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped(pub Stop);

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stop {
            read,
            typed,
            reason,
        } = &self.0;
        let typed = one_line(typed);
        match (reason, read.as_str()) {
            (StopReason::TwoAnswers(..), read) => write!(f, "After {read}, ")?,
            (_, "") => write!(f, "\"{typed}\": ")?,
            (_, read) => write!(f, "Behind {read}, \"{typed}\": ")?,
        }
        match reason {
            StopReason::Illegal(why) => write!(f, "{why}."),
            StopReason::Several(choices) => write!(f, "it could be {}.", any_of(choices)),
            // "12." and "12..." end in a stop of their own.
            StopReason::WrongNumber { expected } => {
                write!(f, "the move there has the number {expected}")
            }
            StopReason::Questioned => f.write_str("a question mark stands behind it."),
            StopReason::NoAnswer => f.write_str("no answer to it is given."),
            StopReason::TwoAnswers(one, other) => {
                write!(f, "two answers are given, {one} and {other}; none is kept.")
            }
            StopReason::TooLong => f.write_str("the line is too long."),
            StopReason::TooMany => f.write_str("there are too many lines."),
        }
    }
}

impl Serialize for Stopped {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
