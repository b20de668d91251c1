//! Blossoms: how they are formed, given another base, and taken apart.

use super::{Edge, Label, Matching};
use crate::tournaments::swiss::weight::Weight;

impl<const N: usize> Matching<N> {
    pub(super) fn is_blossom(&self, node: usize) -> bool {
        node >= self.size
    }

    /// The vertices of a node.
    pub(super) fn vertices(&self, node: usize) -> Vec<usize> {
        let mut vertices = Vec::new();
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if self.is_blossom(node) {
                open.extend(self.cycles.of(node).into_iter().flatten());
            } else {
                vertices.push(node);
            }
        }
        vertices
    }

    /// Whether a blossom is around a vertex.
    pub(super) fn holds(&self, blossom: usize, vertex: usize) -> bool {
        let mut around = self.around.at(vertex);
        while let Some(node) = around {
            if node == blossom {
                return true;
            }
            around = self.around.at(node);
        }
        false
    }

    /// Makes the cycle one blossom, an outer one that hangs where its first node has hung.
    pub(super) fn form(&mut self, cycle: Vec<usize>, links: Vec<Edge>) {
        let (Some(blossom), Some(&first)) = (self.spare.pop(), cycle.first()) else {
            return;
        };
        for &node in &cycle {
            let was_inner = self.labels.at(node) == Label::Inner;
            self.around.put(node, Some(blossom));
            for vertex in self.vertices(node) {
                self.outermost.put(vertex, blossom);
                if was_inner {
                    self.queue.push(vertex);
                }
            }
        }
        self.bases.put(blossom, self.bases.at(first));
        self.hung.put(blossom, self.hung.at(first));
        self.labels.put(blossom, Label::Outer);
        self.duals.put(blossom, Weight::default());
        self.around.put(blossom, None);
        self.cycles.put(blossom, cycle);
        self.links.put(blossom, links);
    }

    /// Matches within a node so that only this vertex of it has its mate outside.
    pub(super) fn rebase(&mut self, node: usize, base: usize) {
        if !self.is_blossom(node) || self.bases.at(node) == base {
            return;
        }
        let mut cycle = self.cycles.take(node);
        let mut links = self.links.take(node);
        let place = self.place_of(node, base, &cycle);
        if let Some(&child) = cycle.get(place) {
            self.rebase(child, base);
        }
        // The pairs around the cycle move by one between the new base and the old one, the way of an even length.
        let first = if place.is_multiple_of(2) {
            0
        } else {
            place + 1
        };
        let end = if place.is_multiple_of(2) {
            place
        } else {
            cycle.len()
        };
        for number in (first..end).step_by(2) {
            let Some(&(from, to)) = links.get(number) else {
                continue;
            };
            for (vertex, place) in [(from, number), (to, (number + 1) % cycle.len())] {
                if let Some(&child) = cycle.get(place) {
                    self.rebase(child, vertex);
                }
            }
            self.join(from, to);
        }
        cycle.rotate_left(place);
        links.rotate_left(place);
        self.cycles.put(node, cycle);
        self.links.put(node, links);
        self.bases.put(node, base);
    }

    /// Where on the cycle of a blossom a vertex is.
    fn place_of(&self, blossom: usize, vertex: usize, cycle: &[usize]) -> usize {
        let mut node = vertex;
        while let Some(around) = self.around.at(node) {
            if around == blossom {
                break;
            }
            node = around;
        }
        cycle
            .iter()
            .position(|&child| child == node)
            .unwrap_or_default()
    }

    /// Takes an outermost blossom apart; its nodes, and the edges between them, are answered.
    fn release(&mut self, blossom: usize) -> (Vec<usize>, Vec<Edge>) {
        let cycle = self.cycles.take(blossom);
        for &node in &cycle {
            self.around.put(node, None);
            self.labels.put(node, Label::Free);
            self.hung.put(node, None);
            for vertex in self.vertices(node) {
                self.outermost.put(vertex, node);
            }
        }
        self.labels.put(blossom, Label::Free);
        self.spare.push(blossom);
        (cycle, self.links.take(blossom))
    }

    /// Takes an inner blossom without a dual apart while the tree grows: those of its nodes that lie on the way from where it
    /// hangs to its base stay in the tree.
    pub(super) fn open(&mut self, blossom: usize) {
        let Some((above, entered)) = self.hung.at(blossom) else {
            return;
        };
        let place = self
            .cycles
            .of(blossom)
            .map_or(0, |cycle| self.place_of(blossom, entered, cycle));
        let (cycle, links) = self.release(blossom);
        let length = cycle.len();
        let mut hung = (above, entered);
        let mut label = Label::Inner;
        let mut at = place;
        loop {
            let Some(&node) = cycle.get(at) else { return };
            self.labels.put(node, label);
            self.hung.put(node, Some(hung));
            if label == Label::Outer {
                let vertices = self.vertices(node);
                self.queue.extend(vertices);
            }
            if at == 0 {
                return;
            }
            (at, hung) = if place.is_multiple_of(2) {
                let (to, from) = links.get(at - 1).copied().unwrap_or_default();
                (at - 1, (from, to))
            } else {
                let link = links.get(at).copied().unwrap_or_default();
                ((at + 1) % length, link)
            };
            label = match label {
                Label::Inner => Label::Outer,
                Label::Outer | Label::Free => Label::Inner,
            };
        }
    }

    /// Takes apart all outermost blossoms without a dual: they bind nothing.
    pub(super) fn release_empty(&mut self) {
        if self.spare.len() == self.size {
            return;
        }
        for blossom in self.size..2 * self.size {
            if self.cycles.of(blossom).is_none_or(Vec::is_empty) {
                continue;
            }
            let mut open = vec![blossom];
            while let Some(node) = open.pop() {
                let stands = self.cycles.of(node).is_some_and(|cycle| !cycle.is_empty());
                if stands && self.around.at(node).is_none() && self.duals.at(node).is_zero() {
                    let (cycle, _) = self.release(node);
                    open.extend(cycle.into_iter().filter(|&child| self.is_blossom(child)));
                }
            }
        }
    }

    /// Takes apart all blossoms around a vertex. Their duals go to their vertices, so that within them everything is as tight
    /// as before; what was matched outside of them is not, and loses its mate.
    pub(super) fn single_out(&mut self, vertex: usize) {
        loop {
            let blossom = self.outermost.at(vertex);
            if blossom == vertex {
                return;
            }
            let half = self.duals.at(blossom).half();
            if !half.is_zero() {
                for inside in self.vertices(blossom) {
                    self.duals.put(inside, self.duals.at(inside) + half);
                }
                self.part(self.bases.at(blossom));
            }
            self.release(blossom);
        }
    }
}
