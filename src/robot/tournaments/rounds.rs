//! The rounds of a Swiss are paired.

use super::games::{Paired, of_player, on_boards, open_games};
use super::standings::{holders, number};
use super::{Change, NewGames, Tournament};
use crate::game::{CauseId, PlayerNumber};
use crate::letters::{Occasion, Stands};
use crate::robot::batch::Batch;
use crate::robot::draft::{Draft, Recipient};
use crate::tournaments::swiss::{self, Active, Field, NoPairing, Player, Round};
use crate::tournaments::{Bye, Number, System};
use anyhow::{Context, bail};
use shakmaty::Color;
use std::collections::HashMap;

/// The first round of a Swiss of so many. Which colour the first number has is drawn here, and stands in its game then.
pub(super) fn first_round(
    batch: &mut Batch<'_>,
    players: u16,
    rounds: u16,
) -> anyhow::Result<Round> {
    let [lot, ..] = batch.randomness.draw(None)?;
    let players: Vec<Player> = (1..=players)
        .map(|number| Player {
            number: Number(number),
            active: Active::Yes,
        })
        .collect();
    let round = swiss::pair(&Field {
        players: &players,
        games: &[],
        byes: &[],
        round: 1,
        rounds,
        first_has: Color::from_white(lot.is_multiple_of(2)),
    })?;
    Ok(round)
}

/// Pairs this round of a Swiss that goes on; where none can be paired, no further one is.
pub(super) fn pair(
    batch: &mut Batch<'_>,
    cause: CauseId,
    tournament: i64,
    round: i32,
) -> anyhow::Result<()> {
    let known = batch.tournaments.numbered(tournament);
    let one = known
        .with_context(|| format!("there is no tournament {tournament}"))?
        .clone();
    let System::Swiss { rounds } = one.system else {
        bail!("tournament {tournament} is not paired round after round");
    };
    if one.row.next_round_at.is_none() || one.row.paired_rounds + 1 != round {
        bail!("round {round} of tournament {tournament} is not due");
    }
    let round_number = u16::try_from(round)?;
    let found = next_round(batch, &one, (round_number, rounds));
    let Ok(next) = found else {
        let none = Change::NoPairing {
            tournament,
            round,
            cause,
        };
        batch.tournaments.changes.push(none);
        return Ok(());
    };
    let entries = one.entries.iter();
    let numbers: HashMap<Number, PlayerNumber> = entries
        .filter_map(|entry| Some((number(entry)?, PlayerNumber(entry.player_id))))
        .collect();
    let bye = next.bye.map(|player| Bye {
        round: round_number,
        player,
    });
    let paired = Paired {
        numbers: &numbers,
        pairings: &on_boards(&next.pairings),
        byes: bye.as_slice(),
        round,
    };
    let games = open_games(batch, cause, &one, paired)?;
    tell_round(batch, cause, &one, &games)?;
    let paired = Change::RoundPaired(games);
    batch.tournaments.changes.push(paired);
    Ok(())
}

/// Who plays whom. Whoever has withdrawn is not paired, and neither is who cannot be told of it.
fn next_round(
    batch: &Batch<'_>,
    one: &Tournament,
    (round, rounds): (u16, u16),
) -> Result<Round, NoPairing> {
    let standings = one.standings();
    let players: Vec<Player> = one
        .entries
        .iter()
        .filter_map(|entry| {
            let there =
                entry.withdrawn_at.is_none() && batch.can_be_paired(PlayerNumber(entry.player_id));
            Some(Player {
                number: number(entry)?,
                active: match there {
                    true => Active::Yes,
                    false => Active::No,
                },
            })
        })
        .collect();
    let active = players.iter().filter(|one| one.active == Active::Yes);
    if active.count() < 2 {
        return Err(NoPairing);
    }
    swiss::pair(&Field {
        players: &players,
        games: &standings.games,
        byes: &standings.byes,
        round,
        rounds,
        first_has: first_had(one),
    })
}

/// The colour that was drawn for the first number: that of their game in the first round, whatever has become of it.
fn first_had(one: &Tournament) -> Color {
    let first = one
        .entries
        .iter()
        .find(|entry| number(entry) == Some(Number(1)));
    let mut holders = first
        .into_iter()
        .flat_map(|first| holders(&one.entries, first));
    let in_first_round = one.games.iter().filter(|game| game.round == 1);
    let has_black = holders.any(|holder| {
        let mut games = in_first_round.clone();
        games.any(|game| game.black_id == holder)
    });
    Color::from_white(!has_black)
}

/// One letter to each who is paired or gets a point: whom they play, and how they stand.
fn tell_round(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    games: &NewGames,
) -> anyhow::Result<()> {
    let (table, _) = one.table();
    let mut one = one.clone();
    one.row.paired_rounds = games.round;
    one.row.next_round_at = games.next_round_at;
    for entry in &one.entries {
        let player = PlayerNumber(entry.player_id);
        let (own, turns) = of_player(batch, games, player)?;
        let game = own.into_iter().next();
        if game.is_none() && !games.byes.iter().any(|(one, _)| *one == player) {
            continue;
        }
        let row = table
            .rows
            .iter()
            .find(|row| Some(row.player) == number(entry));
        let occasion = Occasion::TournamentRound {
            tournament: batch.tournament_view(&one, player),
            game,
            stands: row.and_then(Stands::of),
        };
        let draft = Draft::about_no_game(occasion, Recipient::Player(player), cause);
        batch.drafts.push(Draft { turns, ..draft });
    }
    Ok(())
}
