//! The search for a mate: a tree of tight edges.

use super::{Edge, Label, Matching};
use crate::tournaments::swiss::weight::Weight;

/// What happens next when the duals change.
enum Next {
    /// An edge of an outer vertex becomes tight.
    Tight(usize, usize),
    /// An inner blossom has no dual left.
    Empty(usize),
}

/// Whether the search is over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grown {
    Further,
    /// A mate was found, and everything matched along the way to it.
    Matched,
}

impl<const N: usize> Matching<N> {
    /// Finds a mate for a vertex without one; false when there is none.
    pub(super) fn search(&mut self, root: usize) -> bool {
        self.labels.clear();
        self.hung.clear();
        self.nearest.clear();
        self.queue.clear();
        self.become_outer(self.outermost.at(root), None);
        let found = self.grow();
        self.release_empty();
        found
    }

    fn grow(&mut self) -> bool {
        loop {
            while let Some(vertex) = self.queue.pop() {
                if self.look_from(vertex) == Grown::Matched {
                    return true;
                }
            }
            let Some((step, next)) = self.next_change() else {
                return false;
            };
            if !step.is_zero() {
                self.change_duals(step);
            }
            match next {
                Next::Tight(from, to) => {
                    if self.follow(from, to) == Grown::Matched {
                        return true;
                    }
                }
                Next::Empty(blossom) => self.open(blossom),
            }
        }
    }

    fn become_outer(&mut self, node: usize, hung: Option<Edge>) {
        self.labels.put(node, Label::Outer);
        self.hung.put(node, hung);
        let vertices = self.vertices(node);
        self.queue.extend(vertices);
    }

    /// Follows the tight edges of an outer vertex, and notes the others.
    fn look_from(&mut self, vertex: usize) -> Grown {
        let mut tight = Vec::new();
        let dual = self.duals.at(vertex);
        let row = self
            .weights
            .get(vertex * self.size..(vertex + 1) * self.size)
            .unwrap_or_default();
        let within = self.outermost.at(vertex);
        for &other in &self.left {
            let Some(&Some(weight)) = row.get(other) else {
                continue;
            };
            let node = self.outermost.at(other);
            if node == within {
                continue;
            }
            let slack = dual + self.duals.at(other) - weight;
            if slack.is_zero() {
                match self.labels.at(node) {
                    // Nothing further need be looked at.
                    Label::Free if self.mates.at(self.bases.at(node)).is_none() => {
                        self.match_along(vertex, other);
                        return Grown::Matched;
                    }
                    Label::Free | Label::Outer => tight.push(other),
                    Label::Inner => {}
                }
            }
            let known = self.nearest.of(other).copied().flatten();
            if known.is_none_or(|(_, least)| slack < least) {
                self.nearest.put(other, Some((vertex, slack)));
            }
        }
        for other in tight {
            if self.follow(vertex, other) == Grown::Matched {
                return Grown::Matched;
            }
        }
        Grown::Further
    }

    /// Takes a tight edge from an outer vertex into the tree.
    fn follow(&mut self, from: usize, to: usize) -> Grown {
        let node = self.outermost.at(to);
        if node == self.outermost.at(from) {
            return Grown::Further;
        }
        match self.labels.at(node) {
            Label::Inner => {}
            Label::Outer => self.close(from, to),
            Label::Free => {
                let base = self.bases.at(node);
                let Some(mate) = self.mates.at(base) else {
                    self.match_along(from, to);
                    return Grown::Matched;
                };
                self.labels.put(node, Label::Inner);
                self.hung.put(node, Some((from, to)));
                self.become_outer(self.outermost.at(mate), Some((base, mate)));
            }
        }
        Grown::Further
    }

    /// The outer nodes from a node up to the root, with the inner ones between them.
    fn way_up(&self, node: usize) -> Vec<usize> {
        let mut way = vec![node];
        let mut at = node;
        while let Some((above, _)) = self.hung.at(at) {
            at = self.outermost.at(above);
            way.push(at);
        }
        way
    }

