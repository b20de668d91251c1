//! Orders about a game with somebody that cannot be read as a whole: "seek rated as balck", "take seven".
//!
//! What cannot be read is named to their writer, with the line as it may have been meant. Nothing is done by that: it is only
//! said.

use super::arguments::{address_in, cut_politeness, with_argument};
use super::command::Command;
use super::message::Doubt;
use super::near::distance;
use super::seek::{numbered_seek, seek_but_for};
use super::time_control::{TimeWish, nearly_control};

/// An order of which something cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Slip {
    /// What cannot be read, as written.
    pub(super) words: String,
    /// The line as it may have been meant, where that can be read.
    pub(super) meant: Option<String>,
    /// What it is an order about.
    pub(super) reason: Doubt,
}

/// Words that say how a game is to be played.
const KNOWN: [&str; 16] = [
    "white", "black", "random", "rated", "casual", "unrated", "chess960", "colour", "days",
    "hours", "weeks", "moves", "day", "hour", "week", "move",
];

/// Orders whose word is known although there is a slip in it, where what stands behind it says how a game is to be played.
const ORDERS: [&str; 3] = ["challenge", "seek", "unseek"];

/// Words of the longest such line.
const MOST_WORDS: usize = 20;

/// Words behind "seek" that are no sentence yet.
const FEW: usize = 2;

/// What cannot be read of a line that is meant as an order about a game with somebody, and is none.
pub(super) fn slip(plain: &str) -> Option<Slip> {
    let line = cut_politeness(plain.trim_end_matches(['.', '!', ' ']));
    let (first, rest) = line.split_once([' ', ':'])?;
    let rest = rest.trim_matches([' ', ':']);
    if rest.is_empty() || rest.split_whitespace().count() > MOST_WORDS {
        return None;
    }
    match first.to_lowercase().as_str() {
        "seek" => of_seek(line, rest),
        "challenge" | "invite" => of_invitation(line, rest),
        "unseek" => Some(Slip {
            words: rest.to_owned(),
            meant: None,
            reason: Doubt::SeekNumber,
        }),
        "take" => of_taking(rest),
        _ => None,
    }
}

/// The line with the nearest known words in the place of those that are none, where it can be read then: "challenge Bob as
/// black" of "challenge Bob as balck". A word with a capital letter may be a name.
pub fn mended(line: &str) -> Option<String> {
    let line = cut_politeness(line.trim_end_matches(['.', '!', ' ']));
    let (mended, replaced) = with_known_words(line);
    (!replaced.is_empty() && is_read(&mended)).then_some(mended)
}

/// Whom a line challenges.
pub fn named_in(line: &str) -> Option<String> {
    if let Command::Challenge { opponent, .. } = with_argument(line)? {
        Some(opponent)
    } else {
        None
    }
}

/// The order that a line is whose first word has a slip in it: "chalenge Bob 3 days a move".
pub(super) fn mended_order(plain: &str) -> Option<String> {
    let line = cut_politeness(plain.trim_end_matches(['.', '!', ' ']));
    let (first, rest) = line.split_once(' ')?;
    let lower = first.to_lowercase();
    let order = ORDERS.iter().find(|order| {
        let slips = if order.len() < 6 { 1 } else { 2 };
        lower != **order && lower.get(..1) == order.get(..1) && distance(&lower, order) <= slips
    })?;
    let mended = format!("{order} {rest}");
    (rest.split_whitespace().count() <= MOST_WORDS && says_how(&mended)).then_some(mended)
}

fn of_seek(line: &str, rest: &str) -> Option<Slip> {
    let (words, is_meant) = seek_but_for(rest)?;
    let (mended, replaced) = with_known_words(line);
    let meant = (!replaced.is_empty() && is_read(&mended)).then_some(mended);
    let few = rest.split_whitespace().count() <= FEW;
    (meant.is_some() || is_meant || few).then(|| Slip {
        words: if meant.is_some() { replaced } else { words },
        meant,
        reason: Doubt::Seek,
    })
}

/// Behind an address nothing stands but wishes.
fn of_invitation(line: &str, rest: &str) -> Option<Slip> {
    let address = address_in(rest)?;
    let (_, behind) = rest.split_once(address.as_str())?;
    let words = behind.trim_matches(|sign: char| sign.is_whitespace() || ">,;:.".contains(sign));
    if words.is_empty() || with_argument(line).is_some() {
        return None;
    }
    let (mended, replaced) = with_known_words(line);
    let meant = (!replaced.is_empty() && is_read(&mended)).then_some(mended);
    Some(Slip {
        words: if meant.is_some() {
            replaced
        } else {
            words.to_owned()
        },
        meant,
        reason: Doubt::Invitation,
    })
}

/// "take seven", "take 7 please": nothing but a number in another form. Much else that begins so is talk.
fn of_taking(rest: &str) -> Option<Slip> {
    const BESIDE: [&str; 9] = [
        "the", "seek", "seeks", "no", "no.", "number", "game", "offer", "one",
    ];
    const NUMBERS: [&str; 12] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let words: Vec<String> = rest.split_whitespace().map(str::to_lowercase).collect();
    let beside =
        |word: &&String| !BESIDE.contains(&word.as_str()) || rest.eq_ignore_ascii_case(word);
    let left: Vec<&String> = words.iter().filter(beside).collect();
    let [number] = left.as_slice() else {
        return None;
    };
    let named = NUMBERS.iter().position(|name| name == number);
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let in_figures = numbered_seek(&digits).filter(|_| is_a_number_with_signs(number));
    let number = named.map(|at| at + 1).map(|number| number.to_string());
    let number = number.or_else(|| in_figures.map(|number| number.to_string()))?;
    Some(Slip {
        words: rest.to_owned(),
        meant: Some(format!("take {number}")),
        reason: Doubt::SeekNumber,
    })
}

