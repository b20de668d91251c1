//! What is taken away of the time of those who are to move.

use super::{leave, stops};
use crate::db::Transaction;
use crate::db::clock_stops::{self, Running, Stop};
use crate::db::leave::{self as rows, LeaveInGame};
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
    let mut stretches: HashMap<GameNumber, Vec<Stretch>> = HashMap::new();
    let running = stops::running(tables);
    if running.is_empty() {
        return Ok(stretches);
    }
    let mut add = |game, stretch: Option<Stretch>| {
        let of_game = stretches.entry(GameNumber(game)).or_default();
        of_game.extend(stretch);
    };
    for stop in clock_stops::of_running(tx, &running).await? {
        add(stop.game, stopped(&stop));
    }
    let each = |of: fn(&Running) -> i64| running.iter().map(of).collect::<Vec<i64>>();
    let told: Vec<_> = running.iter().map(|one| one.told_at.date_naive()).collect();
    let (games, players) = (each(|one| one.game), each(|one| one.player));
    for leave in rows::in_games(tx, &games, &players, &told).await? {
        add(leave.game_id, on_leave(&leave));
    }
    Ok(stretches)
}

/// What the table calls it, and what a clock does.
fn stopped(stop: &Stop) -> Option<Stretch> {
    let reason = match stop.kind.as_str() {
        "outage" | "credit" | "restore" => Reason::Outage,
        "pause" => Reason::Pause,
        "bounce" => Reason::Bounce,
        _ => return None,
    };
    let span = match stop.until {
        Some(until) => Span::new(stop.since, until).ok()?,
        None => Span::since(stop.since),
    };
    Some(Stretch { reason, span })
}

/// Leave, up to the move that its player made during it.
fn on_leave(row: &LeaveInGame) -> Option<Stretch> {
    let span = leave::read(&row.leave)?.span()?;
    let span = match row.moved_at {
        Some(moved) => span.ended_at(moved)?,
        None => span,
    };
    let reason = Reason::Leave;
    Some(Stretch { reason, span })
}
