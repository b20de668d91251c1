//! Tournaments, loaded for those whose mails are about them, and saved.

use super::Needs;
use super::load::LoadedGames;
use crate::chess::{Start, Variant};
use crate::db::tournament_admin::{self, Decided};
use crate::db::tournaments::{self, ByeRow, TournamentRow};
use crate::db::{Transaction, brackets, ratings, watches};
use crate::game::rating::Stake;
use crate::game::{GameNumber, PlayerNumber};
use crate::letters::{NameKey, TeamsOfGame, stage_in_words};
use crate::robot::batch::{Batch, PlayedIn};
use crate::robot::tournament_rulings::write_down;
use crate::robot::tournaments::{
    BracketStep, Change, LoadedTournaments, NO_MAIL, NewGames, Tournament,
};
use crate::tournaments::knock_out::{self, Field, Steps};
use crate::tournaments::{State, System, teams};
use anyhow::Context;
use chrono::{DateTime, Utc};
use std::collections::{BTreeMap, HashMap};

/// The tournaments that matter. Where who takes part may change, nobody else changes it until the transaction ends. Before
/// anything else is locked.
pub(super) async fn load(
    tx: &mut Transaction<'_>,
    needs: &mut Needs,
) -> anyhow::Result<LoadedTournaments> {
    let wanted = &mut needs.tournaments;
    if wanted.lock {
        tournaments::lock(tx).await?;
    }
    let directed: Vec<String> = wanted.directed.keys().cloned().collect();
    if !wanted.shown && wanted.all_of.is_none() {
        return Ok(LoadedTournaments::default());
    }
    let named: Vec<String> = wanted.named.iter().cloned().collect();
    let mut known = Vec::new();
    for row in tournaments::shown(tx, &named, &directed, wanted.all_of).await? {
        let number = row.id;
        // One alone is begun; of the others nothing is asked.
        if wanted.shown || wanted.all_of == Some(number) {
            known.push(read(row).with_context(|| format!("tournament {number}"))?);
        }
    }
    for one in &mut known {
        if wanted.all_of == Some(one.row.id) {
            one.bracket = brackets::stands(tx, one.row.id).await?;
        }
    }
    add_rows(tx, &mut known).await?;
    need_directed(needs, &known);
    if needs.tournaments.directors {
        let directors = known.iter().flat_map(|one| &one.directors);
        let directors = directors.map(|director| PlayerNumber(director.player_id));
        needs.tournaments.players.extend(directors);
    }
    let watchers = load_watchers(tx, needs).await?;
    let wanted = &mut needs.tournaments;
    if let Some(one) = known.iter().find(|one| wanted.all_of == Some(one.row.id)) {
        let players = one
            .entries
            .iter()
            .map(|entry| PlayerNumber(entry.player_id));
        wanted.players.extend(players);
        needs.new_games.insert(NO_MAIL, most_games(one));
    } else if !wanted.lock {
        return Ok(LoadedTournaments {
            known,
            watchers,
            ..LoadedTournaments::default()
        });
    }
    wanted.players.extend(known.iter().flat_map(may_move_up));
    Ok(LoadedTournaments {
        known,
        watchers,
        ..LoadedTournaments::default()
    })
}

/// Who gets a seat when somebody leaves, or of teams another board: they are told.
fn may_move_up(one: &Tournament) -> Vec<PlayerNumber> {
    match one.system.boards() {
        Some(_) if !one.has_begun() => one.listed(),
        Some(_) | None => one.first_waiting(),
    }
}

/// Who watches the one that is begun, paired or told of: they are told as well.
async fn load_watchers(
    tx: &mut Transaction<'_>,
    needs: &mut Needs,
) -> sqlx::Result<Vec<PlayerNumber>> {
    let Some(number) = needs.tournaments.all_of else {
        return Ok(Vec::new());
    };
    let watchers = watches::watchers(tx, number).await?;
    let watchers: Vec<PlayerNumber> = watchers.into_iter().map(PlayerNumber).collect();
    needs.tournaments.players.extend(&watchers);
    Ok(watchers)
}

/// Adds who takes part in them, their games, and who directs them.
async fn add_rows(tx: &mut Transaction<'_>, known: &mut [Tournament]) -> anyhow::Result<()> {
    let numbers: Vec<i64> = known.iter().map(|one| one.row.id).collect();
    let mut by_number: HashMap<i64, &mut Tournament> =
        known.iter_mut().map(|one| (one.row.id, one)).collect();
    for entry in tournaments::entries(tx, &numbers).await? {
        if let Some(one) = by_number.get_mut(&entry.tournament_id) {
            one.entries.push(entry);
        }
    }
    for game in tournaments::games(tx, &numbers).await? {
        if let Some(one) = by_number.get_mut(&game.tournament_id) {
            one.games.push(game);
        }
    }
    for bye in tournaments::byes(tx, &numbers).await? {
        if let Some(one) = by_number.get_mut(&bye.tournament_id) {
            one.byes.push(bye);
        }
    }
    for one in by_number.values_mut() {
        one.arrange();
    }
    for director in tournaments::directors(tx, &numbers).await? {
        if let Some(one) = by_number.get_mut(&director.tournament_id) {
            one.directors.push(director);
        }
    }
    Ok(())
}

