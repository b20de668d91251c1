//! A mail that asks how everything is done, and for nothing else.

use super::command::{Command, Order};
use super::first_words::{FirstWords, first_words};
use super::own_words::OwnWords;
use super::printable;

/// What the page of help has a part about, by the words that ask for it.
const SUBJECTS: &[&str] = &[
    "moves",
    "conditional",
    "draw",
    "time",
    "time limit",
    "time limits",
    "clock",
    "deadline",
    "challenge",
    "enter",
];

/// What else stands in a mail whose orders ask for help alone, or for one of its subjects; `None` where something else is
/// asked for.
pub fn beside_help(orders: &[Order], own: &OwnWords, subject: &str) -> Option<FirstWords> {
    if orders.is_empty() || !orders.iter().all(|order| is_help(&order.command)) {
        return None;
    }
    let typed = |line: &String| {
        let line = printable(line);
        orders.iter().any(|order| order.typed.trim() == line.trim())
    };
    let beside = OwnWords {
        lines: own
            .lines
            .iter()
            .filter(|line| !typed(line))
            .cloned()
            .collect(),
        ..own.clone()
    };
    Some(match first_words(&beside, subject) {
        // "help", and below it nothing but a name.
        FirstWords::Signature => FirstWords::Greeting,
        words @ (FirstWords::Nothing
        | FirstWords::Greeting
        | FirstWords::OfChess
        | FirstWords::Other) => words,
    })
}

fn is_help(command: &Command) -> bool {
    if let Command::Help(subject) = command {
        subject
            .as_deref()
            .is_none_or(|subject| SUBJECTS.contains(&subject))
    } else {
        false
    }
}

#[cfg(test)]
mod tests;
