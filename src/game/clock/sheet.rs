//! Both clocks as they stood before each ply, so that time can go back with the moves.

use super::{Amount, Clocks, Control, Left, MoveTime};
use shakmaty::{ByColor, Color};

/// Both clocks now and before each ply that stands. Players note them beside their moves, and so do we.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeSheet {
    clocks: Clocks,
    /// Nothing without a clock.
    plies: Vec<Ply>,
    /// What one side gave the other, in order.
    given: Vec<Given>,
}

/// Time that a side was given by the other one. It stays given when moves are taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Given {
    /// How many plies stood then.
    ply: usize,
    /// To whom.
    side: Color,
    seconds: u64,
}

/// The time of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ply {
    /// What was left of both before it.
    before: ByColor<Left>,
    /// What it was charged, in seconds.
    charged: u64,
}

/// As it is kept in JSON, which the database writes in this order.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    black: [u64; 4],
    /// How many plies stood, whose time it is (0 for White), and how many seconds it is.
    #[serde(default)]
    given: Vec<[u64; 3]>,
    plies: Vec<[u64; 9]>,
    white: [u64; 4],
}

impl TimeSheet {
    /// Before the first move.
    pub fn begin(control: Control) -> TimeSheet {
        TimeSheet {
            clocks: Clocks::at_start(control),
            plies: Vec::new(),
            given: Vec::new(),
        }
    }

    /// Both clocks now.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// What the last move was charged, in seconds; nothing where none was made, or there is no clock.
    pub fn last_charged(&self) -> Option<u64> {
        self.plies.last().map(|ply| ply.charged)
    }

    /// What was left of both before the last ply, or so many plies before that one.
    pub fn before(&self, back: usize) -> Option<ByColor<Left>> {
        self.plies.iter().rev().nth(back).map(|ply| ply.before)
    }

    /// What the ply at this index, of this side, was charged, in seconds, and what is left to that side before its next, or now.
    pub fn noted(&self, at: usize, side: Color) -> Option<(u64, Left)> {
        let ply = self.plies.get(at)?;
        let next = self.plies.get(at + 2).map(|next| *next.before.get(side));
        let left = next.unwrap_or_else(|| self.clocks.left(side));
        Some((ply.charged, left))
    }

    /// Of how many plies time is noted.
    pub fn plies(&self) -> usize {
        self.plies.len()
    }

    /// A move was made.
    pub(in crate::game) fn note(&mut self, time: &MoveTime) {
        let before = self.clocks.both();
        let charged = time.charged;
        self.plies.push(Ply { before, charged });
        self.clocks = Clocks::of(self.clocks.control(), time.left());
    }

    /// This side is given time by the other one.
    pub(in crate::game) fn give(&mut self, side: Color, time: Amount) {
        let (ply, seconds) = (self.plies.len(), time.in_seconds());
        self.given.push(Given { ply, side, seconds });
        self.clocks = self.clocks.with(side, self.clocks.left(side).more(seconds));
    }

    /// So many plies are left, and both clocks are as they were then, with what was given since.
    pub(in crate::game) fn rewind(&mut self, left: u32) {
        let left = usize::try_from(left).unwrap_or(usize::MAX);
        let Some(ply) = self.plies.get(left) else {
            return;
        };
        self.clocks = Clocks::of(self.clocks.control(), ply.before);
        self.plies.truncate(left);
        for one in self.given.iter_mut().filter(|one| one.ply > left) {
            one.ply = left;
            let more = self.clocks.left(one.side).more(one.seconds);
            self.clocks = self.clocks.with(one.side, more);
        }
    }

    /// This side took its move back, and so many plies are left: what it spent on the move stays spent, and so do the seconds
    /// that it thought since.
    pub(in crate::game) fn take_back(&mut self, side: Color, left: u32, thought: u64) {
        let at = usize::try_from(left).unwrap_or(usize::MAX);
        let charged = self.plies.get(at).map_or(0, |ply| ply.charged);
        let (control, now) = (self.clocks.control(), self.clocks.left(side));
        self.rewind(left);
        let before = self.clocks.left(side);
        let back = before.taken_back(control, charged, now, thought);
        self.clocks = self.clocks.with(side, back);
    }

    /// As it is kept beside the events: JSON as Postgres writes it. Nothing without a clock.
    pub fn kept(&self) -> Option<String> {
        if !self.clocks.control().has_clock() {
            return None;
        }
        let list = |numbers: &[u64]| {
            let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
            format!("[{}]", words.join(", "))
        };
        let both = |left: ByColor<Left>| [left.white.in_numbers(), left.black.in_numbers()];
        let plies = self.plies.iter().map(|ply| {
            let mut numbers = vec![ply.charged];
            numbers.extend(both(ply.before).concat());
            list(&numbers)
        });
        let plies: Vec<String> = plies.collect();
        let [white, black] = both(self.clocks.both());
        let given = self.given.iter().map(|one| {
            let ply = u64::try_from(one.ply).unwrap_or(u64::MAX);
            list(&[ply, one.side.fold_wb(0, 1), one.seconds])
        });
        let given: Vec<String> = given.collect();
        let given = if given.is_empty() {
            String::new()
        } else {
            format!(r#""given": [{}], "#, given.join(", "))
        };
        Some(format!(
            r#"{{"black": {}, {given}"plies": [{}], "white": {}}}"#,
            list(&black),
            plies.join(", "),
            list(&white)
        ))
    }

    /// What is kept so; nothing where it means nothing.
    pub fn read(control: Control, kept: Option<&str>) -> Option<TimeSheet> {
        let Some(kept) = kept else {
            return (!control.has_clock()).then(|| TimeSheet::begin(control));
        };
        let kept: Kept = serde_json::from_str(kept).ok()?;
        let both = |white, black| {
            Some(ByColor {
                white: Left::of_numbers(white)?,
                black: Left::of_numbers(black)?,
            })
        };
        let ply = |[charged, a, b, c, d, e, f, g, h]: [u64; 9]| {
            Some(Ply {
                before: both([a, b, c, d], [e, f, g, h])?,
                charged,
            })
        };
        let given = |[ply, side, seconds]: [u64; 3]| {
            Some(Given {
                ply: usize::try_from(ply).ok()?,
                side: match side {
                    0 => Color::White,
                    1 => Color::Black,
                    _ => return None,
                },
                seconds,
            })
        };
        Some(TimeSheet {
            clocks: Clocks::of(control, both(kept.white, kept.black)?),
            plies: kept.plies.into_iter().map(ply).collect::<Option<_>>()?,
            given: kept.given.into_iter().map(given).collect::<Option<_>>()?,
        })
    }
}

#[cfg(test)]
mod tests;
