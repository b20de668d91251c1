//! Turns of which no letter tells the side to move: it wants none, or mail to it comes back.

use crate::db::clock_stops::Reach;
use crate::db::outbox::Posting;
use crate::game::Phase;
use crate::robot::batch::{Batch, LoadedGame};
use shakmaty::Position;

/// The turns that began just now in games with a clock and that no letter tells which goes out: the game, the event that
/// began the turn, the player, and why.
pub(super) fn turns(batch: &Batch<'_>, postings: &[Posting]) -> Vec<(i64, i32, i64, Reach)> {
    let loaded_games = batch.games.values();
    let clocked = loaded_games.filter(|loaded| loaded.changed && loaded.game.control().has_clock());
    clocked
        .filter_map(|loaded| untold(batch, loaded, postings))
        .collect()
}

fn untold(
    batch: &Batch<'_>,
    loaded: &LoadedGame,
    postings: &[Posting],
) -> Option<(i64, i32, i64, Reach)> {
    let game = &loaded.game;
    if game.phase() != Phase::Playing || loaded.times.told_at.is_some() {
        return None;
    }
    let number = game.number();
    let began = batch.events.iter().rev().find(|(of, event)| {
        *of == number && (event.detail.turn() == Some(game.turn()) || event.detail.begins())
    });
    let event = i32::try_from(began?.1.number).ok()?;
    let player = game.player(game.position().turn())?;
    let mut letters = postings
        .iter()
        .filter(|one| one.player == Some(player.0))
        .filter(|one| {
            one.game == Some(number.0) || one.turns.iter().any(|(game, _)| *game == number.0)
        })
        .peekable();
    let reach = if letters.peek().is_none() {
        Reach::WantsNone
    } else if letters.all(|letter| letter.held) {
        Reach::HeldBack
    } else {
        return None;
    };
    Some((number.0, event, player.0, reach))
}
