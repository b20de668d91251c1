//! Time controls that are none.

use crate::game::clock::{Nonsense, NotAnAmount};
use crate::language::NoControl;
use crate::letters::{Sentence, sentence};

/// Why words are no time control, and what to write.
pub fn why_no_control(why: NoControl) -> Sentence {
    match why {
        NoControl::Unread => {
            sentence!(
                "it cannot be read; write for example \"3 days a move\", \"10 moves in 50 days\" or \"30 days + 1 day\""
            )
        }
        NoControl::ForWhat => {
            sentence!(
                "it is not clear whether it is meant for each move or for the game; write for example \"3 days a move\", \"60 \
             days in all\" or \"30 days + 1 day\""
            )
        }
        NoControl::InWhat => {
            sentence!(
                "it is not clear in what time so many moves are to be made; write for example \"10 moves in 50 days\""
            )
        }
        NoControl::Unit => {
            sentence!(
                "months and years are not always as long; write days, weeks or hours, for example \"10 moves in 50 days\""
            )
        }
        NoControl::TooManyMoves => {
            sentence!("no game has so many moves; write for example \"10 moves in 50 days\"")
        }
        NoControl::Two => sentence!("more than one time control is read; write one of them"),
        NoControl::Beside => {
            sentence!(
                "it is not clear how time is counted otherwise; write a time control with it, for example \"10 moves in 50 \
             days, weekends free\""
            )
        }
        NoControl::NotOfThisKind => {
            sentence!(
                "some of it does not belong to this kind of clock; doubling and carrying over are for so many moves in so much \
             time, \"at most 45 days\" is for days and more after each move"
            )
        }
        NoControl::Amount(NotAnAmount::Nothing) => {
            sentence!("some of it is no time at all; write for example \"3 days a move\"")
        }
        NoControl::Amount(NotAnAmount::TooMuch) => {
            sentence!("some of it is more than ten years; write for example \"3 days a move\"")
        }
        NoControl::Nonsense(why) => contradiction(why),
    }
}

fn contradiction(why: Nonsense) -> Sentence {
    match why {
        Nonsense::NoMoves => {
            sentence!("there are no moves in it; write for example \"10 moves in 50 days\"")
        }
        Nonsense::PartOfADay => {
            sentence!(
                "whole days are to be counted, and part of it is not of whole days; write whole days, or \"to the second\""
            )
        }
        Nonsense::CapTooSmall => {
            sentence!(
                "the most that can be saved is less than what it begins with or what a move adds; write for example \"30 days + 1 \
             day, at most 45 days\""
            )
        }
        Nonsense::FloorTooHigh => {
            sentence!(
                "the clock would never be less than more than it can hold; write for example \"triple block\""
            )
        }
        Nonsense::LongestMoveIdle => {
            sentence!(
                "a longest move is agreed where there is no clock, or one for each move already; leave it out"
            )
        }
        Nonsense::FlagsIdle => {
            sentence!(
                "there is no loss on time to be claimed where there is no clock; leave that out"
            )
        }
        Nonsense::WeekendsIdle => {
            sentence!("weekends are free where there is no clock; leave that out")
        }
    }
}
