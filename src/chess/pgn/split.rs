//! A stream of bytes cut into games, each with the number of its first line.
//!
//! Text in UTF-16 becomes UTF-8 here.
//!
//! A fault in one game must not spoil the next, so a game begins where one can be seen to begin, whatever stands before
//! it: at the first tag behind movetext, and behind a result and an empty line. A comment that is never closed ends at
//! an empty line with a tag below it, which no comment that is closed has inside.

use super::encoding::Wide;
use super::headings;
use shakmaty::san::San;
use std::collections::VecDeque;

/// A game may have so many octets. The longest real ones, with analysis, have about a tenth of it.
pub const LONGEST_GAME: usize = 4 * 1024 * 1024;

/// The text of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameText {
    /// The line of the whole text on which this begins, counted from 1.
    pub line: u64,
    /// The lines of the game, as they were.
    pub bytes: Vec<u8>,
    /// Whether the game is longer than [`LONGEST_GAME`]; then only its beginning is here.
    pub too_long: bool,
    /// Whether the text was decoded before it came here, and how was guessed, so that its letters may be wrong.
    pub guessed: bool,
}

impl GameText {
    /// A text that is one game, and nothing is odd about it.
    pub fn of(text: impl Into<Vec<u8>>) -> GameText {
        GameText {
            line: 1,
            bytes: text.into(),
            too_long: false,
            guessed: false,
        }
    }
}

/// Cuts a text that comes piece by piece.
#[derive(Debug, Default)]
pub struct Splitter {
    wide: Wide,
    /// The beginning of a line whose end has not come yet.
    unfinished: Vec<u8>,
    /// Lines so far.
    lines: u64,
    game: GameText,
    seen: Seen,
    ready: VecDeque<GameText>,
    /// Of each game.
    guessed: bool,
}

/// What the lines of the present game have shown.
#[derive(Debug, Default)]
struct Seen {
    /// Anything but empty lines and escapes.
    anything: bool,
    /// The tag `Event`.
    event: bool,
    /// Something that is not a tag.
    movetext: bool,
    /// The last line with something on it ends with a result.
    result: bool,
    /// The line before is empty.
    empty_line: bool,
    /// A comment is open.
    in_comment: bool,
    /// A tag is open, whose value goes on in this line.
    in_tag: bool,
    /// The game is over, and words stand below it.
    over: bool,
}

impl Splitter {
    /// For a text that was decoded before, in a way that was guessed.
    pub fn of_guessed_letters() -> Splitter {
        Splitter {
            guessed: true,
            ..Splitter::default()
        }
    }

    /// Takes the next piece of the text. It may end anywhere.
    pub fn feed(&mut self, bytes: &[u8]) {
        let bytes = self.wide.take(bytes);
        self.feed_octets(&bytes);
    }

