//! When things come and are decided.

use super::Batch;
use crate::db::inbox::Claimed;
use chrono::{DateTime, TimeDelta, Utc};

/// When what brings something about came to us.
#[derive(Clone, Copy, Debug)]
pub(in crate::robot) struct Came {
    /// When our mail server took it.
    pub(in crate::robot) arrived_at: DateTime<Utc>,
    /// When we first saw it.
    pub(in crate::robot) seen_at: DateTime<Utc>,
}

impl Came {
    /// At this instant, where no mail brings it about.
    pub(in crate::robot) fn at(now: DateTime<Utc>) -> Came {
        Came {
            arrived_at: now,
            seen_at: now,
        }
    }

    /// When a clock takes it to have come: the earlier of the two, since either can be late.
    pub(in crate::robot) fn arrived(self) -> DateTime<Utc> {
        self.arrived_at.min(self.seen_at)
    }

    /// With a mail.
    pub(in crate::robot) fn with(mail: &Claimed) -> Came {
        Came {
            arrived_at: mail.arrived_at,
            seen_at: mail.stored_at,
        }
    }
}

/// Microseconds since 1970-01-01 UTC.
pub(in crate::robot) fn microseconds(instant: DateTime<Utc>) -> u64 {
    u64::try_from(instant.timestamp_micros()).unwrap_or(0)
}

impl Batch<'_> {
    /// The clock goes on for this mail.
    pub(in crate::robot) fn take_up(&mut self, mail: i64) {
        self.clock += TimeDelta::microseconds(1);
        self.instants.insert(mail, self.clock);
    }

    /// Where the clock stood when this mail was decided; of one that is not of this batch, where it stands.
    pub(in crate::robot) fn instant_of(&self, mail: impl Into<Option<i64>>) -> DateTime<Utc> {
        let taken_up = mail.into().and_then(|mail| self.instants.get(&mail));
        *taken_up.unwrap_or(&self.clock)
    }
}

/// Days since 1970-01-01 UTC.
pub(in crate::robot) fn day(instant: DateTime<Utc>) -> u32 {
    u32::try_from(instant.timestamp().div_euclid(86_400)).unwrap_or(0)
}
