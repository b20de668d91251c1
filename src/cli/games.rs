//! `penpawn games list|show|pgn|adjudicate|correct|pause|resume`

mod time;

use super::robot::robot;
use super::standing;
use super::terminal::{Consent, counted, instant, print, print_json};
use crate::chess;
use crate::chess::pgn::{Record, write_pgn};
use crate::db::listing::{self, GameFilter, NamedGame};
use crate::db::{brackets, clock_stops, events, held_moves};
use crate::game::clock::ClockRuling;
use crate::game::{Detail, Game, Phase, Recorded, Result};
use crate::letters::{Kept, Names, in_words, record_of};
use crate::robot::{Ruling, running_clock};
use crate::settings::Settings;
use anyhow::Context;
use clap::Subcommand;
use futures::TryStreamExt;
use serde_json::{Value, json};
use shakmaty::Color;
use sqlx::PgPool;
use uuid::Uuid;

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// List games, a line each: number, phase, players, moves, the day of the last one (UTC), result
    ///
    /// Where moves were taken back it is the day on which that was done; of a challenge, the day on which it was made.
    List {
        /// Only games of this player: their name, number or address
        #[arg(long)]
        player: Option<String>,
        /// Only finished games
        #[arg(long)]
        finished: bool,
        /// Print JSON, one object a line
        #[arg(long)]
        json: bool,
    },
    /// Show a game: its players, the moves and the day of the last one, the FEN, the board
    Show {
        /// The number of the game
        number: i64,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print a game as PGN
    Pgn {
        /// The number of the game
        number: i64,
    },
    /// End a game that goes on with a result that you decide
    ///
    /// It is recorded as an event, reason and all, and cannot be undone but by `games correct`. Both players are told by mail what was
    /// decided, and why. The PGN says "adjudication".
    Adjudicate {
        /// The number of the game
        number: i64,
        /// 1-0, 0-1, 1/2-1/2, or * for no result
        #[arg(value_parser = result)]
        result: Result,
        /// Why, for the players and the record; emptied in the record when one of them is forgotten
        #[arg(long, value_parser = reason)]
        reason: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Set a game back to the position after so many plies; a game that is over goes on
    ///
    /// It is recorded as an event, reason and all; the moves that stand no longer stay in the record. Both players are told by mail what
    /// was taken back, and why; answers to older mails of the game count no longer. Conditional moves are dropped, and
    /// notes about the moves that are taken back. With the number of all plies (see `games show`) a game that is over is
    /// opened again where it ended.
    Correct {
        /// The number of the game
        number: i64,
        /// How many plies are left, counted from the start of the game
        #[arg(long, value_name = "PLIES")]
        ply: u32,
        /// Why, for the players and the record; emptied in the record when one of them is forgotten
        #[arg(long, value_parser = reason)]
        reason: String,
        #[command(flatten)]
        consent: Consent,
    },
    /// Stop both clocks of a game until `games resume`
    ///
    /// Moves can be made meanwhile, and nobody's time runs. It is recorded as an event, reason and all, and both players are
    /// told by mail.
    Pause {
        /// The number of the game
        number: i64,
        /// Why, for the players and the record; emptied in the record when one of them is forgotten
        #[arg(long, value_parser = reason)]
        reason: String,
    },
    /// Let the clock of a paused game run again
    ///
    /// It is recorded as an event, reason and all, and both players are told by mail.
    Resume {
        /// The number of the game
        number: i64,
        /// Why, for the players and the record; emptied in the record when one of them is forgotten
        #[arg(long, value_parser = reason)]
        reason: String,
    },
}

fn result(token: &str) -> std::result::Result<Result, String> {
    Result::from_token(token).ok_or_else(|| "it is 1-0, 0-1, 1/2-1/2 or *".to_owned())
}

/// Both players are told it: a letter that only says what was done leaves them with the question why.
pub(super) fn reason(given: &str) -> std::result::Result<String, String> {
    let given = given.trim();
    if given.is_empty() {
        return Err("say why: both players are told".to_owned());
    }
    Ok(given.to_owned())
}

pub(super) async fn run(pool: &PgPool, settings: &Settings, verb: Verb) -> anyhow::Result<()> {
    match verb {
        Verb::List {
            player,
            finished,
            json,
        } => {
            let filter = filter(pool, player.as_deref(), finished).await?;
            list(pool, &filter, json).await
        }
        Verb::Show { number, json } => show(pool, number, json).await,
        Verb::Pgn { number } => {
            let named = find(pool, number).await?;
            print(&pgn(&named, settings)?)
        }
        Verb::Adjudicate {
            number,
            result,
            reason,
            consent,
        } => {
            let end = format!("ends {}", result.token());
            agreed(pool, number, consent, &end).await?;
            let ruling = Ruling::Adjudicate { result, reason };
            let told = rule(pool, settings, number, &ruling).await?;
            print(&format!(
                "Game {number} is over, {}. {}.\n{}",
                result.token(),
                letters(told),
                gone_on(pool, number).await?
            ))
        }
        Verb::Correct {
            number,
            ply,
            reason,
            consent,
        } => {
            let back = format!("goes back to ply {ply}");
            agreed(pool, number, consent, &back).await?;
            let ruling = Ruling::Correct { left: ply, reason };
            let told = rule(pool, settings, number, &ruling).await?;
            print(&format!(
                "Game {number} stands after {}, and goes on. {}.\n{}",
                counted(ply, "ply"),
                letters(told),
                gone_on(pool, number).await?
            ))
        }
        Verb::Pause { number, reason } => {
            let told = rule_clocks(pool, settings, number, ClockRuling::Paused, reason).await?;
            print(&format!("Game {number} is paused. {}.\n", letters(told)))
        }
        Verb::Resume { number, reason } => {
            let told = rule_clocks(pool, settings, number, ClockRuling::Resumed, reason).await?;
            print(&format!("Game {number} goes on. {}.\n", letters(told)))
        }
    }
}

/// Asks whether that is to become of the game.
async fn agreed(pool: &PgPool, number: i64, consent: Consent, what: &str) -> anyhow::Result<()> {
    let named = find(pool, number).await?;
    consent.to(&format!(
        "Game {number}, {} - {}, {what}, and both are told by mail.",
        named.challenger, named.opponent
    ))
}

/// Which games are listed.
async fn filter(pool: &PgPool, player: Option<&str>, finished: bool) -> anyhow::Result<GameFilter> {
    Ok(GameFilter {
        player: match player {
            Some(player) => Some(standing::only(pool, player).await?),
            None => None,
        },
        finished,
        ..GameFilter::default()
    })
}

async fn show(pool: &PgPool, number: i64, json: bool) -> anyhow::Result<()> {
    let named = find(pool, number).await?;
    let game = named.game.restore()?.game;
    let mut tx = pool.begin().await?;
    let events = events::of(&mut tx, &[number]).await?.remove(&number);
    let events = events.with_context(|| format!("game {number} has no events"))??;
    let held = held_moves::in_games(&mut tx, &[number]).await?.pop();
    drop(tx);
    let stops = clock_stops::of_game(pool, number).await?;
    let running = running_clock(pool, number).await?;
    if json {
        let mut shown = in_full(&named, &game);
        if let (Value::Object(fields), true) = (&mut shown, game.control().has_clock()) {
            let clock = time::in_json(&game, running.as_ref(), &stops);
            fields.insert("clock".into(), clock);
        }
        if let (Value::Object(fields), Some(held)) = (&mut shown, &held) {
            fields.insert("held_until".into(), instant(held.until).into());
        }
        return print_json(&shown);
    }
    // Which move it is, nobody but its player knows.
    let held = held.map_or_else(String::new, |held| {
        let (came, until) = (instant(held.came_at), instant(held.until));
        format!("A move that came {came} is held, as its player wants, until {until} or an hour before their time is over\n")
    });
    let clocks = time::stand(&game, running.as_ref()) + &held + &time::lines(&named, &stops);
    print(&shown(&named, &game, &events, &clocks))
}

async fn list(pool: &PgPool, filter: &GameFilter, json: bool) -> anyhow::Result<()> {
    let mut games = listing::games(pool, filter);
    while let Some(named) = games.try_next().await? {
        if json {
            // A line each, since the list may be longer than memory.
            print(&format!("{}\n", in_short(&named)))?;
        } else {
            print(&format!("{}\n", line(&named)))?;
        }
    }
    Ok(())
}

/// Has something decided about the clocks of a game; returns how many players can be told.
pub(super) async fn rule_clocks(
    pool: &PgPool,
    settings: &Settings,
    number: i64,
    ruling: ClockRuling,
    reason: String,
) -> anyhow::Result<i64> {
    rule(pool, settings, number, &Ruling::Clocks { ruling, reason }).await
}

/// Has it decided; returns how many players can be told.
async fn rule(
    pool: &PgPool,
    settings: &Settings,
    number: i64,
    ruling: &Ruling,
) -> anyhow::Result<i64> {
    let robot = robot(settings, pool).await?;
    robot.rule(Uuid::new_v4(), number, ruling).await
}

/// That a ruling changes nothing any more in the bracket of a knock-out, where that is so; else nothing.
async fn gone_on(pool: &PgPool, number: i64) -> anyhow::Result<String> {
    let gone_on = brackets::gone_on_from(pool, number).await?;
    Ok(gone_on.map_or_else(String::new, |(title, name)| {
        format!(
            "The bracket of {title} stays as it is: the next round has begun with {name}, and no round is unmade. If somebody else \
             is to go on, end the games of that round by `penpawn games adjudicate`.\n"
        )
    }))
}

/// How many are told.
pub(super) fn letters(told: i64) -> String {
    match told {
        0 => "Neither player can be told by mail".to_owned(),
        1 => "One player is told by mail, the other cannot be".to_owned(),
        _ => "Both players are told by mail".to_owned(),
    }
}

/// A game as PGN, with this server as its site.
pub(super) fn pgn(named: &NamedGame, settings: &Settings) -> anyhow::Result<String> {
    Ok(write_pgn(&record(named, settings)?))
}

/// A game as a record, with this server as its site.
pub(super) fn record(named: &NamedGame, settings: &Settings) -> anyhow::Result<Record> {
    let game = named
        .game
        .restore()
        .with_context(|| format!("game {}", named.game.id))?
        .game;
    let address = settings.server.address.trim().to_lowercase();
    let site = address.rsplit_once('@').map_or("?", |(_, domain)| domain);
    let kept = Kept {
        started: named.game.started_at,
        finished: named.game.finished_at,
        notes: &named.notes,
        tournament: named
            .tournament
            .as_ref()
            .map(|(title, round)| (title.as_str(), *round)),
        substitutions: named.substitutions.as_deref(),
        teams: named.teams.as_ref(),
    };
    Ok(record_of(&game, &names(named), &kept, site))
}

async fn find(pool: &PgPool, number: i64) -> anyhow::Result<NamedGame> {
    let filter = GameFilter {
        number: Some(number),
        ..GameFilter::default()
    };
    listing::games(pool, &filter)
        .try_next()
        .await?
        .with_context(|| format!("there is no game {number}"))
}

fn names(named: &NamedGame) -> Names<'_> {
    Names {
        challenger: &named.challenger,
        opponent: &named.opponent,
    }
}

