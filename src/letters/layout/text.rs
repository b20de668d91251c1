//! The document as text: lines of at most [`LINE`] columns, for who reads mail on a terminal, and beside every other form.

use super::document::{Block, Document};
use super::wrap::{LINE, indentation, words, wrap};
use crate::letters::clean::{columns, without_signs_that_steer};

/// The body of a mail: prose wrapped, trailing blanks and doubled empty lines gone, and nothing that a mail program could
/// take for a signature. Ends with a line break unless empty. `margin` stands before each line.
pub(in crate::letters) fn as_text(document: &Document, margin: &str) -> String {
    let mut page = Page {
        margin,
        lines: Vec::new(),
    };
    document.blocks.iter().for_each(|block| page.block(block));
    page.finish()
}

struct Page<'a> {
    /// What stands before each line.
    margin: &'a str,
    lines: Vec<String>,
}

impl Page<'_> {
    fn block(&mut self, block: &Block) {
        match block {
            Block::Gap => self.line(""),
            Block::Paragraph(text) | Block::Moves(text) => {
                for line in wrap(&words(text), self.margin, self.margin) {
                    self.line(&line);
                }
            }
            Block::Line(line) | Block::Board(line) => {
                self.indented(&format!("{}{line}", self.margin));
            }
            Block::Message { line, .. } => self.indented(&format!("{}{line}", self.margin)),
            Block::Fen(line) | Block::Tag(line) => self.line(&format!("{}{line}", self.margin)),
        }
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
