//! Ratings as players are told them.

use super::{Sentence, sentence};
use crate::game::rating::{Pool, Rating, Unrated};
use serde::Serialize;
use std::fmt;

/// A rating in whole points, with a question mark while too little is known: "1662?".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown(pub Rating);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.0.is_provisional() { "?" } else { "" };
        write!(f, "{:.0}{mark}", self.0.points)
    }
}

/// What a game has made of one rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shift {
    /// Before it.
    pub before: String,
    /// After it.
    pub after: String,
    /// The difference of the two, with its sign: "+162".
    pub by: String,
}

impl Shift {
    /// From the one to the other.
    pub fn between(before: Rating, after: Rating) -> Shift {
        let whole = |rating: Rating| rating.points.round();
        Shift {
            before: Shown(before).to_string(),
            after: Shown(after).to_string(),
            // No sign before nothing.
            by: match whole(after) - whole(before) {
                by if by.abs() < 0.5 => "0".to_owned(),
                by => format!("{by:+.0}"),
            },
        }
    }
}

/// What the end of a game that both played for ratings has made of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RatingNews {
    /// The ratings of Chess960.
    pub chess960: bool,
    /// Why it is not rated after all.
    pub unrated: Option<Sentence>,
    /// The reader's; none where it does not count for them.
    pub yours: Option<Shift>,
    /// The opponent's, likewise.
    pub theirs: Option<Shift>,
    /// Whether one of them is provisional.
    pub provisional: bool,
}

impl RatingNews {
    /// A game is rated.
    pub fn changed(pool: Pool, yours: Option<[Rating; 2]>, theirs: Option<[Rating; 2]>) -> Self {
        let shift =
            |of: Option<[Rating; 2]>| of.map(|[before, after]| Shift::between(before, after));
        let all = [yours, theirs].into_iter().flatten().flatten();
        RatingNews {
            chess960: pool == Pool::Chess960,
            unrated: None,
            provisional: all.into_iter().any(Rating::is_provisional),
            yours: shift(yours),
            theirs: shift(theirs),
        }
    }

    /// A game is not.
    pub fn unrated(why: Unrated) -> Self {
        RatingNews {
            chess960: false,
            unrated: Some(match why {
                Unrated::TooShort => sentence!("one of you has made fewer than two moves"),
                Unrated::NoResult => sentence!("it has ended without a result"),
                Unrated::Casual => sentence!("it is casual"),
                Unrated::OwnPosition => sentence!("it began in a position of your own"),
                Unrated::NotOver => sentence!("it goes on"),
            }),
            yours: None,
            theirs: None,
            provisional: false,
        }
    }
}

/// A player's ratings, and the score between them and the reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RatingLine {
    /// Their name.
    pub name: String,
    /// In games from the usual position: "1662? after 3 games".
    pub standard: Option<Sentence>,
    /// In Chess960.
    pub chess960: Option<Sentence>,
    /// Rated games between the two that the reader has won, that were drawn, and that they have lost; none of the reader's own.
    pub score: Option<[i64; 3]>,
}

/// A rating in a list, after so many games.
pub fn rating_in_a_list(rating: Rating, games: i32) -> Sentence {
    let rating = Shown(rating).to_string();
    sentence!(
        "{{ rating }} after {{ games }} {{ games|count(\"game\", \"games\") }}",
        rating,
        games
    )
}

#[cfg(test)]
mod tests;
