//! Lines that are nearly an order: what their writer may have meant.

use crate::chess::notation::{Letters, read_moves};
use crate::game::Claim;

use super::colours::colour_behind;
use super::command::{Command, ReadAs};
use super::german;
use super::phrases::{MEANT, phrase};
use super::several::{opponent, parts_of};
use super::tournament;

/// The command whose name the first word nearly is, in a line of few words.
pub(super) fn command_word(plain: &str) -> Option<&'static str> {
    let lower = plain.to_lowercase();
    let count = lower.split_whitespace().count();
    if count > 3 && !(count <= 6 && lower.contains('@')) {
        return None;
    }
    let first = lower
        .split(|character: char| !character.is_alphabetic())
        .find(|word| !word.is_empty())?;
    let known = MEANT.into_iter().chain(german::MEANT);
    let near = known.filter_map(|(word, meant)| {
        let allowed = match word.chars().count() {
            0..=4 => usize::from(count == 1),
            5 => 1,
            _ => 2,
        };
        let slips = distance(first, word);
        let near = first.chars().next() == word.chars().next() && slips <= allowed;
        near.then_some((slips, meant))
    });
    near.min_by_key(|(slips, _)| *slips).map(|(_, meant)| meant)
}

/// The command that is the first clause of a sentence: "I resign. Good game!", "Accept, and thanks". Nobody's game
/// ends by a half-sentence, so it is asked about.
pub(super) fn first_clause(plain: &str) -> Option<&'static str> {
    let (clause, _) = plain.split_once(['.', ',', ';', '!', '–', '('])?;
    let command = phrase(&clause.trim().to_lowercase())?;
    if let Command::ClaimDraw(_) = command {
        // For whatever reason.
        return Some(Command::ClaimDraw(Claim::Draw).properties().word);
    }
    let properties = command.properties();
    match properties.reading {
        ReadAs::Order | ReadAs::Clause => Some(properties.word),
        ReadAs::Words => None,
    }
}

/// The order behind a sentence about one's name: "My name is Léa Dupont", "Change my name to Hugo Müller".
pub(super) fn new_name(plain: &str) -> Option<String> {
    const BEFORE: [&str; 9] = [
        "my name is ",
        "my new name is ",
        "change my name to ",
        "please change my name to ",
        "change name to ",
        "set my name to ",
        "rename me to ",
        "i want to be called ",
        "i would like to be called ",
    ];
    let name = BEFORE.iter().find_map(|before| {
        let said = plain.get(..before.len())?;
        let name = plain.get(before.len()..)?;
        said.eq_ignore_ascii_case(before).then_some(name)
    })?;
    let name = name.trim_matches(|sign: char| !sign.is_alphanumeric());
    let is_one =
        !name.is_empty() && name.split_whitespace().count() <= 4 && !name.contains(['.', ',']);
    is_one.then(|| format!("name {name}"))
}

/// The first of several games or tournaments that one line names for one order: "withdraw 8, 23 and 24" is "withdraw 8", and
/// so on. Of challenges, where some of them have a colour and others may have it, too: "challenge Bob as white, Cid".
pub(super) fn first_of_several_games(plain: &str) -> Option<String> {
    first_of_numbers(plain)
        .or_else(|| first_of_challenges(plain))
        .or_else(|| tournament::first_of_several(plain))
}

fn first_of_challenges(plain: &str) -> Option<String> {
    let (verb, rest) = plain.split_once(' ')?;
    let parts = parts_of(rest);
    let is_opponent = |part: &&str| {
        let whom = colour_behind(part).map_or(*part, |(whom, ..)| whom);
        opponent(whom).is_some()
    };
    let is_challenge = verb.eq_ignore_ascii_case("challenge") && parts.len() > 1;
    let first = parts.first().filter(|_| is_challenge)?;
    let all = parts.iter().all(is_opponent);
    all.then(|| format!("challenge {first}"))
}

fn first_of_numbers(plain: &str) -> Option<String> {
    let lower = plain.to_lowercase();
    let mut words = lower
        .split(|sign: char| sign.is_whitespace() || matches!(sign, ',' | ';' | '&' | '+'))
        .filter(|word| !word.is_empty());
    let order = words.next()?;
    phrase(order)?;
    let beside = |word: &&str| !matches!(*word, "game" | "games" | "and" | "no" | "nr");
    let numbers: Vec<&str> = words.filter(beside).collect();
    let all = numbers
        .iter()
        .all(|word| word.len() <= 9 && word.bytes().all(|byte| byte.is_ascii_digit()));
    let first = numbers.first().filter(|_| all && numbers.len() > 1)?;
    Some(format!("{order} {first}"))
}

