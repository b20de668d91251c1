//! What somebody watches who does not play it: "watch spring", "watch 42".
//!
//! A line is an order only where nothing is left over: "watch out for my knight" is talk.

use super::command::Command;
use super::tournament::is_name;

/// Something that can be watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Watched {
    /// The tournament of this name, in lower case.
    Tournament(String),
    /// The game of this number.
    Game(i64),
}

/// Words behind "watch" that name nothing.
const TALK: [&str; 7] = [
    "out",
    "your",
    "closely",
    "carefully",
    "back",
    "tv",
    "football",
];

/// An order about watching, by its first word and what stands behind it.
pub(super) fn about_watching(first: &str, rest: &str) -> Option<Command> {
    let rest = rest.to_lowercase();
    let (order, rest): (fn(Watched) -> Command, &str) = match first {
        "watch" => (Command::Watch, &rest),
        "unwatch" => (Command::Unwatch, &rest),
        "stop" => (Command::Unwatch, rest.strip_prefix("watching ")?),
        _ => return None,
    };
    watched(rest).map(order)
}

fn watched(words: &str) -> Option<Watched> {
    let words: Vec<&str> = words.split_whitespace().collect();
    match words.as_slice() {
        ["game" | "partie", number] | ["the", "game", number] => game(number),
        [one] => game(one).or_else(|| tournament(one)),
        ["tournament", name]
        | ["the", "tournament", name]
        | ["the", name, "tournament"]
        | [name, "tournament"] => tournament(name),
        _ => None,
    }
}

fn game(word: &str) -> Option<Watched> {
    let number = word.strip_prefix('#').unwrap_or(word);
    let figures = number.bytes().all(|sign| sign.is_ascii_digit());
    let number = number.parse().ok().filter(|number| *number > 0);
    number.filter(|_| figures).map(Watched::Game)
}

fn tournament(word: &str) -> Option<Watched> {
    let named = is_name(word) && !TALK.contains(&word);
    named.then(|| Watched::Tournament(word.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_watched_is_one_tournament_or_one_game_and_all_else_is_talk() {
        let spring = || Watched::Tournament("spring".to_owned());
        for (first, rest, read) in [
            ("watch", "Spring", Some(Command::Watch(spring()))),
            (
                "watch",
                "the tournament spring",
                Some(Command::Watch(spring())),
            ),
            ("watch", "spring tournament", Some(Command::Watch(spring()))),
            ("watch", "42", Some(Command::Watch(Watched::Game(42)))),
            ("watch", "game #42", Some(Command::Watch(Watched::Game(42)))),
            ("unwatch", "spring", Some(Command::Unwatch(spring()))),
            ("stop", "watching spring", Some(Command::Unwatch(spring()))),
            ("stop", "watching", None),
            ("stop", "spring", None),
            ("unwatch", "42", Some(Command::Unwatch(Watched::Game(42)))),
            ("watch", "out", None),
            ("watch", "this", None),
            ("watch", "-3", None),
            ("watch", "0", None),
            ("watch", "my knight closely", None),
            ("watch", "", None),
            ("watches", "spring", None),
        ] {
            assert_eq!(about_watching(first, rest), read, "{first} {rest}");
        }
    }
}
