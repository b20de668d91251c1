use super::Rating;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2, glicko2_rating_period};

fn rating(points: f64, deviation: f64) -> Rating {
    Rating {
        points,
        deviation,
        volatility: 0.06,
    }
}

/// To the digits that are printed.
fn is(found: f64, printed: &str) {
    let digits = printed
        .split_once('.')
        .map_or(0, |(_, behind)| behind.len());
    assert_eq!(format!("{found:.digits$}"), printed);
}

/// The same in a library that knows whole periods only.
fn there(one: Rating) -> Glicko2Rating {
    Glicko2Rating {
        rating: one.points,
        deviation: one.deviation,
        volatility: one.volatility,
    }
}

fn config() -> Glicko2Config {
    Glicko2Config {
        tau: 0.5,
        convergence_tolerance: 0.000_001,
    }
}

fn is_near(found: Rating, expected: Glicko2Rating) {
    assert!(
        (found.points - expected.rating).abs() < 1e-9,
        "{found:?} {expected:?}"
    );
    assert!(
        (found.deviation - expected.deviation).abs() < 1e-9,
        "{found:?} {expected:?}"
    );
    assert!(
        (found.volatility - expected.volatility).abs() < 1e-9,
        "{found:?} {expected:?}"
    );
}

#[test]
fn the_example_of_the_paper_comes_out() {
    let games = [
        (rating(1400.0, 30.0), 1.0),
        (rating(1550.0, 100.0), 0.0),
        (rating(1700.0, 300.0), 0.0),
    ];
    let after = rating(1500.0, 200.0).after_all(&games, 1.0);
    is(after.points, "1464.0507");
    is(after.deviation, "151.5165");
    is(after.volatility, "0.0599960");
    let outcomes = games.map(|(opponent, score)| {
        let outcome = if score == 1.0 {
            Outcomes::WIN
        } else {
            Outcomes::LOSS
        };
        (there(opponent), outcome)
    });
    is_near(
        after,
        glicko2_rating_period(&there(rating(1500.0, 200.0)), &outcomes, &config()),
    );
}

#[test]
fn the_first_game_of_two_newcomers() {
    let new = Rating::UNKNOWN;
    let won = new.after(new, 1.0, 0.0);
    is(won.points, "1662.2120");
    is(won.deviation, "290.2305");
    is(new.after(new, 0.0, 0.0).points, "1337.788");
    let drew = new.after(new, 0.5, 0.0);
    is(drew.points, "1500.0000");
    is(drew.deviation, "290.2305");
}

#[test]
fn a_part_of_a_period_counts_in_part() {
    let (winner, loser) = (rating(1613.0, 81.0), rating(1755.0, 62.0));
    let won = winner.after(loser, 1.0, 30.0 / 60.0);
    is(won.points, "1637.6833");
    is(won.deviation, "79.5600");
    let lost = loser.after(winner, 0.0, 10.0 / 60.0);
    is(lost.points, "1740.5540");
    is(lost.deviation, "61.3606");
}

#[test]
fn who_does_not_play_is_less_and_less_known() {
    for (deviation, days, after) in [
        (60.0, 60.0, "60.9"),
        (60.0, 365.25, "65.3"),
        (60.0, 730.5, "70.2"),
        (110.0, 5.0 * 365.25, "124.1"),
    ] {
        is(rating(1500.0, deviation).idle(days / 60.0).deviation, after);
    }
    is(rating(1500.0, 349.0).idle(1e6).deviation, "350.0");
}

#[test]
fn nobody_is_surer_or_less_sure_than_the_bounds() {
    let mut often = rating(1500.0, 60.0);
    for _ in 0..200 {
        often = often.after(rating(1500.0, 50.0), 0.5, 0.0);
    }
    is(often.deviation, "45.0");
    let late = rating(1500.0, 350.0).after(rating(3500.0, 350.0), 0.0, 1e4);
    is(late.deviation, "350.0");
}

#[test]
fn from_which_deviation_on_a_rating_is_provisional() {
    assert!(rating(1500.0, 110.0).is_provisional());
    assert!(!rating(1500.0, 109.999).is_provisional());
}

#[test]
fn whole_periods_are_counted_as_another_program_does() {
    let points = [800.0, 1337.0, 1500.0, 1755.5, 2600.0];
    let deviations = [46.0, 81.0, 200.0, 330.0];
    for (mine, others) in points
        .iter()
        .flat_map(|one| points.iter().map(move |two| (*one, *two)))
    {
        for (own, other) in deviations.iter().zip(deviations.iter().rev()) {
            let (one, two) = (rating(mine, *own), rating(others, *other));
            for (score, outcome) in [
                (1.0, Outcomes::WIN),
                (0.5, Outcomes::DRAW),
                (0.0, Outcomes::LOSS),
            ] {
                let (expected, _) = glicko2(&there(one), &there(two), &outcome, &config());
                is_near(one.after(two, score, 1.0), expected);
            }
        }
    }
}
