//! Rounds by the Swiss system, beside another program's: caissify-pairings, which has the same rules and answers for each round
//! of a tournament whom it would have paired.
//!
//! Where most have met most others, its way of looking for the best pairing sometimes misses it. Its answer is set aside where
//! it breaks a criterion that stands above all others which could differ: somebody with more points gets the bye, or, in the
//! first bracket in which the two differ by it, more players move down than need to, or players with more points.
//!
//! `SWISS_TOURNAMENTS` says how many tournaments are played, and `SWISS_SEED` which.

use crate::bed;
use crate::pgn::dice::Dice;
use penpawn::game::Result as Outcome;
use penpawn::tournaments::swiss::{Active, Field, Player, Round, pair};
use penpawn::tournaments::{Bye, Contested, Game, Number};
use serde_json::{Value, json};
use shakmaty::Color;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Enough to meet each criterion in seconds.
const TOURNAMENTS: u64 = 100;
const SEED: u64 = 1;

#[test]
fn rounds_are_paired_as_another_program_pairs_them() {
    let number = |name: &str, otherwise| {
        std::env::var(name).map_or(otherwise, |value| value.parse().expect("a number"))
    };
    let (tournaments, seed) = (
        number("SWISS_TOURNAMENTS", TOURNAMENTS),
        number("SWISS_SEED", SEED),
    );
    let first = number("SWISS_FIRST", 0);
    let mut referee = Referee::start();
    let (mut rounds, mut refuted, mut differing) = (0, 0, Vec::new());
    for played in first..first + tournaments {
        let tournament = Tournament::play(&mut Dice::new(seed, played));
        rounds += tournament.rounds.len();
        for difference in tournament.differences(&referee.judge(&tournament)) {
            match difference {
                Difference::Refuted(told) => {
                    println!("tournament {played}, refuted: {told}");
                    refuted += 1;
                }
                Difference::Open(told) => {
                    println!("tournament {played}, {told}");
                    differing.push(told);
                }
            }
        }
    }
    println!(
        "{tournaments} tournaments of seed {seed} from {first}, {rounds} rounds, {refuted} refuted, {} more differ",
        differing.len()
    );
    assert!(200 * refuted <= rounds, "{refuted} of {rounds} rounds");
    assert!(
        differing.is_empty(),
        "of {rounds} rounds {} differ",
        differing.len()
    );
}

/// How the two programs differ.
enum Difference {
    /// The other's pairing is worse by the rules.
    Refuted(String),
    /// Who is right is open.
    Open(String),
}

/// Pairings as the numbers of White and Black, and who gets the bye.
type Paired = (BTreeSet<(u64, u64)>, Vec<u64>);

/// A tournament with results by chance.
struct Tournament {
    players: u16,
    rounds_planned: u16,
    first_has: Color,
    rounds: Vec<Played>,
}

/// A round as it was paired, and what became of it.
struct Played {
    present: Vec<Number>,
    paired: Option<Round>,
    games: Vec<Game>,
}

impl Tournament {
    fn play(dice: &mut Dice) -> Tournament {
        let players =
            u16::try_from(6 + dice.below(55).min(dice.below(55)).min(dice.below(55))).unwrap();
        let rounds_planned = u16::try_from(3 + dice.below(7)).unwrap().min(players - 1);
        let first_has = *dice.pick(&Color::ALL);
        let strength = *dice.pick(&[0, 1, 6]);
        let unrest = *dice.pick(&[0, 0, 12, 40]);
        let mut tournament = Tournament {
            players,
            rounds_planned,
            first_has,
            rounds: Vec::new(),
        };
        let late: Vec<u16> = (0..players)
            .map(|_| {
                if unrest > 0 && dice.once_in(unrest) {
                    1 + below(dice, 4)
                } else {
                    1
                }
            })
            .collect();
        let mut withdrawn = vec![false; usize::from(players)];
        for round in 1..=rounds_planned {
            let present: Vec<Number> = (1..=players)
                .filter(|number| {
                    let place = usize::from(number - 1);
                    withdrawn[place] |= unrest > 0 && round > 1 && dice.once_in(3 * unrest);
                    let away = unrest > 0 && dice.once_in(2 * unrest);
                    !withdrawn[place] && !away && late[place] <= round
                })
                .map(Number)
                .collect();
            let paired = tournament.pair(round, &present);
            let games = paired
                .iter()
                .flat_map(|paired| &paired.pairings)
                .map(|pairing| {
                    let unplayed = unrest > 0 && dice.once_in(unrest);
                    let edge = usize::from(pairing.black.0 > pairing.white.0) * strength;
                    let result = match dice.below(6 + 2 * strength) {
                        0 | 1 => Outcome::Draw,
                        2 if !unplayed => Outcome::Unknown,
                        lot if lot < 4 + edge => Outcome::White,
                        _ => Outcome::Black,
                    };
                    let contested = if unplayed {
                        Contested::No
                    } else {
                        Contested::Yes
                    };
                    Game {
                        pairing: *pairing,
                        result,
                        contested,
                    }
                });
            let games = games.collect();
            let ended = paired.is_none();
            tournament.rounds.push(Played {
                present,
                paired,
                games,
            });
            if ended {
                break;
            }
        }
        tournament
    }

