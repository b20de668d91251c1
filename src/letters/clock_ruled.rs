//! What letters say of a ruling about the clocks of a game.

use super::Sentence;
use super::instant_in_words as instant;
use super::stopped_time::time;
use crate::game::clock::ClockRuling;
use serde::Serialize;

/// A ruling about the clocks, in the words that templates use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClockRuled {
    /// `paused`, `resumed` or `credited`.
    pub what: &'static str,
    /// Of a credit: from when, in UTC.
    pub from: Option<Sentence>,
    /// Of a credit: until when, in UTC.
    pub until: Option<Sentence>,
    /// Of a credit: how long that is, "6 hours 30 minutes".
    pub time: Option<Sentence>,
}

impl ClockRuled {
    /// This ruling in words.
    pub fn of(ruling: ClockRuling) -> ClockRuled {
        let plain = |what| ClockRuled {
            what,
            from: None,
            until: None,
            time: None,
        };
        match ruling {
            ClockRuling::Paused => plain("paused"),
            ClockRuling::Resumed => plain("resumed"),
            ClockRuling::Credited { from, until } => ClockRuled {
                what: "credited",
                from: Some(instant(from)),
                until: Some(instant(until)),
                time: Some(time(until - from)),
            },
        }
    }
}
