//! Whether a game is to be rated, in the words of a challenger: "challenge Bob 3 days a move rated".
//!
//! The words are cut out of the line before its time control and its colour, wherever they stand behind the name.

use super::called::Marks;
use crate::game::rating::Stake;

/// What a challenger says of what is at stake.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum StakeWish {
    /// Nothing.
    #[default]
    Unsaid,
    /// One of both.
    Said {
        /// What is to be at stake.
        stake: Stake,
        /// The word, where it stands right behind the name of the last opponent: it may be the end of it, as in "challenge
        /// Joan Rated".
        behind_name: Option<String>,
    },
    /// Both.
    Both,
}

impl StakeWish {
    /// The same, and its word is no end of a name.
    #[must_use]
    pub fn beside_name(self) -> StakeWish {
        match self {
            StakeWish::Said { stake, .. } => StakeWish::Said {
                stake,
                behind_name: None,
            },
            StakeWish::Unsaid | StakeWish::Both => self,
        }
    }

    /// Whether anything is said.
    pub(super) fn is_said(&self) -> bool {
        match self {
            StakeWish::Unsaid => false,
            StakeWish::Said { .. } | StakeWish::Both => true,
        }
    }

    /// The word that may be the end of a name.
    pub fn behind_name(&self) -> Option<&str> {
        match self {
            StakeWish::Said { behind_name, .. } => behind_name.as_deref(),
            StakeWish::Unsaid | StakeWish::Both => None,
        }
    }
}

const RATED: &str = "rated|gewertet";
const CASUAL: &str = "casual|unrated|ungewertet";
/// Words that join these to what stands before them, the longest first.
const JOINS: &str = "in a|as a|for a|and|but";

/// A line without what it says of the stake.
pub(super) struct Cut {
    /// What is left.
    pub(super) rest: String,
    /// What it says.
    pub(super) wish: StakeWish,
}

/// What a text says of the stake behind its first word. A word in marks is a name's.
pub(super) fn cut_stake(text: &str) -> Cut {
    let words: Vec<&str> = text.split(' ').collect();
    let mut kept: Vec<&str> = Vec::new();
    let mut wish = StakeWish::Unsaid;
    let mut marks = Marks::default();
    let mut skips_game = false;
    for (at, word) in words.iter().enumerate() {
        let inside = marks.hold(word);
        if std::mem::take(&mut skips_game) && is_one_of(word, "game|match|partie") {
            continue;
        }
        let said = stake_of(word).filter(|_| !inside && has_name(&kept) && !is_spoken_of(&kept));
        let Some(stake) = said else {
            kept.push(word);
            continue;
        };
        let joined = without_joins(&kept);
        let apart = kept.last().is_some_and(|last| last.ends_with([',', ';']));
        let alone = joined == kept.len() && !apart;
        kept.truncate(joined);
        wish = match wish {
            StakeWish::Unsaid => StakeWish::Said {
                stake,
                // A comma behind the name ends it.
                behind_name: alone.then(|| plain(word).to_owned()),
            },
            StakeWish::Said { stake: other, .. } if other == stake => StakeWish::Said {
                stake,
                behind_name: None,
            },
            StakeWish::Said { .. } | StakeWish::Both => StakeWish::Both,
        };
        skips_game = at + 1 < words.len();
        // "Bob, rated, 3 days": one comma is enough.
        if let Some(last) = kept.last_mut()
            && !word.ends_with([',', ';'])
        {
            *last = last.trim_end_matches([',', ';']);
        }
    }
    let rest = kept.join(" ");
    Cut {
        rest: rest.trim_end_matches([' ', ',', ';']).to_owned(),
        wish,
    }
}

/// The stake that a word is.
fn stake_of(word: &str) -> Option<Stake> {
    if is_one_of(word, RATED) {
        Some(Stake::Rated)
    } else if is_one_of(word, CASUAL) {
        Some(Stake::Casual)
    } else {
        None
    }
}

/// Whether somebody is named before it.
fn has_name(kept: &[&str]) -> bool {
    kept.iter().any(|word| !word.is_empty())
}

/// Whether an article stands before it, which nothing joins to a name: "challenge me to a rated game" is talk.
fn is_spoken_of(kept: &[&str]) -> bool {
    let article = kept
        .last()
        .is_some_and(|last| is_one_of(last, "a|the|another|any|this|that|my|your|no|not|more"));
    article && without_joins(kept) == kept.len()
}

/// How many of these words are left without those at their end that only join.
fn without_joins(kept: &[&str]) -> usize {
    for join in JOINS.split('|') {
        let join: Vec<&str> = join.split(' ').collect();
        if let Some(before) = kept.len().checked_sub(join.len())
            && before > 0
            && let Some(tail) = kept.get(before..)
            && tail
                .iter()
                .zip(&join)
                .all(|(word, join)| is_one_of(word, join))
        {
            return before;
        }
    }
    kept.len()
}

fn is_one_of(word: &str, list: &str) -> bool {
    let lower = plain(word).to_lowercase();
    list.split('|').any(|one| one == lower)
}

/// A word without the punctuation around it.
fn plain(word: &str) -> &str {
    word.trim_matches([',', ';', '.', '!', '(', ')'])
}

#[cfg(test)]
mod tests;
