use super::*;
use crate::players::colours::White;
use chrono::TimeDelta;

const ANN: PlayerNumber = PlayerNumber(1);
const BOB: PlayerNumber = PlayerNumber(2);

fn terms(colour: Wish) -> Terms {
    Terms {
        control: Control::without(),
        stake: Stake::Rated,
        variant: Variant::Standard,
        colour,
        range: None,
    }
}

fn seek(colour: Wish) -> Seek {
    Seek {
        number: 7,
        player: ANN,
        terms: terms(colour),
        opened_at: DateTime::UNIX_EPOCH,
    }
}

fn sides(first: i64, second: i64) -> [Side; 2] {
    [first, second].map(|whites_ahead| Side {
        rating: 1500,
        whites_ahead,
    })
}

#[test]
fn colours_go_by_wishes_then_by_turns_then_to_whoever_had_fewer_whites_then_by_lot() {
    use Wish::{Black as B, Random as R, White as W};
    for (own, other, ahead, first_had_white, white) in [
        (W, R, (0, 0), None, Some(White::First)),
        (R, W, (0, 0), None, Some(White::Second)),
        (W, B, (9, -9), Some(true), Some(White::First)),
        (B, W, (0, 0), None, Some(White::Second)),
        (W, W, (0, 0), None, None),
        (B, B, (0, 0), None, None),
        (R, R, (0, 0), None, Some(White::Lot)),
        (R, R, (0, 1), None, Some(White::First)),
        (R, R, (1, 0), None, Some(White::Second)),
        // By turns, whoever had fewer Whites.
        (R, R, (0, 1), Some(true), Some(White::Second)),
        (R, R, (1, 0), Some(false), Some(White::First)),
        // But never further apart than two.
        (R, R, (2, 0), Some(false), Some(White::Second)),
        (R, R, (-2, 0), Some(true), Some(White::First)),
        (R, R, (2, 2), None, None),
        (R, R, (-2, -2), None, None),
        (R, R, (2, -2), None, Some(White::Second)),
        // Whoever is further apart by what they wished for comes nearer.
        (R, R, (5, 1), Some(false), Some(White::Second)),
        (R, R, (5, 3), None, None),
        (W, R, (5, -2), None, None),
        (W, R, (5, 2), None, Some(White::First)),
    ] {
        let found = seek(own).matches(
            (BOB, &terms(other)),
            sides(ahead.0, ahead.1),
            Between {
                first_had_white,
                ..Between::default()
            },
        );
        assert_eq!(
            found, white,
            "{own:?} {other:?} {ahead:?} {first_had_white:?}"
        );
    }
}

#[test]
fn two_match_on_the_same_terms_alone_and_within_the_range_of_both() {
    let of = |rating| Side {
        rating,
        whites_ahead: 0,
    };
    let fits = |own: &Terms, other: &Terms, ratings: [i32; 2], between: Between| {
        let seek = Seek {
            terms: own.clone(),
            ..seek(Wish::Random)
        };
        seek.matches((BOB, other), ratings.map(of), between)
            .is_some()
    };
    let (plain, none) = (terms(Wish::Random), Between::default());
    assert!(fits(&plain, &plain, [1500, 1500], none));
    for other in [
        Terms {
            stake: Stake::Casual,
            ..plain.clone()
        },
        Terms {
            variant: Variant::Chess960,
            ..plain.clone()
        },
        Terms {
            control: Control::without().with_free_weekends().unwrap_or_else(|_| {
                use crate::game::clock::Kind;
                let days = crate::game::clock::Amount::days(3).unwrap();
                Control::new(Kind::PerMove(days))
            }),
            ..plain.clone()
        },
    ] {
        assert!(!fits(&plain, &other, [1500, 1500], none), "{other:?}");
    }
    let narrow = Terms {
        range: Some((1400, 1700)),
        ..plain.clone()
    };
    for (first, second, fit) in [
        (1500, 1400, true),
        (1500, 1700, true),
        (1500, 1399, false),
        (1500, 1701, false),
        (2000, 1500, true),
    ] {
        assert_eq!(
            fits(&narrow, &plain, [first, second], none),
            fit,
            "{first} {second}"
        );
        assert_eq!(
            fits(&plain, &narrow, [second, first], none),
            fit,
            "{first} {second}"
        );
    }
    for between in [
        Between {
            blocked: true,
            ..none
        },
        Between {
            met_last: true,
            ..none
        },
    ] {
        assert!(!fits(&plain, &plain, [1500, 1500], between), "{between:?}");
    }
    let own = seek(Wish::Random);
    assert_eq!(
        own.matches((ANN, &plain), sides(0, 0), none),
        None,
        "one's own"
    );
}

