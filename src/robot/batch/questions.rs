//! Open questions whose an address is, and the mails that wait for their answers.

use super::Batch;
use crate::db::confirmations::{Asked, ConfirmationRow};
use crate::db::inbox::Outcome;

/// What became of a mail that waited when a later one like it came.
const OVERTAKEN: &str = "overtaken by a later mail of its sender";

impl Batch<'_> {
    /// The question that this address has still to answer whether it is whose it says: the newest.
    pub(in crate::robot) fn open_question(&self, key: &str) -> Option<ConfirmationRow> {
        let is_open = |row: &&ConfirmationRow| {
            row.asked == Asked::Address
                && row.address_key == key
                && !row.used
                && !row.expired
                && !self.used_up.contains(&row.token_hash)
        };
        let lately = self.asked.iter().rev().find(is_open);
        let earlier = || {
            self.confirmations
                .values()
                .filter(is_open)
                .max_by_key(|row| row.inbox_id)
        };
        lately.or_else(earlier).cloned()
    }

    /// Writes down that something else waits for the answer to an open question than before.
    pub(in crate::robot) fn change_question(&mut self, row: ConfirmationRow) {
        let same = |asked: &&mut ConfirmationRow| asked.token_hash == row.token_hash;
        if let Some(asked) = self.asked.iter_mut().find(same) {
            *asked = row;
            return;
        }
        self.confirmations
            .insert(row.token_hash.clone(), row.clone());
        self.asked_about_later.push(row);
    }

    /// A later mail waits in the place of this one.
    pub(in crate::robot) fn overtake(&mut self, mail: i64) {
        match self.handled.iter_mut().find(|handled| handled.id == mail) {
            Some(handled) => {
                handled.outcome = Outcome::Dropped;
                handled.reason = Some(OVERTAKEN.to_owned());
            }
            None => self.laid_aside.entry(OVERTAKEN).or_default().push(mail),
        }
    }
}
