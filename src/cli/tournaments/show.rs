//! `penpawn tournaments list|show`: what was settled for a tournament, in plain sentences.

use crate::cli::terminal::{counted, instant, print, print_json};
use crate::db::tournament_admin::{self, Entrant, RecordLine, TournamentGame, TournamentRow};
use crate::game::clock::Control;
use crate::letters::{control_in_words, minute_in_words};
use anyhow::Context;
use serde_json::{Value, json};
use sqlx::PgPool;

pub(super) async fn list(pool: &PgPool, json: bool) -> anyhow::Result<()> {
    let tournaments = tournament_admin::list(pool).await?;
    if json {
        return print_json(&tournaments.iter().map(in_short).collect::<Vec<_>>());
    }
    for one in &tournaments {
        print(&format!(
            "{:<20}  {:<9}  {:<18}  {} of {}  {}\n",
            one.name,
            one.state,
            one.system,
            one.signed_up,
            seats(one),
            one.title
        ))?;
    }
    Ok(())
}

pub(super) async fn show(
    pool: &PgPool,
    tournament: &TournamentRow,
    json: bool,
) -> anyhow::Result<()> {
    let entrants = tournament_admin::entrants(pool, tournament.id).await?;
    let games = tournament_admin::games(pool, tournament.id).await?;
    let directors = tournament_admin::directors(pool, tournament.id).await?;
    let record = tournament_admin::record_of(pool, tournament.id).await?;
    if json {
        return print_json(&in_full(tournament, &entrants, &games, &directors, &record));
    }
    let (seated, waiting) = parted(tournament, &entrants);
    let directors: Vec<&str> = directors.iter().map(|(_, name)| name.as_str()).collect();
    let directors = match directors.as_slice() {
        [] => "Nobody is named as its director.".to_owned(),
        names => format!("Directed by {}.", names.join(", ")),
    };
    let mut shown = format!(
        "{} ({}): {}\n\n{}{directors}\n",
        tournament.title,
        tournament.name,
        stands(tournament),
        settled(tournament)?
    );
    shown += &listed("Players", &seated);
    shown += &listed("Waiting for a seat", &waiting);
    if !games.is_empty() {
        let over = games.iter().filter(|game| !game.playing).count();
        shown += &format!("\n{over} of {} are over.\n", counted(games.len(), "game"));
    }
    shown += "\nRecord:\n";
    shown.extend(record.iter().map(noted));
    print(&shown)
}

/// Those with a seat, and those who wait for one. Once it has begun nobody waits.
fn parted<'a>(
    tournament: &TournamentRow,
    entrants: &'a [Entrant],
) -> (Vec<&'a Entrant>, Vec<&'a Entrant>) {
    if tournament.started_at.is_some() {
        let seated = entrants.iter().filter(|one| one.number.is_some());
        return (seated.collect(), Vec::new());
    }
    let seats = usize::try_from(tournament.most_players).unwrap_or_default();
    let seated = entrants.iter().take(seats).collect();
    (seated, entrants.iter().skip(seats).collect())
}

fn listed(title: &str, entrants: &[&Entrant]) -> String {
    if entrants.is_empty() {
        return String::new();
    }
    let line = |(at, one): (usize, &&Entrant)| {
        let at = i32::try_from(at + 1).unwrap_or_default();
        let rating = one.rating.map_or_else(String::new, |it| format!("  {it}"));
        let left = one
            .withdrawn_at
            .map_or_else(String::new, |when| format!("  withdrawn {}", instant(when)));
        format!(
            "{:>4}  {}{rating}{left}\n",
            one.number.unwrap_or(at),
            one.name
        )
    };
    let lines: String = entrants.iter().enumerate().map(line).collect();
    format!("\n{title}:\n{lines}")
}

fn noted(line: &RecordLine) -> String {
    let whom = line
        .player
        .as_ref()
        .map_or_else(String::new, |player| format!(" {player}"));
    let by = line
        .director
        .as_ref()
        .map_or_else(String::new, |name| format!(", by the director {name}"));
    let words = match line.words.as_str() {
        "" => String::new(),
        words => format!(": {}", words.replace('\n', "\n    ")),
    };
    format!("{}: {}{whom}{by}{words}\n", instant(line.at), line.kind)
}

/// "4 to 15", "8".
fn seats(tournament: &TournamentRow) -> String {
    match (tournament.least_players, tournament.most_players) {
        (least, most) if least == most => most.to_string(),
        (least, most) => format!("{least} to {most}"),
    }
}

/// How it stands, without a full stop.
fn stands(tournament: &TournamentRow) -> String {
    match tournament.state.as_str() {
        "prepared" => "prepared; only you see it".to_owned(),
        "open" => "open; players sign up".to_owned(),
        "closed" => "closed; nobody can sign up any more, and it has not begun".to_owned(),
        "playing" => {
            let since = tournament.started_at.map(minute_in_words);
            format!("playing since {}", since.unwrap_or_default())
        }
        "finished" => "finished; all games are over".to_owned(),
        other => other.to_owned(),
    }
}

