//! What a line adds to the orders that were read above it.

use super::Reader;
use super::next::Next;
use crate::budget::{CHALLENGES, LINES_SCANNED};
use crate::chess::notation::Spelling;
use crate::language::command::{Command, Note, Order};
use crate::language::directing::Takes;
use crate::language::line::Reading;
use crate::language::message::Doubt;
use crate::language::printable;

impl Reader {
    /// Adds the orders of one line, up to one that contradicts a move that was read before.
    pub(super) fn add(&mut self, orders: Vec<Order>, line: &str) -> Next {
        for order in self.with_challenges_counted(orders) {
            // The same said twice is meant once; but two challenges are two games.
            let said = self
                .message
                .orders
                .iter()
                .any(|known| known.game == order.game && known.command == order.command);
            if said && challenged(&order).is_none() {
                continue;
            }
            if let Command::Moves(moves) = &order.command {
                if self.moves_at.contains(&order.game) {
                    self.go_on_with(order.game, moves, line)?;
                    continue;
                }
                self.moves_at.push(order.game);
            }
            self.message.orders.push(order);
        }
        Next::Continue(0)
    }

    /// A line of play over two lines: "12. Nf3 Nc6" and "13. Bb5". What has no numbers is a second choice.
    fn go_on_with(&mut self, game: Option<i64>, moves: &[Spelling], line: &str) -> Next {
        let numbered = |moves: &[Spelling]| moves.iter().any(|one| one.move_number().is_some());
        let earlier = self.message.orders.iter_mut().find_map(|known| {
            if let Command::Moves(earlier) = &mut known.command
                && known.game == game
                && numbered(earlier)
            {
                Some(earlier)
            } else {
                None
            }
        });
        if let Some(earlier) = earlier.filter(|_| numbered(moves)) {
            earlier.extend(moves.iter().cloned());
            return Next::Continue(0);
        }
        self.doubt(line, None, Doubt::Alternatives);
        self.drop_moves();
        Next::Break(())
    }

    /// Adds orders with the games that stand below them.
    pub(super) fn add_with_games(&mut self, orders: Vec<Order>, below: &str) {
        let with_games = orders.into_iter().map(|order| Order {
            command: with_games(order.command, below),
            ..order
        });
        self.message.orders.extend(with_games);
    }

    /// The orders of one line without challenges to whom it names twice, and without those that are too many for one mail.
    fn with_challenges_counted(&mut self, orders: Vec<Order>) -> Vec<Order> {
        let made = self.message.orders.iter();
        let mut made = made.filter(|order| challenged(order).is_some()).count();
        let mut kept: Vec<Order> = Vec::new();
        for order in orders {
            let Some(whom) = challenged(&order).map(str::to_owned) else {
                kept.push(order);
                continue;
            };
            let named = |other: &Order| challenged(other).is_some_and(|one| is_same(one, &whom));
            if kept.iter().any(named) {
                self.message.twice.push(whom);
            } else if made == CHALLENGES {
                self.message.beyond.push(whom);
            } else {
                made += 1;
                kept.push(order);
            }
        }
        kept
    }

    /// How many of these lines, below as many as may be orders, are nothing but orders. They are not done, and are no words
    /// for anybody: who is challenged in one of the first is named, and of the others the first one.
    pub(super) fn orders_beyond(&mut self, lines: &[String]) -> usize {
        let mut beyond = 0;
        let mut challenges = 0;
        for line in lines {
            let whom = self
                .challenged_in(line)
                .filter(|_| challenges < LINES_SCANNED);
            if let Some(whom) = whom {
                challenges += 1;
                self.message.beyond.extend(whom);
            } else if self.is_one_order(line) {
                if !self.is_played(line) {
                    self.doubt(line, None, Doubt::OneTooMany);
                }
            } else if !line.trim().is_empty() {
                break;
            }
            beyond += 1;
        }
        beyond
    }

    /// Whom a line challenges that does nothing else.
    fn challenged_in(&self, line: &str) -> Option<Vec<String>> {
        let Reading::Orders(orders) = self.read_line(line) else {
            return None;
        };
        orders
            .iter()
            .map(|order| challenged(order).map(str::to_owned))
            .collect()
    }

    /// A note goes on to the next blank line, so that the end of a long one is not taken for talk. Returns how many lines
    /// below the first belong to it.
    pub(super) fn note(
        &mut self,
        game: Option<i64>,
        mut note: Note,
        below: &[String],
        line: &str,
    ) -> usize {
        let more: Vec<String> = below
            .iter()
            .map(|line| printable(line))
            .take_while(|line| !line.trim().is_empty())
            .collect();
        for text in &more {
            if !note.text.is_empty() {
                note.text.push(' ');
            }
            note.text.push_str(text.trim());
        }
        note.text.truncate(note.text.trim_end().len());
        self.push(game, Command::Note(note), printable(line));
        more.len()
    }

    /// Adds the order of a director, or words to one, with the lines below that belong to it. Returns how many these are; `None` where these are
    /// other orders.
    pub(super) fn direct(&mut self, orders: &[Order], below: &[String]) -> Option<usize> {
        let [order] = orders else {
            return None;
        };
        let mut order = order.clone();
        if let Command::ToDirector(_, words) = &mut order.command {
            let whole = format!("{words}\n{}", below.join("\n"));
            whole.trim().clone_into(words);
            self.message.orders.push(order);
            return Some(below.len());
        }
        let Command::Direct(_, what) = &mut order.command else {
            return None;
        };
        let belongs = |line: &&String| match what.takes() {
            Takes::Nothing => false,
            Takes::ToBlankLine => {
                let is_order = matches!(self.read_line(line), Reading::Orders(_));
                !line.trim().is_empty() && !is_order
            }
            Takes::AllBelow => true,
        };
        let more: Vec<&str> = below
            .iter()
            .take_while(belongs)
            .map(String::as_str)
            .collect();
        let between = match what.takes() {
            Takes::AllBelow => "\n",
            Takes::Nothing | Takes::ToBlankLine => " ",
        };
        let taken = more.len();
        what.goes_on(&more.join(between));
        if !self.message.orders.contains(&order) {
            self.message.orders.push(order);
        }
        Some(taken)
    }

    /// Adds an order that was typed like this.
    pub(super) fn push(&mut self, game: Option<i64>, command: Command, typed: String) {
        self.message.orders.push(Order {
            game,
            may_be_move_number: false,
            command,
            typed,
        });
    }
}

/// Whom an order challenges, as written.
fn challenged(order: &Order) -> Option<&str> {
    if let Command::Challenge { opponent, .. } = &order.command {
        Some(opponent)
    } else {
        None
    }
}

/// Whether two texts name the same opponent, whatever their letter case.
fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// A command that enters games, with those.
fn with_games(mut command: Command, below: &str) -> Command {
    if let Command::Enter { pgn, .. } | Command::Overwrite { pgn, .. } = &mut command {
        below.trim().clone_into(pgn);
    }
    command
}
