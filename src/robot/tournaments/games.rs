//! Games of tournaments begin.

use super::{NO_MAIL, NewGames, Tournament};
use crate::db::tournaments::PairedRow;
use crate::game::{By, CauseId, Game, GameNumber, Manner, PlayerNumber, Wish};
use crate::letters::{BegunGame, Sentence, stage_in_words};
use crate::robot::batch::{Batch, Came, PlayedIn};
use crate::tournaments::{Bye, Number, Pairing, System, knock_out};
use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::HashMap;

/// Who plays whom, where these have the numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paired<'a> {
    /// Who has which number.
    pub(super) numbers: &'a HashMap<Number, PlayerNumber>,
    /// Each with its board, from 1.
    pub(super) pairings: &'a [(Pairing, i32)],
    pub(super) byes: &'a [Bye],
    /// The last round that is paired with them.
    pub(super) round: i32,
}

/// Begins all these games.
pub(super) fn open_games(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    paired: Paired<'_>,
) -> anyhow::Result<NewGames> {
    let holder = |number: Number| {
        let holder = paired.numbers.get(&number).copied();
        holder.context("a number that nobody has is paired")
    };
    let rounds = match one.system {
        System::KnockOut => Some(knock_out::rounds(u16::try_from(paired.numbers.len())?)),
        System::RoundRobin
        | System::DoubleRoundRobin
        | System::Swiss { .. }
        | System::Teams { .. } => None,
    };
    let (mut games, mut began) = (Vec::new(), HashMap::new());
    for &(pairing, board) in paired.pairings {
        let both = [holder(pairing.white)?, holder(pairing.black)?];
        let round = i32::from(pairing.round);
        let stage = rounds.map(|rounds| stage_in_words(pairing.round, rounds));
        let (game_id, event) = open_game(batch, cause, one, (both, round, stage))?;
        began.insert(game_id, event);
        games.push(PairedRow {
            game_id,
            round,
            board,
        });
    }
    let byes = paired
        .byes
        .iter()
        .map(|bye| Ok((holder(bye.player)?, i32::from(bye.round))));
    Ok(NewGames {
        tournament: one.row.id,
        cause,
        games,
        began,
        byes: byes.collect::<anyhow::Result<_>>()?,
        rounds,
        round: paired.round,
        next_round_at: next_round_at(one, paired.round, batch.clock),
    })
}

/// These pairings, each with its board: in their order from 1 in each round.
pub(super) fn on_boards(pairings: &[Pairing]) -> Vec<(Pairing, i32)> {
    let mut boards = HashMap::new();
    let each = pairings.iter().map(|pairing| {
        let board = boards.entry(pairing.round).or_insert(0);
        *board += 1;
        (*pairing, *board)
    });
    each.collect()
}

/// When the round after this one is paired. All rounds are on the days that follow from the first one; after one that was
/// paired late half of its days go by at least.
fn next_round_at(one: &Tournament, paired: i32, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let rounds = one.row.rounds.filter(|rounds| paired < *rounds);
    let days = rounds.and(one.row.round_days).map(i64::from)?;
    let began = one.row.started_at.unwrap_or(now);
    let planned = began + TimeDelta::days(days * i64::from(paired));
    Some(planned.max(now + TimeDelta::hours(12 * days)))
}

/// The turns that a letter tells of.
type Turns = Vec<(GameNumber, u32)>;

/// A player's games among these, those first in which they are to move; and the turns that a letter about them tells of.
pub(super) fn of_player(
    batch: &Batch<'_>,
    games: &NewGames,
    player: PlayerNumber,
) -> anyhow::Result<(Vec<BegunGame>, Turns)> {
    let (mut own, mut turns) = (Vec::new(), Vec::new());
    for paired in &games.games {
        let number = GameNumber(paired.game_id);
        let loaded = batch.games.get(&number);
        let game = &loaded.context("a game that was opened is not there")?.game;
        let Some(side) = game.side_of(player) else {
            continue;
        };
        let to_move = game.awaits(player);
        let event = games.began.get(&number.0).filter(|_| to_move);
        turns.extend(event.map(|event| (number, *event)));
        own.push(BegunGame {
            number: number.0,
            side: side.fold_wb("White", "Black"),
            to_move,
            opponent: batch.name(game.other(player)).to_owned(),
            round: u16::try_from(paired.round)?,
            stage: stage(games, paired.round),
            seat: None,
        });
    }
    own.sort_by_key(|game| (!game.to_move, game.number));
    Ok((own, turns))
}

/// What a round of a knock-out is called.
pub(super) fn stage(games: &NewGames, round: i32) -> Option<Sentence> {
    let round = u16::try_from(round).ok()?;
    games.rounds.map(|rounds| stage_in_words(round, rounds))
}

/// Begins one game: as one to which White has challenged Black, and which was accepted.
fn open_game(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    ([white, black], round, stage): ([PlayerNumber; 2], i32, Option<Sentence>),
) -> anyhow::Result<(i64, u32)> {
    let number = batch.spare.games.take(NO_MAIL).map(GameNumber);
    let number = number.context("no number is left for a new game")?;
    let (start, control, stake) = (one.start.clone(), one.control, one.stake);
    let (game, challenged) =
        Game::challenge_for(number, white, black, Wish::White, start, control, stake);
    batch.add_game(game);
    let by = By {
        player: None,
        cause: Some(cause),
    };
    let came = Came::at(batch.now);
    batch.record(number, &challenged, Manner::default(), by, came);
    let loaded = batch
        .games
        .get_mut(&number)
        .context("a game that was opened is not there")?;
    loaded.belongs_to(PlayedIn {
        name: one.row.name.clone(),
        title: one.row.title.clone(),
        round,
        stage,
        substitutions: None,
        teams: None,
    });
    let accepted = loaded.game.accept(black, true)?;
    let event = batch.record(number, &accepted, Manner::default(), by, came);
    Ok((
        number.0,
        event.context("a game that was opened is not there")?,
    ))
}
