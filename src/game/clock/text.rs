//! A control as text that programs read: in the database, in events, and in a tag of PGN.
//!
//! ```text
//! without
//! per-move 3d
//! session 10/50d double 20d            ten moves in fifty days, whole days, what is left is kept
//! session 10/30d exact lost            … to the second, and what is left is lost
//! fischer 30d+1d max 45d
//! triple 50d bank 75d +1d/50 floor 3d
//! countdown 60d
//! ```
//!
//! Behind it stand `longest 40d`, `weekends free` and `flags claimed`, in this order, where they are agreed. An amount is
//! days, hours, minutes and seconds, as in `1d12h`, without those of which there are none.

use super::{
    Amount, CarryOver, Control, Counting, DAY, Fischer, Flags, Kind, Nonsense, Session, Triple,
    Weekends,
};
use std::fmt;
use std::str::{FromStr, SplitAsciiWhitespace};
use thiserror::Error;

/// The units of an amount, the largest first, in seconds.
const UNITS: [(char, u64); 4] = [('d', DAY), ('h', 3_600), ('m', 60), ('s', 1)];

/// Why a text is no control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotAControl {
    /// It is not written as one.
    #[error("it is not written as a time control")]
    Unreadable,
    /// It is written as one, and there can be none such.
    #[error(transparent)]
    Nonsense(#[from] Nonsense),
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.in_seconds();
        for (unit, seconds) in UNITS {
            if rest >= seconds {
                write!(f, "{}{unit}", rest / seconds)?;
                rest %= seconds;
            }
        }
        Ok(())
    }
}

impl FromStr for Amount {
    type Err = NotAControl;

    fn from_str(text: &str) -> Result<Amount, NotAControl> {
        let mut rest = text;
        let mut sum: u64 = 0;
        for (unit, seconds) in UNITS {
            let Some((number, behind)) = rest.split_once(unit) else {
                continue;
            };
            let number: u64 = figures(number)?;
            let more = number.checked_mul(seconds);
            sum = more
                .and_then(|more| sum.checked_add(more))
                .ok_or(NotAControl::Unreadable)?;
            rest = behind;
        }
        if !rest.is_empty() {
            return Err(NotAControl::Unreadable);
        }
        Amount::seconds(sum).map_err(|_| NotAControl::Unreadable)
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            Kind::Without => write!(f, "without")?,
            Kind::PerMove(time) => write!(f, "per-move {time}")?,
            Kind::Session(session) => session.fmt(f)?,
            Kind::Fischer(fischer) => {
                write!(f, "fischer {}+{}", fischer.base, fischer.increment)?;
                option(f, "max", fischer.cap)?;
            }
            Kind::Triple(triple) => {
                let Triple {
                    clock,
                    bank,
                    increment,
                    increment_moves,
                    floor,
                } = triple;
                write!(
                    f,
                    "triple {clock} bank {bank} +{increment}/{increment_moves}"
                )?;
                option(f, "floor", floor)?;
            }
            Kind::Countdown(time) => write!(f, "countdown {time}")?,
        }
        option(f, "longest", self.longest_move())?;
        match self.weekends() {
            Weekends::Count => {}
            Weekends::Free => write!(f, " weekends free")?,
        }
        match self.flags() {
            Flags::Automatic => Ok(()),
            Flags::Claimed => write!(f, " flags claimed"),
        }
    }
}

impl fmt::Display for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "session {}/{}", self.moves, self.time)?;
        match self.counting {
            Counting::WholeDays => {}
            Counting::Exact => write!(f, " exact")?,
        }
        option(f, "double", self.double_after)?;
        match self.carry_over {
            CarryOver::Kept => Ok(()),
            CarryOver::Lost => write!(f, " lost"),
        }
    }
}

fn option(f: &mut fmt::Formatter<'_>, word: &str, amount: Option<Amount>) -> fmt::Result {
    match amount {
        Some(amount) => write!(f, " {word} {amount}"),
        None => Ok(()),
    }
}

impl FromStr for Control {
    type Err = NotAControl;

    fn from_str(text: &str) -> Result<Control, NotAControl> {
        let mut words = Words(text.split_ascii_whitespace());
        let kind = match words.next()? {
            "without" => Kind::Without,
            "per-move" => Kind::PerMove(words.amount()?),
            "session" => Kind::Session(words.session()?),
            "fischer" => Kind::Fischer(words.fischer()?),
            "triple" => Kind::Triple(words.triple()?),
            "countdown" => Kind::Countdown(words.amount()?),
            _ => return Err(NotAControl::Unreadable),
        };
        let mut control = Control::new(kind);
        if let Some(longest) = words.option("longest")? {
            control = control.with_longest_move(longest)?;
        }
        if words.is_next("weekends free") {
            control = control.with_free_weekends()?;
        }
        if words.is_next("flags claimed") {
            control = control.with_claimed_flags()?;
        }
        match words.0.next() {
            None => Ok(control),
            Some(_) => Err(NotAControl::Unreadable),
        }
    }
}

