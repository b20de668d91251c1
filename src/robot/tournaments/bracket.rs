//! The bracket of a knock-out goes on: pairs of games begin as soon as both their players are known, and who is out is told.

use super::games::{Paired, of_player, open_games, stage};
use super::standings::number;
use super::through::tell_who_goes_on;
use super::{BracketStep, Change, NewGames, Tournament};
use crate::game::{CauseId, PlayerNumber};
use crate::letters::{Occasion, place_in_words, stage_in_words};
use crate::robot::batch::Batch;
use crate::robot::draft::{Draft, Recipient};
use crate::tournaments::knock_out::{self, Bracket, Place, Steps, Which};
use crate::tournaments::{Number, State};
use anyhow::{Context, ensure};
use chrono::TimeDelta;
use std::collections::HashMap;

/// A pair of which a player cannot be written to waits, and is tried again after so many hours.
const HOURS_TO_WAIT: i64 = 6;

/// Does what follows from how the bracket stands.
pub(super) fn go_on(
    batch: &mut Batch<'_>,
    cause: CauseId,
    tournament: i64,
    step: i32,
) -> anyhow::Result<()> {
    let known = batch.tournaments.numbered(tournament);
    let one = known
        .with_context(|| format!("there is no tournament {tournament}"))?
        .clone();
    let known = one.bracket.as_ref();
    let (stood, looked) =
        known.with_context(|| format!("tournament {tournament} has no bracket"))?;
    ensure!(
        one.state == State::Playing && *looked == step,
        "step {step} of tournament {tournament} is not due"
    );
    let numbers: HashMap<Number, PlayerNumber> = one
        .entries
        .iter()
        .filter_map(|entry| Some((number(entry)?, PlayerNumber(entry.player_id))))
        .collect();
    let mut steps = one.standings().with_field(knock_out::due);
    let all = steps.pairs.len();
    steps.pairs.retain(|pair| can_begin(batch, &numbers, pair));
    let mut games = steps_in_games(batch, cause, &one, (&numbers, &steps))?;
    if steps.pairs.len() < all {
        games.next_round_at = Some(batch.clock + TimeDelta::hours(HOURS_TO_WAIT));
    }
    tell_pairs(batch, cause, &one, (&games, &steps))?;
    let told = tell_who_is_out(batch, cause, &one, &steps);
    let through = tell_who_goes_on(batch, cause, &one, &steps);
    batch
        .tournaments
        .changes
        .push(Change::BracketStep(BracketStep {
            games,
            stood: stood.clone(),
            told,
            through,
        }));
    Ok(())
}

/// Whether both of a pair can be written to, so that their games can begin.
fn can_begin(
    batch: &Batch<'_>,
    numbers: &HashMap<Number, PlayerNumber>,
    pair: &knock_out::Pair,
) -> bool {
    let mut players = pair.players.iter().map(|player| numbers.get(player));
    players.all(|player| player.is_some_and(|player| batch.can_be_paired(*player)))
}

/// Begins the pairs of games of these steps.
pub(super) fn steps_in_games(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    (numbers, steps): (&HashMap<Number, PlayerNumber>, &Steps),
) -> anyhow::Result<NewGames> {
    let games = steps.pairs.iter().flat_map(knock_out::Pair::games);
    let pairings: Vec<_> = games
        .map(|(pairing, board)| (pairing, i32::from(board)))
        .collect();
    let last = pairings.iter().map(|(pairing, _)| pairing.round).max();
    let paired = Paired {
        numbers,
        pairings: &pairings,
        byes: &steps.byes,
        round: i32::from(last.unwrap_or(0)),
    };
    open_games(batch, cause, one, paired)
}

/// One letter to each whose games begin, or who goes through a round without playing. Of a final that nobody else has reached
/// the final table tells.
fn tell_pairs(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    (games, steps): (&NewGames, &Steps),
) -> anyhow::Result<()> {
    let last = games.rounds.map(i32::from);
    for entry in &one.entries {
        let player = PlayerNumber(entry.player_id);
        let (own, turns) = of_player(batch, games, player)?;
        let byes = games.byes.iter().filter(|(one, _)| *one == player);
        let byes = byes.filter(|(_, round)| Some(*round) != last);
        let byes: Vec<_> = byes.filter_map(|(_, round)| stage(games, *round)).collect();
        if own.is_empty() && byes.is_empty() {
            continue;
        }
        let pair = steps.pairs.iter().find(|pair| {
            let mut players = pair.players.iter();
            players.any(|player| number(entry) == Some(*player))
        });
        let occasion = Occasion::TournamentPair {
            tournament: batch.tournament_view(one, player),
            stage: pair.and_then(|pair| stage(games, i32::from(pair.round))),
            further: pair.is_some_and(|pair| pair.which == Which::Further),
            games: own,
            byes,
        };
        if batch.can_be_paired(player) {
            let draft = Draft::about_no_game(occasion, Recipient::Player(player), cause);
            batch.drafts.push(Draft { turns, ..draft });
        }
    }
    Ok(())
}

/// Tells whoever is out in which round, once, and whoever is in again by a correction. Who loses the final gets the final table,
/// and who has withdrawn knows it.
fn tell_who_is_out(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    steps: &Steps,
) -> Vec<(PlayerNumber, Option<i32>)> {
    let standings = one.standings_after(steps);
    let (last, places) = standings.with_field(|field| {
        let bracket = Bracket::of(field);
        (bracket.last(), knock_out::places(field, &bracket))
    });
    let places: HashMap<Number, Place> = places
        .into_iter()
        .map(|place| (place.player, place))
        .collect();
    let mut told = Vec::new();
    for entry in &one.entries {
        let place = number(entry).and_then(|number| places.get(&number));
        let Some(place) = place.filter(|_| entry.withdrawn_at.is_none()) else {
            continue;
        };
        let out = (place.out && place.round < last).then_some(place.round);
        if out.is_some() == entry.told_out.is_some() {
            continue;
        }
        let player = PlayerNumber(entry.player_id);
        let tournament = batch.tournament_view(one, player);
        let stage = stage_in_words(place.round, last);
        let occasion = match out {
            Some(_) => Occasion::TournamentOut {
                tournament,
                stage,
                place: place_in_words(place.places),
            },
            None => Occasion::TournamentBack { tournament, stage },
        };
        batch.tell_of_tournament(player, occasion, cause);
        told.push((player, out.map(i32::from)));
    }
    told
}
