//! Days of leave in the words of players: "leave 5 Aug - 18 Aug", "leave 5.-18.8.", "vacation until 18 Aug", "leave 2 weeks".
//!
//! Nothing is guessed: what could be two days (5/8), or one day where two are needed, is no period. Which year is meant,
//! and whether there is such a day, is for whoever knows the day of today.

mod day;
mod note;
mod period;
mod which;
mod words;

pub use day::{Day, MONTHS};
pub use note::period_in_note;
pub use period::Period;
pub use which::NoSuchPeriod;

use super::command::Command;
use period::period;
use words::words;

/// Why words about leave name no period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPeriod {
    /// There are none behind the word. It may mean to leave the server, too.
    Nothing,
    /// They are none that we can read.
    Unread,
    /// A date can be read in two ways, as 5/8: with the day in front, and with the month.
    TwoWays(Day, Day),
}

/// The period that these words name, and nothing else.
///
/// # Errors
///
/// They name none.
pub(super) fn period_in(text: &str) -> Result<Period, NoPeriod> {
    period(&words(text))
}

/// What a line wants about leave, if that is what it is about.
pub(super) fn about_leave(plain: &str) -> Option<Command> {
    let line = plain.trim_end_matches(['.', '!', '?', ' ']);
    let lower = line.to_lowercase();
    // With a full stop behind it, it is the end of a sentence that was wrapped.
    if matches!(
        plain.trim_end_matches('!').to_lowercase().as_str(),
        "back" | "zurück"
    ) {
        return Some(Command::Back);
    }
    let (manner, rest) = LEADS.iter().find_map(|(lead, manner)| {
        let rest = lower.strip_prefix(lead)?;
        let ends = rest.is_empty() || rest.starts_with([' ', ':', ',', '-']);
        ends.then(|| (*manner, rest.trim_start_matches([' ', ':', ','])))
    })?;
    if rest.is_empty() {
        // With a colon behind it, it is a heading.
        let bare = manner == Manner::Order && lower.ends_with(char::is_alphabetic);
        return bare.then_some(Command::TakeLeave(Err(NoPeriod::Nothing)));
    }
    // The full stop behind the month of "5.-18.8." is no end of a sentence.
    let rest = format!(
        "{rest}{}",
        if plain.trim_end().ends_with('.') {
            "."
        } else {
            ""
        }
    );
    match period(&words(&rest)) {
        Ok(period) => Some(Command::TakeLeave(Ok(period))),
        Err(why) => is_about_days(&rest, manner).then_some(Command::TakeLeave(Err(why))),
    }
}

/// How a line speaks of leave.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// As an order: what cannot be read behind it is asked about.
    Order,
    /// As people tell each other: it must be plain.
    Said,
}

const LEADS: [(&str, Manner); 24] = [
    ("leave", Manner::Order),
    ("on leave", Manner::Said),
    ("take leave", Manner::Order),
    ("i take leave", Manner::Said),
    ("i'd like leave", Manner::Said),
    ("i would like leave", Manner::Said),
    ("i want leave", Manner::Said),
    ("i need leave", Manner::Said),
    ("i am on leave", Manner::Said),
    ("i'm on leave", Manner::Said),
    ("i will be on leave", Manner::Said),
    ("i go on leave", Manner::Said),
    ("go on leave", Manner::Said),
    ("vacation", Manner::Order),
    ("vacations", Manner::Order),
    ("on vacation", Manner::Said),
    ("take vacation", Manner::Order),
    ("holiday", Manner::Order),
    ("holidays", Manner::Order),
    ("on holiday", Manner::Said),
    ("urlaub", Manner::Order),
    ("ich nehme urlaub", Manner::Said),
    ("im urlaub", Manner::Said),
    ("ferien", Manner::Order),
];

/// Whether words that name no period were meant to: they are few, and something of a date stands among them. "Leave your
/// knight there" is said.
fn is_about_days(rest: &str, manner: Manner) -> bool {
    let read = words(rest);
    let dated = read.iter().any(words::Word::is_of_a_date);
    manner == Manner::Order && dated && rest.split_whitespace().count() <= 10
}

#[cfg(test)]
mod tests;
