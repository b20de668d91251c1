use super::*;
use crate::tournaments::table::Places;
use crate::tournaments::{Bye, Number};

/// A knock-out that is played here.
#[derive(Clone, Debug, Default)]
struct Played {
    players: u16,
    gone: Vec<Gone>,
    legs: Vec<Leg>,
    byes: Vec<Bye>,
}

impl Played {
    /// It begins, with all that can begin.
    fn of(players: u16) -> Played {
        let mut played = Played {
            players,
            ..Played::default()
        };
        played.go_on();
        played
    }

    fn field(&self) -> Field<'_> {
        Field {
            players: self.players,
            gone: &self.gone,
            legs: &self.legs,
            byes: &self.byes,
        }
    }

    fn bracket(&self) -> Bracket {
        Bracket::of(&self.field())
    }

    /// What is due happens. Returns the pairs that begin by it.
    fn go_on(&mut self) -> Vec<Pair> {
        let steps = due(&self.field());
        self.byes.extend(steps.byes);
        for (pairing, board) in steps.pairs.iter().flat_map(Pair::games) {
            self.legs.push(Leg {
                round: pairing.round,
                board,
                white: pairing.white,
                black: pairing.black,
                outcome: Outcome::GoesOn,
            });
        }
        steps.pairs
    }

    /// The game on this board ends, or its result is corrected.
    fn ends(&mut self, round: u16, board: u16, outcome: Outcome) {
        let found = |leg: &&mut Leg| (leg.round, leg.board) == (round, board);
        self.legs.iter_mut().find(found).unwrap().outcome = outcome;
    }

    /// The pair that begins on this board is won by the one who has White there.
    fn is_won(&mut self, round: u16, board: u16) {
        self.ends(round, board, Outcome::White);
        self.ends(round, board + 1, Outcome::Black);
    }

    /// Withdraws somebody, who loses what goes on.
    fn withdraws(&mut self, player: Number) {
        let own = || self.legs.iter().filter(|leg| leg.has(player));
        let open = own().filter(|leg| leg.outcome == Outcome::GoesOn);
        let last = own().map(|leg| leg.round);
        let byes = self.byes.iter().filter(|bye| bye.player == player);
        let last = last.chain(byes.map(|bye| bye.round)).max().unwrap_or(0);
        let from = open.map(|leg| leg.round).min().unwrap_or(last + 1);
        self.gone.push(Gone { player, from });
        for leg in &mut self.legs {
            if leg.has(player) && leg.outcome == Outcome::GoesOn {
                leg.outcome = match leg.white == player {
                    true => Outcome::Black,
                    false => Outcome::White,
                };
            }
        }
    }

    fn verdict(&self, round: u16, slot: u16) -> Verdict {
        let bracket = self.bracket();
        let mut matches = bracket.matches();
        let found = matches.find(|one| (one.round, one.slot) == (round, slot));
        found.unwrap().verdict
    }

    fn place(&self, player: u16) -> Place {
        let all = places(&self.field(), &self.bracket());
        all.into_iter()
            .find(|place| place.player == Number(player))
            .unwrap()
    }
}

fn goes_on(winner: u16, by: By) -> Verdict {
    Verdict::GoesOn {
        winner: Number(winner),
        by,
    }
}

fn pairs_of(pairs: &[Pair]) -> Vec<(u16, u16, u16)> {
    pairs
        .iter()
        .map(|pair| (pair.round, pair.players[0].0, pair.players[1].0))
        .collect()
}

#[test]
fn seeds_stand_as_the_usual_bracket_has_them() {
    assert_eq!(seeds::in_order(3), [1, 8, 4, 5, 2, 7, 3, 6]);
    assert_eq!(seeds::in_order(1), [1, 2]);
    for rounds in 1..=6 {
        let seeds = seeds::in_order(rounds);
        for pair in seeds.chunks(2) {
            assert_eq!(usize::from(pair[0] + pair[1]), seeds.len() + 1);
        }
    }
    assert_eq!(
        [2, 3, 4, 5, 8, 9, 33, 64].map(rounds),
        [1, 2, 2, 3, 3, 4, 6, 6]
    );
}

#[test]
fn of_five_three_have_a_bye_and_those_who_know_each_other_by_it_begin_at_once() {
    let steps = due(&Played {
        players: 5,
        ..Played::default()
    }
    .field());
    assert_eq!(pairs_of(&steps.pairs), [(1, 4, 5), (2, 2, 3)]);
    let byes: Vec<u16> = steps.byes.iter().map(|bye| bye.player.0).collect();
    assert_eq!(byes, [1, 2, 3]);
    let [(first, board), (second, next)] = steps.pairs[0].games();
    assert_eq!((first.white, first.black), (second.black, second.white));
    assert_eq!((board, next), (5, 6));
}

