//! Tables of tournaments, compared with a second program that makes them from the rules alone (`tables/table.py`), and
//! reports of them, as another program reads and pairs them (`tables/report.py`).

use crate::referee::ask;
use penpawn::game::Result;
use penpawn::tournaments::berger::{double_round_robin, round_robin};
use penpawn::tournaments::table::{
    Places, Record, Row, Score, Table, Withdrawal, Withdrawn, table,
};
use penpawn::tournaments::trf::{About, Played, Report};
use penpawn::tournaments::{Bye, Contested, Game, Number, Pairing, System};
use std::fmt::Write as _;

/// Numbers for tests, always the same ones.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % bound
    }

    /// As often as this, of a hundred times.
    fn often(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// A tournament with all that a record says of it.
struct Made {
    system: System,
    players: u16,
    withdrawn: Vec<Withdrawn>,
    games: Vec<Game>,
    byes: Vec<Bye>,
}

impl Made {
    fn record(&self) -> Record<'_> {
        Record {
            system: self.system,
            players: self.players,
            withdrawn: &self.withdrawn,
            games: &self.games,
            byes: &self.byes,
        }
    }

    /// For the second program.
    fn told(&self) -> String {
        let (system, rounds) = match self.system {
            System::RoundRobin | System::DoubleRoundRobin => ("round-robin", 0),
            System::KnockOut | System::Teams { .. } => unreachable!("it has a table of its own"),
            System::Swiss { rounds } => ("swiss", rounds),
        };
        let mut told = format!("tournament {system} {rounds} {}\n", self.players);
        for Withdrawn { player, games } in &self.withdrawn {
            let games = match games {
                Withdrawal::Annulled => "annulled",
                Withdrawal::Lost => "lost",
            };
            writeln!(told, "left {} {games}", player.0).unwrap();
        }
        for Game {
            pairing,
            result,
            contested,
        } in &self.games
        {
            let Pairing {
                round,
                white: Number(white),
                black: Number(black),
            } = pairing;
            let played = if *contested == Contested::Yes {
                "played"
            } else {
                "not"
            };
            writeln!(
                told,
                "game {round} {white} {black} {} {played}",
                result.word()
            )
            .unwrap();
        }
        for Bye { round, player } in &self.byes {
            writeln!(told, "bye {round} {}", player.0).unwrap();
        }
        told + "show\n"
    }
}

fn game(pairing: Pairing, going_on: u64, chance: &mut Chance) -> Game {
    let contested = if chance.often(85) {
        Contested::Yes
    } else {
        Contested::No
    };
    let results = [Result::White, Result::Black, Result::Draw];
    let (result, contested) = match (chance.often(going_on), contested) {
        (true, _) => (Result::Unknown, contested),
        (false, Contested::Yes) => (results[chance.below(3) as usize], contested),
        (false, Contested::No) => (results[chance.below(2) as usize], contested),
    };
    Game {
        pairing,
        result,
        contested,
    }
}

fn withdrawn(players: u16, kinds: &[Withdrawal], chance: &mut Chance) -> Vec<Withdrawn> {
    let mut withdrawn = Vec::new();
    for player in (1..=players).map(Number) {
        if chance.often(8) {
            let games = kinds[chance.below(kinds.len() as u64) as usize];
            withdrawn.push(Withdrawn { player, games });
        }
    }
    withdrawn
}

fn a_round_robin(chance: &mut Chance) -> Made {
    let players = 2 + chance.below(9) as u16;
    let (system, pairings) = match chance.below(3) {
        0 => (System::DoubleRoundRobin, double_round_robin(players)),
        _ => (System::RoundRobin, round_robin(players)),
    };
    let going_on = [0, 0, 3, 10, 50][chance.below(5) as usize];
    Made {
        system,
        players,
        withdrawn: withdrawn(players, &[Withdrawal::Annulled, Withdrawal::Lost], chance),
        games: pairings
            .into_iter()
            .map(|pairing| game(pairing, going_on, chance))
            .collect(),
        byes: Vec::new(),
    }
}

