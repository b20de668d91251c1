use super::*;
use crate::game::Result;
use crate::tournaments::berger::{double_round_robin, round_robin};
use crate::tournaments::table::{Record, Score, Withdrawal, Withdrawn};
use crate::tournaments::{Bye, Contested, Game, Number, Pairing, System};
use chrono::NaiveDate;
use shakmaty::Color;

fn about(players: u16) -> About {
    About {
        title: "Herbst 2026".to_owned(),
        began: NaiveDate::from_ymd_opt(2026, 9, 1),
        ended: None,
        initial_colour: Some(Color::White),
        players: (1..=players)
            .map(|number| (format!("Spieler {number}"), Some(2300 - 50 * number)))
            .collect(),
        teams: None,
    }
}

/// The players, who plays whom with White, and White's result.
fn games(lines: &[(u16, u16, u16, Result)]) -> Vec<Game> {
    let of = |(round, white, black, result): &(u16, u16, u16, Result)| Game {
        pairing: Pairing {
            round: *round,
            white: Number(*white),
            black: Number(*black),
        },
        result: *result,
        contested: Contested::Yes,
    };
    lines.iter().map(of).collect()
}

#[test]
fn a_report_stands_in_its_columns() {
    let games = games(&[(1, 1, 2, Result::White), (2, 3, 1, Result::Unknown)]);
    let byes = [Bye {
        round: 1,
        player: Number(3),
    }];
    let record = Record {
        system: System::Swiss { rounds: 3 },
        players: 3,
        withdrawn: &[],
        games: &games,
        byes: &byes,
    };
    let mut about = about(3);
    about.players[1] = ("Ein Name, der sehr, sehr,\n sehr lang ist".to_owned(), None);
    let text = Report::of(&record, about).text();
    let lines: Vec<&str> = text.split_terminator("\r\n").collect();
    let expected = [
        "012 Herbst 2026",
        "042 2026/09/01",
        "062 3",
        "072 2",
        "092 Individual: Swiss (Dutch)",
        "142 3",
        "152 W",
        "192 FIDE_DUTCH",
        "202 BH/C1,BH,SB,WIN",
        "212 PTS,BH/C1,BH,SB,WIN",
        "XXR 3",
        "XXC white1",
        "001    1      Spieler 1                         2250                             1.0    2     2 w 1     3 b    ",
        "001    2      Ein Name, der sehr, sehr, sehr la                                  0.0    3     1 b 0  0000 - Z  ",
        "001    3      Spieler 3                         2150                             1.0    1  0000 - U     1 w    ",
    ];
    assert_eq!(lines, expected);
}

/// Numbers for tests, always the same ones.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % bound
    }
}

/// A tournament of which anything may be over, and anybody have withdrawn.
fn made(chance: &mut Chance) -> Report {
    let players = 1 + u16::try_from(chance.below(9)).unwrap();
    let (system, pairings) = match chance.below(3) {
        0 => (System::RoundRobin, round_robin(players)),
        1 => (System::DoubleRoundRobin, double_round_robin(players)),
        _ => (System::Swiss { rounds: 20 }, round_robin(players)),
    };
    let results = [Result::White, Result::Black, Result::Draw, Result::Unknown];
    let games: Vec<Game> = pairings
        .into_iter()
        .map(|pairing| Game {
            pairing,
            result: results[usize::try_from(chance.below(4)).unwrap()],
            contested: if chance.below(4) == 0 {
                Contested::No
            } else {
                Contested::Yes
            },
        })
        .collect();
    let byes = match system {
        System::Swiss { .. } => vec![Bye {
            round: 20,
            player: Number(1),
        }],
        System::RoundRobin | System::DoubleRoundRobin | System::KnockOut | System::Teams { .. } => {
            Vec::new()
        }
    };
    let withdrawal = if chance.below(2) == 0 {
        Withdrawal::Annulled
    } else {
        Withdrawal::Lost
    };
    let withdrawn: Vec<Withdrawn> = (1..=players)
        .filter(|_| chance.below(6) == 0)
        .map(|player| Withdrawn {
            player: Number(player),
            games: withdrawal,
        })
        .collect();
    Report::of(
        &Record {
            system,
            players,
            withdrawn: &withdrawn,
            games: &games,
            byes: &byes,
        },
        about(players),
    )
}

