use super::*;
use crate::game::Grounds;
use chrono::TimeZone;

fn at(day: u32, hour: u32) -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, day, hour, 0, 0).unwrap()
}

fn ended(ending: Ending) -> Ended {
    Ended {
        number: GameNumber(7),
        stake: Stake::Rated,
        pool: Some(Pool::Standard),
        players: Some([PlayerNumber(1), PlayerNumber(2)]),
        plies: 4,
        ending: Some(ending),
        finished_at: Some(at(10, 12)),
        last_moved_at: None,
    }
}

const RESIGNED: Ending = Ending::Resignation {
    winner: Color::White,
};

#[test]
fn each_way_to_end_with_a_result_is_rated() {
    let white = Color::White;
    for (ending, score) in [
        (Ending::Checkmate { winner: white }, 1.0),
        (RESIGNED, 1.0),
        (
            Ending::TimeForfeit {
                winner: Some(!white),
            },
            0.0,
        ),
        (Ending::TimeForfeit { winner: None }, 0.5),
        (Ending::Stalemate, 0.5),
        (Ending::InsufficientMaterial, 0.5),
        (Ending::DeadPosition, 0.5),
        (Ending::FivefoldRepetition, 0.5),
        (Ending::SeventyFiveMoves, 0.5),
        (Ending::Claimed(Grounds::FiftyMoves), 0.5),
        (Ending::DrawAgreed, 0.5),
        (Ending::Adjudicated(Result::White), 1.0),
        (Ending::Adjudicated(Result::Black), 0.0),
        (Ending::Adjudicated(Result::Draw), 0.5),
    ] {
        let found = rated(&ended(ending)).map(|rated| rated.score);
        assert_eq!(found, Ok(score), "{ending:?}");
    }
}

#[test]
fn why_a_game_is_not_rated() {
    let game = ended(RESIGNED);
    for (game, why) in [
        (
            Ended {
                stake: Stake::Casual,
                ..game.clone()
            },
            Unrated::Casual,
        ),
        (
            Ended {
                pool: None,
                ..game.clone()
            },
            Unrated::OwnPosition,
        ),
        (
            Ended {
                plies: 3,
                ..game.clone()
            },
            Unrated::TooShort,
        ),
        (
            Ended {
                ending: None,
                ..game.clone()
            },
            Unrated::NotOver,
        ),
        (ended(Ending::Aborted), Unrated::NoResult),
        (
            ended(Ending::Adjudicated(Result::Unknown)),
            Unrated::NoResult,
        ),
    ] {
        assert_eq!(rated(&game), Err(why));
    }
}

#[test]
fn which_beginning_is_of_which_pool() {
    assert_eq!(Pool::of(&Start::default()), Some(Pool::Standard));
    let chess960 = Start::chess960(17).unwrap();
    assert_eq!(Pool::of(&chess960), Some(Pool::Chess960));
    let own = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for variant in [Variant::Standard, Variant::Chess960] {
        assert_eq!(Pool::of(&Start::from_fen(own, variant).unwrap()), None);
    }
}

#[test]
fn of_a_series_of_losses_on_time_the_first_counts() {
    let lost = |at, last_moved_at| {
        let ending = Ending::TimeForfeit {
            winner: Some(Color::Black),
        };
        let game = Ended {
            finished_at: Some(at),
            last_moved_at,
            ..ended(ending)
        };
        rated(&game).unwrap()
    };
    let first = Some(at(3, 12));
    for (game, before, counts) in [
        (lost(at(3, 12), None), None, Counts::Both),
        (lost(at(3, 12), None), first, Counts::Winner),
        (lost(at(10, 12), None), first, Counts::Winner),
        (lost(at(10, 13), None), first, Counts::Both),
        (lost(at(9, 12), Some(at(2, 12))), first, Counts::Winner),
        (lost(at(9, 12), Some(at(4, 12))), first, Counts::Both),
        (
            rated(&ended(RESIGNED)).unwrap(),
            Some(at(9, 12)),
            Counts::Both,
        ),
    ] {
        assert_eq!(game.counts(before), counts, "{game:?}");
    }
}
