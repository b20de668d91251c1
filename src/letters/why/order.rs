//! Other orders that are not carried out, each for a reason of its own.

use crate::game::GameNumber;
use crate::letters::Reserved;
use crate::letters::{InWords, Sentence, sentence};

/// Why an order is not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotDone {
    /// The mail says something else as well, and only one of the two can be done.
    AlsoSays(String),
    /// One line of it answers what is offered and plays on: "Yes and e5".
    AnswersAndPlays,
    /// They have no game of this number.
    NoSuchGame(GameNumber),
    /// They have no game in which it could be done.
    NoGameForIt,
    /// Leaving for good stands beside other orders.
    LeavingAlone,
    /// No other player is called so.
    NoOtherPlayer,
    /// They have played no game with that player.
    NotPlayedWith,
    /// Nobody may be called so.
    ReservedName(Reserved),
    /// Somebody else is called so.
    TakenName,
    /// The PGN standard has no piece letters of that language.
    NoSuchLetters,
    /// There is no such form of letters.
    NoSuchFormat,
    /// The mail is encrypted.
    Encrypted,
    /// The mail is broken; the fault, as whoever reads mails names it.
    Broken(String),
}

impl InWords for NotDone {
    fn in_words(&self) -> Sentence {
        match self {
            NotDone::AlsoSays(words) => sentence!(
                "it says \"{{ words }}\" as well, and only one of them can be done",
                words
            ),
            NotDone::AnswersAndPlays => sentence!(
                "it answers what is offered and plays on, and only one of them can be done"
            ),
            NotDone::NoSuchGame(number) => sentence!("you have no game {{ number }}", number),
            NotDone::NoGameForIt => sentence!("you have no game in which that can be done now"),
            NotDone::LeavingAlone => {
                sentence!("leaving is asked for in a mail that asks for nothing else")
            }
            NotDone::NoOtherPlayer => sentence!("there is no other player of that name"),
            NotDone::NotPlayedWith => sentence!(
                "you have played no game with that player, and a rating is shown to those who have"
            ),
            NotDone::ReservedName(reserved) => sentence!(
                "{{ reserved }}; write \"name\" and another one",
                reserved = reserved.why()
            ),
            NotDone::TakenName => sentence!(
                "another player has that name, or one that looks like it, or had it until lately; write \"name\" and \
                 another one"
            ),
            NotDone::NoSuchLetters => {
                sentence!("that is not one of the languages of PGN; write for example: letters de")
            }
            NotDone::NoSuchFormat => sentence!(
                "the forms of letters are board, text, words and pgn; write for example: format board"
            ),
            NotDone::Broken(fault) => Sentence::from(fault),
            NotDone::Encrypted => sentence!("it is encrypted, and this server has no key"),
        }
    }
}