/// All who take part in one in which its director decides something, and the games of those who are withdrawn.
fn need_directed(needs: &mut Needs, known: &[Tournament]) {
    for one in known {
        let Some(withdrawn) = needs.tournaments.directed.get(&one.row.name) else {
            continue;
        };
        for entry in &one.entries {
            needs
                .tournaments
                .players
                .insert(PlayerNumber(entry.player_id));
            if withdrawn.contains(&NameKey::of(&entry.name)) {
                let theirs = one.open_games_of(PlayerNumber(entry.player_id));
                needs.games.extend(theirs);
            }
        }
    }
}

/// How many games begin in a knock-out now; where it is to begin, at the most, since not all of these may be there.
fn games_in_bracket(one: &Tournament, players: i32) -> i32 {
    let of_pairs = |steps: Steps| 2 * i32::try_from(steps.pairs.len()).unwrap_or(0);
    if one.has_begun() {
        return of_pairs(one.standings().with_field(knock_out::due));
    }
    let most = u16::try_from(players).unwrap_or(u16::MAX);
    let each = (2..=most).map(|players| of_pairs(knock_out::due(&Field::of(players))));
    each.max().unwrap_or(0)
}

/// How many games may begin with it, or with its next round.
fn most_games(one: &Tournament) -> i32 {
    let players = i32::try_from(one.entries.len().min(one.seats())).unwrap_or(0);
    match one.system {
        System::KnockOut => games_in_bracket(one, players),
        System::RoundRobin | System::DoubleRoundRobin | System::Swiss { .. }
            if one.has_begun() && one.row.next_round_at.is_none() =>
        {
            0
        }
        System::RoundRobin => players * (players - 1) / 2,
        System::DoubleRoundRobin => players * (players - 1),
        System::Swiss { .. } => players / 2,
        System::Teams { .. } if one.has_begun() => 0,
        System::Teams { boards, meeting } => {
            let players = u16::try_from(one.row.most_players).unwrap_or(0);
            let games = teams::pairings(meeting, boards, players);
            i32::try_from(games.len()).unwrap_or(0)
        }
    }
}

/// The same with where the players stand of one that is begun, and with what those who write watch.
pub(super) async fn complete(
    tx: &mut Transaction<'_>,
    needs: &Needs,
    (by_address, clock): (&HashMap<String, PlayerNumber>, DateTime<Utc>),
    mut loaded: LoadedTournaments,
) -> anyhow::Result<LoadedTournaments> {
    loaded.watches = super::watches::load(tx, needs, by_address).await?;
    if needs.tournaments.all_of.is_none() {
        return Ok(loaded);
    }
    let players: Vec<i64> = needs
        .tournaments
        .players
        .iter()
        .map(|player| player.0)
        .collect();
    for (pool, player, standing) in
        ratings::standings_before(tx, &players, (clock, i64::MAX)).await?
    {
        loaded.ratings.insert((player, pool), standing.rating);
    }
    Ok(loaded)
}

/// Says of these games in which tournaments they are played.
pub(super) async fn add_to_games(
    tx: &mut Transaction<'_>,
    loaded_games: &mut LoadedGames,
) -> anyhow::Result<()> {
    if loaded_games.is_empty() {
        return Ok(());
    }
    let numbers: Vec<i64> = loaded_games.keys().map(|number| number.0).collect();
    for row in tournaments::of_games(tx, &numbers).await? {
        if let Some(loaded) = loaded_games.get_mut(&GameNumber(row.game_id)) {
            loaded.belongs_to(PlayedIn {
                name: row.name,
                title: row.title,
                round: row.round,
                substitutions: row.substitutions,
                teams: TeamsOfGame::of(row.white_team, row.black_team, row.team_board),
                stage: row.knocks_out.and_then(|players| {
                    let rounds = knock_out::rounds(u16::try_from(players).ok()?);
                    Some(stage_in_words(u16::try_from(row.round).ok()?, rounds))
                }),
            });
        }
    }
    Ok(())
}

