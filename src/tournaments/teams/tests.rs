use super::*;
use crate::game::Result;
use crate::tournaments::table::{Halves, Places, Record, table};
use crate::tournaments::{Contested, Game, System};
use std::collections::{BTreeMap, BTreeSet};

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
fn the_games_of_small_teams_are_these() {
    for (meeting, boards, players, games) in [
        (Meeting::Everyone, 1, 2, "1-2"),
        (Meeting::Everyone, 2, 4, "1-3 2-4\n4-1 3-2"),
        (
            Meeting::Everyone,
            3,
            6,
            "1-4 2-5 3-6\n5-1 6-2 3-4\n1-6 4-2 5-3",
        ),
        (Meeting::SameBoard, 2, 4, "1-3 4-2"),
        (Meeting::SameBoard, 1, 4, "1-4 2-3\n4-3 1-2\n2-4 3-1"),
        (Meeting::SameBoard, 2, 6, "3-5 6-4\n1-3 4-2\n5-1 2-6"),
        (Meeting::SameBoard, 3, 6, "1-4 5-2 3-6"),
        // Not even two teams.
        (Meeting::SameBoard, 3, 5, ""),
        (Meeting::SameBoard, 0, 5, ""),
        (Meeting::Everyone, 0, 0, ""),
    ] {
        assert_eq!(
            printed(&pairings(meeting, boards, players)),
            games,
            "{meeting:?} {boards} {players}"
        );
    }
}

#[test]
fn in_scheveningen_everyone_meets_everyone_once_and_has_both_colours_equally_often() {
    for boards in 1..=30 {
        let games = pairings(Meeting::Everyone, boards, 2 * boards);
        let met: BTreeSet<(u16, u16)> = games
            .iter()
            .map(|game| (game.white.min(game.black).0, game.white.max(game.black).0))
            .collect();
        let all: BTreeSet<(u16, u16)> = (1..=boards)
            .flat_map(|own| (1..=boards).map(move |other| (own, boards + other)))
            .collect();
        assert_eq!(met, all, "{boards}");
        assert_eq!(games.len(), all.len());
        let most = if boards.is_multiple_of(2) { 0 } else { 1 };
        for (player, ahead) in more_whites(&games) {
            assert!(ahead.abs() <= most, "{boards}: {player:?} {ahead}");
        }
        // Nobody has two games in a round, so that a report has a column for each.
        for round in 1..=boards {
            let of_round = games.iter().filter(|game| game.round == round);
            let players: BTreeSet<Number> =
                of_round.flat_map(|game| [game.white, game.black]).collect();
            assert_eq!(players.len(), usize::from(2 * boards), "{boards} {round}");
        }
    }
}

#[test]
fn on_the_same_boards_all_teams_meet_once_and_colours_alternate_down_a_match() {
    for teams in 2..=12 {
        for boards in 1..=8 {
            let games = pairings(Meeting::SameBoard, boards, teams * boards);
            let pairs = usize::from(teams * (teams - 1) / 2);
            assert_eq!(games.len(), pairs * usize::from(boards));
            let mut met = BTreeMap::new();
            for game in &games {
                let (white, black) = (team(game.white, boards), team(game.black, boards));
                assert_ne!(white, black);
                assert_eq!(board(game.white, boards), board(game.black, boards));
                let key = (white.min(black), white.max(black));
                let first = met.entry(key).or_insert(white);
                let odd = board(game.white, boards) % 2 == 1;
                assert_eq!(*first == white, odd, "{teams} {boards} {game:?}");
            }
            assert_eq!(met.len(), pairs);
            for (player, ahead) in more_whites(&games) {
                assert!(ahead.abs() <= 1, "{teams} {boards}: {player:?} {ahead}");
            }
        }
    }
}

/// Teams of two, after these games: round, White, Black, result.
fn stands(teams: u16, ranking: Ranking, games: &[(u16, u16, u16, &str)]) -> Standings {
    let games: Vec<Game> = games
        .iter()
        .map(|&(round, white, black, result)| Game {
            pairing: Pairing {
                round,
                white: Number(white),
                black: Number(black),
            },
            result: Result::from_token(result).unwrap(),
            contested: Contested::Yes,
        })
        .collect();
    let system = System::Teams {
        boards: 2,
        meeting: Meeting::SameBoard,
    };
    let table = table(&Record {
        system,
        players: 2 * teams,
        withdrawn: &[],
        games: &games,
        byes: &[],
    });
    standings(&table, 2, ranking)
}

