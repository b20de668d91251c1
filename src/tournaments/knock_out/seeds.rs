//! Where in the bracket each seed stands.

/// The seeds of the first round in the order of the bracket, two by two: 1 8 4 5 2 7 3 6 for three rounds. Those beyond the
/// number of players are seats that nobody has.
pub(super) fn in_order(rounds: u16) -> Vec<u16> {
    let mut seeds = vec![1];
    for _ in 0..rounds {
        let both = u16::try_from(2 * seeds.len() + 1).unwrap_or(u16::MAX);
        seeds = seeds
            .into_iter()
            .flat_map(|seed| [seed, both.saturating_sub(seed)])
            .collect();
    }
    seeds
}
