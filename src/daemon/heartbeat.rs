//! Whether the database's clock goes as time does.
//!
//! All clocks of games go by the database's clock. Were it set forward by a week, every flag would fall; so each daemon
//! compares it once a minute with a clock of its own that nobody can set. What jumps stops all flags until the administrator
//! has looked. Set back while no daemon ran, it shows an instant before that of the last look into a mailbox.

use super::shared::{Daemon, sleep_unless};
use crate::db::clock_faults::{self, Kind};
use chrono::{DateTime, TimeDelta, Utc};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tracing::{error, warn};

/// How often they are compared.
pub(super) const BEAT: Duration = Duration::from_secs(60);

/// Beyond these it is no drift and no correction.
const BACKWARDS: TimeDelta = TimeDelta::hours(1);
const FORWARDS: TimeDelta = TimeDelta::days(1);

/// What the database's clock showed at an instant of ours.
#[derive(Clone, Copy, Debug)]
struct Beat {
    shown: DateTime<Utc>,
    at: Instant,
}

impl Daemon {
    /// Compares the clocks until the daemon stops.
    pub(super) async fn compare_clocks(&self, mut stop: watch::Receiver<bool>) {
        let mut last = None;
        while !*stop.borrow() {
            match self.beat(last).await {
                Ok(beat) => last = Some(beat),
                Err(failure) => {
                    warn!(error = %failure, "the database's clock cannot be read now");
                }
            }
            sleep_unless(BEAT, &mut stop).await;
        }
    }

    async fn beat(&self, last: Option<Beat>) -> sqlx::Result<Beat> {
        let (shown, seen) = clock_faults::last_seen(&self.pool).await?;
        let beat = Beat {
            shown,
            at: Instant::now(),
        };
        let jump = match last {
            Some(last) => jump(last, beat),
            None => seen
                .map(|seen| shown - seen)
                .filter(|since| *since < -BACKWARDS),
        };
        if let Some(jump) = jump {
            let words = words(jump);
            if clock_faults::note(&self.pool, Kind::Jump, &words).await? {
                error!(
                    seconds = jump.num_seconds(),
                    "{words}: no flag falls until you have looked"
                );
            }
        }
        Ok(beat)
    }
}

/// By how much the database's clock jumped between two beats, if it did.
fn jump(before: Beat, now: Beat) -> Option<TimeDelta> {
    let passed = TimeDelta::from_std(now.at.saturating_duration_since(before.at)).ok()?;
    let jump = now.shown - before.shown - passed;
    (jump < -BACKWARDS || jump > FORWARDS).then_some(jump)
}

fn words(jump: TimeDelta) -> String {
    let minutes = jump.num_minutes().abs();
    let (days, hours, minutes) = (minutes / 1_440, minutes / 60 % 24, minutes % 60);
    let way = if jump < TimeDelta::zero() {
        "back"
    } else {
        "forward"
    };
    format!("the database's clock went {way} by {days} d {hours} h {minutes} min")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_an_hour_back_or_a_day_forward_against_time_is_a_jump() {
        let (begin, minute) = (Instant::now(), Duration::from_secs(60));
        let shown: DateTime<Utc> = "2026-06-01T00:00:00Z".parse().expect("an instant");
        let before = Beat { shown, at: begin };
        for (seconds, expected) in [
            (60, None),
            (60 - 3_600, None),
            (
                60 - 3_601,
                Some("the database's clock went back by 0 d 1 h 0 min"),
            ),
            (60 + 86_400, None),
            (
                60 + 86_401,
                Some("the database's clock went forward by 1 d 0 h 0 min"),
            ),
        ] {
            let now = Beat {
                shown: shown + TimeDelta::seconds(seconds),
                at: begin + minute,
            };
            let told = jump(before, now).map(words);
            assert_eq!(told.as_deref(), expected, "{seconds}");
        }
    }
}
