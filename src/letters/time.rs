//! Time in words: amounts, instants, what a move cost, and how the clocks of a game stand.

mod amount;
mod instant;
mod line;
mod sums;
mod view;

pub use amount::{in_words, in_words_for_one_move};
pub use instant::{Clockface, in_zone_as_well, instant, instant_of};
pub use line::LineTime;
pub use sums::{Spent, Whose, left_in_words};
pub use view::{Running, TimeStands, TimeView};
