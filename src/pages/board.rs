//! A position drawn by the browser.

use super::escape::Text;
use crate::chess::picture::svg_pieces;
use shakmaty::{Board, Square};
use std::fmt::Write;
use std::sync::LazyLock;

/// The pieces, which every board of a page uses: once a page.
static PIECES: LazyLock<String> = LazyLock::new(|| {
    // Not `display:none`, by which some browsers draw no copies either.
    format!(
        r#"<svg class="pieces" width="0" height="0" aria-hidden="true"><defs>{}</defs></svg>"#,
        svg_pieces()
    )
});

/// The outlines that [`board`] refers to.
pub(super) fn pieces() -> &'static str {
    &PIECES
}

/// The board as White sees it, with the squares of the last move marked, and in words for who does not see it.
pub(super) fn board(board: &Board, marked: &[Square], class: &str, words: &str) -> String {
    let mut svg = format!(
        r#"<svg class="{class}" viewBox="0 0 8 8" role="img" aria-label="{}"><path class="light" d="M0 0h8v8H0z"/><path class="dark" d=""#,
        Text(words)
    );
    for square in Square::ALL.into_iter().filter(|square| square.is_dark()) {
        let (x, y) = corner(square);
        // Writing to a String cannot fail.
        let _ = write!(svg, "M{x} {y}h1v1h-1z");
    }
    svg.push_str("\"/><g class=\"marks\">");
    for square in marked {
        let (x, y) = corner(*square);
        let _ = write!(svg, r#"<path d="M{x} {y}h1v1h-1z"/>"#);
    }
    svg.push_str("</g><g class=\"signs\">");
    for (nth, (file, rank)) in ('a'..='h').zip('1'..='8').enumerate() {
        let _ = write!(
            svg,
            r#"<text x="{nth}.86" y="7.95">{file}</text><text x=".03" y="{}.2">{rank}</text>"#,
            7 - nth
        );
    }
    svg.push_str("</g><g class=\"men\">");
    for (square, piece) in board.clone() {
        let (x, y) = corner(square);
        let color = piece.color.char();
        let role = piece.role.char();
        let _ = write!(svg, r##"<use href="#{color}{role}" x="{x}" y="{y}"/>"##);
    }
    svg.push_str("</g></svg>");
    svg
}

/// The upper left corner of a square, as White sees it.
fn corner(square: Square) -> (u32, u32) {
    (u32::from(square.file()), 7 - u32::from(square.rank()))
}
