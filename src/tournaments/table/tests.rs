use super::*;
use crate::game::Result;
use crate::tournaments::berger::{double_round_robin, round_robin};
use crate::tournaments::{Bye, Contested, Game, Number, Pairing, System};
use shakmaty::Color;

/// A game as a test writes it: its round, who has White, who has Black, and `1`, `0`, `=` for White's result, `+` and `-` for
/// one without moves, `*` while it goes on.
fn game(round: u16, white: u16, black: u16, result: char) -> Game {
    let (result, contested) = match result {
        '1' => (Result::White, Contested::Yes),
        '0' => (Result::Black, Contested::Yes),
        '=' => (Result::Draw, Contested::Yes),
        '+' => (Result::White, Contested::No),
        '-' => (Result::Black, Contested::No),
        _ => (Result::Unknown, Contested::Yes),
    };
    let pairing = Pairing {
        round,
        white: Number(white),
        black: Number(black),
    };
    Game {
        pairing,
        result,
        contested,
    }
}

/// The games of a round robin: for each of its pairings one result.
fn games(pairings: &[Pairing], results: &str) -> Vec<Game> {
    assert_eq!(pairings.len(), results.len());
    let of = |(pairing, result): (&Pairing, char)| {
        game(pairing.round, pairing.white.0, pairing.black.0, result)
    };
    pairings.iter().zip(results.chars()).map(of).collect()
}

fn record(system: System, players: u16, games: &[Game]) -> Record<'_> {
    Record {
        system,
        players,
        withdrawn: &[],
        games,
        byes: &[],
    }
}

/// A table as text, a line for each row.
fn shown(table: &Table) -> Vec<String> {
    let places = |places: Places| match places.last {
        last if last == places.first => places.first.to_string(),
        last => format!("{}-{last}", places.first),
    };
    let row = |row: &Row| {
        let place = row
            .standing
            .map_or("annulled".to_owned(), |standing| places(standing.now));
        let possible = row
            .standing
            .map_or(String::new(), |standing| places(standing.possible));
        let buchholz = row.buchholz.map_or(String::new(), |both| {
            format!(" {} {}", both.cut_one, both.whole)
        });
        let Row {
            player,
            points,
            wins,
            sonneborn_berger,
            going_on,
            ..
        } = row;
        let of_them = format!(
            "{place}: {} {points}{buchholz} {sonneborn_berger} {wins}",
            player.0
        );
        if *going_on > 0 {
            format!("{of_them} ({going_on}: {possible})")
        } else {
            of_them
        }
    };
    table.rows.iter().map(row).collect()
}

/// Three rounds that another program paired, and what the program of FIDE's commission says of them.
#[test]
fn a_swiss_is_counted_as_fide_counts_it() {
    let games = [
        game(1, 1, 5, '1'),
        game(1, 6, 2, '='),
        game(1, 3, 7, '1'),
        game(1, 8, 4, '0'),
        game(2, 4, 1, '0'),
        game(2, 2, 3, '='),
        game(2, 5, 6, '='),
        game(2, 7, 8, '='),
        game(3, 1, 3, '='),
        game(3, 6, 4, '='),
        game(3, 7, 2, '0'),
        game(3, 8, 5, '0'),
    ];
    let table = table(&record(System::Swiss { rounds: 3 }, 8, &games));
    // Place, number, points, Buchholz Cut-1, Buchholz, Sonneborn-Berger, wins.
    let expected = [
        "1: 1 2.5 3.5 5.0 4.0 2",
        "2: 3 2.0 4.5 5.0 2.75 1",
        "3: 2 2.0 3.5 4.0 2.25 1",
        "4-5: 4 1.5 4.0 4.5 1.25 1",
        "4-5: 5 1.5 4.0 4.5 1.25 1",
        "6: 6 1.5 3.5 5.0 2.5 0",
        "7: 7 0.5 4.0 4.5 0.25 0",
        "8: 8 0.5 3.0 3.5 0.25 0",
    ];
    assert_eq!(shown(&table), expected);
}

