//! `penpawn tournaments list|show`: what was settled for a tournament, in plain sentences.

use super::teams;
use crate::cli::terminal::{counted, instant, print, print_json};
use crate::db::Transaction;
use crate::db::tournament_admin::{self, RecordLine};
use crate::db::tournaments::{self, DirectorRow, EntryRow, PlayedRow, TournamentRow};
use crate::game::clock::Control;
use crate::letters::{Sentence, control_in_words, minute_in_words};
use crate::tournaments::State;
use anyhow::Context;
use serde_json::{Value, json};
use sqlx::PgPool;

pub(super) async fn list(pool: &PgPool, json: bool) -> anyhow::Result<()> {
    let mut tx = pool.begin().await?;
    let tournaments = tournament_admin::list(&mut tx).await?;
    let numbers: Vec<i64> = tournaments.iter().map(|one| one.id).collect();
    let entries = tournaments::entries(&mut tx, &numbers).await?;
    let signed_up = |one: &TournamentRow| {
        let theirs = entries.iter().filter(|entry| entry.tournament_id == one.id);
        theirs.count()
    };
    if json {
        let shown = tournaments.iter().map(|one| in_short(one, signed_up(one)));
        return print_json(&shown.collect::<Vec<_>>());
    }
    for one in &tournaments {
        print(&format!(
            "{:<20}  {:<9}  {:<18}  {} of {}  {}\n",
            one.name,
            one.state,
            one.system,
            signed_up(one),
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
    let mut tx = pool.begin().await?;
    let known = Known::load(&mut tx, tournament.id).await?;
    if json {
        return print_json(&in_full(tournament, &known));
    }
    let (seated, waiting) = parted(tournament, &known.entries);
    let directors: Vec<&str> = known
        .directors
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    let directors = match directors.as_slice() {
        [] => "Nobody is named as its director.".to_owned(),
        names => format!("Directed by {}.", names.join(", ")),
    };
    let mut shown = format!(
        "{} ({}): {}\n\n{}{directors}\n",
        tournament.title,
        tournament.name,
        stands(tournament)?,
        settled(tournament)?
    );
    shown += &match tournament
        .boards
        .filter(|_| tournament.started_at.is_none())
    {
        Some(boards) => teams::listed(tournament, boards, &known.entries),
        None => listed("Players", &seated),
    };
    let waits = match tournament.started_at {
        Some(_) => "Waiting to take a place",
        None => "Waiting for a seat",
    };
    shown += &listed(waits, &waiting);
    shown += &listed("Places given up", &given_up(&known.entries));
    if !known.games.is_empty() {
        let over = known.games.iter().filter(|game| !game.playing).count();
        let all = counted(known.games.len(), "game");
        shown += &format!("\n{over} of {all} are over.\n");
    }
    shown += "\nRecord:\n";
    shown.extend(known.record.iter().map(noted));
    print(&shown)
}

/// What is known of a tournament beside what was settled for it.
struct Known {
    entries: Vec<EntryRow>,
    games: Vec<PlayedRow>,
    directors: Vec<DirectorRow>,
    record: Vec<RecordLine>,
}

impl Known {
    async fn load(tx: &mut Transaction<'_>, tournament: i64) -> anyhow::Result<Known> {
        Ok(Known {
            entries: tournaments::entries(tx, &[tournament]).await?,
            games: tournaments::games(tx, &[tournament]).await?,
            directors: tournaments::directors(tx, &[tournament]).await?,
            record: tournament_admin::record_of(tx, tournament).await?,
        })
    }
}

/// Those whose places somebody else has taken.
fn given_up(entries: &[EntryRow]) -> Vec<&EntryRow> {
    let given_up = entries.iter().filter(|one| one.given_up.is_some());
    given_up.collect()
}

/// Those with a seat, and those who wait for one; once it has begun, to take the place of somebody.
fn parted<'a>(
    tournament: &TournamentRow,
    entries: &'a [EntryRow],
) -> (Vec<&'a EntryRow>, Vec<&'a EntryRow>) {
    if tournament.boards.is_some() || tournament.started_at.is_some() {
        let of_teams = tournament.started_at.is_none();
        let seated = entries
            .iter()
            .filter(|one| of_teams || one.number.is_some());
        let waiting = entries
            .iter()
            .filter(|one| one.waits_for_a_place(tournament));
        return (seated.collect(), waiting.collect());
    }
    let seats = usize::try_from(tournament.most_players).unwrap_or_default();
    let seated = entries.iter().take(seats).collect();
    (seated, entries.iter().skip(seats).collect())
}

fn listed(title: &str, entries: &[&EntryRow]) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let line = |(at, one): (usize, &&EntryRow)| {
        let at = i32::try_from(at + 1).unwrap_or_default();
        let rating = one.rating.map_or_else(String::new, |it| format!("  {it}"));
        let left = one
            .withdrawn_at
            .map_or_else(String::new, |when| format!("  withdrawn {}", instant(when)));
        let until = one
            .given_up_at
            .map_or_else(String::new, |when| format!("  until {}", instant(when)));
        format!(
            "{:>4}  {}{rating}{left}{until}\n",
            one.ever_numbered().unwrap_or(at),
            one.name
        )
    };
    let lines: String = entries.iter().enumerate().map(line).collect();
    format!("\n{title}:\n{lines}")
}

fn noted(line: &RecordLine) -> String {
    let whom = line
        .player
        .as_ref()
        .map_or_else(String::new, |player| format!(" {player}"));
    let taker = line
        .substitute
        .as_ref()
        .map_or_else(String::new, |name| format!(" by {name}"));
    let by = line
        .director
        .as_ref()
        .map_or_else(String::new, |name| format!(", by the director {name}"));
    let words = match line.words.as_str() {
        "" => String::new(),
        words => format!(": {}", words.replace('\n', "\n    ")),
    };
    format!(
        "{}: {}{whom}{taker}{by}{words}\n",
        instant(line.at),
        line.kind
    )
}

/// "4 to 15", "8".
fn seats(tournament: &TournamentRow) -> String {
    match (tournament.least_players, tournament.most_players) {
        (least, most) if least == most => most.to_string(),
        (least, most) => format!("{least} to {most}"),
    }
}

/// How it stands, without a full stop.
fn stands(tournament: &TournamentRow) -> anyhow::Result<String> {
    Ok(match state(tournament)? {
        State::Prepared => "prepared; only you see it".to_owned(),
        State::Open => "open; players sign up".to_owned(),
        State::Closed => "closed; nobody can sign up any more, and it has not begun".to_owned(),
        State::Playing => {
            let since = tournament.started_at.map(minute_in_words);
            format!("playing since {}", since.unwrap_or_else(Sentence::nothing))
        }
        State::Finished => "finished; all games are over".to_owned(),
        State::Cancelled => State::Cancelled.word().to_owned(),
    })
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
        ("knock-out", _, _) => "Knock-out: two meet in two games that begin together, one with each colour, and whoever loses \
                                is out. If both have the same points, two new games follow; of all four the points decide, then \
                                wins with Black, then the higher seed. Seeds follow the ratings when it begins, whoever has none \
                                comes last, and equals are drawn by lot; the highest seeds go through the first round without \
                                playing where the bracket has room. A pair begins as soon as both its players are known."
            .to_owned(),
        ("scheveningen" | "team-boards", _, _) => teams::settled(tournament),
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
        begin(tournament)?
    ))
}

