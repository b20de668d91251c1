//! What goes with a move that was played or taken back, as one of the players is told of it.

use super::Stopped;
use serde::{Serialize, Serializer};
use std::fmt;

/// What followed a move by itself, as one of the players is told of it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Followed {
    /// The prepared moves that were played at once, in numbered SAN: "13. Bb5 a6 14. Ba4".
    pub line: Option<String>,
    /// The reader's conditional moves did not know a move and are void.
    pub voided: bool,
    /// The reader's prepared answer that waits, since a draw is offered to them.
    pub held: Option<String>,
    /// Offers that the move of the sender has ended, a sentence each.
    pub ended: Vec<EndedOffer>,
}

/// An offer that a move has ended, as one of the players is told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedOffer {
    /// What was offered.
    pub what: Offered,
    /// Whose offer it was; nothing where it was the reader's.
    pub whose: Option<String>,
    /// What became of it.
    pub end: OfferEnd,
}

/// What one player offers the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// A draw.
    Draw,
    /// That moves are taken back.
    Takeback,
    /// An end without a result.
    Abort,
    /// A pause.
    Pause,
}

/// What a move makes of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferEnd {
    /// It was the other player's, and is refused by it.
    Declined,
    /// It was the mover's own.
    Lapsed,
}

impl fmt::Display for EndedOffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.whose {
            Some(whose) => write!(f, "{whose}'s ")?,
            None => f.write_str("Your ")?,
        }
        f.write_str(match self.what {
            Offered::Draw => "draw offer",
            Offered::Takeback => "takeback offer",
            Offered::Abort => "offer to end the game without a result",
            Offered::Pause => "offer of a pause",
        })?;
        f.write_str(match self.end {
            OfferEnd::Declined => " is declined by that move.",
            OfferEnd::Lapsed => " has lapsed.",
        })
    }
}

impl Serialize for EndedOffer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Followed {
    /// Whether nothing that was prepared or offered has to do with the move.
    pub fn is_nothing(&self) -> bool {
        self.line.is_none() && !self.voided && self.held.is_none() && self.ended.is_empty()
    }
}

/// The conditional moves of the reader.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Prepared {
    /// A line for each branch to its end, in numbered SAN; empty when nothing is prepared.
    pub lines: Vec<String>,
    /// Where lines that they wrote end earlier than they wrote them, and why; a sentence each.
    pub stops: Vec<Stopped>,
    /// To how many legal moves of the opponent no answer is prepared.
    pub others: usize,
}

/// What goes with moves that are taken back, as one of the players is told of it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Undone {
    /// The moves, in numbered SAN: "12...Nf6 13. Bb5"; empty where a game that was over goes on.
    pub moves: String,
    /// Conditional moves of the reader are dropped.
    pub prepared: bool,
    /// Notes of the reader about these moves are dropped.
    pub notes: bool,
    /// A move of the reader that was held is dropped.
    pub held: bool,
}