/// Team, match points, halves of board points, games that go on, places.
fn rows(standings: &Standings) -> Vec<(u16, u16, u32, u16, u16, u16)> {
    let row = |row: &TeamRow| {
        let Places { first, last } = row.places;
        let Halves(points) = row.board_points;
        (
            row.team.0,
            row.match_points,
            points,
            row.going_on,
            first,
            last,
        )
    };
    standings.rows.iter().map(row).collect()
}

const THREE: [(u16, u16, u16, &str); 6] = [
    // The second team wins both boards against the third, loses by a half against the first, which loses by both to the third.
    (1, 3, 5, "1-0"),
    (1, 6, 4, "0-1"),
    (2, 5, 1, "1-0"),
    (2, 2, 6, "0-1"),
    (3, 1, 3, "1-0"),
    (3, 4, 2, "1/2-1/2"),
];

#[test]
fn teams_are_ranked_by_the_points_that_were_announced() {
    let by_matches = stands(3, Ranking::MatchPoints, &THREE);
    // All have won one match: board points 3, 5, 4 of twelve halves.
    assert_eq!(
        rows(&by_matches),
        [(2, 2, 5, 0, 1, 1), (3, 2, 4, 0, 2, 2), (1, 2, 3, 0, 3, 3)]
    );
    let mut drawn = THREE;
    // The third has two match points fewer and no board point more.
    drawn[2].3 = "1/2-1/2";
    drawn[3].3 = "1/2-1/2";
    let by_matches = stands(3, Ranking::MatchPoints, &drawn);
    assert_eq!(
        rows(&by_matches),
        [(1, 3, 5, 0, 1, 1), (2, 2, 5, 0, 2, 2), (3, 1, 2, 0, 3, 3)]
    );
    // Equal on the boards: then the matches.
    let by_boards = stands(3, Ranking::BoardPoints, &drawn);
    assert_eq!(rows(&by_boards)[0], (1, 3, 5, 0, 1, 1));
}

#[test]
fn who_is_equal_in_both_stands_by_the_match_between_them_and_else_shares_the_place() {
    let equal = |last: [&'static str; 2]| {
        [
            (1, 1, 5, "1-0"),
            (1, 6, 2, "1-0"),
            (2, 3, 5, "1-0"),
            (2, 6, 4, "1-0"),
            (3, 1, 3, last[0]),
            (3, 4, 2, last[1]),
        ]
    };
    let drawn = stands(3, Ranking::MatchPoints, &equal(["1-0", "1-0"]));
    assert_eq!(
        rows(&drawn),
        [(1, 2, 4, 0, 1, 3), (2, 2, 4, 0, 1, 3), (3, 2, 4, 0, 1, 3)]
    );
    let four = [
        (1, 1, 3, "1-0"),
        (1, 4, 2, "1/2-1/2"),
        (2, 3, 5, "1-0"),
        (2, 6, 4, "1/2-1/2"),
        (3, 5, 1, "1-0"),
        (3, 2, 6, "1/2-1/2"),
        (4, 1, 7, "1-0"),
        (4, 8, 2, "1/2-1/2"),
        (5, 3, 7, "1-0"),
        (5, 8, 4, "1/2-1/2"),
        (6, 7, 5, "1-0"),
        (6, 6, 8, "1/2-1/2"),
    ];
    assert_eq!(
        rows(&stands(4, Ranking::MatchPoints, &four)),
        [
            (1, 4, 7, 0, 1, 1),
            (2, 4, 7, 0, 2, 2),
            (4, 2, 5, 0, 3, 3),
            (3, 2, 5, 0, 4, 4)
        ]
    );
    // While a game of theirs goes on they share it.
    let open = stands(2, Ranking::MatchPoints, &[(1, 1, 3, "1-0"), (1, 4, 2, "*")]);
    assert_eq!(rows(&open), [(1, 0, 2, 1, 1, 1), (2, 0, 0, 1, 2, 2)]);
}

