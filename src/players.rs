//! What a player has apart from their games.

mod leave;

pub use leave::{Cost, Leave, Leaves, NoLeave, Quota, Return, Told};
