//! The Tournament Report File of FIDE, version 2026 (TRF26): what pairing programs write and read.
//!
//! Its lines are read by columns, which are counted in characters; each begins with a tag of three, and those of other tags
//! are passed over. It knows no game that goes on, only one without a result, and none that is annulled: of these nothing is
//! written. In a double round robin the rounds of the second cycle follow those of the first.

mod fault;
mod read;
mod report;
mod write;

pub use fault::{Fault, Why};
pub use report::{About, Played, Player, Report, TeamLine};

#[cfg(test)]
mod tests;