#[test]
fn rounds_without_a_game_count_as_fide_has_them_counted() {
    // 5 has a point without a game in round 1, 4 loses without a move in round 2 and withdraws; so does nobody else.
    let games = [
        game(1, 1, 3, '1'),
        game(1, 2, 4, '1'),
        game(2, 5, 1, '0'),
        game(2, 4, 3, '-'),
        game(3, 1, 2, '='),
        game(3, 3, 5, '1'),
    ];
    let byes = [
        Bye {
            round: 1,
            player: Number(5),
        },
        Bye {
            round: 2,
            player: Number(2),
        },
    ];
    let withdrawn = [Withdrawn {
        player: Number(4),
        games: Withdrawal::Lost,
    }];
    let record = Record {
        byes: &byes,
        withdrawn: &withdrawn,
        ..record(System::Swiss { rounds: 3 }, 5, &games)
    };
    let expected = [
        // 2 + 1 + 2.5; SB 2 + 1 + 1.25
        "1: 1 2.5 4.5 5.5 4.25 2",
        // 4 draws the third round for their opponents: 0.5. The bye is against as many points as draws give, 1.5.
        "2: 2 2.5 4.0 4.5 3.25 2",
        // In round 2 against 4, who has less than they.
        "3: 3 2.0 3.5 4.0 1.5 2",
        // Their bye is against their own point.
        "4: 5 1.0 4.5 5.5 1.0 1",
        // Round 2 was lost and round 3 empty, both against their own 0; one of these is cut.
        "5: 4 0.0 2.5 2.5 0.0 0",
    ];
    assert_eq!(shown(&table(&record)), expected);
}

#[test]
fn a_round_robin_goes_by_wins_then_sonneborn_berger_then_the_direct_encounter() {
    // 1-4 2-3, 4-3 1-2, 2-4 3-1
    let of = |results: &str| {
        let games = games(&round_robin(4), results);
        shown(&table(&record(System::RoundRobin, 4, &games)))
    };
    // 1 and 2 have two points each, and 1 won more games.
    assert_eq!(
        of("1==0=0"),
        [
            "1: 1 2.0 2.0 2",
            "2: 2 2.0 3.0 1",
            "3-4: 3 1.0 1.5 0",
            "3-4: 4 1.0 1.5 0"
        ],
    );
}

#[test]
fn whoever_is_equal_in_all_else_stands_in_the_order_of_their_games_against_each_other() {
    let of = |results: &str| {
        let games = games(&round_robin(6), results);
        shown(&table(&record(System::RoundRobin, 6, &games)))
    };
    // 1 won against 6.
    assert_eq!(
        of("110=1=001100==="),
        [
            "1: 4 4.0 8.5 3",
            "2: 1 3.0 6.25 2",
            "3: 6 3.0 6.25 2",
            "4: 2 2.0 5.0 1",
            "5: 3 1.5 3.5 1",
            "6: 5 1.5 3.0 1",
        ],
    );
    // Among four equals 1 and 6 have two points each, 4 and 5 one each; then 6 won against 1, and 5 against 4.
    assert_eq!(
        of("00=0===10111110"),
        [
            "1: 3 3.0 7.5 2",
            "2: 6 2.5 6.0 2",
            "3: 1 2.5 6.0 2",
            "4: 5 2.5 6.0 2",
            "5: 4 2.5 6.0 2",
            "6: 2 2.0 5.5 1",
        ],
    );
}

#[test]
fn a_table_before_anybody_has_won_leaves_all_places_open() {
    let pairings = double_round_robin(4);
    let games = games(&pairings, &"*".repeat(pairings.len()));
    let table = table(&record(System::DoubleRoundRobin, 4, &games));
    assert_eq!(shown(&table)[3], "1-4: 4 0.0 0.0 0 (6: 1-4)");
    let row = table.of(Number(4)).unwrap();
    let met: Vec<(u16, Color)> = row
        .against(Number(3))
        .map(|met| (met.round, met.colour))
        .collect();
    assert_eq!(met, [(2, Color::White), (5, Color::Black)]);
    assert_eq!(super::table(&record(System::RoundRobin, 0, &[])).rows, []);
    let alone = super::table(&record(System::Swiss { rounds: 0 }, 1, &[]));
    assert_eq!(shown(&alone), ["1: 1 0.0 0.0 0.0 0.0 0"]);
}

#[test]
fn the_last_games_leave_just_the_places_that_they_can_bring() {
    // 1-4 2-3, 4-3 1-2, 2-4 3-1: the last one goes on.
    let of = |results: &str| {
        let games = games(&round_robin(4), results);
        shown(&table(&record(System::RoundRobin, 4, &games)))
    };
    // 1 and 3 are equal, and still play each other; 2 has no win.
    assert_eq!(
        of("1=0==*"),
        [
            "1-2: 1 1.5 1.25 1 (1: 1-2)",
            "1-2: 3 1.5 1.25 1 (1: 1-2)",
            "3: 2 1.5 1.75 0",
            "4: 4 0.5 0.75 0",
        ],
    );
}

