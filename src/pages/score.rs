//! The moves of a game as they are read: each a link to its position, with marks, comments and variations.

use super::board::board;
use super::escape::Text;
use crate::chess::pgn::{Aside, Line, Played, Record};
use crate::chess::{self, GivenPosition};
use shakmaty::{Chess, Color, Position};
use std::fmt::Write;

/// How many positions of its comments a page draws.
const DRAWN: usize = 12;

/// Marks that have a sign of their own (PGN standard, section 10, and those that programs have agreed on since), and what they
/// mean.
const SIGNS: [(u8, &str, &str); 22] = [
    (1, "!", "good move"),
    (2, "?", "mistake"),
    (3, "!!", "brilliant move"),
    (4, "??", "blunder"),
    (5, "!?", "interesting move"),
    (6, "?!", "dubious move"),
    (7, "□", "forced move"),
    (8, "□", "only move"),
    (10, "=", "equal"),
    (11, "=", "equal"),
    (13, "∞", "unclear"),
    (14, "⩲", "White is slightly better"),
    (15, "⩱", "Black is slightly better"),
    (16, "±", "White is better"),
    (17, "∓", "Black is better"),
    (18, "+−", "White is winning"),
    (19, "−+", "Black is winning"),
    (22, "⨀", "zugzwang"),
    (36, "→", "initiative"),
    (40, "↑", "attack"),
    (132, "⇆", "counterplay"),
    (146, "N", "novelty"),
];

/// What is being written, and how many positions have been drawn in it.
struct Score {
    html: String,
    drawn: usize,
}

/// The moves of a game, in a paragraph; those of the game itself, not of variations, lead to `#p1`, `#p2` and so on.
pub(super) fn score(record: &Record, result: &str) -> String {
    let mut score = Score {
        html: String::from("<p class=\"score\">"),
        drawn: 0,
    };
    score.line(&record.line, &record.start, Some(1));
    let _ = write!(score.html, "<b>{}</b></p>", Text(result));
    score.html
}

impl Score {
    /// A line of play; `first` is the number of its first ply, where they have anchors.
    fn line(&mut self, line: &Line, start: &Chess, first: Option<usize>) {
        for comment in &line.before {
            self.comment(comment);
        }
        let mut position = start.clone();
        let mut number_due = true;
        for (nth, at) in line.moves.iter().enumerate() {
            let before = position.clone();
            position.play_unchecked(at.played);
            if before.turn() == Color::White || number_due {
                let dots = before.turn().fold_wb(".", "...");
                let _ = write!(self.html, "{}{dots} ", before.fullmoves());
            }
            self.played(&before, at, first.map(|first| first + nth));
            number_due = !at.asides.is_empty();
            for aside in &at.asides {
                match aside {
                    Aside::Comment(comment) => self.comment(comment),
                    Aside::Variation(variation) => {
                        self.html.push_str("<span class=\"variation\">(");
                        self.line(variation, &before, None);
                        // The blank behind its last move stands behind the bracket.
                        let inside = self.html.trim_end().len();
                        self.html.truncate(inside);
                        self.html.push_str(")</span> ");
                    }
                }
            }
        }
    }

    fn played(&mut self, before: &Chess, at: &Played, ply: Option<usize>) {
        let san = chess::san(before, at.played).to_string();
        // A String takes all that is written.
        let _ = match ply {
            Some(ply) => write!(self.html, "<a href=\"#p{ply}\">{san}</a>"),
            None => write!(self.html, "{san}"),
        };
        for glyph in &at.glyphs {
            let _ = match SIGNS.iter().find(|(number, ..)| number == glyph) {
                Some((_, sign, means)) => {
                    write!(self.html, "<abbr title=\"{means}\">{sign}</abbr>")
                }
                None => write!(self.html, " ${glyph}"),
            };
        }
        self.html.push(' ');
    }

    fn comment(&mut self, comment: &str) {
        let words = without_commands(comment);
        if words.is_empty() {
            return;
        }
        let _ = write!(
            self.html,
            "<span class=\"comment\">{}</span> ",
            Text(&words)
        );
        for fen in quoted(&words) {
            let Some(given) = (self.drawn < DRAWN)
                .then(|| GivenPosition::read(fen).ok())
                .flatten()
            else {
                continue;
            };
            self.drawn += 1;
            let words = format!("The position {fen}");
            self.html
                .push_str(&board(given.board(), &[], "board small", &words));
            self.html.push(' ');
        }
    }
}

/// A comment without what programs read in it, `[%clk 1:00:00]`.
fn without_commands(comment: &str) -> String {
    let mut words = String::new();
    let mut rest = comment;
    while let Some((before, behind)) = rest.split_once("[%") {
        words.push_str(before);
        rest = behind.split_once(']').map_or("", |(_, after)| after);
    }
    words.push_str(rest);
    words.trim().to_owned()
}

/// What stands between backticks.
fn quoted(comment: &str) -> impl Iterator<Item = &str> {
    comment.split('`').skip(1).step_by(2)
}

/// The time that a program noted behind a move: "1:23:45".
pub(super) fn clock(at: &Played) -> Option<&str> {
    at.asides.iter().find_map(|aside| match aside {
        Aside::Comment(comment) => {
            let (_, behind) = comment.split_once("[%clk ")?;
            let (time, _) = behind.split_once(']')?;
            Some(time.trim())
        }
        Aside::Variation(_) => None,
    })
}
