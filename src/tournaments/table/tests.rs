use super::*;
use crate::tournaments::berger::round_robin;

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
