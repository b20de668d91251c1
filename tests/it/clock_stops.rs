//! What stops clocks that no player stops: outages of ours, letters that come back, the administrator; and what keeps a flag
//! from falling.

mod claims;
mod commands;
mod daemon;
mod faults;
mod games;
mod guard;
mod letters;
mod outages;
mod table;

pub(crate) use table::Table;
