//! Time in words: amounts, instants, and what a move cost.

mod amount;
mod instant;

pub use amount::in_words;
pub use instant::{Clockface, instant, instant_of};
