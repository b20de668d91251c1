//! Who has taken whose place in a tournament.

use crate::db::tournaments::EntryRow;
use chrono::{DateTime, Utc};

/// Somebody who has taken the place of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Substitute {
    /// The number in the draw.
    pub number: i32,
    /// Whose place it was.
    pub gone: String,
    /// Who has taken it; somebody else may have it by now.
    pub taker: String,
    /// When.
    pub at: DateTime<Utc>,
}

/// All of them, by when they did.
pub fn substitutes(entries: &[EntryRow]) -> Vec<Substitute> {
    let mut given_up: Vec<(i32, DateTime<Utc>, &EntryRow)> = entries
        .iter()
        .filter_map(|entry| Some((entry.given_up?, entry.given_up_at?, entry)))
        .collect();
    given_up.sort_by_key(|(_, at, entry)| (*at, entry.player_id));
    let taker = |number: i32, after: DateTime<Utc>| {
        let later = given_up.iter();
        let mut later = later.filter(|(of, at, _)| *of == number && *at > after);
        let now = || entries.iter().find(|one| one.number == Some(number));
        later.next().map(|(_, _, entry)| *entry).or_else(now)
    };
    let told = given_up.iter().filter_map(|(number, at, entry)| {
        Some(Substitute {
            number: *number,
            gone: entry.name.clone(),
            taker: taker(*number, *at)?.name.clone(),
            at: *at,
        })
    });
    told.collect()
}