/// Writes down what changes in them; behind the games that begin.
pub(super) async fn save(tx: &mut Transaction<'_>, batch: &Batch<'_>) -> anyhow::Result<()> {
    let at = batch.clock;
    for (change, later) in batch.tournaments.changes.iter().zip(0..) {
        match change {
            Change::SignedUp {
                tournament,
                player,
                team,
            } => {
                // In the order in which they were decided, though one batch has one clock.
                let at = at + chrono::TimeDelta::microseconds(later);
                tournaments::sign_up(tx, *tournament, (player.0, *team), at).await?;
            }
            Change::SignedOff { tournament, player } => {
                tournaments::sign_off(tx, *tournament, player.0).await?;
            }
            Change::Withdrawn {
                tournament,
                player,
                cause,
            } => {
                tournaments::withdraw(tx, *tournament, player.0, (batch.now, cause.other()))
                    .await?;
            }
            Change::Begun { players, games } => save_begun(tx, (players, games), at).await?,
            Change::RoundPaired(games) => {
                save_games(tx, games).await?;
                let next = (games.round, games.next_round_at);
                let at = (at, games.cause.other());
                tournaments::note_round(tx, games.tournament, next, at).await?;
            }
            Change::BracketStep(step) => save_step(tx, step).await?,
            Change::NoPairing {
                tournament,
                round,
                cause,
            } => {
                let at = (at, cause.other());
                tournaments::note_last_round(tx, *tournament, *round, at).await?;
            }
            Change::Ruled(ruled) => write_down(tx, ruled).await?,
            Change::Ended {
                tournament,
                turned,
                cause,
            } => {
                tournaments::turn_into(tx, *tournament, *turned, (at, cause.other())).await?;
            }
        }
    }
    Ok(())
}

async fn save_begun(
    tx: &mut Transaction<'_>,
    (players, games): (&[(PlayerNumber, Option<i32>)], &NewGames),
    at: DateTime<Utc>,
) -> anyhow::Result<()> {
    for ((player, rating), number) in players.iter().zip(1..) {
        tournaments::seat(tx, games.tournament, (player.0, number, *rating)).await?;
    }
    save_games(tx, games).await?;
    let turned = tournaments::Turned::Playing {
        rounds: games.round,
        next_round_at: games.next_round_at,
    };
    tournaments::turn_into(tx, games.tournament, turned, (at, games.cause.other())).await?;
    Ok(())
}

/// Which games of a knock-out have begun, in the record.
async fn note_pairs(tx: &mut Transaction<'_>, games: &NewGames) -> anyhow::Result<()> {
    let mut rounds: BTreeMap<i32, Vec<String>> = BTreeMap::new();
    for game in &games.games {
        let of_round = rounds.entry(game.round).or_default();
        of_round.push(game.game_id.to_string());
    }
    for (round, numbers) in rounds {
        let words = format!("round {round}, games {}", numbers.join(", "));
        let decided = Decided {
            cause: games.cause.other(),
            director: None,
            kind: "paired",
            player: None,
            substitute: None,
            game: None,
            words: &words,
        };
        tournament_admin::record(tx, games.tournament, decided).await?;
    }
    Ok(())
}

async fn save_games(tx: &mut Transaction<'_>, games: &NewGames) -> anyhow::Result<()> {
    tournaments::add_games(tx, games.tournament, &games.games).await?;
    for &(player, round) in &games.byes {
        let bye = ByeRow {
            tournament_id: games.tournament,
            player_id: player.0,
            round,
        };
        tournaments::add_bye(tx, bye).await?;
    }
    Ok(())
}

fn read(row: TournamentRow) -> anyhow::Result<Tournament> {
    let system = System::from_word(&row.system, row.rounds, row.boards).context("its system")?;
    let start = match &row.start {
        Some(fen) => Start::recorded(fen, Variant::Standard)
            .ok()
            .context("its position")?,
        None => Start::default(),
    };
    Ok(Tournament {
        state: State::from_word(&row.state).context("its state")?,
        system,
        control: row.control.parse().ok().context("its time control")?,
        stake: Stake::from_word(&row.stake).context("its stake")?,
        start,
        entries: Vec::new(),
        games: Vec::new(),
        byes: Vec::new(),
        directors: Vec::new(),
        bracket: None,
        row,
    })
}

/// Writes down what followed from how a bracket stands.
async fn save_step(tx: &mut Transaction<'_>, step: &BracketStep) -> anyhow::Result<()> {
    let games = &step.games;
    save_games(tx, games).await?;
    for (player, round) in &step.told {
        let told = (player.0, *round);
        brackets::note_told_out(tx, games.tournament, told).await?;
    }
    for (player, round) in &step.through {
        let told = (player.0, *round);
        brackets::note_told_through(tx, games.tournament, told).await?;
    }
    note_pairs(tx, games).await?;
    let next = (games.round, games.next_round_at);
    brackets::note_step(tx, games.tournament, &step.stood, next).await?;
    Ok(())
}
