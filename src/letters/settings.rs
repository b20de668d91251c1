//! What a player has set, in words.

use super::dates::short_month;
use super::time::{Clockface, in_words, instant_of};
use super::{Sentence, sentence};
use crate::game::Zone;
use crate::game::clock::Reminders;
use chrono::{DateTime, Datelike, Utc};
use serde::Serialize;

/// What a player has just set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Changed {
    /// The language of their letters.
    Language,
    /// The time zone in which they live.
    Zone,
    /// When they are reminded.
    Reminders,
    /// How often the list of their games is sent to them.
    Digest,
    /// What they get for a move of their own.
    Receipts,
    /// Whether the game comes with each letter of a move.
    Files,
    /// Whether the deadlines of their moves come for their calendar.
    Calendar,
    /// Whether their finished games may be published.
    Public,
    /// Whether they are on the list of players.
    Listed,
    /// What the subjects of their letters say.
    Subjects,
    /// Which links stand in their letters.
    Links,
    /// Whether their leave begins by itself when their time is over.
    #[serde(rename = "automatic leave")]
    AutomaticLeave,
}

/// All that a player has set, in words.
#[derive(Clone, Debug, Serialize)]
pub struct SettingsView {
    /// Their name.
    pub name: String,
    /// Where their mail goes.
    pub address: String,
    /// The English name of the language of their piece letters.
    pub language: &'static str,
    /// The English name of the language of their letters.
    pub written_in: &'static str,
    /// Its code, [`super::Language::code`].
    pub code: &'static str,
    /// A move of a knight to f3, by the piece letters of that language.
    pub example: String,
    /// In which form they get the letters about their games, [`super::Format::word`].
    pub format: &'static str,
    /// What they get for a move of their own, [`super::Receipts::word`].
    pub receipts: &'static str,
    /// Whether the game comes with each letter of a move, [`super::PgnFiles::word`].
    pub files: &'static str,
    /// Whether the deadlines of their moves come for their calendar, [`super::Calendar::word`].
    pub calendar: &'static str,
    /// Whether their finished games may be published, [`super::Public::word`].
    pub public: &'static str,
    /// Whether they are on the list of players, [`super::Listed::word`].
    pub listed: &'static str,
    /// What the subjects of their letters say, [`super::Subjects::word`].
    pub subjects: &'static str,
    /// Which links stand in their letters that are HTML, [`super::Links::word`].
    pub links: &'static str,
    /// The name of the zone in which they live.
    pub zone: Option<&'static str>,
    /// What its clocks show, "25 Nov 2026 14:02"; none where that is UTC.
    pub local: Option<Sentence>,
    /// When they are reminded: "when 3 days or 1 day is left"; none where they are not.
    pub reminders: Option<Sentence>,
    /// Whether their leave begins by itself when their time is over.
    pub automatic_leave: bool,
    /// How many days of leave a year has here.
    pub leave_a_year: u32,
    /// How often the list of their games is sent to them, [`super::Digest::word`].
    pub digest: &'static str,
    /// When it is sent next.
    pub digest_due: Option<Sentence>,
}

impl SettingsView {
    /// What the clocks of this zone show now; none where that is UTC, by which all instants are told.
    pub fn local(zone: Zone, now: DateTime<Utc>) -> Option<Sentence> {
        let shown = || {
            let local = zone.shows(now);
            sentence!(
                "{{ day }} {{ month }} {{ year }} {{ time }}",
                day = local.day(),
                month = short_month(&local),
                year = local.year(),
                time = local.format("%H:%M").to_string()
            )
        };
        (!zone.is_utc()).then(shown)
    }

    /// When a digest is sent, by UTC and by their zone.
    pub fn due(at: DateTime<Utc>, zone: Option<Zone>) -> Sentence {
        instant_of(at, Clockface::Minutes, zone)
    }
}

/// When somebody is reminded, in words; none where they are not.
pub fn reminders_in_words(reminders: &Reminders) -> Option<Sentence> {
    match reminders {
        Reminders::Usual => Some(sentence!(
            "when half of your time is left, when a fifth of it is, and a day before its end"
        )),
        Reminders::Off => None,
        Reminders::Left(left) => {
            let left = Sentence::all_of(left.iter().map(|one| in_words(one.in_seconds())));
            Some(sentence!("with {{ left }} left", left))
        }
    }
}
