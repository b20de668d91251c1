//! One bracket: who is paired in it. Whoever is not moves down to the next.

use super::criteria::{Criteria, Place, Side, Vertex};
use super::field::NoPairing;
use super::graph::Graph;
use super::matching::NoMatching;
use super::order;
use super::standing::Standing;
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
        let mut graph = graph_of(self, waiting, step);
        let settled = match graph.criteria.bits.div_ceil(64) {
            0..=2 => settled::<2>(&mut graph, step),
            3..=4 => settled::<4>(&mut graph, step),
            5..=8 => settled::<8>(&mut graph, step),
            9..=16 => settled::<16>(&mut graph, step),
            17..=64 => settled::<64>(&mut graph, step),
            // Thousands of players of hundreds of scores who all move down at once.
            _ => settled::<256>(&mut graph, step),
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

/// Those who wait as they are matched in this step.
fn graph_of<'a>(bracket: &Bracket<'a>, waiting: &[usize], step: Step) -> Graph<'a> {
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

fn settled<const N: usize>(graph: &mut Graph<'_>, step: Step) -> Result<Settled, NoPairing> {
    let mut matching = graph.solved::<N>()?;
    // Whose bye it would be is open as long as others move down as well.
    if graph.moving_down(&matching) > 1 && graph.criteria.ignore_unplayed() {
        matching = graph.solved()?;
    }
    let among_residents = graph.among_residents(&matching);
    let (pairs, among_residents) = match step {
        Step::MovedDown => {
            let pairs = order::settle_moved_down(graph, &mut matching)?;
            (pairs, graph.among_residents(&matching))
        }
        Step::Residents(expected) if expected == among_residents => {
            let pairs = order::settle_residents(graph, &mut matching)?;
            (pairs, among_residents)
        }
        Step::Residents(_) => (Vec::new(), among_residents),
    };
    Ok(Settled {
        pairs,
        among_residents,
    })
}
