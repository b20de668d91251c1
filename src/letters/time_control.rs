//! A time control in words: "10 moves in 50 days; days beyond 20 on a move count double".
//!
//! What is said here is read back as the same time control when a player writes it.

use crate::game::clock::{
    Amount, CarryOver, Control, Counting, DAY, Fischer, Flags, Kind, Session, Triple, Weekends,
};
use serde::Serialize;
use std::fmt::Write;

/// How time is counted on a server, in the words of its help.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TimeRules {
    /// The time control of games whose challenge does not say one; nothing where that is none.
    pub usual: Option<String>,
    /// Those that a challenge may have; none where all are allowed.
    pub allowed: Vec<String>,
}

/// A time control in words, without a full stop.
pub fn control_in_words(control: Control) -> String {
    let mut said = match control.kind() {
        Kind::Without => "without clock".to_owned(),
        Kind::PerMove(time) => format!("{} a move", in_days(time)),
        Kind::Session(session) => session_in_words(&session),
        Kind::Fischer(fischer) => fischer_in_words(&fischer),
        Kind::Triple(triple) => triple_in_words(&triple),
        Kind::Countdown(time) => format!("{} in all", in_days(time)),
    };
    // Writing to a String cannot fail.
    if let Some(longest) = control.longest_move() {
        let _ = write!(said, "; no move longer than {}", in_days(longest));
    }
    match control.weekends() {
        Weekends::Count => {}
        Weekends::Free => said.push_str("; weekends free"),
    }
    match control.flags() {
        Flags::Automatic => {}
        Flags::Claimed => said.push_str("; loss on time must be claimed"),
    }
    said
}

fn session_in_words(session: &Session) -> String {
    let moves = session.moves();
    let word = if moves == 1 { "move" } else { "moves" };
    let mut said = format!("{moves} {word} in {}", in_days(session.time()));
    let counting = session.counting();
    match counting {
        Counting::WholeDays => {}
        Counting::Exact => said.push_str(", to the second"),
    }
    if let Some(limit) = session.double_after() {
        let _ = match counting {
            Counting::WholeDays => {
                let days = limit.in_seconds() / DAY;
                write!(said, "; days beyond {days} on a move count double")
            }
            Counting::Exact => {
                let limit = in_days(limit);
                write!(said, "; time beyond {limit} on a move counts double")
            }
        };
    }
    match session.carry_over() {
        CarryOver::Kept => {}
        CarryOver::Lost => said.push_str("; unused time is lost"),
    }
    said
}

fn fischer_in_words(fischer: &Fischer) -> String {
    let (base, increment) = (in_days(fischer.base()), in_days(fischer.increment()));
    let cap = fischer.cap().map(in_days);
    let cap = cap.map_or(String::new(), |cap| format!(", at most {cap}"));
    format!("{base} + {increment} a move{cap}")
}

fn triple_in_words(triple: &Triple) -> String {
    let moves = triple.increment_moves();
    let word = if moves == 1 { "move" } else { "moves" };
    let floor = triple.floor().map(in_days);
    let floor = floor.map_or(String::new(), |floor| {
        format!(", and never less than {floor} after them")
    });
    format!(
        "triple block: a clock of {}, a bank of {}, {} more after each of the first {moves} {word}{floor}",
        in_days(triple.clock()),
        in_days(triple.bank()),
        in_days(triple.increment()),
    )
}

/// "1 day 12 hours"
fn in_days(amount: Amount) -> String {
    let seconds = amount.in_seconds();
    let units = [
        (seconds / DAY, "day"),
        (seconds % DAY / 3600, "hour"),
        (seconds % 3600 / 60, "minute"),
        (seconds % 60, "second"),
    ];
    let said = |(count, unit): (u64, &str)| match count {
        0 => None,
        1 => Some(format!("1 {unit}")),
        _ => Some(format!("{count} {unit}s")),
    };
    let said: Vec<String> = units.into_iter().filter_map(said).collect();
    said.join(" ")
}
