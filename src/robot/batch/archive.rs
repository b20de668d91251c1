//! What a batch needs of the archive, and what it enters there.

use super::spare::Spare;
use crate::chess::pgn::Filed;
use crate::db::archive::Entry;
use std::collections::HashMap;

/// What a batch needs of the archive, and what it changes there.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct Archive {
    /// Numbers of games by their digest, as far as mails bring them.
    pub(in crate::robot) digests: HashMap<Vec<u8>, i64>,
    /// Hashes of edit passwords by the games' numbers, as far as mails name them.
    pub(in crate::robot) passwords: HashMap<i64, Option<Vec<u8>>>,
    /// Numbers reserved for new games.
    pub(in crate::robot) spare: Spare,

    pub(in crate::robot) filings: Vec<Filing>,
    pub(in crate::robot) overwritten: Vec<(i64, Filed)>,
    /// What the keys of entries hash to that were entered, and wait no longer.
    pub(in crate::robot) no_longer_waiting: Vec<Vec<u8>>,
}

/// Games that are entered together.
#[derive(Clone, Debug)]
pub(in crate::robot) struct Filing {
    pub(in crate::robot) games: Vec<(i64, Filed)>,
    pub(in crate::robot) entry: Entry,
}
