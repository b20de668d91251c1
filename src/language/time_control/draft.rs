//! What the parts of a time control make together.

use super::NoControl;
use super::parts::{Part, Seconds};
use crate::game::clock::{
    Amount, CarryOver, Control, Counting, DAY, Fischer, Kind, Session, Triple,
};

/// The parts that were found, of which each may stand there once.
#[derive(Debug, Default)]
pub(super) struct Draft {
    parts: Vec<Part>,
}

impl Draft {
    pub(super) fn add(&mut self, part: Part) {
        if !self.parts.contains(&part) {
            self.parts.push(part);
        }
    }

    /// What they make.
    pub(super) fn control(mut self) -> Result<Control, NoControl> {
        let kinds: Vec<Part> = self.taken(Part::is_whole);
        let halves: Vec<Part> = self.taken(Part::is_half);
        let kind = match (kinds.as_slice(), halves.as_slice()) {
            ([kind], []) => self.kind(*kind)?,
            ([_, ..], _) => return Err(NoControl::Two),
            ([], [half, ..]) => return Err(why_not(*half)),
            ([], []) => return Err(NoControl::Beside),
        };
        let mut control = Control::new(kind);
        for part in std::mem::take(&mut self.parts) {
            control = match part {
                Part::FreeWeekends => control.with_free_weekends(),
                Part::ClaimedFlags => control.with_claimed_flags(),
                Part::Longest(time) => control.with_longest_move(amount(time)?),
                // What this kind of clock has was taken already.
                Part::Without
                | Part::PerMove(_)
                | Part::Session(..)
                | Part::Fischer(..)
                | Part::Triple
                | Part::Countdown(_)
                | Part::Time(_)
                | Part::Moves
                | Part::Unit
                | Part::Cap(_)
                | Part::Double(_)
                | Part::CarryOver(_)
                | Part::Counting(_)
                | Part::Clock(_)
                | Part::Bank(_)
                | Part::Increment(..)
                | Part::Floor(_) => return Err(NoControl::NotOfThisKind),
            }
            .map_err(NoControl::Nonsense)?;
        }
        Ok(control)
    }

    fn taken(&mut self, wanted: impl Fn(Part) -> bool) -> Vec<Part> {
        let (taken, left) = self.parts.iter().partition(|part| wanted(**part));
        self.parts = left;
        taken
    }

    /// What one part says, taken out.
    fn one<T>(&mut self, says: impl Fn(Part) -> Option<T>) -> Result<Option<T>, NoControl> {
        let mut said = Vec::new();
        self.parts.retain(|part| match says(*part) {
            Some(value) => {
                said.push(value);
                false
            }
            None => true,
        });
        let first = said.pop();
        if said.is_empty() {
            Ok(first)
        } else {
            Err(NoControl::Two)
        }
    }

    fn kind(&mut self, kind: Part) -> Result<Kind, NoControl> {
        Ok(match kind {
            Part::Without => Kind::Without,
            Part::PerMove(time) => Kind::PerMove(amount(time)?),
            Part::Countdown(time) => Kind::Countdown(amount(time)?),
            Part::Session(moves, time) => Kind::Session(self.session(moves, amount(time)?)?),
            Part::Fischer(base, increment) => {
                let cap = self.one(cap)?;
                let cap = cap.map(amount).transpose()?;
                let fischer = Fischer::new(amount(base)?, amount(increment)?, cap);
                Kind::Fischer(fischer.map_err(NoControl::Nonsense)?)
            }
            Part::Triple => Kind::Triple(self.triple()?),
            Part::Time(_)
            | Part::Moves
            | Part::Unit
            | Part::FreeWeekends
            | Part::ClaimedFlags
            | Part::Longest(_)
            | Part::Cap(_)
            | Part::Double(_)
            | Part::CarryOver(_)
            | Part::Counting(_)
            | Part::Clock(_)
            | Part::Bank(_)
            | Part::Increment(..)
            | Part::Floor(_) => return Err(NoControl::Beside),
        })
    }

    /// Whole days, as ICCF and BdF count them, where they are whole and nothing else is said; what is left is kept.
    fn session(&mut self, moves: u64, time: Amount) -> Result<Session, NoControl> {
        let double = self.one(doubling)?;
        let double = double.flatten().map(amount).transpose()?;
        let carry_over = self.one(carry_over)?;
        let whole = time.is_whole_days() && double.is_none_or(Amount::is_whole_days);
        let usual = if whole {
            Counting::WholeDays
        } else {
            Counting::Exact
        };
        let counting = self.one(counting)?;
        Session::new(
            few(moves)?,
            time,
            counting.unwrap_or(usual),
            double,
            carry_over.unwrap_or(CarryOver::Kept),
        )
        .map_err(NoControl::Nonsense)
    }

    /// Fifty days, a bank of seventy-five and a day for each of the first fifty moves, where nothing else is said (ICCF
    /// Rules 2021, Appendix 3).
    fn triple(&mut self) -> Result<Triple, NoControl> {
        let clock = self.one(clock)?;
        let bank = self.one(bank)?;
        let floor = self.one(floor)?;
        let increment = self.one(increment)?;
        let (increment, moves) = increment.unwrap_or((DAY, 50));
        Triple::new(
            amount(clock.unwrap_or(50 * DAY))?,
            amount(bank.unwrap_or(75 * DAY))?,
            amount(increment)?,
            few(moves)?,
            floor.map(amount).transpose()?,
        )
        .map_err(NoControl::Nonsense)
    }
}

/// What a part says, where it is of this sort.
macro_rules! said {
    ($($name:ident: $sort:ident($($value:ident),+) -> $type:ty,)*) => {
        $(fn $name(part: Part) -> Option<$type> {
            if let Part::$sort($($value),+) = part {
                Some(($($value),+))
            } else {
                None
            }
        })*
    };
}

said! {
    cap: Cap(time) -> Seconds,
    clock: Clock(time) -> Seconds,
    bank: Bank(time) -> Seconds,
    floor: Floor(time) -> Seconds,
    doubling: Double(limit) -> Option<Seconds>,
    carry_over: CarryOver(carry_over) -> CarryOver,
    counting: Counting(counting) -> Counting,
    increment: Increment(time, moves) -> (Seconds, u64),
}

fn why_not(half: Part) -> NoControl {
    if half == Part::Moves {
        NoControl::InWhat
    } else if half == Part::Unit {
        NoControl::Unit
    } else {
        NoControl::ForWhat
    }
}

fn amount(seconds: Seconds) -> Result<Amount, NoControl> {
    Amount::seconds(seconds).map_err(NoControl::Amount)
}

/// A number of moves that PGN can say (four figures).
fn few(moves: u64) -> Result<u32, NoControl> {
    let few = u32::try_from(moves).ok();
    few.filter(|moves| *moves <= 9999)
        .ok_or(NoControl::TooManyMoves)
}
