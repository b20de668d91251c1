//! The pieces of a picture as SVG, for pages in which a position is drawn by the browser.
//!
//! The same outlines as in the pictures of letters, in a quarter of the font's units: what is drawn an inch high needs no more.

use super::outline::{Bounds, bounds, contours};
use super::tile::signs_of;
use shakmaty::{Color, Role};
use std::fmt::Write;

/// How much of the side of a square a king takes.
const KING: f64 = 0.84;
/// How far below the upper edge of its square a piece stands.
const FLOOR: f64 = 0.93;
/// Units of the font in one of ours.
const FINE: f64 = 4.0;

/// The twelve pieces as groups that `<use href="#wk" x="4" y="7"/>` puts into the square whose upper left corner that is; a
/// square is one unit wide. `wk` is White's king and `bp` a pawn of Black. What is of paper has the class `paper`, the
/// lines of a white piece are `ink`, and what is filled of a black one is `solid`.
pub fn svg_pieces() -> String {
    let mut svg = String::new();
    let king = bounds('♚');
    for role in Role::ALL {
        let (lines, solid) = signs_of(role);
        let Some((king, piece)) = king.zip(bounds(solid)) else {
            continue;
        };
        let place = standing(king, piece);
        let letter = role.char();
        // Writing to a String cannot fail.
        let _ = write!(
            svg,
            r#"<path id="{letter}" class="paper" d="{}"/>"#,
            path(solid, Contours::Outer)
        );
        for color in [Color::White, Color::Black] {
            let sign = color.fold_wb(lines, solid);
            let _ = write!(
                svg,
                r##"<g id="{}{letter}"><g transform="{place}"><use href="#{letter}"/><path class="{}" d="{}"/></g></g>"##,
                color.char(),
                color.fold_wb("ink", "solid"),
                path(sign, Contours::All)
            );
        }
    }
    svg
}

/// Which lines of an outline are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contours {
    /// All: what lies between them is filled.
    All,
    /// Those that lie in no other: all that the sign encloses is filled.
    Outer,
}

/// From the outline of a piece to its place in a square: in the middle, on the floor.
fn standing(king: Bounds, piece: Bounds) -> String {
    let scale = KING / f64::from(king.bottom - king.top);
    let middle = f64::midpoint(f64::from(piece.left), f64::from(piece.right));
    let right = 0.5 - scale * middle;
    let down = FLOOR - scale * f64::from(piece.bottom);
    format!("translate({right:.3} {down:.3})scale({:.6})", scale * FINE)
}

fn path(sign: char, which: Contours) -> String {
    let contours = contours(sign);
    let drawn = contours.iter().filter(|one| {
        which == Contours::All
            || !contours
                .iter()
                .any(|other| other.bounds.encloses(one.bounds))
    });
    drawn.map(|contour| contour.path(FINE)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_twelve_pieces_and_they_take_little_room() {
        let svg = svg_pieces();
        for piece in "KQRBNPkqrbnp".chars() {
            let color = if piece.is_ascii_uppercase() { 'w' } else { 'b' };
            let id = format!("<g id=\"{color}{}\">", piece.to_ascii_lowercase());
            assert!(svg.contains(&id), "{id}");
        }
        assert_eq!(svg.matches("class=\"paper\"").count(), 6);
        assert!(!svg.contains("d=\"\""), "{svg}");
        assert!(svg.len() < 14_000, "{}", svg.len());
    }
}
