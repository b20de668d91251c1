//! Takes the outlines of the chess pieces and of the coordinates out of a font, and writes them down as Rust: a few
//! kilobytes in place of the font's 750. DejaVu Sans may be copied and changed freely (Bitstream Vera's terms).

use std::fmt::Write;
use std::path::Path;
use std::{env, error, fs};
use ttf_parser::{Face, OutlineBuilder};

/// The signs that are drawn: the line and the solid form of each piece, and what stands at the edge of a board.
const SIGNS: &str = "♔♕♖♗♘♙♚♛♜♝♞♟12345678abcdefgh";

fn main() -> Result<(), Box<dyn error::Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let face = Face::parse(dejavu::sans::bold(), 0)?;
    let mut source = String::new();
    for sign in SIGNS.chars() {
        let glyph = face.glyph_index(sign).ok_or("the font lacks a sign")?;
        let mut outline = Outline(String::new());
        face.outline_glyph(glyph, &mut outline)
            .ok_or("a sign of the font has no outline")?;
        writeln!(source, "({sign:?}, &[{}]),", outline.0)?;
    }
    let folder = env::var("OUT_DIR")?;
    fs::write(
        Path::new(&folder).join("outlines.rs"),
        format!("&[\n{source}]\n"),
    )?;
    Ok(())
}

/// The steps of an outline as Rust source, in units of the font, upwards.
struct Outline(String);

impl Outline {
    fn step(&mut self, name: &str, numbers: &[f32]) {
        let numbers: Vec<String> = numbers.iter().map(|n| format!("{n:?}")).collect();
        self.0
            .push_str(&format!("Step::{name}({}), ", numbers.join(", ")));
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.step("Move", &[x, y]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.step("Line", &[x, y]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.step("Quad", &[x1, y1, x, y]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.step("Curve", &[x1, y1, x2, y2, x, y]);
    }

    fn close(&mut self) {
        self.0.push_str("Step::Close, ");
    }
}
