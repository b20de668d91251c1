//! The places that are still possible for teams.

use super::standing::{TeamMatch, TeamRow, in_order, ranked};
use super::{Ranking, Team};
use crate::tournaments::table::{Halves, Places, Score};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// So often a match is looked at for a team at the most, in all ends that are tried together: that takes some milliseconds.
const MOST_LOOKS: usize = 400_000;

/// In how many ways a game can end.
const WAYS: usize = 3;

/// The places that are possible for each of these teams. None is beyond them.
pub(super) fn possible(
    rows: &[TeamRow],
    matches: &[TeamMatch],
    ranking: Ranking,
) -> BTreeMap<Team, Places> {
    let open: u32 = matches.iter().map(|met| u32::from(met.going_on)).sum();
    let looks = |ends: usize| ends.checked_mul(rows.len())?.checked_mul(matches.len());
    let ends = WAYS.checked_pow(open);
    match ends.filter(|ends| looks(*ends).is_some_and(|looks| looks <= MOST_LOOKS)) {
        Some(ends) => by_all_ends(rows, matches, ranking, ends),
        None => bounds(rows, matches, ranking),
    }
}

/// By all ways in which the games that go on can end: so many.
pub(super) fn by_all_ends(
    rows: &[TeamRow],
    matches: &[TeamMatch],
    ranking: Ranking,
    ends: usize,
) -> BTreeMap<Team, Places> {
    let teams = u16::try_from(rows.len()).unwrap_or(u16::MAX);
    let mut possible: BTreeMap<Team, Places> = BTreeMap::new();
    for end in 0..ends {
        for row in ranked(teams, &ended(matches, end), ranking) {
            let so_far = possible.entry(row.team).or_insert(row.places);
            so_far.first = so_far.first.min(row.places.first);
            so_far.last = so_far.last.max(row.places.last);
        }
    }
    possible
}

/// The matches once all games are over, in the way of this number.
fn ended(matches: &[TeamMatch], way: usize) -> Vec<TeamMatch> {
    let mut rest = way;
    let mut ended = matches.to_vec();
    for met in &mut ended {
        let games = met.games.iter_mut();
        for game in games.filter(|game| game.scores.contains(&Score::Open)) {
            game.scores = match rest % WAYS {
                0 => [Score::Won, Score::Lost],
                1 => [Score::Lost, Score::Won],
                _ => [Score::Drawn, Score::Drawn],
            };
            rest /= WAYS;
            for (points, score) in met.points.iter_mut().zip(game.scores) {
                points.0 += score.halves();
            }
        }
        met.going_on = 0;
    }
    ended
}

/// By what each team has if it loses all its games that go on, and if it wins them: whoever certainly has more stands before,
/// whoever certainly has less behind.
pub(super) fn bounds(
    rows: &[TeamRow],
    matches: &[TeamMatch],
    ranking: Ranking,
) -> BTreeMap<Team, Places> {
    let least_and_most: Vec<_> = rows
        .iter()
        .map(|row| (row.team, least_and_most(row.team, matches, ranking)))
        .collect();
    let of = |(team, [least, most]): &(Team, [(u32, u32); 2])| {
        let others = || least_and_most.iter().map(|(_, both)| both);
        let before = others().filter(|[theirs, _]| theirs > most).count();
        let behind = others().filter(|[_, theirs]| theirs < least).count();
        let first = u16::try_from(before + 1).unwrap_or(u16::MAX);
        let last = u16::try_from(least_and_most.len() - behind).unwrap_or(u16::MAX);
        (*team, Places { first, last })
    };
    least_and_most.iter().map(of).collect()
}

/// What a team has in the end at the least and at the most, in the order in which it counts.
fn least_and_most(team: Team, matches: &[TeamMatch], ranking: Ranking) -> [(u32, u32); 2] {
    let (mut least, mut most) = ((0, 0), (0, 0));
    for met in matches.iter().filter(|met| met.has(team)) {
        let own = met.board_points(team).0;
        let both: u32 = met.points.iter().map(|points| points.0).sum();
        let (others, open) = (both - own, Score::Won.halves() * u32::from(met.going_on));
        least.0 += match_points(own, others + open);
        least.1 += own;
        most.0 += match_points(own + open, others);
        most.1 += own + open;
    }
    [least, most].map(|(of_matches, of_boards)| in_order(ranking, of_matches, Halves(of_boards)))
}

fn match_points(own: u32, others: u32) -> u16 {
    match own.cmp(&others) {
        Ordering::Greater => 2,
        Ordering::Equal => 1,
        Ordering::Less => 0,
    }
}
