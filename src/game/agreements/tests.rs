use super::super::{Claim, ClaimRefused, ClaimedWith, Ending, GameNumber, Wish};
use super::*;
use crate::chess::{self, Start};
use crate::game::clock::Control;
use Color::{Black, White};

const ANN: PlayerNumber = PlayerNumber(1);
const BOB: PlayerNumber = PlayerNumber(2);

/// A game with what has happened in it.
struct Course {
    game: Game,
    events: Vec<Event>,
}

impl Course {
    /// Ann has White.
    fn begin(moves: &str) -> Course {
        let (game, event) = Game::challenge(
            GameNumber(7),
            ANN,
            BOB,
            Wish::White,
            Start::default(),
            Control::without(),
        );
        let mut course = Course {
            game,
            events: vec![event],
        };
        course.happens(|game| game.accept(BOB, true));
        course.plays(moves);
        course
    }

    fn happens(&mut self, deed: impl FnOnce(&mut Game) -> std::result::Result<Event, Refusal>) {
        let event = deed(&mut self.game).unwrap();
        self.events.push(event);
    }

    fn plays(&mut self, moves: &str) {
        for text in moves.split_whitespace() {
            self.happens(|game| {
                let mover = game.player(game.position().turn()).unwrap();
                let played = chess::read_uci(game.position(), text).unwrap();
                game.play(mover, played)
            });
        }
    }

    fn takes_back(&mut self, player: PlayerNumber) {
        self.happens(|game| game.offer_takeback(player));
        let other = self.game.other(player);
        self.happens(|game| game.accept_takeback(other, Spent::Nothing));
    }

    /// The state, and that it follows from the events.
    fn state(&self) -> (u32, u32, Phase, String) {
        let told = |game: &Game| {
            (
                game.ply(),
                game.turn(),
                game.phase(),
                chess::fen(game.position()),
            )
        };
        let again = Game::replay(GameNumber(7), &self.events).unwrap();
        assert_eq!(told(&again), told(&self.game));
        assert_eq!(again.state(), self.game.state());
        assert_eq!(again.sightings(), self.game.sightings());
        told(&self.game)
    }
}

#[test]
fn the_own_last_move_is_taken_back_with_the_answer_to_it() {
    for (who, left) in [(ANN, 2), (BOB, 1)] {
        let mut course = Course::begin("e2e4 e7e5 g1f3");
        course.takes_back(who);
        let (ply, turn, phase, _) = course.state();
        assert_eq!((ply, turn, phase), (left, 4, Phase::Playing));
        assert!(course.game.awaits(who), "it is his turn again");
        course.plays(if who == ANN { "b1c3" } else { "c7c5" });
        assert_eq!(course.state().1, 5);
    }
}

#[test]
fn a_turn_never_comes_again_and_tells_its_ply_as_long_as_its_moves_stand() {
    let mut course = Course::begin("e2e4 e7e5 g1f3");
    assert_eq!(course.game.ply_at(2), Some(2));
    assert_eq!(course.game.ply_at(4), None, "it is yet to come");
    course.takes_back(ANN);
    course.plays("b1c3 b8c6");
    assert_eq!((course.game.ply(), course.game.turn()), (4, 6));
    assert_eq!(course.game.rewound(), Some(4));
    let plies: Vec<_> = (0..8).map(|turn| course.game.ply_at(turn)).collect();
    let none = None;
    assert_eq!(
        plies,
        [none, none, none, none, Some(2), Some(3), Some(4), none]
    );
}

#[test]
fn there_must_be_a_move_of_ones_own() {
    let mut course = Course::begin("");
    for who in [ANN, BOB] {
        assert_eq!(
            course.game.offer_takeback(who),
            Err(Refusal::NothingToTakeBack)
        );
    }
    course.plays("e2e4");
    assert_eq!(
        course.game.offer_takeback(BOB),
        Err(Refusal::NothingToTakeBack)
    );
    course.takes_back(ANN);
    let (ply, turn, ..) = course.state();
    assert_eq!((ply, turn), (0, 2));
}