#[test]
fn who_has_a_point_and_a_half_goes_on_and_before_that_nobody() {
    let mut played = Played::of(4);
    played.ends(1, 1, Outcome::White);
    assert_eq!(played.verdict(1, 0), Verdict::Open);
    played.ends(1, 2, Outcome::Draw);
    assert_eq!(played.verdict(1, 0), goes_on(1, By::Points));
    assert!(played.go_on().is_empty(), "the other half plays still");
    played.is_won(1, 5);
    assert_eq!(pairs_of(&played.go_on()), [(2, 1, 2)]);
}

#[test]
fn one_all_is_followed_by_two_new_games_then_wins_with_black_then_the_higher_seed() {
    let mut played = Played::of(2);
    played.ends(1, 1, Outcome::White);
    played.ends(1, 2, Outcome::White);
    assert_eq!(played.verdict(1, 0), Verdict::Further);
    assert_eq!(played.go_on()[0].which, Which::Further);
    assert!(played.go_on().is_empty());
    // The lower seed wins once with Black, and once more is lost with Black.
    let mut by_blacks = played.clone();
    by_blacks.ends(1, 1, Outcome::Black);
    by_blacks.ends(1, 2, Outcome::Draw);
    by_blacks.ends(1, 3, Outcome::White);
    by_blacks.ends(1, 4, Outcome::Draw);
    assert_eq!(by_blacks.verdict(1, 0), goes_on(2, By::Blacks));
    played.ends(1, 3, Outcome::Draw);
    assert_eq!(played.verdict(1, 0), Verdict::Open);
    played.ends(1, 4, Outcome::Draw);
    assert_eq!(played.verdict(1, 0), goes_on(1, By::Seed));
}

#[test]
fn who_cannot_be_caught_goes_on_while_a_game_is_still_played() {
    let mut played = Played::of(2);
    for board in [1, 2] {
        played.ends(1, board, Outcome::Draw);
    }
    played.go_on();
    // Lost, the fourth game leaves them equal in points and in wins with Black: they are the higher seed.
    played.ends(1, 4, Outcome::Black);
    assert_eq!(played.verdict(1, 0), goes_on(1, By::Points));
    assert!(played.bracket().is_decided());
}

#[test]
fn games_without_a_result_give_nothing_and_two_of_them_decide_nothing() {
    let mut played = Played::of(2);
    played.ends(1, 1, Outcome::Annulled);
    assert_eq!(played.verdict(1, 0), Verdict::Open);
    played.ends(1, 2, Outcome::Black);
    assert_eq!(played.verdict(1, 0), goes_on(1, By::Points));
    played.ends(1, 2, Outcome::Annulled);
    assert_eq!(played.verdict(1, 0), Verdict::Further);
}

#[test]
fn who_withdraws_is_out_and_where_both_do_the_next_has_a_bye() {
    let mut played = Played::of(8);
    // 1 has won a game, and withdraws before the second is over: that would be 1-1.
    played.ends(1, 1, Outcome::White);
    played.withdraws(Number(1));
    assert_eq!(played.verdict(1, 0), goes_on(8, By::Withdrawal));
    assert_eq!(played.place(1).places, Places { first: 5, last: 8 });
    // Those who would meet in the semi-final have won, and are gone before they meet.
    let mut played = Played::of(8);
    played.is_won(1, 1);
    played.withdraws(Number(1));
    played.is_won(1, 5);
    played.withdraws(Number(4));
    assert_eq!(played.verdict(2, 0), Verdict::Nobody);
    played.is_won(1, 9);
    played.is_won(1, 13);
    assert_eq!(pairs_of(&played.go_on()), [(2, 2, 3)]);
    assert_eq!(played.place(1).places, Places { first: 2, last: 4 });
    played.is_won(2, 5);
    assert!(played.go_on().is_empty());
    let bye = Bye {
        round: 3,
        player: Number(2),
    };
    assert!(played.byes.contains(&bye));
    assert_eq!(played.verdict(3, 0), goes_on(2, By::Bye));
    assert_eq!(played.place(3).places, Places { first: 2, last: 4 });
    assert_eq!(played.place(2).places, Places { first: 1, last: 1 });
}

#[test]
fn who_has_won_and_withdraws_leaves_a_bye_to_the_next_opponent() {
    let mut played = Played::of(4);
    played.is_won(1, 1);
    played.withdraws(Number(1));
    assert_eq!(played.verdict(1, 0), goes_on(1, By::Points));
    played.is_won(1, 5);
    assert!(played.go_on().is_empty());
    assert_eq!(played.verdict(2, 0), goes_on(2, By::Withdrawal));
    assert_eq!(played.place(1).places, Places { first: 2, last: 2 });
    assert_eq!(played.place(2).places, Places { first: 1, last: 1 });
}

