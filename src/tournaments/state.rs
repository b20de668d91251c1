//! How far a tournament has come, and what can be decided in it then.

use crate::game::kept_under_words;

kept_under_words! {
    /// How far a tournament has come.
    pub enum State {
        /// Only the administrator and its directors see it.
        Prepared = "prepared",
        /// Players sign up.
        Open = "open",
        /// Nobody does, and it has not begun.
        Closed = "closed",
        /// It has begun.
        Playing = "playing",
        /// All its games are over.
        Finished = "finished",
        /// It was given up before it began.
        Cancelled = "cancelled",
    }
}

/// What the administrator or a director decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Players may sign up.
    Open,
    /// Nobody may any more.
    Close,
    /// It begins.
    Begin,
    /// All who take part are told something.
    Announce,
    /// A player leaves it.
    Withdraw,
    /// A player takes the place of another one.
    Substitute,
    /// Who plays for a team, by board.
    LineUp,
    /// A game of it is over.
    Award,
    /// It is given up.
    Cancel,
}

/// Why something cannot be decided as a tournament stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// It is open.
    OpenAlready,
    /// It is closed.
    ClosedAlready,
    /// Nobody could sign up for it until now.
    NotOpenYet,
    /// It has begun.
    Begun,
    /// It has not begun.
    NotBegun,
    /// All its games are over.
    Over,
    /// It was given up.
    Cancelled,
}

impl State {
    /// What stands against this; `None` where it can be decided.
    pub fn obstacle(self, decision: Decision) -> Option<Obstacle> {
        match (decision, self) {
            (_, State::Cancelled) => Some(Obstacle::Cancelled),
            (Decision::Open, State::Open) => Some(Obstacle::OpenAlready),
            (Decision::Close, State::Closed) => Some(Obstacle::ClosedAlready),
            (Decision::Close | Decision::Begin, State::Prepared) => Some(Obstacle::NotOpenYet),
            (
                Decision::Open
                | Decision::Close
                | Decision::Begin
                | Decision::LineUp
                | Decision::Cancel,
                State::Playing | State::Finished,
            ) => Some(Obstacle::Begun),
            (
                Decision::Award | Decision::Substitute,
                State::Prepared | State::Open | State::Closed,
            ) => Some(Obstacle::NotBegun),
            (Decision::Withdraw | Decision::Award | Decision::Substitute, State::Finished) => {
                Some(Obstacle::Over)
            }
            (Decision::Open, State::Prepared | State::Closed)
            | (Decision::Close, State::Open)
            | (Decision::Begin, State::Open | State::Closed)
            | (
                Decision::LineUp | Decision::Cancel,
                State::Prepared | State::Open | State::Closed,
            )
            | (
                Decision::Withdraw,
                State::Prepared | State::Open | State::Closed | State::Playing,
            )
            | (Decision::Award | Decision::Substitute, State::Playing)
            | (
                Decision::Announce,
                State::Prepared | State::Open | State::Closed | State::Playing | State::Finished,
            ) => None,
        }
    }
}
