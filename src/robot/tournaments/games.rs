//! Games of tournaments begin.

use super::{NO_MAIL, Tournament};
use crate::game::{By, CauseId, Game, GameNumber, Manner, PlayerNumber, Wish};
use crate::robot::batch::{Batch, Came, PlayedIn};
use anyhow::Context;

/// Begins one game: as one to which White has challenged Black, and which was accepted.
pub(super) fn open_game(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    ([white, black], round): ([PlayerNumber; 2], i32),
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
    });
    let accepted = loaded.game.accept(black, true)?;
    let event = batch.record(number, &accepted, Manner::default(), by, came);
    Ok((
        number.0,
        event.context("a game that was opened is not there")?,
    ))
}
