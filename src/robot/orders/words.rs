//! Words: for the opponent, or for nobody that we could find.

use super::which_game::could_mean;
use super::{Clerk, Doings};
use crate::budget::{LINE_OF_PLAY, LINES_OF_PLAY, LINES_SCANNED, LINES_UNPROVEN};
use crate::game::{GameNumber, Phase};
use crate::language::{Command, Doubt, Order, without_addresses};
use crate::letters::{Occasion, clean_talk};
use crate::mail::address;
use crate::robot::allowances::Allowance;
use crate::robot::doors::only_asks;
use crate::robot::reading::game_of;

impl<'m> Clerk<'_, '_, 'm> {
    /// What the sender wrote, as his opponent gets it. Header fields and attributions that were not known for what they are
    /// would tell the sender's addresses and ours: those are taken out.
    pub(super) fn for_the_other(&self, words: &str) -> Option<String> {
        clean_talk(&self.without_private_addresses(words))
    }

    pub(super) fn without_private_addresses(&self, words: &str) -> String {
        without_addresses(words, |address| {
            let key = address::key(address);
            let incoming = &self.content.incoming;
            self.desk.house.owns(address)
                || key == address::key(&self.address())
                || incoming.senders.iter().any(|own| address::key(own) == key)
                || self
                    .desk
                    .own_addresses
                    .iter()
                    .any(|own| own.player_id == self.sender.player.0 && own.key == key)
        })
    }

    /// Passes on what the sender wrote to his opponent, or says why not.
    pub(super) fn pass_on(&mut self, number: GameNumber, orders: &[&Order], doings: &mut Doings) {
        match self.words_for_the_other(number, doings) {
            Ok(Some(theirs)) => {
                doings.theirs = Some(theirs);
                doings.mine = self.mine(number).map(|game| Occasion::TalkSent { game });
            }
            Ok(None) => {}
            Err(why) => {
                if let Some(order) = orders.first() {
                    self.refuse_in(number, order, why, doings);
                }
            }
        }
    }

    /// The same where something was kept that he is told of: a sentence more for him.
    pub(super) fn pass_on_beside(&mut self, number: GameNumber, doings: &mut Doings) {
        let told = match self.words_for_the_other(number, doings) {
            Ok(Some(theirs)) => {
                doings.theirs = Some(theirs);
                "What you wrote below it was passed on.".to_owned()
            }
            Ok(None) => return,
            Err(why) => format!("What you wrote below it was not passed on: {why}."),
        };
        doings.notes.push(told);
    }

