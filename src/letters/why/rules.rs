//! What the rules of a game do not allow.

use crate::game::Refusal;
use crate::letters::{InWords, Sentence, says_its_words, sentence};

impl InWords for Refusal {
    fn in_words(&self) -> Sentence {
        match self {
            Refusal::NotYourGame => sentence!("you are not a player of this game"),
            Refusal::NotStarted => sentence!("the challenge has not been accepted yet"),
            Refusal::AlreadyAccepted => sentence!("this challenge has already been accepted"),
            Refusal::ChallengeClosed => sentence!("this challenge is no longer open"),
            Refusal::OwnChallenge => {
                sentence!("it is your own challenge; your opponent has to answer it")
            }
            Refusal::NotYourChallenge => sentence!(
                "only the player who made the challenge can withdraw it; you can decline it"
            ),
            Refusal::Over => sentence!("the game is over"),
            Refusal::NotYourTurn => sentence!("it is your opponent's move"),
            Refusal::IllegalMove => sentence!("that move is not legal here"),
            Refusal::NoDrawWasOffered => sentence!("no draw has been offered to you"),
            Refusal::DrawAlreadyOffered => sentence!("your draw offer already stands"),
            Refusal::NothingToTakeBack => {
                sentence!("you have made no move that could be taken back")
            }
            Refusal::NoTakebackWasOffered => sentence!("no takeback has been offered to you"),
            Refusal::TakebackAlreadyOffered => sentence!("your takeback offer already stands"),
            Refusal::AnswerTakebackFirst => sentence!(
                "your opponent has offered a takeback, too; first accept or decline that one"
            ),
            Refusal::NoAbortWasOffered => {
                sentence!("your opponent has not offered to abort the game")
            }
            Refusal::AbortAlreadyOffered => {
                sentence!("your offer to abort the game already stands")
            }
            Refusal::Rated => sentence!(
                "this game is rated, and in a rated game no move is taken back, no clock is paused, and nobody is given time"
            ),
            Refusal::NoClock => sentence!("this game has no clock"),
            Refusal::NoPauseWasOffered => sentence!("no pause has been offered to you"),
            Refusal::ShorterPauseOffered => sentence!(
                "you have offered a shorter pause, and an answer to that must not count for a longer one; you can offer \
                 this one when your opponent has answered"
            ),
            Refusal::PauseAlreadyOffered => sentence!("your offer of this pause already stands"),
            Refusal::AnswerPauseFirst => sentence!(
                "your opponent has offered another pause; first accept or decline that one"
            ),
            Refusal::NothingToCorrect => sentence!("the game has not come further than that"),
            Refusal::EndsThere => sentence!("the game ends by itself in that position"),
            Refusal::UnfoundedClaim => sentence!("there is nothing to claim a draw for"),
            Refusal::TooManyDrawOffers { from_move } => sentence!(
                "you have offered a draw three times in a row; you may offer one again from move {{ from_move }} on, or when your opponent has offered one",
                from_move
            ),
            Refusal::TooManyTakebackOffers { from_move } => sentence!(
                "you have offered a takeback three times in a row; you may offer one again from move {{ from_move }} on, or when your opponent has offered one",
                from_move
            ),
            Refusal::TooManyPauseOffers { from_move } => sentence!(
                "you have offered a pause three times in a row; you may offer one again from move {{ from_move }} on, or when your opponent has offered one",
                from_move
            ),
            Refusal::TooManyAbortOffers { from_move } => sentence!(
                "you have offered to abort the game three times in a row; you may offer it again from move {{ from_move }} on, or \
         when your opponent has offered it",
                from_move
            ),
        }
    }
}

says_its_words!(Refusal);
