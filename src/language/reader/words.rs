//! What is for the opponent, and what among it may have been meant for us.

use super::Reader;
use super::next::Next;
use crate::budget::{FENS, SCORE};
use crate::chess::position::find_fens;
use crate::language::command::{Command, Order, Setup};
use crate::language::message::Doubt;
use crate::language::{GAME_IN_PGN, consent, pasted, play, printable, sentences};

impl Reader {
    pub(super) fn talk(&mut self, lines: &[String]) {
        let pasted = pasted::games(lines);
        // A game that was played is no plan.
        let played = pasted.clone().unwrap_or_default();
        let [above, below] = [lines.get(..played.start), lines.get(played.end..)];
        let secret = || {
            let mut words = [above, below].into_iter().flatten();
            words.find_map(|words| self.secret_in(words))
        };
        if !self.message.orders.is_empty()
            && let Some((secret, doubt)) = secret()
        {
            let _ = self.keep_back(&secret, doubt);
            return;
        }
        match pasted {
            Some(found) => {
                for words in [above, below].into_iter().flatten() {
                    self.collect_fens(&without_quoted(words), &[]);
                }
                self.score(lines.get(found).unwrap_or_default());
            }
            None => self.collect_fens(&without_quoted(lines), &[]),
        }
        let greeting = self.greeting.take();
        let all: Vec<String> = greeting
            .into_iter()
            .chain(self.behind.drain(..))
            .chain(lines.iter().map(|line| printable(line)))
            .collect();
        let text = all.join("\n").trim().to_owned();
        self.message.talk = (!text.is_empty()).then_some(text);
    }

    /// What an order says beside itself in a sentence is for the opponent: "I resign, well played!".
    pub(super) fn said_behind_order(&mut self, line: &str) {
        self.behind
            .extend(consent::words_behind(line, self.letters));
    }

    /// What is said behind a move on its line is for the opponent: "e4 good luck!".
    pub(super) fn said_behind_move(&mut self, line: &str) {
        if find_fens(&printable(line)).is_empty() {
            self.behind.extend(play::words_behind(line, self.letters));
        }
    }

    /// `say`: the rest of its line, and all lines below it, are for the opponent of this game. What stands above is said to
    /// the one of the mail.
    pub(super) fn say(
        &mut self,
        game: Option<i64>,
        text: String,
        line: &str,
        left: &[String],
    ) -> Next {
        let below = left.get(1..).unwrap_or_default();
        if let Some((secret, doubt)) = self.secret_in(below) {
            return self.keep_back(&secret, doubt);
        }
        let mut said = vec![text];
        said.extend(below.iter().map(|line| printable(line)));
        let text = said.join("\n").trim().to_owned();
        self.collect_fens(&without_quoted(left), &[]);
        if !text.is_empty() {
            self.push(game, Command::Say(text), printable(line));
        }
        let above: Vec<String> = self
            .greeting
            .take()
            .into_iter()
            .chain(self.behind.drain(..))
            .collect();
        self.message.talk = (!above.is_empty()).then(|| above.join("\n"));
        Next::Break(())
    }

    /// A game in PGN is the move with which it goes on, and stays a part of what is said until it is known for one.
    fn score(&mut self, lines: &[String]) {
        let pgn: Vec<String> = lines.iter().map(|line| printable(line)).collect();
        if pgn.iter().map(String::len).sum::<usize>() > SCORE {
            return;
        }
        self.push(None, Command::Score(pgn.join("\n")), GAME_IN_PGN.to_owned());
    }

    /// A move alone on a line below the orders may take back the one above: "e4 / no, better / d4".
    pub(super) fn second_thoughts(&mut self, talk: &[String], limit: usize) {
        let below: Vec<&String> = talk
            .iter()
            .filter(|line| !line.trim().is_empty())
            .take(limit.saturating_add(1))
            .filter(|line| !self.is_played(line))
            .collect();
        let second = below.iter().find(|line| self.is_one_move(line));
        if let Some(line) = second.filter(|_| !self.moves_at.is_empty()) {
            self.doubt(line, None, Doubt::Alternatives);
            self.drop_moves();
        } else if !self.message.orders.is_empty()
            && let Some((line, order)) = below.iter().find_map(|line| self.order_in(line))
        {
            self.doubt(&line, Some(order), Doubt::BelowProse);
        }
    }

    /// An order that is a line of its own among others, or a sentence about a draw or the end of the game in it.
    fn order_in(&self, line: &str) -> Option<(String, String)> {
        let line = printable(line);
        if self.is_one_order(&line) {
            return Some((line.clone(), line));
        }
        let offers = || sentences::offers_a_draw(&line).then_some("draw");
        let order = consent::order_within(&line, self.letters).or_else(offers)?;
        Some((line, order.to_owned()))
    }

    pub(super) fn collect_fens(&mut self, line: &str, orders: &[Order]) {
        let names_one = |order: &Order| {
            position_of(order).is_some() || matches!(order.command, Command::Search(_))
        };
        if orders.iter().any(names_one) {
            return;
        }
        let plain = printable(line);
        for fen in find_fens(&plain) {
            if self.message.fens.len() < FENS {
                self.message.fens.push(fen.to_owned());
            }
        }
    }
}

/// Words for the opponent without what stands between backticks: a position there is drawn for him, and it is not one to
/// be compared with the game.
fn without_quoted(lines: &[String]) -> String {
    let text = lines.join("\n");
    let mut parts: Vec<&str> = text.split('`').collect();
    // A backtick that is not closed quotes nothing.
    let closed = parts.len() - 1 + parts.len() % 2;
    let unclosed = parts.split_off(closed.min(parts.len()));
    let outside = parts.iter().step_by(2).chain(&unclosed);
    outside.copied().collect::<Vec<&str>>().join(" ")
}

/// The position that a command has behind it, as written: it is not one to be compared with a game.
pub(in crate::language) fn position_of(order: &Order) -> Option<&str> {
    if let Command::Board(Some(fen))
    | Command::Chess960(Some(fen))
    | Command::Challenge {
        setup: Setup::Fen(fen) | Setup::Chess960(Some(fen)),
        ..
    } = &order.command
    {
        Some(fen)
    } else {
        None
    }
}
