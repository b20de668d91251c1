//! What an answer adds to what it tells of, a sentence each.

use super::{InWords, Sentence, Why, says_its_words, sentence};
use crate::game::{Stop, StopReason};
use crate::letters::one_line;

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
        time: Sentence,
    },
    /// Their opponent has given them time.
    Got {
        /// The opponent.
        opponent: String,
        /// How much, "3 days".
        time: Sentence,
    },
    /// They have offered their opponent a pause.
    OfferedPause {
        /// The opponent.
        opponent: String,
        /// Its last day, "12 August 2026".
        last: Sentence,
    },
    /// Their opponent offers them a pause.
    PauseOffered {
        /// The opponent.
        opponent: String,
        /// Its last day, "12 August 2026".
        last: Sentence,
    },
    /// Both have agreed to a pause.
    Paused {
        /// Its last day, "12 August 2026".
        last: Sentence,
    },
    /// Their move was to be held, and was played at once: less than an hour of their time was left.
    NotHeld,
    /// Their move was to be held, and was played at once: by the time the mail was theirs for certain, that was over.
    HoldIsOver,
    /// Their move was held since this instant, "28 Nov 2026 10:00 UTC".
    WasHeld {
        /// When its mail came.
        since: Sentence,
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

impl InWords for AlsoNotDone {
    fn in_words(&self) -> Sentence {
        let read = &self.read;
        match &self.meant {
            Some(meant) => sentence!(
                "\"{{ read }}\" (did you mean \"{{ meant }}\"?)",
                read,
                meant
            ),
            None => sentence!("\"{{ read }}\"", read),
        }
    }
}

impl InWords for Addition {
    fn in_words(&self) -> Sentence {
        match self {
            Addition::NoteKept(written) => {
                sentence!("Your note about {{ written }} is kept.", written)
            }
            Addition::NoteTakenBack(written) => {
                sentence!("Your note about {{ written }} is taken back.", written)
            }
            Addition::Gave { opponent, time } => {
                sentence!("You have given {{ opponent }} {{ time }}.", opponent, time)
            }
            Addition::Got { opponent, time } => {
                sentence!("{{ opponent }} has given you {{ time }}.", opponent, time)
            }
            Addition::OfferedPause { opponent, last } => sentence!(
                "You have offered {{ opponent }} a pause until the end of {{ last }} (24:00 UTC).",
                opponent,
                last
            ),
            Addition::PauseOffered { opponent, last } => sentence!(
                "{{ opponent }} offers you a pause until the end of {{ last }} (24:00 UTC).",
                opponent,
                last
            ),
            Addition::Paused { last } => sentence!(
                "The game is paused until the end of {{ last }} (24:00 UTC): nobody's clock runs.",
                last
            ),
            Addition::NotHeld => sentence!(
                "It was not held, since a move is sent an hour before its player's time ends at the latest."
            ),
            Addition::HoldIsOver => {
                sentence!("It was not held: the time for which it was to be held was over.")
            }
            Addition::WasHeld { since } => {
                sentence!("It was held since {{ since }}, as you wanted.", since)
            }
            Addition::HeldMoveDropped { played } => {
                sentence!("{{ played }}, which was held, is dropped.", played)
            }
            Addition::WordsPassedOn => sentence!("What you wrote below it was passed on."),
            Addition::WordsNotPassedOn(why) => {
                sentence!("What you wrote below it was not passed on: {{ why }}.", why)
            }
            Addition::TakenAsWords { read, meant } => sentence!(
                "\"{{ read }}\" was taken as words to your opponent. If it was meant for us, write \"{{ meant }}\" on a line of its own.",
                read,
                meant
            ),
            Addition::AlsoNotDone(lines) => {
                let lines = Sentence::any_of(lines.iter().map(InWords::in_words));
                sentence!(
                    "Nor is anything done of {{ lines }}, which your mail says besides.",
                    lines
                )
            }
            Addition::Doubtful {
                read,
                why,
                example: None,
            } => {
                sentence!(
                    "Your mail says \"{{ read }}\" as well, but {{ why }}.",
                    read,
                    why
                )
            }
            Addition::Doubtful {
                read,
                why,
                example: Some(example),
            } => {
                sentence!(
                    "Your mail says \"{{ read }}\" as well, but {{ why }}. Write it as in \"{{ example }}\".",
                    read,
                    why,
                    example
                )
            }
        }
    }
}

/// Where conditional moves end earlier than their player wrote them, as they are told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped(pub Stop);

impl InWords for Stopped {
    fn in_words(&self) -> Sentence {
        let Stop {
            read,
            typed,
            reason,
        } = &self.0;
        let why = stopped_because(reason);
        let typed = one_line(typed);
        match (reason, read.as_str()) {
            (StopReason::TwoAnswers(..), read) => {
                sentence!("After {{ read }}, {{ why }}", read, why)
            }
            (_, "") => sentence!("\"{{ typed }}\": {{ why }}", typed, why),
            (_, read) => sentence!(
                "Behind {{ read }}, \"{{ typed }}\": {{ why }}",
                read,
                typed,
                why
            ),
        }
    }
}

says_its_words!(AlsoNotDone, Addition, Stopped);

fn stopped_because(reason: &StopReason) -> Sentence {
    match reason {
        StopReason::Illegal(why) => sentence!("{{ why }}.", why),
        StopReason::Several(choices) => sentence!(
            "it could be {{ choices }}.",
            choices = Sentence::any_of(choices)
        ),
        // "12." and "12..." end in a stop of their own.
        StopReason::WrongNumber { expected } => {
            sentence!("the move there has the number {{ expected }}", expected)
        }
        StopReason::Questioned => sentence!("a question mark stands behind it."),
        StopReason::NoAnswer => sentence!("no answer to it is given."),
        StopReason::TwoAnswers(one, other) => sentence!(
            "two answers are given, {{ one }} and {{ other }}; none is kept.",
            one,
            other
        ),
        StopReason::TooLong => sentence!("the line is too long."),
        StopReason::TooMany => sentence!("there are too many lines."),
    }
}
