//! A move by the letters of the language in which the mail is written, where it is none by those of its writer: "Lb5" in a German
//! mail of somebody who has set no letters.

use super::command::{Command, Order};
use super::message::Message;
use super::own_words::OwnWords;
use super::reader;
use super::tongue::written_in;
use crate::chess::notation::{Letters, Spelling};

/// The mail read by its own letters, where by these it orders the same, and its moves can be some.
pub(super) fn by_its_own_letters(
    own: &OwnWords,
    subject: &str,
    first: &Message,
    letters: Letters,
) -> Option<Message> {
    if !first.orders.iter().any(is_foreign) {
        return None;
    }
    let language = written_in(own, subject).filter(|language| *language != letters)?;
    let again = reader::read(own, subject, language);
    let same = again.orders.len() == first.orders.len()
        && again
            .orders
            .iter()
            .zip(&first.orders)
            .all(|(one, other)| one.typed == other.typed);
    (same && !again.orders.iter().any(is_foreign)).then_some(again)
}

/// Whether an order plays a move by a letter that is none of the player's.
fn is_foreign(order: &Order) -> bool {
    if let Command::Moves(moves) = &order.command {
        moves.iter().any(Spelling::is_in_foreign_letters)
    } else {
        false
    }
}
