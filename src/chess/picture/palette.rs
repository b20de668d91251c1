//! The sixteen colours of a picture.

/// What lies below a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ground {
    /// Nothing is marked.
    Plain,
    /// The last move began or ended here.
    Moved,
    /// The king here is in check.
    Check,
}

/// Red, green, blue.
pub(super) type Colour = [u8; 3];

pub(super) const INK: Colour = [0x14, 0x14, 0x14];
pub(super) const PAPER: Colour = [0xff, 0xff, 0xff];
const LIGHT: Colour = [0xf0, 0xd9, 0xb5];
const DARK: Colour = [0xb5, 0x88, 0x63];
const LIGHT_MOVED: Colour = [0xd6, 0xdd, 0x7a];
const DARK_MOVED: Colour = [0xa8, 0xa5, 0x3c];
const CHECK: Colour = [0xe4, 0x6a, 0x55];

/// All of them: what is drawn with, and between those that meet what smooths an edge.
const PALETTE: [Colour; 16] = [
    INK,
    PAPER,
    LIGHT,
    DARK,
    LIGHT_MOVED,
    DARK_MOVED,
    CHECK,
    between(INK, PAPER, 1),
    between(INK, PAPER, 2),
    between(INK, PAPER, 3),
    between(INK, LIGHT, 2),
    between(INK, DARK, 2),
    between(INK, LIGHT_MOVED, 2),
    between(INK, DARK_MOVED, 2),
    between(INK, CHECK, 2),
    between(LIGHT, DARK, 2),
];

/// That many quarters of the way from one colour to another.
const fn between(from: Colour, to: Colour, quarters: u16) -> Colour {
    let [r, g, b] = from;
    let [to_r, to_g, to_b] = to;
    [
        mixed(r, to_r, quarters),
        mixed(g, to_g, quarters),
        mixed(b, to_b, quarters),
    ]
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "a mean of two octets is one"
)]
const fn mixed(from: u8, to: u8, quarters: u16) -> u8 {
    ((from as u16 * (4 - quarters) + to as u16 * quarters) / 4) as u8
}

/// The colour of an empty square.
pub(super) fn of_square(is_light: bool, ground: Ground) -> Colour {
    match (ground, is_light) {
        (Ground::Plain, true) => LIGHT,
        (Ground::Plain, false) => DARK,
        (Ground::Moved, true) => LIGHT_MOVED,
        (Ground::Moved, false) => DARK_MOVED,
        (Ground::Check, _) => CHECK,
    }
}

/// The colour of the coordinates in a square: that of the other squares.
pub(super) fn of_coordinate(is_light: bool, ground: Ground) -> Colour {
    match (ground, is_light) {
        (Ground::Check, _) => INK,
        (Ground::Plain | Ground::Moved, true) => DARK,
        (Ground::Plain | Ground::Moved, false) => LIGHT,
    }
}

/// The colour of a pixel of which that much is covered by another colour, from 0 to 255.
pub(super) fn covered(ground: Colour, above: Colour, covered: u8) -> Colour {
    match covered {
        0..64 => ground,
        64..192 => between(ground, above, 2),
        192..=255 => above,
    }
}

/// The number of the colour that comes nearest.
pub(super) fn nearest(colour: Colour) -> u8 {
    let distance = |other: &Colour| -> u32 {
        let differences = colour
            .iter()
            .zip(other)
            .map(|(a, b)| u32::from(a.abs_diff(*b)));
        differences.map(|difference| difference * difference).sum()
    };
    let numbered = (0_u8..).zip(&PALETTE);
    let nearest = numbered.min_by_key(|(_, other)| distance(other));
    nearest.map_or(0, |(number, _)| number)
}

/// The colours as a PNG lists them.
pub(super) fn octets() -> Vec<u8> {
    PALETTE.concat()
}
