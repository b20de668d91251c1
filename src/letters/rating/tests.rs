use super::*;

fn rating(points: f64, deviation: f64) -> Rating {
    Rating {
        points,
        deviation,
        volatility: 0.06,
    }
}

#[test]
fn a_change_is_the_difference_of_what_is_shown() {
    for (before, after, told) in [
        (
            rating(1500.0, 350.0),
            rating(1662.212, 290.2),
            "1500? 1662? +162",
        ),
        (
            rating(1500.0, 350.0),
            rating(1337.788, 290.2),
            "1500? 1338? -162",
        ),
        (rating(1700.4, 60.0), rating(1700.45, 60.0), "1700 1700 0"),
        (
            rating(1700.4, 111.0),
            rating(1705.6, 109.0),
            "1700? 1706 +6",
        ),
    ] {
        let shift = Shift::between(before, after);
        assert_eq!(
            format!("{} {} {}", shift.before, shift.after, shift.by),
            told
        );
    }
}
