//! An amount of time that a control can be made of.

use thiserror::Error;

/// The seconds of a day; every day has 24 hours.
pub const DAY: u64 = 86_400;

/// Ten years: no control needs more, and no sum of such amounts comes near the end of a number.
const AT_MOST: u64 = 3_650 * DAY;

/// A number of seconds, at least one and at most ten years.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(try_from = "u64", into = "u64")]
pub struct Amount(u64);

/// Why a number of seconds is none that a clock can be made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotAnAmount {
    /// There is nothing.
    #[error("no time at all")]
    Nothing,
    /// It is more than ten years.
    #[error("more than ten years")]
    TooMuch,
}

impl TryFrom<u64> for Amount {
    type Error = NotAnAmount;

    fn try_from(seconds: u64) -> Result<Amount, NotAnAmount> {
        Amount::seconds(seconds)
    }
}

impl From<Amount> for u64 {
    fn from(amount: Amount) -> u64 {
        amount.0
    }
}

impl Amount {
    /// So many seconds.
    ///
    /// # Errors
    ///
    /// None at all, or more than ten years.
    pub fn seconds(seconds: u64) -> Result<Amount, NotAnAmount> {
        match seconds {
            0 => Err(NotAnAmount::Nothing),
            1..=AT_MOST => Ok(Amount(seconds)),
            _ => Err(NotAnAmount::TooMuch),
        }
    }

    /// So many days of 24 hours.
    ///
    /// # Errors
    ///
    /// None at all, or more than ten years.
    pub fn days(days: u32) -> Result<Amount, NotAnAmount> {
        Amount::seconds(u64::from(days) * DAY)
    }

    /// In seconds.
    pub fn in_seconds(self) -> u64 {
        self.0
    }

    /// Is it so many days, and nothing over?
    pub fn is_whole_days(self) -> bool {
        self.0.is_multiple_of(DAY)
    }
}
