//! A move that is made and sent later: on its player's own clock, and before their time ends.

use super::DAY;
use chrono::{DateTime, TimeDelta, Utc};

/// How long before the end of its player's time it is sent at the latest.
const BEFORE_THE_END: TimeDelta = TimeDelta::hours(1);

/// The longest time for which a move is held, in seconds.
pub const LONGEST_HOLD: u64 = 30 * DAY;

/// When a move goes out that came at one instant and is to be held until another: an hour before its player's time ends at the
/// latest, where that has an end, and never before it came.
pub fn goes_out(
    came: DateTime<Utc>,
    wanted: DateTime<Utc>,
    ends: Option<DateTime<Utc>>,
) -> DateTime<Utc> {
    let latest = ends.and_then(|ends| ends.checked_sub_signed(BEFORE_THE_END));
    latest.map_or(wanted, |latest| latest.min(wanted)).max(came)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_move_goes_out_an_hour_before_the_flag_at_the_latest() {
        let at =
            |hour: &str| -> DateTime<Utc> { format!("2026-11-26T{hour}:00Z").parse().unwrap() };
        for (wanted, ends, goes) in [
            ("14:00", None, "14:00"),
            ("14:00", Some("20:00"), "14:00"),
            ("14:00", Some("15:00"), "14:00"),
            ("14:00", Some("14:59"), "13:59"),
            ("14:00", Some("14:00"), "13:00"),
            // Less than an hour was left when it came: it is not held at all.
            ("14:00", Some("10:30"), "10:00"),
            ("14:00", Some("08:00"), "10:00"),
        ] {
            let goes_out = goes_out(at("10:00"), at(wanted), ends.map(at));
            assert_eq!(goes_out, at(goes), "{wanted} {ends:?}");
        }
    }
}
