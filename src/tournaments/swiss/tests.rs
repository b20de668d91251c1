use super::*;
use crate::game::Result as Outcome;
use crate::tournaments::{Bye, Contested, Game, Number};

/// The games of a round as "white-black result", with `*` for one that goes on and `+` and `-` for wins without a game.
fn games(round: u16, told: &str) -> Vec<Game> {
    told.split(", ")
        .map(|game| {
            let (players, result) = game.split_once(' ').unwrap();
            let (white, black) = players.split_once('-').unwrap();
            let number = |text: &str| Number(text.parse().unwrap());
            let (result, contested) = match result {
                "1" => (Outcome::White, Contested::Yes),
                "0" => (Outcome::Black, Contested::Yes),
                "=" => (Outcome::Draw, Contested::Yes),
                "*" => (Outcome::Unknown, Contested::No),
                "+" => (Outcome::White, Contested::No),
                "-" => (Outcome::Black, Contested::No),
                other => panic!("{other}"),
            };
            let pairing = Pairing {
                round,
                white: number(white),
                black: number(black),
            };
            Game {
                pairing,
                result,
                contested,
            }
        })
        .collect()
}

/// A tournament of so many rounds after the rounds that are told.
struct Told {
    players: u16,
    away: Vec<u16>,
    games: Vec<Game>,
    byes: Vec<Bye>,
    rounds: u16,
}

impl Told {
    fn new(players: u16, rounds: u16, told: &[&str]) -> Told {
        let rounds_told = (1..).zip(told);
        let games = rounds_told
            .flat_map(|(round, told)| games(round, told))
            .collect();
        Told {
            players,
            away: Vec::new(),
            games,
            byes: Vec::new(),
            rounds,
        }
    }

    fn with_bye(mut self, round: u16, player: u16) -> Told {
        self.byes.push(Bye {
            round,
            player: Number(player),
        });
        self
    }

    fn without(mut self, player: u16) -> Told {
        self.away.push(player);
        self
    }

    fn pair(&self, round: u16) -> Result<Round, NoPairing> {
        let player = |number| Player {
            number: Number(number),
            active: if self.away.contains(&number) {
                Active::No
            } else {
                Active::Yes
            },
        };
        pair(&Field {
            players: &(1..=self.players).map(player).collect::<Vec<_>>(),
            games: &self.games,
            byes: &self.byes,
            round,
            rounds: self.rounds,
            first_has: Color::White,
        })
    }

    /// The pairings as "white-black", and "n bye".
    fn paired(&self, round: u16) -> String {
        let paired = self.pair(round).unwrap();
        let pairs = paired.pairings.iter().map(|pairing| {
            assert_eq!(pairing.round, round);
            format!("{}-{}", pairing.white.0, pairing.black.0)
        });
        let bye = paired.bye.map(|bye| format!("{} bye", bye.0));
        pairs.chain(bye).collect::<Vec<_>>().join(" ")
    }
}

#[test]
fn eight_players_are_paired_round_by_round() {
    let rounds = [
        "1-5 1, 6-2 =, 3-7 1, 8-4 0",
        "4-1 0, 2-3 =, 5-6 =, 7-8 =",
        "1-3 =, 6-4 =, 7-2 0, 8-5 0",
    ];
    let paired = |before: usize, round| Told::new(8, 5, &rounds[..before]).paired(round);
    assert_eq!(paired(0, 1), "1-5 6-2 3-7 8-4");
    assert_eq!(paired(1, 2), "4-1 2-3 5-6 7-8");
    assert_eq!(paired(2, 3), "1-3 6-4 7-2 8-5");
    assert_eq!(paired(3, 4), "2-1 3-4 5-7 8-6");
}

#[test]
fn the_last_of_an_odd_number_is_left_over() {
    assert_eq!(Told::new(7, 5, &[]).paired(1), "1-4 5-2 3-6 7 bye");
}

#[test]
fn nobody_has_two_byes_or_one_after_a_win_without_a_game() {
    let round = "1-2 1";
    assert_eq!(
        Told::new(3, 5, &[round]).with_bye(1, 3).paired(2),
        "3-1 2 bye"
    );
    // 2 has won without a game, 3 had the bye.
    assert_eq!(
        Told::new(3, 5, &["1-2 -"]).with_bye(1, 3).paired(2),
        "3-2 1 bye"
    );
}

#[test]
fn nobody_meets_the_same_opponent_again_unless_no_game_was_played() {
    assert_eq!(Told::new(2, 3, &["1-2 ="]).pair(2), Err(NoPairing));
    assert_eq!(Told::new(2, 3, &["1-2 *"]).pair(2), Err(NoPairing));
    assert_eq!(Told::new(2, 3, &["1-2 +"]).paired(2), "1-2");
}

#[test]
fn a_game_that_goes_on_counts_as_a_draw() {
    // With no points 1 or 3 would be left over.
    let paired = |told| Told::new(5, 3, &[told]).with_bye(1, 5).paired(2);
    assert_eq!(paired("1-3 *, 4-2 ="), paired("1-3 =, 4-2 ="));
    assert!(paired("1-3 *, 4-2 =").ends_with(" 2 bye"));
}

#[test]
fn whoever_has_withdrawn_or_comes_late_is_not_paired_meanwhile() {
    let told = Told::new(6, 3, &[]).without(6).without(2);
    assert_eq!(told.paired(1), "1-4 3-5");
    assert_eq!(
        Told::new(5, 3, &["1-3 1, 4-2 1"]).without(3).paired(2),
        "4-1 2-5"
    );
}

#[test]
fn a_third_game_with_a_colour_is_for_leaders_in_the_last_round() {
    // Both have had White twice, and have not met.
    let told = |rounds| Told::new(4, rounds, &["1-3 1, 2-4 1", "1-4 1, 2-3 1"]);
    assert_eq!(told(4).pair(3), Err(NoPairing));
    assert_eq!(told(3).pair(3), Err(NoPairing));
    let two = |rounds| {
        Told::new(4, rounds, &["1-3 1, 2-4 1", "1-4 1, 2-3 1"])
            .without(3)
            .without(4)
    };
    assert_eq!(two(4).pair(3), Err(NoPairing));
    assert_eq!(two(3).paired(3), "2-1");
}

#[test]
fn nobody_and_one_alone() {
    assert_eq!(Told::new(0, 3, &[]).pair(1), Ok(Round::default()));
    assert_eq!(Told::new(1, 3, &[]).paired(1), "1 bye");
    assert_eq!(Told::new(1, 3, &[]).with_bye(1, 1).pair(2), Err(NoPairing));
}

#[test]
fn all_colours_and_byes_can_be_used_up() {
    // Everybody has met everybody.
    let told = Told::new(4, 9, &["1-3 1, 4-2 0", "2-1 =, 3-4 =", "1-4 1, 3-2 0"]);
    assert_eq!(told.pair(4), Err(NoPairing));
}
