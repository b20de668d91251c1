//! A draw that is claimed: rightly, and the game is over; or wrongly, and it is an offer (FIDE 9.1.2.3, 9.2 to 9.5).

use super::{Effects, Execution};
use crate::game::{
    Claim, ClaimRefused, ClaimedWith, Ending, Event, Game, GameNumber, Grounds, Phase, Refusal,
    Unfounded,
};
use crate::language::Order;
use crate::letters::{
    self, After, Missing, NoMove, NoTimeClaim, Occasion, Quiet, Repeated, Since, Why,
};
use crate::robot::made_move::Follow;
use crate::robot::made_move::numbered_move;
use shakmaty::Position;
use std::ops::ControlFlow;

impl Execution<'_, '_, '_> {
    /// A claim for the position on the board.
    pub(super) fn claim(
        &mut self,
        number: GameNumber,
        order: &Order,
        claim: Claim,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        if let Some(go_on) = self.comes_too_late(number, order, effects) {
            return go_on;
        }
        let me = self.sender.player;
        let may_mean_time = self.may_claim_time(number);
        let Some(loaded) = self.batch.games.get_mut(&number) else {
            return ControlFlow::Break(());
        };
        let unfounded = match loaded.game.claim_draw(me, claim, ClaimedWith::TheBoard) {
            Ok(event) => {
                let at = self.record(number, &event);
                self.tell_the_end(number, None, at, &Follow::default(), effects);
                return ControlFlow::Continue(());
            }
            Err(ClaimRefused::Refused(Refusal::NotYourTurn)) if may_mean_time => {
                return self.refuse_in(number, order, NoTimeClaim::WhichClaim, effects);
            }
            Err(ClaimRefused::Refused(Refusal::NotYourTurn)) => {
                return self.refuse_in(number, order, NoMove::ClaimOnOthersTurn, effects);
            }
            Err(ClaimRefused::Refused(refusal)) => {
                return self.refused(number, order, refusal, effects);
            }
            Err(ClaimRefused::Unfounded(unfounded)) => unfounded,
        };
        let lacks = missing(&loaded.game, &unfounded);
        self.offer_instead(number, &lacks, effects)
    }

    /// A wrong claim is an offer, where one may be made.
    fn offer_instead(
        &mut self,
        number: GameNumber,
        lacks: &[Missing],
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let me = self.sender.player;
        let Some(loaded) = self.batch.games.get_mut(&number) else {
            return ControlFlow::Break(());
        };
        let (at, no_offer) = match loaded.game.offer_draw(me) {
            Ok(event) => {
                let agreed = matches!(event, Event::DrawAgreed { .. });
                let at = self.record(number, &event);
                if agreed {
                    self.tell_the_end(number, None, at, &Follow::default(), effects);
                    return ControlFlow::Continue(());
                }
                (at, None)
            }
            Err(Refusal::DrawAlreadyOffered) => (None, None),
            Err(refusal) => (None, Some(Why::from(refusal))),
        };
        let talk = effects.talk.clone();
        let words = talk.clone();
        self.tell_both(number, at, talk, effects, |game, by_you, talk| {
            Occasion::ClaimWrong {
                game,
                by_you,
                claim: lacks.to_vec(),
                no_offer: no_offer.clone(),
                talk,
            }
        });
        if no_offer.is_some() {
            // Nothing has come of it that the other would have to know, but for the words.
            let game = words.and_then(|talk| Some((self.theirs(number)?, talk)));
            effects.theirs = game.map(|(game, talk)| (Occasion::Talk { game, talk }, None));
        }
        ControlFlow::Continue(())
    }
}

/// What is missing for the claim.
pub(super) fn missing(game: &Game, unfounded: &Unfounded) -> Vec<Missing> {
    let mut missing = Vec::new();
    if let Some(sightings) = &unfounded.sightings {
        let (same, alike): (Vec<_>, Vec<_>) = sightings
            .iter()
            .partition(|sighting| sighting.differences.is_empty());
        let plies: Vec<u32> = same.iter().map(|sighting| sighting.ply).collect();
        missing.push(match plies.as_slice() {
            [] | [_] => Missing::New,
            plies => Missing::Repetitions(repeated(game, plies)),
        });
        missing.extend(alike.into_iter().map(|sighting| Missing::Alike {
            after: after(game, sighting.ply),
            differences: sighting.differences.clone(),
        }));
    }
    let quiet = unfounded.quiet_plies.map(|plies| quiet(game, plies));
    missing.extend(quiet.map(Missing::QuietMoves));
    missing
}

/// What a draw that is no matter of agreement rests on.
pub(in crate::robot) fn grounds(game: &Game) -> Option<letters::Grounds> {
    let Phase::Over(ending) = game.phase() else {
        return None;
    };
    match ending {
        Ending::FivefoldRepetition | Ending::Claimed(Grounds::ThreefoldRepetition) => {
            let same = game.sightings().into_iter();
            let plies: Vec<u32> = same
                .filter(|sighting| sighting.differences.is_empty())
                .map(|sighting| sighting.ply)
                .collect();
            Some(letters::Grounds::Repeated(repeated(game, &plies)))
        }
        Ending::SeventyFiveMoves | Ending::Claimed(Grounds::FiftyMoves) => {
            let plies = game.position().halfmoves();
            Some(letters::Grounds::Quiet(quiet(game, plies)))
        }
        Ending::Checkmate { .. }
        | Ending::Stalemate
        | Ending::InsufficientMaterial
        | Ending::DeadPosition
        | Ending::DrawAgreed
        | Ending::Resignation { .. }
        | Ending::TimeForfeit { .. }
        | Ending::Aborted
        | Ending::Adjudicated(_) => None,
    }
}

/// After how many plies the position stood on the board, the last time now.
fn repeated(game: &Game, plies: &[u32]) -> Repeated {
    let earlier = plies.split_last().map_or(&[][..], |(_, earlier)| earlier);
    Repeated {
        earlier: earlier.iter().map(|&ply| after(game, ply)).collect(),
    }
}

fn quiet(game: &Game, plies: u32) -> Quiet {
    Quiet {
        last: !game.position().turn(),
        plies,
        since: match game.ply().checked_sub(plies) {
            Some(0) => Since::Start,
            Some(ply) => Since::Move(move_at(game, ply)),
            None => Since::BeforeTheStart,
        },
    }
}

fn after(game: &Game, ply: u32) -> After {
    After((ply > 0).then(|| move_at(game, ply)))
}

/// The move by which so many plies had been made, as SAN with its number.
fn move_at(game: &Game, ply: u32) -> String {
    let mut position = game.start().position().clone();
    for (at, &played) in (1..).zip(game.moves()) {
        if at == ply {
            return numbered_move(&position, played);
        }
        position.play_unchecked(played);
    }
    String::new()
}
