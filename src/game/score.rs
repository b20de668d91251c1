//! A score that somebody wrote, held against the game: the moves up to now, and one more, which is the one that is meant.
//!
//! Correspondence players write the moves again to show which position they answer; chess programs send the whole game.

use super::Game;
use crate::chess::pgn::Record;
use crate::chess::{Reading, Spelling, san};
use shakmaty::{Chess, Color, Move, Position};

/// What typed moves mean in a game: they may be a line of play from here on, or begin with what was played.
#[derive(Clone, Debug, PartialEq)]
pub enum Typed {
    /// These moves from here on.
    Moves(Vec<Spelling>),
    /// As a score they mean the one, as a line of play from here on the other.
    Question(Vec<Move>),
    /// A score that agrees with the game, and nothing is new in it.
    UpToNow,
    /// A score of another game, and no move from here on either.
    Differs(Difference),
}

/// What a score says in a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Score<T> {
    /// It agrees with the game up to now, and this comes next; what comes after that is not for now.
    Next {
        /// The move that is meant.
        next: T,
        /// What is written behind it.
        rest: Vec<T>,
    },
    /// It agrees with the game, and nothing is new in it.
    UpToNow,
    /// It is another game.
    Differs(Difference),
}

/// The first ply in which a score and the game part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Which ply of the game it is, counted from 0; `None` where they begin in different positions.
    pub ply: Option<u32>,
    /// The move with its number, as it stands in the score.
    pub written: String,
    /// The move with its number, as it was played; empty where the game has not come so far.
    pub played: String,
}

impl Game {
    /// What moves mean that somebody has typed in answer to the present position.
    pub fn typed(&self, moves: &[Spelling]) -> Typed {
        let as_written = Typed::Moves(moves.to_vec());
        let Some(score) = self.compare_typed(moves) else {
            return as_written;
        };
        let numbered = moves
            .iter()
            .any(|spelling| spelling.move_number().is_some());
        let position = self.position();
        // "12. Nf6 Nc6" may be Black's twelfth move, whatever White has played.
        let from_here = moves.first().filter(|first| {
            first.move_number().is_none_or(|number| {
                number.fullmove == position.fullmoves().get() && number.side.is_none()
            })
        });
        match score {
            Score::Next { next, rest } => {
                let as_score: Vec<Spelling> = [next].into_iter().chain(rest).collect();
                let choices: Vec<Move> = as_score
                    .first()
                    .into_iter()
                    .chain(from_here.filter(|_| is_line(position, moves)))
                    .filter_map(|spelling| one(spelling.resolve(position)))
                    .collect();
                match choices.as_slice() {
                    [one, other] if one != other => Typed::Question(choices),
                    _ => Typed::Moves(as_score),
                }
            }
            Score::UpToNow | Score::Differs(_) if !numbered => as_written,
            Score::UpToNow => Typed::UpToNow,
            Score::Differs(difference) => match from_here.map(|first| first.resolve(position)) {
                Some(Reading::One(_) | Reading::Several(_)) => as_written,
                Some(Reading::Impossible(_)) | None => Typed::Differs(difference),
            },
        }
    }

    /// Whether this is the last move that was played, with its number if it has one.
    pub fn ended_with(&self, typed: &Spelling) -> bool {
        let Some((&last, before)) = self.moves().split_last() else {
            return false;
        };
        let position = self.position_after(before.len());
        numbered_so(typed, &position) && one(typed.resolve(&position)) == Some(last)
    }

    /// A capture that says no square, as one on the square to which the last move went; `None` where there was none.
    pub fn taking_back(&self, typed: &Spelling) -> Option<Spelling> {
        let last = self.moves().last()?;
        Some(typed.clone().onto(last.to()))
    }