#[test]
fn what_is_written_is_read_again() {
    let mut chance = Chance(4);
    for _ in 0..100 {
        let mut report = made(&mut chance);
        // It keeps nothing of whether both have moved in a game that goes on.
        for played in &mut report.games {
            if played.scores == [Score::Open; 2] {
                played.contested = Contested::Yes;
            }
        }
        let text = report.text();
        assert_eq!(Report::read(&text).as_ref(), Ok(&report), "{text}");
        let without_blanks: Vec<&str> = text.lines().map(str::trim_end).collect();
        for ends in ["\n", "\r"] {
            let other_ends = format!("\u{feff}### by hand{ends}{}", without_blanks.join(ends));
            assert_eq!(Report::read(&other_ends).as_ref(), Ok(&report), "{text}");
        }
    }
}

/// Whatever stands there is read or refused.
#[test]
fn no_text_brings_the_reader_down() {
    let mut chance = Chance(9);
    let (mut read, mut refused) = (0, 0);
    let reports: Vec<String> = (0..60).map(|_| made(&mut chance).text()).collect();
    for which in 0..1200 {
        let mut text: Vec<char> = reports[which % reports.len()].chars().collect();
        for _ in 0..=chance.below(3) {
            let place = usize::try_from(chance.below(text.len() as u64)).unwrap();
            match chance.below(4) {
                0 => drop(text.remove(place)),
                1 => text.truncate(place.max(1)),
                which => {
                    let put = ['0', '9', ' ', '-', '1', 'é', '\n', '\u{0}'];
                    let put = put[usize::try_from(chance.below(8)).unwrap()];
                    if which == 2 {
                        text.insert(place, put)
                    } else {
                        text[place] = put
                    }
                }
            }
        }
        match Report::read(&text.iter().collect::<String>()) {
            Ok(report) => {
                read += 1;
                assert_eq!(Report::read(&report.text()), Ok(report));
            }
            Err(fault) => {
                refused += 1;
                assert!(fault.line >= 1 && !fault.to_string().is_empty());
            }
        }
    }
    assert!(read > 100 && refused > 100, "{read} {refused}");
}