#[test]
fn an_offer_to_take_back_lapses_with_any_move() {
    let mut course = Course::begin("e2e4 e7e5");
    course.happens(|game| game.offer_takeback(ANN));
    assert_eq!(course.game.takeback_offer(), Some(White));
    assert_eq!(
        course.game.offer_takeback(ANN),
        Err(Refusal::TakebackAlreadyOffered)
    );
    assert_eq!(
        course.game.offer_takeback(BOB),
        Err(Refusal::AnswerTakebackFirst)
    );
    assert_eq!(
        course.game.accept_takeback(ANN, Spent::Nothing),
        Err(Refusal::NoTakebackWasOffered)
    );
    course.plays("g1f3");
    assert_eq!(course.game.takeback_offer(), None);
    assert_eq!(
        course.game.accept_takeback(BOB, Spent::Nothing),
        Err(Refusal::NoTakebackWasOffered)
    );
    course.happens(|game| game.offer_takeback(ANN));
    course.plays("b8c6");
    assert_eq!(course.game.takeback_offer(), None);
    course.happens(|game| game.offer_takeback(ANN));
    course.happens(|game| game.decline_takeback(BOB));
    assert_eq!(course.game.takeback_offer(), None);
    // The third was made before move 3.
    assert_eq!(
        course.game.offer_takeback(ANN),
        Err(Refusal::TooManyTakebackOffers { from_move: 13 })
    );
    let mut kept = Game::restore(course.game.state()).unwrap();
    assert!(kept.offer_takeback(ANN).is_err());
    course.state();
}

#[test]
fn what_was_accepted_counts_towards_no_limit() {
    let mut course = Course::begin("");
    for _ in 0..5 {
        course.plays("e2e4");
        course.takes_back(ANN);
    }
    assert_eq!(course.state().1, 10);
}

#[test]
fn draw_offers_fall_and_repetitions_are_counted_in_the_moves_that_stand() {
    let home = "g1f3 g8f6 f3g1 f6g8";
    let mut course = Course::begin(home);
    course.plays(home);
    let mut third = course.game.clone();
    assert!(
        third
            .claim_draw(ANN, Claim::Repetition, ClaimedWith::TheBoard)
            .is_ok()
    );
    course.happens(|game| game.offer_draw(BOB));
    course.takes_back(BOB);
    assert_eq!(course.game.draw_offer(), None);
    course.plays("f6g4 d2d4");
    course.takes_back(ANN);
    course.takes_back(BOB);
    course.plays("f6g8");
    assert!(
        course
            .game
            .claim_draw(ANN, Claim::Repetition, ClaimedWith::TheBoard)
            .is_ok()
    );
    let mut twice = Course::begin(home);
    twice.takes_back(BOB);
    twice.plays("f6g8");
    assert!(matches!(
        twice
            .game
            .claim_draw(ANN, Claim::Repetition, ClaimedWith::TheBoard),
        Err(ClaimRefused::Unfounded(_))
    ));
}

#[test]
fn a_game_with_somebody_who_is_away_is_aborted_alone_whatever_was_offered() {
    let mut course = Course::begin("e2e4 e7e5");
    course.happens(|game| game.abort(ANN));
    course.happens(|game| game.abort_in_absence(ANN));
    assert_eq!(course.state().2, Phase::Over(Ending::Aborted));
    assert_eq!(course.game.abort_in_absence(BOB), Err(Refusal::Over));
}

