//! Who goes on from a meeting of two.

use super::field::{Leg, Outcome};
use crate::tournaments::Number;
use std::cmp::Ordering;

/// What has become of a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Not both are known yet, their games have not begun, or who goes on can still change.
    Open,
    /// The first pair is over and has decided nothing: a second one is to begin.
    Further,
    /// One goes on; in the final they have won.
    GoesOn {
        /// Who.
        winner: Number,
        /// By what.
        by: By,
    },
    /// Nobody does: there was nobody left.
    Nobody,
}

/// By what somebody goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// There is no opponent.
    Bye,
    /// The points, whatever goes on still.
    Points,
    /// Equal in points after four games, they have won more of them with Black.
    Blacks,
    /// Equal in these too, they are the higher seed.
    Seed,
    /// The other has withdrawn.
    Withdrawal,
    /// The next round had begun with them before a result was changed.
    Begun,
}

/// What the games of two say, the higher seed first, whatever those that go on will bring.
pub(super) fn of_games(both: [Number; 2], legs: &[Leg]) -> Verdict {
    let Some(at) = legs.iter().position(|leg| leg.outcome == Outcome::GoesOn) else {
        return when_over(both, legs);
    };
    if legs.len() < 2 {
        return Verdict::Open;
    }
    let mut found = None;
    for outcome in [Outcome::White, Outcome::Draw, Outcome::Black] {
        let mut ended = legs.to_vec();
        if let Some(leg) = ended.get_mut(at) {
            leg.outcome = outcome;
        }
        match (of_games(both, &ended), found) {
            (Verdict::GoesOn { winner, .. }, None) => found = Some(winner),
            (Verdict::GoesOn { winner, .. }, Some(other)) if winner == other => {}
            (
                Verdict::GoesOn { .. } | Verdict::Open | Verdict::Further | Verdict::Nobody,
                Some(_) | None,
            ) => return Verdict::Open,
        }
    }
    found.map_or(Verdict::Open, |winner| Verdict::GoesOn {
        winner,
        by: By::Points,
    })
}

/// The same where all are over.
fn when_over([higher, lower]: [Number; 2], legs: &[Leg]) -> Verdict {
    let points = |player| legs.iter().map(|leg| leg.halves(player)).sum::<u32>();
    let blacks = |player| {
        let won = |leg: &&Leg| leg.outcome == Outcome::Black && leg.black == player;
        legs.iter().filter(won).count()
    };
    let ahead = |order: Ordering, by: By| match order {
        Ordering::Greater => Some(Verdict::GoesOn { winner: higher, by }),
        Ordering::Less => Some(Verdict::GoesOn { winner: lower, by }),
        Ordering::Equal => None,
    };
    if let Some(verdict) = ahead(points(higher).cmp(&points(lower)), By::Points) {
        return verdict;
    }
    match legs {
        [] => Verdict::Open,
        legs if !legs.iter().any(Leg::is_further) => Verdict::Further,
        _ => {
            let by_blacks = ahead(blacks(higher).cmp(&blacks(lower)), By::Blacks);
            by_blacks.unwrap_or(Verdict::GoesOn {
                winner: higher,
                by: By::Seed,
            })
        }
    }
}
