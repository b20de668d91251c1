//! What players set: where they live, when they are reminded, how often the list of their games is sent, and what they want
//! to read of what happens in them.

use super::Execution;
use crate::chess::Letters;
use crate::game::clock::Reminders;
use crate::game::{PlayerNumber, Zone};
use crate::language::{Command, Order, Preference, near_zones, reminders};
use crate::letters::{
    Calendar, Changed, Digest, Language, Links, Listed, NoSetting, Occasion, PgnFiles, Public,
    Receipts, SettingsView, Subjects, Why, reminders_in_words,
};
use crate::robot::batch::{Batch, Player};
use chrono::{DateTime, Utc};

/// The zone of these words; none where they say that it is to be forgotten.
pub(super) fn zone(words: &str) -> Result<Option<Zone>, NoSetting> {
    match words.to_lowercase().as_str() {
        "off" | "none" | "unknown" | "no" => Ok(None),
        _ => words.parse().map(Some).map_err(|_| NoSetting::Zone),
    }
}

/// When these words want their writer reminded.
pub(super) fn wanted_reminders(words: &str) -> Result<Reminders, NoSetting> {
    reminders(words).map_err(NoSetting::Reminders)
}

/// How often these words want the list sent.
pub(super) fn digest(word: &str) -> Result<Digest, NoSetting> {
    let known = match word {
        "day" | "every" | "on" => Some(Digest::Daily),
        "week" => Some(Digest::Weekly),
        "none" | "never" | "no" | "stop" => Some(Digest::Off),
        word => Digest::from_word(word),
    };
    known.ok_or(NoSetting::Digest)
}

/// What these words make of one's letters.
pub(super) fn preferred(which: Preference, word: &str) -> Result<Preferred, NoSetting> {
    match which {
        Preference::Language => {
            let language = Language::named(word).ok_or(NoSetting::Language);
            language.map(Preferred::Language)
        }
        Preference::Receipts => {
            let word = match word {
                "on" => "short",
                "no" | "none" => "off",
                word => word,
            };
            let receipts = Receipts::from_word(word).ok_or(NoSetting::Receipts);
            receipts.map(Preferred::Receipts)
        }
        Preference::Files => {
            let files = PgnFiles::from_word(word).ok_or(NoSetting::Files);
            files.map(Preferred::Files)
        }
        Preference::AutomaticLeave => match word {
            "on" => Ok(Preferred::AutomaticLeave(true)),
            "off" | "no" | "none" => Ok(Preferred::AutomaticLeave(false)),
            _ => Err(NoSetting::AutomaticLeave),
        },
        Preference::Calendar => {
            let calendar = Calendar::from_word(word).ok_or(NoSetting::Calendar);
            calendar.map(Preferred::Calendar)
        }
        Preference::Public => {
            let public = Public::from_word(word).ok_or(NoSetting::Public);
            public.map(Preferred::Public)
        }
        Preference::Listed => {
            let listed = Listed::from_word(word).ok_or(NoSetting::Listed);
            listed.map(Preferred::Listed)
        }
        Preference::Subjects => {
            let subjects = Subjects::from_word(word).ok_or(NoSetting::Subjects);
            subjects.map(Preferred::Subjects)
        }
        Preference::Links => {
            let word = match word {
                "on" => "plain",
                "no" | "none" => "off",
                word => word,
            };
            let links = Links::from_word(word).ok_or(NoSetting::Links);
            links.map(Preferred::Links)
        }
    }
}

/// The words by which this is set.
fn words_of(which: Preference) -> Vec<String> {
    let words: &[&str] = match which {
        Preference::Language => {
            let codes = Language::ALL.iter().map(|language| language.code());
            return codes.map(|code| format!("language {code}")).collect();
        }
        Preference::Receipts => &["receipts full", "receipts short", "receipts off"],
        Preference::Files => &["pgn on", "pgn off"],
        Preference::AutomaticLeave => &["automatic leave on", "automatic leave off"],
        Preference::Public => &["public on", "public off"],
        Preference::Listed => &["listed on", "listed off"],
        Preference::Calendar => &["calendar on", "calendar off"],
        Preference::Subjects => &["subjects moves", "subjects plain"],
        Preference::Links => &["links plain", "links moves", "links off"],
    };
    words.iter().map(|&word| word.to_owned()).collect()
}

/// What of one's letters is set.
#[derive(Clone, Copy, Debug)]
pub(super) enum Preferred {
    Language(Language),
    Receipts(Receipts),
    Files(PgnFiles),
    Calendar(Calendar),
    Public(Public),
    Listed(Listed),
    Subjects(Subjects),
    Links(Links),
    AutomaticLeave(bool),
}

