//! One square of a picture. Each that can occur is drawn once.

use super::outline::{outline, silhouette};
use super::palette::{self, Colour, Ground, INK, PAPER};
use shakmaty::{Color, Piece, Role};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;
use tiny_skia::{FillRule, LineJoin, Paint, Path, Pixmap, Rect, Stroke, Transform};

/// Pixels of a square, across and down.
pub(super) const SIDE: usize = 80;

/// The same for the library that draws.
const PIXELS: u32 = 80;

/// The height of a king, in pixels; the other pieces are as much smaller as they are in the font.
const KING: f32 = 63.0;

/// Where the pieces stand, in pixels from the top.
const FLOOR: f32 = 71.0;

/// The height of a figure of the coordinates, in pixels.
const FIGURE: f32 = 13.0;

/// How far coordinates stand from the edge of their square, in pixels.
const GAP: f32 = 4.0;

/// Where a coordinate stands in its square.
#[derive(Clone, Copy, Debug)]
enum Corner {
    /// Above, on the left: the number of a rank.
    Above,
    /// Below, on the right: the letter of a file.
    Below,
}

/// What stands on a square, whether it is a light one, and what is marked.
type Square = (Option<Piece>, bool, Ground);

/// All squares that can occur.
static TILES: LazyLock<HashMap<Square, Tile>> = LazyLock::new(|| {
    let pieces = Color::ALL
        .into_iter()
        .flat_map(|color| Role::ALL.map(|role| Some(role.of(color))));
    let contents: Vec<Option<Piece>> = pieces.chain([None]).collect();
    let mut tiles = HashMap::new();
    for piece in contents {
        for ground in [Ground::Plain, Ground::Moved, Ground::Check] {
            for is_light in [true, false] {
                let pixels = draw(piece, is_light, ground);
                let packed = packed(&pixels);
                tiles.insert((piece, is_light, ground), Tile { pixels, packed });
            }
        }
    }
    tiles
});

/// The signs of the coordinates where they stand in a square: how much of each pixel they cover, from 0 to 255.
static COORDINATES: LazyLock<HashMap<char, Vec<u8>>> = LazyLock::new(|| {
    let above = ('1'..='8').map(|sign| (sign, coverage(sign, Corner::Above)));
    let below = ('a'..='h').map(|sign| (sign, coverage(sign, Corner::Below)));
    above.chain(below).collect()
});

/// A square as it was drawn.
struct Tile {
    /// One octet a pixel, the number of its colour.
    pixels: Vec<u8>,
    /// The same, two pixels an octet.
    packed: Vec<u8>,
}

/// A square with what stands on it, in rows of two pixels an octet, the left one in its upper half; and with the coordinates
/// that stand in its corners.
pub(super) fn drawn(
    piece: Option<Piece>,
    is_light: bool,
    ground: Ground,
    coordinates: &[char],
) -> Cow<'static, [u8]> {
    let Some(tile) = TILES.get(&(piece, is_light, ground)) else {
        return Cow::Borrowed(&[]);
    };
    if coordinates.is_empty() {
        return Cow::Borrowed(&tile.packed);
    }
    let mut pixels = tile.pixels.clone();
    for sign in coordinates {
        write(&mut pixels, *sign, is_light, ground);
    }
    Cow::Owned(packed(&pixels))
}

fn packed(pixels: &[u8]) -> Vec<u8> {
    let pairs = pixels.chunks(2);
    pairs
        .map(|pair| pair.iter().fold(0, |octet, pixel| octet << 4 | pixel))
        .collect()
}

/// Writes a coordinate into a square, below the piece that stands on it.
fn write(pixels: &mut [u8], sign: char, is_light: bool, ground: Ground) {
    let Some(coverage) = COORDINATES.get(&sign) else {
        return;
    };
    let colour = palette::of_square(is_light, ground);
    let shade = palette::of_coordinate(is_light, ground);
    let empty = palette::nearest(colour);
    for (pixel, covered) in pixels.iter_mut().zip(coverage) {
        if *pixel == empty && *covered > 0 {
            *pixel = palette::nearest(palette::covered(colour, shade, *covered));
        }
    }
}

