//! What is taken away of the time of those who are to move.

use super::{leave, stops};
use crate::db::Transaction;
use crate::db::clock_stops::{self, Running, Stop};
use crate::db::leave::{self as rows, LeaveInGame};
use crate::game::clock::{Reason, Span, Stretch};
use crate::game::{GameNumber, PlayerNumber};
use crate::robot::batch::LoadedGame;
use chrono::{DateTime, Utc};
use std::collections::{BTreeMap, HashMap};

/// By game and player, what is taken away of their time.
pub(in crate::robot) type Stretches = HashMap<(GameNumber, PlayerNumber), Vec<Stretch>>;

/// By game and player, what is taken away of the time of who is to move, and would be of who is told of their turn now. Asked
/// for games with a clock that go on: a game without a clock costs nothing here.
///
/// # Errors
///
/// When the database fails.
pub(in crate::robot) async fn load_stretches(
    tx: &mut Transaction<'_>,
    loaded_games: &BTreeMap<GameNumber, LoadedGame>,
    now: DateTime<Utc>,
) -> anyhow::Result<Stretches> {
    let mut stretches = Stretches::new();
    let running = stops::both(loaded_games, now);
    if running.is_empty() {
        return Ok(stretches);
    }
    let mut add = |game, player, stretch: Option<Stretch>| {
        let of = (GameNumber(game), PlayerNumber(player));
        stretches.entry(of).or_default().extend(stretch);
    };
    for stop in clock_stops::of_running(tx, &running).await? {
        add(stop.game, stop.player, stopped(&stop));
    }
    let each = |of: fn(&Running) -> i64| running.iter().map(of).collect::<Vec<i64>>();
    let told: Vec<_> = running.iter().map(|one| one.told_at.date_naive()).collect();
    let (games, players) = (each(|one| one.game), each(|one| one.player));
    for leave in rows::in_games(tx, &games, &players, &told).await? {
        add(leave.game_id, leave.leave.player_id, on_leave(&leave));
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
