//! Names side by side behind `challenge`: one player's, or those of several. Whoever reads the mail cannot know; the desk
//! does.

use crate::budget::CHALLENGES;
use crate::language::{Command, Order, names_in, nearly_control};
use crate::letters::NameKey;
use crate::robot::desk::Desk;
use crate::robot::reading::Content;
use std::borrow::Cow;

/// The mail with a challenge of its own to each whom it names, where no player is called by all of it.
pub(super) fn each_alone<'c>(desk: &Desk<'_>, content: &'c Content) -> Cow<'c, Content> {
    let orders = &content.message.orders;
    if !orders.iter().any(|order| is_of_several(desk, order)) {
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
        let Command::Challenge {
            opponent,
            colour,
            setup,
            time,
        } = &order.command
        else {
            message.orders.push(order.clone());
            continue;
        };
        if !is_of_several(desk, order) {
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
                message.orders.push(Order {
                    command: Command::Challenge {
                        opponent: name.to_owned(),
                        colour: *colour,
                        setup: setup.clone(),
                        time: time
                            .clone()
                            .map(|time| if at == last { time } else { time.beside_name() }),
                    },
                    ..order.clone()
                });
            }
        }
    }
    Cow::Owned(apart)
}

fn is_of_several(desk: &Desk<'_>, order: &Order) -> bool {
    let known = |name: &str| desk.by_name.contains_key(&NameKey::of(name.trim()));
    order.command.challenged().is_some_and(|opponent| {
        let names = names_in(opponent);
        // "Bob, blitz": nobody is challenged without the clock that was wanted.
        let timed = |name: &&str| !known(name) && nearly_control(name) == Some(*name);
        !known(opponent) && names.len() > 1 && !names.iter().any(timed)
    })
}