/// The single move among a few other words, at one of the ends: "Nf3 Bob", "Hi, Nf3".
pub(super) fn one_move(plain: &str, letters: Letters) -> Option<String> {
    let words: Vec<&str> = plain.split_whitespace().collect();
    if !(2..=4).contains(&words.len())
        || words.iter().any(|word| word.chars().count() > 12)
        || is_sentence(&plain.to_lowercase())
    {
        return None;
    }
    let mut moves = words.iter().filter(|word| {
        word.chars().any(|c| c.is_ascii_digit())
            && word.chars().any(char::is_alphabetic)
            && read_moves(word, letters).is_some()
    });
    let only = moves.next()?;
    if moves.next().is_some() || words.first() != Some(only) && words.last() != Some(only) {
        return None;
    }
    // "Springer f3" is no pawn move.
    let pawn = only.chars().count() == 2;
    let stop = |word: &&str| word.ends_with([',', '.', ':', '!', ';', '?', '-']);
    if pawn && words.first() != Some(only) && !words.iter().rev().nth(1).is_some_and(stop) {
        return None;
    }
    Some(only.trim_matches([',', '.', '!', '?', ';', ':']).to_owned())
}

/// Whether a line names several moves with "or" between, in whatever words: "Ba4 or Bxc6, I cannot decide".
pub(super) fn names_a_choice(plain: &str, letters: Letters) -> bool {
    let words: Vec<&str> = plain.split_whitespace().take(20).collect();
    let is_move = |word: &&str| {
        word.chars().any(|c| c.is_ascii_digit())
            && word.chars().any(char::is_alphabetic)
            && read_moves(word, letters).is_some()
    };
    words.first().is_some_and(is_move)
        && words.iter().filter(|word| is_move(word)).count() > 1
        && words
            .iter()
            .any(|word| matches!(word.to_lowercase().as_str(), "or" | "oder" | "ou" | "eller"))
}

/// Words that make a sentence of it: "I like a4" asks for nothing.
fn is_sentence(lower: &str) -> bool {
    lower.split_whitespace().any(|word| {
        matches!(
            word,
            "i" | "is"
                | "was"
                | "are"
                | "think"
                | "like"
                | "not"
                | "why"
                | "no"
                | "after"
                | "if"
                | "before"
                | "what"
                | "your"
                | "his"
                | "their"
                | "the"
                | "saw"
                | "missed"
                | "never"
        )
    })
}

/// Damerau and Levenshtein's distance, with neighbours swapped counted as one.
pub(super) fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().take(20).collect();
    let right: Vec<char> = right.chars().take(20).collect();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (row, l) in left.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, r) in right.iter().enumerate() {
            let at =
                |list: &[usize], index: usize| list.get(index).copied().unwrap_or(usize::MAX / 2);
            let mut cost = (at(&above, column) + usize::from(l != r))
                .min(at(&above, column + 1) + 1)
                .min(at(&current, column) + 1);
            if row > 0
                && column > 0
                && left.get(row - 1) == Some(r)
                && right.get(column - 1) == Some(l)
            {
                cost = cost.min(at(&before, column - 1) + 1);
            }
            current.push(cost);
        }
        before = above;
        above = current;
    }
    above.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_several_games_on_one_line_is_named() {
        for (line, first) in [
            ("withdraw 8, 23 and 24", Some("withdraw 8")),
            ("withdraw 8", None),
            (
                "challenge Bob as white, Cid",
                Some("challenge Bob as white"),
            ),
            (
                "Challenge Ann, Bob with black and Cid as white",
                Some("challenge Ann"),
            ),
            ("challenge Bob as white", None),
            ("challenge accepted, see you soon", None),
            ("challenge Bob, you will see", None),
        ] {
            let found = first_of_several_games(line);
            assert_eq!(found.as_deref(), first, "{line}");
        }
    }

    #[test]
    fn swapped_letters_count_as_one_slip() {
        for (left, right, expected) in [
            ("draw", "drwa", 1),
            ("a", "", 1),
            ("", "", 0),
            ("resign", "resgin", 1),
            ("abc", "xyz", 3),
        ] {
            assert_eq!(distance(left, right), expected);
        }
    }
}
