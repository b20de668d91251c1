//! Commands with words of the player's own in them: whom to challenge, a new name, a topic.

use super::command::{Colour, Command};

/// Commands with words of the player's own behind them; these keep their letter case.
pub(super) fn with_argument(plain: &str) -> Option<Command> {
    let trimmed = cut_politeness(plain.trim_end_matches(['.', '!', ' ']));
    if matches!(trimmed, "?" | "??") {
        return Some(Command::Help(None));
    }
    let lower = trimmed.to_lowercase();
    let (first, rest) = match trimmed.split_once([' ', ':']) {
        Some((first, rest)) => (first.to_lowercase(), rest.trim_start_matches([':', ' '])),
        None => (lower.clone(), ""),
    };
    let argument_words = rest.split_whitespace().count();
    match first.trim_end_matches('?') {
        "help" | "commands" if argument_words == 0 || rest.eq_ignore_ascii_case("me") => {
            Some(Command::Help(None))
        }
        "help" if argument_words <= 2 => Some(Command::Help(Some(rest.to_lowercase()))),
        "name" if (1..=4).contains(&argument_words) && !rest.contains(['?', ',']) => {
            Some(Command::Name(rest.to_owned()))
        }
        "letters" | "pieces" if argument_words == 1 => Some(Command::Letters(rest.to_lowercase())),
        "challenge" | "invite" => challenge(rest, false),
        "new" | "play" | "game" | "i" => {
            let rest = WITH_SOMEBODY
                .split('|')
                .find_map(|start| lower.strip_prefix(start))?;
            // Lower case may have another length in bytes; then nothing is read.
            let rest = trimmed.get(trimmed.len().checked_sub(rest.len())?..)?;
            challenge(rest, true)
        }
        _ => None,
    }
}

/// How a challenge begins without the word, in lower case; an address must follow.
const WITH_SOMEBODY: &str = "\
    i challenge |i invite |new game with |new game against |new game vs |new game |play against |\
    play with |play |game with |game against ";

/// The line without "please" and the like around it, its letter case kept.
fn cut_politeness(plain: &str) -> &str {
    let mut text = plain;
    for start in [
        "please ",
        "i want to ",
        "i would like to ",
        "i'd like to ",
        "bitte ",
    ] {
        if let Some((head, rest)) = text.split_at_checked(start.len())
            && head.eq_ignore_ascii_case(start)
        {
            text = rest;
        }
    }
    for end in [" please", " thanks", " thank you", " bitte"] {
        if let Some(cut) = text.len().checked_sub(end.len())
            && let Some((rest, tail)) = text.split_at_checked(cut)
            && tail.eq_ignore_ascii_case(end)
        {
            text = rest.trim_end_matches([',', '.']);
        }
    }
    text
}

/// Whom to challenge, and with which colour. A name without `@` is believed only after the word `challenge`.
fn challenge(text: &str, address_only: bool) -> Option<Command> {
    let lower = text.to_lowercase();
    let colours = [
        (" as white", Colour::White),
        (" with white", Colour::White),
        (" i play white", Colour::White),
        (" i take white", Colour::White),
        (" white", Colour::White),
        (" as black", Colour::Black),
        (" with black", Colour::Black),
        (" i play black", Colour::Black),
        (" i take black", Colour::Black),
        (" black", Colour::Black),
        (" as random", Colour::Random),
        (" random colour", Colour::Random),
        (" random color", Colour::Random),
        (" random", Colour::Random),
        (" any colour", Colour::Random),
    ];
    let (whom, colour) = colours
        .iter()
        .find_map(|(end, colour)| {
            let cut = lower.strip_suffix(end)?;
            // Lower case may have another length in bytes; then the text is not cut.
            (cut.len() + end.len() == text.len()).then_some(())?;
            Some((text.get(..cut.len())?, *colour))
        })
        .unwrap_or((text, Colour::Random));
    let whom = whom.trim_matches([' ', ',', '"', '.']);
    let opponent = match address_in(whom) {
        // More words behind the address were meant to say something.
        Some(address) if ends_with_address(whom, &address) => address,
        Some(_) => return None,
        None if address_only => return None,
        None => {
            let words = whom.split_whitespace().count();
            let fair = (1..=3).contains(&words)
                && !whom.contains(['?', '!', ',', '@', '/'])
                && whom.chars().any(char::is_alphabetic);
            if !fair {
                return None;
            }
            whom.to_owned()
        }
    };
    Some(Command::Challenge { opponent, colour })
}

/// The one address in a text: `Bob <bob@example.net>`, `bob@example.net<mailto:bob@example.net>`.
fn address_in(text: &str) -> Option<String> {
    let mut found: Option<String> = None;
    for word in text.split(|c: char| c.is_whitespace() || "<>()[]\",;".contains(c)) {
        let word = word
            .strip_prefix("mailto:")
            .unwrap_or(word)
            .trim_end_matches(['.', '!', '?', ':']);
        let Some((local, domain)) = word.split_once('@') else {
            continue;
        };
        if local.is_empty()
            || !domain.contains('.') && domain != "localhost"
            || domain.contains('@')
        {
            return None;
        }
        match &found {
            Some(other) if !other.eq_ignore_ascii_case(word) => return None,
            _ => found = Some(word.to_owned()),
        }
    }
    found
}

fn ends_with_address(text: &str, address: &str) -> bool {
    text.rsplit_once(address).is_some_and(|(_, after)| {
        after
            .chars()
            .all(|c| c.is_ascii_punctuation() || c.is_whitespace())
    })
}
