//! The bracket: who meets whom in each round, and who has gone on.

use super::field::{Field, Leg, Outcome};
use super::verdict::{By, Verdict, of_games};
use super::{rounds, seeds};
use crate::tournaments::Number;

/// All meetings, as far as they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// The rounds, the first one first, each from the top of the bracket; the last one is the final.
    pub rounds: Vec<Vec<Match>>,
}

/// Two seats of the bracket that meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// In which round, from 1.
    pub round: u16,
    /// Where in it, from 0 at the top.
    pub slot: u16,
    /// Who has the two seats, where both are known the higher seed first.
    pub sides: [Side; 2],
    /// Their games, by boards.
    pub legs: Vec<Leg>,
    /// What has become of it.
    pub verdict: Verdict,
}

/// Who has a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// This player.
    Known(Number),
    /// Whoever goes on from the round before.
    NotYet,
    /// Nobody has, and nobody will.
    Nobody,
}

impl Bracket {
    /// The bracket, as far as it has come.
    pub fn of(field: &Field<'_>) -> Bracket {
        let count = rounds(field.players);
        let mut sides: Vec<Side> = seeds::in_order(count)
            .into_iter()
            .map(|seed| match seed <= field.players {
                true => Side::Known(Number(seed)),
                false => Side::Nobody,
            })
            .collect();
        let mut all = Vec::new();
        for round in 1..=count {
            let seats = sides.chunks(2).zip(0..);
            let met: Vec<Match> = seats
                .map(|(seats, slot)| met(field, (round, slot), seats))
                .collect();
            sides = met.iter().map(Match::next).collect();
            all.push(met);
        }
        Bracket { rounds: all }
    }

    /// All meetings, round by round.
    pub fn matches(&self) -> impl Iterator<Item = &Match> {
        self.rounds.iter().flatten()
    }

    /// The last round.
    pub fn last(&self) -> u16 {
        u16::try_from(self.rounds.len()).unwrap_or(u16::MAX)
    }

    /// The last meeting in which a player has a seat.
    pub fn last_of(&self, player: Number) -> Option<&Match> {
        self.matches().filter(|one| one.has(player)).last()
    }

    /// Whether it is known who has won, or that nobody has.
    pub fn is_decided(&self) -> bool {
        let last = self.rounds.last().and_then(|round| round.first());
        last.is_some_and(|last| match last.verdict {
            Verdict::GoesOn { .. } | Verdict::Nobody => true,
            Verdict::Open | Verdict::Further => false,
        })
    }
}

impl Match {
    /// Whether a player has a seat in it.
    pub fn has(&self, player: Number) -> bool {
        self.sides.contains(&Side::Known(player))
    }

    /// Both players, the higher seed first, where both are known.
    pub fn both(&self) -> Option<[Number; 2]> {
        match self.sides {
            [Side::Known(one), Side::Known(other)] => Some([one, other]),
            [Side::Known(_) | Side::NotYet | Side::Nobody, _] => None,
        }
    }

    /// What a player has scored in it, in halves of a point.
    pub fn halves(&self, player: Number) -> u32 {
        self.legs.iter().map(|leg| leg.halves(player)).sum()
    }

    /// So many of its games go on.
    pub fn going_on(&self) -> usize {
        let open = |leg: &&Leg| leg.outcome == Outcome::GoesOn;
        self.legs.iter().filter(open).count()
    }

    /// Who has the seat of the next round.
    fn next(&self) -> Side {
        match self.verdict {
            Verdict::Open | Verdict::Further => Side::NotYet,
            Verdict::GoesOn { winner, .. } => Side::Known(winner),
            Verdict::Nobody => Side::Nobody,
        }
    }
}

/// A meeting of two seats.
fn met(field: &Field<'_>, (round, slot): (u16, u16), seats: &[Side]) -> Match {
    let seat = |at: usize| seats.get(at).copied().unwrap_or(Side::Nobody);
    let sides = match [seat(0), seat(1)] {
        [Side::Known(one), Side::Known(other)] => {
            [Side::Known(one.min(other)), Side::Known(one.max(other))]
        }
        sides => sides,
    };
    let own = |leg: &&Leg| leg.round == round && leg.slot() == slot;
    let mut legs: Vec<Leg> = field.legs.iter().filter(own).copied().collect();
    legs.sort_by_key(|leg| leg.board);
    let verdict = match sides {
        [Side::Known(one), Side::Known(other)] => of_two(field, round, [one, other], &legs),
        [Side::Known(one), Side::Nobody] | [Side::Nobody, Side::Known(one)] => {
            alone(field, round, one)
        }
        [Side::Nobody, Side::Nobody] => Verdict::Nobody,
        [Side::NotYet, _] | [_, Side::NotYet] => Verdict::Open,
    };
    Match {
        round,
        slot,
        sides,
        legs,
        verdict: as_begun(field, (round, slot), sides, verdict),
    }
}

/// One goes on without an opponent, unless they have withdrawn.
fn alone(field: &Field<'_>, round: u16, one: Number) -> Verdict {
    if field.is_absent(one, round) {
        return Verdict::Nobody;
    }
    Verdict::GoesOn {
        winner: one,
        by: By::Bye,
    }
}

fn of_two(field: &Field<'_>, round: u16, both: [Number; 2], legs: &[Leg]) -> Verdict {
    let withdrawal = |winner| Verdict::GoesOn {
        winner,
        by: By::Withdrawal,
    };
    let without_game = both.into_iter().find(|one| field.has_bye(*one, round));
    if let Some(winner) = without_game {
        return withdrawal(winner);
    }
    let among = |is_out: &dyn Fn(Number) -> bool| {
        let [one, other] = both;
        match (is_out(one), is_out(other)) {
            (true, true) => Some(Verdict::Nobody),
            (true, false) => Some(withdrawal(other)),
            (false, true) => Some(withdrawal(one)),
            (false, false) => None,
        }
    };
    if let Some(verdict) = among(&|one| field.is_absent(one, round)) {
        return verdict;
    }
    match of_games(both, legs) {
        decided @ (Verdict::GoesOn { .. } | Verdict::Nobody) => decided,
        open @ (Verdict::Open | Verdict::Further) => {
            among(&|one| field.is_gone(one)).unwrap_or(open)
        }
    }
}

/// The same, where the next round has begun with one of them.
fn as_begun(
    field: &Field<'_>,
    (round, slot): (u16, u16),
    sides: [Side; 2],
    verdict: Verdict,
) -> Verdict {
    let next = round + 1;
    let has_begun = |one: Number| {
        let mut legs = field.legs.iter();
        field.has_bye(one, next)
            || legs.any(|leg| leg.round == next && leg.slot() == slot / 2 && leg.has(one))
    };
    let begun = sides.into_iter().find_map(|side| match side {
        Side::Known(one) if has_begun(one) => Some(one),
        Side::Known(_) | Side::NotYet | Side::Nobody => None,
    });
    match (begun, verdict) {
        (None, verdict) => verdict,
        (Some(begun), Verdict::GoesOn { winner, .. }) if winner == begun => verdict,
        (
            Some(winner),
            Verdict::GoesOn { .. } | Verdict::Open | Verdict::Further | Verdict::Nobody,
        ) => Verdict::GoesOn {
            winner,
            by: By::Begun,
        },
    }
}
