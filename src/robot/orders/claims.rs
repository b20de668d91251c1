//! A draw that is claimed: rightly, and the game is over; or wrongly, and it is an offer (FIDE 9.1.2.3, 9.2 to 9.5).

use super::moves::numbered;
use super::prepared::Follow;
use super::{Clerk, Doings};
use crate::chess::{self, all_of};
use crate::game::{
    Claim, ClaimRefused, Ending, Event, Game, GameNumber, Grounds, Phase, Refusal, Unfounded,
};
use crate::language::Order;
use crate::letters::Occasion;
use shakmaty::Position;

impl Clerk<'_, '_, '_> {
    /// A claim for the position on the board.
    pub(super) fn claim(
        &mut self,
        number: GameNumber,
        order: &Order,
        claim: Claim,
        doings: &mut Doings,
    ) -> bool {
        if self.answers_old_mail(number) {
            return self.stale(number, order, doings);
        }
        let me = self.sender.player;
        let Some(table) = self.desk.tables.get_mut(&number) else {
            return false;
        };
        let unfounded = match table.game.claim_draw(me, claim, false) {
            Ok(event) => {
                let at = self.record(number, &event);
                self.tell_the_end(number, None, at, &Follow::default(), doings);
                return true;
            }
            Err(ClaimRefused::Refused(Refusal::NotYourTurn)) => {
                let why = "it is your opponent's move, and a draw is claimed on your own; you can offer one with \
                           \"draw\"";
                return self.refuse_in(number, order, why, doings);
            }
            Err(ClaimRefused::Refused(refusal)) => {
                return self.refused(number, order, refusal, doings);
            }
            Err(ClaimRefused::Unfounded(unfounded)) => unfounded,
        };
        let lacks = reasons(&table.game, &unfounded);
        let (at, no_offer) = match table.game.offer_draw(me) {
            Ok(event) => {
                let agreed = matches!(event, Event::DrawAgreed { .. });
                let at = self.record(number, &event);
                if agreed {
                    self.tell_the_end(number, None, at, &Follow::default(), doings);
                    return true;
                }
                (at, None)
            }
            Err(Refusal::DrawAlreadyOffered) => (None, None),
            Err(refusal) => (None, Some(refusal.to_string())),
        };
        let talk = doings.talk.clone();
        self.tell_both(number, at, talk, doings, |game, by_you, talk| {
            Occasion::ClaimWrong {
                game,
                by_you,
                claim: lacks.clone(),
                no_offer: no_offer.clone(),
                talk,
            }
        });
        if no_offer.is_some() {
            // Nothing has come of it that the other would have to know.
            doings.theirs = None;
        }
        true
    }
}

/// What is missing for the claim, one sentence each.
pub(super) fn reasons(game: &Game, unfounded: &Unfounded) -> Vec<String> {
    let mut reasons = Vec::new();
    if let Some(sightings) = &unfounded.sightings {
        let (same, alike): (Vec<_>, Vec<_>) = sightings
            .iter()
            .partition(|sighting| sighting.differences.is_empty());
        let plies: Vec<u32> = same.iter().map(|sighting| sighting.ply).collect();
        reasons.push(match plies.as_slice() {
            [] | [_] => "This position has not been on the board before.".to_owned(),
            plies => format!(
                "This position has been on the board only {}.",
                times_and_moves(game, plies)
            ),
        });
        for sighting in alike {
            let rights: Vec<String> = sighting
                .differences
                .iter()
                .map(ToString::to_string)
                .collect();
            reasons.push(format!(
                "The men stood alike {}, but it was another position: {}.",
                after(game, sighting.ply),
                rights.join(", and ")
            ));
        }
    }
    if let Some(quiet) = unfounded.quiet_plies {
        reasons.push(format!(
            "{}; fifty of each are needed.",
            quiet_moves(game, quiet)
        ));
    }
    reasons
}

/// What a draw that is no matter of agreement rests on, in one sentence.
pub(super) fn evidence(game: &Game) -> Option<String> {
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
            Some(format!(
                "The same position has been on the board {}.",
                times_and_moves(game, &plies)
            ))
        }
        Ending::SeventyFiveMoves | Ending::Claimed(Grounds::FiftyMoves) => Some(format!(
            "{}.",
            quiet_moves(game, game.position().halfmoves())
        )),
        Ending::Checkmate { .. }
        | Ending::Stalemate
        | Ending::InsufficientMaterial
        | Ending::DeadPosition
        | Ending::DrawAgreed
        | Ending::Resignation { .. }
        | Ending::Aborted
        | Ending::Adjudicated(_) => None,
    }
}

/// "twice: after 2...Ng8 and now".
fn times_and_moves(game: &Game, plies: &[u32]) -> String {
    let times = match plies.len() {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        3 => "three times".to_owned(),
        4 => "four times".to_owned(),
        5 => "five times".to_owned(),
        more => format!("{more} times"),
    };
    let mut earlier: Vec<String> = plies
        .iter()
        .take(plies.len().saturating_sub(1))
        .map(|&ply| after(game, ply))
        .collect();
    earlier.push("now".to_owned());
    format!("{times}: {}", all_of(&earlier))
}

/// "Since 23. exd5, White has made 41 moves and Black 40 without a capture or a pawn move".
fn quiet_moves(game: &Game, quiet: u32) -> String {
    let last = game.position().turn().fold_wb("Black", "White");
    let other = game.position().turn().fold_wb("White", "Black");
    let moves = match quiet.div_ceil(2) {
        1 => "1 move".to_owned(),
        many => format!("{many} moves"),
    };
    let counted = format!(
        "{last} has made {moves} and {other} {} without a capture or a pawn move",
        quiet / 2
    );
    match game.ply().checked_sub(quiet) {
        Some(0) => format!("Since the start of the game, {counted}"),
        Some(ply) => format!("Since {}, {counted}", move_at(game, ply)),
        None => format!("Counted from before the start position, {counted}"),
    }
}

/// "after 2...Ng8", "at the start of the game".
fn after(game: &Game, ply: u32) -> String {
    if ply == 0 {
        "at the start of the game".to_owned()
    } else {
        format!("after {}", move_at(game, ply))
    }
}

/// The move by which so many plies had been made, as SAN with its number.
fn move_at(game: &Game, ply: u32) -> String {
    let mut position = game.start().position().clone();
    for (at, &played) in (1..).zip(game.moves()) {
        if at == ply {
            return numbered(&position, &chess::san(&position, played));
        }
        position.play_unchecked(played);
    }
    String::new()
}
