//! From what a template gives to the lines of a mail.
//!
//! A paragraph that begins in the first column is prose and is wrapped anew, so that a template need not know how long
//! a name is. What is indented stays as it is: boards, lists, messages. So do a line with a FEN, which players copy,
//! and the tags of a PGN.

use super::clean::{columns, width, without_signs_that_steer};
use crate::chess::{GivenPosition, text_board};
use shakmaty::Color;

/// The width of a line of prose, in columns: no mail program breaks it, quoted once or twice.
pub(super) const LINE: usize = 72;

/// How far a player's message is indented, in columns. Blanks are the one mark that no mail program takes for a
/// quotation and that a screen reader passes over; a forged line of ours shows by standing too far right.
const MESSAGE: usize = 4;

/// What a line with a FEN begins with.
const FEN_LABELS: [&str; 2] = ["FEN: ", "Your FEN: "];

/// The body of a mail: prose wrapped, trailing blanks and doubled empty lines gone, nothing that a mail program could
/// take for a signature, and no reference but the one that is added to it later. Codes of ours are taken out before: a line
/// that ends earlier makes no new ones. Ends with a line break unless empty.
pub(super) fn lay_out(rendered: &str) -> String {
    lay_out_behind("", rendered)
}

/// The body of another mail of ours, as it is shown within one: behind a margin, so that it is told from what is said to
/// the reader.
pub(super) fn enclosed(rendered: &str) -> String {
    lay_out_behind(&" ".repeat(MESSAGE), rendered)
}

fn lay_out_behind(margin: &str, rendered: &str) -> String {
    let mut page = Page {
        margin,
        lines: Vec::new(),
    };
    let mut paragraph: Vec<&str> = Vec::new();
    for line in rendered.lines() {
        let line = line.trim_end();
        let fixed = line.is_empty() || is_fixed(line);
        if fixed {
            page.prose(&mut paragraph);
        }
        if line.starts_with([' ', '\t']) {
            page.indented(&format!("{margin}{line}"));
        } else if line.is_empty() {
            page.line(line);
        } else if fixed {
            page.line(&format!("{margin}{line}"));
        } else {
            paragraph.extend(line.split_whitespace());
            if line.ends_with(':') {
                page.prose(&mut paragraph);
            }
        }
    }
    page.prose(&mut paragraph);
    page.finish()
}

/// A player's message, each line of it wrapped and indented. A FEN between backticks is drawn below the line on which it
/// ends, its placement alone being enough.
pub(super) fn message(talk: &str) -> String {
    let margin = " ".repeat(MESSAGE);
    let mut drawn = quoted_boards(talk).into_iter().peekable();
    let mut lines = Vec::new();
    for (number, line) in talk.lines().enumerate() {
        let line = format!("{margin}{}", line.trim_end());
        if columns(&line) <= LINE {
            lines.push(line);
        } else {
            let margin = " ".repeat(indentation(&line).min(LINE / 4));
            lines.extend(wrap(&words(&line), &margin, &margin));
        }
        while let Some((_, board)) = drawn.next_if(|(ends, _)| *ends <= number) {
            lines.push(String::new());
            lines.extend(board.lines().map(|rank| format!("{margin}{rank}")));
            lines.push(String::new());
        }
    }
    lines.join("\n")
}

/// More boards in one message would not be looked at.
const MOST_BOARDS: usize = 4;

/// The boards of the FENs between backticks, each with the number of the line on which it ends.
fn quoted_boards(talk: &str) -> Vec<(usize, String)> {
    let mut boards = Vec::new();
    let mut line = 0;
    let mut parts = talk.split('`').peekable();
    let mut quoted = false;
    while let Some(part) = parts.next() {
        line += part.matches('\n').count();
        let closed = parts.peek().is_some();
        let read = (quoted && closed).then(|| GivenPosition::read(part).ok());
        match read.flatten() {
            Some(given) if boards.len() < MOST_BOARDS => {
                boards.push((line, text_board(given.board(), Color::White)));
                quoted = false;
            }
            // What was taken for the end may be the beginning: "`Nf3`, then `8/8/...`".
            _ => quoted = closed,
        }
    }
    boards
}

/// The lines moved two columns to the right, where they are left as they are.
pub(super) fn indented(lines: &str) -> String {
    let lines = lines.lines().map(|line| format!("  {}", line.trim_end()));
    lines.collect::<Vec<_>>().join("\n")
}

