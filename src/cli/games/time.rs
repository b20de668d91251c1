//! What `penpawn games show` says of the clocks of a game.

use crate::db::clock_stops::StopLine;
use crate::db::listing::NamedGame;

/// What stopped them, a line each.
pub(super) fn lines(named: &NamedGame, stops: &[StopLine]) -> String {
    stops.iter().map(|stop| line(named, stop)).collect()
}

fn line(named: &NamedGame, stop: &StopLine) -> String {
    let at = |instant: chrono::DateTime<chrono::Utc>| instant.format("%Y-%m-%d %H:%M:%S");
    let until = stop
        .until
        .map_or_else(|| "now".to_owned(), |until| at(until).to_string());
    let whose = match stop.player {
        Some(player) if player == named.game.challenger_id => format!(" of {}", named.challenger),
        Some(_) => format!(" of {}", named.opponent),
        None => String::new(),
    };
    let why = match stop.kind.as_str() {
        "outage" => "the server was out of order",
        "credit" => "credited",
        "restore" => "the database was restored",
        "pause" => "paused",
        "bounce" => "a letter did not arrive",
        other => other,
    };
    let reason = match stop.reason.as_deref() {
        None | Some("") => String::new(),
        Some(reason) => format!(": {reason}"),
    };
    format!(
        "Clock{whose} stopped {} - {until} UTC, {why}{reason}\n",
        at(stop.since)
    )
}