    fn pair(&self, round: u16, present: &[Number]) -> Option<Round> {
        let players: Vec<Player> = (1..=self.players)
            .map(|number| Player {
                number: Number(number),
                active: if present.contains(&Number(number)) {
                    Active::Yes
                } else {
                    Active::No
                },
            })
            .collect();
        let games: Vec<Game> = self
            .rounds
            .iter()
            .flat_map(|round| round.games.clone())
            .collect();
        let byes: Vec<Bye> = (1..)
            .zip(&self.rounds)
            .filter_map(|(round, played)| {
                let player = played.paired.as_ref()?.bye?;
                Some(Bye { round, player })
            })
            .collect();
        let field = Field {
            players: &players,
            games: &games,
            byes: &byes,
            round,
            rounds: self.rounds_planned,
            first_has: self.first_has,
        };
        pair(&field).ok()
    }

    fn differences(&self, judged: &Value) -> Vec<Difference> {
        let mut differences = Vec::new();
        for (round, played) in self.rounds.iter().enumerate() {
            let said = &judged[round];
            let theirs: BTreeSet<(u64, u64)> = said["games"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|pair| (number(&pair[0]), number(&pair[1])))
                .collect();
            let their_byes: Vec<u64> = said["byes"]
                .as_array()
                .into_iter()
                .flatten()
                .map(number)
                .collect();
            let Some(paired) = &played.paired else {
                if said["error"].is_null() && self.keeps_the_rules(round, &theirs, &their_byes) {
                    let told = format!("round {}: none here, there {said}", round + 1);
                    differences.push(Difference::Open(told));
                }
                continue;
            };
            let ours: BTreeSet<(u64, u64)> = paired
                .pairings
                .iter()
                .map(|pairing| (pairing.white.0.into(), pairing.black.0.into()))
                .collect();
            let our_byes: Vec<u64> = paired.bye.iter().map(|bye| bye.0.into()).collect();
            if ours != theirs || our_byes != their_byes {
                let told = format!(
                    "round {} of {} with {} of {}: here {:?} bye {our_byes:?}, there {:?} bye {their_byes:?} {}",
                    round + 1,
                    self.rounds_planned,
                    played.present.len(),
                    self.players,
                    ours.difference(&theirs).collect::<Vec<_>>(),
                    theirs.difference(&ours).collect::<Vec<_>>(),
                    said["error"],
                );
                let ours_keeps = self.keeps_the_rules(round, &ours, &our_byes);
                let is_worse = self.is_worse(round, &(theirs, their_byes), &(ours, our_byes));
                differences.push(if ours_keeps && is_worse {
                    Difference::Refuted(told)
                } else {
                    Difference::Open(told)
                });
            }
        }
        differences
    }

    /// Whether the first pairing is worse than the second one, whatever the criteria below say: its bye goes to more points, or
    /// from the first bracket in which they differ more move down, or as many with more points.
    fn is_worse(&self, round: usize, worse: &Paired, better: &Paired) -> bool {
        let points: BTreeMap<u64, u32> = self.points(round);
        let of_bye = |paired: &Paired| paired.1.first().map(|bye| points[bye]);
        if of_bye(worse) != of_bye(better) {
            return of_bye(worse) > of_bye(better);
        }
        let present = || {
            self.rounds[round]
                .present
                .iter()
                .map(|number| u64::from(number.0))
        };
        let scores: BTreeSet<u32> = present().map(|player| points[&player]).collect();
        let mut waiting: BTreeSet<u64> = BTreeSet::new();
        for score in scores.into_iter().rev() {
            waiting.extend(present().filter(|player| points[player] == score));
            let [(of_worse, down), (of_better, less)] = [worse, better].map(|(games, _)| {
                let within =
                    |pair: &&(u64, u64)| waiting.contains(&pair.0) && waiting.contains(&pair.1);
                let pairs: BTreeSet<(u64, u64)> = games.iter().filter(within).copied().collect();
                let paired: BTreeSet<u64> =
                    pairs.iter().flat_map(|pair| [pair.0, pair.1]).collect();
                let mut down: Vec<u32> = waiting
                    .difference(&paired)
                    .map(|player| points[player])
                    .collect();
                down.sort_by_key(|points| Reverse(*points));
                (pairs, (down.len(), down))
            });
            if of_worse != of_better {
                return down > less;
            }
            waiting.retain(|player| {
                !of_worse
                    .iter()
                    .any(|pair| pair.0 == *player || pair.1 == *player)
            });
        }
        false
    }

