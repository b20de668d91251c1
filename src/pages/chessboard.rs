//! The page with a board on which men are moved by hand: it knows notations and no rules, and sends nothing anywhere. Beside it
//! the starts of Chess960, each of which leads to it.
//!
//! What it does is done in the browser, by modules that the browser reads as they are. They know FEN as [`crate::chess`] does,
//! and a test lets both read the same.

use super::board::pieces;
use super::frame::filled;
use super::site::{Page, Site};
use crate::chess::{Start, fen};
use serde::Serialize;
use shakmaty::Chess;

/// How the page looks, and the modules of what it does, each with its place on the site.
pub(super) const FILES: [(&str, &str); 11] = [
    ("board/board.css", include_str!("html/board/board.css")),
    ("board/fen.js", include_str!("html/board/fen.js")),
    ("board/faults.js", include_str!("html/board/faults.js")),
    ("board/chess960.js", include_str!("html/board/chess960.js")),
    ("board/history.js", include_str!("html/board/history.js")),
    ("board/notation.js", include_str!("html/board/notation.js")),
    ("board/links.js", include_str!("html/board/links.js")),
    ("board/words.js", include_str!("html/board/words.js")),
    ("board/drag.js", include_str!("html/board/drag.js")),
    ("board/board.js", include_str!("html/board/board.js")),
    ("board/page.js", include_str!("html/board/page.js")),
];

#[derive(Serialize)]
struct Board {
    pieces: &'static str,
}

#[derive(Serialize)]
struct Starts {
    starts: Vec<String>,
}

/// The board, and the list of the starts of Chess960.
pub fn chessboard(site: &Site) -> [Page; 2] {
    let board = Board { pieces: pieces() };
    let starts = (0..).map_while(Start::chess960);
    let starts = Starts {
        starts: starts.map(|start| first_rank(&start)).collect(),
    };
    [
        Page::of("board.html", &filled("board", site, 0, board)),
        Page::of("chess960.html", &filled("chess960", site, 0, starts)),
    ]
}

/// White's pieces from the a-file to the h-file.
fn first_rank(start: &Start) -> String {
    let fen = start.fen();
    let placement = fen.split(' ').next().unwrap_or_default();
    placement.rsplit('/').next().unwrap_or_default().to_owned()
}

/// What stands behind the name of the page where it is to show a position: a FEN, underlines for its blanks.
pub(super) fn anchor(position: &Chess) -> String {
    format!("fen={}", fen(position).replace(' ', "_"))
}
