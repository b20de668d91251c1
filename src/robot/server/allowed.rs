//! Which time controls challenges may have.

use crate::game::clock::{Control, Kind};

/// What is the least that a mail can be asked for, in seconds: an hour.
const LEAST: u64 = 3600;

/// Which time controls challenges may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// All that leave enough time for mail.
    Any,
    /// These.
    These(Vec<Control>),
}

/// A time control is not played here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAllowed;

impl Allowed {
    /// Whether a challenge may have this time control.
    ///
    /// # Errors
    ///
    /// It may not.
    pub fn check(&self, control: Control) -> Result<(), NotAllowed> {
        let allowed = match self {
            Allowed::Any => leaves_enough(control),
            Allowed::These(list) => list.contains(&control),
        };
        allowed.then_some(()).ok_or(NotAllowed)
    }

    /// Those that are listed.
    pub fn listed(&self) -> &[Control] {
        match self {
            Allowed::Any => &[],
            Allowed::These(list) => list,
        }
    }
}

/// Whether there is time for a first move by mail.
fn leaves_enough(control: Control) -> bool {
    let first = match control.kind() {
        Kind::Without => return true,
        Kind::PerMove(time) | Kind::Countdown(time) => time,
        Kind::Session(session) => session.time(),
        Kind::Fischer(fischer) => fischer.base(),
        Kind::Triple(triple) => triple.clock(),
    };
    let longest = control.longest_move().unwrap_or(first);
    first.min(longest).in_seconds() >= LEAST
}
