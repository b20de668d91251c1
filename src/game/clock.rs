//! The clock of a game: what a move is charged, what is left of both sides, and when the flag falls.
//!
//! A [`Control`] says how time is counted; a [`Turn`] since when a side thinks and which stretches of that are taken
//! away; [`Clocks`] what is left. Nobody's time runs between the arrival of a move and the delivery of the letter that
//! tells of it, so one turn after the other is all there is.
//!
//! When a player is reminded is counted here as well, in shares of what is left; there alone a zone matters, for its night.
//!
//! All amounts are whole seconds, all days are 24 hours (so says ICCF, and so says BdF: "24 hours from the posting of the
//! partner's move"), all instants are UTC and cut to the second. No summer time comes near it.

mod amount;
mod clocks;
mod control;
mod days;
mod due;
mod hold;
mod in_pgn;
mod left;
mod move_time;
mod nonsense;
mod reminders;
mod ruling;
mod session;
mod sheet;
mod span;
mod terms;
mod text;
mod turn;

pub use amount::{Amount, DAY, NotAnAmount};
pub use clocks::{Charged, Clocks, FirstMove, Punctuality};
pub use control::{Control, Fischer, Flags, Kind, Triple, Weekends};
pub use days::{Days, NoDays};
pub use due::{Due, GRACE, Happening, Thinking};
pub use hold::{LONGEST_HOLD, goes_out};
pub use in_pgn::{
    CLOCK_RULES, WrittenLeft, WrittenTime, WrittenTimes, read_times, time_control_tag, write_times,
};
pub use left::Left;
pub use move_time::{MoveTime, Spent};
pub use nonsense::Nonsense;
pub use reminders::{NoReminders, Reminders, Reminding, TOGETHER, goes_with, reminding};
pub use ruling::ClockRuling;
pub use session::{CarryOver, Counting, Session};
pub use sheet::TimeSheet;
pub use span::{Reason, Span, Stretch, Void, end_at};
pub use text::NotAControl;
pub use turn::{BOUNCES_AT_MOST, Deduction, Turn, Used};

#[cfg(test)]
mod tests;