/// A line of `games list --json`.
fn in_short(named: &NamedGame) -> Value {
    let row = &named.game;
    json!({
        "number": row.id,
        "phase": row.phase,
        "challenger": named.challenger,
        "opponent": named.opponent,
        "white": row.white_id.map(|white| match white == row.opponent_id {
            true => &named.opponent,
            false => &named.challenger,
        }),
        "plies": row.ply(),
        "turned_at": instant(row.turned_at),
        "started_at": row.started_at.map(instant),
        "result": row.result,
    })
}

/// `games show --json`
fn in_full(named: &NamedGame, game: &Game) -> Value {
    let mut shown = in_short(named);
    if let Value::Object(fields) = &mut shown {
        fields.insert("moves".into(), moves_of(game, named).into());
        fields.insert("fen".into(), chess::fen(game.position()).into());
    }
    shown
}

fn line(named: &NamedGame) -> String {
    let row = &named.game;
    let (first, second) = if row.white_id == Some(row.opponent_id) {
        (&named.opponent, &named.challenger)
    } else {
        (&named.challenger, &named.opponent)
    };
    let moves = row.ply().div_euclid(2) + row.ply() % 2;
    let moves = if moves == 1 {
        "1 move".to_owned()
    } else {
        format!("{moves} moves")
    };
    let day = row.turned_at.format("%Y-%m-%d");
    format!(
        "{:>6}  {:<9}  {first} - {second}  {moves}  {day}  {}",
        row.id, row.phase, row.result
    )
}

