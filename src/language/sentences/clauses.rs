//! The words of a mail cut into clauses: at stops, line ends, dashes, faces and brackets, and before "and", "but" and "so".

mod tokens;

use super::tables::{BUTS, CONCLUSIONS, JOINS};
use super::wording::Language;
use super::words::words_of;
use crate::chess::notation::{Letters, Spelling};
use std::ops::Range;
use tokens::{Found, Token, ends_with, is_dash, tokens};

/// Words of a mail that are looked at.
const MOST_WORDS: usize = 400;

/// How a clause ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// With a question mark.
    Question,
    /// With a stop, a face, or the lines.
    Stop,
    /// With a colon.
    Colon,
    /// With a line, and no stop: nothing tells whether its sentence goes on.
    Line,
    /// With anything else, or nothing.
    Pause,
}

/// How a clause is joined to what stands before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Join {
    /// By "and".
    And,
    /// By "but".
    But,
    /// By "so".
    So,
    /// By a dash or a bracket.
    Apart,
    /// By nothing.
    Nothing,
}

/// A move that a clause speaks of.
#[derive(Debug, Clone)]
pub(super) struct Mention {
    /// The words before it in its clause.
    pub(super) before: Vec<String>,
    /// Those behind it.
    pub(super) behind: Vec<String>,
    /// The move; `None` for what cannot be read, or is several.
    pub(super) spelling: Option<Spelling>,
    /// How many moves it is.
    pub(super) moves: usize,
    /// As it is typed, without what stands around it.
    pub(super) typed: String,
}

/// A part of a sentence.
#[derive(Debug, Clone)]
pub(super) struct Clause {
    /// Its words in lower case, those of moves among them.
    pub(super) words: Vec<String>,
    /// As it is typed.
    pub(super) text: String,
    /// The moves it speaks of.
    pub(super) mentions: Vec<Mention>,
    pub(super) join: Join,
    pub(super) end: End,
    /// Which line it begins on.
    pub(super) line: usize,
    /// Which sentence of the mail it is of.
    pub(super) sentence: usize,
}

/// The clauses of these lines; `None` where there are more words than are looked at.
pub(super) fn clauses(lines: &[String], language: &Language) -> Option<Vec<Clause>> {
    let tokens = tokens(lines, language);
    let of = language.joining();
    if tokens.len() > MOST_WORDS {
        return None;
    }
    let mut found = Vec::new();
    let mut sentence = 0;
    let mut from = 0;
    let mut joined = Join::Nothing;
    for at in 0..tokens.len() {
        let Some(token) = tokens.get(at) else {
            break;
        };
        let next = tokens.get(at + 1);
        let ends = ends_with(token, next);
        let before_join =
            next.is_some_and(|next| !next.inside) && join_at(&tokens, at + 1, &of) != Join::Nothing;
        if ends.is_none() && !before_join {
            continue;
        }
        let place = from..at + 1;
        let own = join_at(&tokens, from, &of);
        let join = if own == Join::Nothing { joined } else { own };
        let clause = clause(&tokens, place, join, ends.unwrap_or(End::Pause), sentence);
        // A question mark that stands alone asks of what stands before it.
        if let Some(last) = found.last_mut().filter(|last: &&mut Clause| {
            clause.is_none() && ends == Some(End::Question) && last.sentence == sentence
        }) {
            last.end = End::Question;
        }
        let says = clause.is_some()
            || found
                .iter()
                .any(|other: &Clause| other.sentence == sentence);
        found.extend(clause);
        let apart_below = next.is_some_and(|next| next.line > token.line + 1);
        sentence +=
            usize::from(says && (matches!(ends, Some(End::Stop | End::Question)) || apart_below));
        let apart = is_dash(token.text) || next.is_some_and(|next| next.text.starts_with('('));
        joined = if apart { Join::Apart } else { Join::Nothing };
        from = at + 1;
    }
    Some(found)
}

/// With which word a clause may begin here that joins it to what stands before.
fn join_at(tokens: &[Token<'_>], at: usize, languages: &[Letters]) -> Join {
    let begins = tokens
        .get(at)
        .is_some_and(|token| token.text.contains(char::is_alphanumeric) || token.text == "&");
    if !begins {
        return Join::Nothing;
    }
    let words: Vec<String> = tokens
        .get(at..)
        .unwrap_or_default()
        .iter()
        .take(3)
        .flat_map(|token| words_of(token.text).into_iter().take(1))
        .collect();
    if JOINS.begins(&words, Some(languages)).is_some() {
        Join::And
    } else if BUTS.begins(&words, Some(languages)).is_some() {
        Join::But
    } else if CONCLUSIONS.begins(&words, Some(languages)).is_some() {
        Join::So
    } else {
        Join::Nothing
    }
}

fn clause(
    tokens: &[Token<'_>],
    place: Range<usize>,
    join: Join,
    end: End,
    sentence: usize,
) -> Option<Clause> {
    let of = tokens.get(place.clone())?;
    let text = |range: Range<usize>| {
        let of = tokens.get(range).unwrap_or_default();
        of.iter()
            .map(|token| token.text)
            .collect::<Vec<&str>>()
            .join(" ")
    };
    let all = text(place.clone());
    let words = words_of(&all);
    if words.is_empty() {
        return None;
    }
    let mentions = of.iter().enumerate().filter_map(|(at, token)| {
        let Found {
            length,
            moves,
            spelling,
        } = token.mention.clone()?;
        let from = place.start + at;
        let until = (from + length).min(place.end);
        Some(Mention {
            before: words_of(&text(place.start..from)),
            behind: words_of(&text(until..place.end)),
            spelling,
            moves,
            typed: text(from..until)
                .trim_matches(|c: char| !c.is_alphanumeric() && c != '?')
                .to_owned(),
        })
    });
    Some(Clause {
        mentions: mentions.collect(),
        words,
        text: all,
        join,
        end,
        line: of.first().map_or(0, |token| token.line),
        sentence,
    })
}
