//! Stretches of time that are nobody's.

use crate::game::words::kept_under_words;
use chrono::{DateTime, Utc};
use thiserror::Error;

/// From an instant, which belongs to it, until another, which does not; or without an end as yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    from: i64,
    until: Option<i64>,
}

/// A span would end before it begins, or when it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("it ends before it begins")]
pub struct Void;

kept_under_words! {
    /// Why time is taken away from what a move used. A second that has several reasons is taken away once, for the first of
    /// them in this order: bounces come last, since of them alone there is only so much in a game.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum Reason {
        /// The game was paused, by agreement or by the administrator.
        Pause = "pause",
        /// We were out of order.
        Outage = "outage",
        /// The player was on leave.
        Leave = "leave",
        /// It was Saturday or Sunday, and weekends are free.
        Weekend = "weekend",
        /// Our letter came back, and the player knew of nothing.
        Bounce = "bounce",
    }
}

impl Reason {
    /// All of them, the first first.
    pub const ALL: [Reason; 5] = [
        Reason::Pause,
        Reason::Outage,
        Reason::Leave,
        Reason::Weekend,
        Reason::Bounce,
    ];
}

/// A span and the reason for which it is taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Why.
    pub reason: Reason,
    /// From when until when.
    pub span: Span,
}

/// Those of these stretches of which this is true end at this instant; those that would begin later are none.
pub fn end_at(at: DateTime<Utc>, stretches: &mut Vec<Stretch>, which: impl Fn(&Stretch) -> bool) {
    stretches.retain_mut(|one| {
        if !which(one) {
            return true;
        }
        let rest = one.span.ended_at(at);
        one.span = rest.unwrap_or(one.span);
        rest.is_some()
    });
}

impl Span {
    /// From here until there, cut to whole seconds.
    ///
    /// # Errors
    ///
    /// Nothing lies between.
    pub fn new(from: DateTime<Utc>, until: DateTime<Utc>) -> Result<Span, Void> {
        Span::between(from.timestamp(), until.timestamp()).ok_or(Void)
    }

    /// From here, and nobody knows until when: a pause that goes on.
    pub fn since(from: DateTime<Utc>) -> Span {
        Span {
            from: from.timestamp(),
            until: None,
        }
    }

    /// The same in seconds of Unix time.
    pub(super) fn between(from: i64, until: i64) -> Option<Span> {
        (from < until).then_some(Span {
            from,
            until: Some(until),
        })
    }

    /// The part of it before this instant: a move that is made during leave ends it. Nothing is left of what begins later.
    pub fn ended_at(self, at: DateTime<Utc>) -> Option<Span> {
        let at = at.timestamp();
        Span::between(self.from, self.until.map_or(at, |until| until.min(at)))
    }

    /// Whether nobody knows yet until when it lasts.
    pub fn is_open(self) -> bool {
        self.until.is_none()
    }

    /// When it begins.
    pub fn begins(self) -> DateTime<Utc> {
        DateTime::from_timestamp(self.from(), 0).unwrap_or(DateTime::<Utc>::MIN_UTC)
    }

    /// When it ends, if that is known.
    pub fn ends(self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(self.until()?, 0)
    }

    pub(super) fn from(self) -> i64 {
        self.from
    }

    pub(super) fn until(self) -> Option<i64> {
        self.until
    }
}
