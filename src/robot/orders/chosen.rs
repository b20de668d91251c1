//! Which move is meant: is it written for this position, is it one move, is it legal?

use super::asking::MOST_NAMED;
use super::scores::{Brought, NextOf};
use super::{Confirmed, Execution};
use crate::chess::{self, LetterCase, Reading, Spelling};
use crate::game::{Game, GameNumber, Refusal, is_line};
use crate::language::{Command, Order, numbered_choice};
use crate::letters::{NoMove, Occasion, Why};
use crate::robot::reading::AskedForMove;
use shakmaty::{Chess, Move, Position};

/// The move that an order means.
pub(super) struct Chosen {
    pub(super) played: Move,
    /// What stands behind it and was not read as part of it.
    pub(super) ignored: Vec<String>,
}

/// Why an order plays no move.
pub(super) enum NotPlayed {
    /// Each of these may be meant: the player chooses by number.
    Several(Vec<Move>),
    /// These may be meant, and for this reason none is played before the player has said so.
    Unsure(Vec<Move>, Why),
    /// For this reason.
    Refused(Why),
    /// For what this letter says.
    Told(Box<Occasion>),
    /// There is nothing to be played, and nothing to be said of it.
    Nothing,
}

impl From<Occasion> for NotPlayed {
    fn from(occasion: Occasion) -> NotPlayed {
        NotPlayed::Told(Box::new(occasion))
    }
}

impl From<Refusal> for NotPlayed {
    fn from(refusal: Refusal) -> NotPlayed {
        NotPlayed::Refused(refusal.into())
    }
}

