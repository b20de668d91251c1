//! Where a value came from: a line of the settings file, or a variable of the environment.

use std::collections::BTreeMap;
use std::path::Path;
use toml::de::{DeTable, DeValue};

/// What variables that hold settings begin with: `PENPAWN__IMAP__HOST`.
pub(super) const PREFIX: &str = "PENPAWN__";

/// The places of the values that are not built in, by their keys: `imap.host`.
#[derive(Clone, Debug, Default)]
pub(super) struct Origins {
    places: BTreeMap<String, String>,
}

impl Origins {
    /// Those of the keys in this file. A text that is no TOML has none: reading it fails later, with the reason.
    pub(super) fn add_file(&mut self, file: &Path, text: &str) {
        let Ok(table) = DeTable::parse(text) else {
            return;
        };
        let mut lines = BTreeMap::new();
        collect("", table.get_ref(), &mut lines);
        for (key, start) in lines {
            let before = text.get(..start).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let place = format!("{}, line {line}", file.display());
            self.places.insert(key, place);
        }
    }

    /// Those of the variables that hold settings. They win over the file.
    pub(super) fn add_environment(&mut self, names: impl Iterator<Item = String>) {
        for name in names {
            if let Some(rest) = name.strip_prefix(PREFIX) {
                let key = rest.to_lowercase().replace("__", ".");
                self.places
                    .insert(key, format!("{name} in the environment"));
            }
        }
    }

    /// Where the value of this key came from; `None`: it is built in.
    pub(super) fn of(&self, key: &str) -> Option<&str> {
        self.places.get(key).map(String::as_str)
    }

    /// The first key that is no setting, and where it stands. `known` are all settings.
    pub(super) fn unknown(&self, known: &Origins) -> Option<(&str, &str)> {
        self.places
            .iter()
            .find(|(key, _)| !known.places.contains_key(*key))
            .map(|(key, place)| (key.as_str(), place.as_str()))
    }

    /// The keys of the same table, without its name.
    pub(super) fn beside(&self, key: &str) -> Vec<&str> {
        let table = key.rsplit_once('.').map_or("", |(table, _)| table);
        let of_table =
            |known: &'_ str| known.rsplit_once('.').map_or("", |(table, _)| table) == table;
        self.places
            .keys()
            .filter(|known| of_table(known))
            .map(|known| {
                known
                    .rsplit_once('.')
                    .map_or(known.as_str(), |(_, name)| name)
            })
            .collect()
    }
}

/// The key with which the words of a fault begin, `imap.port` of "imap.port: no number"; every fault of ours begins so.
pub(super) fn key_of(words: &str) -> &str {
    let belongs = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '.');
    let end = words.find(|c| !belongs(c)).unwrap_or(words.len());
    words.get(..end).unwrap_or_default()
}

/// The octet at which each key begins.
fn collect(above: &str, table: &DeTable<'_>, lines: &mut BTreeMap<String, usize>) {
    for (key, value) in table.iter() {
        let name = match above {
            "" => key.get_ref().to_string(),
            above => format!("{above}.{}", key.get_ref()),
        };
        if let DeValue::Table(below) = value.get_ref() {
            collect(&name, below, lines);
        } else {
            lines.insert(name, key.span().start);
        }
    }
}
