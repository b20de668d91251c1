//! What a move's time was, as it is kept with the move.

use super::{Charged, Clocks, Deduction, Left, Turn};
use crate::game::instant;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shakmaty::{ByColor, Color};

/// What a move's time was: counted once, when it was decided, and never again. What is left of both sides follows from the
/// last of these, whatever becomes of rules and settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveTime {
    /// When the letter was delivered that told of the position; nothing where nobody's time ran: the move was prepared, or
    /// came before that letter.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "instant::maybe"
    )]
    pub since: Option<DateTime<Utc>>,
    /// From then to its arrival, in seconds.
    pub elapsed: u64,
    /// What is taken away of it, each second once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deductions: Vec<Deduction>,
    /// What it is charged, in seconds.
    pub charged: u64,
    /// What is left of White after it.
    pub white: Left,
    /// What is left of Black after it.
    pub black: Left,
}

/// How a move's time is to be counted.
#[derive(Clone, Copy, Debug)]
pub enum Spent<'a> {
    /// It is charged nothing: it was prepared, or nobody's time ran.
    Nothing,
    /// Its side has thought until its mail arrived.
    Thought {
        /// Since when, and what is taken away.
        turn: &'a Turn,
        /// When its mail arrived.
        arrived: DateTime<Utc>,
    },
}

impl MoveTime {
    /// Of a move of this side; nothing without a clock.
    pub fn of(clocks: &Clocks, side: Color, spent: Spent<'_>) -> Option<MoveTime> {
        if !clocks.control().has_clock() {
            return None;
        }
        Some(match spent {
            Spent::Nothing => MoveTime::after(&clocks.after_prepared(side)),
            Spent::Thought { turn, arrived } => {
                let Charged {
                    used,
                    charged,
                    after,
                    punctuality: _,
                } = clocks.charge(side, turn, arrived);
                MoveTime {
                    since: Some(turn.since()),
                    elapsed: used.elapsed,
                    deductions: used.deductions,
                    charged,
                    ..MoveTime::after(&after)
                }
            }
        })
    }

    /// What is left of both after it.
    pub fn left(&self) -> ByColor<Left> {
        ByColor {
            white: self.white,
            black: self.black,
        }
    }

    /// What the move used: elapsed, less what is taken away; in seconds.
    pub fn used(&self) -> u64 {
        let taken: u64 = self.deductions.iter().map(|one| one.seconds).sum();
        self.elapsed.saturating_sub(taken)
    }

    fn after(clocks: &Clocks) -> MoveTime {
        MoveTime {
            since: None,
            elapsed: 0,
            deductions: Vec::new(),
            charged: 0,
            white: clocks.left(Color::White),
            black: clocks.left(Color::Black),
        }
    }
}
