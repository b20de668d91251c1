//! Words to the directors of a tournament: "director spring: when does it begin?"
//!
//! The name may be left out. Without a colon a line is none: "Director" stands below many a name.

use super::command::Command;
use super::tournament::is_name;

/// An order to pass words on to directors, in a whole line.
pub(super) fn to_director(line: &str) -> Option<Command> {
    let line = line.trim();
    let (head, said) = line.split_once(':')?;
    if closes_quotation(said) {
        return None;
    }
    let head = head.to_lowercase();
    let words: Vec<&str> = head.split_whitespace().collect();
    let behind = match words.as_slice() {
        ["director" | "directors", behind @ ..]
        | ["the" | "to", "director" | "directors", behind @ ..]
        | ["to", "the", "director" | "directors", behind @ ..] => behind,
        _ => return None,
    };
    let name = match behind {
        [] => None,
        [name] | ["of", name] | ["of", "tournament", name] | ["of", "the", "tournament", name]
            if is_name(name) =>
        {
            Some((*name).to_owned())
        }
        _ => return None,
    };
    Some(Command::ToDirector(name, said.trim().to_owned()))
}

/// Whether what stands behind a colon begins with the end of a quotation: a letter of ours that says how it is written,
/// "director spring:" and so on, has come back.
pub(super) fn closes_quotation(said: &str) -> bool {
    let mut signs = said.chars();
    let closes = signs.next().is_some_and(|sign| {
        matches!(
            sign,
            '"' | '\'' | '\u{201c}' | '\u{201d}' | '\u{2018}' | '\u{2019}'
        )
    });
    closes && signs.next().is_none_or(|sign| !sign.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_to_a_director_stand_behind_a_colon() {
        let order = |name: Option<&str>, said: &str| {
            Some(Command::ToDirector(
                name.map(str::to_owned),
                said.to_owned(),
            ))
        };
        for (line, read) in [
            ("director: Is it on?", order(None, "Is it on?")),
            ("Director Spring: a: b", order(Some("spring"), "a: b")),
            ("To the director of spring: hi", order(Some("spring"), "hi")),
            (
                "directors of the tournament spring: hi",
                order(Some("spring"), "hi"),
            ),
            ("director spring:", order(Some("spring"), "")),
            ("director:", order(None, "")),
            (
                "director: \"Is it on?\" is the question",
                order(None, "\"Is it on?\" is the question"),
            ),
            ("\"director spring:\" and put your words behind it", None),
            ("director spring:\" and put your words behind it", None),
            ("director spring", None),
            ("Director", None),
            ("the director of spring", None),
            ("director of the club: Bob", None),
            ("directors come and go", None),
            ("my director: Bob", None),
        ] {
            assert_eq!(to_director(line), read, "{line}");
        }
    }
}