/// What was settled for it, a sentence on each line.
fn settled(tournament: &TournamentRow) -> anyhow::Result<String> {
    let system = match (
        tournament.system.as_str(),
        tournament.rounds,
        tournament.round_days,
    ) {
        ("swiss", Some(rounds), Some(days)) => format!(
            "Swiss system, {}: those of about the same score play each other; a round is paired every {}.",
            counted(rounds, "round"),
            counted(days, "day")
        ),
        ("double-round-robin", _, _) => {
            "Everybody plays everybody twice, once with each colour, all games at once.".to_owned()
        }
        _ => "Everybody plays everybody once, all games at once.".to_owned(),
    };
    let start = tournament
        .start
        .as_ref()
        .map_or_else(String::new, |fen| format!("All games begin from {fen}\n"));
    let stake = match tournament.stake.as_str() {
        "rated" => "The games are rated.",
        _ => "The games are not rated.",
    };
    let engines = match tournament.engines.as_str() {
        "allowed" => "Players may be helped by programs.",
        _ => "Players may not be helped by programs.",
    };
    let publication = match tournament.publication.as_str() {
        "game" => "Each game is public when it has ended.",
        "tournament" => "All games are public when the tournament has ended.",
        _ => "The tournament makes no game public.",
    };
    Ok(format!(
        "{system}\nTime: {}.\n{start}{stake}\n{} players.\n{engines}\n{publication}\n{}",
        control_in_words(control(tournament)?),
        seats(tournament),
        begin(tournament)
    ))
}

/// When it begins, where it has not; one line, or nothing.
fn begin(tournament: &TournamentRow) -> String {
    match (tournament.state.as_str(), tournament.begins_at) {
        ("prepared" | "open" | "closed", Some(at)) => format!(
            "It begins by itself on {}, if {} have signed up by then.\n",
            minute_in_words(at),
            tournament.least_players
        ),
        ("prepared" | "open" | "closed", None) => format!(
            "It begins when you say so: `penpawn tournaments begin {}`.\n",
            tournament.name
        ),
        (_, _) => String::new(),
    }
}

pub(in crate::cli) fn control(tournament: &TournamentRow) -> anyhow::Result<Control> {
    let control = tournament.control.parse();
    control.with_context(|| format!("the time control of {}", tournament.name))
}

/// A tournament in `tournaments list --json`.
fn in_short(tournament: &TournamentRow) -> Value {
    json!({
        "name": tournament.name,
        "title": tournament.title,
        "state": tournament.state,
        "system": tournament.system,
        "rounds": tournament.rounds,
        "round_days": tournament.round_days,
        "control": tournament.control,
        "stake": tournament.stake,
        "start": tournament.start,
        "least_players": tournament.least_players,
        "most_players": tournament.most_players,
        "entries": tournament.signed_up,
        "engines": tournament.engines,
        "publication": tournament.publication,
        "begins_at": tournament.begins_at.map(instant),
        "paired_rounds": tournament.paired_rounds,
        "next_round_at": tournament.next_round_at.map(instant),
        "created_at": instant(tournament.created_at),
        "started_at": tournament.started_at.map(instant),
        "ended_at": tournament.ended_at.map(instant),
    })
}

/// `tournaments show --json`
fn in_full(
    tournament: &TournamentRow,
    entrants: &[Entrant],
    games: &[TournamentGame],
    directors: &[(i64, String)],
    record: &[RecordLine],
) -> Value {
    let (seated, waiting) = parted(tournament, entrants);
    let people = |entrants: &[&Entrant]| -> Vec<Value> {
        let person = |one: &&Entrant| {
            json!({
                "player": one.player_id,
                "name": one.name,
                "number": one.number,
                "rating": one.rating,
                "signed_up_at": instant(one.signed_up_at),
                "withdrawn_at": one.withdrawn_at.map(instant),
            })
        };
        entrants.iter().map(person).collect()
    };
    let games = games.iter().map(|game| {
        json!({
            "game": game.game_id,
            "round": game.round,
            "board": game.board,
            "white": game.white_id,
            "black": game.black(),
            "result": game.result,
            "playing": game.playing,
        })
    });
    let directors = directors
        .iter()
        .map(|(player, name)| json!({ "player": player, "name": name }));
    let record = record.iter().map(|line| {
        json!({
            "at": instant(line.at),
            "kind": line.kind,
            "player": line.player,
            "words": line.words,
        })
    });
    let mut shown = in_short(tournament);
    if let Value::Object(fields) = &mut shown {
        fields.insert("directors".into(), directors.collect());
        fields.insert("players".into(), people(&seated).into());
        fields.insert("waiting".into(), people(&waiting).into());
        fields.insert("games".into(), games.collect());
        fields.insert("record".into(), record.collect());
    }
    shown
}
