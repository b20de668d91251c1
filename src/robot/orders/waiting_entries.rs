//! What was typed into the entry form of the pages is entered when its writer says so by mail: with the same checks, limits and
//! letters as games that a mail brings itself.

use super::Execution;
use super::archive::{Brought, brought_as_text, named};
use crate::db::waiting_entries::WaitingEntry;
use crate::language::Order;
use crate::letters::{NoEntry, key_hash};

/// What came of looking for what waits.
#[derive(Clone, Debug)]
pub(in crate::robot) struct Waited {
    /// What it was looked for under.
    key: String,
    /// What waits, with its games; `None` where nothing does.
    found: Option<(WaitingEntry, Brought)>,
}

impl Waited {
    /// What was found under this key, its games read.
    pub(in crate::robot) fn of(key: String, entry: Option<WaitingEntry>) -> Waited {
        let found = entry.map(|entry| {
            let brought = brought_as_text(&entry.pgn);
            (entry, brought)
        });
        Waited { key, found }
    }

    /// The games that wait.
    pub(in crate::robot) fn brought(&self) -> Option<&Brought> {
        self.found.as_ref().map(|(_, brought)| brought)
    }

    /// The game of the archive whose place they are to take.
    pub(in crate::robot) fn overwrites(&self) -> Option<i64> {
        let (entry, _) = self.found.as_ref()?;
        entry.overwrites.as_ref().map(|(number, _)| *number)
    }
}

impl Execution<'_, '_, '_> {
    pub(super) fn enter_waiting(&mut self, order: &Order, key: &str) -> anyhow::Result<()> {
        let Some(Waited {
            key: looked_for,
            found,
        }) = self.read.slow_work.waited.clone()
        else {
            anyhow::bail!("nobody looked for what waits to be entered");
        };
        let Some((entry, brought)) = found.filter(|_| looked_for == key) else {
            let why = match looked_for == key {
                true => NoEntry::NothingWaits,
                false => NoEntry::OneWaitingAMail,
            };
            self.refuse(order, why, None);
            return Ok(());
        };
        // The pages let nothing else wait; but they are another program.
        let collection = named(&entry.collection);
        let is_done = match &entry.overwrites {
            Some((number, hash)) => self.overwrite_knowing(order, *number, hash, brought),
            None if collection.trim().is_empty() => {
                self.refuse(order, NoEntry::NoCollection, None);
                false
            }
            None => self.enter_brought(order, &collection, brought)?,
        };
        if is_done {
            self.batch.archive.no_longer_waiting.push(key_hash(key));
        }
        Ok(())
    }
}
