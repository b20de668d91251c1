//! A game for whoever wants to take it: "seek 3 days a move rated as white 1400-1700", "take 7", "unseek 7".
//!
//! It says what a challenge says behind a name. A line is one only where nothing in it is left over: "seek and you shall find"
//! and "take 7 days off" are talk.

use super::arguments::{Wishes, wishes};
use super::command::{Colour, Command, Setup};
use super::stake::StakeWish;
use super::time_control::{TimeWish, name_and_nearly};

/// What somebody looks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeekWish {
    /// The colour that they want.
    pub colour: Colour,
    /// Where the game is to begin.
    pub setup: Setup,
    /// How time is to be counted; nothing was said where it is missing.
    pub time: Option<TimeWish>,
    /// What is to be at stake.
    pub stake: StakeWish,
    /// The ratings that their opponent may have, as they were written.
    pub range: Option<(u32, u32)>,
}

impl SeekWish {
    /// Whether anything is said beside that a game is looked for.
    pub(super) fn says_something(&self) -> bool {
        self.range.is_some()
            || self.time.is_some()
            || self.stake.is_said()
            || self.colour != Colour::Random
            || self.setup != Setup::Usual
    }
}

/// In the place of a name, where a challenge has one.
const ANYBODY: &str = "somebody";

/// What stands between the two ends of a range.
const DASHES: [char; 3] = ['-', '\u{2013}', '\u{2014}'];

/// An order about seeks, by its first word and what stands behind it.
pub(super) fn about_seeks(first: &str, rest: &str) -> Option<Command> {
    match first {
        "seek" => seek(rest).map(Command::Seek),
        "take" => numbered_seek(rest).map(Command::Take),
        "unseek" if rest.is_empty() => Some(Command::Unseek(None)),
        "unseek" => numbered_seek(rest).map(|number| Command::Unseek(Some(number))),
        _ => None,
    }
}

/// What stands behind "seek".
fn seek(text: &str) -> Option<SeekWish> {
    let (range, wishes) = parts(text);
    let Wishes {
        whom,
        colour,
        setup,
        time,
        stake,
    } = wishes;
    let whom = whom.trim_matches([' ', ',', ';', '.']);
    let time = match name_and_nearly(whom) {
        Some((ANYBODY, written)) => Some(TimeWish::unread(written)),
        None if whom == ANYBODY => time.map(TimeWish::beside_name),
        Some(_) | None => return None,
    };
    Some(SeekWish {
        colour,
        setup,
        time,
        stake: stake.beside_name(),
        range,
    })
}

/// The words behind "seek" that are no part of one, and whether others are; `None` where all of it is read.
pub(super) fn seek_but_for(text: &str) -> Option<(String, bool)> {
    if seek(text).is_some() {
        return None;
    }
    let (range, wishes) = parts(text);
    let left = wishes.whom.strip_prefix(ANYBODY)?;
    let left = left.trim_matches([' ', ',', ';', '.']).to_owned();
    let wish = SeekWish {
        colour: wishes.colour,
        setup: wishes.setup,
        time: wishes.time,
        stake: wishes.stake,
        range,
    };
    (!left.is_empty()).then(|| (left, wish.says_something()))
}

/// A range of ratings, and what else is wished.
fn parts(text: &str) -> (Option<(u32, u32)>, Wishes) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = without_filler(&words);
    let (range, words) = match range(words) {
        Some((range, around)) => (Some(range), around),
        None => (None, words.to_vec()),
    };
    let wishes = wishes(format!("{ANYBODY} {}", words.join(" ")).trim());
    (range, wishes)
}

/// The number of a seek: "7", "#7", "seek 7", "no. 7".
pub(super) fn numbered_seek(text: &str) -> Option<i64> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = match words.as_slice() {
        ["the", rest @ ..] => rest,
        all => all,
    };
    let words = match words {
        [first, rest @ ..] if first.eq_ignore_ascii_case("seek") => rest,
        all => all,
    };
    let words = match words {
        ["no" | "no." | "number" | "nr" | "nr.", rest @ ..] => rest,
        all => all,
    };
    let [number] = words else {
        return None;
    };
    let number = number.trim_start_matches('#');
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    number.parse().ok().filter(|number| digits && *number > 0)
}

/// The words without "a game" and the like before what is wanted.
fn without_filler<'a, 'b>(words: &'a [&'b str]) -> &'a [&'b str] {
    let mut words = words;
    while let [first, rest @ ..] = words
        && ["a", "game", "games", "an", "opponent", "for", "of", "with"]
            .iter()
            .any(|filler| first.eq_ignore_ascii_case(filler))
        // "as white", "with white" and "with 3 days" say what they mean behind a name.
        && !(first.eq_ignore_ascii_case("with")
            && rest
                .first()
                .is_some_and(|next| ["white", "black"].contains(&next.to_lowercase().as_str())))
    {
        words = rest;
    }
    words
}

/// A range of ratings among these words, and the words around it: "1400-1700", "1400 - 1700", "1400 to 1700", "between 1400
/// and 1700". What is followed by a unit of time, or by moves, is none.
fn range<'a>(words: &[&'a str]) -> Option<((u32, u32), Vec<&'a str>)> {
    (0..words.len()).find_map(|at| {
        let (range, length) = range_at(words.get(at..)?)?;
        let behind = words.get(at + length..).unwrap_or_default();
        let of_time = behind.first().is_some_and(|next| is_unit(next));
        if of_time {
            return None;
        }
        let mut around: Vec<&str> = words.get(..at)?.to_vec();
        while let Some(last) = around.last()
            && [
                "from", "between", "rating", "ratings", "rating:", "elo", "of", "range", "against",
            ]
            .iter()
            .any(|joins| last.trim_matches(',').eq_ignore_ascii_case(joins))
        {
            around.pop();
        }
        around.extend(behind);
        Some((range, around))
    })
}

/// The range with which these words begin, and how many of them it is.
fn range_at(words: &[&str]) -> Option<((u32, u32), usize)> {
    if let Some(first) = words.first()
        && let Some((least, most)) = plain(first).split_once(DASHES)
        && let (Some(least), Some(most)) = (rating(least), rating(most))
    {
        return Some(((least, most), 1));
    }
    let [first, between, last, ..] = words else {
        return None;
    };
    let joins = ["-", "\u{2013}", "\u{2014}", "to", "and", "until"]
        .iter()
        .any(|join| between.eq_ignore_ascii_case(join));
    let (Some(least), Some(most), true) = (rating(first), rating(plain(last)), joins) else {
        return None;
    };
    Some(((least, most), 3))
}

/// A number that may be one of points: too great or too small a one is told so.
fn rating(word: &str) -> Option<u32> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    (digits && (1..=6).contains(&word.len()))
        .then(|| word.parse().ok())
        .flatten()
}

fn plain(word: &str) -> &str {
    word.trim_matches([',', ';', '.', '(', ')'])
}

/// Whether a number before this word is one of time or of moves.
fn is_unit(word: &str) -> bool {
    let word = plain(word).to_lowercase();
    [
        "day", "days", "d", "hour", "hours", "h", "minute", "minutes", "min", "week", "weeks",
        "move", "moves", "month", "months", "year", "years",
    ]
    .contains(&word.as_str())
}

#[cfg(test)]
mod tests;