#[test]
fn a_correction_moves_the_bracket_until_the_next_round_has_begun_and_then_no_more() {
    let mut played = Played::of(4);
    played.is_won(1, 1);
    assert!(played.place(4).out);
    played.ends(1, 1, Outcome::Black);
    played.ends(1, 2, Outcome::White);
    assert_eq!(played.verdict(1, 0), goes_on(4, By::Points));
    assert!(!played.place(4).out && played.place(1).out);
    played.is_won(1, 5);
    assert_eq!(pairs_of(&played.go_on()), [(2, 2, 4)]);
    played.is_won(1, 1);
    assert_eq!(played.verdict(1, 0), goes_on(4, By::Begun));
    // Set back, the game goes on, and it changes nothing.
    played.ends(1, 1, Outcome::GoesOn);
    assert_eq!(played.verdict(1, 0), goes_on(4, By::Begun));
    assert!(played.go_on().is_empty());
}

/// Numbers that look random, and are the same each time.
struct Lot(u64);

impl Lot {
    fn below(&mut self, many: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % many
    }

    fn outcome(&mut self) -> Outcome {
        match self.below(8) {
            0..=2 => Outcome::White,
            3 | 4 => Outcome::Black,
            5 | 6 => Outcome::Draw,
            _ => Outcome::Annulled,
        }
    }
}

/// What holds of every bracket, at any time.
fn holds(played: &Played) {
    let bracket = played.bracket();
    let all = places(&played.field(), &bracket);
    assert_eq!(all.len(), usize::from(played.players));
    for one in bracket.matches() {
        assert!(one.legs.len() <= 4 && one.legs.len() % 2 == 0);
        for pair in one.legs.chunks(2) {
            assert_eq!(
                (pair[0].white, pair[0].black),
                (pair[1].black, pair[1].white),
                "both have both colours"
            );
        }
        // Who plays has a seat in the meeting.
        for leg in &one.legs {
            assert!(one.has(leg.white) && one.has(leg.black), "{one:?}");
        }
    }
    for place in &all {
        let Places { first, last } = place.places;
        assert!(1 <= first && first <= last && last <= played.players);
        let equal = all.iter().filter(|other| other.places == place.places);
        let sharing = equal.count();
        let room = usize::from(last - first) + 1;
        assert!(!place.out || sharing <= room, "{all:?}");
        assert!(!bracket.is_decided() || sharing == room, "{all:?}");
        let later = played.legs.iter().filter(|leg| leg.has(place.player));
        assert!(later.clone().all(|leg| leg.round <= place.round));
    }
}

/// Plays a bracket to its end; who withdraws, and what is corrected, the lot says.
fn play(players: u16, lot: &mut Lot, withdraw: u64, correct: u64) -> Played {
    let mut played = Played::of(players);
    loop {
        holds(&played);
        let open: Vec<usize> = (0..played.legs.len())
            .filter(|at| played.legs[*at].outcome == Outcome::GoesOn)
            .collect();
        let one = Number(u16::try_from(1 + lot.below(u64::from(players))).unwrap());
        if withdraw > 0 && lot.below(withdraw) == 0 && !played.field().is_gone(one) {
            played.withdraws(one);
        } else if correct > 0 && lot.below(correct) == 0 && !played.legs.is_empty() {
            let at = usize::try_from(lot.below(played.legs.len() as u64)).unwrap();
            played.legs[at].outcome = lot.outcome();
        } else if !open.is_empty() {
            let at = usize::try_from(lot.below(open.len() as u64)).unwrap();
            played.legs[open[at]].outcome = lot.outcome();
        } else if played.go_on().is_empty() {
            return played;
        }
        played.go_on();
    }
}

#[test]
fn every_bracket_has_one_winner_and_the_others_share_all_other_places() {
    let mut lot = Lot(7);
    for players in 2..=64 {
        let played = play(players, &mut lot, 0, 0);
        assert!(played.bracket().is_decided());
        let all = places(&played.field(), &played.bracket());
        let winners = all.iter().filter(|place| place.places.last == 1);
        assert_eq!(winners.count(), 1);
        assert_eq!(all.iter().filter(|place| !place.out).count(), 1);
        // Nobody is missing: everybody but the winner is beaten once.
        let played_by_two = played.bracket();
        let met = played_by_two
            .matches()
            .filter(|one| !one.legs.is_empty())
            .count();
        assert_eq!(met, usize::from(players) - 1);
    }
}

#[test]
fn every_bracket_comes_to_an_end_whoever_withdraws_and_whatever_is_corrected() {
    let mut lot = Lot(11);
    for round in 0..600 {
        let players = u16::try_from(2 + lot.below(31)).unwrap();
        let withdraw = if round % 2 == 0 { 6 } else { 25 };
        let correct = if round % 3 == 0 { 0 } else { 9 };
        let played = play(players, &mut lot, withdraw, correct);
        assert!(played.bracket().is_decided(), "{played:?}");
        let all = places(&played.field(), &played.bracket());
        let left = all.iter().filter(|place| !place.out);
        assert!(left.count() <= 1);
    }
}
