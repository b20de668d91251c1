//! The document as HTML, with the board as a picture. It says what the text says.
//!
//! What mail programs are known to change decides what it is made of: one column, styles in the elements alone, no colour
//! and no background, so that a dark one is the program's own; what must keep its columns is `<pre>`. It fetches nothing,
//! and its links lead nowhere but to an answer.

use super::document::{Block, Document};
use crate::letters::Language;
use crate::letters::clean::without_signs_that_steer;
use crate::letters::links::{LinksTo, Piece, pieces};

/// The drawn board of a letter.
#[derive(Clone, Copy, Debug)]
pub(in crate::letters) struct Seen<'a> {
    /// The same board in letters: in its place the picture stands.
    pub(in crate::letters) board: &'a str,
    /// The `Content-ID` of the picture, without angle brackets.
    pub(in crate::letters) content_id: &'a str,
    /// The position in words.
    pub(in crate::letters) words: &'a str,
}

/// What a letter has in its HTML beside what its text says.
#[derive(Clone, Copy, Debug)]
pub(in crate::letters) struct Around<'a> {
    /// The last line of the letter.
    pub(in crate::letters) reference: Option<&'a str>,
    /// Where links lead, and the number of the game; `None` where there are none.
    pub(in crate::letters) links_to: Option<(&'a LinksTo, i64)>,
    /// Lines of links, in groups, which stand in no text.
    pub(in crate::letters) links: &'a [String],
    /// Its language.
    pub(in crate::letters) language: Language,
}

/// What a page begins with, in the language of this code, whose word for chess is its title.
fn begin_in(code: &str, title: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"{code}\" dir=\"ltr\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n</head>\n\
         <body style=\"margin:0\">\n<div lang=\"{code}\" style=\"max-width:560px;padding:12px;\
         font:16px/24px Arial,Helvetica,sans-serif\">\n"
    )
}

const END: &str = "</div>\n</body>\n</html>\n";

const PROSE: &str = "margin:0 0 16px";
const SET_IN: &str = "margin:0 0 16px 16px";
const FIGURES: &str =
    "margin:0 0 16px;font:13px/18px Consolas,Menlo,monospace;word-break:break-word";
const SMALL: &str = "margin:0;font-size:12px";
const GROUP: &str = "margin:0 0 10px";

/// What a message is indented by, and the lines of another letter that is shown in one.
const SHOWN: &str = "    ";

/// The board is 320 pixels wide, half of what its picture has; it fits the narrowest telephone.
const IMAGE: &str =
    "display:block;width:320px;max-width:100%;height:auto;border:0;font-size:14px;line-height:20px";

/// Of a game with more moves than this only the last ones are shown: some programs cut a long letter off.
const MOST_MOVES: usize = 120;
const LAST_MOVES: usize = 40;

/// The letter with its board drawn; `None` where the board is not in it.
pub(in crate::letters) fn with_picture(
    document: &Document,
    seen: &Seen<'_>,
    around: &Around<'_>,
) -> Option<String> {
    let place = document.board(seen.board)?;
    let (before, rest) = document.blocks.split_at_checked(place.lead)?;
    let after = rest.get(place.end - place.lead..)?;
    let lead = rest.get(..place.start - place.lead)?;
    let mut page = Page::begin(around);
    page.blocks(before);
    page.picture(seen);
    page.links(around.links);
    // What leads to a board of letters goes with it; a FEN is said in every form.
    let fens: Vec<Block> = lead
        .iter()
        .filter(|b| matches!(b, Block::Fen(_)))
        .cloned()
        .collect();
    page.blocks(&fens);
    page.blocks(after);
    Some(page.end(around))
}

/// The letter without a picture; `None` where it has no link, so that the text alone is as good.
pub(in crate::letters) fn with_links(document: &Document, around: &Around<'_>) -> Option<String> {
    let mut page = Page::begin(around);
    page.blocks(&document.blocks);
    page.has_link.then(|| page.end(around))
}

struct Page<'a> {
    html: String,
    links_to: Option<(&'a LinksTo, i64)>,
    language: Language,
    /// Whether a sentence has a link.
    has_link: bool,
}

