//! A FEN in the mail, held against the game.

use super::Clerk;
use super::moves::numbered;
use crate::chess::{self, GivenPosition};
use crate::game::{Game, GameNumber};
use crate::letters::Occasion;
use shakmaty::{Move, Position};

impl Clerk<'_, '_, '_> {
    /// Compares the positions in the mail with the game's: before the move or, if there is one, after it.
    pub(super) fn position_differs(
        &self,
        number: GameNumber,
        chosen: Option<Move>,
    ) -> Option<Occasion> {
        let table = self.desk.tables.get(&number)?;
        let before = table.game.position();
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
                        read: self.quoted(fen),
                        why: self.fault_of_position(&fault.to_string()),
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
                missed: missed(&table.game, &given),
                game: self.mine(number)?,
            });
        }
        None
    }
}

impl Clerk<'_, '_, '_> {
    /// Why what was given is no position. The fault may name what was written.
    fn fault_of_position(&self, fault: &str) -> String {
        let fault = self.quoted(fault);
        let colon = if fault.is_empty() { "" } else { ": " };
        format!("that is not a position{colon}{fault}")
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
            missed.push(numbered(&position, &chess::san(&position, played)));
        }
        position.play_unchecked(played);
    }
    missed
}