impl Execution<'_, '_, '_> {
    /// The one move that an order means, held against all else that the mail says of it.
    pub(super) fn chosen(&self, number: GameNumber, order: &Order) -> Result<Chosen, NotPlayed> {
        let Some(loaded) = self.batch.games.get(&number) else {
            return Err(NotPlayed::Nothing);
        };
        loaded.game.may_move(self.sender.player)?;
        let chosen = if let Command::Moves(moves) = &order.command {
            let chosen = self.written(number, order, moves, &loaded.game)?;
            if let Some(other) = self.other_brought(number, chosen.played) {
                return Err(NotPlayed::Several(vec![chosen.played, other]));
            }
            chosen
        } else {
            Chosen {
                played: self.pointed_at(number, order, &loaded.game)?,
                ignored: Vec::new(),
            }
        };
        if !self.content.message.fens.is_empty()
            && let Some(differs) = self.position_differs(number, Some(chosen.played))
        {
            return Err(differs.into());
        }
        Ok(chosen)
    }

    /// The move that is written, where it is written for this position.
    fn written(
        &self,
        number: GameNumber,
        order: &Order,
        moves: &[Spelling],
        game: &Game,
    ) -> Result<Chosen, NotPlayed> {
        let position = game.position();
        let refused = |why: NoMove| Err(NotPlayed::Refused(why.into()));
        let side = self.content.message.said_of;
        if side.is_some_and(|side| side != position.turn()) {
            return refused(NoMove::OtherSide);
        }
        let again = self.content.message.said_again.as_ref();
        if again.is_some_and(|theirs| !game.ended_with(theirs)) {
            return refused(NoMove::AnswersAnotherMove);
        }
        let moves = if self.content.message.takes_back {
            moves.iter().map(|typed| game.taking_back(typed)).collect()
        } else {
            Some(moves.to_vec())
        };
        let Some(moves) = moves else {
            return refused(NoMove::AnswersAnotherMove);
        };
        let moves = self.by_own_habit(number, &moves, position);
        let meant = match self.next_of_score(number, &moves) {
            NextOf::Move(meant) => meant,
            NextOf::Question(choices) => return Err(NotPlayed::Several(choices)),
            NextOf::Refused(why) => return Err(NotPlayed::Refused(why.into())),
        };
        let Some((first, rest)) = meant.split_first() else {
            return Err(NotPlayed::Nothing);
        };
        let played = self.under_its_number(number, order, first, position)?;
        let choices = choices_among(position, &meant);
        if choices.len() > 1 {
            return Err(NotPlayed::Several(choices));
        }
        if first.is_questioned() {
            return Err(NotPlayed::Unsure(vec![played], NoMove::Questioned.into()));
        }
        let ignored = rest.iter().map(|spelling| spelling.typed().to_owned());
        Ok(Chosen {
            played,
            ignored: ignored.collect(),
        })
    }

    /// The only legal move that can be read in these words, if the number before it is that of the next move, or that of an answer
    /// which stands for the same.
    fn under_its_number(
        &self,
        number: GameNumber,
        order: &Order,
        first: &Spelling,
        position: &Chess,
    ) -> Result<Move, NotPlayed> {
        let Some(answer) = self.numbered_answer(number, order) else {
            if let Some(stale) = self.wrong_number(number, first, order) {
                return Err(stale.into());
            }
            // "2 for d4" answers a question, and there is none; "Sorry for the delay! d4" answers nothing.
            if numbered_choice(&order.typed).is_some() {
                return Err(NotPlayed::Refused(NoMove::NoQuestion.into()));
            }
            return self.resolved(number, first, position);
        };
        let played = self.resolved(number, first, position)?;
        match answer == played {
            true => Ok(played),
            false => Err(NotPlayed::Several(vec![answer, played])),
        }
    }

    /// The move for which the number stands that is written before one, as in "3 d4", in an answer to the letter that asks which
    /// is meant.
    fn numbered_answer(&self, number: GameNumber, order: &Order) -> Option<Move> {
        let question = self.batch.questions.get(&(number, self.sender.player))?;
        let loaded = self.batch.games.get(&number)?;
        if self.content.asked_for_move == AskedForMove::No || question.turn != loaded.game.turn() {
            return None;
        }
        let (digits, _) = order.typed.trim().split_once([' ', ')'])?;
        let index = digits.parse::<usize>().ok()?.checked_sub(1)?;
        question.choices.get(index).copied()
    }

    /// The only legal move that can be read in these words.
    fn resolved(
        &self,
        number: GameNumber,
        spelling: &Spelling,
        position: &Chess,
    ) -> Result<Move, NotPlayed> {
        match spelling.resolve(position) {
            Reading::One(played) => Ok(played),
            Reading::Several(choices) => Err(NotPlayed::Several(choices)),
            Reading::Impossible(impossible)
                if spelling.is_in_foreign_letters()
                    && (1..=MOST_NAMED).contains(&impossible.candidates.len()) =>
            {
                let why = impossible.reason.clone().into();
                Err(NotPlayed::Unsure(impossible.candidates, why))
            }
            Reading::Impossible(impossible) => {
                let sans = |moves: &[Move]| -> Vec<String> {
                    moves.iter().map(|&m| chess::san(position, m)).collect()
                };
                Err(NotPlayed::from(Occasion::Refused {
                    also: Vec::new(),
                    read: self.quoted(spelling.typed()),
                    why: impossible.reason.clone().into(),
                    instead: sans(&impossible.candidates),
                    piece_moves: sans(&impossible.piece_moves),
                    game: self.mine(number),
                }))
            }
        }
    }

    /// The move that is not written, but brought by a score, or chosen by the number of an answer.
    fn pointed_at(
        &self,
        number: GameNumber,
        order: &Order,
        game: &Game,
    ) -> Result<Move, NotPlayed> {
        if order.command.score().is_some() {
            return match self.brought(number) {
                Brought::Next(next, _) => Ok(next),
                Brought::UpToNow(why) | Brought::Other(why) => Err(NotPlayed::Refused(why.into())),
            };
        }
        let Command::Choice(chosen) = &order.command else {
            return Err(NotPlayed::Nothing);
        };
        // What was asked about by its move is confirmed; a number in answer to any other letter may count something else.
        let is_answer = match self.content.asked_for_move {
            AskedForMove::Yes => self.content.numbers_shown.contains(chosen),
            AskedForMove::Perhaps => true,
            AskedForMove::No => self.sender.confirmed == Confirmed::Waited,
        };
        if !is_answer && let Some(asked) = self.asked_again(number, order) {
            return Err(asked.into());
        }
        let question = self
            .batch
            .questions
            .get(&(number, self.sender.player))
            .filter(|question| question.turn == game.turn());
        let choice = question.and_then(|question| {
            let index = usize::from(*chosen).checked_sub(1)?;
            question.choices.get(index).copied()
        });
        choice.ok_or_else(|| {
            let why = if question.is_some() {
                NoMove::NoSuchAnswer
            } else {
                NoMove::NoQuestion
            };
            NotPlayed::Refused(why.into())
        })
    }

    /// A small b is the pawn for who has written a piece with a capital letter, in this mail or in an earlier move of this
    /// game, and never with a small one.
    pub(super) fn by_own_habit(
        &self,
        number: GameNumber,
        moves: &[Spelling],
        position: &Chess,
    ) -> Vec<Spelling> {
        let me = self.sender.player;
        let written_here = self
            .content
            .message
            .orders
            .iter()
            .flat_map(|order| order.command.spellings())
            .filter_map(|spelling| spelling.letter_case(None))
            .collect::<Vec<_>>();
        let writes = |case| {
            written_here.contains(&case) || self.batch.piece_letters.contains(&(number, me, case))
        };
        if writes(LetterCase::Large) && !writes(LetterCase::Small) {
            let small = |spelling: &Spelling| spelling.with_small_files(position);
            moves.iter().map(small).collect()
        } else {
            moves.to_vec()
        }
    }
}

/// The moves that could be meant where several stand in a row. "12. Nf3 Nc6 13. Bb5" is a line of play that begins with
/// the one to be played; in "e4 d4" either may be meant, and so in "e6 e5", though White could answer so.
pub(super) fn choices_among(position: &Chess, moves: &[Spelling]) -> Vec<Move> {
    let follows = is_line(position, moves);
    let mut choices = Vec::new();
    for (at, spelling) in moves.iter().enumerate() {
        // In a line of play the number before a move says whose it is.
        if at > 0 && follows && spelling.move_number().is_some() {
            break;
        }
        if let Reading::One(played) = spelling.resolve(position)
            && !choices.contains(&played)
        {
            choices.push(played);
        }
    }
    choices
}
