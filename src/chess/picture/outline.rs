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

/// The smallest rectangle around something, downwards as pictures are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) right: f32,
    pub(super) bottom: f32,
}

impl Bounds {
    /// Whether the other lies within, and is not the same.
    pub(super) fn encloses(self, other: Bounds) -> bool {
        self.left < other.left
            && self.top < other.top
            && self.right > other.right
            && self.bottom > other.bottom
    }
}

/// The bounds of a sign.
pub(super) fn bounds(sign: char) -> Option<Bounds> {
    outline(sign).map(|path| around(&path))
}

fn around(path: &Path) -> Bounds {
    let bounds = path.bounds();
    Bounds {
        left: bounds.left(),
        top: bounds.top(),
        right: bounds.right(),
        bottom: bounds.bottom(),
    }
}

/// One closed line of an outline.
pub(super) struct Contour {
    pub(super) bounds: Bounds,
    steps: &'static [Step],
}

/// The closed lines of a sign.
pub(super) fn contours(sign: char) -> Vec<Contour> {
    let steps = steps(sign).unwrap_or_default();
    let lines = steps.split_inclusive(|step| matches!(step, Step::Close));
    lines
        .filter_map(|steps| {
            let mut path = PathBuilder::new();
            steps.iter().for_each(|step| follow(&mut path, step));
            let bounds = around(&path.finish()?);
            Some(Contour { bounds, steps })
        })
        .collect()
}

impl Contour {
    /// Its path as SVG writes it, in whole units of so many of the font's, each step seen from the one before.
    pub(super) fn path(&self, fine: f64) -> String {
        let whole = |x: f32, y: f32| {
            let round = |number: f32| (f64::from(number) / fine).round();
            (round(x), round(-y))
        };
        let mut path = String::new();
        let mut at = (0.0, 0.0);
        for step in self.steps {
            let points = match *step {
                Step::Move(x, y) => {
                    at = whole(x, y);
                    path.push_str(&format!("M{} {}", at.0, at.1));
                    continue;
                }
                Step::Line(x, y) => ('l', vec![whole(x, y)]),
                Step::Quad(x1, y1, x, y) => ('q', vec![whole(x1, y1), whole(x, y)]),
                Step::Curve(x1, y1, x2, y2, x, y) => {
                    ('c', vec![whole(x1, y1), whole(x2, y2), whole(x, y)])
                }
                Step::Close => {
                    path.push('z');
                    continue;
                }
            };
            let (letter, points) = points;
            path.push(letter);
            let numbers = points.iter().flat_map(|(x, y)| [x - at.0, y - at.1]);
            for (nth, number) in numbers.enumerate() {
                if nth > 0 && number >= 0.0 {
                    path.push(' ');
                }
                // No minus before a nought.
                path.push_str(&(number + 0.0).to_string());
            }
            at = points.last().copied().unwrap_or(at);
        }
        path
    }
}