impl<'a> Page<'a> {
    fn begin(around: &Around<'a>) -> Page<'a> {
        Page {
            html: begin_in(around.language.code(), around.language.wording().chess),
            links_to: around.links_to,
            language: around.language,
            has_link: false,
        }
    }

    fn end(mut self, around: &Around<'_>) -> String {
        if let Some(reference) = around.reference {
            self.paragraph(SMALL, &[escaped(reference)]);
        }
        self.html.push_str(END);
        self.html
    }

    /// Lines of links, in an element of their own.
    fn links(&mut self, groups: &[String]) {
        let Some((last, groups)) = groups.split_last() else {
            return;
        };
        self.html.push_str("<div>\n");
        for group in groups {
            self.paragraph(GROUP, std::slice::from_ref(group));
        }
        self.paragraph(PROSE, std::slice::from_ref(last));
        self.html.push_str("</div>\n");
    }

    /// A sentence with its commands as links.
    fn linked(&mut self, sentence: &str) -> String {
        let Some((links_to, game)) = self.links_to else {
            return clean(sentence);
        };
        let mut html = String::new();
        for piece in pieces(sentence) {
            match piece {
                Piece::Words(words) => html.push_str(&clean(words)),
                Piece::Command(command) => {
                    self.has_link = true;
                    html.push_str(&links_to.link(game, self.language, command, command));
                }
            }
        }
        html
    }

    fn line_of(&mut self, block: &Block) -> Option<String> {
        match block {
            Block::Gap => None,
            Block::Moves(moves) => Some(clean(&last_moves(moves))),
            Block::Board(line) => Some(clean(line)),
            Block::Paragraph(text) => Some(self.linked(text.trim())),
            Block::Line(text) if !text.starts_with(SHOWN) => Some(self.linked(text.trim())),
            Block::Line(text)
            | Block::Fen(text)
            | Block::Tag(text)
            | Block::Message { line: text, .. } => Some(clean(text.trim())),
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for run in blocks.chunk_by(go_together) {
            self.run(run);
        }
    }

    /// Blocks of one kind, with no gap between them.
    fn run(&mut self, run: &[Block]) {
        let lines: Vec<String> = run.iter().filter_map(|block| self.line_of(block)).collect();
        match run.first() {
            None | Some(Block::Gap) => {}
            Some(Block::Paragraph(_)) => self.paragraph(PROSE, &lines),
            Some(Block::Line(_)) => self.paragraph(SET_IN, &lines),
            Some(Block::Fen(_) | Block::Tag(_) | Block::Moves(_)) => {
                self.paragraph(FIGURES, &lines)
            }
            Some(Block::Message { .. }) => {
                let message = joined(run);
                self.paragraph(SET_IN, &message);
            }
            Some(Block::Board(_)) => {
                let board = lines.join("\n");
                self.html.push_str(&format!(
                    "<pre style=\"margin:0 0 16px;font:13px/18px Consolas,Menlo,monospace\">{board}</pre>\n"
                ));
            }
        }
    }

    fn paragraph(&mut self, style: &str, lines: &[String]) {
        self.html.push_str(&format!("<p style=\"{style}\">"));
        self.html.push_str(&lines.join("<br>\n"));
        self.html.push_str("</p>\n");
    }

    fn picture(&mut self, seen: &Seen<'_>) {
        self.html.push_str(&format!(
            "<p style=\"{PROSE}\"><img src=\"cid:{}\" width=\"320\" height=\"320\" alt=\"{}\" style=\"{IMAGE}\"></p>\n",
            escaped(seen.content_id),
            escaped(seen.words),
        ));
    }
}

/// Whether two blocks stand in one element.
fn go_together(above: &Block, below: &Block) -> bool {
    match (above, below) {
        (Block::Line(_), Block::Line(_))
        | (Block::Board(_), Block::Board(_))
        | (Block::Tag(_), Block::Tag(_))
        | (Block::Message { .. }, Block::Message { .. }) => true,
        (
            Block::Gap
            | Block::Paragraph(_)
            | Block::Line(_)
            | Block::Board(_)
            | Block::Fen(_)
            | Block::Message { .. }
            | Block::Tag(_)
            | Block::Moves(_),
            _,
        ) => false,
    }
}

/// A message in the lines in which it was written.
fn joined(run: &[Block]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for block in run {
        let Block::Message { line, begins } = block else {
            continue;
        };
        match lines.last_mut().filter(|_| !begins) {
            Some(last) => {
                last.push(' ');
                last.push_str(&clean(line.trim()));
            }
            None => lines.push(clean(line.trim())),
        }
    }
    lines
}

/// The moves, of a long game the last ones.
fn last_moves(moves: &str) -> String {
    let words: Vec<&str> = moves.split(' ').collect();
    let is_number = |word: &str| {
        let number = word.trim_end_matches('.');
        number.len() < word.len() && number.parse::<u32>().is_ok()
    };
    let numbers: Vec<usize> = (0_usize..)
        .zip(&words)
        .filter(|(_, word)| is_number(word))
        .map(|(at, _)| at)
        .collect();
    if numbers.len() <= MOST_MOVES {
        return moves.to_owned();
    }
    let from = numbers.iter().rev().nth(LAST_MOVES - 1).copied();
    let shown = words.get(from.unwrap_or_default()..).unwrap_or_default();
    format!("\u{2026} {}", shown.join(" "))
}

/// A line as the text has it too: without signs that steer, and without a reference but the one that is added to it.
fn clean(line: &str) -> String {
    escaped(&without_signs_that_steer(line))
}

/// The text as it stands in an element or an attribute.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 16);
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(sign),
        }
    }
    escaped
}
