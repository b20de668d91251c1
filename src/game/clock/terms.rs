//! What a control is made of, for who says it.

use super::{Amount, CarryOver, Counting, Fischer, Session, Triple};

impl Session {
    /// So many moves.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// In so much time.
    pub fn time(&self) -> Amount {
        self.time
    }

    /// How the time of a move is counted.
    pub fn counting(&self) -> Counting {
        self.counting
    }

    /// Beyond how much the time of one move counts double.
    pub fn double_after(&self) -> Option<Amount> {
        self.double_after
    }

    /// What becomes of the time that is left.
    pub fn carry_over(&self) -> CarryOver {
        self.carry_over
    }
}

impl Fischer {
    /// What a side begins with.
    pub fn base(&self) -> Amount {
        self.base
    }

    /// What each own move adds.
    pub fn increment(&self) -> Amount {
        self.increment
    }

    /// How much can be saved.
    pub fn cap(&self) -> Option<Amount> {
        self.cap
    }
}

impl Triple {
    /// What the clock holds.
    pub fn clock(&self) -> Amount {
        self.clock
    }

    /// What the bank holds at the beginning.
    pub fn bank(&self) -> Amount {
        self.bank
    }

    /// What each of the first own moves adds.
    pub fn increment(&self) -> Amount {
        self.increment
    }

    /// How many of them add it.
    pub fn increment_moves(&self) -> u32 {
        self.increment_moves
    }

    /// What the clock is never left below after those.
    pub fn floor(&self) -> Option<Amount> {
        self.floor
    }
}
