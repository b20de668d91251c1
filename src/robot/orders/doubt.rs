//! Lines that were perhaps meant to be done, and were not: what is said of them.

use super::{Effects, Execution};
use crate::game::GameNumber;
use crate::language::{Doubt, Unread};
use crate::letters::{Addition, AlsoNotDone, Doubtful, Occasion};
use crate::robot::doors::only_asks;
use crate::robot::reading::game_of;

impl Execution<'_, '_, '_> {
    /// A mail gets one answer: what is doubtful in it stands in the one that tells of the move.
    pub(super) fn add_doubt(&mut self, effects: &mut Effects) {
        if self.doubt_told || !self.leaves_doubt() {
            return;
        }
        let Some(Occasion::MovePlayed { .. }) = effects.mine else {
            return;
        };
        let Some(added) = self.doubt_beside_a_move() else {
            return;
        };
        effects.notes.push(added);
        let also = self.also_unread();
        if !also.is_empty() {
            effects.notes.push(Addition::AlsoNotDone(also));
        }
        self.doubt_told = true;
    }

    /// The line that was not read, as the letter about the move tells of it.
    fn doubt_beside_a_move(&self) -> Option<Addition> {
        let unread = self.content.message.unread.as_ref()?;
        let read = self.quoted(&unread.line);
        if let Some(why) = self.why_unread(unread) {
            let example = self.instead_of(unread).into_iter().next();
            let why = why.into();
            return Some(Addition::Doubtful { read, why, example });
        }
        let meant = self.quoted(unread.did_you_mean.as_deref()?);
        Some(Addition::TakenAsWords { read, meant })
    }

    /// Tells of what was not done beside orders that were carried out.
    pub(super) fn mention_doubt(&mut self) {
        if self.doubt_told || !self.leaves_doubt() {
            return;
        }
        let mine = |number: &GameNumber| {
            self.batch
                .games
                .get(number)
                .is_some_and(|loaded| loaded.game.has(self.sender.player))
        };
        let game = game_of(self.content).filter(mine);
        self.inform(self.doubtful(game), game);
    }

    /// Whether something beside the orders was perhaps meant to be done.
    fn leaves_doubt(&self) -> bool {
        let message = &self.content.message;
        message
            .unread
            .as_ref()
            .is_some_and(|unread| match unread.reason {
                Doubt::Alternatives
                | Doubt::BelowProse
                | Doubt::OutsideOwnWords
                | Doubt::Conditional
                | Doubt::ConditionOrWords
                | Doubt::TooManyConditions
                | Doubt::NoteBelow
                | Doubt::OneTooMany
                | Doubt::OneALine
                | Doubt::OneTournament
                | Doubt::Seek
                | Doubt::Invitation
                | Doubt::SeekNumber
                | Doubt::Letters
                | Doubt::Undone => true,
                // Words below a question are for nobody.
                Doubt::TooLong => !only_asks(self.content),
                Doubt::Near => true,
                Doubt::Prose => false,
            })
    }

    /// The answer to a line that was not read, with the reason where there is one.
    pub(super) fn doubtful(&self, game: Option<GameNumber>) -> Occasion {
        let unread = self.content.message.unread.as_ref();
        let game = game.and_then(|number| self.mine(number));
        if let Some(unread) = unread
            && let Some(why) = self.why_unread(unread)
        {
            return Occasion::Refused {
                also: self.also_unread(),
                read: self.quoted(&unread.line),
                why: why.into(),
                instead: self.instead_of(unread),
                piece_moves: Vec::new(),
                game,
            };
        }
        Occasion::NotUnderstood {
            also: self.also_unread(),
            line: unread.map(|unread| self.quoted(&unread.line)),
            did_you_mean: unread
                .and_then(|unread| unread.did_you_mean.as_deref())
                .map(|meant| self.quoted(meant)),
            game,
        }
    }

    /// Lines below the one that was not read of which nothing is done either. To whom nothing of their mail is repeated they
    /// are not told.
    pub(super) fn also_unread(&self) -> Vec<AlsoNotDone> {
        let lines = self.content.message.also_unread.iter();
        let told = lines.map(|line| AlsoNotDone {
            read: self.quoted(&line.line),
            meant: line.did_you_mean.as_deref().map(|meant| self.quoted(meant)),
        });
        told.filter(|told| !told.read.is_empty()).collect()
    }

    /// Why a line was not read; nothing where it is only not understood.
    fn why_unread(&self, unread: &Unread) -> Option<Doubtful> {
        Some(match unread.reason {
            Doubt::Prose | Doubt::Near => return None,
            Doubt::Alternatives => Doubtful::Alternatives,
            Doubt::BelowProse => Doubtful::BelowProse,
            Doubt::Letters => Doubtful::Letters,
            Doubt::OutsideOwnWords => Doubtful::OutsideOwnWords,
            Doubt::Conditional => Doubtful::Conditional {
                word: self.word_of(unread),
            },
            Doubt::ConditionOrWords => Doubtful::ConditionOrWords,
            Doubt::NoteBelow => Doubtful::NoteBelow,
            Doubt::OneTooMany => Doubtful::OneTooMany,
            Doubt::TooLong => Doubtful::TooLong,
            Doubt::OneALine => Doubtful::OneALine,
            Doubt::OneTournament => Doubtful::OneTournament,
            Doubt::Seek => Doubtful::Seek {
                word: self.word_of(unread),
            },
            Doubt::Invitation => Doubtful::Invitation {
                word: self.word_of(unread),
            },
            Doubt::SeekNumber => Doubtful::SeekNumber,
            Doubt::TooManyConditions => Doubtful::TooManyConditions,
            Doubt::Undone => Doubtful::Undone,
        })
    }

    /// The word because of which a line is not read; it is named to whoever wrote it alone.
    fn word_of(&self, unread: &Unread) -> Option<String> {
        let word = unread.word.as_deref().filter(|_| self.is_proven())?;
        Some(self.quoted(word).replace('"', "'"))
    }

    /// What can be written in the place of a line that was not read.
    fn instead_of(&self, unread: &Unread) -> Vec<String> {
        let mended = unread.did_you_mean.as_deref();
        let mended = mended
            .filter(|_| self.is_proven())
            .map(|mended| self.quoted(mended));
        match unread.reason {
            Doubt::Conditional => mended.map_or_else(
                || {
                    vec![
                        "if Nc6 then Bb5".to_owned(),
                        "if Nc6 then Bb5 if a6 then Ba4".to_owned(),
                    ]
                },
                |mended| vec![mended],
            ),
            Doubt::ConditionOrWords => vec!["if Nc6 then Bb5".to_owned()],
            // "Would you like a draw?" is "draw" on a line of its own.
            Doubt::BelowProse => {
                let typed = self.quoted(&unread.line);
                mended
                    .filter(|mended| *mended != typed)
                    .into_iter()
                    .collect()
            }
            Doubt::OneALine | Doubt::OneTournament => mended.into_iter().collect(),
            Doubt::Seek => vec![mended.unwrap_or_else(|| "seek 3 days a move".to_owned())],
            Doubt::Invitation => vec![mended.unwrap_or_else(|| {
                "challenge friend@example.com 3 days a move as white".to_owned()
            })],
            Doubt::SeekNumber => vec![mended.unwrap_or_else(|| "unseek 7".to_owned())],
            Doubt::Prose
            | Doubt::Alternatives
            | Doubt::OutsideOwnWords
            | Doubt::Near
            | Doubt::TooManyConditions
            | Doubt::NoteBelow
            | Doubt::OneTooMany
            | Doubt::Letters
            | Doubt::TooLong
            | Doubt::Undone => Vec::new(),
        }
    }
}
