//! Who stands where: those who are out in the same round share the places of that round.

use super::bracket::{Bracket, Side};
use super::field::{Field, Outcome};
use super::verdict::Verdict;
use crate::tournaments::Number;
use crate::tournaments::table::{Halves, Places, Quarters, Row, Standing, Table, Withdrawal};
use std::cmp::Reverse;

/// How far a player has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Who.
    pub player: Number,
    /// The last round in which they have a seat, from 1.
    pub round: u16,
    /// Whether they are out, in that round.
    pub out: bool,
    /// Their place; who is not out yet shares all that they can still reach.
    pub places: Places,
}

/// The places of all, by number. Who is in can still be first, and last among those who reach the round in which they are, if
/// nobody withdraws and no result is changed.
pub fn places(field: &Field<'_>, bracket: &Bracket) -> Vec<Place> {
    let numbers = (1..=field.players).map(Number);
    numbers
        .filter_map(|player| place(field, bracket, player))
        .collect()
}

fn place(field: &Field<'_>, bracket: &Bracket, player: Number) -> Option<Place> {
    let last = bracket.last_of(player)?;
    let round = last.round;
    let [here, further] = [round, round + 1].map(|round| reach(bracket, round));
    let (out, places) = match last.verdict {
        // Only of the final; from any other round they would have a seat in the next one.
        Verdict::GoesOn { winner, .. } if winner == player => (false, Places { first: 1, last: 1 }),
        Verdict::Open | Verdict::Further if !field.is_gone(player) => (
            false,
            Places {
                first: 1,
                last: here,
            },
        ),
        Verdict::Open | Verdict::Further | Verdict::GoesOn { .. } | Verdict::Nobody => (
            true,
            Places {
                first: further + 1,
                last: here,
            },
        ),
    };
    Some(Place {
        player,
        round,
        out,
        places,
    })
}

/// So many reach this round; beyond the last one, so many win.
fn reach(bracket: &Bracket, round: u16) -> u16 {
    let of_round = bracket.matches().filter(|one| one.round == round);
    let seats = of_round.flat_map(|one| one.sides);
    let taken = seats.filter(|side| match side {
        Side::Known(_) | Side::NotYet => true,
        Side::Nobody => false,
    });
    let count = u16::try_from(taken.count()).unwrap_or(u16::MAX);
    let last = bracket.rounds.last().and_then(|round| round.first());
    match last {
        Some(last) if round > last.round => u16::from(last.verdict != Verdict::Nobody),
        Some(_) | None => count,
    }
}

/// The table: who is further first, then by number.
pub fn table(field: &Field<'_>) -> Table {
    let bracket = Bracket::of(field);
    let mut places = places(field, &bracket);
    places.sort_by_key(|place| {
        (
            place.out,
            place.places.last,
            Reverse(place.round),
            place.player,
        )
    });
    let rows = places.iter().map(|place| row(field, place));
    Table {
        rows: rows.collect(),
    }
}

fn row(field: &Field<'_>, place: &Place) -> Row {
    let player = place.player;
    let own: Vec<_> = field.legs.iter().filter(|leg| leg.has(player)).collect();
    let count = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
    let won = own.iter().filter(|leg| leg.halves(player) == 2);
    let open = own.iter().filter(|leg| leg.outcome == Outcome::GoesOn);
    let byes = field.byes.iter().filter(|bye| bye.player == player);
    Row {
        player,
        standing: Some(Standing {
            now: place.places,
            possible: place.places,
        }),
        points: Halves(own.iter().map(|leg| leg.halves(player)).sum()),
        wins: count(won.count()),
        sonneborn_berger: Quarters(0),
        buchholz: None,
        going_on: count(open.count()),
        games: Vec::new(),
        byes: byes.map(|bye| bye.round).collect(),
        withdrawn: field.is_gone(player).then_some(Withdrawal::Lost),
    }
}
