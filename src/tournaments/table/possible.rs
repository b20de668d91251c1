//! The places that are still possible.

use super::places;
use super::record::Record;
use super::row::{Places, Score};
use super::sheet::Field;
use crate::game::Result;
use crate::tournaments::{Contested, Game, Number, System};
use std::collections::BTreeMap;

/// So many games all ends that are tried have together at the most: those of five that go on, where each can end in three ways
/// and a round robin has thirteen players. That takes some milliseconds.
const MOST_GAMES: usize = 3_usize.pow(5) * 13 * 12 / 2;

/// The places that are possible for each who has one. None is beyond them.
pub(super) fn possible(record: &Record, field: &Field) -> BTreeMap<Number, Places> {
    let bounds = bounds(field);
    if field.to_be_paired() > 0 {
        return bounds;
    }
    let Some(ends) = ends(record, field) else {
        return bounds;
    };
    let mut possible: BTreeMap<Number, Places> = BTreeMap::new();
    for games in ends {
        let ended = Record {
            games: &games,
            ..*record
        };
        for (player, end) in places::places(&Field::of(&ended)) {
            let so_far = possible.entry(player).or_insert(end);
            so_far.first = so_far.first.min(end.first);
            so_far.last = so_far.last.max(end.last);
        }
    }
    possible
}

/// By points alone: whoever certainly has more stands before, whoever certainly has fewer behind.
fn bounds(field: &Field) -> BTreeMap<Number, Places> {
    let rounds = field.to_be_paired();
    let least_and_most: Vec<(Number, u32, u32)> = field
        .placed()
        .map(|sheet| {
            let further = if sheet.withdrawn.is_some() { 0 } else { rounds };
            let wins = u32::from(sheet.going_on()) + u32::from(further);
            (
                sheet.player,
                sheet.halves(),
                sheet.halves() + wins * Score::Won.halves(),
            )
        })
        .collect();
    let of = |(player, least, most): &(Number, u32, u32)| {
        let before = least_and_most
            .iter()
            .filter(|(_, theirs, _)| theirs > most)
            .count();
        let behind = least_and_most
            .iter()
            .filter(|(_, _, theirs)| theirs < least)
            .count();
        let first = u16::try_from(before + 1).unwrap_or(u16::MAX);
        let last = u16::try_from(least_and_most.len() - behind).unwrap_or(u16::MAX);
        (*player, Places { first, last })
    };
    least_and_most.iter().map(of).collect()
}

/// All ways in which the tournament can end, each with all games; `None` where they are too many.
fn ends(record: &Record, field: &Field) -> Option<Vec<Vec<Game>>> {
    let (open, over): (Vec<&Game>, Vec<&Game>) =
        record.games.iter().partition(|game| goes_on(game, field));
    let mut ends = vec![over.into_iter().copied().collect::<Vec<Game>>()];
    for game in open {
        let ways = ways(game, record.system);
        if ends.len() * ways.len() * record.games.len() > MOST_GAMES {
            return None;
        }
        let further = |games: &Vec<Game>| {
            let games = games.clone();
            ways.clone()
                .into_iter()
                .map(move |way| [games.as_slice(), &[way]].concat())
        };
        ends = ends.iter().flat_map(further).collect();
    }
    Some(ends)
}

/// Whether a game can still change the table.
fn goes_on(game: &Game, field: &Field) -> bool {
    let of_white = field.sheet(game.pairing.white);
    of_white.is_some_and(|sheet| {
        sheet.counted().any(|met| {
            met.score == Score::Open
                && met.round == game.pairing.round
                && met.opponent == game.pairing.black
        })
    })
}

/// How a game can end. Whether both will have moved in it makes a difference in a Swiss alone.
fn ways(game: &Game, system: System) -> Vec<Game> {
    let contested: &[Contested] = match (system, game.contested) {
        (System::Swiss { .. }, Contested::No) => &[Contested::Yes, Contested::No],
        (System::Swiss { .. }, Contested::Yes)
        | (
            System::RoundRobin | System::DoubleRoundRobin | System::KnockOut | System::Teams { .. },
            Contested::Yes | Contested::No,
        ) => &[Contested::Yes],
    };
    let results = [Result::White, Result::Black, Result::Draw];
    let ways = contested.iter().flat_map(|contested| {
        results.map(|result| Game {
            result,
            contested: *contested,
            ..*game
        })
    });
    ways.collect()
}