/// The words of a control that are still to be read.
struct Words<'a>(SplitAsciiWhitespace<'a>);

impl<'a> Words<'a> {
    fn next(&mut self) -> Result<&'a str, NotAControl> {
        self.0.next().ok_or(NotAControl::Unreadable)
    }

    fn amount(&mut self) -> Result<Amount, NotAControl> {
        self.next()?.parse()
    }

    /// Reads these words where they come next.
    fn is_next(&mut self, expected: &str) -> bool {
        let mut ahead = self.0.clone();
        let there = expected
            .split_ascii_whitespace()
            .all(|word| ahead.next() == Some(word));
        if there {
            self.0 = ahead;
        }
        there
    }

    /// The amount behind this word, where it comes next.
    fn option(&mut self, word: &str) -> Result<Option<Amount>, NotAControl> {
        if self.is_next(word) {
            self.amount().map(Some)
        } else {
            Ok(None)
        }
    }

    fn session(&mut self) -> Result<Session, NotAControl> {
        let (moves, time) = split(self.next()?, '/')?;
        let counting = if self.is_next("exact") {
            Counting::Exact
        } else {
            Counting::WholeDays
        };
        let double_after = self.option("double")?;
        let carry_over = if self.is_next("lost") {
            CarryOver::Lost
        } else {
            CarryOver::Kept
        };
        let session = Session::new(
            figures(moves)?,
            time.parse()?,
            counting,
            double_after,
            carry_over,
        );
        Ok(session?)
    }

    fn fischer(&mut self) -> Result<Fischer, NotAControl> {
        let (base, increment) = split(self.next()?, '+')?;
        let cap = self.option("max")?;
        Ok(Fischer::new(base.parse()?, increment.parse()?, cap)?)
    }

    fn triple(&mut self) -> Result<Triple, NotAControl> {
        let clock = self.amount()?;
        let bank = self.option("bank")?.ok_or(NotAControl::Unreadable)?;
        let (nothing, increment) = split(self.next()?, '+')?;
        let (increment, moves) = split(increment, '/')?;
        if !nothing.is_empty() {
            return Err(NotAControl::Unreadable);
        }
        let floor = self.option("floor")?;
        let triple = Triple::new(clock, bank, increment.parse()?, figures(moves)?, floor);
        Ok(triple?)
    }
}

fn split(text: &str, at: char) -> Result<(&str, &str), NotAControl> {
    text.split_once(at).ok_or(NotAControl::Unreadable)
}

/// A number in figures alone: no sign, and nothing in front of it.
fn figures<T: FromStr>(text: &str) -> Result<T, NotAControl> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse().map_err(|_| NotAControl::Unreadable)
    } else {
        Err(NotAControl::Unreadable)
    }
}

impl serde::Serialize for Control {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Control {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Control, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_of_a_control_is_read_again() {
        for text in [
            "without",
            "per-move 3d",
            "per-move 1d12h30m5s weekends free",
            "session 10/50d double 20d",
            "session 10/30d exact double 15d lost longest 40d weekends free flags claimed",
            "session 1/3d",
            "fischer 30d+1d",
            "fischer 30d+1d max 45d longest 60d",
            "triple 50d bank 75d +1d/50",
            "triple 50d bank 50d +9d/50 floor 3d",
            "countdown 60d flags claimed",
        ] {
            let control: Control = text.parse().unwrap();
            assert_eq!(control.to_string(), text);
            assert_eq!(control.has_clock(), text != "without");
        }
    }

    #[test]
    fn what_is_no_control_is_not_read_as_one() {
        for text in [
            "",
            "with",
            "without 3d",
            "per-move",
            "per-move 3",
            "per-move 0d",
            "per-move -3d",
            "per-move 3h1d",
            "per-move 3d3d",
            "per-move 3d longest",
            "per-move 3651d",
            "per-move 99999999999999999999d",
            "session 10",
            "session +10/50d",
            "session 10/50d lost exact",
            "fischer 30d",
            "fischer 30d+1d max",
            "triple 50d +1d/50",
            "triple 50d bank 75d 1d/50",
            "countdown 60d weekends",
            "countdown 60d weekends free longest 3d",
            "countdown 60d and more",
        ] {
            assert_eq!(
                text.parse::<Control>(),
                Err(NotAControl::Unreadable),
                "{text}"
            );
        }
        for (text, why) in [
            ("session 0/50d", Nonsense::NoMoves),
            ("session 10/36h", Nonsense::PartOfADay),
            ("fischer 30d+1d max 20d", Nonsense::CapTooSmall),
            (
                "triple 50d bank 75d +1d/50 floor 51d",
                Nonsense::FloorTooHigh,
            ),
            ("per-move 3d longest 1d", Nonsense::LongestMoveIdle),
            ("without weekends free", Nonsense::WeekendsIdle),
            ("without flags claimed", Nonsense::FlagsIdle),
        ] {
            assert_eq!(
                text.parse::<Control>(),
                Err(NotAControl::Nonsense(why)),
                "{text}"
            );
        }
    }
}
