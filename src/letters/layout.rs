//! From what a template gives to the document of a letter, and from that to the mail.
//!
//! A letter is a document of blocks, from which a writer makes its text, and another one its HTML. A paragraph that begins in
//! the first column is prose and is wrapped anew, so that a template need not know how long a name is. What is indented
//! stays as it is: boards, lists, messages. So do a line with a FEN, which players copy, and the tags of a PGN.

mod document;
mod html;
mod text;
mod wrap;

pub(super) use document::{Document, indented};
pub(super) use html::{Around, Seen, with_links, with_picture};
pub(super) use text::as_text;

use super::Language;
use super::clean::columns;
use crate::chess::{GivenPosition, text_board};
use document::Block;
use shakmaty::Color;
use wrap::{LINE, indentation, words, wrap};

/// How far a player's message is indented, in columns. Blanks are the one mark that no mail program takes for a
/// quotation and that a screen reader passes over; a forged line of ours shows by standing too far right.
const MESSAGE: usize = 4;

/// What a line with a FEN begins with in every language.
const FEN_LABEL: &str = "FEN: ";

/// Before a line of a message, where it begins in the message; no value of a player's gets such a sign into a letter.
const BEGINS: char = '\u{1e}';

/// Before a line of a message that goes on with the line above, which was too long.
const GOES_ON: char = '\u{1f}';

/// The document of what a template gave. Codes of ours are taken out before: a line that ends earlier makes no new ones.
pub(super) fn lay_out(rendered: &str) -> Document {
    let mut blocks = Vec::new();
    let mut paragraph: Vec<&str> = Vec::new();
    for line in rendered.lines() {
        let line = line.trim_end();
        let fixed = fixed_block(line);
        if fixed.is_some() {
            end_paragraph(&mut blocks, &mut paragraph);
        }
        match fixed {
            Some(block) => blocks.push(block),
            None => {
                paragraph.extend(words(line));
                if line.ends_with(':') {
                    end_paragraph(&mut blocks, &mut paragraph);
                }
            }
        }
    }
    end_paragraph(&mut blocks, &mut paragraph);
    Document { blocks }
}

/// The block of a line that stands by itself; `None` of a line of prose.
fn fixed_block(line: &str) -> Option<Block> {
    if let Some(rest) = line.strip_prefix([BEGINS, GOES_ON]) {
        return Some(match rest.trim_end() {
            "" => Block::Gap,
            rest => Block::Message {
                line: rest.to_owned(),
                begins: line.starts_with(BEGINS),
            },
        });
    }
    if line.is_empty() {
        Some(Block::Gap)
    } else if is_of_a_board(line) {
        Some(Block::Board(line.to_owned()))
    } else if line.starts_with([' ', '\t']) {
        Some(Block::Line(line.to_owned()))
    } else if line.starts_with('[') {
        Some(Block::Tag(line.to_owned()))
    } else if is_labelled_fen(line) {
        Some(Block::Fen(line.to_owned()))
    } else {
        None
    }
}

/// Whether a line has a FEN behind words of ours.
fn is_labelled_fen(line: &str) -> bool {
    line.starts_with(FEN_LABEL)
        || Language::wordings().any(|wording| line.starts_with(wording.your_fen))
}

fn end_paragraph(blocks: &mut Vec<Block>, paragraph: &mut Vec<&str>) {
    if paragraph.is_empty() {
        return;
    }
    let text = paragraph.join(" ");
    blocks.push(match is_movetext(paragraph) {
        true => Block::Moves(text),
        false => Block::Paragraph(text),
    });
    paragraph.clear();
}

/// Whether a line is one of a board that [`indented`] has made: a rank with its squares, or the letters of the files.
fn is_of_a_board(line: &str) -> bool {
    let Some(signs) = line.strip_prefix("  ") else {
        return false;
    };
    let squares: Vec<&str> = signs.split_whitespace().collect();
    let is_square =
        |sign: &&str| sign.len() == 1 && sign.chars().all(|sign| "KQRBNPkqrbnp.".contains(sign));
    let files = ["a b c d e f g h", "h g f e d c b a"];
    let rank = squares.split_first().is_some_and(|(rank, squares)| {
        ("1"..="8").contains(rank)
            && rank.len() == 1
            && squares.len() == 8
            && squares.iter().all(is_square)
    });
    signs.len() <= 18 && (rank || files.contains(&squares.join(" ").as_str()))
}

/// Whether words are the moves of a game: they begin with a number and end with a result.
fn is_movetext(words: &[&str]) -> bool {
    let number = words.first().and_then(|first| first.split_once('.'));
    number.is_some_and(|(number, _)| number.parse::<u32>().is_ok())
        && words
            .last()
            .is_some_and(|last| ["*", "1-0", "0-1", "1/2-1/2"].contains(last))
}

/// The body of another mail of ours, as it is shown within one: behind a margin, so that it is told from what is said to
/// the reader.
pub(super) fn enclosed(rendered: &str) -> String {
    as_text(&lay_out(rendered), &" ".repeat(MESSAGE))
}

/// A player's message, each line of it wrapped and indented. A FEN between backticks is drawn below the line on which it
/// ends, its placement alone being enough. The marks before the lines tell [`lay_out`] where the player began one.
pub(super) fn message(talk: &str) -> String {
    let margin = " ".repeat(MESSAGE);
    let mut drawn = quoted_boards(talk).into_iter().peekable();
    let mut lines = Vec::new();
    for (number, line) in talk.lines().enumerate() {
        let line = line.replace([BEGINS, GOES_ON], " ");
        let line = format!("{margin}{}", line.trim_end());
        if columns(&line) <= LINE {
            lines.push(format!("{BEGINS}{line}"));
        } else {
            let margin = " ".repeat(indentation(&line).min(LINE / 4));
            let wrapped = wrap(&words(&line), &margin, &margin).into_iter();
            let marks = std::iter::once(BEGINS).chain(std::iter::repeat(GOES_ON));
            lines.extend(
                marks
                    .zip(wrapped)
                    .map(|(mark, line)| format!("{mark}{line}")),
            );
        }
        while let Some((_, board)) = drawn.next_if(|(ends, _)| *ends <= number) {
            lines.push(String::new());
            lines.extend(board.lines().map(|rank| format!("{BEGINS}{margin}{rank}")));
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

#[cfg(test)]
mod tests;
