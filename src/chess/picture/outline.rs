//! The outlines of the pieces and of the coordinates, as `build.rs` took them from a font.

use tiny_skia::{Path, PathBuilder};

/// A step along an outline, in units of the font, upwards.
#[derive(Clone, Copy, Debug)]
enum Step {
    Move(f32, f32),
    Line(f32, f32),
    Quad(f32, f32, f32, f32),
    #[allow(dead_code, reason = "fonts of another kind are made of these")]
    Curve(f32, f32, f32, f32, f32, f32),
    Close,
}

/// Each sign with its outline.
const OUTLINES: &[(char, &[Step])] = include!(concat!(env!("OUT_DIR"), "/outlines.rs"));

/// The outline of a sign, downwards as pictures are; `None` for a sign that is not drawn.
pub(super) fn outline(sign: char) -> Option<Path> {
    let mut path = PathBuilder::new();
    steps(sign)?.iter().for_each(|step| follow(&mut path, step));
    path.finish()
}

/// All that the sign encloses, as one path for each closed line of its outline.
pub(super) fn silhouette(sign: char) -> Vec<Path> {
    let steps = steps(sign).unwrap_or_default();
    let lines = steps.split_inclusive(|step| matches!(step, Step::Close));
    lines
        .filter_map(|line| {
            let mut path = PathBuilder::new();
            line.iter().for_each(|step| follow(&mut path, step));
            path.finish()
        })
        .collect()
}

fn steps(sign: char) -> Option<&'static [Step]> {
    let found = OUTLINES.iter().find(|(known, _)| *known == sign);
    found.map(|(_, steps)| *steps)
}

fn follow(path: &mut PathBuilder, step: &Step) {
    match *step {
        Step::Move(x, y) => path.move_to(x, -y),
        Step::Line(x, y) => path.line_to(x, -y),
        Step::Quad(x1, y1, x, y) => path.quad_to(x1, -y1, x, -y),
        Step::Curve(x1, y1, x2, y2, x, y) => path.cubic_to(x1, -y1, x2, -y2, x, -y),
        Step::Close => path.close(),
    }
}
