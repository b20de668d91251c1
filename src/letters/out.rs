//! Whose time was over in a game, and when.

use super::dates::short_month;
use super::{Sentence, sentence};
use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};

/// Whose time was over, when, and how the game came to its end by it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Out {
    /// Whether it was the reader's.
    pub yours: bool,
    /// When it was over.
    #[serde(serialize_with = "in_words")]
    pub over: DateTime<Utc>,
    /// Who said so.
    pub told_by: ToldBy,
}

/// Who said that time was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ToldBy {
    /// It was seen by itself.
    Clock,
    /// The player who waited claimed it.
    Opponent,
}

/// The mail for which a flag waits, and until when at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MailWait {
    /// What becomes of the mail meanwhile.
    pub mail: WaitingMail,
    /// When the flag waits for it no longer.
    #[serde(serialize_with = "in_words")]
    pub until: DateTime<Utc>,
}

/// What becomes of a mail for which a flag waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WaitingMail {
    /// Its player was asked whether it is theirs.
    AskedAbout,
    /// It was laid aside for the administrator.
    LaidAside,
}

/// "04 Jun 2026, 08:00:05 UTC": always of one length
pub fn instant_in_words(at: DateTime<Utc>) -> Sentence {
    let part = |format| at.format(format).to_string();
    sentence!(
        "{{ day }} {{ month }} {{ year }}, {{ time }} UTC",
        day = part("%d"),
        month = short_month(&at),
        year = part("%Y"),
        time = part("%H:%M:%S")
    )
}

fn in_words<S: Serializer>(at: &DateTime<Utc>, to: S) -> Result<S::Ok, S::Error> {
    instant_in_words(*at).serialize(to)
}
