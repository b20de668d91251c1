//! Letters that came back, and how mail to players fares.

use crate::db::bounces::{ReportRow, ReturnedLetter};
use crate::game::{GameNumber, PlayerNumber};
use chrono::{DateTime, Utc};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How mail to a player fares.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct Reached {
    /// The points of their main address.
    pub(in crate::robot) score: i32,
    /// Days (UTC) since it got the last one, by the database's clock.
    pub(in crate::robot) days_ago: Option<i32>,
    /// Since when they rest, if they do.
    pub(in crate::robot) rests_since: Option<DateTime<Utc>>,
    /// Whether they rest because of a complaint, and not because letters came back.
    pub(in crate::robot) complained: bool,
}

/// What is loaded about letters that came back, and what has changed.
#[derive(Debug, Default)]
pub(in crate::robot) struct Returned {
    /// The letters that reports of the batch can be about.
    pub(in crate::robot) letters: Vec<ReturnedLetter>,
    /// The game whose clock stands if such a letter will never arrive, by the letter's row.
    pub(in crate::robot) stopped: HashMap<i64, Vec<GameNumber>>,
    /// Letters that a relay refused for good, and that wait until their readers rest no more.
    pub(in crate::robot) held_back: Vec<i64>,
    /// Reports to be kept.
    pub(in crate::robot) reports: Vec<ReportRow>,
    /// Players whose points changed, and whether they got one just now.
    pub(in crate::robot) scored: BTreeMap<PlayerNumber, bool>,
    /// Players who rest from now on, and why.
    pub(in crate::robot) rests: BTreeMap<PlayerNumber, &'static str>,
    /// Players who rest no more.
    pub(in crate::robot) woken: BTreeSet<PlayerNumber>,
}
