//! What is left of one side's time.

use super::Reason;
use super::{Amount, CarryOver, Control, Kind, Triple, Used};

/// What is left of one side's time, when it is not thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Left {
    moves: u32,
    clock: u64,
    #[serde(default, skip_serializing_if = "is_nothing")]
    bank: u64,
    #[serde(default, skip_serializing_if = "is_nothing")]
    bounced: u64,
}

fn is_nothing(seconds: &u64) -> bool {
    *seconds == 0
}

impl Left {
    /// Before the first move.
    pub(super) fn at_start(control: Control) -> Left {
        let (clock, bank) = match control.kind() {
            Kind::Without => (0, 0),
            Kind::PerMove(time) | Kind::Countdown(time) => (time.in_seconds(), 0),
            Kind::Session(session) => (session.time.in_seconds(), 0),
            Kind::Fischer(fischer) => (fischer.base.in_seconds(), 0),
            Kind::Triple(triple) => (triple.clock.in_seconds(), triple.bank.in_seconds()),
        };
        Left {
            moves: 0,
            clock,
            bank,
            bounced: 0,
        }
    }

    /// How many moves this side has made.
    pub fn moves(self) -> u32 {
        self.moves
    }

    /// The seconds on its clock; nothing where there is no clock.
    pub fn clock(self) -> u64 {
        self.clock
    }

    /// The seconds in its bank, where there is one.
    pub fn bank(self) -> u64 {
        self.bank
    }

    /// For how many seconds its clock has stood because our letters came back.
    pub fn bounced(self) -> u64 {
        self.bounced
    }

    /// What was left before a move, when the move is taken back that was charged so many seconds, and its side has thought
    /// for so many more since, of what is left to it `now`. All of that stays spent. Where a move brings time of its own, what
    /// was thought is of that, and not of the time of the earlier move.
    pub(super) fn taken_back(
        self,
        control: Control,
        charged: u64,
        now: Left,
        thought: u64,
    ) -> Left {
        let spent = charged.saturating_add(thought);
        match control.kind() {
            Kind::Without => self,
            Kind::PerMove(_) | Kind::Session(_) => {
                let clock = self.clock.saturating_sub(charged);
                let clock = clock.min(now.clock.saturating_sub(thought));
                Left { clock, ..self }
            }
            Kind::Fischer(_) | Kind::Countdown(_) => {
                let clock = self.clock.saturating_sub(spent);
                Left { clock, ..self }
            }
            Kind::Triple(triple) => {
                let all = self.clock.saturating_add(self.bank).saturating_sub(spent);
                let clock = all.min(triple.clock.in_seconds());
                let bank = all - clock;
                Left {
                    clock,
                    bank,
                    ..self
                }
            }
        }
    }

    /// The same without so many seconds, which were thought and belong to no move.
    pub(in crate::game) fn without(self, control: Control, thought: u64) -> Left {
        let (clock, bank) = match control.kind() {
            Kind::Without => return self,
            Kind::PerMove(_) | Kind::Session(_) | Kind::Fischer(_) | Kind::Countdown(_) => {
                (self.clock.saturating_sub(thought), self.bank)
            }
            Kind::Triple(triple) => {
                let all = self.clock.saturating_add(self.bank).saturating_sub(thought);
                let clock = all.min(triple.clock.in_seconds());
                (clock, all - clock)
            }
        };
        Left {
            clock,
            bank,
            ..self
        }
    }

    /// The same with so many seconds more on the clock.
    pub(super) fn more(self, seconds: u64) -> Left {
        let clock = self.clock.saturating_add(seconds);
        Left { clock, ..self }
    }

    /// As it is kept: moves, clock, bank, bounced.
    pub(super) fn in_numbers(self) -> [u64; 4] {
        [self.moves.into(), self.clock, self.bank, self.bounced]
    }

    /// What is kept so; nothing where there are more moves than a game can have.
    pub(super) fn of_numbers([moves, clock, bank, bounced]: [u64; 4]) -> Option<Left> {
        Some(Left {
            moves: u32::try_from(moves).ok()?,
            clock,
            bank,
            bounced,
        })
    }

    /// What a move is charged that used so much.
    pub(super) fn charge(self, control: Control, used: u64) -> u64 {
        match control.kind() {
            Kind::Without => 0,
            Kind::Session(session) => session.charge(used),
            Kind::PerMove(_) | Kind::Fischer(_) | Kind::Triple(_) | Kind::Countdown(_) => used,
        }
    }

    /// The first number of seconds that is too much for the next move; none without a clock.
    pub(super) fn limit(self, control: Control) -> Option<u64> {
        let by_clock = match control.kind() {
            Kind::Without => return None,
            Kind::Session(session) => session.limit(self.clock),
            Kind::PerMove(_) | Kind::Fischer(_) | Kind::Triple(_) | Kind::Countdown(_) => {
                self.clock
            }
        };
        let longest = control.longest_move().map_or(u64::MAX, Amount::in_seconds);
        Some(by_clock.min(longest))
    }

    /// After a move that is charged so much and used this.
    pub(super) fn after(self, control: Control, charged: u64, used: &Used) -> Left {
        let bounces = used
            .deductions
            .iter()
            .filter(|one| one.reason == Reason::Bounce);
        let next = Left {
            moves: self.moves.saturating_add(1),
            clock: self.clock.saturating_sub(charged),
            bank: self.bank,
            bounced: self.bounced + bounces.map(|one| one.seconds).sum::<u64>(),
        };
        next.credited(control)
    }

    /// After a move that had been sent ahead: it is charged nothing and counts as a move, and adds what a move adds.
    pub(super) fn after_prepared(self, control: Control) -> Left {
        let moves = self.moves.saturating_add(1);
        Left { moves, ..self }.credited(control)
    }

    /// With what the move that was just counted adds.
    fn credited(self, control: Control) -> Left {
        let clock = match control.kind() {
            Kind::Without | Kind::Countdown(_) => self.clock,
            Kind::PerMove(time) => time.in_seconds(),
            Kind::Session(session) if self.moves.is_multiple_of(session.moves) => {
                let time = session.time.in_seconds();
                match session.carry_over {
                    CarryOver::Kept => self.clock.saturating_add(time),
                    CarryOver::Lost => time,
                }
            }
            Kind::Session(_) => self.clock,
            Kind::Fischer(fischer) => {
                let more = self.clock.saturating_add(fischer.increment.in_seconds());
                more.min(fischer.cap.map_or(u64::MAX, Amount::in_seconds))
            }
            Kind::Triple(triple) => return self.filled(triple),
        };
        Left { clock, ..self }
    }

    /// Increment, what flows over into the bank, the filling of the clock from it, and the floor, in this order (ICCF's
    /// "Explanation of how the TriBl system works").
    fn filled(self, triple: Triple) -> Left {
        let incremented = self.moves <= triple.increment_moves;
        let full = triple.clock.in_seconds();
        let increment = if incremented {
            triple.increment.in_seconds()
        } else {
            0
        };
        let all = self
            .clock
            .saturating_add(increment)
            .saturating_add(self.bank);
        let clock = all.min(full);
        let floor = triple.floor.filter(|_| !incremented);
        Left {
            clock: clock.max(floor.map_or(0, Amount::in_seconds)),
            bank: all - clock,
            ..self
        }
    }
}