    /// Moves as they were typed, the first of which is one that was played before. `None` where they do not begin in what
    /// was played.
    fn compare_typed(&self, typed: &[Spelling]) -> Option<Score<Spelling>> {
        let begins = self.begins_at(typed)?;
        let played = self.moves().get(begins..)?;
        let mut position = self.position_after(begins);
        let mut rest = typed.iter();
        for (&played, ply) in played.iter().zip(begins..) {
            let Some(spelling) = rest.next() else {
                return Some(Score::UpToNow);
            };
            let same = numbered_so(spelling, &position)
                && match spelling.resolve(&position) {
                    Reading::One(read) => read == played,
                    // What could be two moves is the one that was played.
                    Reading::Several(choices) => choices.contains(&played),
                    Reading::Impossible(_) => false,
                };
            if !same {
                return Some(Score::Differs(Difference {
                    ply: u32::try_from(ply).ok(),
                    written: numbered(&position, spelling.typed()),
                    played: numbered(&position, &san(&position, played)),
                }));
            }
            position.play_unchecked(played);
        }
        Some(match rest.next() {
            Some(next) => Score::Next {
                next: next.clone(),
                rest: rest.cloned().collect(),
            },
            None => Score::UpToNow,
        })
    }

    /// A whole game in PGN, from its first move.
    pub fn compare_record(&self, record: &Record) -> Score<Move> {
        let mut position = self.start().position().clone();
        if !is_same(&position, &record.start) {
            return Score::Differs(Difference {
                ply: None,
                written: String::new(),
                played: String::new(),
            });
        }
        let mut written = record.line.moves.iter().map(|written| written.played);
        for (&played, ply) in self.moves().iter().zip(0..) {
            let Some(read) = written.next() else {
                return Score::UpToNow;
            };
            if read != played {
                return Score::Differs(Difference {
                    ply: Some(ply),
                    written: numbered(&position, &san(&position, read)),
                    played: numbered(&position, &san(&position, played)),
                });
            }
            position.play_unchecked(played);
        }
        match written.next() {
            Some(next) => Score::Next {
                next,
                rest: written.collect(),
            },
            None => Score::UpToNow,
        }
    }

    /// How many plies come before the first of these moves, where that was played before: by its number, or the first of
    /// the game where none has a number.
    fn begins_at(&self, typed: &[Spelling]) -> Option<usize> {
        if typed.len() < 2 {
            return None;
        }
        let numbered = typed
            .iter()
            .zip(0..)
            .find_map(|(spelling, at)| Some((spelling.move_number()?, at)));
        let before = match numbered {
            Some((number, at)) => {
                let side = number.side.unwrap_or(Color::White);
                // A game may begin with a move of Black's, whom nobody gives three dots then.
                self.plies_before(number.fullmove, side)
                    .or_else(|| self.plies_before(number.fullmove, Color::Black))?
                    .checked_sub(at)?
            }
            // "Qxe7 Nxd5": the last move, and the answer to it.
            None if self.begins_with_last(typed) => self.ply().checked_sub(1)?,
            None => 0,
        };
        (before < self.ply()).then(|| usize::try_from(before).ok())?
    }

    fn begins_with_last(&self, typed: &[Spelling]) -> bool {
        typed.first().is_some_and(|first| self.ended_with(first))
    }

    fn position_after(&self, plies: usize) -> Chess {
        let mut position = self.start().position().clone();
        for &played in self.moves().iter().take(plies) {
            position.play_unchecked(played);
        }
        position
    }
}

/// Whether these moves can be played one behind the other from this position.
pub fn is_line(position: &Chess, moves: &[Spelling]) -> bool {
    let mut line = position.clone();
    moves.iter().all(|spelling| match spelling.resolve(&line) {
        Reading::One(played) => {
            line.play_unchecked(played);
            true
        }
        Reading::Several(_) | Reading::Impossible(_) => false,
    })
}

fn one(reading: Reading) -> Option<Move> {
    match reading {
        Reading::One(played) => Some(played),
        Reading::Several(_) | Reading::Impossible(_) => None,
    }
}

/// Whether the number before a move, if there is one, is that of the next move in this position.
fn numbered_so(spelling: &Spelling, position: &Chess) -> bool {
    spelling.move_number().is_none_or(|number| {
        number.fullmove == position.fullmoves().get()
            && number.side.is_none_or(|side| side == position.turn())
    })
}

/// Whether two games begin alike; the numbers in their first positions make no difference to the moves.
fn is_same(own: &Chess, other: &Chess) -> bool {
    own.board() == other.board()
        && own.turn() == other.turn()
        && own.castles().castling_rights() == other.castles().castling_rights()
}

fn numbered(position: &Chess, text: &str) -> String {
    let number = position.fullmoves();
    match position.turn() {
        Color::White => format!("{number}. {text}"),
        Color::Black => format!("{number}...{text}"),
    }
}

#[cfg(test)]
mod tests;