/// Rounds in which anybody plays anybody: the table does not ask who paired them.
fn a_swiss(chance: &mut Chance) -> Made {
    let players = 2 + chance.below(12) as u16;
    let rounds = 1 + chance.below(7) as u16;
    let paired = rounds - chance.below(2).min(u64::from(rounds) - 1) as u16;
    let mut made = Made {
        system: System::Swiss { rounds },
        players,
        withdrawn: withdrawn(players, &[Withdrawal::Lost], chance),
        games: Vec::new(),
        byes: Vec::new(),
    };
    let leaves: Vec<u16> = (0..players).map(|_| chance.below(7) as u16).collect();
    for round in 1..=paired {
        let mut there: Vec<Number> = (1..=players)
            .map(Number)
            .filter(|player| {
                let left = made
                    .withdrawn
                    .iter()
                    .any(|withdrawn| withdrawn.player == *player);
                !left || round <= leaves[usize::from(player.0) - 1]
            })
            .collect();
        for index in (1..there.len()).rev() {
            there.swap(index, chance.below(index as u64 + 1) as usize);
        }
        if there.len() % 2 == 1 {
            made.byes
                .extend(there.pop().map(|player| Bye { round, player }));
        }
        let going_on = if round == paired { 20 } else { 3 };
        for pair in there.chunks(2) {
            let pairing = Pairing {
                round,
                white: pair[0],
                black: pair[1],
            };
            made.games.push(game(pairing, going_on, chance));
        }
    }
    made
}

/// A row as the second program prints it, with the places that it knows to be possible.
fn shown(row: &Row) -> (String, String) {
    let places = |places: Option<Places>| {
        places.map_or("none".to_owned(), |places| {
            format!("{}-{}", places.first, places.last)
        })
    };
    let now = places(row.standing.map(|standing| standing.now));
    let decimal = |text: String| text.parse::<f64>().expect("a number");
    let breaks = match row.buchholz {
        None => vec![
            f64::from(row.wins),
            decimal(row.sonneborn_berger.to_string()),
        ],
        Some(both) => vec![
            decimal(both.cut_one.to_string()),
            decimal(both.whole.to_string()),
            decimal(row.sonneborn_berger.to_string()),
            f64::from(row.wins),
        ],
    };
    let breaks: Vec<String> = breaks.iter().map(|number| format!("{number:?}")).collect();
    let points = decimal(row.points.to_string());
    let row_now = format!("{} {now} {points:?} {}", row.player.0, breaks.join(" "));
    (
        row_now,
        places(row.standing.map(|standing| standing.possible)),
    )
}

/// So many tournaments, of either kind by turns.
fn made(chance: &mut Chance, count: usize) -> Vec<Made> {
    let one = |which| {
        if which % 2 == 0 {
            a_round_robin(chance)
        } else {
            a_swiss(chance)
        }
    };
    (0..count).map(one).collect()
}

#[test]
fn six_hundred_tables_are_those_of_a_second_program() {
    let mut chance = Chance(20_260_301);
    let made = made(&mut chance, 600);
    let told: String = made.iter().map(Made::told).collect();
    let said = ask(include_str!("tables/table.py"), &told);
    let mut said = said.lines();
    let (mut tried, mut shared, mut annulled) = (0, 0, 0);
    for made in &made {
        let Table { rows } = table(&made.record());
        let ours: Vec<(String, String)> = (1..=made.players)
            .filter_map(|number| {
                rows.iter()
                    .find(|row| row.player == Number(number))
                    .map(shown)
            })
            .collect();
        let theirs: Vec<&str> = said.by_ref().take_while(|line| *line != "end").collect();
        assert_eq!(ours.len(), theirs.len());
        for ((row, possible), theirs) in ours.iter().zip(theirs) {
            let (theirs, theirs_possible) = theirs.rsplit_once(' ').expect("places");
            assert_eq!(row, theirs, "{}", made.told());
            if theirs_possible != "unknown" {
                assert_eq!(possible, theirs_possible, "{row} of\n{}", made.told());
                tried += 1;
            }
        }
        shared += rows
            .iter()
            .filter(|row| row.standing.is_some_and(|all| all.now.first < all.now.last))
            .count();
        annulled += rows.iter().filter(|row| row.standing.is_none()).count();
    }
    assert_eq!(said.next(), None);
    assert!(
        tried > 1000 && shared > 100 && annulled > 50,
        "{tried} {shared} {annulled}"
    );
}

