//! What goes with a move that was played or taken back, as one of the players is told of it.

use super::Stopped;
use serde::Serialize;

/// What followed a move by itself, as one of the players is told of it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Followed {
    /// The prepared moves that were played at once, in numbered SAN: "13. Bb5 a6 14. Ba4".
    pub line: Option<String>,
    /// The reader's conditional moves did not know a move and are void.
    pub voided: bool,
    /// The reader's prepared answer that waits, since a draw is offered to them.
    pub held: Option<String>,
}

impl Followed {
    /// Whether nothing that was prepared has to do with the move.
    pub fn is_nothing(&self) -> bool {
        self.line.is_none() && !self.voided && self.held.is_none()
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
}
