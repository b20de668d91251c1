//! The first part of a player's words, of a mail that is read no further.

use super::{Command, Doubt, Message, OwnWords, Unread, printable};
use crate::budget::LINE;

/// The part that is read, and the one below it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Portion {
    /// The words as far as they are read.
    pub words: OwnWords,
    /// What stands below; empty when that is nothing. It begins with the end of the line above.
    rest: String,
    /// Whether the words went on behind both.
    cut: bool,
}

impl Portion {
    /// So many octets of the words, and so many lines, blank ones not counted.
    pub fn of(mut words: OwnWords, octets: usize, lines: usize) -> Portion {
        let cut = words.cut;
        words.doubtful.truncate(lines);
        let mut left = (octets, lines);
        let kept = words
            .lines
            .iter()
            .take_while(|line| {
                let counts = usize::from(!line.trim().is_empty());
                let fits = line.len() <= left.0 && counts <= left.1;
                if fits {
                    left = (left.0 - line.len(), left.1 - counts);
                }
                fits
            })
            .count();
        let mut below = words.lines.split_off(kept);
        if below.is_empty() {
            let rest = String::new();
            return Portion { words, rest, cut };
        }
        words.cut = true;
        let mut rest = String::new();
        if let Some(first) = below
            .first_mut()
            .filter(|line| line.len() > LINE && left.1 > 0)
        {
            // Longer than any order can be, so that none comes out of a line that is torn.
            let at = first.ceil_char_boundary(left.0.max(LINE + 1));
            rest = first.split_off(at);
            words.lines.push(std::mem::take(first));
            below.remove(0);
        }
        let is_filled = |line: &String| !line.trim().is_empty();
        let ends = words.lines.iter().rposition(is_filled);
        let blank = words.lines.split_off(ends.map_or(0, |last| last + 1));
        for line in blank.iter().chain(&below) {
            rest.push('\n');
            rest.push_str(line);
        }
        Portion { words, rest, cut }
    }

    /// What was read of the words, with what stands below them: a game is read elsewhere, and goes on there to its end;
    /// of all else it is said that it was not read.
    pub fn complete(&self, message: &mut Message) {
        if self.rest.trim().is_empty() {
            return;
        }
        let mut is_game = false;
        let mut is_score = false;
        for order in &mut message.orders {
            is_score |= order.command.score().is_some();
            if let Command::Enter { pgn, .. }
            | Command::Overwrite { pgn, .. }
            | Command::Score(pgn) = &mut order.command
            {
                pgn.push_str(&self.rest);
                is_game = true;
            }
        }
        // A game that is a move stays a part of what is said until it is known for one.
        if let Some(talk) = message.talk.as_mut().filter(|_| is_score) {
            talk.push_str(&self.rest);
        }
        if is_game {
            message.cut = self.cut;
            return;
        }
        let below = self.rest.lines().filter(|line| !line.trim().is_empty());
        message.unread_lines = below.clone().count();
        let line = below.map(printable).next().unwrap_or_default();
        // They may go on where nobody reads, and then they are others.
        let conditions = |command: &Command| matches!(command, Command::Prepare(_));
        let reason = if message
            .orders
            .iter()
            .any(|order| conditions(&order.command))
        {
            message.orders.retain(|order| !conditions(&order.command));
            message.talk = None;
            message.unread = None;
            Doubt::TooManyConditions
        } else {
            Doubt::TooLong
        };
        message.unread.get_or_insert_with(|| Unread {
            line: line.chars().take(200).collect(),
            did_you_mean: None,
            word: None,
            reason,
        });
    }
}

#[cfg(test)]
mod tests;
