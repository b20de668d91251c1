//! The clock of a game in PGN: as near as the standard can say it, and the whole truth beside it.
//!
//! `TimeControl` (PGN standard 9.6.1) knows no doubling, no cap and no bank. So a tag of our own, `ClockRules`, has the control
//! as [`Control`] writes it, and behind each move stand `[%clk h:mm:ss]`, what is left to its side after it, and
//! `[%emt h:mm:ss]`, what it was charged; with a bank, `[%bank h:mm:ss]` as well. Hours are of any width. What a side was
//! given before its first move stands in a tag of our own, `ClockGiven`: White's and Black's.

use super::{Control, Kind, TimeSheet};
use crate::chess::pgn::{Aside, Record};
use shakmaty::{ByColor, Color, Position};

/// Our own tag.
pub const CLOCK_RULES: &str = "ClockRules";

/// The tag of what both were given before their first moves.
const CLOCK_GIVEN: &str = "ClockGiven";

/// The time of a game as a PGN of ours has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenTimes {
    /// How time is counted.
    pub control: Control,
    /// The time of each move.
    pub moves: Vec<WrittenTime>,
    /// What is left of both sides.
    pub left: ByColor<WrittenLeft>,
}

/// The time of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenTime {
    /// What it was charged, in seconds.
    pub charged: u64,
    /// What is left to its side after it.
    pub left: WrittenLeft,
}

/// What is left to a side, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenLeft {
    /// On its clock.
    pub clock: u64,
    /// In its bank, where there is one.
    pub bank: u64,
}

/// The value of `TimeControl`: `-` without a clock, `?` where the standard has no words.
pub fn time_control_tag(control: Control) -> String {
    match control.kind() {
        Kind::Without => "-".to_owned(),
        Kind::PerMove(time) => format!("1/{}", time.in_seconds()),
        Kind::Session(session) => {
            format!("{}/{}", session.moves(), session.time().in_seconds())
        }
        Kind::Fischer(fischer) => {
            let (base, increment) = (fischer.base(), fischer.increment());
            format!("{}+{}", base.in_seconds(), increment.in_seconds())
        }
        Kind::Triple(_) => "?".to_owned(),
        Kind::Countdown(time) => time.in_seconds().to_string(),
    }
}

/// Adds our own tag, and the times behind the moves. Nothing without a clock.
pub fn write_times(record: &mut Record, sheet: &TimeSheet) {
    let control = sheet.clocks().control();
    if !control.has_clock() {
        return;
    }
    record.set_tag(CLOCK_RULES, &control.to_string());
    let given = ByColor::new_with(|side| sheet.given_before_first_move(side));
    if given.white + given.black > 0 {
        let (white, black) = (in_hours(given.white), in_hours(given.black));
        record.set_tag(CLOCK_GIVEN, &format!("{white} {black}"));
    }
    let mut side = record.start.turn();
    for (at, played) in record.line.moves.iter_mut().enumerate() {
        if let Some((charged, left)) = sheet.noted(at, side) {
            let clock = in_hours(left.clock());
            let mut said = format!("[%clk {clock}] [%emt {}]", in_hours(charged));
            if matches!(control.kind(), Kind::Triple(_)) {
                said.push_str(&format!(" [%bank {}]", in_hours(left.bank())));
            }
            played.asides.insert(0, Aside::Comment(said));
        }
        side = side.other();
    }
}

/// The times in a PGN of ours; `None` where it is none of a game with a clock, or a move has no time.
pub fn read_times(record: &Record) -> Option<WrittenTimes> {
    let control: Control = record.tag(CLOCK_RULES)?.parse().ok()?;
    let begin = super::Clocks::at_start(control);
    let given = record
        .tag(CLOCK_GIVEN)
        .map_or(Some(ByColor { white: 0, black: 0 }), |tag| {
            let (white, black) = tag.split_once(' ')?;
            Some(ByColor {
                white: in_seconds(white)?,
                black: in_seconds(black)?,
            })
        })?;
    let mut left = ByColor::new_with(|side: Color| WrittenLeft {
        clock: begin.left(side).clock().saturating_add(*given.get(side)),
        bank: begin.left(side).bank(),
    });
    let mut side = record.start.turn();
    let mut moves = Vec::new();
    for played in &record.line.moves {
        let said = |command: &str| {
            played.asides.iter().find_map(|aside| match aside {
                Aside::Comment(text) => command_in(text, command),
                Aside::Variation(_) => None,
            })
        };
        let after = WrittenLeft {
            clock: said("clk")?,
            bank: said("bank").unwrap_or_default(),
        };
        moves.push(WrittenTime {
            charged: said("emt")?,
            left: after,
        });
        *left.get_mut(side) = after;
        side = side.other();
    }
    Some(WrittenTimes {
        control,
        moves,
        left,
    })
}

/// `1200:00:00`
fn in_hours(seconds: u64) -> String {
    let (hours, minutes) = (seconds / 3600, seconds % 3600 / 60);
    format!("{hours}:{minutes:02}:{:02}", seconds % 60)
}

/// The seconds of a command within a comment.
fn command_in(comment: &str, command: &str) -> Option<u64> {
    let (_, behind) = comment.split_once(&format!("[%{command} "))?;
    let (time, _) = behind.split_once(']')?;
    in_seconds(time)
}

/// What [`in_hours`] wrote.
fn in_seconds(time: &str) -> Option<u64> {
    let mut parts = time.split(':').map(|part| part.parse::<u64>().ok());
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    if parts.next().is_some() || minutes > 59 || seconds > 59 {
        return None;
    }
    hours.checked_mul(3600)?.checked_add(minutes * 60 + seconds)
}

#[cfg(test)]
mod tests;
