//! What is wrong with a game that was read, and where.

use super::headings;
use super::oddity::Oddity;
use super::record::number_of;
use shakmaty::Chess;
use std::fmt;

/// One fault of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where it is.
    pub place: Place,
    /// What it is.
    pub reason: Reason,
}

/// Where something stands in a text of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The line, counted from 1.
    pub line: u64,
    /// Among the moves: which one was due, `12.` for White's and `12...` for Black's.
    pub at: Option<String>,
}

/// What is wrong. The `Display` is one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// Not the form of a tag pair.
    #[error("a tag is written [Name \"value\"], on one line; this is {0}")]
    TagForm(String),
    /// The same tag again.
    #[error("the tag {0} stands twice")]
    TagTwice(String),
    /// A tag's value beyond the limit of section 7.
    #[error("the value of {0} is longer than 255 characters")]
    TagTooLong(String),
    /// More tags than any game has.
    #[error("a game has at most {0} tags here")]
    TooManyTags(usize),
    /// A value that the tag cannot have.
    #[error("{tag} \"{value}\": {why}")]
    Tag {
        /// The tag's name.
        tag: String,
        /// Its value as written.
        value: String,
        /// What it should be.
        why: String,
    },
    /// Written in another way than the standard's.
    #[error(transparent)]
    Odd(#[from] Oddity),
    /// Tags that a game which is entered by hand needs.
    #[error("a game needs {names} as well; what is not known is written [{first} \"{unknown}\"]")]
    Missing {
        /// Their names.
        names: String,
        /// The first of them.
        first: &'static str,
        /// Its value when it is not known.
        unknown: &'static str,
    },
    /// A tag pair behind the first move.
    #[error("a tag stands among the moves")]
    TagAmongMoves,
    /// A move that is not legal, or no move.
    #[error("{typed}: {why}")]
    Move {
        /// As written.
        typed: String,
        /// Why not.
        why: String,
    },
    /// A move that can be read in several ways.
    #[error("{typed} can be {choices}; write which one")]
    Ambiguous {
        /// As written.
        typed: String,
        /// The moves it can mean, in SAN, with "or" between.
        choices: String,
    },
    /// A move that changes nothing but the side to move.
    #[error("{0}: a move that leaves the board as it is is not legal in chess")]
    NullMove(String),
    /// A number without a dot that is not the number of the move due.
    #[error("{0} is neither a move nor the number of this one")]
    Number(String),
    /// `$` without a number from 0 to 255.
    #[error("{0}: a mark is $ and a number up to 255")]
    Glyph(String),
    /// Signs that are none of the six suffixes.
    #[error("{0} is none of ! ? !! ?? !? ?!")]
    Suffix(String),
    /// A mark before the first move of its line.
    #[error("{0} stands before any move")]
    MarkWithoutMove(String),
    /// A comment without its end.
    #[error("the comment that begins here with {{ has no }}")]
    CommentNotClosed,
    /// `}` without `{`.
    #[error("}} without {{")]
    CommentNotOpen,
    /// A variation without its end.
    #[error("a variation that begins with ( has no )")]
    VariationNotClosed,
    /// `)` without `(`.
    #[error(") without (")]
    VariationNotOpen,
    /// `()`, or only a comment between them.
    #[error("a variation without a move")]
    VariationEmpty,
    /// A variation where no move stands that it could replace.
    #[error("a variation before the first move; it stands behind the move that it replaces")]
    VariationFirst,
    /// More variations within variations than we read.
    #[error("variations are nested deeper than {0}")]
    TooNested(usize),
    /// More moves than may be read at once.
    #[error(
        "no more moves can be read with it; send this game, and those behind it, in another mail"
    )]
    TooManyMoves,
    /// Signs that mean nothing in PGN.
    #[error("{0} means nothing in PGN")]
    Unreadable(String),
    /// The text ends without `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[error("the moves do not end with a result: 1-0, 0-1, 1/2-1/2 or *")]
    NoResult,
    /// A result within parentheses.
    #[error("a result within a variation")]
    ResultInVariation,
    /// The result behind the moves is not the tag's.
    #[error("the moves end with {moves}, and the tag Result says {tag}")]
    ResultDiffers {
        /// Behind the moves.
        moves: String,
        /// In the tag.
        tag: String,
    },
    /// Something behind the result.
    #[error("{0} stands behind the result")]
    BehindResult(String),
    /// A game beyond what one may hold.
    #[error("the game is longer than {0} KiB")]
    TooLong(usize),
    /// Nothing that could be a game.
    #[error("there is no game here")]
    Empty,
}

impl Reason {
    /// Whether nothing is lost where this is no more than a doubt: a game with it can be entered by hand as well. The others
    /// are values of tags that say something they should not.
    pub fn is_lenient(&self) -> bool {
        match self {
            Reason::Tag { tag, .. } => headings::is_date(tag),
            other => matches!(other, Reason::Odd(_)),
        }
    }

    /// What doubts of this kind have in common, to sum them up.
    pub fn kind(&self) -> String {
        match self {
            Reason::Odd(oddity) => oddity.kind(),
            Reason::Tag { tag, why, .. } => format!("{tag}: {why}"),
            other => other.to_string(),
        }
    }
}

impl Place {
    /// A line outside the moves.
    pub(super) fn line(line: u64) -> Place {
        Place { line, at: None }
    }

    /// A line, and the move that is due in this position.
    pub(super) fn due(line: u64, position: &Chess) -> Place {
        Place {
            line,
            at: Some(number_of(position)),
        }
    }
}

impl Fault {
    pub(super) fn new(place: Place, reason: Reason) -> Fault {
        Fault { place, reason }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}", self.place.line)?;
        if let Some(at) = &self.place.at {
            write!(out, ", move {at}")?;
        }
        write!(out, ": {}", self.reason)
    }
}
