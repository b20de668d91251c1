//! Who goes on in a knock-out without knowing whom they meet is told that they do: else they would only read that two games are
//! over.

use super::Tournament;
use super::standings::number;
use crate::game::{CauseId, PlayerNumber};
use crate::letters::{Occasion, stage_in_words};
use crate::robot::batch::Batch;
use crate::tournaments::Number;
use crate::tournaments::knock_out::{self, Bracket, Match, Side, Steps, Verdict};

/// How far somebody has come who waits for games.
struct Waits<'m> {
    /// The meeting for which they wait.
    here: &'m Match,
    /// Whom they meet in it, where that is known.
    opponent: Option<Number>,
    /// Else the two who play for it, where both are known.
    between: Option<[Number; 2]>,
}

/// Tells whoever goes on and gets no games yet, once for each round. Returns the round that each was told to have reached; none
/// where they have not reached the one that they were told of, since a result was changed.
pub(super) fn tell_who_goes_on(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    steps: &Steps,
) -> Vec<(PlayerNumber, Option<i32>)> {
    let standings = one.standings_after(steps);
    let bracket = standings.with_field(Bracket::of);
    let (_, names) = one.table();
    let name = |player: Number| {
        let name = names.get(usize::from(player.0.saturating_sub(1)));
        name.cloned().unwrap_or_default()
    };
    let mut told = Vec::new();
    for entry in &one.entries {
        let Some(own) = number(entry).filter(|_| entry.withdrawn_at.is_none()) else {
            continue;
        };
        let player = PlayerNumber(entry.player_id);
        let last = bracket.last_of(own).map(|last| i32::from(last.round));
        let Some(waits) = waits(&bracket, steps, own) else {
            if entry.told_through > last {
                told.push((player, None));
            }
            continue;
        };
        let round = i32::from(waits.here.round);
        if entry.told_through == Some(round) {
            continue;
        }
        let occasion = Occasion::TournamentThrough {
            tournament: batch.tournament_view(one, player),
            stage: stage_in_words(waits.here.round, bracket.last()),
            opponent: waits.opponent.map(name),
            between: waits.between.into_iter().flatten().map(name).collect(),
        };
        batch.tell_of_tournament(player, occasion, cause);
        told.push((player, Some(round)));
    }
    told
}

/// Whether a player has won games of one round and waits for those of the next. Who went through a round without playing has a
/// letter that says so.
fn waits<'b>(bracket: &'b Bracket, steps: &Steps, own: Number) -> Option<Waits<'b>> {
    let here = bracket.last_of(own)?;
    let begins = steps.pairs.iter().any(|pair| pair.players.contains(&own));
    if begins || here.verdict != Verdict::Open || !here.legs.is_empty() {
        return None;
    }
    let mut before = bracket.matches().filter(|one| one.round + 1 == here.round);
    before.find(|one| one.has(own) && !one.legs.is_empty())?;
    let opponent = here.sides.iter().find_map(|side| match side {
        Side::Known(player) => Some(*player).filter(|player| *player != own),
        Side::NotYet | Side::Nobody => None,
    });
    let mut feeding = bracket
        .matches()
        .filter(|one| one.round + 1 == here.round && one.slot / 2 == here.slot && !one.has(own));
    Some(Waits {
        here,
        opponent,
        between: feeding.next().and_then(knock_out::Match::both),
    })
}
