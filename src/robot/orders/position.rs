//! A FEN in the mail, held against the game.

use super::Execution;
use crate::chess::GivenPosition;
use crate::game::{Game, GameNumber};
use crate::letters::{NoMove, Occasion};
use crate::robot::made_move::numbered_move;
use shakmaty::{Move, Position};

impl Execution<'_, '_, '_> {
    /// Compares the positions in the mail with the game's: before the move or, if there is one, after it.
    pub(super) fn position_differs(
        &self,
        number: GameNumber,
        chosen: Option<Move>,
    ) -> Option<Occasion> {
        let loaded = self.batch.games.get(&number)?;
        let before = loaded.game.position();
        let after = chosen.map(|chosen| {
            let mut after = before.clone();
            after.play_unchecked(chosen);
            after
        });
        for fen in &self.content.message.fens {
            let given = match GivenPosition::read(fen) {
                Ok(given) => given,
                Err(fault) => {
                    return Some(Occasion::Refused {
                        also: Vec::new(),
                        read: self.quoted(fen),
                        why: NoMove::NoPosition {
                            // The fault may name what was written.
                            fault: self.quoted(&fault.to_string()),
                        }
                        .into(),
                        instead: Vec::new(),
                        piece_moves: Vec::new(),
                        game: self.mine(number),
                    });
                }
            };
            if given.agrees_with(before) || after.as_ref().is_some_and(|a| given.agrees_with(a)) {
                continue;
            }
            return Some(Occasion::PositionDiffers {
                fen: self.quoted(fen),
                differences: given
                    .differences(before)
                    .iter()
                    .map(ToString::to_string)
                    .collect(),
                missed: missed(&loaded.game, &given),
                game: self.mine(number)?,
            });
        }
        None
    }
}

/// The moves that a player has missed whose board is an earlier position of the game.
pub(super) fn missed(game: &Game, given: &GivenPosition) -> Option<Vec<String>> {
    let mut position = game.start().position().clone();
    let mut missed: Option<Vec<String>> = None;
    for &played in game.moves() {
        // The latest such position counts: they are then the fewest moves behind.
        if given.agrees_with(&position) {
            missed = Some(Vec::new());
        }
        if let Some(missed) = &mut missed {
            missed.push(numbered_move(&position, played));
        }
        position.play_unchecked(played);
    }
    missed
}