impl Execution<'_, '_, '_> {
    /// Reminders, the list of games, or all that is set.
    pub(super) fn settings(&mut self, order: &Order) {
        if let Command::Reminders(words) = &order.command {
            self.set_reminders(order, words);
        } else if let Command::Digest(word) = &order.command {
            self.set_digest(order, word);
        } else {
            self.show_settings();
        }
    }

    pub(super) fn set_zone(&mut self, order: &Order, words: &str) {
        match zone(words) {
            Ok(zone) => self.set(Changed::Zone, |player, now| {
                player.zone = zone;
                player.digest_due = player.digest.next(now, zone);
            }),
            Err(why) => {
                let near = near_zones(words);
                let near = near
                    .into_iter()
                    .map(|name| format!("zone {name}"))
                    .collect();
                self.refuse_setting(order, why, near, "zone Europe/Berlin");
            }
        }
    }

    fn set_reminders(&mut self, order: &Order, words: &str) {
        match wanted_reminders(words) {
            Ok(reminders) => self.set(Changed::Reminders, |player, _| player.reminders = reminders),
            Err(why) => self.refuse_setting(order, why, Vec::new(), "reminders 3 days, 1 day"),
        }
    }

    fn set_digest(&mut self, order: &Order, word: &str) {
        match digest(word) {
            Ok(digest) => self.set(Changed::Digest, |player, now| {
                player.digest = digest;
                player.digest_due = digest.next(now, player.zone);
            }),
            Err(why) => self.refuse_setting(order, why, Vec::new(), "digest weekly"),
        }
    }

    pub(super) fn set_preference(&mut self, order: &Order, which: Preference, word: &str) {
        match preferred(which, word) {
            Ok(Preferred::Language(language)) => {
                self.set(Changed::Language, |player, _| {
                    player.prefers.language = language
                });
            }
            Ok(Preferred::Receipts(receipts)) => {
                self.set(Changed::Receipts, |player, _| {
                    player.prefers.receipts = receipts
                });
            }
            Ok(Preferred::Files(files)) => {
                self.set(Changed::Files, |player, _| player.prefers.files = files);
            }
            Ok(Preferred::Calendar(calendar)) => {
                self.set(Changed::Calendar, |player, _| {
                    player.prefers.calendar = calendar
                });
            }
            Ok(Preferred::Public(public)) => {
                self.set(Changed::Public, |player, _| player.prefers.public = public);
            }
            Ok(Preferred::Listed(listed)) => {
                self.set(Changed::Listed, |player, _| player.prefers.listed = listed);
            }
            Ok(Preferred::Subjects(subjects)) => {
                self.set(Changed::Subjects, |player, _| {
                    player.prefers.subjects = subjects
                });
            }
            Ok(Preferred::Links(links)) => {
                self.set(Changed::Links, |player, _| player.prefers.links = links);
            }
            Ok(Preferred::AutomaticLeave(begins)) => {
                let over = self.batch.time_over(self.sender.player, self.arrived());
                if let Some(&(game, over)) = over.first().filter(|_| begins) {
                    let game = game.0;
                    let why = NoSetting::TimeWasOver { game, over };
                    return self.refuse_setting(order, why, Vec::new(), "settings");
                }
                self.set(Changed::AutomaticLeave, |player, _| {
                    player.automatic_leave = begins;
                });
            }
            Err(why) => {
                self.refuse_setting(order, why, words_of(which), "");
            }
        }
    }

    fn show_settings(&mut self) {
        if let Some(settings) = self.batch.settings(self.sender.player) {
            let occasion = Occasion::Settings {
                changed: None,
                settings,
            };
            self.inform(occasion, None);
        }
    }

    fn set(&mut self, changed: Changed, set: impl FnOnce(&mut Player, DateTime<Utc>)) {
        self.become_player();
        let (me, now) = (self.sender.player, self.batch.now);
        if let Some(player) = self.batch.players.get_mut(&me) {
            set(player, now);
        }
        self.batch.changed_players.insert(me);
        match changed {
            Changed::Zone | Changed::Reminders => self.batch.reminders.otherwise.push(me),
            Changed::Digest
            | Changed::Language
            | Changed::Receipts
            | Changed::Files
            | Changed::Calendar
            | Changed::Public
            | Changed::Listed
            | Changed::Subjects
            | Changed::Links
            | Changed::AutomaticLeave => {}
        }
        if let Some(settings) = self.batch.settings(me) {
            let changed = Some(changed);
            self.tell(Occasion::Settings { changed, settings }, None);
        }
    }

    fn refuse_setting(&mut self, order: &Order, why: NoSetting, near: Vec<String>, example: &str) {
        let instead = if near.is_empty() {
            vec![example.to_owned()]
        } else {
            near
        };
        let occasion = Occasion::Refused {
            also: Vec::new(),
            read: self.quoted_order(order),
            why: Why::from(why),
            instead,
            piece_moves: Vec::new(),
            game: None,
        };
        self.inform(occasion, None);
    }
}

impl Batch<'_> {
    /// What a player has set.
    fn settings(&self, player: PlayerNumber) -> Option<SettingsView> {
        let known = self.players.get(&player)?;
        let letters = known.letters.parse::<Letters>().unwrap_or_default();
        Some(SettingsView {
            name: known.name.clone(),
            address: known.address.clone(),
            language: letters.name(),
            written_in: known.prefers.language.name(),
            code: known.prefers.language.code(),
            example: known.prefers.language.letters().of_san("Nf3"),
            format: known.prefers.format.word(),
            receipts: known.prefers.receipts.word(),
            files: known.prefers.files.word(),
            calendar: known.prefers.calendar.word(),
            public: known.prefers.public.word(),
            listed: known.prefers.listed.word(),
            subjects: known.prefers.subjects.word(),
            links: known.prefers.links.word(),
            zone: known.zone.map(Zone::name),
            local: known
                .zone
                .and_then(|zone| SettingsView::local(zone, self.now)),
            reminders: reminders_in_words(&known.reminders),
            automatic_leave: known.automatic_leave,
            leave_a_year: self.server.leave.0,
            digest: known.digest.word(),
            digest_due: known
                .digest_due
                .map(|due| SettingsView::due(due, known.zone)),
        })
    }
}