/// Each with one thing changed in a file of four players who have played two of three rounds.
#[test]
fn a_file_that_contradicts_itself_is_refused_with_line_and_reason() {
    let games = games(&[
        (1, 1, 3, Result::White),
        (1, 4, 2, Result::Draw),
        (2, 2, 1, Result::Black),
        (2, 3, 4, Result::Unknown),
    ]);
    let record = Record {
        system: System::Swiss { rounds: 3 },
        players: 4,
        withdrawn: &[],
        games: &games,
        byes: &[],
    };
    let text = Report::of(&record, about(4)).text();
    assert_eq!(Report::read(&text).map(|report| report.games.len()), Ok(4));
    for (from, to, expected) in [
        (
            "     1 b 0",
            "     1 b 1",
            "line 13: won, and won by the line of player 3 (round 1)",
        ),
        (
            "     1 b 0",
            "     1 b -",
            "line 13: won, and lost by the line of player 3 (round 1)",
        ),
        (
            "     1 b 0",
            "     1 w 0",
            "line 13: the line of player 3 does not have this game (round 1)",
        ),
        (
            "     1 b 0",
            "     2 b 0",
            "line 13: the line of player 3 does not have this game (round 1)",
        ),
        (
            "     1 b 0",
            "     3 b 0",
            "line 13: the line of player 3 does not have this game (round 1)",
        ),
        (
            "     1 b 0",
            "     1   0",
            "line 15: it does not say who has White (round 1)",
        ),
        (
            "     1 b 0",
            "     1 b ?",
            "line 15: '?' is no result (round 1)",
        ),
        (
            "     1 b 0",
            "  0000 - Z",
            "line 13: the line of player 3 does not have this game (round 1)",
        ),
        (
            "     1 b 0",
            "  0000 - H",
            "line 15: nobody gets half a point without a game here (round 1)",
        ),
        (
            "     1 b 0",
            "  0000 - 1",
            "line 15: '1' is no result (round 1)",
        ),
        (
            "     1 b 0",
            "    5x b 0",
            "line 15: \"5x\" is no number of an opponent",
        ),
        (
            "     3 w 1",
            "     1 w 1",
            "line 13: 1 is no other player (round 1)",
        ),
        (
            "     3 w 1",
            "     7 w 1",
            "line 13: 7 is no other player (round 1)",
        ),
        (
            "   2.0 ",
            "   1.5 ",
            "line 13: it says 1.5 points, and the results give 2.0",
        ),
        (
            "   2.0 ",
            "   two ",
            "line 13: it says two points, and the results give 2.0",
        ),
        (
            "062 4",
            "062 5",
            "line 3: it says that there are 5 players, and has 4",
        ),
        (
            "142 3",
            "142 1",
            "line 11: it says that there are 1 rounds, and has 3",
        ),
        ("142 3\r\n", "", "read"),
        (
            "XXR 3",
            "XXR 1",
            "line 11: it says that there are 3 rounds, and has 1",
        ),
        (
            "152 W",
            "152 white",
            "line 7: \"white\" is no colour, W or B",
        ),
        (
            "192 FIDE_DUTCH",
            "192 FIDE_LIM",
            "line 8: \"FIDE_LIM\" is no system that is paired here",
        ),
        (
            "042 2026/09/01",
            "042 2026/09/31",
            "line 2: \"2026/09/31\" is no day in the form 2026/12/31",
        ),
        ("001    3", "001    5", "line 16: there is no player 3"),
        ("001    3", "001    4", "line 16: there are two players 4"),
        (
            "001    3",
            "001    0",
            "line 15: \"0\" is no number of a player",
        ),
        (
            "001    3",
            "001 3.14",
            "line 15: \"3.14\" is no number of a player",
        ),
        ("2150", "215O", "line 15: \"215O\" is no rating"),
        ("001", "002", "line 14: there is no player 1"),
    ] {
        assert!(text.contains(from), "{from}");
        let changed = text.replacen(from, to, 1);
        let said =
            Report::read(&changed).map_or_else(|fault| fault.to_string(), |_| "read".to_owned());
        assert_eq!(said, expected, "{from} -> {to}");
    }
    let nobody = Report::read("012 Nobody\r\n").map_err(|fault| fault.to_string());
    assert_eq!(
        nobody,
        Err("line 1: there is no player, a line that begins with 001".to_owned())
    );
    // Both numbers of rounds too low.
    let short = text.replace("142 3", "142 1").replace("XXR 3", "XXR 1");
    let short = Report::read(&short).map_err(|fault| fault.to_string());
    assert_eq!(
        short,
        Err("line 6: it says that there are 1 rounds, and has 2".to_owned())
    );
}

#[test]
fn results_of_another_program_become_ours() {
    let text = Report::of(
        &Record {
            system: System::RoundRobin,
            players: 2,
            withdrawn: &[],
            games: &[],
            byes: &[],
        },
        about(2),
    )
    .text();
    for (of_white, of_black, expected, contested) in [
        ('1', '0', Some(Result::White), Contested::Yes),
        ('0', '1', Some(Result::Black), Contested::Yes),
        ('=', '=', Some(Result::Draw), Contested::Yes),
        ('+', '-', Some(Result::White), Contested::No),
        ('W', 'L', Some(Result::White), Contested::No),
        ('l', 'w', Some(Result::Black), Contested::No),
        ('D', 'd', Some(Result::Draw), Contested::No),
        ('-', '-', None, Contested::No),
        ('X', 'X', Some(Result::Unknown), Contested::Yes),
        (' ', ' ', Some(Result::Unknown), Contested::Yes),
    ] {
        let lines: Vec<String> = text
            .lines()
            .map(|line| match line.get(..8) {
                Some("001    1") => format!("{line}   2 w {of_white}").replace(" 0.0 ", "     "),
                Some("001    2") => format!("{line}   1 b {of_black}").replace(" 0.0 ", "     "),
                Some(_) | None => line.to_owned(),
            })
            .collect();
        let read = Report::read(&lines.join("\n")).unwrap();
        let found: Vec<_> = read
            .games
            .iter()
            .map(|played| (played.result(), played.contested))
            .collect();
        assert_eq!(found, [(expected, contested)], "{of_white}{of_black}");
    }
}
