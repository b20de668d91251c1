//! What `penpawn games show` says of the clocks of a game.

use crate::cli::terminal::instant;
use crate::db::clock_stops::StopLine;
use crate::db::listing::NamedGame;
use crate::game::clock::Reason;
use crate::game::{Game, Phase};
use crate::letters::{control_in_words, left_in_words};
use crate::robot::RunningClock;
use serde_json::{Value, json};
use shakmaty::{Color, Position};

/// How time is counted, what is left of both, and until when the side to move has time; empty without a clock.
pub(super) fn stand(game: &Game, running: Option<&RunningClock>) -> String {
    let control = game.control();
    if !control.has_clock() {
        return String::new();
    }
    let clocks = game.clocks();
    let left = |side| left_in_words(control, clocks.left(side));
    let turn = game.position().turn().fold_wb("White", "Black");
    let runs = match (game.phase(), running) {
        (Phase::Playing, Some(clock)) => {
            let until = clock.over.map_or_else(
                || "has no end while it stands".to_owned(),
                |over| format!("is over {}", instant(over)),
            );
            let since = instant(clock.since);
            format!(
                "{turn}'s time runs since {since} and {until}\n{}",
                leave(turn, clock)
            )
        }
        (Phase::Playing, None) => {
            format!("{turn}'s time does not run: the mail about the turn is not sent yet\n")
        }
        (Phase::Offered | Phase::Declined | Phase::Withdrawn | Phase::Over(_), _) => String::new(),
    };
    format!(
        "Clock: {}\nLeft of White: {}\nLeft of Black: {}\n{runs}",
        control_in_words(control),
        left(Color::White),
        left(Color::Black)
    )
}

/// Leave that stops the clock that runs, a line each. What else stops it is listed with its game.
fn leave(turn: &str, clock: &RunningClock) -> String {
    let of_leave = clock
        .stretches
        .iter()
        .filter(|one| one.reason == Reason::Leave);
    of_leave
        .map(|one| {
            let ends = one.span.ends().map_or_else(|| "now".to_owned(), instant);
            format!(
                "{turn}'s clock stands for leave: {} - {ends}\n",
                instant(one.span.begins())
            )
        })
        .collect()
}

/// The same for programs, amounts in seconds.
pub(super) fn in_json(game: &Game, running: Option<&RunningClock>, stops: &[StopLine]) -> Value {
    let left = |side| {
        let left = game.clocks().left(side);
        json!({ "seconds": left.clock(), "bank": left.bank(), "moves": left.moves() })
    };
    let stops = stops.iter().map(|stop| {
        json!({
            "kind": stop.kind,
            "player": stop.player,
            "since": instant(stop.since),
            "until": stop.until.map(instant),
            "reason": stop.reason,
        })
    });
    json!({
        "control": game.control().to_string(),
        "white": left(Color::White),
        "black": left(Color::Black),
        "running_since": running.map(|clock| instant(clock.since)),
        "over": running.and_then(|clock| clock.over).map(instant),
        "stops": stops.collect::<Vec<Value>>(),
    })
}

/// What stopped them, a line each.
pub(super) fn lines(named: &NamedGame, stops: &[StopLine]) -> String {
    stops.iter().map(|stop| line(named, stop)).collect()
}

fn line(named: &NamedGame, stop: &StopLine) -> String {
    let until = stop.until.map_or_else(|| "now".to_owned(), instant);
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
        "Clock{whose} stopped {} - {until}, {why}{reason}\n",
        instant(stop.since)
    )
}
