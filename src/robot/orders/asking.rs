//! Which move is meant, asked with a number for each; where a mail speaks of a single one, a "yes" plays it.

use super::which_game::offered_to;
use super::{Effects, Execution};
use crate::chess::{self, Reading};
use crate::game::{GameNumber, Phase};
use crate::language::{Command, Doubt, MOST_CHOICES, Message, Order, is_a_move};
use crate::letters::{AskedMove, Doubtful, NoAnswer, NoMove, Occasion, Unsure, Why};
use crate::robot::batch::Question;
use crate::robot::reading::AskedForMove;
use shakmaty::{Chess, Move};
use std::ops::ControlFlow;

/// A mail that names more legal moves than these talks about the game.
pub(super) const MOST_NAMED: usize = 4;

/// The legal moves that a mail speaks of, each once; where it writes none down, those of which it says something.
pub(super) fn named_moves(message: &Message, position: &Chess) -> Vec<Move> {
    let spelled = message
        .named
        .iter()
        .flat_map(|spelling| match spelling.resolve(position) {
            Reading::One(only) => vec![only],
            Reading::Several(several) => several,
            Reading::Impossible(_) => Vec::new(),
        });
    let mut named = each_once(spelled);
    if named.is_empty() {
        let described = message.described.iter();
        named = each_once(described.flat_map(|described| described.moves(position)));
    }
    named
}

