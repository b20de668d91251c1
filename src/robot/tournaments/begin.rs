//! A tournament begins, or is cancelled.

use super::games::open_game;
use super::{Begun, Change, NewGames, TooFew, Tournament};
use crate::db::tournaments::{self, EntryRow, PairedRow};
use crate::game::rating::Pool;
use crate::game::{CauseId, GameNumber, PlayerNumber};
use crate::letters::{BegunGame, Occasion};
use crate::robot::batch::Batch;
use crate::robot::draft::{Draft, Recipient};
use crate::tournaments::berger::{double_round_robin, round_robin};
use crate::tournaments::draw::{self, Entrant};
use crate::tournaments::{Number, Pairing, System};
use anyhow::{Context, bail};
use shakmaty::Color;
use std::collections::HashMap;

pub(super) fn begin(
    batch: &mut Batch<'_>,
    cause: CauseId,
    number: i64,
    too_few: TooFew,
) -> anyhow::Result<Begun> {
    let known = batch.tournaments.numbered(number);
    let one = known
        .with_context(|| format!("there is no tournament {number}"))?
        .clone();
    match one.row.state.as_str() {
        "open" | "closed" => {}
        _ => return Ok(Begun::Before),
    }
    // Whom our letters do not reach cannot play.
    let reached = |entry: &&EntryRow| {
        let player = PlayerNumber(entry.player_id);
        batch.is_active(player) && batch.may_write_to(player) && !batch.rests(player)
    };
    let there: Vec<PlayerNumber> = one
        .entries
        .iter()
        .filter(reached)
        .map(|entry| PlayerNumber(entry.player_id))
        .collect();
    let seated: Vec<PlayerNumber> = there.iter().copied().take(one.seats()).collect();
    let least = usize::try_from(one.row.least_players)
        .unwrap_or(usize::MAX)
        .max(2);
    if seated.len() < least {
        return match too_few {
            TooFew::Refuse => bail!(
                "{} players could play, and {least} are needed",
                seated.len()
            ),
            TooFew::Cancel => {
                cancel(batch, cause, &one, (&there, seated.len()));
                Ok(Begun::Cancelled)
            }
        };
    }
    let begun = pair_all(batch, cause, &one, &seated)?;
    tell_begun(batch, cause, &one, &begun)?;
    leave_out(batch, cause, &one, (&there, &seated));
    batch.tournaments.changes.push(Change::Begun(begun));
    Ok(Begun::Now {
        players: seated.len(),
    })
}

/// Whoever is not drawn is on no list any more; those who could have played are told.
fn leave_out(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    (there, seated): (&[PlayerNumber], &[PlayerNumber]),
) {
    let entries = one
        .entries
        .iter()
        .map(|entry| PlayerNumber(entry.player_id));
    for player in entries.filter(|player| !seated.contains(player)) {
        if there.contains(&player) {
            let tournament = batch.tournament_view(one, player);
            batch.tell_of_tournament(player, Occasion::NoSeat { tournament }, cause);
        }
        let tournament = Some(one.row.id);
        let signed_off = Change::SignedOff { tournament, player };
        batch.tournaments.changes.push(signed_off);
    }
}

fn cancel(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    (there, seated): (&[PlayerNumber], usize),
) {
    for &player in there {
        let mut tournament = batch.tournament_view(one, player);
        tournament.seated = seated;
        batch.tell_of_tournament(player, Occasion::TournamentCancelled { tournament }, cause);
    }
    let (tournament, turned) = (one.row.id, tournaments::Turned::Cancelled);
    batch.tournaments.changes.push(Change::Ended {
        tournament,
        turned,
        cause,
    });
}

/// Who plays whom when it begins.
fn first_pairings(system: System, players: usize) -> anyhow::Result<Vec<Pairing>> {
    let players = u16::try_from(players)?;
    match system {
        System::RoundRobin => Ok(round_robin(players)),
        System::DoubleRoundRobin => Ok(double_round_robin(players)),
        System::Swiss { .. } => bail!("a Swiss cannot be paired yet"),
    }
}

/// Draws numbers, and begins the games.
fn pair_all(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    seated: &[PlayerNumber],
) -> anyhow::Result<NewGames> {
    let mut entrants = Vec::new();
    for &player in seated {
        let lot = batch.randomness.draw(None)?;
        let ahead = batch.seeks.whites_ahead(player);
        entrants.push(Entrant { player, ahead, lot });
    }
    let drawn = draw::order(entrants);
    let pairings = first_pairings(one.system, drawn.len())?;
    let (mut games, mut boards, mut began) = (Vec::new(), HashMap::new(), HashMap::new());
    for pairing in &pairings {
        let holder = |number: Number| drawn.get(usize::from(number.0).checked_sub(1)?).copied();
        let both = holder(pairing.white).zip(holder(pairing.black));
        let (white, black) = both.context("a number that nobody has is paired")?;
        let round = i32::from(pairing.round);
        let (game_id, event) = open_game(batch, cause, one, ([white, black], round))?;
        began.insert(game_id, event);
        let board = boards.entry(round).or_insert(0);
        *board += 1;
        games.push(PairedRow {
            game_id,
            round,
            board: *board,
        });
    }
    let pool = Pool::of(&one.start);
    let rating = |player: PlayerNumber| {
        let known = batch.tournaments.ratings.get(&(player, pool?))?;
        // Between bounds that a float holds exactly.
        Some(known.points.round().clamp(0.0, 1e6) as i32)
    };
    Ok(NewGames {
        tournament: one.row.id,
        cause,
        players: drawn
            .iter()
            .map(|&player| (player, rating(player)))
            .collect(),
        began,
        rounds: games.iter().map(|game| game.round).max().unwrap_or(0),
        games,
    })
}

/// One letter to each player, about all their games.
fn tell_begun(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    begun: &NewGames,
) -> anyhow::Result<()> {
    let mut one = one.clone();
    one.row.state = "playing".to_owned();
    for (player, _) in &begun.players {
        let mut tournament = batch.tournament_view(&one, *player);
        tournament.seated = begun.players.len();
        let (mut games, mut turns) = (Vec::new(), Vec::new());
        for paired in &begun.games {
            let number = GameNumber(paired.game_id);
            let game = &batch
                .games
                .get(&number)
                .context("a game that was opened is not there")?
                .game;
            let Some(side) = game.side_of(*player) else {
                continue;
            };
            let event = begun.began.get(&number.0).filter(|_| game.awaits(*player));
            turns.extend(event.map(|event| (number, *event)));
            games.push(BegunGame {
                number: number.0,
                side: side.fold_wb("White", "Black"),
                opponent: batch.name(game.other(*player)).to_owned(),
                round: u16::try_from(paired.round)?,
            });
        }
        games.sort_by_key(|game| {
            (
                game.side != Color::White.fold_wb("White", "Black"),
                game.number,
            )
        });
        let leave_days = one.control.has_clock().then_some(batch.server.leave.0);
        let occasion = Occasion::TournamentBegun {
            tournament,
            games,
            leave_days,
        };
        let draft = Draft::about_no_game(occasion, Recipient::Player(*player), cause);
        batch.drafts.push(Draft { turns, ..draft });
    }
    Ok(())
}
