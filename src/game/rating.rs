//! Ratings: what a rated game makes of those of its two players.
//!
//! They are a fold over the rated games that are over, in the order of when they ended: [`Standings::rate`] is one step of
//! it. Nothing else is true of them; what the database keeps can be made anew at any time, to the last bit.

mod glicko;
mod standings;
mod what;

pub use super::stake::Stake;
pub use glicko::Rating;
pub use standings::{Change, Standing, Standings, periods};
pub use what::{Counts, Ended, Pool, Rated, SERIES_DAYS, Unrated, rated};
