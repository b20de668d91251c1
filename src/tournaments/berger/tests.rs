use super::*;
use std::collections::{BTreeMap, BTreeSet};

/// As FIDE prints its tables: a line for each round.
fn printed(pairings: &[Pairing]) -> String {
    let mut lines: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    for pairing in pairings {
        let game = format!("{}-{}", pairing.white.0, pairing.black.0);
        lines.entry(pairing.round).or_default().push(game);
    }
    let lines: Vec<String> = lines.values().map(|games| games.join(" ")).collect();
    lines.join("\n")
}

/// By how many games each had White more often.
fn more_whites(pairings: &[Pairing]) -> BTreeMap<Number, i64> {
    let mut ahead = BTreeMap::new();
    for pairing in pairings {
        *ahead.entry(pairing.white).or_default() += 1;
        *ahead.entry(pairing.black).or_default() -= 1;
    }
    ahead
}

#[test]
fn the_tables_for_six_and_eight_are_those_of_fide() {
    let six = "1-6 2-5 3-4\n6-4 5-3 1-2\n2-6 3-1 4-5\n6-5 1-4 2-3\n3-6 4-2 5-1";
    let eight = "1-8 2-7 3-6 4-5\n8-5 6-4 7-3 1-2\n2-8 3-1 4-7 5-6\n8-6 7-5 1-4 2-3\n3-8 4-2 5-1 6-7\n\
                 8-7 1-6 2-5 3-4\n4-8 5-3 6-2 7-1";
    assert_eq!(printed(&round_robin(6)), six);
    assert_eq!(printed(&round_robin(8)), eight);
    // Whoever would play the last is free.
    assert_eq!(
        printed(&round_robin(5)),
        "2-5 3-4\n5-3 1-2\n3-1 4-5\n1-4 2-3\n4-2 5-1"
    );
    assert_eq!(printed(&round_robin(2)), "1-2");
    assert_eq!(printed(&double_round_robin(2)), "1-2\n2-1");
    assert_eq!(
        printed(&double_round_robin(3)),
        "2-3\n1-2\n3-1\n3-2\n2-1\n1-3"
    );
    assert_eq!(
        round_robin(0).len() + round_robin(1).len() + double_round_robin(1).len(),
        0
    );
}

#[test]
fn everybody_plays_everybody_once_and_who_has_white_follows_from_the_two_numbers() {
    for players in 2..=61_u16 {
        let last = players % 2 == 0;
        let pairings = round_robin(players);
        assert_eq!(
            pairings.len(),
            usize::from(players) * usize::from(players - 1) / 2
        );
        let mut met = BTreeSet::new();
        let mut busy = BTreeSet::new();
        for Pairing {
            round,
            white: Number(white),
            black: Number(black),
        } in pairings
        {
            let (low, high) = (white.min(black), white.max(black));
            assert!(
                1 <= low && low < high && high <= players,
                "{low} {high} of {players}"
            );
            let low_has_white = if last && high == players {
                low <= players / 2
            } else {
                (low + high) % 2 == 1
            };
            assert_eq!(white == low, low_has_white, "{low} and {high} of {players}");
            assert!(
                met.insert((low, high)),
                "{low} and {high} of {players} meet twice"
            );
            assert!(
                busy.insert((round, low)) && busy.insert((round, high)),
                "two games in round {round}"
            );
            assert!(1 <= round && round <= if last { players - 1 } else { players });
        }
    }
}

#[test]
fn nobody_has_a_colour_more_than_once_too_often() {
    for players in 2..=61_u16 {
        for (Number(number), ahead) in more_whites(&round_robin(players)) {
            let expected = match players % 2 {
                0 if number <= players / 2 => 1,
                0 => -1,
                _ => 0,
            };
            assert_eq!(ahead, expected, "{number} of {players}");
        }
        let double = double_round_robin(players);
        assert!(
            more_whites(&double).values().all(|ahead| *ahead == 0),
            "{players}"
        );
        assert_eq!(double.len(), 2 * round_robin(players).len());
    }
}

#[test]
fn the_widest_field_of_an_odd_number_counts_its_rounds_without_overflow() {
    let of_last_round: Vec<Pairing> = of_round(u16::MAX, u16::MAX, None).collect();
    assert_eq!(of_last_round.len(), usize::from(u16::MAX / 2));
    assert!(
        of_last_round
            .iter()
            .all(|pairing| pairing.white.0 >= 1 && pairing.black.0 >= 1)
    );
}