    /// The points of all before a round, twice.
    fn points(&self, round: usize) -> BTreeMap<u64, u32> {
        let mut points: BTreeMap<u64, u32> = (1..=u64::from(self.players))
            .map(|player| (player, 0))
            .collect();
        for played in &self.rounds[..round] {
            for game in &played.games {
                let [white, black] = match game.result {
                    Outcome::White => [2, 0],
                    Outcome::Black => [0, 2],
                    Outcome::Draw | Outcome::Unknown => [1, 1],
                };
                *points.get_mut(&game.pairing.white.0.into()).unwrap() += white;
                *points.get_mut(&game.pairing.black.0.into()).unwrap() += black;
            }
            if let Some(bye) = played.paired.as_ref().and_then(|paired| paired.bye) {
                *points.get_mut(&bye.0.into()).unwrap() += 2;
            }
        }
        points
    }

    /// Whether all play, nobody again with the same opponent, and nobody has a second bye.
    fn keeps_the_rules(&self, round: usize, games: &BTreeSet<(u64, u64)>, byes: &[u64]) -> bool {
        let before = &self.rounds[..round];
        let all = before.iter().flat_map(|played| &played.games);
        let met = |white: u64, black: u64| {
            all.clone().any(|game| {
                let pair =
                    [game.pairing.white, game.pairing.black].map(|number| u64::from(number.0));
                game.contested == Contested::Yes
                    && (pair == [white, black] || pair == [black, white])
            })
        };
        let had_bye = |player: u64| {
            before.iter().any(|played| {
                played
                    .paired
                    .as_ref()
                    .and_then(|paired| paired.bye)
                    .is_some_and(|bye| u64::from(bye.0) == player)
            })
        };
        let won_unplayed = |player: u64| {
            all.clone().any(|game| {
                let winner = match game.result {
                    Outcome::White => game.pairing.white.0,
                    Outcome::Black => game.pairing.black.0,
                    Outcome::Draw | Outcome::Unknown => 0,
                };
                game.contested == Contested::No && u64::from(winner) == player
            })
        };
        2 * games.len() + byes.len() == self.rounds[round].present.len()
            && byes.len() < 2
            && !games.iter().any(|(white, black)| met(*white, *black))
            && !byes
                .iter()
                .any(|player| had_bye(*player) || won_unplayed(*player))
    }
}

fn below(dice: &mut Dice, sides: usize) -> u16 {
    u16::try_from(dice.below(sides)).unwrap()
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

/// The other program, which answers one tournament after the other.
struct Referee {
    program: Child,
    asks: ChildStdin,
    says: BufReader<ChildStdout>,
}

impl Referee {
    fn start() -> Referee {
        let mut program = Command::new(bed::root().join("target/venv/bin/python"))
            .args(["-c", include_str!("swiss/referee.py")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("caissify-pairings is missing: tests/bed/install referee");
        let asks = program.stdin.take().unwrap();
        let says = BufReader::new(program.stdout.take().unwrap());
        Referee {
            program,
            asks,
            says,
        }
    }

    fn judge(&mut self, tournament: &Tournament) -> Value {
        let played: Vec<Value> = tournament.rounds.iter().map(|played| {
            let games: Vec<Value> = played.games.iter().map(|game| {
                let result = match game.result {
                    Outcome::White => "1-0",
                    Outcome::Black => "0-1",
                    Outcome::Draw | Outcome::Unknown => "1/2",
                };
                json!([game.pairing.white.0, game.pairing.black.0, result, game.contested == Contested::Yes])
            }).collect();
            let present: Vec<u16> = played.present.iter().map(|number| number.0).collect();
            json!({"present": present, "games": games, "bye": played.paired.as_ref().and_then(|paired| paired.bye).map(|bye| bye.0)})
        }).collect();
        let first_has = tournament.first_has.fold_wb("white", "black");
        let asked = json!({"players": tournament.players, "rounds": tournament.rounds_planned, "first_has": first_has, "played": played});
        writeln!(self.asks, "{asked}").unwrap();
        let mut said = String::new();
        self.says.read_line(&mut said).unwrap();
        serde_json::from_str(&said).expect("the referee has ended; see above")
    }
}

impl Drop for Referee {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
