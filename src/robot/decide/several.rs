//! Names side by side behind `challenge`: one player's, or those of several. Whoever reads the mail cannot know; the batch
//! does.

use crate::budget::CHALLENGES;
use crate::language::{Command, Order, TimeWish, names_in, nearly_control};
use crate::letters::NameKey;
use crate::robot::batch::Batch;
use crate::robot::reading::Content;
use std::borrow::Cow;

/// The mail with a challenge of its own to each whom it names, where no player is called by all of it.
pub(super) fn each_alone<'c>(batch: &Batch<'_>, content: &'c Content) -> Cow<'c, Content> {
    let orders = &content.message.orders;
    if !orders.iter().any(|order| is_of_several(batch, order)) {
        return Cow::Borrowed(content);
    }
    let mut apart = content.clone();
    let message = &mut apart.message;
    let is_challenge = |order: &Order| matches!(order.command, Command::Challenge { .. });
    let mut made = orders.iter().filter(|order| is_challenge(order)).count();
    message.orders.clear();
    // Whom each line names.
    let mut named: Vec<(&str, NameKey)> = Vec::new();
    for order in orders {
        let Command::Challenge { opponent, .. } = &order.command else {
            message.orders.push(order.clone());
            continue;
        };
        if !is_of_several(batch, order) {
            named.push((&order.typed, NameKey::of(opponent)));
            message.orders.push(order.clone());
            continue;
        }
        // The challenge to all of them is none.
        made -= 1;
        let names = names_in(opponent);
        let last = names.len().saturating_sub(1);
        for (at, name) in names.into_iter().enumerate() {
            let key = (order.typed.as_str(), NameKey::of(name));
            if named.contains(&key) {
                message.twice.push(name.to_owned());
            } else if made >= CHALLENGES {
                message.beyond.push(name.to_owned());
            } else {
                made += 1;
                named.push(key);
                let alone = to_one(order, name);
                let alone = if at == last {
                    alone
                } else {
                    beside_name(alone)
                };
                message.orders.push(alone);
            }
        }
    }
    Cow::Owned(apart)
}

/// The challenge to this one alone.
fn to_one(order: &Order, name: &str) -> Order {
    let mut alone = order.clone();
    if let Command::Challenge { opponent, .. } = &mut alone.command {
        name.clone_into(opponent);
    }
    alone
}

/// The same, and what stands behind the name of another one is no end of this name.
fn beside_name(mut order: Order) -> Order {
    if let Command::Challenge { time, stake, .. } = &mut order.command {
        *time = time.take().map(TimeWish::beside_name);
        *stake = std::mem::take(stake).beside_name();
    }
    order
}

fn is_of_several(batch: &Batch<'_>, order: &Order) -> bool {
    let known = |name: &str| batch.by_name.contains_key(&NameKey::of(name.trim()));
    order.command.challenged().is_some_and(|opponent| {
        let names = names_in(opponent);
        // "Bob, blitz": nobody is challenged without the clock that was wanted.
        let timed = |name: &&str| !known(name) && nearly_control(name) == Some(*name);
        !known(opponent) && names.len() > 1 && !names.iter().any(timed)
    })
}