    /// The letter that brings the sender's words to his opponent.
    fn words_for_the_other(
        &mut self,
        number: GameNumber,
        doings: &Doings,
    ) -> Result<Option<(Occasion, Option<u32>)>, &'static str> {
        let Some(talk) = doings.talk.clone() else {
            return Ok(None);
        };
        let me = self.sender.player;
        let Some(table) = self.desk.tables.get(&number) else {
            return Ok(None);
        };
        let other = table.game.other(me);
        let settled = matches!(table.game.phase(), Phase::Playing | Phase::Over(_));
        let acquainted = self.desk.is_active(me) && self.desk.is_active(other);
        if !settled && !acquainted {
            return Err("messages can be sent when the challenge has been accepted");
        }
        if !self.reaches_other(number) {
            return Err("your opponent does not want mail now");
        }
        let address = self.address();
        if !self.desk.spend(&address, Allowance::Talk) {
            return Err("you have written to your opponents very often today; try again tomorrow");
        }
        let theirs = self.theirs(number);
        Ok(theirs.map(|game| (Occasion::Talk { game, talk }, None)))
    }

    /// "Yes", "no" and numbers beside other orders, where nothing is open that they would answer: they are words. So is the
    /// "no" beside a move, which declines what was offered by itself.
    pub(super) fn idle_answers(&self) -> Vec<&'m Order> {
        let orders = &self.content.message.orders;
        let answers = |order: &Order| {
            matches!(
                order.command,
                Command::Yes | Command::No | Command::Choice(_)
            )
        };
        let Some(other) = orders.iter().find(|order| !answers(order)) else {
            return Vec::new();
        };
        let me = self.sender.player;
        let number = self.game_for(other).ok();
        let table = number.and_then(|number| self.desk.tables.get(&number));
        let asked = number
            .and_then(|number| self.desk.questions.get(&(number, me)))
            .zip(table)
            .is_some_and(|(question, table)| question.turn == table.game.turn());
        let offered = table.is_some_and(|table| could_mean(&Command::Accept, &table.game, me));
        let moves = matches!(other.command, Command::Moves(_));
        let idle = |order: &&Order| {
            matches!(order.command, Command::Choice(_)) && !asked
                || matches!(order.command, Command::Yes) && !offered
                || matches!(order.command, Command::No) && (!offered || moves)
        };
        orders.iter().filter(idle).collect()
    }

    /// A "yes" to what was offered, beside a move, which declines it. `None` where there is none.
    pub(super) fn yes_beside_a_move(&self, idle: &[&Order]) -> Option<(&'m Order, &'m Order)> {
        let orders = &self.content.message.orders;
        let yes = |order: &&Order| order.command == Command::Yes && !idle.contains(order);
        let moves = |order: &&Order| matches!(order.command, Command::Moves(_));
        Some((orders.iter().find(yes)?, orders.iter().find(moves)?))
    }

    /// A mail without any order: a position to be confirmed, or words that are for nobody.
    pub(super) fn answer_without_orders(&mut self) {
        let message = &self.content.message;
        let mine = |number: &GameNumber| {
            self.desk
                .tables
                .get(number)
                .is_some_and(|table| table.game.has(self.sender.player))
        };
        let game = game_of(self.content).filter(mine);
        if !message.fens.is_empty()
            && message
                .unread
                .as_ref()
                .is_none_or(|unread| unread.reason == Doubt::Prose)
            && let Some(number) = game
        {
            let occasion = self
                .position_differs(number, None)
                .or_else(|| self.shown(number, true));
            if let Some(occasion) = occasion {
                self.inform(occasion, Some(number));
            }
            return;
        }
        if self.content.incoming.encrypted {
            let why = "it is encrypted, and this server has no key".to_owned();
            self.inform(Occasion::Unreadable { why }, None);
            return;
        }
        let unread = message.unread.as_ref();
        // Somebody who nearly said something is a person; who says nothing at all may be a robot that thanks us.
        let robotic = unread.is_none_or(|unread| match unread.reason {
            Doubt::Prose => unread.did_you_mean.is_none(),
            Doubt::Alternatives
            | Doubt::BelowProse
            | Doubt::OutsideOwnWords
            | Doubt::Near
            | Doubt::Conditional
            | Doubt::ConditionOrWords
            | Doubt::TooManyConditions
            | Doubt::NoteBelow
            | Doubt::OneTooMany
            | Doubt::OneALine
            | Doubt::Letters
            | Doubt::TooLong => false,
        });
        if robotic {
            let line = unread.map(|unread| self.quoted(&unread.line));
            self.answer_unclear(self.doubtful(game), line, game);
        } else {
            self.answer_within(Allowance::Information, self.doubtful(game), game);
        }
    }

    /// Answers a mail in which there is nothing that could be done. Who says something new is a person, if they have proven
    /// themselves; who says the same again, or answers within a minute, may be a robot. The last answer of the day says that
    /// it is, and shows this line.
    pub(super) fn answer_unclear(
        &mut self,
        answer: Occasion,
        line: Option<String>,
        game: Option<GameNumber>,
    ) {
        let address = self.address();
        let again = self.desk.said_before(&address, &self.content.words_key);
        let allowance = if again || self.content.hasty || !self.is_proven() {
            Allowance::NotUnderstood
        } else {
            Allowance::Unclear
        };
        if !self.may_answer(allowance) {
            self.refuse_to_answer();
            return;
        }
        let answer = if self.desk.is_spent(&address, allowance) {
            Occasion::LastAnswer {
                line,
                contact: self.desk.house.contact.clone(),
                game: game.and_then(|number| self.mine(number)),
            }
        } else {
            answer
        };
        self.tell(answer, game);
    }

    /// A mail gets one answer: what is doubtful in it stands in the one that tells of the move.
    pub(super) fn add_doubt(&mut self, doings: &mut Doings) {
        if self.doubt_told || !self.leaves_doubt() {
            return;
        }
        let Some(Occasion::MovePlayed { .. }) = doings.mine else {
            return;
        };
        let Occasion::Refused {
            read, why, instead, ..
        } = self.doubtful(None)
        else {
            return;
        };
        let mut words = format!("Your mail says \"{read}\" as well, but {why}.");
        if let Some(example) = instead.first() {
            words.push_str(&format!(" Write it as in \"{example}\"."));
        }
        doings.notes.push(words);
        self.doubt_told = true;
    }

    /// Tells of what was not done beside orders that were carried out.
    pub(super) fn mention_doubt(&mut self) {
        if self.doubt_told || !self.leaves_doubt() {
            return;
        }
        let mine = |number: &GameNumber| {
            self.desk
                .tables
                .get(number)
                .is_some_and(|table| table.game.has(self.sender.player))
        };
        let game = game_of(self.content).filter(mine);
        self.inform(self.doubtful(game), game);
    }

    /// Whether something beside the orders was perhaps meant to be done.
    fn leaves_doubt(&self) -> bool {
        let message = &self.content.message;
        let moved = message
            .orders
            .iter()
            .any(|order| matches!(order.command, Command::Moves(_)));
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
                | Doubt::Letters => true,
                // Words below a question are for nobody.
                Doubt::TooLong => !only_asks(self.content),
                // Where a move was made, what stands below it is talk and has been passed on.
                Doubt::Near => !moved,
                Doubt::Prose => false,
            })
    }

    /// The answer to a line that was not read, with the reason where there is one.
    pub(super) fn doubtful(&self, game: Option<GameNumber>) -> Occasion {
        let unread = self.content.message.unread.as_ref();
        let game = game.and_then(|number| self.mine(number));
        let refused = |line: &str, why: &str| Occasion::Refused {
            read: self.quoted(line),
            why: why.to_owned(),
            instead: Vec::new(),
            piece_moves: Vec::new(),
            game: game.clone(),
        };
        match unread {
            Some(unread) if unread.reason == Doubt::Alternatives => refused(
                &unread.line,
                "with that there is more than one move to choose from; write only the one that you mean",
            ),
            Some(unread) if unread.reason == Doubt::BelowProse => refused(
                &unread.line,
                "it stands below other words; if you want that done, write it on the first line",
            ),
            Some(unread) if unread.reason == Doubt::Letters => refused(
                &unread.line,
                "your mail does not say clearly in which language its piece letters are; write it again when that is set",
            ),
            Some(unread) if unread.reason == Doubt::OutsideOwnWords => refused(
                &unread.line,
                "it stands where a signature or an older mail stands; if you want that done, write it on the first line",
            ),
            Some(unread) if unread.reason == Doubt::Conditional => {
                let word = unread.word.as_deref().filter(|_| self.is_proven());
                let because = word.map_or(String::new(), |word| {
                    format!(", because of \"{}\"", self.quoted(word).replace('"', "'"))
                });
                let why = format!(
                    "it looks like conditional moves and cannot be read as such{because}; no conditional moves of this mail \
                     are kept, and nothing below it was passed on, so that your opponent sees none of them"
                );
                let instead = match &unread.did_you_mean {
                    Some(mended) if self.is_proven() => vec![self.quoted(mended)],
                    Some(_) | None => vec![
                        "if Nc6 then Bb5".to_owned(),
                        "if Nc6 then Bb5 if a6 then Ba4".to_owned(),
                    ],
                };
                Occasion::Refused {
                    read: self.quoted(&unread.line),
                    why,
                    instead,
                    piece_moves: Vec::new(),
                    game,
                }
            }
            Some(unread) if unread.reason == Doubt::ConditionOrWords => {
                let why = "it may be conditional moves, which your opponent must not see, or words for them; nothing \
                           below your orders was passed on, and no conditional moves of this mail are kept. Write \
                           conditional moves on lines of their own right below your move, and words without them"
                    .to_owned();
                Occasion::Refused {
                    read: self.quoted(&unread.line),
                    why,
                    instead: vec!["if Nc6 then Bb5".to_owned()],
                    piece_moves: Vec::new(),
                    game,
                }
            }
            Some(unread) if unread.reason == Doubt::NoteBelow => refused(
                &unread.line,
                "it may be a note, which your opponent must not see, and stands where words for them stand; nothing below \
                 your orders was passed on, and this note was not kept. Write a note above your other words, with its \
                 text on the same line, and at most ten orders in one mail",
            ),
            Some(unread) if unread.reason == Doubt::OneTooMany => refused(
                &unread.line,
                &format!(
                    "a mail does at most {LINES_SCANNED} orders; this one and the orders below it are not done. Send them \
                     in a mail of their own"
                ),
            ),
            Some(unread) if unread.reason == Doubt::TooLong => refused(
                &unread.line,
                &format!(
                    "of a mail that does not answer one of ours only the first {LINES_UNPROVEN} lines are read, or fewer \
                     where they are long; from this line on it was neither read nor passed on. Send that in answer to a \
                     mail of ours"
                ),
            ),
            Some(unread) if unread.reason == Doubt::OneALine => Occasion::Refused {
                read: self.quoted(&unread.line),
                why: "it names several games; name one on each line".to_owned(),
                instead: unread
                    .did_you_mean
                    .iter()
                    .filter(|_| self.is_proven())
                    .map(|meant| self.quoted(meant))
                    .collect(),
                piece_moves: Vec::new(),
                game,
            },
            Some(unread) if unread.reason == Doubt::TooManyConditions => refused(
                &unread.line,
                &format!(
                    "it holds more conditional moves than are read in one mail; none of this mail are kept, and nothing \
                     below it was passed on, so that your opponent sees none of them. Send the most important ones: at \
                     most {LINES_OF_PLAY} lines are kept, of {} moves of each side",
                    LINE_OF_PLAY / 2
                ),
            ),
            Some(_) | None => Occasion::NotUnderstood {
                line: unread.map(|unread| self.quoted(&unread.line)),
                did_you_mean: unread
                    .and_then(|unread| unread.did_you_mean.as_deref())
                    .map(|meant| self.quoted(meant)),
                game,
            },
        }
    }
}
