//! What a player has and may do apart from their games.

pub mod colours;
mod leave;
pub mod seek;
mod trust;

pub use leave::{Cost, Leave, Leaves, NoLeave, Quota, Return, Told};
pub use trust::{Asks, Border, Code, Evidence, Ignored, Person, Signs, Trust, Wants};
