//! What the rules of a game do not allow.

use crate::game::Refusal;
use std::fmt;

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::NotYourGame => "you are not a player of this game",
            Refusal::NotStarted => "the challenge has not been accepted yet",
            Refusal::AlreadyAccepted => "this challenge has already been accepted",
            Refusal::ChallengeClosed => "this challenge is no longer open",
            Refusal::OwnChallenge => "it is your own challenge; your opponent has to answer it",
            Refusal::NotYourChallenge => "only the player who made the challenge can withdraw it; you can decline it",
            Refusal::Over => "the game is over",
            Refusal::NotYourTurn => "it is your opponent's move",
            Refusal::IllegalMove => "that move is not legal here",
            Refusal::NoDrawWasOffered => "no draw has been offered to you",
            Refusal::DrawAlreadyOffered => "your draw offer already stands",
            Refusal::NothingToTakeBack => "you have made no move that could be taken back",
            Refusal::NoTakebackWasOffered => "no takeback has been offered to you",
            Refusal::TakebackAlreadyOffered => "your takeback offer already stands",
            Refusal::AnswerTakebackFirst => "your opponent has offered a takeback, too; first accept or decline that one",
            Refusal::NoAbortWasOffered => "your opponent has not offered to abort the game",
            Refusal::AbortAlreadyOffered => "your offer to abort the game already stands",
            Refusal::Rated => {
                "this game is rated, and in a rated game no move is taken back, no clock is paused, and nobody is given time"
            }
            Refusal::NoClock => "this game has no clock",
            Refusal::NoPauseWasOffered => "no pause has been offered to you",
            Refusal::ShorterPauseOffered => {
                "you have offered a shorter pause, and an answer to that must not count for a longer one; you can offer \
                 this one when your opponent has answered"
            }
            Refusal::PauseAlreadyOffered => "your offer of this pause already stands",
            Refusal::AnswerPauseFirst => "your opponent has offered another pause; first accept or decline that one",
            Refusal::NothingToCorrect => "the game has not come further than that",
            Refusal::EndsThere => "the game ends by itself in that position",
            Refusal::UnfoundedClaim => "there is nothing to claim a draw for",
            Refusal::TooManyDrawOffers { from_move } => return enough(f, "a draw", *from_move),
            Refusal::TooManyTakebackOffers { from_move } => return enough(f, "a takeback", *from_move),
            Refusal::TooManyPauseOffers { from_move } => return enough(f, "a pause", *from_move),
            Refusal::TooManyAbortOffers { from_move } => {
                return write!(
                    f,
                    "you have offered to abort the game three times in a row; you may offer it again from move {from_move} on, or \
         when your opponent has offered it"
                );
            }
        })
    }
}

/// That one side has offered this three times in a row.
fn enough(f: &mut fmt::Formatter<'_>, what: &str, from_move: u32) -> fmt::Result {
    write!(
        f,
        "you have offered {what} three times in a row; you may offer one again from move {from_move} on, or when your \
         opponent has offered one"
    )
}
