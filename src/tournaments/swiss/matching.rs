//! A perfect matching of the greatest weight in any graph, by Edmonds's blossoms.
//!
//! Each vertex has a dual, and each blossom (an odd cycle that is treated as one vertex while it stays together) has one that
//! is not negative. An edge is tight when the duals of its ends, and those of the blossoms around both, are its weight; no
//! edge has less. Matched edges are tight, so no perfect matching weighs more. A search grows one tree of tight edges from a
//! vertex without a mate until it finds another one, and changes the duals where it is stuck; it costs a step for each pair of
//! vertices at the most, but for odd cycles within odd cycles.
//!
//! With one tree the duals stay whole numbers, since all weights are even. What is matched stays nearly right when the
//! weights of one vertex change, or a pair is taken out: only what has lost its mate is searched for again.

mod blossoms;
mod list;
mod search;

use super::weight::Weight;
use list::List;

/// A vertex without edges stands in the way, or an odd part: there is no perfect matching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoMatching;

/// Low bits that are free in all weights, so that they can be halved.
pub(super) const HALVED_BITS: usize = HALVINGS + 1;

/// How often all duals are lowered together before the first search.
const HALVINGS: usize = 2;

/// The two ends of an edge, each a vertex.
type Edge = (usize, usize);

/// How a vertex or outermost blossom stands to the tree that grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Label {
    /// Not in it.
    #[default]
    Free,
    /// An even number of edges away from its root: it may be given another mate.
    Outer,
    /// An odd number.
    Inner,
}

/// The graph with its matching. Vertices are numbered from 0, blossoms behind them; both are nodes.
pub(super) struct Matching<const N: usize> {
    size: usize,
    weights: Vec<Option<Weight<N>>>,
    /// The vertices that are still to be matched, in ascending order.
    left: Vec<usize>,
    mates: List<Option<usize>>,
    duals: List<Weight<N>>,
    /// The outermost blossom around each vertex, or the vertex itself.
    outermost: List<usize>,
    /// The blossom right around each node.
    around: List<Option<usize>>,
    /// Of each node the vertex that is matched outside of it, or not at all.
    bases: List<usize>,
    /// Of each blossom its nodes around the cycle, beginning with that of the base; the second is matched with the third, and
    /// so on.
    cycles: List<Vec<usize>>,
    /// Of each blossom the edges from each node of the cycle to the next.
    links: List<Vec<Edge>>,
    /// Numbers of blossoms that are not in use.
    spare: Vec<usize>,
    labels: List<Label>,
    /// The edge by which each node in the tree hangs on the node above it: first the end there, then its own.
    hung: List<Option<Edge>>,
    /// For each vertex the outer vertex to which it has the edge with the least slack, and that.
    nearest: List<Option<(usize, Weight<N>)>>,
    /// Outer vertices whose edges are still to be looked at.
    queue: Vec<usize>,
}

impl<const N: usize> Matching<N> {
    /// The graph with so many vertices, without a matching. The lowest [`HALVED_BITS`] of each weight must be
    /// 0; `None` is no edge.
    pub(super) fn new(
        size: usize,
        weight: impl Fn(usize, usize) -> Option<Weight<N>>,
    ) -> Matching<N> {
        let mut weights = vec![None; size * size];
        for first in 0..size {
            for second in first + 1..size {
                let of_both = weight(first, second);
                for place in [first * size + second, second * size + first] {
                    if let Some(stored) = weights.get_mut(place) {
                        *stored = of_both;
                    }
                }
            }
        }
        let nodes = 2 * size;
        let mut matching = Matching {
            size,
            weights,
            left: (0..size).collect(),
            mates: List::new(nodes),
            duals: List::new(nodes),
            outermost: (0..nodes).collect(),
            around: List::new(nodes),
            bases: (0..nodes).collect(),
            cycles: List::new(nodes),
            links: List::new(nodes),
            spare: (size..nodes).rev().collect(),
            labels: List::new(nodes),
            hung: List::new(nodes),
            nearest: List::new(size),
            queue: Vec::new(),
        };
        matching.begin();
        matching
    }

    /// Duals that are great enough, as small as is easily seen, and the pairs that are tight at once.
    fn begin(&mut self) {
        for vertex in 0..self.size {
            let most = self.edges(vertex).map(|(_, weight)| weight).max();
            self.duals
                .put(vertex, most.map_or_else(Weight::default, Weight::half));
        }
        for _ in 0..HALVINGS {
            self.lower_all();
        }
        for vertex in 0..self.size {
            if let Some(dual) = self.least_dual(vertex) {
                self.duals.put(vertex, dual);
            }
            let free = |other: usize| self.mates.at(other).is_none();
            let tight = self.edges(vertex).find(|&(other, weight)| {
                free(other) && (self.duals.at(vertex) + self.duals.at(other) - weight).is_zero()
            });
            if let (Some((other, _)), true) = (tight, free(vertex)) {
                self.join(vertex, other);
            }
        }
    }

    /// Lowers all duals by half of what each could be lowered by alone: together no edge gets too little, and many that have
    /// the greatest weight for one end only because of others become tight.
    fn lower_all(&mut self) {
        let lowered: Vec<Weight<N>> = (0..self.size)
            .map(|vertex| {
                let dual = self.duals.at(vertex);
                let least = self.least_dual(vertex).unwrap_or(dual);
                dual - (dual - least).half()
            })
            .collect();
        for (vertex, dual) in lowered.into_iter().enumerate() {
            self.duals.put(vertex, dual);
        }
    }

