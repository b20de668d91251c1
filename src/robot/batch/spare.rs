//! Numbers that are reserved for what mails may make.

use crate::game::PlayerNumber;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

/// Numbers reserved for what a mail may make. They belong to that mail, so that it gets the same ones when it is handled
/// once more, whatever else was in its batch.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct Spare(HashMap<i64, VecDeque<i64>>);

/// Those of what nearly every batch makes, and what is asked before a game is made.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct SpareNumbers {
    pub(in crate::robot) games: Spare,
    pub(in crate::robot) players: Spare,
    /// Who has challenged whom before, as far as the challenged has not answered yet.
    pub(in crate::robot) invited: HashSet<(PlayerNumber, PlayerNumber)>,
}

impl Spare {
    /// Shares numbers out, in the order of the mails.
    pub(in crate::robot) fn share(wanted: &BTreeMap<i64, i32>, numbers: Vec<i64>) -> Spare {
        let mut numbers = numbers.into_iter();
        let shares = wanted.iter().map(|(&mail, &count)| {
            let count = usize::try_from(count).unwrap_or(0);
            (mail, numbers.by_ref().take(count).collect())
        });
        Spare(shares.collect())
    }

    /// The next number of this mail.
    pub(in crate::robot) fn take(&mut self, mail: i64) -> Option<i64> {
        self.0.get_mut(&mail)?.pop_front()
    }
}
