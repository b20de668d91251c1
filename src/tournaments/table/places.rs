//! Who stands where: points, tie-breaks, the direct encounter.

use super::row::{Places, Score};
use super::sheet::{Field, Sheet};
use super::tie_breaks;
use crate::tournaments::{Number, System};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The places of all who have one.
pub(super) fn places(field: &Field) -> BTreeMap<Number, Places> {
    let mut order: Vec<_> = field
        .placed()
        .map(|sheet| {
            let tie_breaks = tie_breaks::of(field, sheet);
            (Reverse((sheet.halves(), tie_breaks.in_order())), sheet)
        })
        .collect();
    order.sort_by_key(|(order, _)| *order);
    let mut first = 1;
    let mut places = BTreeMap::new();
    for equal in order.chunk_by(|(one, _), (other, _)| one == other) {
        let equal: Vec<&Sheet> = equal.iter().map(|(_, sheet)| *sheet).collect();
        for sharing in encountered(field.system, equal) {
            let count = u16::try_from(sharing.len()).unwrap_or(u16::MAX);
            let last = first + count.saturating_sub(1);
            places.extend(
                sharing
                    .iter()
                    .map(|sheet| (sheet.player, Places { first, last })),
            );
            first = last.saturating_add(1);
        }
    }
    places
}

/// Those who are equal in all else, in the order of their games against each other; whoever is equal in these too, together.
/// Those of whom some stand apart are compared again among themselves.
fn encountered(system: System, equal: Vec<&Sheet>) -> Vec<Vec<&Sheet>> {
    match system {
        System::RoundRobin | System::DoubleRoundRobin => {}
        // Those who are equal have most often not met.
        System::Swiss { .. } | System::KnockOut | System::Teams { .. } => return vec![equal],
    }
    let among: Vec<Number> = equal.iter().map(|sheet| sheet.player).collect();
    let Some(mut scored) = equal
        .iter()
        .map(|sheet| Some((Reverse(scored_among(sheet, &among)?), *sheet)))
        .collect::<Option<Vec<_>>>()
    else {
        return vec![equal];
    };
    scored.sort_by_key(|(scored, _)| *scored);
    let groups: Vec<Vec<&Sheet>> = scored
        .chunk_by(|(one, _), (other, _)| one == other)
        .map(|group| group.iter().map(|(_, sheet)| *sheet).collect())
        .collect();
    if groups.len() < 2 {
        return groups;
    }
    groups
        .into_iter()
        .flat_map(|group| encountered(system, group))
        .collect()
}

/// What a player scored against these, in halves; `None` while one of these games goes on.
fn scored_among(sheet: &Sheet, among: &[Number]) -> Option<u32> {
    let mut games = sheet.counted().filter(|met| among.contains(&met.opponent));
    games.try_fold(0, |sum, met| match met.score {
        Score::Open => None,
        Score::Lost | Score::Drawn | Score::Won => Some(sum + met.score.halves()),
    })
}