#[test]
fn whoever_takes_a_seek_takes_its_colour_and_may_be_the_last_opponent() {
    let none = Between::default();
    let taken = |colour, sides, between| seek(colour).taken_by(BOB, sides, between);
    assert_eq!(taken(Wish::White, sides(0, -2), none), Ok(White::First));
    assert_eq!(taken(Wish::Black, sides(0, 2), none), Ok(White::Second));
    assert_eq!(
        taken(Wish::Random, sides(2, 2), none),
        Err(NoMatch::Colours)
    );
    let again = Between {
        met_last: true,
        first_had_white: Some(true),
        ..none
    };
    assert_eq!(taken(Wish::Random, sides(0, 0), again), Ok(White::Second));
    let blocked = Between {
        blocked: true,
        ..none
    };
    assert_eq!(
        taken(Wish::Random, sides(0, 0), blocked),
        Err(NoMatch::Blocked)
    );
    let own = seek(Wish::Random).taken_by(ANN, sides(0, 0), none);
    assert_eq!(own, Err(NoMatch::Own));
    let narrow = Seek {
        terms: Terms {
            range: Some((1600, 1700)),
            ..terms(Wish::Random)
        },
        ..seek(Wish::Random)
    };
    let found = narrow.taken_by(BOB, sides(0, 0), none);
    assert_eq!(found, Err(NoMatch::Rating(1500, (1600, 1700))));
    assert_eq!(narrow.ends_at() - narrow.opened_at, TimeDelta::days(30));
}

/// Over random seasons without wishes nobody is further than two from as many Whites as Blacks, and each pair's colours take
/// turns but where that would bring somebody there.
#[test]
fn over_random_seasons_everybody_stays_within_two() {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut draw = |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let (mut games, mut turns, mut broken) = (0, 0, 0);
    for _ in 0..200 {
        const PLAYERS: usize = 9;
        let mut ahead = [0_i64; PLAYERS];
        let mut last: std::collections::HashMap<(usize, usize), bool> = Default::default();
        for _ in 0..200 {
            let (one, other) = (draw(9) as usize, draw(9) as usize);
            if one >= other {
                continue;
            }
            let first_had_white = last.get(&(one, other)).copied();
            let between = Between {
                first_had_white,
                ..Between::default()
            };
            let plain = terms(Wish::Random);
            let met = sides(ahead[one], ahead[other]);
            let Some(white) = seek(Wish::Random).matches((BOB, &plain), met, between) else {
                assert_eq!((ahead[one], ahead[one].abs()), (ahead[other], 2));
                continue;
            };
            let first = match white {
                White::First => true,
                White::Second => false,
                White::Lot => draw(2) == 0,
            };
            if let Some(before) = first_had_white {
                turns += 1;
                broken += u32::from(before == first);
            }
            let step = if first { 1 } else { -1 };
            ahead[one] += step;
            ahead[other] -= step;
            last.insert((one, other), first);
            games += 1;
            assert!(ahead.iter().all(|ahead| ahead.abs() <= 2), "{ahead:?}");
        }
    }
    assert!(games > 10_000, "{games}");
    assert!(broken * 4 < turns, "{broken} of {turns}");
}