fn each_once(moves: impl Iterator<Item = Move>) -> Vec<Move> {
    let mut once: Vec<Move> = Vec::new();
    for one in moves {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}

impl Execution<'_, '_, '_> {
    /// An order can be read as several moves: the player chooses by number.
    pub(super) fn ask(
        &mut self,
        number: GameNumber,
        order: &Order,
        choices: &[Move],
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let numbered = self.numbered(number, choices);
        if numbered.len() < choices.len() {
            return self.refuse_in(number, order, NoMove::SeveralMoves, effects);
        }
        let choices = self.asked_moves(number, &numbered);
        let question = self.mine(number).map(|game| Occasion::Question {
            read: self.quoted_order(order),
            unsure: Unsure::Reading,
            why: None,
            choices,
            also: Vec::new(),
            game,
        });
        self.interrupt(number, question, effects)
    }

    /// An order is nearly one of these moves, and for this reason none is played: whether it is meant, they say.
    pub(super) fn ask_whether(
        &mut self,
        number: GameNumber,
        order: &Order,
        (moves, why): (&[Move], Why),
        effects: &mut Effects,
    ) -> ControlFlow<()> {
        let choices = self.taken_by_yes(number, moves);
        let question = self.mine(number).map(|game| Occasion::Question {
            read: self.quoted_order(order),
            unsure: Unsure::Saying,
            why: Some(why),
            choices,
            also: Vec::new(),
            game,
        });
        self.interrupt(number, question, effects)
    }

    /// These moves with their numbers; a single one is taken by "yes", where that can mean nothing else.
    fn taken_by_yes(&mut self, number: GameNumber, moves: &[Move]) -> Vec<AskedMove> {
        let numbered = self.numbered(number, moves);
        let mut choices = self.asked_moves(number, &numbered);
        if let [only] = choices.as_mut_slice()
            && self.is_only_question(number)
        {
            "yes".clone_into(&mut only.answer);
        }
        choices
    }

    /// The question whether a move is meant of which this mail speaks, where it orders nothing. Only whoever has shown that it is
    /// their mail, and is to move, is asked.
    pub(super) fn asked_whether_meant(&mut self, game: Option<GameNumber>) -> Option<Occasion> {
        let number = game.filter(|_| self.is_proven())?;
        if !self.speaks_of_moves() {
            return None;
        }
        let named = self
            .named_here(number)
            .or_else(|| self.asked_before(number))?;
        let choices = self.taken_by_yes(number, &named);
        if choices.len() < named.len() {
            return None;
        }
        let unread = self.content.message.unread.as_ref()?;
        Some(Occasion::Question {
            read: self.quoted(&unread.line),
            unsure: Unsure::Saying,
            why: (unread.reason == Doubt::Undone).then(|| Doubtful::Undone.into()),
            choices,
            also: self.also_unread(),
            game: self.mine(number)?,
        })
    }

    /// The moves that were asked about at this turn once more, where a "yes" does not say which of them is meant; and that none of
    /// them was played, where the answer is "no".
    pub(super) fn asked_again(&self, number: GameNumber, order: &Order) -> Option<Occasion> {
        let loaded = self.batch.games.get(&number)?;
        let question = self.batch.questions.get(&(number, self.sender.player))?;
        if question.turn != loaded.game.turn() {
            return None;
        }
        let game = self.mine(number)?;
        if order.command == Command::No {
            return Some(Occasion::Refused {
                also: Vec::new(),
                read: self.quoted_order(order),
                why: NoAnswer::NoneOfThem.into(),
                instead: Vec::new(),
                piece_moves: Vec::new(),
                game: Some(game),
            });
        }
        let numbered: Vec<(usize, Move)> = (1..).zip(question.choices.iter().copied()).collect();
        let unsettled = self.content.message.unsettled.as_deref();
        Some(Occasion::Question {
            read: unsettled.map_or_else(|| self.quoted_order(order), |line| self.quoted(line)),
            unsure: Unsure::Saying,
            why: None,
            choices: self.asked_moves(number, &numbered),
            also: Vec::new(),
            game,
        })
    }

    /// Whether what was not read may be a move, and nothing else.
    fn speaks_of_moves(&self) -> bool {
        let Some(unread) = self.content.message.unread.as_ref() else {
            return false;
        };
        match unread.reason {
            Doubt::Prose
            | Doubt::Near
            | Doubt::Alternatives
            | Doubt::BelowProse
            | Doubt::Letters
            | Doubt::Undone => unread.did_you_mean.as_deref().is_none_or(is_a_move),
            Doubt::OutsideOwnWords
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
            | Doubt::TooLong => false,
        }
    }

    /// The legal moves of which the mail speaks, where they are few and its writer is to move.
    fn named_here(&self, number: GameNumber) -> Option<Vec<Move>> {
        let game = &self.batch.games.get(&number)?.game;
        if game.phase() != Phase::Playing || game.may_move(self.sender.player).is_err() {
            return None;
        }
        let named = named_moves(&self.content.message, game.position());
        ((1..=MOST_NAMED).contains(&named.len())).then_some(named)
    }

    /// The moves that the letter asks about which this mail answers without saying which.
    fn asked_before(&self, number: GameNumber) -> Option<Vec<Move>> {
        let loaded = self.batch.games.get(&number)?;
        let question = self.batch.questions.get(&(number, self.sender.player))?;
        let open =
            question.turn == loaded.game.turn() && self.content.asked_for_move == AskedForMove::Yes;
        open.then(|| question.choices.clone())
    }

    /// These moves with the number that each has in this player's answers. At one turn a number means the same move whichever
    /// of our letters is answered.
    fn numbered(&mut self, number: GameNumber, moves: &[Move]) -> Vec<(usize, Move)> {
        let Some(loaded) = self.batch.games.get(&number) else {
            return Vec::new();
        };
        let turn = loaded.game.turn();
        let key = (number, self.sender.player);
        let earlier = self.batch.questions.get(&key);
        let mut known = earlier
            .filter(|question| question.turn == turn)
            .map_or_else(Vec::new, |question| question.choices.clone());
        for one in moves {
            if !known.contains(one) && known.len() < usize::from(MOST_CHOICES) {
                known.push(*one);
            }
        }
        let at = |one: &Move| Some((known.iter().position(|other| other == one)? + 1, *one));
        let mut numbered: Vec<(usize, Move)> = moves.iter().filter_map(at).collect();
        numbered.sort_by_key(|(number, _)| *number);
        let question = Question {
            turn,
            choices: known,
            changed: true,
        };
        self.batch.questions.insert(key, question);
        numbered
    }

    fn asked_moves(&self, number: GameNumber, numbered: &[(usize, Move)]) -> Vec<AskedMove> {
        let Some(loaded) = self.batch.games.get(&number) else {
            return Vec::new();
        };
        let position = loaded.game.position();
        let asked = numbered.iter().map(|&(answer, one)| AskedMove {
            san: chess::san(position, one),
            answer: answer.to_string(),
        });
        asked.collect()
    }

    /// Whether a "yes" can mean nothing but the one move that was asked about at this turn.
    fn is_only_question(&self, number: GameNumber) -> bool {
        let me = self.sender.player;
        let asked = self.batch.questions.get(&(number, me));
        let loaded = self.batch.games.get(&number);
        asked.is_some_and(|question| question.choices.len() == 1)
            && loaded.is_some_and(|loaded| offered_to(&loaded.game, me).is_empty())
    }
}
