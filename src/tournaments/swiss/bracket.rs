//! One bracket: who is paired in it. Whoever is not moves down to the next.

use super::NoPairing;
use super::criteria::{Criteria, Place, Side, Vertex};
use super::matching::{Matching, NoMatching};
use super::order;
use super::standing::Standing;
use super::weight::Weight;
use shakmaty::Color;

/// Two places in the standings, the higher one first.
pub(super) type Pair = (usize, usize);

/// All who are not paired yet, and which of them the bracket is about.
pub(super) struct Bracket<'a> {
    standings: &'a [Standing],
    /// Of its residents; whoever has more was left over above.
    score: u32,
    /// Of the residents of the bracket below.
    next_score: Option<u32>,
    first_has: Color,
}

/// What is settled at a time.
#[derive(Clone, Copy)]
enum Step {
    /// Whom those who were left over above play.
    MovedDown,
    /// Who plays whom among the others, where so many pairs are expected of them.
    Residents(usize),
}

/// Those who were paired in a step, and how many pairs there are among the residents besides.
struct Settled {
    pairs: Vec<Pair>,
    among_residents: usize,
}

impl From<NoMatching> for NoPairing {
    fn from(NoMatching: NoMatching) -> NoPairing {
        NoPairing
    }
}

impl<'a> Bracket<'a> {
    /// The bracket of those with this score, the greatest of those who wait but for some who have moved down.
    pub(super) fn new(
        standings: &'a [Standing],
        waiting: &[usize],
        score: u32,
        first_has: Color,
    ) -> Bracket<'a> {
        let scores = waiting.iter().filter_map(|place| standings.get(*place));
        let next_score = scores
            .map(|standing| standing.score)
            .filter(|lower| *lower < score)
            .max();
        Bracket {
            standings,
            score,
            next_score,
            first_has,
        }
    }

    /// Those of the players who wait who are paired in it.
    ///
    /// # Errors
    /// When not all who wait can be paired.
    pub(super) fn pairs(&self, waiting: &[usize]) -> Result<Vec<Pair>, NoPairing> {
        let mut waiting = waiting.to_vec();
        let mut pairs = Vec::new();
        let count = |wanted: Place| {
            let places = waiting
                .iter()
                .filter_map(|place| self.standings.get(*place));
            places.filter(|player| self.place(player) == wanted).count()
        };
        // As many as can be, unless those who have moved down show that there are fewer.
        let mut expected = count(Place::Resident) / 2;
        if count(Place::MovedDown) > 0 {
            let settled = self.settle(&waiting, Step::MovedDown)?;
            expected = settled.among_residents;
            pairs = settled.pairs;
            waiting.retain(|place| {
                !pairs
                    .iter()
                    .any(|pair| pair.0 == *place || pair.1 == *place)
            });
        }
        loop {
            let settled = self.settle(&waiting, Step::Residents(expected))?;
            // How many there are does not depend on the order within the bracket, so this ends at the second time.
            if settled.among_residents == expected {
                pairs.extend(settled.pairs);
                return Ok(pairs);
            }
            expected = settled.among_residents;
        }
    }

    fn place(&self, player: &Standing) -> Place {
        match player.score {
            score if score > self.score => Place::MovedDown,
            score if score == self.score => Place::Resident,
            score if Some(score) == self.next_score => Place::Next,
            _ => Place::Below,
        }
    }

    /// Takes a step, with numbers as wide as its criteria need.
    fn settle(&self, waiting: &[usize], step: Step) -> Result<Settled, NoPairing> {
        let mut graph = Graph::new(self, waiting, step);
        let settled = match graph.criteria.bits.div_ceil(64) {
            0..=2 => graph.settle::<2>(step),
            3..=4 => graph.settle::<4>(step),
            5..=8 => graph.settle::<8>(step),
            9..=16 => graph.settle::<16>(step),
            17..=64 => graph.settle::<64>(step),
            // Thousands of players of hundreds of scores who all move down at once.
            _ => graph.settle::<256>(step),
        }?;
        let of = |vertex: usize| waiting.get(vertex).copied().unwrap_or_default();
        let pairs = settled.pairs.into_iter();
        let pairs = pairs.map(|(one, other)| (of(one.min(other)), of(one.max(other))));
        Ok(Settled {
            pairs: pairs.collect(),
            among_residents: settled.among_residents,
        })
    }
}

/// The players who wait as vertices, and the bye with them where they are an odd number.
pub(super) struct Graph<'a> {
    vertices: Vec<Vertex<'a>>,
    sides: Vec<Option<Side>>,
    criteria: Criteria,
}

impl<'a> Graph<'a> {
    fn new(bracket: &Bracket<'a>, waiting: &[usize], step: Step) -> Graph<'a> {
        let size = match step {
            Step::MovedDown => 0,
            Step::Residents(pairs) => pairs,
        };
        let mut vertices = Vec::new();
        let mut sides = Vec::new();
        let mut residents = 0;
        for player in waiting
            .iter()
            .filter_map(|place| bracket.standings.get(*place))
        {
            let place = bracket.place(player);
            let side = (place == Place::Resident).then(|| {
                residents += 1;
                Side::of(residents, size)
            });
            sides.push(side.filter(|_| matches!(step, Step::Residents(_))));
            vertices.push(Vertex::Player(place, player));
        }
        if vertices.len() % 2 == 1 {
            vertices.push(Vertex::Bye);
            sides.push(None);
        }
        let divided = sides.iter().flatten().count();
        let criteria = Criteria::new(&vertices, divided, bracket.first_has);
        Graph {
            vertices,
            sides,
            criteria,
        }
    }

    fn settle<const N: usize>(&mut self, step: Step) -> Result<Settled, NoPairing> {
        let mut matching = self.solved::<N>()?;
        // Whose bye it would be is open as long as others move down as well.
        if self.moving_down(&matching) > 1 && self.criteria.ignore_unplayed() {
            matching = self.solved()?;
        }
        let among_residents = self.among_residents(&matching);
        let (pairs, among_residents) = match step {
            Step::MovedDown => {
                let pairs = order::settle_moved_down(self, &mut matching)?;
                (pairs, self.among_residents(&matching))
            }
            Step::Residents(expected) if expected == among_residents => {
                let pairs = order::settle_residents(self, &mut matching)?;
                (pairs, among_residents)
            }
            Step::Residents(_) => (Vec::new(), among_residents),
        };
        Ok(Settled {
            pairs,
            among_residents,
        })
    }

    fn solved<const N: usize>(&self) -> Result<Matching<N>, NoPairing> {
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
    fn among_residents<const N: usize>(&self, matching: &Matching<N>) -> usize {
        let left = matching.left().iter();
        left.filter(|&&vertex| {
            let mate = matching.mate(vertex).filter(|&mate| mate > vertex);
            self.is_resident(vertex) && mate.is_some_and(|mate| self.is_resident(mate))
        })
        .count()
    }

    /// How many of the bracket are not paired in it.
    fn moving_down<const N: usize>(&self, matching: &Matching<N>) -> usize {
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
