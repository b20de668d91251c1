//! How time is counted in a game: one of six kinds, and what is agreed beside it.

use super::{Amount, Nonsense, Session};

/// How time is counted in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    kind: Kind,
    longest_move: Option<Amount>,
    weekends: Weekends,
    flags: Flags,
}

/// The kinds of clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// No clock; nobody loses on time.
    Without,
    /// As much for each move, and nothing is saved (lichess and chess.com: "3 days a move").
    PerMove(Amount),
    /// So many moves in so much time (ICCF Rules 2.4.2; BdF).
    Session(Session),
    /// A base, and more after each move (SchemingMind, FICGS).
    Fischer(Fischer),
    /// A clock, a bank and an increment (ICCF Rules 2021, Appendix 3).
    Triple(Triple),
    /// All moves in so much time (LSS: "countdown").
    Countdown(Amount),
}

/// A base, an increment after each own move, and perhaps a cap on what can be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fischer {
    pub(super) base: Amount,
    pub(super) increment: Amount,
    pub(super) cap: Option<Amount>,
}

/// ICCF's triple block: no doubling, exact seconds. After each own move the increment is added, as long as there is one;
/// what is more than the clock can hold goes to the bank; and the clock is filled from the bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triple {
    pub(super) clock: Amount,
    pub(super) bank: Amount,
    pub(super) increment: Amount,
    pub(super) increment_moves: u32,
    pub(super) floor: Option<Amount>,
}

/// Does time run on Saturdays and Sundays, by UTC?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weekends {
    /// They are days like others.
    Count,
    /// They are nobody's time.
    Free,
}

/// What happens when a side's time is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flags {
    /// The game is over by itself.
    #[default]
    Automatic,
    /// The other side claims it, or lets it be: until then the game goes on, and time with it at nothing.
    Claimed,
}

impl Fischer {
    /// This base and increment, with this cap.
    ///
    /// # Errors
    ///
    /// The cap is smaller than one of them.
    pub fn new(base: Amount, increment: Amount, cap: Option<Amount>) -> Result<Fischer, Nonsense> {
        if cap.is_some_and(|cap| cap < base || cap < increment) {
            return Err(Nonsense::CapTooSmall);
        }
        Ok(Fischer {
            base,
            increment,
            cap,
        })
    }
}

impl Triple {
    /// This clock, bank and increment for the first so many moves, and after them this floor below which the clock is
    /// never left by a move.
    ///
    /// # Errors
    ///
    /// There is an increment for no moves, or the floor is more than the clock holds.
    pub fn new(
        clock: Amount,
        bank: Amount,
        increment: Amount,
        increment_moves: u32,
        floor: Option<Amount>,
    ) -> Result<Triple, Nonsense> {
        if increment_moves == 0 {
            return Err(Nonsense::NoMoves);
        }
        if floor.is_some_and(|floor| floor > clock) {
            return Err(Nonsense::FloorTooHigh);
        }
        Ok(Triple {
            clock,
            bank,
            increment,
            increment_moves,
            floor,
        })
    }
}

impl Control {
    /// This kind, with nothing agreed beside it.
    pub fn new(kind: Kind) -> Control {
        Control {
            kind,
            longest_move: None,
            weekends: Weekends::Count,
            flags: Flags::Automatic,
        }
    }

    /// The same, and no single move may take this long (ICCF's 40 days, IECC's 10, FICGS's 60).
    ///
    /// # Errors
    ///
    /// There is no clock, or one for each move already.
    pub fn with_longest_move(self, longest: Amount) -> Result<Control, Nonsense> {
        match self.kind {
            Kind::Without | Kind::PerMove(_) => Err(Nonsense::LongestMoveIdle),
            Kind::Session(_) | Kind::Fischer(_) | Kind::Triple(_) | Kind::Countdown(_) => {
                Ok(Control {
                    longest_move: Some(longest),
                    ..self
                })
            }
        }
    }

    /// The same, and Saturdays and Sundays are free.
    ///
    /// # Errors
    ///
    /// There is no clock.
    pub fn with_free_weekends(self) -> Result<Control, Nonsense> {
        if self.kind == Kind::Without {
            return Err(Nonsense::WeekendsIdle);
        }
        Ok(Control {
            weekends: Weekends::Free,
            ..self
        })
    }

    /// The same, and the other side claims when time is over.
    ///
    /// # Errors
    ///
    /// There is no clock.
    pub fn with_claimed_flags(self) -> Result<Control, Nonsense> {
        if self.kind == Kind::Without {
            return Err(Nonsense::FlagsIdle);
        }
        Ok(Control {
            flags: Flags::Claimed,
            ..self
        })
    }

    /// No clock at all.
    pub fn without() -> Control {
        Control::new(Kind::Without)
    }

    /// Is there a clock?
    pub fn has_clock(self) -> bool {
        self.kind != Kind::Without
    }

    /// Which of the six it is.
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// How long a single move must not take.
    pub fn longest_move(self) -> Option<Amount> {
        self.longest_move
    }

    /// What happens when a side's time is over.
    pub fn flags(self) -> Flags {
        self.flags
    }

    /// Are weekends free?
    pub fn weekends(self) -> Weekends {
        self.weekends
    }
}