/// When it begins, where it has not; one line, or nothing.
fn begin(tournament: &TournamentRow) -> anyhow::Result<String> {
    Ok(match (state(tournament)?, tournament.begins_at) {
        (State::Prepared | State::Open | State::Closed, Some(at)) => format!(
            "It begins by itself on {}, if {} have signed up by then.\n",
            minute_in_words(at),
            tournament.least_players
        ),
        (State::Prepared | State::Open | State::Closed, None) => format!(
            "It begins when you say so: `penpawn tournaments begin {}`.\n",
            tournament.name
        ),
        (State::Playing | State::Finished | State::Cancelled, _) => String::new(),
    })
}

/// How far it has come.
pub(in crate::cli) fn state(tournament: &TournamentRow) -> anyhow::Result<State> {
    let state = State::from_word(&tournament.state);
    state.with_context(|| format!("the state of {}", tournament.name))
}

pub(in crate::cli) fn control(tournament: &TournamentRow) -> anyhow::Result<Control> {
    let control = tournament.control.parse();
    control.with_context(|| format!("the time control of {}", tournament.name))
}

/// A tournament in `tournaments list --json`.
fn in_short(tournament: &TournamentRow, entries: usize) -> Value {
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
        "entries": entries,
        "engines": tournament.engines,
        "publication": tournament.publication,
        "begins_at": tournament.begins_at.map(instant),
        "paired_rounds": tournament.paired_rounds,
        "next_round_at": tournament.next_round_at.map(instant),
        "created_at": instant(tournament.created_at),
        "started_at": tournament.started_at.map(instant),
        "ended_at": tournament.ended_at.map(instant),
        "teams": tournament.teams,
        "boards": tournament.boards,
        "ranking": tournament.ranking,
    })
}

/// `tournaments show --json`
fn in_full(tournament: &TournamentRow, known: &Known) -> Value {
    let (seated, waiting) = parted(tournament, &known.entries);
    let people = |entries: &[&EntryRow]| -> Vec<Value> {
        let person = |one: &&EntryRow| {
            json!({
                "player": one.player_id,
                "name": one.name,
                "number": one.number,
                "rating": one.rating,
                "signed_up_at": instant(one.signed_up_at),
                "withdrawn_at": one.withdrawn_at.map(instant),
                "given_up": one.given_up,
                "given_up_at": one.given_up_at.map(instant),
                "team": one.team,
                "board": one.board,
            })
        };
        entries.iter().map(person).collect()
    };
    let games = known.games.iter().map(|game| {
        json!({
            "game": game.game_id,
            "round": game.round,
            "board": game.board,
            "white": game.white_id,
            "black": game.black_id,
            "result": game.result,
            "playing": game.playing,
        })
    });
    let directors = known
        .directors
        .iter()
        .map(|one| json!({ "player": one.player_id, "name": one.name }));
    let record = known.record.iter().map(|line| {
        json!({
            "at": instant(line.at),
            "kind": line.kind,
            "player": line.player,
            "substitute": line.substitute,
            "words": line.words,
        })
    });
    let mut shown = in_short(tournament, known.entries.len());
    if let Value::Object(fields) = &mut shown {
        fields.insert("directors".into(), directors.collect());
        fields.insert("players".into(), people(&seated).into());
        fields.insert("waiting".into(), people(&waiting).into());
        let given_up = people(&given_up(&known.entries));
        fields.insert("places_given_up".into(), given_up.into());
        fields.insert("games".into(), games.collect());
        fields.insert("record".into(), record.collect());
    }
    shown
}