/// The files between the lines of the other program.
const END: &str = "=== end\n";

/// What the other program has read, as it prints it.
fn read_by_another(report: &Report, checked: &str) -> String {
    let mut expected = format!(
        "{checked}name {} of {} rounds\n",
        report.title, report.rounds
    );
    let last_of_games = report.games.iter().map(|played| played.pairing.round);
    let last = last_of_games
        .chain(report.byes.iter().map(|bye| bye.round))
        .max()
        .unwrap_or(0);
    for (number, player) in (1..).map(Number).zip(&report.players) {
        let (mut points, mut rounds) = (0.0, String::new());
        for round in 1..=last {
            let of_them = report.games.iter().find(|played| {
                let Pairing { white, black, .. } = played.pairing;
                played.pairing.round == round && (white == number || black == number)
            });
            let bye = report
                .byes
                .iter()
                .any(|bye| bye.round == round && bye.player == number);
            let (opponent, colour, score, contested) = match of_them {
                None => {
                    points += f64::from(u8::from(bye));
                    writeln!(rounds, "round {round} 0 - {}", if bye { 'U' } else { 'Z' }).unwrap();
                    continue;
                }
                Some(Played {
                    pairing,
                    scores: [of_white, of_black],
                    contested,
                }) => {
                    if pairing.white == number {
                        (pairing.black, 'w', of_white, contested)
                    } else {
                        (pairing.white, 'b', of_black, contested)
                    }
                }
            };
            let (result, given) = match (score, contested) {
                (Score::Open, _) => ("none", 0.0),
                (Score::Lost, Contested::Yes) => ("0", 0.0),
                (Score::Lost, Contested::No) => ("-", 0.0),
                (Score::Drawn, Contested::Yes) => ("=", 0.5),
                (Score::Drawn, Contested::No) => ("D", 0.5),
                (Score::Won, Contested::Yes) => ("1", 1.0),
                (Score::Won, Contested::No) => ("+", 1.0),
            };
            points += given;
            writeln!(rounds, "round {round} {} {colour} {result}", opponent.0).unwrap();
        }
        let rating = player.rating.unwrap_or(0);
        writeln!(
            expected,
            "player {} {} {rating} {points:?}",
            number.0, player.name
        )
        .unwrap();
        expected += &rounds;
    }
    expected
}

#[test]
fn reports_of_our_tournaments_are_read_by_another_program() {
    let mut chance = Chance(77);
    let made = made(&mut chance, 60);
    let reports: Vec<Report> = made
        .iter()
        .map(|made| {
            let players = (1..=made.players)
                .map(|number| {
                    (
                        format!("Müller {number}"),
                        (number % 3 > 0).then_some(2400 - number),
                    )
                })
                .collect();
            let title = "Offenes Turnier".to_owned();
            let about = About {
                title,
                began: None,
                ended: None,
                initial_colour: None,
                players,
                teams: None,
            };
            Report::of(&made.record(), about)
        })
        .collect();
    let texts: String = reports.iter().map(|report| report.text() + END).collect();
    let said = ask(include_str!("tables/report.py"), &format!("look\n{texts}"));
    assert_eq!(said.matches(END).count(), reports.len());
    for (report, said) in reports.iter().zip(said.split(END)) {
        assert_eq!(said, read_by_another(report, ""), "{}", report.text());
    }
}

#[test]
fn what_another_program_paired_is_read_and_written_so_that_it_would_pair_the_same() {
    let paired = ask(include_str!("tables/report.py"), "pair\n");
    let reports: Vec<Report> = paired
        .split_terminator(END)
        .map(|text| Report::read(text).unwrap_or_else(|fault| panic!("{fault}\n{text}")))
        .collect();
    assert_eq!(reports.len(), 16);
    assert!(reports.iter().any(|report| !report.byes.is_empty()));
    let texts: String = reports.iter().map(|report| report.text() + END).collect();
    let said = ask(include_str!("tables/report.py"), &format!("swiss\n{texts}"));
    for (report, said) in reports.iter().zip(said.split(END)) {
        let checked = format!("rounds {} other 0\n", report.rounds);
        assert_eq!(said, read_by_another(report, &checked), "{}", report.text());
    }
}