    /// Matches whoever has no mate.
    ///
    /// # Errors
    /// When that cannot be.
    pub(super) fn solve(&mut self) -> Result<(), NoMatching> {
        for vertex in self.left.clone() {
            if self.mates.at(vertex).is_none() && !self.search(vertex) {
                return Err(NoMatching);
            }
        }
        Ok(())
    }

    /// The vertices that were not taken out, in ascending order.
    pub(super) fn left(&self) -> &[usize] {
        &self.left
    }

    /// Whom this vertex is matched with.
    pub(super) fn mate(&self, vertex: usize) -> Option<usize> {
        self.mates.at(vertex)
    }

    /// The first of these vertices that may be this one's mate in a matching of the greatest weight, as far as the duals tell.
    pub(super) fn first_tight(
        &self,
        vertex: usize,
        mut others: impl Iterator<Item = usize>,
    ) -> Option<usize> {
        others.find(|&other| {
            self.slack_within(vertex, other)
                .is_some_and(Weight::is_zero)
        })
    }

    /// Adds to the weights of the edges of one vertex, and matches anew.
    ///
    /// # Errors
    /// When there is no perfect matching.
    pub(super) fn favour(
        &mut self,
        vertex: usize,
        more: impl Fn(usize) -> Weight<N>,
    ) -> Result<(), NoMatching> {
        self.single_out(vertex);
        self.part(vertex);
        for other in self.left.clone() {
            let favoured = self
                .weight(vertex, other)
                .map(|weight| weight + more(other));
            self.put_weight(vertex, other, favoured);
        }
        if let Some(dual) = self.least_dual(vertex) {
            self.duals.put(vertex, dual);
        }
        self.solve()
    }

    /// Keeps only some edges of one vertex, that of its mate among them, and matches anew.
    ///
    /// # Errors
    /// When there is no perfect matching.
    pub(super) fn bind(
        &mut self,
        vertex: usize,
        kept: impl Fn(usize) -> bool,
    ) -> Result<(), NoMatching> {
        self.single_out(vertex);
        for other in self.left.clone() {
            if !kept(other) {
                self.put_weight(vertex, other, None);
            }
        }
        self.solve()
    }

    /// Takes out a vertex with its mate, who is answered.
    ///
    /// # Errors
    /// When the others cannot be matched, which is so only if they could not before.
    pub(super) fn take(&mut self, vertex: usize) -> Result<usize, NoMatching> {
        let mate = self.mate(vertex).ok_or(NoMatching)?;
        for one in [vertex, mate] {
            self.single_out(one);
        }
        for one in [vertex, mate] {
            self.part(one);
        }
        self.left.retain(|&left| left != vertex && left != mate);
        self.solve()?;
        Ok(mate)
    }

    fn weight(&self, first: usize, second: usize) -> Option<Weight<N>> {
        self.weights
            .get(first * self.size + second)
            .copied()
            .flatten()
    }

    fn put_weight(&mut self, first: usize, second: usize, weight: Option<Weight<N>>) {
        for place in [first * self.size + second, second * self.size + first] {
            if let Some(stored) = self.weights.get_mut(place) {
                *stored = weight;
            }
        }
    }

    /// The edges of a vertex to those that are left, with their weights.
    fn edges(&self, vertex: usize) -> impl Iterator<Item = (usize, Weight<N>)> + '_ {
        let row = self
            .weights
            .get(vertex * self.size..(vertex + 1) * self.size)
            .unwrap_or_default();
        self.left
            .iter()
            .filter_map(move |&other| Some((other, (*row.get(other)?)?)))
    }

    /// The least dual with which no edge of a vertex that is in no blossom has too little.
    fn least_dual(&self, vertex: usize) -> Option<Weight<N>> {
        self.edges(vertex)
            .map(|(other, weight)| weight - self.duals.at(other))
            .max()
    }

    /// What the duals of the ends of an edge have more than its weight, where no blossom is around both.
    fn slack(&self, first: usize, second: usize) -> Option<Weight<N>> {
        let weight = self.weight(first, second)?;
        Some(self.duals.at(first) + self.duals.at(second) - weight)
    }

    /// The same, with the blossoms around both.
    fn slack_within(&self, first: usize, second: usize) -> Option<Weight<N>> {
        let mut slack = self.slack(first, second)?;
        if self.outermost.at(first) != self.outermost.at(second) {
            return Some(slack);
        }
        let mut around = self.around.at(first);
        while let Some(blossom) = around {
            if self.holds(blossom, second) {
                slack += self.duals.at(blossom);
            }
            around = self.around.at(blossom);
        }
        Some(slack)
    }

    fn join(&mut self, first: usize, second: usize) {
        self.mates.put(first, Some(second));
        self.mates.put(second, Some(first));
    }

    /// Leaves a vertex and its mate without one.
    fn part(&mut self, vertex: usize) {
        if let Some(mate) = self.mates.at(vertex) {
            self.mates.put(vertex, None);
            self.mates.put(mate, None);
        }
    }
}

#[cfg(test)]
mod tests;