#[test]
fn who_withdraws_early_is_shown_and_counts_for_nobody() {
    let games = games(&round_robin(4), "1*=*0*");
    // 4 won against 2, drew with 3 and lost to 1; all others go on.
    let with = |player: u16, of_games| {
        let withdrawn = [Withdrawn {
            player: Number(player),
            games: of_games,
        }];
        let record = Record {
            withdrawn: &withdrawn,
            ..record(System::RoundRobin, 4, &games)
        };
        shown(&table(&record))
    };
    assert_eq!(
        with(4, Withdrawal::Annulled),
        [
            "1-3: 1 0.0 0.0 0 (2: 1-3)",
            "1-3: 2 0.0 0.0 0 (2: 1-3)",
            "1-3: 3 0.0 0.0 0 (2: 1-3)",
            "annulled: 4 0.0 0.0 0",
        ],
    );
    // 1 loses the games against 2 and 3.
    assert_eq!(
        with(1, Withdrawal::Lost),
        [
            "1-2: 3 1.5 1.75 1 (1: 1-3)",
            "1-2: 4 1.5 1.75 1",
            "3: 1 1.0 1.5 1",
            "4: 2 1.0 1.0 1 (1: 1-4)",
        ],
    );
    let annulled = [Withdrawn {
        player: Number(4),
        games: Withdrawal::Annulled,
    }];
    let record = Record {
        withdrawn: &annulled,
        ..record(System::RoundRobin, 4, &games)
    };
    let table = table(&record);
    let shown: Vec<(Score, Counted)> = table
        .of(Number(4))
        .unwrap()
        .games
        .iter()
        .map(|met| (met.score, met.counted))
        .collect();
    assert_eq!(
        shown,
        [
            (Score::Lost, Counted::No),
            (Score::Drawn, Counted::No),
            (Score::Won, Counted::No)
        ]
    );
}

#[test]
fn a_round_robin_annuls_what_is_less_than_half() {
    let swiss = System::Swiss { rounds: 9 };
    for (over, all, system, expected) in [
        (0, 5, System::RoundRobin, Withdrawal::Annulled),
        (2, 5, System::RoundRobin, Withdrawal::Annulled),
        (3, 5, System::RoundRobin, Withdrawal::Lost),
        (2, 4, System::RoundRobin, Withdrawal::Lost),
        (1, 4, System::DoubleRoundRobin, Withdrawal::Annulled),
        (4, 4, System::DoubleRoundRobin, Withdrawal::Lost),
        (
            u16::MAX,
            u16::MAX,
            System::DoubleRoundRobin,
            Withdrawal::Lost,
        ),
        (0, 0, System::RoundRobin, Withdrawal::Lost),
        (0, 9, swiss, Withdrawal::Lost),
    ] {
        assert_eq!(
            Withdrawal::after(over, all, system),
            expected,
            "{over} of {all}"
        );
    }
}

#[test]
fn what_names_nobody_is_left_out() {
    let games = [game(1, 1, 2, '1'), game(1, 3, 1, '1'), game(1, 0, 2, '0')];
    let byes = [Bye {
        round: 1,
        player: Number(9),
    }];
    let withdrawn = [Withdrawn {
        player: Number(9),
        games: Withdrawal::Lost,
    }];
    let record = Record {
        byes: &byes,
        withdrawn: &withdrawn,
        ..record(System::RoundRobin, 2, &games)
    };
    assert_eq!(shown(&table(&record)), ["1: 1 1.0 0.0 1", "2: 2 0.0 0.0 0"]);
}

#[test]
fn points_are_written_with_decimals() {
    let halves: Vec<String> = [0, 1, 2, 25]
        .iter()
        .map(|halves| Halves(*halves).to_string())
        .collect();
    assert_eq!(halves, ["0.0", "0.5", "1.0", "12.5"]);
    let quarters: Vec<String> = [0, 1, 2, 3, 41]
        .iter()
        .map(|quarters| Quarters(*quarters).to_string())
        .collect();
    assert_eq!(quarters, ["0.0", "0.25", "0.5", "0.75", "10.25"]);
}

