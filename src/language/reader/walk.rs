//! Line by line through the player's own words.

use super::next::Next;
use super::words::position_of;
use super::{Reader, brings_games};
use crate::budget::{LINES_SCANNED, SCORE_LINES};
use crate::chess::position::find_fens;
use crate::language::below::{self, Fate};
use crate::language::command::{Command, Note, Order};
use crate::language::conditional;
use crate::language::line::Reading;
use crate::language::message::Doubt;
use crate::language::{MOST_CHOICES, near, pasted, printable, slips, tournament, with_plain_marks};

/// Where in the lines the reader stands.
#[derive(Default)]
struct Walk {
    at: usize,
    /// Lines that were looked at for orders.
    scanned: usize,
    /// Lines of a score beyond its first one, which are not counted among those.
    score_lines: usize,
    /// Whether an empty line stands between the orders and this one.
    apart: bool,
    /// Whether conditional moves stand on the line right above this one.
    below_a_condition: bool,
}

impl Walk {
    /// How many lines may still be looked at.
    fn left(&self) -> usize {
        LINES_SCANNED.saturating_sub(self.scanned)
    }
}

impl Reader {
    /// Takes the orders from the first lines, and what is said below them for the opponent.
    pub(super) fn read_lines(&mut self, lines: &[String]) {
        let mut walk = Walk::default();
        while let Some(line) = lines.get(walk.at) {
            if line.trim().is_empty() {
                walk.apart = !self.message.orders.is_empty();
                walk.below_a_condition = false;
                walk.at += 1;
                continue;
            }
            let left = lines.get(walk.at..).unwrap_or_default();
            if walk.scanned == LINES_SCANNED || pasted::begins(left) {
                break;
            }
            walk.scanned += 1;
            let continued = self.continued(line, left.get(1));
            walk.at += usize::from(continued.is_some());
            let left = lines.get(walk.at..).unwrap_or_default();
            match self.take(continued.as_deref().unwrap_or(line), left, &mut walk) {
                Next::Continue(further) => walk.at += 1 + further,
                Next::Break(()) => return,
            }
        }
        let mut left = lines.get(walk.at..).unwrap_or_default();
        if walk.scanned == LINES_SCANNED {
            let beyond = self.orders_beyond(left);
            left = left.get(beyond..).unwrap_or_default();
        }
        self.talk(left);
    }

    /// Takes one line; `left` are the lines from its end on, it among them.
    fn take(&mut self, line: &str, left: &[String], walk: &mut Walk) -> Next {
        let reading = self.read_line(line);
        let whole_order = matches!(
            reading,
            Reading::Orders(_) | Reading::Note(..) | Reading::Say(..)
        );
        if walk.apart && !whole_order {
            self.settle_below(left, walk)?;
        }
        let below = left.get(1..).unwrap_or_default();
        let below_a_condition = std::mem::take(&mut walk.below_a_condition);
        match reading {
            Reading::Orders(orders) => self.take_orders(orders, line, left, walk),
            Reading::Position => {
                self.collect_fens(line, &[]);
                Next::Continue(0)
            }
            Reading::Conditions(game, lines) => {
                // A tree may have more lines than a mail has other orders.
                walk.scanned -= 1;
                self.prepared.lines += 1;
                walk.below_a_condition = true;
                self.prepare(game, lines, line)
            }
            Reading::ConditionsBelow(game) => self.take_conditions_below(game, line, below),
            Reading::ConditionsUnread(why) => self.secret(line, why),
            Reading::Note(game, note) => self.take_note(game, note, line, below),
            Reading::Say(orders, game, text) => {
                self.add(orders, line)?;
                self.say(game, text, line, left)
            }
            Reading::Greeting if walk.scanned == 1 => {
                self.greeting = Some(printable(line));
                Next::Continue(0)
            }
            Reading::Alternatives => self.alternatives(line, below),
            // "Nf3", and below it "No, Nc3".
            Reading::Near(meant) if !self.moves_at.is_empty() && self.is_one_move(&meant) => {
                self.alternatives(line, below)
            }
            Reading::Near(meant) => self.nearly(meant, line, left),
            Reading::Prose
                if !self.moves_at.is_empty()
                    && below::fate(line, self.letters) == Fate::TakesBack =>
            {
                self.alternatives(line, below)
            }
            // The end of a line of play that a mail program has wrapped.
            Reading::Prose if below_a_condition && self.goes_on_with_a_condition(line) => {
                self.keep_back(line, Doubt::ConditionOrWords)
            }
            Reading::Greeting | Reading::Thanks | Reading::Prose => {
                self.words(left, left, walk.left());
                Next::Break(())
            }
        }
    }

    /// What is said, as far as a line with an order for another game, or for us where nobody reads what is said: below it stands
    /// what may be for another opponent, so nothing of that is passed on, and it is told. An order above may be taken back by `below`, the last of these lines.
    fn words(&mut self, lines: &[String], below: &[String], limit: usize) {
        let others = lines
            .iter()
            .take(limit)
            .position(|line| self.is_for_another_game(line) || self.is_for_us(line));
        let (said, rest) = lines.split_at(others.unwrap_or(lines.len()));
        self.talk(said);
        let above = lines.len().saturating_sub(below.len());
        self.second_thoughts(said.get(above..).unwrap_or_default(), limit);
        if let Some((line, below)) = rest.split_first() {
            self.doubt(line, Some(printable(line)), Doubt::BelowProse);
            self.doubt_also(below);
        }
    }