#[test]
fn a_game_is_aborted_alone_before_ones_own_first_move_and_else_by_agreement() {
    for (moves, who, alone) in [
        ("", ANN, true),
        ("", BOB, true),
        ("e2e4", ANN, false),
        ("e2e4", BOB, true),
        ("e2e4 e7e5", ANN, false),
        ("e2e4 e7e5", BOB, false),
    ] {
        let mut course = Course::begin(moves);
        course.happens(|game| game.abort(who));
        let over = course.game.phase() == Phase::Over(Ending::Aborted);
        assert_eq!(over, alone, "{moves} {who:?}");
        if !alone {
            assert_eq!(course.game.abort(who), Err(Refusal::AbortAlreadyOffered));
            let other = course.game.other(who);
            course.happens(|game| game.accept_abort(other));
        }
        assert_eq!(course.game.result().token(), "*");
        assert_eq!(course.state().2, Phase::Over(Ending::Aborted));
        assert_eq!(course.game.abort(who), Err(Refusal::Over));
    }
    let mut course = Course::begin("e2e4");
    assert_eq!(
        course.game.accept_abort(BOB),
        Err(Refusal::NoAbortWasOffered)
    );
    course.plays("e7e5");
    course.happens(|game| game.abort(ANN));
    course.plays("g1f3");
    assert_eq!(course.game.abort_offer(), Some(White));
    course.plays("b8c6");
    assert_eq!(course.game.abort_offer(), None, "it lapsed with the answer");
    course.happens(|game| game.abort(BOB));
    course.happens(|game| game.decline_abort(ANN));
    course.happens(|game| game.abort(BOB));
    course.happens(|game| game.abort(ANN));
    assert_eq!(course.state().2, Phase::Over(Ending::Aborted));
    assert_eq!(
        course.game.apply(&Event::Aborted { by: White }),
        Err(Refusal::Over)
    );
    let mut recorded = Course::begin("e2e4 e7e5").game;
    assert_eq!(
        recorded.apply(&Event::Aborted { by: Black }),
        Err(Refusal::NoAbortWasOffered)
    );
}

#[test]
fn the_administrator_ends_a_game_and_opens_it_again() {
    let mut course = Course::begin("e2e4 e7e5 g1f3");
    course.happens(|game| game.adjudicate(Result::Black, "left".to_owned()));
    assert_eq!(course.game.result(), Result::Black);
    assert_eq!(
        course.game.adjudicate(Result::Draw, String::new()),
        Err(Refusal::Over)
    );
    course.happens(|game| game.correct(3, String::new()));
    let (ply, turn, phase, _) = course.state();
    assert_eq!((ply, turn, phase), (3, 4, Phase::Playing));
    assert_eq!(
        course.game.correct(3, String::new()),
        Err(Refusal::NothingToCorrect)
    );
    assert_eq!(
        course.game.correct(4, String::new()),
        Err(Refusal::NothingToCorrect)
    );
    course.happens(|game| game.correct(0, "wrong pairing".to_owned()));
    let (ply, turn, ..) = course.state();
    assert_eq!((ply, turn), (0, 5));
    course.happens(|game| game.adjudicate(Result::Unknown, String::new()));
    assert_eq!(
        course.game.phase(),
        Phase::Over(Ending::Adjudicated(Result::Unknown))
    );
    let mut mated = Course::begin("f2f3 e7e5 g2g4 d8h4");
    assert_eq!(
        mated.game.correct(4, String::new()),
        Err(Refusal::EndsThere)
    );
    assert!(matches!(mated.game.phase(), Phase::Over(_)));
    mated.happens(|game| game.correct(3, String::new()));
    assert_eq!(mated.state().2, Phase::Playing);
}

#[test]
fn a_takeback_that_was_recorded_must_fit() {
    let mut game = Course::begin("e2e4 e7e5").game;
    let back = |left| Event::TakenBack {
        by: Black,
        left,
        thought: 0,
    };
    assert_eq!(game.apply(&back(0)), Err(Refusal::NoTakebackWasOffered));
    game.offer_takeback(ANN).unwrap();
    assert_eq!(game.apply(&back(1)), Err(Refusal::NothingToTakeBack));
    assert_eq!(game.ply(), 2);
    game.apply(&back(0)).unwrap();
}
