//! Points, which come in halves, and in quarters where halves are counted for halves.

use std::fmt;

/// Points, in halves. As text with a decimal: `2.5`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Halves(pub u32);

/// Points, in quarters. As text with as many decimals as it needs, one at least: `1.25`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Quarters(pub u32);

impl fmt::Display for Halves {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = if self.0.is_multiple_of(2) { 0 } else { 5 };
        write!(out, "{}.{half}", self.0 / 2)
    }
}

impl fmt::Display for Quarters {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = match self.0 % 4 {
            0 => "0",
            1 => "25",
            2 => "5",
            _ => "75",
        };
        write!(out, "{}.{decimals}", self.0 / 4)
    }
}