    fn take_orders(
        &mut self,
        orders: Vec<Order>,
        line: &str,
        left: &[String],
        walk: &mut Walk,
    ) -> Next {
        // "Nf3", and below it the name of a player called Ed.
        if self.is_name(&orders) {
            self.talk(left);
            return Next::Break(());
        }
        let below = left.get(1..).unwrap_or_default();
        // What stands below is a game, and no order and no talk.
        if orders.iter().any(|order| brings_games(&order.command)) {
            self.add_with_games(orders, &below.join("\n"));
            return Next::Break(());
        }
        if let Some(taken) = self.direct(&orders, below) {
            return Next::Continue(taken);
        }
        self.collect_fens(line, &orders);
        let known = self.message.orders.len();
        let moves = orders
            .iter()
            .all(|order| matches!(order.command, Command::Moves(_)) && order.game.is_none());
        if self.add(orders, line).is_break() {
            self.talk(below);
            return Next::Break(());
        }
        self.said_behind_order(line);
        if moves {
            self.said_behind_move(line);
        }
        // A score may have more lines than a mail has orders.
        if moves && self.message.orders.len() == known && walk.score_lines < SCORE_LINES {
            walk.score_lines += 1;
            walk.scanned -= 1;
        }
        Next::Continue(0)
    }

    fn take_conditions_below(&mut self, game: Option<i64>, line: &str, below: &[String]) -> Next {
        match conditional::movetext(below, self.letters) {
            Ok((taken, read)) => {
                self.prepared.lines += taken;
                self.prepare(game, read, line)?;
                Next::Continue(taken)
            }
            Err(why) => self.secret(line, why),
        }
    }

    fn take_note(&mut self, game: Option<i64>, note: Note, line: &str, below: &[String]) -> Next {
        if is_apart_from_its_text(&note, line, below) {
            return self.keep_back(line, Doubt::NoteBelow);
        }
        Next::Continue(self.note(game, note, below, line))
    }

    /// What is nearly an order, and may have been meant as `meant`: it is not done, and said with the lines below it.
    fn nearly(&mut self, meant: String, line: &str, left: &[String]) -> Next {
        let plain = with_plain_marks(&printable(line));
        if let Some(slip) = slips::slip(plain.trim()) {
            self.doubt(line, slip.meant, slip.reason);
            let unread = self.message.unread.as_mut();
            if let Some(unread) = unread.filter(|unread| unread.reason == slip.reason) {
                unread.word = Some(slip.words);
            }
        } else {
            let reason = if tournament::first_of_several(line.trim()).is_some() {
                Doubt::OneTournament
            } else if near::first_of_several_games(line.trim()).is_some() {
                Doubt::OneALine
            } else {
                Doubt::Near
            };
            self.doubt(line, Some(meant), reason);
        }
        self.doubt_also(left.get(1..).unwrap_or_default());
        self.talk(left);
        Next::Break(())
    }

    /// More than one move to choose from: none is played, and the lines below are said.
    fn alternatives(&mut self, line: &str, below: &[String]) -> Next {
        self.doubt(line, None, Doubt::Alternatives);
        self.drop_moves();
        self.talk(below);
        Next::Break(())
    }

    /// Settles the lines that begin with this one, below the orders and an empty line, where they are a sentence: it is
    /// said to the opponent, or takes the move back, or may be one of conditional moves and is kept from them. It goes on
    /// where they are none.
    fn settle_below(&mut self, lines: &[String], walk: &Walk) -> Next {
        let Some((line, below)) = lines.split_first() else {
            return Next::Continue(0);
        };
        match below::fate(line, self.letters) {
            Fate::Said => {
                self.words(lines, below, walk.left());
                Next::Break(())
            }
            Fate::TakesBack if !self.moves_at.is_empty() => self.alternatives(line, below),
            Fate::Unclear => self.keep_back(line, Doubt::ConditionOrWords),
            Fate::Private => self.keep_back(line, Doubt::NoteBelow),
            Fate::TakesBack | Fate::Conditional | Fate::AsRead => Next::Continue(0),
        }
    }

    /// A command with a position behind it, and the rest of that position, which a mail program has put on the next
    /// line.
    fn continued(&self, line: &str, next: Option<&String>) -> Option<String> {
        let next = printable(next?).trim().to_owned();
        if next.is_empty() {
            return None;
        }
        let Reading::Orders(orders) = self.read_line(line) else {
            return None;
        };
        let [order] = orders.as_slice() else {
            return None;
        };
        let begun = position_of(order)?.to_owned();
        let whole = format!("{begun} {next}");
        let fits = find_fens(&whole) == [whole.trim()];
        fits.then(|| format!("{} {next}", printable(line)))
    }

    /// Whether this is a name that might be a move, or a number that answers no question ("73" is a greeting among radio
    /// amateurs), below a move that was already read.
    fn is_name(&self, orders: &[Order]) -> bool {
        let is_word = |typed: &str| {
            typed.chars().count() <= 4
                && typed.chars().all(char::is_alphabetic)
                && !typed.to_lowercase().contains(['o', 'о'])
        };
        let is_name = |order: &Order| {
            if let Command::Moves(moves) = &order.command {
                moves.iter().all(|spelling| is_word(spelling.typed()))
            } else {
                matches!(order.command, Command::Choice(number) if number > MOST_CHOICES)
            }
        };
        !self.moves_at.is_empty() && orders.iter().all(is_name)
    }
}

/// Whether this is a note without words, and words that may be its text stand farther below. Without a colon it is none
/// that takes an earlier one back.
fn is_apart_from_its_text(note: &Note, line: &str, below: &[String]) -> bool {
    let right_below = below.first().is_some_and(|line| !line.trim().is_empty());
    let farther_below = below.iter().any(|line| !line.trim().is_empty());
    let empty = note.text.is_empty() && note.glyph.is_none();
    empty && !right_below && (farther_below || !line.contains(':'))
}
