use super::*;
use crate::chess::examples::{Dice, position};
use std::collections::HashSet;

/// The picture read back: the numbers of the colours, one a pixel.
fn pixels(picture: &Picture) -> Vec<u8> {
    let file = picture.png().unwrap();
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::IDENTITY);
    let mut reader = decoder.read_info().unwrap();
    let info = reader.info();
    assert_eq!((info.width, info.height), (640, 640));
    assert_eq!(info.color_type, png::ColorType::Indexed);
    assert_eq!(info.bit_depth, png::BitDepth::Four);
    assert!(info.trns.is_none(), "it is opaque");
    let mut packed = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut packed).unwrap();
    packed
        .iter()
        .flat_map(|pair| [pair >> 4, pair & 15])
        .collect()
}

/// A square of the picture, counted from the left and the top.
fn square_of(pixels: &[u8], column: usize, row: usize) -> Vec<u8> {
    (row * 80..row * 80 + 80)
        .flat_map(|line| pixels[line * 640 + column * 80..][..80].to_vec())
        .collect()
}

/// How many pixels of a square have this colour.
fn count(square: &[u8], colour: palette::Colour) -> usize {
    let wanted = palette::nearest(colour);
    square.iter().filter(|pixel| **pixel == wanted).count()
}

/// What is played in a random game.
fn random_game(dice: &mut Dice) -> Vec<(Chess, Option<(Square, Square)>)> {
    let mut positions = vec![(Chess::default(), None)];
    for _ in 0..80 {
        let (position, _) = positions.last().unwrap().clone();
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let played = moves[dice.below(moves.len())];
        let marked = played.from().map(|from| (from, played.to()));
        positions.push((position.play(played).unwrap(), marked));
    }
    positions
}

#[test]
fn each_piece_stands_in_its_square_in_its_colour() {
    let start = Chess::default();
    for below in Color::ALL {
        let drawn = pixels(&Picture::of(&start, below, None));
        let row_of = |color| if color == below { 7 } else { 0 };
        for column in 0..8 {
            let [white, black] = Color::ALL.map(|color| {
                let mut both = square_of(&drawn, column, row_of(color));
                both.extend(square_of(&drawn, column, row_of(color).clamp(1, 6)));
                (count(&both, palette::INK), count(&both, palette::PAPER))
            });
            assert!(
                black.0 > white.0 && black.0 > black.1,
                "{column}: {black:?} {white:?}"
            );
            assert!(
                white.1 > 2 * black.1 && white.0 > 400,
                "{column}: {black:?} {white:?}"
            );
        }
        let mut looks = HashSet::new();
        for (column, row) in (0..8).flat_map(|row| (0..8).map(move |column| (column, row))) {
            let square = square_of(&drawn, column, row);
            let (ink, paper) = (count(&square, palette::INK), count(&square, palette::PAPER));
            let is_empty = (2..6).contains(&row);
            assert_eq!((ink, paper) == (0, 0), is_empty, "{column} {row}");
            looks.insert(square);
        }
        // Six kinds of pieces of two colours; not all of them on both kinds of squares.
        assert!(looks.len() > 20, "{}", looks.len());
    }
}

#[test]
fn the_board_is_turned_for_black() {
    let white = pixels(&Picture::of(&Chess::default(), Color::White, None));
    let black = pixels(&Picture::of(&Chess::default(), Color::Black, None));
    let king = |drawn: &[u8], column, row| count(&square_of(drawn, column, row), palette::PAPER);
    assert_eq!(king(&white, 4, 7), king(&black, 3, 0));
    assert_ne!(white, black);
}

#[test]
fn last_move_and_check_are_marked() {
    let mate = position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    let picture = Picture::of(&mate, Color::White, Some((Square::D8, Square::H4)));
    let drawn = pixels(&picture);
    for (column, row, is_light, ground) in [
        (3, 0, false, palette::Ground::Moved),
        (7, 4, false, palette::Ground::Moved),
        (4, 7, false, palette::Ground::Check),
        (3, 7, true, palette::Ground::Plain),
    ] {
        let square = square_of(&drawn, column, row);
        assert!(
            count(&square, palette::of_square(is_light, ground)) > 1500,
            "{column} {row}"
        );
    }
}

#[test]
fn the_name_of_a_picture_is_read_back_and_the_same_picture_has_the_same_octets() {
    let mut dice = Dice(7);
    for (position, last_move) in random_game(&mut dice) {
        for below in Color::ALL {
            let picture = Picture::of(&position, below, last_move);
            let read: Picture = picture.to_string().parse().unwrap();
            assert_eq!(read, picture);
        }
    }
    let start = Picture::of(&Chess::default(), Color::Black, None);
    assert_eq!(
        start.to_string(),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - -"
    );
    assert_eq!(start.png().unwrap(), start.png().unwrap());
    for wrong in [
        "",
        "8/8/8/8/8/8/8/8 w -",
        "8/8/8/8/8/8/8/8 w - - -",
        "8/8/8/8/8/8/8/8 x - -",
        "8/8/8/8/8/8/8/8 w e2 -",
        "9/8 w - -",
    ] {
        assert!(wrong.parse::<Picture>().is_err(), "{wrong}");
    }
}

#[test]
fn hundreds_of_pictures_are_smaller_than_twenty_kilobytes() {
    let mut dice = Dice(11);
    let mut drawn = 0;
    while drawn < 300 {
        for (position, last_move) in random_game(&mut dice) {
            let picture = Picture::of(&position, position.turn(), last_move);
            let size = picture.png().unwrap().len();
            assert!(size < 20_000, "{size}: {picture}");
            drawn += 1;
        }
    }
}