struct Page<'a> {
    /// What stands before each line.
    margin: &'a str,
    lines: Vec<String>,
}

impl Page<'_> {
    /// Ends a paragraph of prose.
    fn prose(&mut self, words: &mut Vec<&str>) {
        for line in wrap(words, self.margin, self.margin) {
            self.line(&line);
        }
        words.clear();
    }

    /// A line that keeps its place; only if it is too long, its rest stands below it, a little further right.
    fn indented(&mut self, line: &str) {
        if columns(line) <= LINE {
            self.line(line);
            return;
        }
        let margin = " ".repeat(indentation(line).min(LINE / 4));
        for line in wrap(&words(line), &margin, &format!("{margin}  ")) {
            self.line(&line);
        }
    }

    fn line(&mut self, line: &str) {
        let last_is_empty = self.lines.last().is_none_or(String::is_empty);
        if line.is_empty() && last_is_empty {
            return;
        }
        let line = without_signs_that_steer(line);
        self.lines.push(match line.as_ref() {
            // Everything below such a line is a signature to a mail program.
            "--" => "- -".to_owned(),
            // Mailbox files begin a new mail there, and programs that keep such files write a `>` before it.
            _ if line.starts_with("From ") => format!(" {line}"),
            _ => line.into_owned(),
        });
    }

    fn finish(mut self) -> String {
        while self.lines.last().is_some_and(String::is_empty) {
            self.lines.pop();
        }
        let mut body = self.lines.join("\n");
        if !body.is_empty() {
            body.push('\n');
        }
        body
    }
}

/// How many blanks the line begins with.
fn indentation(line: &str) -> usize {
    line.chars()
        .take_while(|&character| character == ' ')
        .count()
}

fn is_fixed(line: &str) -> bool {
    line.starts_with([' ', '\t', '[']) || FEN_LABELS.iter().any(|label| line.starts_with(label))
}

/// The words on lines of at most [`LINE`] columns, the first after `first`, the others after `rest`. Longer words are
/// broken, except links.
fn wrap(words: &[&str], first: &str, rest: &str) -> Vec<String> {
    let mut lines = Lines {
        done: Vec::new(),
        line: first.to_owned(),
        used: columns(first),
        has_words: false,
        rest,
    };
    // The space of a line that continues.
    let space = LINE.saturating_sub(columns(rest)).max(1);
    for together in words.chunk_by(|before, after| belong_together(before, after)) {
        let blanks = together.len().saturating_sub(1);
        let needed = blanks + together.iter().map(|word| columns(word)).sum::<usize>();
        if needed <= space {
            lines.make_room(needed);
        }
        for word in together {
            // A link is lost by cutting.
            if columns(word) <= space || word.contains("://") {
                lines.push(word);
            } else {
                pieces(word, space)
                    .iter()
                    .for_each(|piece| lines.push(piece));
            }
        }
    }
    lines.finish()
}

/// Lines that fill up.
struct Lines<'a> {
    done: Vec<String>,
    line: String,
    used: usize,
    has_words: bool,
    rest: &'a str,
}

impl Lines<'_> {
    /// Begins a new line unless that many columns are free on this one.
    fn make_room(&mut self, needed: usize) {
        if self.has_words && self.used + 1 + needed > LINE {
            let next = self.rest.to_owned();
            self.done.push(std::mem::replace(&mut self.line, next));
            self.used = columns(self.rest);
            self.has_words = false;
        }
    }

    fn push(&mut self, word: &str) {
        let needed = columns(word);
        self.make_room(needed);
        if self.has_words {
            self.line.push(' ');
            self.used += 1;
        }
        self.line.push_str(word);
        self.used += needed;
        self.has_words = true;
    }

    fn finish(mut self) -> Vec<String> {
        if self.has_words {
            self.done.push(self.line);
        }
        self.done
    }
}

/// Whether no line may end between these words: a move number stays with its move, and "From" must not begin a line.
fn belong_together(before: &str, after: &str) -> bool {
    after == "From" || before.strip_suffix('.').is_some_and(is_number)
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|octet| octet.is_ascii_digit())
}

/// The word cut into pieces of at most `most` columns.
fn pieces(word: &str, most: usize) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut piece = String::new();
    let mut used = 0;
    for character in word.chars() {
        if used + width(character) > most {
            pieces.push(std::mem::take(&mut piece));
            used = 0;
        }
        used += width(character);
        piece.push(character);
    }
    pieces.push(piece);
    pieces
}

#[cfg(test)]
mod tests;
