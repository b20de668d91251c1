//! What a pair is worth in a bracket: the criteria of article 2, one above the other in one number.
//!
//! Each criterion counts something over all pairs, and has as many bits as its greatest sum needs, so that no criterion below
//! ever outweighs one above. A pair that the absolute criteria forbid has no worth; that everybody else can still be paired
//! holds because all players are matched at once, those of brackets further below without any worth.

use super::allocation;
use super::colours::{self, Strength};
use super::matching::HALVED_BITS;
use super::standing::{Float, Standing};
use super::weight::Weight;
use shakmaty::Color;

/// Where a player stands while one bracket is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Left over from a bracket above.
    MovedDown,
    /// Of the score of the bracket.
    Resident,
    /// Of the next bracket.
    Next,
    /// Further below.
    Below,
}

impl Place {
    fn is_member_or_next(self) -> bool {
        self.is_member() || self == Place::Next
    }

    fn is_member(self) -> bool {
        match self {
            Place::MovedDown | Place::Resident => true,
            Place::Next | Place::Below => false,
        }
    }
}

/// A vertex of the matching.
#[derive(Clone, Copy, Debug)]
pub(super) enum Vertex<'a> {
    /// A player.
    Player(Place, &'a Standing),
    /// Whoever is matched with it gets the bye.
    Bye,
}

/// Some bits of a weight.
#[derive(Clone, Copy, Debug, Default)]
struct Bits {
    from: usize,
    /// One where there are any: a criterion that can never count has none.
    worth: i64,
}

/// Bits of one criterion for each score, the highest score first.
type ByScore = Vec<(u32, Bits)>;

/// The bits of each criterion.
#[derive(Debug)]
pub(super) struct Criteria {
    pub(super) bits: usize,
    first_has: Color,
    bye_score: Bits,
    pairs: Bits,
    paired: ByScore,
    next_pairs: Bits,
    next_paired: ByScore,
    bye_unplayed: Bits,
    wide_difference: Bits,
    third_in_a_row: Bits,
    colour_missed: Bits,
    strong_missed: Bits,
    down_again: [Bits; 2],
    up_again: [Bits; 2],
    far_down_again: [ByScore; 2],
    far_up_again: [ByScore; 2],
    exchanges: Bits,
    moved: Bits,
    choice: Bits,
}

/// Gives out bits, from the least significant on.
struct Allotted(usize);

impl Allotted {
    /// As many as a sum up to this needs.
    fn up_to(&mut self, most: usize) -> Bits {
        let from = self.0;
        self.0 += (usize::BITS - most.leading_zeros()) as usize;
        Bits {
            from,
            worth: i64::from(most > 0),
        }
    }

    /// The same for each score, which are given with the lowest one last.
    fn by_score(&mut self, counts: &[(u32, usize)]) -> ByScore {
        let mut bits: ByScore = counts
            .iter()
            .rev()
            .map(|&(score, count)| (score, self.up_to(count)))
            .collect();
        bits.reverse();
        bits
    }
}

/// The vertices of a bracket, to be counted.
struct Counted<'a>(&'a [Vertex<'a>]);

impl<'a> Counted<'a> {
    fn players(&self, wanted: fn(Place) -> bool) -> impl Iterator<Item = &'a Standing> {
        self.0.iter().filter_map(move |vertex| match vertex {
            Vertex::Player(place, player) if wanted(*place) => Some(*player),
            Vertex::Player(..) | Vertex::Bye => None,
        })
    }

    fn count(&self, wanted: fn(Place) -> bool) -> usize {
        self.players(wanted).count()
    }

    /// How many of them have each score, the highest one first.
    fn by_score(&self, wanted: fn(Place) -> bool) -> Vec<(u32, usize)> {
        let mut counts: Vec<(u32, usize)> = Vec::new();
        for player in self.players(wanted) {
            match counts.last_mut() {
                Some((score, count)) if *score == player.score => *count += 1,
                _ => counts.push((player.score, 1)),
            }
        }
        counts
    }

    /// How many of the bracket have had this float, so many rounds before the last one.
    fn floated(&self, float: Float, ago: usize) -> usize {
        let had = |player: &&Standing| player.floats.get(ago) == Some(&Some(float));
        self.players(Place::is_member).filter(had).count()
    }

    fn most(&self, of: fn(&Standing) -> u32) -> usize {
        let most = self.players(|_| true).map(of).max().unwrap_or_default();
        usize::try_from(most).unwrap_or(usize::MAX)
    }
}

