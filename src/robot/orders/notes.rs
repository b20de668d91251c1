//! Sealed notes about one's own moves; when the game is over they become comments in its PGN.

use super::{Effects, Execution};
use crate::game::{Game, GameNumber};
use crate::language::{Note, Order};
use crate::letters::{Addition, NoMove, Occasion, clean_note};
use crate::robot::batch::KeptNote;
use crate::robot::made_move::numbered_move;
use shakmaty::{Color, Position};
use std::ops::ControlFlow;

impl Execution<'_, '_, '_> {
    pub(super) fn note(
        &mut self,
        number: GameNumber,
        order: &Order,
        note: &Note,
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let me = self.sender.player;
        let Some(loaded) = self.batch.games.get(&number) else {
            return ControlFlow::Break(());
        };
        let Some(side) = loaded.game.side_of(me) else {
            return self.refuse_in(number, order, NoMove::NotBegun, effects);
        };
        let Some((ply, written)) = own_move(&loaded.game, side, note.move_number) else {
            let why = match note.move_number {
                Some(number) => NoMove::NoSuchMove { number },
                None => NoMove::NoMoveYet,
            };
            return self.refuse_in(number, order, why, effects);
        };
        let noted = self.batch.notes.get(&(number, ply));
        if noted.is_some_and(|note| note.writer != me) {
            return self.refuse_in(number, order, NoMove::NotedBefore, effects);
        }
        let text = clean_note(&self.without_private_addresses(&note.text));
        let taken_back = text.is_empty() && note.glyph.is_none();
        effects.notes.push(if taken_back {
            Addition::NoteTakenBack(written)
        } else {
            Addition::NoteKept(written)
        });
        self.batch.notes.insert(
            (number, ply),
            KeptNote {
                writer: me,
                glyph: note.glyph,
                text,
                mail: self.read.mail.id,
                changed: true,
            },
        );
        ControlFlow::Continue(())
    }

    /// Tells the sender of what they have prepared and noted, in the letter about their move or in one of its own.
    pub(super) fn say_what_is_kept(&mut self, number: GameNumber, effects: &mut Effects) {
        let shown = effects
            .prepared
            .then(|| self.shown_prepared(number, &effects.stops))
            .flatten();
        let said = std::mem::take(&mut effects.notes);
        match &mut effects.mine {
            Some(Occasion::MovePlayed {
                prepared, notes, ..
            }) => {
                *prepared = shown;
                *notes = said;
            }
            Some(_) => {}
            None => {
                let Some(game) = self.mine(number) else {
                    return;
                };
                effects.mine = if let Some(prepared) = shown {
                    Some(Occasion::Prepared {
                        game,
                        prepared,
                        notes: said,
                    })
                } else if effects.shows_notes || !said.is_empty() {
                    Some(Occasion::Notes {
                        game,
                        notes: said,
                        kept: self.kept_notes(number),
                    })
                } else {
                    None
                };
            }
        }
    }

    fn kept_notes(&self, number: GameNumber) -> Vec<(String, String)> {
        let me = self.sender.player;
        let Some(loaded) = self.batch.games.get(&number) else {
            return Vec::new();
        };
        let plies = numbered_plies(&loaded.game);
        self.batch
            .notes
            .range((number, 0)..=(number, u32::MAX))
            .filter(|(_, note)| {
                note.writer == me && (note.glyph.is_some() || !note.text.is_empty())
            })
            .filter_map(|((_, ply), note)| {
                let (_, written) = plies.get(usize::try_from(*ply).ok()?.checked_sub(1)?)?;
                let glyph = note
                    .glyph
                    .map(|glyph| format!("${glyph} "))
                    .unwrap_or_default();
                Some((
                    written.clone(),
                    format!("{glyph}{}", note.text).trim().to_owned(),
                ))
            })
            .collect()
    }
}

/// The ply of a move of this side, counted from 1, and the move in numbered SAN: that with this number, or the latest.
fn own_move(game: &Game, side: Color, move_number: Option<u32>) -> Option<(u32, String)> {
    let plies = numbered_plies(game);
    let mut own = plies
        .into_iter()
        .zip(1_u32..)
        .filter(|((mover, _), _)| mover.0 == side)
        .map(|((mover, written), ply)| (mover.1, ply, written));
    let found = match move_number {
        Some(wanted) => own.find(|(number, ..)| *number == wanted),
        None => own.last(),
    };
    found.map(|(_, ply, written)| (ply, written))
}

/// Of each ply of the game who made it, in which move of the game, and how it is written.
fn numbered_plies(game: &Game) -> Vec<((Color, u32), String)> {
    let mut position = game.start().position().clone();
    game.moves()
        .iter()
        .map(|&played| {
            let written = numbered_move(&position, played);
            let ply = (position.turn(), position.fullmoves().get());
            position.play_unchecked(played);
            (ply, written)
        })
        .collect()
}
