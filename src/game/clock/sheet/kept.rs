//! How the times of a game are kept beside it: short, since they are written anew with each move, and so that each number
//! follows from what stands there and from no rule of a clock.
//!
//! ```text
//! 0/864000 0/864000 +1b3600 w7200:79200 b100:86300
//! ```
//!
//! - First what was left of White and of Black before the first move: moves made, seconds on the clock, in the bank, and for
//!   which the clock has stood because our letters came back. Zeros at the end are left out.
//! - `+1b3600`: when one ply stood, Black was given 3,600 seconds.
//! - A ply: who moved, the seconds that it was charged, and behind a colon what changed until the next one, or until now: of
//!   who moved the clock, the bank and the time stood, then of the other side the same and its moves. Zeros at the end are left
//!   out, and so is that who moved has made one move more.

use super::{Given, Ply, TimeSheet};
use crate::game::clock::{Clocks, Control, Left};
use shakmaty::{ByColor, Color};
use std::fmt::{Display, Write};
use std::str::FromStr;

impl TimeSheet {
    /// As it is kept beside the events. Nothing without a clock.
    pub fn kept(&self) -> Option<String> {
        if !self.clocks.control().has_clock() {
            return None;
        }
        let both = self.clocks.both();
        let befores: Vec<ByColor<Left>> = self.plies.iter().map(|ply| ply.before).collect();
        let first = befores.first().copied().unwrap_or(both);
        let mut text = joined(&first.white.in_numbers(), "/", 2);
        text.push(' ');
        text.push_str(&joined(&first.black.in_numbers(), "/", 2));
        // Writing to a String cannot fail.
        for Given { ply, side, seconds } in &self.given {
            let _ = write!(text, " +{ply}{}{seconds}", side.char());
        }
        let afters = befores.iter().skip(1).chain([&both]);
        for (ply, after) in self.plies.iter().zip(afters) {
            text.push(' ');
            write_ply(ply, after, &mut text);
        }
        Some(text)
    }

    /// What is kept so; nothing where it means nothing.
    pub fn read(control: Control, kept: Option<&str>) -> Option<TimeSheet> {
        let Some(kept) = kept else {
            return (!control.has_clock()).then(|| TimeSheet::begin(control));
        };
        let mut words = kept.split(' ').peekable();
        let mut now = ByColor {
            white: read_left(words.next()?)?,
            black: read_left(words.next()?)?,
        };
        let mut given = Vec::new();
        while let Some(word) = words.next_if(|word| word.starts_with('+')) {
            given.push(read_given(word)?);
        }
        let mut plies = Vec::new();
        for word in words {
            let before = now;
            let charged;
            (charged, now) = read_ply(word, before)?;
            plies.push(Ply { before, charged });
        }
        Some(TimeSheet {
            clocks: Clocks::of(control, now),
            plies,
            given,
        })
    }
}

fn write_ply(ply: &Ply, after: &ByColor<Left>, text: &mut String) {
    let changes = ByColor::new_with(|side: Color| {
        let (before, after) = (ply.before.get(side), after.get(side));
        let (before, after) = (before.in_numbers(), after.in_numbers());
        let mut changes = [0_i64; 4];
        for ((change, before), after) in changes.iter_mut().zip(before).zip(after) {
            *change = after.wrapping_sub(before).cast_signed();
        }
        changes
    });
    let [white_moves, ..] = changes.white;
    let mover = Color::from_white(white_moves == 1);
    let [moved, clock, bank, stood] = *changes.get(mover);
    let [moves, others, others_bank, others_stood] = *changes.get(!mover);
    let all = [
        clock,
        bank,
        stood,
        others,
        others_bank,
        others_stood,
        moves,
        moved.wrapping_sub(1),
    ];
    let _ = write!(text, "{}{}", mover.char(), ply.charged);
    let changed = joined(&all, ",", 0);
    if !changed.is_empty() {
        let _ = write!(text, ":{changed}");
    }
}

/// What a ply was charged, and what was left of both behind it.
fn read_ply(word: &str, before: ByColor<Left>) -> Option<(u64, ByColor<Left>)> {
    let (charged, changed) = word.split_once(':').unwrap_or((word, ""));
    let (mover, charged) = side_first(charged)?;
    let [
        clock,
        bank,
        stood,
        others,
        others_bank,
        others_stood,
        moves,
        moved,
    ] = numbers::<i64, 8>(changed, ',')?;
    let after = |side: Color, changes: [i64; 4]| {
        let mut numbers = before.get(side).in_numbers();
        for (number, change) in numbers.iter_mut().zip(changes) {
            *number = number.wrapping_add_signed(change);
        }
        Left::of_numbers(numbers)
    };
    let moved = after(mover, [moved.wrapping_add(1), clock, bank, stood])?;
    let other = after(!mover, [moves, others, others_bank, others_stood])?;
    let both = ByColor {
        white: mover.fold_wb(moved, other),
        black: mover.fold_wb(other, moved),
    };
    Some((charged.parse().ok()?, both))
}

fn read_left(word: &str) -> Option<Left> {
    Left::of_numbers(numbers::<u64, 4>(word, '/')?)
}

/// `+1b3600`
fn read_given(word: &str) -> Option<Given> {
    let word = word.strip_prefix('+')?;
    let (ply, rest) = word.split_at_checked(word.find(|sign: char| !sign.is_ascii_digit())?)?;
    let (side, seconds) = side_first(rest)?;
    Some(Given {
        ply: ply.parse().ok()?,
        side,
        seconds: seconds.parse().ok()?,
    })
}

/// `w7200`
fn side_first(word: &str) -> Option<(Color, &str)> {
    let side = Color::from_char(word.chars().next()?)?;
    Some((side, word.get(1..)?))
}

/// Numbers without the zeros at their end, but for so many that stand in any case.
fn joined<N: Display + Default + PartialEq>(numbers: &[N], sign: &str, least: usize) -> String {
    let last = numbers.iter().rposition(|number| *number != N::default());
    let many = last.map_or(0, |last| last + 1).max(least);
    let words: Vec<String> = numbers.iter().take(many).map(N::to_string).collect();
    words.join(sign)
}

/// So many numbers, of which zeros at the end may be missing.
fn numbers<N: FromStr + Default + Copy, const MANY: usize>(
    text: &str,
    sign: char,
) -> Option<[N; MANY]> {
    let mut numbers = [N::default(); MANY];
    if text.is_empty() {
        return Some(numbers);
    }
    let mut places = numbers.iter_mut();
    for word in text.split(sign) {
        *places.next()? = word.parse().ok()?;
    }
    Some(numbers)
}
