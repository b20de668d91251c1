//! What a player has apart from their games.

mod leave;
pub mod seek;

pub use leave::{Cost, Leave, Leaves, NoLeave, Quota, Return, Told};
