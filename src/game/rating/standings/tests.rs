use super::*;
use crate::game::rating::what::SERIES_DAYS;
use chrono::{TimeDelta, TimeZone};
use shakmaty::Color;

const ANN: PlayerNumber = PlayerNumber(1);
const BOB: PlayerNumber = PlayerNumber(2);
const CARL: PlayerNumber = PlayerNumber(3);

fn start() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 1, 0, 0, 0).unwrap()
}

fn game(number: i64, players: [PlayerNumber; 2], score: f64, days: i64) -> Rated {
    Rated {
        number: GameNumber(number),
        pool: Pool::Standard,
        finished_at: start() + TimeDelta::days(days),
        players,
        score,
        late: None,
        last_moved_at: None,
    }
}

fn points(standings: &Standings, player: PlayerNumber) -> String {
    let standing = standings.of(Pool::Standard, player);
    standing.map_or_else(String::new, |one| format!("{:.3}", one.rating.points))
}

fn standing(points: f64, deviation: f64, days_ago: i64) -> Standing {
    Standing {
        rating: Rating {
            points,
            deviation,
            volatility: 0.06,
        },
        games: 20,
        rated_at: start() - TimeDelta::days(days_ago),
        late_at: None,
    }
}

#[test]
fn both_are_rated_by_what_the_other_was_and_by_the_days_since_their_own_last_game() {
    let mut standings = Standings::default();
    standings.put(Pool::Standard, ANN, standing(1613.0, 81.0, 30));
    standings.put(Pool::Standard, BOB, standing(1755.0, 62.0, 10));
    let changes = standings.rate(&game(1, [BOB, ANN], 0.0, 0));
    assert_eq!(points(&standings, ANN), "1637.683");
    assert_eq!(points(&standings, BOB), "1740.554");
    let [of_bob, of_ann] = changes.as_slice() else {
        panic!("{changes:?}");
    };
    assert_eq!((of_bob.player, of_ann.player), (BOB, ANN));
    assert_eq!(of_ann.before.points, 1613.0);
    assert_eq!(of_ann.after.games, 21);
}

#[test]
fn each_pool_has_its_own_ratings() {
    let mut standings = Standings::default();
    standings.rate(&game(1, [ANN, BOB], 1.0, 0));
    let chess960 = Rated {
        pool: Pool::Chess960,
        ..game(2, [ANN, BOB], 0.5, 1)
    };
    standings.rate(&chess960);
    assert_eq!(points(&standings, ANN), "1662.212");
    let other = standings.of(Pool::Chess960, ANN).unwrap();
    assert_eq!(other.rating.points, 1500.0);
}

#[test]
fn a_series_of_losses_on_time_counts_once_for_the_loser_and_each_time_for_the_winners() {
    let late = |number, winner, days| Rated {
        late: Some(Color::White),
        ..game(number, [ANN, winner], 0.0, days)
    };
    let mut standings = Standings::default();
    assert_eq!(standings.rate(&late(1, BOB, 0)).len(), 2);
    let once = points(&standings, ANN);
    let second = standings.rate(&late(2, CARL, SERIES_DAYS));
    assert_eq!(second.len(), 1);
    assert_eq!(second[0].player, CARL);
    assert_eq!(points(&standings, ANN), once);
    assert!(second[0].after.rating.points > 1500.0);
    assert_eq!(standings.rate(&late(3, BOB, SERIES_DAYS + 1)).len(), 2);
    assert_ne!(points(&standings, ANN), once);
}

#[test]
fn a_series_goes_through_both_pools() {
    let mut standings = Standings::default();
    let late = |pool, number| Rated {
        pool,
        late: Some(Color::White),
        ..game(number, [ANN, BOB], 0.0, 0)
    };
    assert_eq!(standings.rate(&late(Pool::Standard, 1)).len(), 2);
    assert_eq!(standings.rate(&late(Pool::Chess960, 2)).len(), 1);
}
