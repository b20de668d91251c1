//! A move: is it meant for this position, is it one move, is it legal? Then it is played.

use super::claims::reasons;
use super::prepared::Follow;
use super::scores::{Brought, NextOf};
use super::{Beside, Clerk, Confirmed, Doings};
use crate::chess::{self, LetterCase, Reading, Spelling};
use crate::game::{ClaimRefused, GameNumber, Phase, Refusal, is_line};
use crate::language::{Command, Order};
use crate::letters::Occasion;
use crate::mail::token::Purpose;
use crate::robot::desk::Question;
use shakmaty::{Chess, Color, Move, Position};

impl Clerk<'_, '_, '_> {
    pub(super) fn play(
        &mut self,
        number: GameNumber,
        order: &Order,
        beside: Option<Beside>,
        doings: &mut Doings,
    ) -> bool {
        let me = self.sender.player;
        if self.answers_old_mail(number) {
            return self.stale(number, order, doings);
        }
        let Some(table) = self.desk.tables.get(&number) else {
            return false;
        };
        if let Err(refusal) = table.game.may_move(me) {
            return self.refused(number, order, refusal, doings);
        }
        let position = table.game.position().clone();
        let (chosen, ignored) = if let Command::Moves(moves) = &order.command {
            let side = self.content.message.said_of;
            if side.is_some_and(|side| side != position.turn()) {
                let why = "it says that the other side plays it";
                return self.refuse_in(number, order, why, doings);
            }
            let again = self.content.message.said_again.as_ref();
            if again.is_some_and(|theirs| !table.game.ended_with(theirs)) {
                let why = "it answers another move than the last one of this game";
                return self.refuse_in(number, order, why, doings);
            }
            let moves = self.by_own_habit(number, moves, &position);
            let meant = match self.next_of_score(number, &moves) {
                NextOf::Move(meant) => meant,
                NextOf::Question(choices) => {
                    return self.ask(number, order, &position, choices, doings);
                }
                NextOf::Refused(why) => return self.refuse_in(number, order, &why, doings),
            };
            let Some((first, rest)) = meant.split_first() else {
                return false;
            };
            if let Some(stale) = self.wrong_number(number, first, order) {
                return self.interrupt(number, Some(stale), doings);
            }
            let ignored: Vec<String> = rest
                .iter()
                .map(|spelling| spelling.typed().to_owned())
                .collect();
            match first.resolve(&position) {
                Reading::One(played) => {
                    let choices = choices_among(&position, &meant);
                    if choices.len() > 1 {
                        return self.ask(number, order, &position, choices, doings);
                    }
                    if first.is_questioned() {
                        let refused = Occasion::Refused {
                            read: self.quoted(first.typed()),
                            why: "a question mark stands behind it, so it may be a question"
                                .to_owned(),
                            instead: vec![chess::san(&position, played)],
                            piece_moves: Vec::new(),
                            game: self.mine(number),
                        };
                        return self.interrupt(number, Some(refused), doings);
                    }
                    (played, ignored)
                }
                Reading::Several(choices) => {
                    return self.ask(number, order, &position, choices, doings);
                }
                Reading::Impossible(impossible) => {
                    let sans = |moves: &[Move]| -> Vec<String> {
                        moves.iter().map(|&m| chess::san(&position, m)).collect()
                    };
                    let refused = Occasion::Refused {
                        read: self.quoted(first.typed()),
                        why: impossible.reason.to_string(),
                        instead: sans(&impossible.candidates),
                        piece_moves: sans(&impossible.piece_moves),
                        game: self.mine(number),
                    };
                    return self.interrupt(number, Some(refused), doings);
                }
            }
        } else if order.command.score().is_some() {
            match self.brought(number) {
                Brought::Next(next, _) => (next, Vec::new()),
                Brought::UpToNow(why) | Brought::Other(why) => {
                    return self.refuse_in(number, order, &why, doings);
                }
            }
        } else if let Command::Choice(chosen) = &order.command {
            let question = self
                .desk
                .questions
                .get(&(number, me))
                .filter(|question| question.turn == table.game.turn());
            let choice = question.and_then(|question| {
                let index = usize::from(*chosen).checked_sub(1)?;
                question.choices.get(index).copied()
            });
            let Some(played) = choice else {
                let why = if question.is_some() {
                    "the question has no answer with that number"
                } else {
                    "there is no open question that a number would answer"
                };
                return self.refuse_in(number, order, why, doings);
            };
            (played, Vec::new())
        } else {
            return true;
        };
        if let Command::Moves(_) = &order.command
            && let Some(other) = self.other_brought(number, chosen)
        {
            return self.ask(number, order, &position, vec![chosen, other], doings);
        }
        if !self.content.message.fens.is_empty()
            && let Some(differs) = self.position_differs(number, Some(chosen))
        {
            return self.interrupt(number, Some(differs), doings);
        }
        self.play_chosen(number, order, chosen, beside, ignored, doings)
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
            written_here.contains(&case) || self.desk.piece_letters.contains(&(number, me, case))
        };
        if writes(LetterCase::Large) && !writes(LetterCase::Small) {
            let small = |spelling: &Spelling| spelling.with_small_files(position);
            moves.iter().map(small).collect()
        } else {
            moves.to_vec()
        }
    }

    pub(super) fn play_chosen(
        &mut self,
        number: GameNumber,
        order: &Order,
        chosen: Move,
        beside: Option<Beside>,
        ignored: Vec<String>,
        doings: &mut Doings,
    ) -> bool {
        let me = self.sender.player;
        let Some(table) = self.desk.tables.get_mut(&number) else {
            return false;
        };
        let before = table.game.position().clone();
        let event = match table.game.play(me, chosen) {
            Ok(event) => event,
            Err(refusal) => return self.refused(number, order, refusal, doings),
        };
        let san = chess::san(&before, chosen);
        let letter = letter_of(order, &before, chosen);
        let mut at = self.record_move(number, &event, letter);
        let numbered = numbered(&before, &san);
        doings.moved = true;
        let over = self
            .desk
            .tables
            .get(&number)
            .is_some_and(|table| matches!(table.game.phase(), Phase::Over(_)));
        if over {
            self.tell_the_end(number, Some(numbered), at, &Follow::default(), doings);
            return true;
        }
        let mut claim = Vec::new();
        let mut no_offer = None;
        if let (Some(beside), Some(table)) = (beside, self.desk.tables.get_mut(&number)) {
            if let Beside::Claim(claimed) = beside {
                match table.game.claim_draw(me, claimed, true) {
                    Ok(event) => {
                        let at = self.record(number, &event);
                        let follow = Follow::default();
                        self.tell_the_end(number, Some(numbered), at, &follow, doings);
                        return true;
                    }
                    Err(ClaimRefused::Unfounded(unfounded)) => {
                        claim = reasons(&table.game, &unfounded);
                    }
                    Err(ClaimRefused::Refused(refusal)) => claim = vec![format!("{refusal}.")],
                }
            }
            // A claim that is wrong is an offer (FIDE 9.1.2.3).
            match table.game.offer_draw(me) {
                Ok(event) => {
                    self.record(number, &event);
                }
                // It stands beside the move all the same.
                Err(Refusal::DrawAlreadyOffered) => {}
                Err(refusal) => no_offer = Some(refusal.to_string()),
            }
        }
        // An offer made before the move stands beside it, too.
        let draw_offered = self.desk.tables.get(&number).is_some_and(|table| {
            let offered = table.game.draw_offer();
            offered.is_some() && offered == table.game.side_of(me)
        });
        if let Some(order) = doings.plan.take() {
            self.prepare(number, &order, doings);
        }
        let follow = self.follow(number, chosen).unwrap_or_default();
        at = follow.mine_at.or(at);
        doings.mine_at = follow.theirs_at;
        let Some(table) = self.desk.tables.get(&number) else {
            return false;
        };
        let other = table.game.other(me);
        if let Phase::Over(_) = table.game.phase() {
            let last = self.mine(number).and_then(|game| game.last_move);
            self.tell_the_end(number, last, at, &follow, doings);
            return true;
        }
        let Some([mine, theirs]) = self.desk.view_both(number, me) else {
            return false;
        };
        doings.mine = Some(Occasion::MovePlayed {
            game: mine,
            played: numbered.clone(),
            draw_offered,
            claim: claim.clone(),
            no_offer,
            position_confirmed: !self.content.message.fens.is_empty(),
            ignored: ignored.iter().map(|text| self.quoted(text)).collect(),
            followed: follow.told_to(me),
            prepared: None,
            notes: Vec::new(),
        });
        if self.reaches_other(number) {
            let occasion = Occasion::YourMove {
                game: theirs,
                played: numbered,
                draw_offered,
                claim,
                followed: follow.told_to(other),
                talk: doings.talk.clone(),
            };
            doings.theirs = Some((occasion, at));
        }
        true
    }

    /// Two legal readings: the player chooses by number.
    pub(super) fn ask(
        &mut self,
        number: GameNumber,
        order: &Order,
        position: &Chess,
        choices: Vec<Move>,
        doings: &mut Doings,
    ) -> bool {
        let me = self.sender.player;
        let sans = choices.iter().map(|&m| chess::san(position, m)).collect();
        let Some(table) = self.desk.tables.get(&number) else {
            return false;
        };
        let question = Question {
            turn: table.game.turn(),
            choices,
            changed: true,
        };
        self.desk.questions.insert((number, me), question);
        let question = self.mine(number).map(|game| Occasion::Question {
            read: self.quoted_order(order),
            choices: sans,
            game,
        });
        self.interrupt(number, question, doings)
    }

    /// Whether the game has gone on since its player saw it: in the letter that this mail answers, or when he was asked
    /// about the mail.
    pub(super) fn answers_old_mail(&self, number: GameNumber) -> bool {
        let shown = self
            .sender
            .proof
            .and_then(|code| self.desk.shows_present(code, number));
        match shown {
            Some(present) => !present,
            None => {
                let asked_at = match self.sender.confirmed {
                    Confirmed::Waited => self.desk.confirmed.get(&self.read.mail.id),
                    Confirmed::No | Confirmed::Answers => None,
                };
                let table = self.desk.tables.get(&number);
                table
                    .zip(asked_at)
                    .is_some_and(|(table, asked)| table.times.turned_at > asked.asked_at)
            }
        }
    }

    /// The mail answers an older position: nothing is done, even where it would be legal now.
    pub(super) fn stale(&mut self, number: GameNumber, order: &Order, doings: &mut Doings) -> bool {
        let Some(table) = self.desk.tables.get(&number) else {
            return false;
        };
        let turn = match self.sender.proof {
            Some(Purpose::Game { game, turn, .. }) if game == number => turn,
            // Which position it was is not known.
            Some(Purpose::Game { .. } | Purpose::Player { .. }) | None => {
                let stale = self.mine(number).map(|game| Occasion::Stale {
                    read: self.quoted(&order.typed),
                    answered_move: None,
                    gone_on: true,
                    since: Vec::new(),
                    already_played: false,
                    game,
                });
                return self.interrupt(number, stale, doings);
            }
        };
        // It was set back by the administrator, and that is lost with a database that had to be restored.
        if turn > table.game.turn() {
            let why = "it answers a position that this server does not know any more; the one below counts";
            return self.refuse_in(number, order, why, doings);
        }
        let ply = table.game.ply_at(turn);
        let spelling = order.command.moves().and_then(|moves| moves.first());
        let stale = self.stale_letter(number, ply, &order.typed, spelling);
        self.interrupt(number, stale, doings)
    }

    /// `ply` tells how many plies had been played in the position that it answers, where they still stand.
    pub(super) fn stale_letter(
        &self,
        number: GameNumber,
        ply: Option<u32>,
        typed: &str,
        spelling: Option<&Spelling>,
    ) -> Option<Occasion> {
        let table = self.desk.tables.get(&number)?;
        let mut position = table.game.start().position().clone();
        let mut since = Vec::new();
        let mut answered_move = None;
        let mut already_played = false;
        for (at, &played) in (0..).zip(table.game.moves()) {
            if ply == Some(at) {
                answered_move = Some(move_number(&position));
                already_played = spelling.is_some_and(|spelling| {
                    matches!(spelling.resolve(&position), Reading::One(read) if read == played)
                });
            }
            if ply.is_some_and(|ply| at >= ply) {
                let san = chess::san(&position, played);
                since.push(numbered(&position, &san));
            }
            position.play_unchecked(played);
        }
        Some(Occasion::Stale {
            read: self.quoted(typed),
            answered_move,
            gone_on: false,
            since,
            already_played,
            game: self.mine(number)?,
        })
    }

    /// The answer to a move whose number is not that of the next move: it was meant for another position.
    pub(super) fn wrong_number(
        &self,
        number: GameNumber,
        spelling: &Spelling,
        order: &Order,
    ) -> Option<Occasion> {
        let table = self.desk.tables.get(&number)?;
        let position = table.game.position();
        let wrote = spelling.move_number()?;
        let next = position.fullmoves().get();
        let turn = position.turn();
        // "12. Nf6" for Black's twelfth move is what many people write; "12...Nf6" on White's turn is not.
        let side_fits = wrote
            .side
            .is_none_or(|side| side == turn || side == Color::White);
        if wrote.fullmove == next && side_fits {
            return None;
        }
        if wrote.fullmove < next || (wrote.fullmove == next && turn == Color::White) {
            let side = wrote.side.unwrap_or(turn);
            let ply = table.game.plies_before(wrote.fullmove, side);
            if let Some(ply) = ply.filter(|&ply| ply < table.game.ply()) {
                return self.stale_letter(number, Some(ply), spelling.typed(), Some(spelling));
            }
        }
        let why = if wrote.fullmove == next {
            format!("that is the number of a move of Black's, and it is White's move {next}")
        } else {
            format!(
                "the number says move {}, and the next move is number {next}",
                wrote.fullmove
            )
        };
        Some(Occasion::Refused {
            read: self.quoted_order(order),
            why,
            instead: Vec::new(),
            piece_moves: Vec::new(),
            game: self.mine(number),
        })
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

/// How the letter of the piece was written in the move that was played.
fn letter_of(order: &Order, position: &Chess, played: Move) -> Option<LetterCase> {
    let Command::Moves(moves) = &order.command else {
        return None;
    };
    moves
        .iter()
        .find_map(|spelling| spelling.letter_case(Some((position, played))))
}

/// "12" for White's twelfth move, "12..." for Black's.
pub(super) fn move_number(position: &Chess) -> String {
    let number = position.fullmoves();
    match position.turn() {
        Color::White => number.to_string(),
        Color::Black => format!("{number}..."),
    }
}

/// A move with its number: "12. Nf3" or "12...Nf6".
pub(super) fn numbered(position: &Chess, san: &str) -> String {
    let number = position.fullmoves();
    match position.turn() {
        Color::White => format!("{number}. {san}"),
        Color::Black => format!("{number}...{san}"),
    }
}