#[test]
fn a_match_is_won_as_soon_as_its_open_games_cannot_change_that() {
    let meeting = Meeting::SameBoard;
    let games: Vec<Game> = pairings(meeting, 3, 6)
        .into_iter()
        .zip(["1-0", "0-1", "*"])
        .map(|(pairing, result)| Game {
            pairing,
            result: Result::from_token(result).unwrap(),
            contested: Contested::Yes,
        })
        .collect();
    let record = Record {
        system: System::Teams { boards: 3, meeting },
        players: 6,
        withdrawn: &[],
        games: &games,
        byes: &[],
    };
    let standings = standings(&table(&record), 3, Ranking::MatchPoints);
    assert_eq!(rows(&standings)[0], (1, 2, 4, 1, 1, 1));
    let met = &standings.matches[0];
    assert_eq!(met.teams, [Team(1), Team(2)]);
    assert_eq!(met.points, [Halves(4), Halves(0)]);
    let boards: Vec<(u16, u16)> = met
        .games
        .iter()
        .map(|game| (game.first.0, game.second.0))
        .collect();
    assert_eq!(boards, [(1, 4), (2, 5), (3, 6)]);
}

/// Team and the places that are possible for it.
fn still_possible(standings: &Standings) -> Vec<(u16, u16, u16)> {
    let mut rows: Vec<_> = standings
        .rows
        .iter()
        .map(|row| (row.team.0, row.possible.first, row.possible.last))
        .collect();
    rows.sort_unstable();
    rows
}

#[test]
fn a_place_is_shown_as_the_best_and_the_worst_that_are_still_possible() {
    // The third team has no game left, a match won and five halves; the first two play on both boards.
    let games = |first, second| {
        [
            (1, 1, 5, "0-1"),
            (1, 6, 2, "1-0"),
            (2, 3, 5, "1-0"),
            (2, 6, 4, "1/2-1/2"),
            (3, 1, 3, first),
            (3, 4, 2, second),
        ]
    };
    let before = stands(3, Ranking::MatchPoints, &games("*", "*"));
    // The first has nothing yet, and never passes the third; the second is before that one unless it loses.
    assert_eq!(still_possible(&before), [(1, 2, 3), (2, 1, 3), (3, 1, 2)]);
    let after = stands(3, Ranking::MatchPoints, &games("*", "1-0"));
    // A board is won: the match cannot be lost any more.
    assert_eq!(still_possible(&after), [(1, 3, 3), (2, 1, 1), (3, 2, 2)]);
    let over = stands(3, Ranking::MatchPoints, &games("1/2-1/2", "1-0"));
    let places = |row: &TeamRow| (row.places, row.possible);
    assert!(
        over.rows
            .iter()
            .map(places)
            .all(|(now, possible)| now == possible)
    );
}

#[test]
fn no_end_comes_beyond_the_places_that_are_said_to_be_possible() {
    let meeting = Meeting::SameBoard;
    let results = ["1-0", "0-1", "1/2-1/2", "*"];
    // Every table of three teams on two boards with each of six games in one of four ways.
    for way in 0..4_usize.pow(6) {
        let games: Vec<(u16, u16, u16, &str)> = pairings(meeting, 2, 6)
            .into_iter()
            .enumerate()
            .map(|(at, pairing)| {
                let result = results[way / 4_usize.pow(u32::try_from(at).unwrap()) % 4];
                (pairing.round, pairing.white.0, pairing.black.0, result)
            })
            .collect();
        let open = games.iter().filter(|game| game.3 == "*").count();
        for ranking in [Ranking::MatchPoints, Ranking::BoardPoints] {
            let now = stands(3, ranking, &games);
            let bounds = possible::bounds(&now.rows, &now.matches, ranking);
            for row in &now.rows {
                let (exact, wide) = (row.possible, bounds[&row.team]);
                let within = wide.first <= exact.first && exact.last <= wide.last;
                assert!(within, "{games:?} {row:?} {wide:?}");
                assert!(open > 0 || exact == row.places, "{games:?} {row:?}");
            }
        }
    }
}
