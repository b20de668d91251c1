//! Clocks that ran while everything fell: each move is charged what the instants say, nobody loses on time, nobody is reminded twice.
//!
//! Counted here from the rule and from what is written down beside the moves, not by the code that charged them.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use sqlx::PgPool;
use std::collections::HashMap;

/// Seconds that each side has for its game.
pub(crate) const ALL: i64 = 30 * 3_600;

#[derive(sqlx::FromRow)]
struct Happened {
    game_id: i64,
    number: i32,
    kind: String,
    arrived_at: DateTime<Utc>,
    seen_at: DateTime<Utc>,
    delivered_at: Option<DateTime<Utc>>,
    time: Option<Value>,
    ply: Option<i32>,
    prepared: bool,
}

/// What is wrong with clocks, how many moves were compared, and how many seconds they were charged together.
pub(crate) async fn compare(pool: &PgPool) -> (Vec<String>, usize, i64) {
    let mut wrong = Vec::new();
    let events: Vec<Happened> = sqlx::query_as(
        "select game_id, number, kind, arrived_at, seen_at, delivered_at, detail->'time' as time, (detail->>'ply')::integer as ply,
                coalesce((detail->>'prepared')::boolean, false) as prepared
         from event order by game_id, number",
    )
    .fetch_all(pool)
    .await
    .expect("events");
    let mut told: HashMap<i64, Option<DateTime<Utc>>> = HashMap::new();
    let mut left: HashMap<(i64, bool), i64> = HashMap::new();
    let mut compared = 0;
    for event in &events {
        if event.kind == "moved" {
            compared += 1;
            wrong.extend(differs(
                event,
                told.get(&event.game_id).copied().flatten(),
                &mut left,
            ));
        }
        if ["accepted", "moved", "taken back"].contains(&event.kind.as_str()) {
            told.insert(event.game_id, event.delivered_at);
        }
    }
    let lost: Vec<i64> = sqlx::query_scalar(
        "select id from game where ending in ('time forfeit', 'first move missing')",
    )
    .fetch_all(pool)
    .await
    .expect("games");
    wrong.extend(
        lost.iter()
            .map(|game| format!("game {game} was lost on time")),
    );
    let charged = left.values().map(|left| ALL - left).sum();
    (wrong, compared, charged)
}

/// What is wrong with reminders, and how many there were: of one move two at the most, in a clock of less than a week, and at
/// least twelve hours lie between them, since what falls due within that is one letter.
pub(crate) async fn reminders(pool: &PgPool) -> (Vec<String>, usize) {
    let sent: Vec<(String, String, DateTime<Utc>)> = sqlx::query_as(
        "select cause.known_by, outbox.recipient, outbox.created_at from outbox join cause on cause.id = outbox.cause_id
         where occasion in ('reminder', 'reminders') order by 2, 3",
    )
    .fetch_all(pool)
    .await
    .expect("letters");
    let mut by_turn: HashMap<String, Vec<DateTime<Utc>>> = HashMap::new();
    for (known_by, _, at) in &sent {
        // "game 3 turn 4 at 1795687200"
        let turn = known_by.split(" at ").next().unwrap_or_default();
        by_turn.entry(turn.to_owned()).or_default().push(*at);
    }
    let mut wrong = Vec::new();
    for (turn, mut at) in by_turn {
        at.sort_unstable();
        let close = at
            .windows(2)
            .any(|two| two[1] - two[0] < TimeDelta::hours(12));
        if at.len() > 2 || close {
            wrong.push(format!("in {turn} there were reminders at {at:?}"));
        }
    }
    (wrong, sent.len())
}

/// How a move was charged otherwise than the rule says: from when the letter about the turn was accepted for delivery until
/// the mail with the move arrived, or was first seen if that was earlier; nothing where it came before that letter, or was
/// prepared.
fn differs(
    event: &Happened,
    told: Option<DateTime<Utc>>,
    left: &mut HashMap<(i64, bool), i64>,
) -> Option<String> {
    let what = format!("move {} of game {}", event.number, event.game_id);
    let Some(time) = &event.time else {
        return Some(format!("{what} has no time"));
    };
    let arrived = event.arrived_at.min(event.seen_at);
    let used = match told {
        Some(told) if !event.prepared && arrived > told => (arrived - told).num_seconds(),
        Some(_) | None => 0,
    };
    let charged = time["charged"].as_i64().unwrap_or(-1);
    if (charged - used).abs() > 1 {
        return Some(format!("{what} was charged {charged} s, and used {used} s"));
    }
    let white = event.ply.unwrap_or_default() % 2 == 1;
    let before = left.entry((event.game_id, white)).or_insert(ALL);
    *before -= charged;
    let side = if white { "white" } else { "black" };
    let after = time[side]["clock"].as_i64();
    (after != Some(*before))
        .then(|| format!("{what} leaves {after:?} s, and should leave {before} s"))
}