/// However the games end that go on, and whatever is paired then, nobody comes to a place that was not possible; and what is
/// shared out is a point for each game and each bye.
#[test]
fn no_end_brings_a_place_that_was_not_possible() {
    let mut state = 11_u64;
    let mut below = move |bound: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) % bound
    };
    let mut reached = 0;
    for which in 0..120 {
        let players = u16::try_from(2 + below(5)).unwrap();
        let (system, mut games, byes) = match which % 3 {
            0 => (
                System::RoundRobin,
                games_of(&round_robin(players)),
                Vec::new(),
            ),
            1 => (
                System::DoubleRoundRobin,
                games_of(&double_round_robin(players)),
                Vec::new(),
            ),
            // Rounds of anybody against anybody, as the table does not ask who paired them.
            _ => swiss_of(players),
        };
        for game in &mut games {
            game.result = any_result(below(3));
        }
        let of = |games: &[Game], byes: &[Bye]| {
            table(&Record {
                byes,
                ..record(system, players, games)
            })
        };
        let rounds = games
            .iter()
            .map(|game| game.pairing.round)
            .max()
            .unwrap_or(0);
        let seen = match system {
            System::Swiss { .. } => rounds - u16::try_from(below(3)).unwrap().min(rounds - 1),
            System::RoundRobin
            | System::DoubleRoundRobin
            | System::KnockOut
            | System::Teams { .. } => rounds,
        };
        let so_far: Vec<Game> = games
            .iter()
            .filter(|game| game.pairing.round <= seen)
            .copied()
            .collect();
        let byes_so_far: Vec<Bye> = byes
            .iter()
            .filter(|bye| bye.round <= seen)
            .copied()
            .collect();
        let open: Vec<bool> = games.iter().map(|_| below(2) == 0).collect();
        let with_open: Vec<Game> = so_far
            .iter()
            .zip(&open)
            .map(|(game, open)| match open {
                true => Game {
                    result: Result::Unknown,
                    ..*game
                },
                false => *game,
            })
            .collect();
        let before = of(&with_open, &byes_so_far);
        for end in 0..12 {
            // Somebody wins, or loses, all that is left to them.
            let (favourite, wins) = (
                Number(1 + u16::try_from(below(u64::from(players))).unwrap()),
                end % 2 == 0,
            );
            let mut ended = games.clone();
            for (game, _) in ended
                .iter_mut()
                .zip(&open)
                .filter(|(game, open)| **open || game.pairing.round > seen)
            {
                game.result = match (
                    game.pairing.white == favourite,
                    game.pairing.black == favourite,
                ) {
                    (false, false) => any_result(below(3)),
                    (is_white, _) => {
                        if is_white == wins {
                            Result::White
                        } else {
                            Result::Black
                        }
                    }
                };
            }
            let after = of(&ended, &byes);
            let sum: u32 = after.rows.iter().map(|row| row.points.0).sum();
            assert_eq!(sum as usize, 2 * (ended.len() + byes.len()));
            for row in &after.rows {
                let now = row.standing.unwrap().now;
                let possible = before.of(row.player).unwrap().standing.unwrap().possible;
                assert!(
                    possible.first <= now.first && now.last <= possible.last,
                    "{before:?} {after:?}"
                );
                reached += usize::from(possible.first == now.first)
                    + usize::from(possible.last == now.last);
            }
        }
    }
    assert!(reached > 2_500, "{reached}");
}

fn any_result(which: u64) -> Result {
    [Result::White, Result::Black, Result::Draw][usize::try_from(which).unwrap()]
}

fn games_of(pairings: &[Pairing]) -> Vec<Game> {
    let of = |pairing: &Pairing| Game {
        pairing: *pairing,
        result: Result::Unknown,
        contested: Contested::Yes,
    };
    pairings.iter().map(of).collect()
}

/// The rounds of a round robin, with a point for whoever is free.
fn swiss_of(players: u16) -> (System, Vec<Game>, Vec<Bye>) {
    let games = games_of(&round_robin(players));
    let rounds = games
        .iter()
        .map(|game| game.pairing.round)
        .max()
        .unwrap_or(0);
    let plays = |round: u16, player: Number| {
        games.iter().any(|game| {
            game.pairing.round == round
                && (game.pairing.white == player || game.pairing.black == player)
        })
    };
    let byes = (1..=rounds).flat_map(|round| {
        (1..=players).map(move |player| Bye {
            round,
            player: Number(player),
        })
    });
    let byes = byes.filter(|bye| !plays(bye.round, bye.player)).collect();
    (System::Swiss { rounds }, games, byes)
}
