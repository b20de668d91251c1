//! What is taken away of the time of those who are to move.

use super::stops::running;
use crate::db::Transaction;
use crate::db::clock_stops::{self, Stop};
use crate::game::GameNumber;
use crate::game::clock::{Reason, Span, Stretch};
use crate::robot::desk::Table;
use std::collections::{BTreeMap, HashMap};

/// By game, what is taken away of the time of the side to move. Asked for games with a clock that runs, and of no others:
/// a game without a clock costs nothing here.
///
/// # Errors
///
/// When the database fails.
pub(in crate::robot) async fn load_stretches(
    tx: &mut Transaction<'_>,
    tables: &BTreeMap<GameNumber, Table>,
) -> anyhow::Result<HashMap<GameNumber, Vec<Stretch>>> {
    let running = running(tables);
    let mut stretches: HashMap<GameNumber, Vec<Stretch>> = HashMap::new();
    if running.is_empty() {
        return Ok(stretches);
    }
    for stop in clock_stops::of_running(tx, &running).await? {
        let game = stretches.entry(GameNumber(stop.game)).or_default();
        game.extend(stretch(&stop));
    }
    Ok(stretches)
}

/// The stretch that stops a clock so; nothing where it is shorter than the second that a clock counts.
fn stretch(stop: &Stop) -> Option<Stretch> {
    let span = match stop.until {
        None => Span::since(stop.since),
        Some(until) => Span::new(stop.since, until).ok()?,
    };
    let reason = match stop.kind.as_str() {
        "pause" => Reason::Pause,
        "bounce" => Reason::Bounce,
        // An outage, and what is credited like one.
        _ => Reason::Outage,
    };
    Some(Stretch { reason, span })
}