/// "7)", "(7)", "no.7"; and not "e4" or "7-8".
fn is_a_number_with_signs(word: &str) -> bool {
    let bare = word.strip_prefix("no.").unwrap_or(word);
    let bare = bare.trim_matches(|sign: char| "#()[]:.,".contains(sign));
    !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit())
}

/// The line with known words, and those in the place of which they stand.
fn with_known_words(line: &str) -> (String, String) {
    let mut replaced: Vec<&str> = Vec::new();
    let words = line.split(' ').enumerate().map(|(at, word)| {
        let bare = word.trim_matches([',', ';', '.', '(', ')', ':']);
        let near = (at > 0).then(|| nearest(bare)).flatten();
        match near {
            Some(known) => {
                replaced.push(bare);
                word.replacen(bare, known, 1)
            }
            None => word.to_owned(),
        }
    });
    let mended = words.collect::<Vec<String>>().join(" ");
    (mended, replaced.join(" "))
}

/// The known word that is one slip away from this one.
fn nearest(word: &str) -> Option<&'static str> {
    let small = word.starts_with(char::is_lowercase) && word.len() > 3 && word.len() < 12;
    if !small || KNOWN.contains(&word) {
        return None;
    }
    let begins_alike = |known: &&&str| known.get(..1) == word.get(..1);
    let mut near = KNOWN.iter().filter(begins_alike);
    near.find(|known| distance(word, known) == 1).copied()
}

/// Whether all of a line is read as a seek or a challenge.
fn is_read(line: &str) -> bool {
    let read = |time: Option<TimeWish>| time.is_none_or(|time| time.read.is_ok());
    match with_argument(line) {
        Some(Command::Seek(wish)) => read(wish.time),
        Some(Command::Challenge { opponent, time, .. }) => {
            read(time) && nearly_control(&opponent).is_none()
        }
        Some(_) | None => false,
    }
}

/// Whether a line is an order that says how its game is to be played, or whom an invitation is to.
fn says_how(line: &str) -> bool {
    match with_argument(line) {
        Some(Command::Seek(wish)) => wish.says_something(),
        Some(Command::Challenge {
            opponent,
            time,
            stake,
            ..
        }) => {
            let is_timed = time.is_some_and(|time| time.read.is_ok());
            let is_staked = stake.is_said();
            opponent.contains('@') || is_timed || is_staked
        }
        Some(Command::Unseek(number)) => number.is_some(),
        Some(_) | None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_of_an_order_is_named_with_the_line_as_it_may_have_been_meant() {
        for (line, words, meant) in [
            ("seek rated as balck", "balck", "seek rated as black"),
            (
                "seek as whtie 3 dyas a move",
                "whtie dyas",
                "seek as white 3 days a move",
            ),
            ("seek ratd", "ratd", "seek rated"),
            ("seek Bob", "Bob", ""),
            ("seek 3 days a move with Bob", "with Bob", ""),
            ("seek help", "help", ""),
            (
                "challenge bob@example.org as balck",
                "balck",
                "challenge bob@example.org as black",
            ),
            ("challenge bob@example.org in purple", "in purple", ""),
            ("take seven", "seven", "take 7"),
            ("take (7)", "(7)", "take 7"),
            ("take the seek no.7", "the seek no.7", "take 7"),
            ("unseek Bob", "Bob", ""),
            ("unseek 7 and 9", "7 and 9", ""),
        ] {
            let found = slip(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(found.words, words, "{line}");
            assert_eq!(found.meant.as_deref().unwrap_or(""), meant, "{line}");
        }
    }

    #[test]
    fn what_is_read_or_is_talk_has_no_slip() {
        for line in [
            "seek",
            "seek rated as black",
            "seek and you shall find",
            "seek peace, and pursue it",
            "take 7 days off",
            "take e4",
            "take it",
            "take your time",
            "take 7-8",
            "challenge Bob as balck",
            "challenge bob@example.org as black",
            "challenge accepted",
            "I seek revenge",
        ] {
            assert_eq!(slip(line), None, "{line}");
        }
    }

    #[test]
    fn a_line_is_mended_only_where_it_can_be_read_then() {
        for (line, meant) in [
            ("challenge Bob as balck", Some("challenge Bob as black")),
            ("challenge Bob ratd", Some("challenge Bob rated")),
            (
                "challenge Bob 3 dayz a move",
                Some("challenge Bob 3 days a move"),
            ),
            ("challenge Bob Whitte", None),
            ("challenge Bob", None),
            ("seek 3 dayz as balck", None),
            (
                "seek 3 dayz a move as balck",
                Some("seek 3 days a move as black"),
            ),
        ] {
            assert_eq!(mended(line).as_deref(), meant, "{line}");
        }
        for (line, meant) in [
            (
                "chalenge Bob 3 days a move",
                Some("challenge Bob 3 days a move"),
            ),
            ("seeek 3 days a move", Some("seek 3 days a move")),
            ("sekk rated as white", Some("seek rated as white")),
            ("unsek 7", Some("unseek 7")),
            ("seem to be lost", None),
            ("challenges are fun", None),
            ("seek 3 days a move", None),
        ] {
            assert_eq!(mended_order(line).as_deref(), meant, "{line}");
        }
    }
}