fn draw(piece: Option<Piece>, is_light: bool, ground: Ground) -> Vec<u8> {
    let colour = palette::of_square(is_light, ground);
    let Some(mut square) = Pixmap::new(PIXELS, PIXELS) else {
        return Vec::new();
    };
    square.fill(paint(colour).1);
    if let Some(piece) = piece {
        draw_piece(&mut square, piece);
    }
    let pixels = square.pixels().iter();
    pixels
        .map(|pixel| palette::nearest([pixel.red(), pixel.green(), pixel.blue()]))
        .collect()
}

/// The solid form of a piece, filled with its colour, its lines in the other one: of a white piece they are the font's own
/// for it, of a black one they are left open by it.
fn draw_piece(square: &mut Pixmap, piece: Piece) {
    let (lines, solid) = signs_of(piece.role);
    let Some(place) = standing(solid) else {
        return;
    };
    let stroke = Stroke {
        width: 0.8 / place.sy,
        line_join: LineJoin::Round,
        ..Stroke::default()
    };
    for path in silhouette(solid) {
        fill(square, &path, PAPER, place);
    }
    let sign = match piece.color {
        Color::White => lines,
        Color::Black => solid,
    };
    if let Some(path) = outline(sign) {
        fill(square, &path, INK, place);
        if piece.color == Color::White {
            square.stroke_path(&path, &paint(INK).0, &stroke, place, None);
        }
    }
}

/// The signs of a piece: in lines, and solid.
pub(super) fn signs_of(role: Role) -> (char, char) {
    match role {
        Role::King => ('♔', '♚'),
        Role::Queen => ('♕', '♛'),
        Role::Rook => ('♖', '♜'),
        Role::Bishop => ('♗', '♝'),
        Role::Knight => ('♘', '♞'),
        Role::Pawn => ('♙', '♟'),
    }
}

/// The way from a piece's outline to its place in a square: in the middle, on the floor.
fn standing(solid: char) -> Option<Transform> {
    let king = outline('♚')?.bounds();
    let piece = outline(solid)?.bounds();
    let scale = KING / king.height();
    Some(placed(
        scale,
        40.0 - scale * middle(piece),
        FLOOR - scale * piece.bottom(),
    ))
}

fn middle(bounds: Rect) -> f32 {
    f32::midpoint(bounds.left(), bounds.right())
}

fn placed(scale: f32, right: f32, down: f32) -> Transform {
    Transform::from_scale(scale, scale).post_translate(right, down)
}

fn coverage(sign: char, corner: Corner) -> Vec<u8> {
    drawn_coordinate(sign, corner).unwrap_or_default()
}

fn drawn_coordinate(sign: char, corner: Corner) -> Option<Vec<u8>> {
    let figure = outline('1')?.bounds();
    let scale = FIGURE / figure.height();
    let path = outline(sign)?;
    let bounds = path.bounds();
    let place = match corner {
        Corner::Above => placed(scale, GAP - scale * bounds.left(), GAP + FIGURE),
        // All letters on one line, whatever hangs below it.
        Corner::Below => placed(scale, 80.0 - GAP - scale * bounds.right(), 80.0 - GAP - 3.0),
    };
    let mut square = Pixmap::new(PIXELS, PIXELS)?;
    fill(&mut square, &path, PAPER, place);
    Some(square.pixels().iter().map(|pixel| pixel.alpha()).collect())
}

fn fill(square: &mut Pixmap, path: &Path, colour: Colour, place: Transform) {
    square.fill_path(path, &paint(colour).0, FillRule::Winding, place, None);
}

/// A colour as the library wants it: for lines and areas, and for the ground.
fn paint([red, green, blue]: Colour) -> (Paint<'static>, tiny_skia::Color) {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    (paint, tiny_skia::Color::from_rgba8(red, green, blue, 255))
}
