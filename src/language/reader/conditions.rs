//! Conditional moves, and lines that may be some: the opponent must not see them.

use super::next::Next;
use super::{Reader, is_unanswered};
use crate::budget::{CONDITION_LINES, LINE, LINES_SCANNED, LINES_SEARCHED, PREPARED_MOVES};
use crate::chess::notation::{Spelling, read_moves};
use crate::language::below::{self, Fate};
use crate::language::command::Command;
use crate::language::conditional::{self, Unreadable};
use crate::language::line::Reading;
use crate::language::message::Doubt;
use crate::language::{mended, notes, printable};

impl Reader {
    /// The lines, with conditional moves behind a move on a line of their own: "Nxd4, and if Bxd4 then Be6".
    pub(super) fn with_conditions_apart(&self, lines: &[String]) -> Vec<String> {
        let mut apart = Vec::with_capacity(lines.len());
        for (at, line) in lines.iter().enumerate() {
            let behind = || self.conditions_behind(line);
            match (at < LINES_SCANNED).then(behind).flatten() {
                Some((played, condition)) => {
                    apart.extend([played.to_owned(), condition.to_owned()])
                }
                None => apart.push(line.clone()),
            }
        }
        apart
    }

    /// The move with which a line begins, and the conditional moves behind it.
    fn conditions_behind<'a>(&self, line: &'a str) -> Option<(&'a str, &'a str)> {
        if line.len() > LINE {
            return None;
        }
        let begins = line.to_ascii_lowercase().find(" if ")?;
        let (head, condition) = line.split_at_checked(begins)?;
        let condition = condition.trim_start();
        let ends = head.trim_end_matches([' ', ',', ';', '.', ':', '-', '–', '(']);
        let played = ends
            .strip_suffix(" and")
            .unwrap_or(ends)
            .trim_end_matches([' ', ',', ';', '.']);
        let reads = conditional::condition_as_written(condition, self.letters).is_some();
        let moves = read_moves(played, self.letters).is_some_and(|moves| moves.len() == 1);
        (reads && moves).then_some((played, condition))
    }

    /// Adds lines of play to those above them, where the mail holds no more of them than it may.
    pub(super) fn prepare(
        &mut self,
        game: Option<i64>,
        lines: Vec<Vec<Spelling>>,
        line: &str,
    ) -> Next {
        self.prepared.moves += lines.iter().map(Vec::len).sum::<usize>();
        if self.prepared.lines > CONDITION_LINES || self.prepared.moves > PREPARED_MOVES {
            return self.secret(line, Unreadable::TooMany);
        }
        let mut known = self.message.orders.iter_mut();
        let known =
            known.find(|order| order.game == game && matches!(order.command, Command::Prepare(_)));
        if let Some(Command::Prepare(known)) = known.map(|order| &mut order.command) {
            known.extend(lines);
        } else {
            self.push(game, Command::Prepare(lines), printable(line));
        }
        Next::Continue(0)
    }

    /// A line that the opponent must not see, and that cannot be read: nothing of the mail is talk, and no conditional
    /// move of it is kept.
    pub(super) fn secret(&mut self, line: &str, why: Unreadable) -> Next {
        let doubt = match why {
            Unreadable::Unclear => Doubt::Conditional,
            Unreadable::TooMany => Doubt::TooManyConditions,
        };
        self.keep_back(line, doubt)
    }

    /// Keeps the words of the mail back, and its conditional moves with them, for the sake of this line. Nothing below is
    /// read.
    pub(super) fn keep_back(&mut self, line: &str, doubt: Doubt) -> Next {
        let slip = (doubt == Doubt::Conditional)
            .then(|| mended::slip(&printable(line), self.letters))
            .flatten();
        let (word, mended) = slip.map_or((None, None), |slip| (Some(slip.word), slip.line));
        self.doubt(line, mended, doubt);
        if let Some(unread) = self
            .message
            .unread
            .as_mut()
            .filter(|unread| unread.reason == doubt)
        {
            unread.word = word;
        }
        self.message
            .orders
            .retain(|order| !matches!(order.command, Command::Prepare(_)));
        self.greeting = None;
        self.message.talk = None;
        Next::Break(())
    }

    /// Whether a line right below conditional moves may be the rest of them: it speaks of a move, or they lack their answer.
    pub(super) fn goes_on_with_a_condition(&self, line: &str) -> bool {
        self.message.orders.iter().any(is_unanswered)
            || below::mentions_move(&printable(line), self.letters)
    }

    /// A line among those for the opponent that they must not see, and what it may be.
    pub(super) fn secret_in(&self, lines: &[String]) -> Option<(String, Doubt)> {
        let searched = lines.iter().take(LINES_SEARCHED);
        searched.enumerate().find_map(|(at, line)| {
            let conditional = || {
                matches!(
                    below::fate(line, self.letters),
                    Fate::Conditional | Fate::Unclear
                ) && !self.is_end_of_a_line(lines, at)
            };
            let note = || {
                let named = line.to_ascii_lowercase().contains("note");
                notes::note(&printable(line)).is_some()
                    || named && matches!(self.read_line(line), Reading::Note(..))
            };
            let private = || below::fate(line, self.letters) == Fate::Private;
            let doubt = if note() || private() {
                Doubt::NoteBelow
            } else if conditional() {
                Doubt::ConditionOrWords
            } else {
                return None;
            };
            Some((line.clone(), doubt))
        })
    }

    /// Whether this line is an "if" that the words of a sentence leave alone at the end of a line: it goes on from the line
    /// above, and what stands below it is no move.
    fn is_end_of_a_line(&self, lines: &[String], at: usize) -> bool {
        let line = |at: usize| lines.get(at).map_or("", |line| line.trim());
        let above = at.checked_sub(1).map_or("", line);
        let goes_on = !above.is_empty() && !above.ends_with(['.', '!', '?', ':', ';', ',']);
        let condition = format!("if {}", printable(line(at + 1)));
        line(at).eq_ignore_ascii_case("if")
            && goes_on
            && below::fate(&condition, self.letters) == Fate::AsRead
            && read_moves(&printable(line(at + 1)), self.letters).is_none()
    }
}
