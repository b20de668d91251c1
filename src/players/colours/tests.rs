use super::*;

#[test]
fn where_nobody_wishes_turns_come_first_then_whoever_had_fewer_whites_then_the_lot() {
    for (ahead, first_had_white, expected) in [
        ([0, 0], None, White::Lot),
        ([0, 0], Some(true), White::Second),
        ([0, 0], Some(false), White::First),
        ([1, 0], None, White::Second),
        ([-1, 0], None, White::First),
        // Nobody goes further than two for the sake of turns.
        ([2, 0], Some(false), White::Second),
        ([0, -2], Some(false), White::Second),
        // Where there is no way, as if there were no bound: a challenge that was accepted begins.
        ([2, 2], Some(true), White::Second),
        ([2, 2], None, White::Lot),
        ([-2, -3], None, White::Second),
    ] {
        let found = white_without_wishes(ahead, first_had_white);
        assert_eq!(found, expected, "{ahead:?} {first_had_white:?}");
    }
}

/// A season of eight who meet in any order: pairs take turns, and nobody has White three times more often.
#[test]
fn over_many_games_a_pairs_colours_and_a_players_are_even() {
    let mut state = 7_u64;
    let mut draw = |of: usize| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        usize::try_from(state >> 33).unwrap() % of
    };
    let mut ahead = [0_i64; 8];
    let mut last = std::collections::HashMap::new();
    let mut furthest = 0;
    for _ in 0..4000 {
        let (one, other) = (draw(8), draw(8));
        if one == other {
            continue;
        }
        let had_white = last.get(&(one, other)).copied();
        let first = match white_without_wishes([ahead[one], ahead[other]], had_white) {
            White::First => true,
            White::Second => false,
            White::Lot => draw(2) == 0,
        };
        let (white, black) = if first { (one, other) } else { (other, one) };
        ahead[white] += 1;
        ahead[black] -= 1;
        last.insert((one, other), first);
        last.insert((other, one), !first);
        furthest = furthest.max(ahead.iter().map(|ahead| ahead.abs()).max().unwrap_or(0));
    }
    assert!(furthest <= 3, "somebody was {furthest} apart: {ahead:?}");
}
