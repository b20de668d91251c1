//! A position as a picture, for mail programs that show pictures.
//!
//! 640 × 640 pixels of sixteen colours, to be shown at half that size: twice the pixels of the commonest screens, so that
//! it is never blurred, and less than 20 KB. It is opaque, and the coordinates stand inside the squares, so that no
//! mail program's dark background can make them unreadable. The pieces are those of the font DejaVu Sans, whose outlines
//! `build.rs` takes; each square that can occur is drawn once, and a board is sixty-four copies.

mod outline;
mod palette;
mod tile;
mod vector;

pub use vector::svg_pieces;

use super::HasBoard;
use shakmaty::fen::Fen;
use shakmaty::{Board, Chess, Color, File, Position, Rank, Square};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Pixels of a picture, across and down.
pub const PIXELS: usize = 8 * tile::SIDE;

/// How hard the picture is packed: a twentieth larger than the best, in a tenth of its time.
const LEVEL: u8 = 4;

/// What a picture shows. Its text is the name under which pictures are kept: `8/8/8/8/8/8/8/K1k5 w a2a1 -` is the pieces,
/// who sits below, the squares of the last move, and the square of a king in check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    board: Board,
    below: Color,
    last_move: Option<(Square, Square)>,
    check: Option<Square>,
}

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum NoPicture {
    /// The text names none.
    #[error("\"{0}\" is not the name of a picture")]
    Unreadable(String),
    /// The file could not be written.
    #[error("the picture could not be written: {0}")]
    Unwritten(#[from] png::EncodingError),
}

impl Picture {
    /// The position as the player with this colour sees it, the squares of the last move and a king in check marked.
    pub fn of(position: &Chess, below: Color, last_move: Option<(Square, Square)>) -> Picture {
        let check = position
            .is_check()
            .then(|| position.board().king_of(position.turn()))
            .flatten();
        Picture {
            board: position.squares().clone(),
            below,
            last_move,
            check,
        }
    }

    /// The picture as a file: PNG, with the same octets for the same picture.
    ///
    /// # Errors
    ///
    /// When the library refuses.
    pub fn png(&self) -> Result<Vec<u8>, NoPicture> {
        let side = u32::try_from(PIXELS).unwrap_or_default();
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, side, side);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Four);
        encoder.set_palette(palette::octets());
        encoder.set_deflate_compression(png::DeflateCompression::Level(LEVEL));
        // Neighbouring indices say nothing about each other; and the library's fast way is made for true colour.
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.packed())?;
        writer.finish()?;
        Ok(file)
    }

    /// The rows of the picture from the top, two pixels an octet, the left one in its upper half.
    fn packed(&self) -> Vec<u8> {
        let mut packed = Vec::with_capacity(PIXELS * PIXELS / 2);
        for row in 0..8 {
            let squares: Vec<_> = (0..8).map(|column| self.square(row, column)).collect();
            for line in 0..tile::SIDE {
                for square in &squares {
                    let from = line * tile::SIDE / 2;
                    packed.extend_from_slice(
                        square.get(from..from + tile::SIDE / 2).unwrap_or_default(),
                    );
                }
            }
        }
        packed
    }

    /// The square in this row, counted from the top, and this column, counted from the left.
    fn square(&self, row: u32, column: u32) -> Cow<'static, [u8]> {
        let (file, rank) = match self.below {
            Color::White => (column, 7 - row),
            Color::Black => (7 - column, row),
        };
        let (file, rank) = (File::new(file), Rank::new(rank));
        let square = Square::from_coords(file, rank);
        let moved = |(from, to)| square == from || square == to;
        let ground = if self.check == Some(square) {
            palette::Ground::Check
        } else if self.last_move.is_some_and(moved) {
            palette::Ground::Moved
        } else {
            palette::Ground::Plain
        };
        let above = (column == 0).then(|| rank.char());
        let below = (row == 7).then(|| file.char());
        let coordinates: Vec<char> = above.into_iter().chain(below).collect();
        let piece = self.board.piece_at(square);
        tile::drawn(piece, square.is_light(), ground, &coordinates)
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.board, self.below.char())?;
        match self.last_move {
            Some((from, to)) => write!(f, "{from}{to} ")?,
            None => write!(f, "- ")?,
        }
        match self.check {
            Some(square) => write!(f, "{square}"),
            None => write!(f, "-"),
        }
    }
}

impl FromStr for Picture {
    type Err = NoPicture;

    fn from_str(text: &str) -> Result<Picture, NoPicture> {
        read(text).ok_or_else(|| NoPicture::Unreadable(text.chars().take(120).collect()))
    }
}

fn read(text: &str) -> Option<Picture> {
    let mut parts = text.split(' ');
    let board = parts.next()?.parse::<Fen>().ok()?.into_setup().board;
    let below = Color::from_char(parts.next()?.chars().next()?)?;
    let last_move = match parts.next()? {
        "-" => None,
        squares => {
            let (from, to) = squares.split_at_checked(2)?;
            Some((from.parse().ok()?, to.parse().ok()?))
        }
    };
    let check = match parts.next()? {
        "-" => None,
        square => Some(square.parse().ok()?),
    };
    parts.next().is_none().then_some(Picture {
        board,
        below,
        last_move,
        check,
    })
}

#[cfg(test)]
mod tests;