    /// An edge between two outer nodes closes an odd cycle.
    fn close(&mut self, from: usize, to: usize) {
        let mut left = self.way_up(self.outermost.at(from));
        let mut right = self.way_up(self.outermost.at(to));
        let mut meeting = None;
        while left.last().is_some() && left.last() == right.last() {
            meeting = left.pop();
            right.pop();
        }
        let Some(meeting) = meeting else { return };
        let mut cycle = vec![meeting];
        let mut links = Vec::new();
        for &node in left.iter().rev() {
            links.extend(self.hung.at(node));
            cycle.push(node);
        }
        links.push((from, to));
        for &node in &right {
            links.extend(self.hung.at(node).map(|(above, own)| (own, above)));
            cycle.push(node);
        }
        self.form(cycle, links);
    }

    /// Matches an edge to a node without a mate, and all others on the way to the root anew.
    fn match_along(&mut self, from: usize, to: usize) {
        self.rebase(self.outermost.at(to), to);
        let (mut from, mut to) = (from, to);
        loop {
            let outer = self.outermost.at(from);
            self.rebase(outer, from);
            let hung = self.hung.at(outer);
            self.join(from, to);
            let Some((above, _)) = hung else { return };
            let inner = self.outermost.at(above);
            let Some(entered) = self.hung.at(inner) else {
                return;
            };
            (from, to) = entered;
            self.rebase(inner, to);
        }
    }

    /// By how much the duals can change until something happens, and what; `None` when there is nothing to wait for.
    fn next_change(&mut self) -> Option<(Weight<N>, Next)> {
        let mut first: Option<(Weight<N>, Next)> = None;
        for place in 0..self.left.len() {
            let Some(&vertex) = self.left.get(place) else {
                continue;
            };
            let node = self.outermost.at(vertex);
            let (step, next) = match self.labels.at(node) {
                Label::Free => match self.nearest.at(vertex) {
                    Some((near, slack)) => (slack, Next::Tight(near, vertex)),
                    None => continue,
                },
                Label::Outer => match self.nearest_outside(vertex) {
                    Some((near, slack)) => (slack.half(), Next::Tight(near, vertex)),
                    None => continue,
                },
                Label::Inner if self.is_blossom(node) && self.bases.at(node) == vertex => {
                    (self.duals.at(node).half(), Next::Empty(node))
                }
                Label::Inner => continue,
            };
            if first.as_ref().is_none_or(|(least, _)| step < *least) {
                first = Some((step, next));
            }
        }
        first
    }

    /// The outer vertex nearest to an outer vertex that is not in the same blossom.
    fn nearest_outside(&mut self, vertex: usize) -> Option<(usize, Weight<N>)> {
        let node = self.outermost.at(vertex);
        let (near, slack) = self.nearest.at(vertex)?;
        if self.outermost.at(near) != node {
            return Some((near, slack));
        }
        let dual = self.duals.at(vertex);
        let nearest = self
            .edges(vertex)
            .filter(|&(other, _)| {
                let outermost = self.outermost.at(other);
                outermost != node && self.labels.at(outermost) == Label::Outer
            })
            .map(|(other, weight)| (other, dual + self.duals.at(other) - weight))
            .min_by_key(|&(_, slack)| slack);
        self.nearest.put(vertex, nearest);
        nearest
    }

    fn change_duals(&mut self, step: Weight<N>) {
        for place in 0..self.left.len() {
            let Some(&vertex) = self.left.get(place) else {
                continue;
            };
            let node = self.outermost.at(vertex);
            let of_blossom = self.is_blossom(node) && self.bases.at(node) == vertex;
            let (dual, own) = (self.duals.at(vertex), self.duals.at(node));
            match self.labels.at(node) {
                Label::Free => self.come_nearer(vertex, step),
                Label::Outer => {
                    self.duals.put(vertex, dual - step);
                    self.come_nearer(vertex, step + step);
                    if of_blossom {
                        self.duals.put(node, own + step + step);
                    }
                }
                Label::Inner => {
                    self.duals.put(vertex, dual + step);
                    if of_blossom {
                        self.duals.put(node, own - step - step);
                    }
                }
            }
        }
    }

    fn come_nearer(&mut self, vertex: usize, by: Weight<N>) {
        if let Some(Some((_, slack))) = self.nearest.of_mut(vertex) {
            *slack -= by;
        }
    }
}