impl Criteria {
    /// The bits for these vertices, which stand in the order of the players.
    pub(super) fn new(vertices: &[Vertex<'_>], divided: usize, first_has: Color) -> Criteria {
        let counted = Counted(vertices);
        let members = counted.count(Place::is_member);
        let with_next = counted.count(Place::is_member_or_next);
        let moved_down = counted.by_score(|place| place == Place::MovedDown);
        let mut bits = Allotted(HALVED_BITS);
        // Strictly from below.
        let choice = bits.up_to(vertices.len() + 1);
        let moved = bits.up_to(2 * divided * divided);
        let exchanges = bits.up_to(2 * divided);
        let mut far = |float, ago| match counted.floated(float, ago) {
            0 => ByScore::new(),
            _ => bits.by_score(&moved_down),
        };
        let far_up_before = far(Float::Up, 1);
        let far_down_before = far(Float::Down, 1);
        let far_up = far(Float::Up, 0);
        let far_down = far(Float::Down, 0);
        let mut again = |float, ago| bits.up_to(counted.floated(float, ago));
        let up_before = again(Float::Up, 1);
        let down_before = again(Float::Down, 1);
        let up = again(Float::Up, 0);
        let down = again(Float::Down, 0);
        let strong_missed = bits.up_to(members / 2);
        let colour_missed = bits.up_to(members / 2);
        let third_in_a_row = bits.up_to(members / 2);
        let wide_difference = bits.up_to(members / 2);
        let bye_unplayed = bits.up_to(counted.most(|player| player.unplayed));
        let next_paired = bits.by_score(&counted.by_score(Place::is_member_or_next));
        let next_pairs = bits.up_to(with_next / 2);
        let paired = bits.by_score(&counted.by_score(Place::is_member));
        let pairs = bits.up_to(members / 2);
        let bye_score = bits.up_to(counted.most(|player| player.score));
        Criteria {
            // A sign, and duals are sums and differences of weights.
            bits: bits.0 + 8 + (usize::BITS - vertices.len().leading_zeros()) as usize,
            first_has,
            bye_score,
            pairs,
            paired,
            next_pairs,
            next_paired,
            bye_unplayed,
            wide_difference,
            third_in_a_row,
            colour_missed,
            strong_missed,
            down_again: [down, down_before],
            up_again: [up, up_before],
            far_down_again: [far_down, far_down_before],
            far_up_again: [far_up, far_up_before],
            exchanges,
            moved,
            choice,
        }
    }

    /// Leaves out how often whoever gets the bye has not played; false where it made no difference before.
    pub(super) fn ignore_unplayed(&mut self) -> bool {
        std::mem::take(&mut self.bye_unplayed).worth > 0
    }

    /// The worth of a pair, of which the first stands higher; `None` where the two may not be paired.
    pub(super) fn worth<const N: usize>(
        &self,
        first: Vertex<'_>,
        second: Vertex<'_>,
    ) -> Option<Weight<N>> {
        let mut worth = Weight::default();
        match (first, second) {
            (Vertex::Player(place, player), Vertex::Bye) => {
                if !player.may_have_bye {
                    return None;
                }
                self.bye_score.add(&mut worth, -i64::from(player.score));
                if place.is_member() {
                    self.bye_unplayed
                        .add(&mut worth, -i64::from(player.unplayed));
                }
            }
            (Vertex::Player(above, higher), Vertex::Player(below, lower)) => {
                if !may_meet(higher, lower) {
                    return None;
                }
                if above.is_member() && below.is_member() {
                    self.add_pair([above, below], higher, lower, &mut worth);
                } else if below == Place::Next {
                    self.next_pairs.add(&mut worth, 1);
                    for player in [higher, lower] {
                        of_score(&self.next_paired, player.score).add(&mut worth, 1);
                    }
                }
            }
            (Vertex::Bye, _) => return None,
        }
        Some(worth)
    }

    /// A weight that counts only among pairings that are equal by all criteria.
    pub(super) fn choice<const N: usize>(&self, value: usize) -> Weight<N> {
        let mut weight = Weight::default();
        self.choice
            .add(&mut weight, i64::try_from(value).unwrap_or(i64::MAX));
        weight
    }

    /// What a pair within the bracket is worth.
    fn add_pair<const N: usize>(
        &self,
        places: [Place; 2],
        higher: &Standing,
        lower: &Standing,
        worth: &mut Weight<N>,
    ) {
        self.pairs.add(worth, 1);
        for player in [higher, lower] {
            of_score(&self.paired, player.score).add(worth, 1);
        }
        self.add_colours(higher, lower, worth);
        for ago in [0, 1] {
            let down = |player: &Standing| player.floats.get(ago) == Some(&Some(Float::Down));
            let up = lower.floats.get(ago) == Some(&Some(Float::Up));
            let down_again = self.down_again.get(ago).copied().unwrap_or_default();
            for (place, player) in places.into_iter().zip([higher, lower]) {
                if place == Place::Resident && down(player) {
                    down_again.add(worth, 1);
                }
            }
            if places.first() != Some(&Place::MovedDown) {
                continue;
            }
            let far = |by: &[ByScore; 2]| {
                by.get(ago)
                    .map(|by| of_score(by, higher.score))
                    .unwrap_or_default()
            };
            if down(higher) {
                far(&self.far_down_again).add(worth, 1);
            }
            if up {
                self.up_again
                    .get(ago)
                    .copied()
                    .unwrap_or_default()
                    .add(worth, -1);
                far(&self.far_up_again).add(worth, -1);
            }
        }
    }

    /// Which wishes for a colour the pair leaves open.
    fn add_colours<const N: usize>(
        &self,
        higher: &Standing,
        lower: &Standing,
        worth: &mut Weight<N>,
    ) {
        let (Some(own), Some(theirs)) = (higher.preference, lower.preference) else {
            return;
        };
        if own.colour != theirs.colour {
            return;
        }
        self.colour_missed.add(worth, -1);
        let colour = allocation::of_higher(higher, lower, self.first_has);
        let (missing, preference) = if colour == own.colour {
            (lower, theirs)
        } else {
            (higher, own)
        };
        // Of two absolute ones, which leaders may have, one is missed besides; it has its own criteria.
        if preference.strength == Strength::Strong {
            self.strong_missed.add(worth, -1);
        }
        if preference.strength == Strength::Absolute {
            if missing.difference.abs() > 1 {
                self.wide_difference.add(worth, -1);
            }
            if colours::in_both_last(&missing.colours) == Some(preference.colour.other()) {
                self.third_in_a_row.add(worth, -1);
            }
        }
    }

    /// What the order of the players adds to an edge: how many are exchanged between the halves, and how far they move.
    ///
    /// The numbers of those who come first in their pairs are to be small. From all edges of a player alike their number is
    /// taken, or the size of the upper half, which changes no matching: where nobody need be exchanged nothing is left.
    pub(super) fn add_order<const N: usize>(
        &self,
        sides: [Option<Side>; 2],
        worth: &mut Weight<N>,
    ) {
        let (mut exchanges, mut moved) = match sides {
            [Some(Side::First { number, .. }), Some(_)] => (0, -2 * number),
            [Some(Side::Second { number, .. }), Some(_)] => (-2, -2 * number),
            [None, _] | [_, None] => (0, 0),
        };
        for side in sides.into_iter().flatten() {
            match side {
                Side::First { number, size } => {
                    exchanges -= 1;
                    moved += 2 * number - size;
                }
                Side::Second { size, .. } => {
                    exchanges += 1;
                    moved += size;
                }
            }
        }
        self.exchanges.add(worth, exchanges);
        self.moved.add(worth, moved);
    }
}

/// In which half of the residents somebody is, their number among them from 1, and the size of the upper half.
#[derive(Clone, Copy, Debug)]
pub(super) enum Side {
    First { number: i64, size: i64 },
    Second { number: i64, size: i64 },
}

impl Side {
    /// That of the resident with this number, where so many are in the upper half.
    pub(super) fn of(number: i64, size: usize) -> Side {
        let size = i64::try_from(size).unwrap_or(i64::MAX);
        if number <= size {
            Side::First { number, size }
        } else {
            Side::Second { number, size }
        }
    }

    pub(super) fn is_first(self) -> bool {
        match self {
            Side::First { .. } => true,
            Side::Second { .. } => false,
        }
    }
}

impl Bits {
    fn add<const N: usize>(self, worth: &mut Weight<N>, value: i64) {
        worth.add_at(self.from, self.worth * value);
    }
}

fn of_score(bits: &ByScore, score: u32) -> Bits {
    bits.iter()
        .find(|(of, _)| *of == score)
        .map(|(_, bits)| *bits)
        .unwrap_or_default()
}

/// Whether two may be paired at all: not again, and not with the same absolute preference, unless one of them leads.
fn may_meet(first: &Standing, second: &Standing) -> bool {
    let absolute = |player: &Standing| {
        player
            .preference
            .filter(|preference| preference.strength == Strength::Absolute)
            .map(|preference| preference.colour)
    };
    let both_need = absolute(first).is_some() && absolute(first) == absolute(second);
    !first.met.contains(&second.number) && (!both_need || first.leads || second.leads)
}
