//! A challenge that is told in sentences: "I'd like to play a game with my friend bob@example.org, 3 days a move, I take White".
//! It is asked about before anybody is invited. Addresses stand in mails for many reasons: it must be said that the game is to be
//! against this one.

mod terms;

use super::tables::Table;
use super::words::{stops, words_of};
use crate::chess::notation::Letters;
use crate::language::arguments::address_in;
use crate::language::command::{Command, Order};
use crate::language::line::{Reading, read_line};
use crate::language::message::{Wish, Wished};
use std::sync::LazyLock;
use terms::{clock, side, without_colours};

/// Words of the longest mail that is looked at.
const MOST_WORDS: usize = 70;

/// So many words may stand between "with" and the address: "with my friend Bob, his address is".
const BETWEEN: usize = 6;

/// Between them these begin something else.
const OTHERWISE: [&str; 12] = [
    "and", "or", "but", "if", "ask", "write", "told", "und", "oder", "et", "ou", "y",
];

/// Stands for an address among words.
const ADDRESS: &str = "\u{0}address";

/// Ends a sentence among words.
const END: &str = "\u{0}end";

static GAMES: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("wishes/games.txt")));
static NO_GAMES: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("wishes/no_games.txt")));
static AGAINSTS: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("wishes/againsts.txt")));
static CHALLENGES: LazyLock<Table> =
    LazyLock::new(|| Table::read(include_str!("wishes/challenges.txt")));

/// The challenge that these lines want, where they name whom, and all that they say of time and of colours can be told.
pub(super) fn challenging(lines: &[String]) -> Option<Wished> {
    let text = lines.join(" ");
    if !text.contains('@') || has_fraction(&text) {
        return None;
    }
    let (words, addresses) = words_and_addresses(&text);
    let said: Vec<String> = words
        .iter()
        .filter(|word| !word.starts_with('\u{0}'))
        .cloned()
        .collect();
    if said.len() > MOST_WORDS || NO_GAMES.stands_in(&without_colours(&said), None) {
        return None;
    }
    let address = opponent(&words, &addresses)?;
    let clock = clock(&words)?;
    let side = side(&words)?;
    let line = ["challenge", address, &clock, side]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<&str>>()
        .join(" ");
    let Reading::Orders(orders) = read_line(&line, Letters::English) else {
        return None;
    };
    let [Order { command, .. }] = orders.as_slice() else {
        return None;
    };
    matches!(command, Command::Challenge { .. }).then(|| Wished {
        wish: Wish::Order(Box::new(command.clone())),
        typed: line,
    })
}

/// "1.5 days": nothing of it is read.
fn has_fraction(text: &str) -> bool {
    let signs: Vec<char> = text.chars().collect();
    signs.windows(3).any(|three| match three {
        [one, mark, other] => {
            one.is_ascii_digit() && matches!(mark, '.' | ',' | '/') && other.is_ascii_digit()
        }
        _ => false,
    })
}

/// The words of a text with a sign in the place of each address, and one behind each sentence.
fn words_and_addresses(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut words, mut addresses) = (Vec::new(), Vec::new());
    for token in text.split_whitespace() {
        let parts = token.split(['(', ')', '<', '>', '[', ']', ',', ';', ':', '"']);
        for part in parts {
            let part = part.trim_matches(|c: char| !c.is_alphanumeric());
            match address_in(part) {
                None => words.extend(words_of(part).into_iter().filter(|word| word != "mailto")),
                Some(address) if addresses.last() == Some(&address) => {}
                Some(address) => {
                    addresses.push(address);
                    words.push(ADDRESS.to_owned());
                }
            }
        }
        if stops(token) {
            words.push(END.to_owned());
        }
    }
    (words, addresses)
}

/// The one address against which its sentence wants to play.
fn opponent<'a>(words: &[String], addresses: &'a [String]) -> Option<&'a str> {
    let mut at_address = (0..words.len()).filter(|&at| words.get(at).is_some_and(|w| w == ADDRESS));
    let mut found: Option<&str> = None;
    for address in addresses {
        let at = at_address.next()?;
        if !is_opponent(words, at) {
            continue;
        }
        if found.is_some_and(|known| known != address) {
            return None;
        }
        found = Some(address);
    }
    found
}

/// Whether the words around an address make it an opponent's: "a game with X", "I challenge X", "X herausfordern".
fn is_opponent(words: &[String], at: usize) -> bool {
    let is_end = |word: &String| word == END;
    let before = words.get(..at).unwrap_or_default();
    let begin = before.iter().rposition(is_end).map_or(0, |end| end + 1);
    let before = before.get(begin..).unwrap_or_default();
    let behind = words.get(at + 1..).unwrap_or_default();
    let behind: Vec<String> = behind
        .iter()
        .take_while(|word| !is_end(word))
        .cloned()
        .collect();
    if before.iter().chain(&behind).any(|word| word == ADDRESS) {
        return false;
    }
    let near = before.len().saturating_sub(BETWEEN + 3);
    let reaches = |table: &Table| {
        (near..before.len()).any(|from| {
            let rest = before.get(from..).unwrap_or_default();
            table.begins(rest, None).is_some_and(|length| {
                let between = rest.get(length..).unwrap_or_default();
                let other = |word: &String| OTHERWISE.contains(&word.as_str());
                between.len() <= BETWEEN && !between.iter().any(other)
            })
        })
    };
    let games = GAMES.stands_in(before, None) || GAMES.stands_in(&behind, None);
    let verb_behind = behind
        .iter()
        .take(BETWEEN)
        .cloned()
        .collect::<Vec<String>>();
    reaches(&CHALLENGES)
        || games && reaches(&AGAINSTS)
        || before.len() <= BETWEEN + 3 && CHALLENGES.stands_in(&verb_behind, None)
}

#[cfg(test)]
mod tests;
