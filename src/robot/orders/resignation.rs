//! What is carried out at once only when it is unmistakable, a resignation or an abort, or never, a change of address and
//! leaving.

use super::{Confirmed, Sender, leaving};
use crate::game::GameNumber;
use crate::language::{Answer, Command, Order};
use crate::mail::token::Purpose;
use crate::robot::desk::Desk;
use crate::robot::reading::Content;

/// Whether these orders may only be carried out after their sender confirmed them: a resignation, or an abort that ends
/// the game by itself, that is not the one thing the mail says, or that answers an old mail (field rule: confirmed unless
/// unmistakable); any change of address; leaving.
pub(in crate::robot) fn wants_confirmation(
    desk: &Desk<'_>,
    content: &Content,
    sender: &Sender,
) -> bool {
    if sender.confirmed == Confirmed::Waited {
        return false;
    }
    let orders = &content.message.orders;
    if changes_address(orders) || leaving(content).is_some() {
        return true;
    }
    let ends = |order: &&Order| {
        matches!(order.command, Command::Resign)
            || matches!(order.command, Command::Abort(Answer::Offer))
                && may_abort_alone(desk, order, sender)
    };
    let Some(resignation) = orders.iter().find(ends) else {
        return false;
    };
    let answered = match sender.proof {
        Some(Purpose::Game { game, .. }) => Some(game),
        Some(Purpose::Player { .. }) | None => None,
    };
    let meant = resignation.game.map(GameNumber).or(answered);
    let current = sender
        .proof
        .zip(meant)
        .is_some_and(|(code, number)| desk.shows_present(code, number).unwrap_or(false));
    !(current && is_unmistakable(content, resignation))
}

/// Whether the mail says this and nothing else, in one word: "resign", "abort".
pub(in crate::robot) fn is_unmistakable(content: &Content, resignation: &Order) -> bool {
    let alone = content.message.orders.len() == 1
        && !content.message.from_subject
        && content.message.unread.is_none();
    let words: Vec<String> = resignation
        .typed
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    // "abort?" is a good question to an opponent who would have to agree; where nobody has to, it is one to oneself.
    let asked = resignation.typed.contains(['?', '？', '¿', '؟', '\u{37e}']);
    let plain = !asked
        && words.iter().all(|word| {
            matches!(
                word.as_str(),
                "i" | "resign" | "abort" | "the" | "this" | "game"
            ) || word.chars().all(|c| c.is_ascii_digit())
        });
    let doubtful = content.message.talk.as_deref().is_some_and(takes_back);
    alone && plain && !doubtful
}

/// Whether this order ends a game although nobody has to agree.
fn may_abort_alone(desk: &Desk<'_>, order: &Order, sender: &Sender) -> bool {
    let answered = match sender.proof {
        Some(Purpose::Game { game, .. }) => Some(game),
        Some(Purpose::Player { .. }) | None => None,
    };
    let meant = order.game.map(GameNumber).or(answered);
    desk.tables.values().any(|table| {
        meant.is_none_or(|number| number == table.game.number())
            && table
                .game
                .side_of(sender.player)
                .is_some_and(|side| table.game.may_abort_alone(side))
    })
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
