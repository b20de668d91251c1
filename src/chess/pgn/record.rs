//! A game as PGN knows it.

use crate::chess::opening::Opening;
use shakmaty::{Chess, Color, Move, Outcome, Position};

/// A game with all that PGN says about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Names and values in any order. `Result`, `SetUp`, `FEN` and, in Chess960, `Variant` follow from the other fields
    /// and need not be here.
    pub tags: Vec<(String, String)>,
    /// The first position.
    pub start: Chess,
    /// What was played, with the remarks on it.
    pub line: Line,
    /// How the game ended; [`Outcome::Unknown`] is `*`.
    pub result: Outcome,
}

/// Moves one after the other: the game's own, or a variation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Comments before the first move.
    pub before: Vec<String>,
    /// The moves, each legal after those before it.
    pub moves: Vec<Played>,
}

/// A move with the remarks on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The move.
    pub played: Move,
    /// Numeric Annotation Glyphs (standard, section 10): 1 is `!`, 2 is `?`.
    pub glyphs: Vec<u8>,
    /// Comments and variations behind the move, in their order.
    pub asides: Vec<Aside>,
}

/// What can stand between two moves.
#[derive(Clone, Debug, PartialEq)]
pub enum Aside {
    /// A comment, in one line.
    Comment(String),
    /// Moves that could have been played instead of the move that this stands behind.
    Variation(Line),
}

/// The tags that name an opening (standard, 9.3), from the widest to the narrowest.
pub(super) const OF_OPENING: [&str; 3] = ["ECO", "Opening", "Variation"];

impl Record {
    /// A game of these moves, without a remark.
    pub fn new(
        tags: Vec<(String, String)>,
        start: Chess,
        moves: &[Move],
        result: Outcome,
    ) -> Record {
        Record {
            tags,
            start,
            line: Line {
                before: Vec::new(),
                moves: moves.iter().copied().map(Played::new).collect(),
            },
            result,
        }
    }

    /// The value of a tag, if it is there.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, value)| value.as_str())
    }

    /// Gives a tag this value, whether it was there or not.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Names the opening in those of the tags `ECO`, `Opening` and `Variation` that say nothing (standard, 9.3), unless
    /// what is there names another opening.
    pub fn name_opening(&mut self) {
        let silent =
            |value: Option<&str>| value.is_none_or(|value| matches!(value, "" | "?" | "-"));
        let tags = OF_OPENING;
        if !tags.iter().any(|tag| silent(self.tag(tag))) {
            return;
        }
        let Some(opening) = self.opening() else {
            return;
        };
        let names = [Some(opening.eco), Some(opening.name), opening.variation];
        // The first tag that says something else speaks of another opening, or of this one in other words.
        for (tag, name) in tags.into_iter().zip(names) {
            match (self.tag(tag), name) {
                (said, Some(name)) if silent(said) => self.set_tag(tag, name),
                (Some(said), Some(name)) if said == name => {}
                (said, None) if silent(said) => {}
                _ => return,
            }
        }
    }

    /// The opening by which the game begins, where it has a name.
    pub fn opening(&self) -> Option<Opening> {
        Opening::of(&self.start, self.line.moves.iter().map(|at| at.played))
    }

    /// The positions of the game: the first one, and the one after each move.
    pub fn positions(&self) -> impl Iterator<Item = Chess> + '_ {
        let mut position = self.start.clone();
        std::iter::once(self.start.clone()).chain(self.line.moves.iter().map(move |at| {
            position.play_unchecked(at.played);
            position.clone()
        }))
    }
}

impl Played {
    /// A move without a remark.
    pub fn new(played: Move) -> Played {
        Played {
            played,
            glyphs: Vec::new(),
            asides: Vec::new(),
        }
    }
}

/// `12.` for White's move and `12...` for Black's.
pub(super) fn number_of(position: &Chess) -> String {
    let number = position.fullmoves();
    match position.turn() {
        Color::White => format!("{number}."),
        Color::Black => format!("{number}..."),
    }
}

#[cfg(test)]
mod tests;
