//! The clock of a game in PGN: as near as the standard can say it, and the whole truth beside it.
//!
//! `TimeControl` (PGN standard 9.6.1) knows no doubling, no cap and no bank. So a tag of our own, `ClockRules`, has the control
//! as [`Control`] writes it, and behind each move stand `[%clk h:mm:ss]`, what is left to its side after it, and
//! `[%emt h:mm:ss]`, what it was charged; with a bank, `[%bank h:mm:ss]` as well. Hours are of any width. What is left to a
//! side that has no move yet and not all of its time, or more, stands in a tag of our own, `ClockLeft`: of White and of Black,
//! each with its bank where there is one.

use super::{Control, Kind, Left, TimeSheet};
use crate::chess::pgn::{Aside, Record};
use shakmaty::{ByColor, Color, Position};

/// Our own tag.
pub const CLOCK_RULES: &str = "ClockRules";

/// The tag of what is left of both, where one was given time before its first move or has taken that back.
const CLOCK_LEFT: &str = "ClockLeft";

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

impl WrittenLeft {
    fn of(left: Left) -> WrittenLeft {
        WrittenLeft {
            clock: left.clock(),
            bank: left.bank(),
        }
    }
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
    if let Some(left) = left_before_moves(sheet) {
        let times = [left.white, left.black].map(|left| match left.bank {
            0 => in_hours(left.clock),
            bank => format!("{}+{}", in_hours(left.clock), in_hours(bank)),
        });
        record.set_tag(CLOCK_LEFT, &times.join(" "));
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
    let mut left = match record.tag(CLOCK_LEFT) {
        Some(tag) => {
            let (white, black) = tag.split_once(' ')?;
            ByColor {
                white: left_in(white)?,
                black: left_in(black)?,
            }
        }
        None => ByColor::new_with(|side: Color| WrittenLeft::of(begin.left(side))),
    };
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

/// What is left of both, where a side that has no move yet has not what it began with. A side that has moved has it behind
/// its last move.
fn left_before_moves(sheet: &TimeSheet) -> Option<ByColor<WrittenLeft>> {
    let begin = super::Clocks::at_start(sheet.clocks().control());
    let changed = |side: Color| {
        let left = sheet.clocks().left(side);
        left.moves() == 0 && left != begin.left(side)
    };
    let any = changed(Color::White) || changed(Color::Black);
    let left = ByColor::new_with(|side| {
        let clocks = if changed(side) {
            sheet.clocks()
        } else {
            &begin
        };
        WrittenLeft::of(clocks.left(side))
    });
    any.then_some(left)
}

/// `1200:00:00`, or with a bank `1200:00:00+1800:00:00`.
fn left_in(tag: &str) -> Option<WrittenLeft> {
    let (clock, bank) = match tag.split_once('+') {
        Some((clock, bank)) => (clock, in_seconds(bank)?),
        None => (tag, 0),
    };
    let clock = in_seconds(clock)?;
    Some(WrittenLeft { clock, bank })
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
