//! Why a setting is not changed.

use crate::game::clock::{NoReminders, NotAnAmount};
use crate::letters::instant_in_words;
use crate::letters::{InWords, Sentence, sentence};
use chrono::{DateTime, Utc};

/// Why a setting is not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSetting {
    /// No time zone is called so.
    Zone,
    /// It says not when to remind.
    Reminders(NoReminders),
    /// It says not how often.
    Digest,
    /// No letters are written in that language.
    Language,
    /// There are no such receipts.
    Receipts,
    /// A file comes or does not.
    Files,
    /// Deadlines come for the calendar or do not.
    Calendar,
    /// Games may be published or may not.
    Public,
    /// They are listed or they are not.
    Listed,
    /// There are no such subjects.
    Subjects,
    /// There are no such links.
    Links,
    /// Leave begins by itself or does not.
    AutomaticLeave,
    /// Leave that began by itself would undo that time was over in a game.
    TimeWasOver {
        /// The game.
        game: i64,
        /// When it was over.
        over: DateTime<Utc>,
    },
}

impl InWords for NoSetting {
    fn in_words(&self) -> Sentence {
        match self {
            NoSetting::Zone => sentence!(
                "no time zone is called so: zones are called after a continent and a city in it"
            ),
            NoSetting::Reminders(NoReminders::NoAmounts) => sentence!(
                "that says not how much time is to be left when we remind you, in weeks, days or hours"
            ),
            NoSetting::Reminders(NoReminders::TooMany) => {
                sentence!("that is more than five reminders for one move")
            }
            NoSetting::Reminders(NoReminders::Amount(NotAnAmount::Nothing)) => {
                sentence!("with no time left a reminder would come too late")
            }
            NoSetting::Reminders(NoReminders::Amount(NotAnAmount::TooMuch)) => {
                sentence!("no move has more than ten years")
            }
            NoSetting::Language => sentence!(
                "our letters are written in English, German, French, Spanish, Dutch and Italian"
            ),
            NoSetting::Receipts => sentence!("receipts for your own moves are full, short, or off"),
            NoSetting::Files => {
                sentence!("the file with the game comes with each move, or it does not")
            }
            NoSetting::Public => sentence!("your finished games may be published, or they may not"),
            NoSetting::Listed => sentence!("you are on the list of players, or you are not"),
            NoSetting::Calendar => {
                sentence!("the deadlines of your moves come for your calendar, or they do not")
            }
            NoSetting::Subjects => sentence!(
                "the subjects of a game say the moves, or are plain, which is always the same"
            ),
            NoSetting::Links => sentence!(
                "the links in your letters are plain, which is those of a word or two, or moves as well, or off"
            ),
            NoSetting::AutomaticLeave => {
                sentence!("leave begins by itself when your time is over, or it does not")
            }
            NoSetting::TimeWasOver { game, over } => {
                let over = instant_in_words(*over);
                sentence!(
                    "your time in game {{ game }} was over on {{ over }}, and what is set afterwards does not undo that; write it \
                     again when that game is over",
                    game,
                    over
                )
            }
            NoSetting::Digest => {
                sentence!("the list of your games is sent daily, weekly or not at all")
            }
        }
    }
}
