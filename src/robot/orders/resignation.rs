//! What is carried out at once only when it is unmistakable, a resignation, or never, a change of address and leaving.

use super::{Sender, leaving};
use crate::language::{Command, Order};
use crate::mail::token::Purpose;
use crate::robot::desk::Desk;
use crate::robot::reading::Content;

/// Whether these orders may only be carried out after their sender confirmed them: a resignation that is not the one
/// thing the mail says, or that answers an old mail (field rule: confirmed unless unmistakable); any change of address;
/// leaving.
pub(in crate::robot) fn wants_confirmation(
    desk: &Desk<'_>,
    content: &Content,
    sender: &Sender,
) -> bool {
    if sender.confirmed {
        return false;
    }
    let orders = &content.message.orders;
    if changes_address(orders) || leaving(content).is_some() {
        return true;
    }
    let resigns = |order: &&Order| matches!(order.command, Command::Resign);
    let Some(resignation) = orders.iter().find(resigns) else {
        return false;
    };
    let alone =
        orders.len() == 1 && !content.message.from_subject && content.message.unread.is_none();
    let words: Vec<String> = resignation
        .typed
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let plain = words.iter().all(|word| {
        matches!(word.as_str(), "i" | "resign" | "game") || word.chars().all(|c| c.is_ascii_digit())
    });
    let current = match sender.proof {
        Some(Purpose::Game { game, ply, .. }) => {
            let named = resignation.game.is_none_or(|number| number == game.0);
            let table = desk.tables.get(&game);
            named && table.is_some_and(|table| table.game.ply() == ply)
        }
        Some(Purpose::Player { .. }) | None => false,
    };
    let doubtful = content.message.talk.as_deref().is_some_and(takes_back);
    !(alone && plain && current && !doubtful)
}

/// Whether an order changes where the player's mail goes or comes from; that is always confirmed.
pub(in crate::robot) fn changes_address(orders: &[Order]) -> bool {
    orders.iter().any(|order| {
        matches!(
            order.command,
            Command::Address(_) | Command::RemoveAddress(_)
        )
    })
}

/// Whether the words below a resignation may take it back: "no wait, Nf3".
fn takes_back(talk: &str) -> bool {
    let lower = talk.to_lowercase();
    let mut words = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let names_square = |word: &str| {
        let mut last = word.chars().rev();
        last.next().is_some_and(|rank| ('1'..='8').contains(&rank))
            && last.next().is_some_and(|file| ('a'..='h').contains(&file))
    };
    words.clone().any(names_square)
        || words.next().is_some_and(|first| {
            matches!(
                first,
                "no" | "not"
                    | "wait"
                    | "if"
                    | "or"
                    | "unless"
                    | "but"
                    | "just"
                    | "only"
                    | "never"
                    | "joking"
                    | "kidding"
            )
        })
}
