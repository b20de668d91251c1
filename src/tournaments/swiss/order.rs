//! Among the pairings that are equally good the first in the order of the system (articles 3 and 4).

use super::criteria::Side;
use super::field::NoPairing;
use super::graph::Graph;
use super::matching::Matching;

/// Two vertices.
type Pair = (usize, usize);

/// Pairs those who have moved down: as many of them as can be from the first one on, each with the first resident who can be.
/// They are taken out of the matching.
pub(super) fn settle_moved_down<const N: usize>(
    graph: &Graph<'_>,
    matching: &mut Matching<N>,
) -> Result<Vec<Pair>, NoPairing> {
    let moved_down: Vec<usize> = (0..graph.size())
        .filter(|&vertex| graph.has_moved_down(vertex))
        .collect();
    let stays = |matching: &Matching<N>, vertex: usize| {
        matching
            .mate(vertex)
            .is_some_and(|mate| graph.is_resident(mate))
    };
    let staying = moved_down.iter().filter(|&&vertex| stays(matching, vertex));
    if staying.count() < moved_down.len() {
        for &vertex in &moved_down {
            prefer(graph, matching, vertex, |other| graph.is_resident(other))?;
        }
    }
    let mut pairs = Vec::new();
    for vertex in moved_down {
        if stays(matching, vertex) {
            pairs.push(first_opponent(graph, matching, vertex, |other| {
                graph.is_resident(other)
            })?);
        }
    }
    Ok(pairs)
}

/// Pairs the residents with each other: with the fewest and nearest exchanges between the halves, and then each of the upper
/// half with the first of the lower half who can be.
pub(super) fn settle_residents<const N: usize>(
    graph: &Graph<'_>,
    matching: &mut Matching<N>,
) -> Result<Vec<Pair>, NoPairing> {
    settle_exchanges(graph, matching)?;
    let is_upper = |matching: &Matching<N>, vertex: usize| {
        let mate = matching.mate(vertex).filter(|&mate| mate > vertex);
        graph.is_resident(vertex) && mate.is_some_and(|mate| graph.is_resident(mate))
    };
    let mut is_first = vec![false; graph.size()];
    for (vertex, first) in is_first.iter_mut().enumerate() {
        *first = is_upper(matching, vertex);
    }
    let second = |vertex: usize| graph.is_resident(vertex) && is_first.get(vertex) == Some(&false);
    let mut pairs = Vec::new();
    for (vertex, first) in is_first.iter().enumerate() {
        if *first {
            pairs.push(first_opponent(graph, matching, vertex, second)?);
        }
    }
    Ok(pairs)
}

/// Settles who is exchanged between the halves, where somebody is: the lowest of the upper half who can be, and then the
/// highest of the lower half.
fn settle_exchanges<const N: usize>(
    graph: &Graph<'_>,
    matching: &mut Matching<N>,
) -> Result<(), NoPairing> {
    let upper = |matching: &Matching<N>, vertex: usize| {
        matching
            .mate(vertex)
            .is_some_and(|mate| mate > vertex && graph.is_resident(mate))
    };
    let half = |wanted: fn(Side) -> bool| {
        (0..graph.size()).filter(move |&vertex| graph.side(vertex).is_some_and(wanted))
    };
    let firsts: Vec<usize> = half(Side::is_first).collect();
    let seconds: Vec<usize> = half(|side| !side.is_first()).collect();
    let exchanged = seconds
        .iter()
        .filter(|&&vertex| upper(matching, vertex))
        .count();
    let mut open = exchanged;
    for &vertex in firsts.iter().rev() {
        if open == 0 {
            break;
        }
        let lower = |other: usize| !(other > vertex && graph.is_resident(other));
        prefer(graph, matching, vertex, lower)?;
        if !upper(matching, vertex) {
            open -= 1;
        }
    }
    open = exchanged;
    for &vertex in &seconds {
        if open == 0 {
            break;
        }
        let lower = |other: usize| other > vertex && graph.is_resident(other);
        prefer(graph, matching, vertex, lower)?;
        if upper(matching, vertex) {
            open -= 1;
        }
    }
    Ok(())
}

/// Settles for good whether a vertex has a mate of some kind: it has, where that can be.
fn prefer<const N: usize>(
    graph: &Graph<'_>,
    matching: &mut Matching<N>,
    vertex: usize,
    wanted: impl Fn(usize) -> bool,
) -> Result<(), NoPairing> {
    let has = |matching: &Matching<N>| matching.mate(vertex).is_some_and(&wanted);
    if !has(matching) {
        let one = graph.choice::<N>(1);
        matching.favour(
            vertex,
            |other| if wanted(other) { one } else { graph.choice(0) },
        )?;
    }
    let has = has(matching);
    matching.bind(vertex, |other| wanted(other) == has)?;
    Ok(())
}

/// Pairs a vertex with the first of some others who can be, and takes both out.
fn first_opponent<const N: usize>(
    graph: &Graph<'_>,
    matching: &mut Matching<N>,
    vertex: usize,
    wanted: impl Fn(usize) -> bool,
) -> Result<Pair, NoPairing> {
    let others = matching
        .left()
        .iter()
        .copied()
        .filter(|&other| wanted(other));
    if matching.first_tight(vertex, others) != matching.mate(vertex) {
        let size = graph.size();
        matching.favour(vertex, |other| {
            graph.choice(if wanted(other) { size - other } else { 0 })
        })?;
    }
    Ok((vertex, matching.take(vertex)?))
}