fn shown(named: &NamedGame, game: &Game, events: &[Recorded], stops: &str) -> String {
    let side = |side: Color| match game.player(side) {
        Some(player) if player == game.challenger() => named.challenger.clone(),
        Some(_) => named.opponent.clone(),
        None => "not settled".to_owned(),
    };
    let state = match game.phase() {
        Phase::Offered => format!(
            "challenged by {}, who asks for {}; not answered yet",
            named.challenger,
            game.wish().word()
        ),
        Phase::Declined => "the challenge was declined".to_owned(),
        Phase::Withdrawn => "the challenge was withdrawn".to_owned(),
        Phase::Playing => "goes on".to_owned(),
        Phase::Over(ending) => format!("over: {}, {}", game.result().token(), ending.word()),
    };
    let offered = |by: Option<Color>, what: &str| {
        by.map(|by| format!("Offered by {}: {what}\n", side(by)))
            .unwrap_or_default()
    };
    let offers = [
        offered(game.draw_offer(), "a draw"),
        offered(game.takeback_offer(), "a takeback"),
        offered(game.abort_offer(), "to abort the game"),
        offered(game.pause_offer().map(|(by, _)| by), "a pause"),
    ]
    .concat();
    let decisions: String = events.iter().filter_map(decided).collect();
    format!(
        "Game {}: {state}\nWhite: {}\nBlack: {}\nPlies: {}\n{}{offers}{decisions}{stops}Moves: {}\nFEN: {}\n\n{}\n",
        game.number(),
        side(Color::White),
        side(Color::Black),
        game.ply(),
        last_move(events),
        moves_of(game, named),
        chess::fen(game.position()),
        chess::text_board(game.position(), Color::White).trim_end()
    )
}

