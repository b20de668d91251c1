//! Time controls that are none.

use crate::game::clock::{Nonsense, NotAnAmount};
use crate::language::NoControl;

/// Why words are no time control, and what to write.
pub fn why_no_control(why: NoControl) -> &'static str {
    match why {
        NoControl::Unread => {
            "it cannot be read; write for example \"3 days a move\", \"10 moves in 50 days\" or \"30 days + 1 day\""
        }
        NoControl::ForWhat => {
            "it is not clear whether it is meant for each move or for the game; write for example \"3 days a move\", \"60 \
             days in all\" or \"30 days + 1 day\""
        }
        NoControl::InWhat => {
            "it is not clear in what time so many moves are to be made; write for example \"10 moves in 50 days\""
        }
        NoControl::Unit => {
            "months and years are not always as long; write days, weeks or hours, for example \"10 moves in 50 days\""
        }
        NoControl::TooManyMoves => {
            "no game has so many moves; write for example \"10 moves in 50 days\""
        }
        NoControl::Two => "more than one time control is read; write one of them",
        NoControl::Beside => {
            "it is not clear how time is counted otherwise; write a time control with it, for example \"10 moves in 50 \
             days, weekends free\""
        }
        NoControl::NotOfThisKind => {
            "some of it does not belong to this kind of clock; doubling and carrying over are for so many moves in so much \
             time, \"at most 45 days\" is for days and more after each move"
        }
        NoControl::Amount(NotAnAmount::Nothing) => {
            "some of it is no time at all; write for example \"3 days a move\""
        }
        NoControl::Amount(NotAnAmount::TooMuch) => {
            "some of it is more than ten years; write for example \"3 days a move\""
        }
        NoControl::Nonsense(why) => contradiction(why),
    }
}

fn contradiction(why: Nonsense) -> &'static str {
    match why {
        Nonsense::NoMoves => "there are no moves in it; write for example \"10 moves in 50 days\"",
        Nonsense::PartOfADay => {
            "whole days are to be counted, and part of it is not of whole days; write whole days, or \"to the second\""
        }
        Nonsense::CapTooSmall => {
            "the most that can be saved is less than what it begins with or what a move adds; write for example \"30 days + 1 \
             day, at most 45 days\""
        }
        Nonsense::FloorTooHigh => {
            "the clock would never be less than more than it can hold; write for example \"triple block\""
        }
        Nonsense::LongestMoveIdle => {
            "a longest move is agreed where there is no clock, or one for each move already; leave it out"
        }
        Nonsense::FlagsIdle => {
            "there is no loss on time to be claimed where there is no clock; leave that out"
        }
        Nonsense::WeekendsIdle => "weekends are free where there is no clock; leave that out",
    }
}
