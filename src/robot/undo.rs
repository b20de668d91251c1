//! What goes with moves that are taken back: prepared answers, and notes about them.

use super::batch::Batch;
use crate::game::{Game, PlayerNumber, numbered_line};
use crate::letters::Undone;
use shakmaty::Position;

/// What was taken back, before it is told to anybody.
#[derive(Clone, Debug)]
pub(super) struct Undo {
    /// In numbered SAN.
    moves: String,
    /// Whose conditional moves were dropped.
    prepared: Vec<PlayerNumber>,
    /// Whose notes were dropped.
    notes: Vec<PlayerNumber>,
    /// Whose held move was dropped.
    held: Option<PlayerNumber>,
}

impl Undo {
    /// For this reader.
    pub(super) fn told_to(&self, reader: PlayerNumber) -> Undone {
        Undone {
            moves: self.moves.clone(),
            prepared: self.prepared.contains(&reader),
            notes: self.notes.contains(&reader),
            held: self.held == Some(reader),
        }
    }
}

/// Drops what belonged to the moves that stood `before` and stand no longer. What was prepared was prepared for another
/// position, all of it.
pub(super) fn undo(batch: &mut Batch<'_>, before: &Game) -> Undo {
    let number = before.number();
    let left = batch
        .games
        .get(&number)
        .map_or(before.ply(), |loaded| loaded.game.ply());
    let mut prepared = Vec::new();
    for player in [before.challenger(), before.opponent()] {
        let has_some = batch
            .plans
            .get(&(number, player))
            .is_some_and(|plan| !plan.tree.is_empty());
        if has_some {
            batch.void_plan(number, player);
            prepared.push(player);
        }
    }
    let mut notes = Vec::new();
    let undone = (number, left.saturating_add(1))..=(number, u32::MAX);
    for (_, note) in batch.notes.range_mut(undone) {
        if note.glyph.is_none() && note.text.is_empty() {
            continue;
        }
        note.glyph = None;
        note.text.clear();
        note.changed = true;
        notes.push(note.writer);
    }
    // It was made for a position that stands no longer.
    let held = batch.held_moves.get(number).map(|held| held.player);
    if held.is_some() {
        batch.held_moves.take(number);
    }
    Undo {
        held,
        moves: moves_behind(before, left),
        prepared,
        notes,
    }
}

/// The moves of the game that come after so many plies, in numbered SAN: "12...Nf6 13. Bb5".
pub(super) fn moves_behind(game: &Game, left: u32) -> String {
    let left = usize::try_from(left).unwrap_or(usize::MAX);
    let (stand, undone) = game
        .moves()
        .split_at_checked(left)
        .unwrap_or((game.moves(), &[]));
    let mut position = game.start().position().clone();
    for &played in stand {
        position.play_unchecked(played);
    }
    numbered_line(&position, undone)
}
