//! A time control in the words of a player: "10 moves in 50 days, days beyond 20 on a move count double".
//!
//! It is cut out of a line before anything else of the line is read, by its whole phrase: so "3 days" is no number of
//! Chess960, and a FEN has nothing behind it. Its parts may stand apart, with a colour or a position between them.

mod draft;
mod nearly;
mod parts;
mod tokens;

pub use nearly::nearly_control;
pub(super) use nearly::{counts_time, name_and_nearly};

use crate::game::clock::{Control, Nonsense, NotAnAmount};
use draft::Draft;
use parts::part;
use std::ops::Range;
use tokens::{Token, tokens};

/// How a challenger wants time to be counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeWish {
    /// The words, as written.
    pub written: String,
    /// The words where they stand right behind the name of the last opponent: they may be the end of it, as in
    /// "challenge Bob 3 days".
    pub behind_name: Option<String>,
    /// What they mean, or why nobody can tell.
    pub read: Result<Control, NoControl>,
}

impl TimeWish {
    /// Words behind a name that ends before them, and that cannot be read.
    pub(super) fn unread(written: &str) -> TimeWish {
        TimeWish {
            written: written.to_owned(),
            behind_name: None,
            read: Err(NoControl::Unread),
        }
    }

    /// The same, and its words are no end of a name.
    #[must_use]
    pub fn beside_name(self) -> TimeWish {
        TimeWish {
            behind_name: None,
            ..self
        }
    }
}

/// Why words that look like a time control are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoControl {
    /// It was perhaps meant as one, and no more is known.
    Unread,
    /// So much time, and nobody can tell whether for a move or for the game.
    ForWhat,
    /// So many moves, and not in how much time.
    InWhat,
    /// Months and years are not always as long.
    Unit,
    /// Two of them.
    Two,
    /// More moves than a game has.
    TooManyMoves,
    /// What is agreed beside a time control, without one.
    Beside,
    /// Something is agreed that this kind of clock does not have.
    NotOfThisKind,
    /// An amount that no clock can be made of.
    Amount(NotAnAmount),
    /// It contradicts itself.
    Nonsense(Nonsense),
}

/// A line without the time control that it held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cut {
    /// What is left.
    pub(super) rest: String,
    /// What stands before it, as far as nothing joins the two.
    pub(super) before: Option<String>,
    /// Its words, as written.
    pub(super) written: String,
    /// What they mean, or why nobody can tell.
    pub(super) read: Result<Control, NoControl>,
}

/// The time control that all of these words say.
///
/// # Errors
///
/// The words are none, or something stands beside them; `None` then says that there is no time control at all.
pub fn time_control(text: &str) -> Result<Control, Option<NoControl>> {
    let cut = cut_from(text, 0).ok_or(None)?;
    let control = cut.read.map_err(Some)?;
    if cut.rest.trim_matches(['.', ' ', '"']).is_empty() {
        Ok(control)
    } else {
        Err(None)
    }
}

/// The time control in a text, behind its first word.
pub(super) fn cut(text: &str) -> Option<Cut> {
    let first = text.split_whitespace().next()?;
    let begins = text.find(first)? + first.len();
    cut_from(text, begins)
}

/// The time control that stands in a text from this byte on.
fn cut_from(text: &str, begins: usize) -> Option<Cut> {
    let tokens = tokens(text, begins);
    let found = found(&tokens);
    let first = found.first()?;
    let mut draft = Draft::default();
    for (part, _) in &found {
        draft.add(*part);
    }
    let (mut rest, mut written) = (String::new(), Vec::new());
    let mut at = 0;
    for (_, range) in &found {
        let bytes = bytes(&tokens, range);
        let joined = joined(&tokens, range.start);
        let joined = tokens.get(joined).map_or(bytes.start, |token| token.at);
        rest.push_str(text.get(at..joined.max(at)).unwrap_or_default());
        rest.push(' ');
        written.push(text.get(bytes.clone()).unwrap_or_default());
        at = bytes.end;
    }
    let behind = text.get(at..).unwrap_or_default();
    rest.push_str(behind.trim_start_matches([')', '.']));
    let alone = joined(&tokens, first.1.start) == first.1.start;
    let before = text.get(..bytes(&tokens, &first.1).start);
    Some(Cut {
        rest: rest.trim_end_matches([' ', ',', ';']).to_owned(),
        before: before
            .filter(|_| alone)
            .map(|before| before.trim().to_owned()),
        written: written.join(", "),
        read: draft.control(),
    })
}

/// The parts of a time control among these words. An amount that says nothing of itself ("Bob 3 days, 5 days a move") is a part
/// only where nothing else says how time is counted.
fn found(tokens: &[Token<'_>]) -> Vec<(parts::Part, Range<usize>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match part(tokens, at) {
            Some((part, end)) if end > at => {
                found.push((part, at..end));
                at = end;
            }
            Some(_) | None => at += 1,
        }
    }
    if let Some(whole) = found.iter().position(|(part, _)| part.is_whole()) {
        let halves = found.drain(..whole).filter(|(part, _)| !part.is_half());
        let halves: Vec<_> = halves.collect();
        found.splice(..0, halves);
    }
    // "ICCF" or "exact" beside nothing is a part of a name.
    if !found
        .iter()
        .any(|(part, _)| part.is_whole() || part.is_half() || part.is_plain())
    {
        found.clear();
    }
    found
}

/// Where the words begin that only join these to what stands before them.
fn joined(tokens: &[Token<'_>], start: usize) -> usize {
    let mut at = start;
    while let Some(before) = at.checked_sub(1)
        && let Some(token) = tokens.get(before)
        && token.joins()
    {
        at = before;
    }
    // "time control: 3 days a move"
    if tokens.get(at).is_some_and(|token| token.word == ":") {
        while let Some(before) = at.checked_sub(1)
            && let Some(token) = tokens.get(before)
            && token.is_heading()
        {
            at = before;
        }
    }
    at
}

fn bytes(tokens: &[Token<'_>], range: &Range<usize>) -> Range<usize> {
    let start = tokens.get(range.start).map_or(0, |token| token.at);
    let last = range.end.checked_sub(1).and_then(|last| tokens.get(last));
    start..last.map_or(start, Token::end)
}

#[cfg(test)]
mod tests;
