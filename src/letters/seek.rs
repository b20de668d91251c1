//! Seeks as players are told them.

use super::{Sentence, control_in_words};
use crate::chess::Variant;
use crate::game::Wish;
use crate::game::rating::Stake;
use crate::players::seek::Terms;
use serde::Serialize;
use std::fmt::Write;

/// A seek in a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeekLine {
    /// Its number.
    pub number: i64,
    /// Whose it is.
    pub player: String,
    /// Their rating in the pool of the game; none where they have none.
    pub rating: Option<String>,
    /// The time control, in words; none without a clock.
    pub clock: Option<Sentence>,
    /// `casual` or `rated`.
    pub stake: &'static str,
    /// `standard` or `chess960`.
    pub variant: &'static str,
    /// The colour that its player wants: `White` or `Black`.
    pub colour: Option<&'static str>,
    /// The colour that is left for whoever takes it.
    pub left: Option<&'static str>,
    /// The ratings of those who may take it: "1400-1700".
    pub range: Option<String>,
    /// For how many whole days it was open.
    pub days: i64,
    /// Whether nobody can take it now, since its player is on leave.
    pub hidden: bool,
    /// What opens the same one again.
    pub order: String,
}

/// How a game of a seek began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PairedBy {
    /// Somebody took it.
    Taking,
    /// Somebody opened one that matches it.
    Matching,
}

/// The order that opens a seek on these terms. It is read back as the same ones.
pub fn seek_in_words(terms: &Terms) -> String {
    let mut said = "seek".to_owned();
    match terms.stake {
        Stake::Casual => {}
        Stake::Rated => said.push_str(" rated"),
    }
    match terms.colour {
        Wish::White => said.push_str(" as white"),
        Wish::Black => said.push_str(" as black"),
        Wish::Random => {}
    }
    match terms.variant {
        Variant::Standard => {}
        Variant::Chess960 => said.push_str(" chess960"),
    }
    if let Some((least, most)) = terms.range {
        // Writing to a String cannot fail.
        let _ = write!(said, " {least}-{most}");
    }
    let separator = if said == "seek" { " " } else { ", " };
    said + separator + &control_in_words(terms.control)
}

#[cfg(test)]
mod tests;
