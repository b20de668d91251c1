//! Those who wait, as a graph that is matched.

use super::criteria::{Criteria, Place, Side, Vertex};
use super::field::NoPairing;
use super::matching::Matching;
use super::weight::Weight;

/// The players who wait as vertices, and the bye with them where they are an odd number.
pub(super) struct Graph<'a> {
    pub(super) vertices: Vec<Vertex<'a>>,
    pub(super) sides: Vec<Option<Side>>,
    pub(super) criteria: Criteria,
}

impl Graph<'_> {
    pub(super) fn solved<const N: usize>(&self) -> Result<Matching<N>, NoPairing> {
        let mut matching = Matching::new(self.size(), |first, second| self.weight(first, second));
        matching.solve()?;
        Ok(matching)
    }

    fn weight<const N: usize>(&self, first: usize, second: usize) -> Option<Weight<N>> {
        let (one, other) = (self.vertices.get(first)?, self.vertices.get(second)?);
        let mut worth = self.criteria.worth(*one, *other)?;
        self.criteria
            .add_order([self.side(first), self.side(second)], &mut worth);
        Some(worth)
    }

    /// How many pairs there are of two residents who are not taken out yet.
    pub(super) fn among_residents<const N: usize>(&self, matching: &Matching<N>) -> usize {
        let left = matching.left().iter();
        left.filter(|&&vertex| {
            let mate = matching.mate(vertex).filter(|&mate| mate > vertex);
            self.is_resident(vertex) && mate.is_some_and(|mate| self.is_resident(mate))
        })
        .count()
    }

    /// How many of the bracket are not paired in it.
    pub(super) fn moving_down<const N: usize>(&self, matching: &Matching<N>) -> usize {
        let is_member = |vertex: usize| self.is_resident(vertex) || self.has_moved_down(vertex);
        (0..self.size())
            .filter(|&vertex| is_member(vertex) && !matching.mate(vertex).is_some_and(is_member))
            .count()
    }

    /// A weight that counts only among pairings that are equal by all criteria and in what was settled before.
    pub(super) fn choice<const N: usize>(&self, value: usize) -> Weight<N> {
        self.criteria.choice(value)
    }

    pub(super) fn size(&self) -> usize {
        self.vertices.len()
    }

    pub(super) fn side(&self, vertex: usize) -> Option<Side> {
        self.sides.get(vertex).copied().flatten()
    }

    pub(super) fn is_resident(&self, vertex: usize) -> bool {
        self.is(vertex, Place::Resident)
    }

    pub(super) fn has_moved_down(&self, vertex: usize) -> bool {
        self.is(vertex, Place::MovedDown)
    }

    fn is(&self, vertex: usize, wanted: Place) -> bool {
        match self.vertices.get(vertex) {
            Some(Vertex::Player(place, _)) => *place == wanted,
            Some(Vertex::Bye) | None => false,
        }
    }
}