/// When the last move was made, on one line; empty where there is none.
fn last_move(events: &[Recorded]) -> String {
    let moved = |recorded: &&Recorded| matches!(recorded.detail, Detail::Moved { .. });
    let last = events.iter().rfind(moved);
    last.map_or_else(String::new, |last| {
        format!("Last move: {}\n", instant(last.at.decided_at))
    })
}

/// The moves as PGN has them, without what the players note.
fn moves_of(game: &Game, named: &NamedGame) -> String {
    let kept = Kept {
        started: named.game.started_at,
        finished: named.game.finished_at,
        notes: &[],
        tournament: named
            .tournament
            .as_ref()
            .map(|(title, round)| (title.as_str(), *round)),
        substitutions: named.substitutions.as_deref(),
        teams: named.teams.as_ref(),
    };
    let pgn = write_pgn(&record_of(game, &names(named), &kept, "?"));
    let moves = pgn.split_once("\n\n").map(|(_, moves)| moves.trim());
    moves.unwrap_or_default().to_owned()
}

/// What was decided beside the moves, on one line: moves taken back, an end without a result, what the administrator did.
fn decided(recorded: &Recorded) -> Option<String> {
    let when = instant(recorded.at.decided_at);
    let what = match &recorded.detail {
        Detail::TakenBack { left, .. } => {
            format!("takeback granted, {} left", counted(*left, "ply"))
        }
        Detail::Corrected { left, .. } => {
            format!(
                "corrected by the administrator, {} left",
                counted(*left, "ply")
            )
        }
        Detail::Substituted { side, r#move, .. } => format!(
            "{} is played by a substitute from move {move} on",
            side.fold_wb("White", "Black")
        ),
        Detail::Adjudicated { result } => {
            // By the administrator or a director.
            format!("adjudicated, {}", result.token())
        }
        Detail::TimeForfeit { by, flag, .. } => format!(
            "{}'s time was over at {}",
            by.fold_wb("White", "Black"),
            instant(*flag)
        ),
        Detail::FirstMoveMissing { by } => format!(
            "aborted, {}'s first move was missing",
            by.fold_wb("White", "Black")
        ),
        Detail::PauseAgreed { last, .. } => format!("paused by agreement until {last}"),
        Detail::TimeGiven { by, time } => format!(
            "{} gave the other side {}",
            by.fold_wb("White", "Black"),
            in_words(time.in_seconds())
        ),
        Detail::ClockRuled { ruling } => ruled(*ruling),
        Detail::Aborted { .. } | Detail::AbortedInAbsence { .. } => "aborted".to_owned(),
        Detail::Challenged { .. }
        | Detail::Accepted { .. }
        | Detail::Declined
        | Detail::Withdrawn
        | Detail::Moved { .. }
        | Detail::DrawOffered { .. }
        | Detail::DrawDeclined { .. }
        | Detail::DrawAgreed { .. }
        | Detail::DrawClaimed { .. }
        | Detail::Resigned { .. }
        | Detail::TakebackOffered { .. }
        | Detail::TakebackDeclined { .. }
        | Detail::AbortOffered { .. }
        | Detail::AbortDeclined { .. }
        | Detail::PauseOffered { .. }
        | Detail::PauseDeclined { .. } => return None,
    };
    let why = match recorded.reason.as_deref() {
        None | Some("") => String::new(),
        Some(reason) => format!(": {reason}"),
    };
    Some(format!("{when}: {what}{why}\n"))
}

fn ruled(ruling: ClockRuling) -> String {
    match ruling {
        ClockRuling::Paused => "paused by the administrator".to_owned(),
        ClockRuling::Resumed => "the pause ended by the administrator".to_owned(),
        ClockRuling::Credited { from, until } => format!(
            "credited by the administrator, {} - {}",
            instant(from),
            instant(until)
        ),
    }
}