    fn feed_octets(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            let (line, behind) = rest.split_at(end);
            rest = behind.get(1..).unwrap_or_default();
            if self.unfinished.is_empty() {
                self.take_line(line);
            } else {
                let mut whole = std::mem::take(&mut self.unfinished);
                whole.extend_from_slice(line);
                self.take_line(&whole);
                whole.clear();
                self.unfinished = whole;
            }
        }
        self.unfinished.extend_from_slice(rest);
        if self.unfinished.len() > LONGEST_GAME {
            // A line without end: what is over the limit is not kept, whatever it is.
            if !self.seen.anything {
                self.seen.anything = true;
                self.game.line = self.lines + 1;
            }
            self.game.too_long = true;
            self.unfinished.truncate(LONGEST_GAME);
        }
    }

    /// Says that the text is over.
    pub fn end(&mut self) {
        let bytes = self.wide.end();
        self.feed_octets(&bytes);
        if !self.unfinished.is_empty() {
            let line = std::mem::take(&mut self.unfinished);
            self.take_line(&line);
        }
        self.end_game();
    }

    /// The next whole game, if one has come.
    pub fn next_game(&mut self) -> Option<GameText> {
        self.ready.pop_front()
    }

    fn take_line(&mut self, line: &[u8]) {
        self.lines += 1;
        let line = match self.lines {
            // The byte order mark that some programs put in front of UTF-8.
            1 => line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line),
            _ => line,
        };
        let content = line.trim_ascii();
        // Section 6: a line that begins with a percent sign is for other programs.
        if content.is_empty() || line.starts_with(b"%") {
            self.seen.empty_line |= content.is_empty();
            self.seen.in_tag &= !content.is_empty();
            self.keep(line);
            return;
        }
        let tag = tag_name(content);
        if self.begins_game(content, tag) {
            self.end_game();
        }
        if !self.seen.anything {
            self.seen = Seen {
                anything: true,
                ..Seen::default()
            };
            self.game.line = self.lines;
            self.game.guessed = self.guessed;
            self.game.bytes.clear();
        }
        self.seen.over |= self.seen.result && self.seen.empty_line;
        self.seen.event |= tag == Some(b"Event");
        self.seen.empty_line = false;
        self.keep(line);
        self.look_at(content);
    }

    fn begins_game(&self, content: &[u8], tag: Option<&[u8]>) -> bool {
        let seen = &self.seen;
        if seen.in_comment {
            return seen.empty_line && tag.is_some();
        }
        if content.starts_with(b"[") {
            return seen.movetext || (seen.event && tag == Some(b"Event") && seen.empty_line);
        }
        (seen.over || seen.result && seen.empty_line) && !is_words(content)
    }

    fn keep(&mut self, line: &[u8]) {
        if !self.seen.anything {
            return;
        }
        if self.game.bytes.len() + line.len() >= LONGEST_GAME {
            self.game.too_long = true;
        }
        if !self.game.too_long {
            self.game.bytes.extend_from_slice(line);
            self.game.bytes.push(b'\n');
        }
    }

    fn end_game(&mut self) {
        if self.seen.anything {
            let room = self.game.bytes.len();
            self.ready.push_back(std::mem::take(&mut self.game));
            self.game.bytes.reserve(room.min(4096));
        }
        self.seen = Seen::default();
    }

    /// Follows comments through a line, and notes what else is on it.
    fn look_at(&mut self, content: &[u8]) {
        let mut rest = content;
        if !self.seen.in_comment && !self.seen.movetext {
            if std::mem::take(&mut self.seen.in_tag) && !content.starts_with(b"[") {
                let Some(end) = content.iter().position(|&byte| byte == b']') else {
                    self.seen.in_tag = true;
                    return;
                };
                rest = content
                    .get(end + 1..)
                    .unwrap_or_default()
                    .trim_ascii_start();
            }
            while rest.starts_with(b"[") {
                match behind_tag(rest) {
                    Some(behind) => rest = behind.trim_ascii_start(),
                    None => {
                        self.seen.in_tag = tag_name(rest).is_some() && !rest.ends_with(b"]");
                        rest = &[];
                    }
                }
            }
            if rest.is_empty() || is_heading(rest) {
                return;
            }
        }
        self.seen.movetext = true;
        let mut in_line_comment = false;
        loop {
            if self.seen.in_comment {
                let Some(end) = rest.iter().position(|&byte| byte == b'}') else {
                    break;
                };
                self.seen.in_comment = false;
                rest = rest.get(end + 1..).unwrap_or_default();
                continue;
            }
            match rest.iter().position(|&byte| matches!(byte, b'{' | b';')) {
                Some(at) if rest.get(at) == Some(&b'{') => {
                    self.seen.in_comment = true;
                    rest = rest.get(at + 1..).unwrap_or_default();
                }
                Some(_) => {
                    in_line_comment = true;
                    break;
                }
                None => break,
            }
        }
        self.seen.result = !self.seen.in_comment && !in_line_comment && ends_with_result(content);
    }
}

/// The name in a line that has the form of a tag pair.
fn tag_name(content: &[u8]) -> Option<&[u8]> {
    let inside = content.strip_prefix(b"[")?.trim_ascii_start();
    let end = inside
        .iter()
        .position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')?;
    let (name, behind) = inside.split_at(end);
    (!name.is_empty() && behind.trim_ascii_start().starts_with(b"\"")).then_some(name)
}

/// Whether a line is a heading without brackets, `White: Ann`.
fn is_heading(content: &[u8]) -> bool {
    std::str::from_utf8(content).is_ok_and(|line| headings::without_brackets(line).is_some())
}

/// Whether a line below a game is words, and cannot be the beginning of another one without tags.
fn is_words(content: &[u8]) -> bool {
    let word = content
        .split(u8::is_ascii_whitespace)
        .next()
        .unwrap_or_default();
    let bare = word.trim_ascii_end();
    let lettered = bare
        .first()
        .is_some_and(|sign| sign.is_ascii_alphabetic() || *sign >= 0x80)
        || matches!(bare, [b'-' | b'"' | b'\'', ..]);
    let castles = matches!(bare, [b'O' | b'o', b'-', ..]);
    let square = bare.iter().any(u8::is_ascii_digit);
    let moves = bare != b"--" && San::from_ascii(bare).is_ok();
    // A tag that has lost its first bracket.
    let tag = content.ends_with(b"\"]");
    lettered && !castles && !square && !moves && !tag && !is_heading(content)
}

/// What follows the tag pair at the beginning of this; a string in it may hold any sign. `None` where it does not end.
fn behind_tag(text: &[u8]) -> Option<&[u8]> {
    let (mut in_string, mut escaped) = (false, false);
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b']' if !in_string => return text.get(at + 1..),
            _ => {}
        }
    }
    None
}

fn ends_with_result(content: &[u8]) -> bool {
    let last = content
        .rsplit(u8::is_ascii_whitespace)
        .next()
        .unwrap_or_default();
    matches!(last, b"1-0" | b"0-1" | b"1/2-1/2" | b"1/2" | b"*")
}

#[cfg(test)]
mod tests;
