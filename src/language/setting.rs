//! A language of the piece letters that the mail itself sets: it counts for the whole mail, wherever it stands in it.

use super::command::{Command, Order};
use super::message::{Doubt, Message, Unread};
use crate::chess::notation::{Letters, Spelling};

/// What a mail says about the language of its piece letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Setting {
    /// Nothing.
    None,
    /// This is to be it from now on.
    One(Letters),
    /// Two of them, or one that is not known.
    Unclear,
}

pub(super) fn setting(message: &Message) -> Setting {
    let mut set = Setting::None;
    for order in &message.orders {
        let Command::Letters(language) = &order.command else {
            continue;
        };
        set = match (set, language.parse::<Letters>()) {
            (Setting::None, Ok(language)) => Setting::One(language),
            (Setting::One(known), Ok(language)) if known == language => set,
            (Setting::One(_) | Setting::Unclear, Ok(_)) | (_, Err(_)) => Setting::Unclear,
        };
    }
    set
}

/// The message without its moves, where nobody can know by which letters they are to be read; those that are the same by
/// all letters stay.
pub(super) fn without_moves(mut message: Message) -> Message {
    let same = Spelling::is_free_of_letters;
    let mut kept = Vec::new();
    for order in std::mem::take(&mut message.orders) {
        if spellings_of(&order).all(same) {
            kept.push(order);
        } else if message.unread.is_none() {
            message.unread = Some(Unread {
                line: order.typed.chars().take(200).collect(),
                did_you_mean: None,
                word: None,
                reason: Doubt::Letters,
            });
        }
    }
    message.orders = kept;
    message
}

/// The moves that an order plays or prepares, as written.
fn spellings_of(order: &Order) -> impl Iterator<Item = &Spelling> {
    let mut lines: &[Vec<Spelling>] = &[];
    let mut played: &[Spelling] = &[];
    if let Command::Moves(moves) = &order.command {
        played = moves;
    } else if let Command::Prepare(prepared) = &order.command {
        lines = prepared;
    }
    played.iter().chain(lines.iter().flatten())
}
