//! Every position of a game, each with its anchor, the move that led to it, and its FEN. What steps through a game reads them.

use super::escape::Text;
use super::in_words::move_in_words;
use super::score::clock;
use crate::chess::pgn::Record;
use crate::chess::{fen, san};
use shakmaty::Position;
use std::fmt::Write;

/// A list: `<li id="p3" data-m="g1f3"><b>2. Nf3</b> White's knight g1 to f3 <code>FEN</code></li>` for each ply, and one for
/// the start before them.
pub(super) fn positions(record: &Record) -> String {
    let mut html = format!(
        "<ol id=\"positions\">\n<li id=\"p0\"><b>Start</b> <code>{}</code></li>\n",
        fen(&record.start)
    );
    let mut position = record.start.clone();
    for (ply, at) in (1..).zip(&record.line.moves) {
        let before = position.clone();
        position.play_unchecked(at.played);
        let number = before.fullmoves();
        let dots = before.turn().fold_wb(".", "...");
        let from = at.played.from().map(|from| from.to_string());
        // Writing to a String cannot fail.
        let _ = write!(
            html,
            "<li id=\"p{ply}\" data-m=\"{}{}\"><b>{number}{dots} {}</b> {}",
            from.unwrap_or_default(),
            at.played.to(),
            san(&before, at.played),
            move_in_words(&before, at.played, &position)
        );
        if let Some(time) = clock(at) {
            let whose = before.turn().fold_wb("White", "Black");
            let _ = write!(html, "; {whose}'s clock {}", Text(time));
        }
        let _ = writeln!(html, " <code>{}</code></li>", fen(&position));
    }
    html.push_str("</ol>");
    html
}
