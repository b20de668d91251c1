//! Claims of time that give nothing.

use crate::letters::instant_in_words;
use crate::letters::{InWords, Sentence, sentence};
use chrono::{DateTime, Utc};

/// Why a claim that the opponent's time is over does nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTimeClaim {
    /// Time is claimed on one's own turn.
    OwnTimeRuns,
    /// Time is claimed where there is no clock.
    NoClock,
    /// Time is claimed where it ends a game by itself.
    EndsByItself {
        /// When the time is over; nothing while nobody's runs.
        over: Option<DateTime<Utc>>,
    },
    /// Time is claimed while nobody's runs, or it has no end.
    NoTimeRuns,
    /// Time is claimed too early.
    TimeNotOver {
        /// When the time is over.
        over: DateTime<Utc>,
        /// From when on it can be claimed.
        from: DateTime<Utc>,
    },
    /// A mail of the opponent's from before the end of their time may wait.
    MailMayWait {
        /// When the time was over.
        over: DateTime<Utc>,
    },
    /// Something is claimed while the opponent's time is over, and not said what.
    WhichClaim,
}

impl InWords for NoTimeClaim {
    fn in_words(&self) -> Sentence {
        match self {
            NoTimeClaim::OwnTimeRuns => {
                sentence!("it is your own move, and so your own time that runs")
            }
            NoTimeClaim::NoClock => sentence!("this game has no clock"),
            NoTimeClaim::NoTimeRuns | NoTimeClaim::EndsByItself { over: None } => {
                sentence!("nobody's time runs now")
            }
            NoTimeClaim::WhichClaim => sentence!(
                "your opponent's time is over, and it does not say what you claim for that; \"claim time\" takes the game"
            ),
            NoTimeClaim::EndsByItself { over: Some(over) } => sentence!(
                "in this game nobody has to claim: an hour after your opponent's time is over, which is on {{ over }}, \
                     the game ends by itself",
                over = instant_in_words(*over)
            ),
            NoTimeClaim::TimeNotOver { over, from } => sentence!(
                "your opponent's time is over on {{ over }}, and it can be claimed from {{ from }} on, so that a mail of \
                     theirs that came in time is found before",
                over = instant_in_words(*over),
                from = instant_in_words(*from)
            ),
            NoTimeClaim::MailMayWait { over } => sentence!(
                "your opponent's time was over on {{ over }}, and a mail of theirs may wait here that is not decided yet; \
                     please claim it again tomorrow",
                over = instant_in_words(*over)
            ),
        }
    }
}
