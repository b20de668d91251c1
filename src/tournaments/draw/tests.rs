use super::*;
use crate::tournaments::berger::{double_round_robin, round_robin};
use crate::tournaments::{Number, Pairing};
use std::collections::BTreeSet;

/// Lots for tests, always the same ones.
struct Lots(u64);

impl Lots {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn lot(&mut self) -> [u8; 16] {
        let (high, low) = (u128::from(self.next()), u128::from(self.next()));
        (high << 64 | low).to_be_bytes()
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap() % bound
    }
}

fn entrants(ahead: &[i64], lots: &mut Lots) -> Vec<Entrant<usize>> {
    let of = |(player, ahead): (usize, &i64)| Entrant {
        player,
        ahead: *ahead,
        lot: lots.lot(),
    };
    ahead.iter().enumerate().map(of).collect()
}

/// What all players have after a tournament: those of the numbers, in their order.
fn play(ahead: &mut [i64], order: &[usize], pairings: &[Pairing]) {
    let player = |number: Number| order[usize::from(number.0) - 1];
    for pairing in pairings {
        ahead[player(pairing.white)] += 1;
        ahead[player(pairing.black)] -= 1;
    }
}

#[test]
fn whoever_had_white_least_often_gets_it_once_more() {
    let mut lots = Lots(1);
    for _ in 0..100 {
        let drawn = order(entrants(&[0, -3, 2, 5, -1, 1], &mut lots));
        let lower: BTreeSet<usize> = drawn.iter().take(3).copied().collect();
        assert_eq!(lower, BTreeSet::from([0, 1, 4]));
    }
}

#[test]
fn among_equals_every_order_comes_up() {
    let mut lots = Lots(2);
    for (ahead, expected) in [
        // All of three, whatever they had.
        (&[5, 0, -5][..], 6),
        // All of four equals.
        (&[0, 0, 0, 0], 24),
        // Two halves of two.
        (&[1, 1, 0, 0], 4),
        // One is of the lower half, and one of three others with them.
        (&[0, 1, 1, 1], 3 * 2 * 2),
    ] {
        let mut seen = BTreeSet::new();
        for _ in 0..1000 {
            seen.insert(order(entrants(ahead, &mut lots)));
        }
        assert_eq!(seen.len(), expected, "{ahead:?}");
    }
}

/// No other way to halve the field leaves smaller differences.
#[test]
fn the_differences_that_are_left_are_the_smallest() {
    let mut lots = Lots(3);
    for _ in 0..200 {
        let players = 2 * (1 + lots.below(5));
        let before: Vec<i64> = (0..players)
            .map(|_| i64::try_from(lots.below(9)).unwrap() - 4)
            .collect();
        let mut after = before.clone();
        let drawn = order(entrants(&before, &mut lots));
        play(
            &mut after,
            &drawn,
            &round_robin(u16::try_from(players).unwrap()),
        );
        let halves = (0..1_u32 << players).filter(|half| half.count_ones() as usize == players / 2);
        let left = halves.map(|half| {
            let differences = before
                .iter()
                .enumerate()
                .map(|(player, ahead)| ahead + if half >> player & 1 == 1 { 1 } else { -1 });
            differences.fold((0, 0), |(sum, squares), left| {
                (sum + left.abs(), squares + left * left)
            })
        });
        let (sum, squares): (Vec<i64>, Vec<i64>) = left.unzip();
        assert_eq!(
            after.iter().map(|left| left.abs()).sum::<i64>(),
            *sum.iter().min().unwrap(),
            "{before:?}"
        );
        assert_eq!(
            after.iter().map(|left| left * left).sum::<i64>(),
            *squares.iter().min().unwrap(),
            "{before:?}"
        );
    }
}

/// Seasons of a club of which anybody may enter any tournament.
#[test]
fn over_many_tournaments_nobody_is_more_than_two_apart() {
    for seed in 1..=50 {
        let mut lots = Lots(seed);
        let mut ahead = [0_i64; 24];
        for tournament in 0..200 {
            let mut club: Vec<(u64, usize)> = (0..ahead.len())
                .map(|player| (lots.next(), player))
                .collect();
            club.sort_unstable();
            club.truncate(3 + lots.below(12));
            let entered: Vec<Entrant<usize>> = club
                .iter()
                .map(|(_, player)| Entrant {
                    player: *player,
                    ahead: ahead[*player],
                    lot: lots.lot(),
                })
                .collect();
            let players = u16::try_from(entered.len()).unwrap();
            let drawn = order(entered);
            let before = ahead;
            let pairings = if lots.below(4) == 0 {
                double_round_robin(players)
            } else {
                round_robin(players)
            };
            play(&mut ahead, &drawn, &pairings);
            for player in 0..ahead.len() {
                assert!(
                    (ahead[player] - before[player]).abs() <= 1,
                    "{player} in {tournament}"
                );
            }
        }
        let furthest = ahead.iter().map(|ahead| ahead.abs()).max().unwrap();
        assert!(furthest <= 2, "seed {seed}: {ahead:?}");
    }
}

#[test]
fn in_a_swiss_the_highest_rating_is_first_and_equals_are_in_the_order_of_their_lots() {
    let ratings = [None, Some(1500), Some(1700), None, Some(1500)];
    let of = |(player, rating): (usize, &Option<i32>)| Rated {
        player,
        rating: *rating,
        lot: [9 - u8::try_from(player).unwrap(); 16],
    };
    let entrants = ratings.iter().enumerate().map(of).collect();
    assert_eq!(by_rating(entrants), [2, 4, 1, 3, 0]);
}
