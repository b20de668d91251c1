use super::*;
use crate::chess::Start;
use crate::game::clock::{Amount, Control, Spent};
use crate::game::{GameNumber, PlayerNumber, Wish};

const ANN: PlayerNumber = PlayerNumber(1);
const BOB: PlayerNumber = PlayerNumber(2);

fn game(control: Control) -> Game {
    let (mut game, _) = Game::challenge(
        GameNumber(7),
        ANN,
        BOB,
        Wish::White,
        Start::default(),
        control,
    );
    game.accept(BOB, true).expect("it is offered");
    game
}

fn three_days() -> Control {
    "per-move 3d".parse().expect("a control")
}

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

fn play(game: &mut Game, player: PlayerNumber, uci: &str) {
    let played = crate::chess::read_uci(game.position(), uci).expect("a move");
    game.play(player, played).expect("a legal move");
}

#[test]
fn a_pause_takes_both() {
    let mut game = game(three_days());
    let last = day("2026-08-12");
    game.offer_pause(ANN, last).expect("offered");
    assert_eq!(game.pause_offer(), Some((Color::White, last)));
    assert_eq!(
        game.offer_pause(ANN, last),
        Err(Refusal::PauseAlreadyOffered)
    );
    assert_eq!(game.accept_pause(ANN), Err(Refusal::NoPauseWasOffered));
    assert_eq!(
        game.offer_pause(BOB, day("2026-08-13")),
        Err(Refusal::AnswerPauseFirst)
    );
    let agreed = Event::PauseAgreed {
        by: Color::Black,
        last,
    };
    assert_eq!(game.clone().accept_pause(BOB), Ok(agreed.clone()));
    assert_eq!(
        game.offer_pause(BOB, last),
        Ok(agreed),
        "who asks for the same agrees"
    );
    assert_eq!(game.pause_offer(), None);
    assert_eq!(game.accept_pause(BOB), Err(Refusal::NoPauseWasOffered));
}

#[test]
fn an_offer_of_a_pause_lapses_with_the_answer_and_with_the_other_side_s_move() {
    let last = day("2026-08-12");
    let mut game = game(three_days());
    game.offer_pause(ANN, last).expect("offered");
    play(&mut game, ANN, "e2e4");
    assert!(game.pause_offer().is_some(), "one's own move lets it stand");
    play(&mut game, BOB, "e7e5");
    assert_eq!(game.pause_offer(), None);
    game.offer_pause(BOB, last).expect("offered");
    game.decline_pause(ANN).expect("declined");
    assert_eq!(game.pause_offer(), None);
    for another in ["2026-08-12", "2026-08-13"] {
        game.offer_pause(BOB, day(another)).expect("offered");
        game.decline_pause(ANN).expect("declined");
    }
    assert_eq!(
        game.offer_pause(BOB, last),
        Err(Refusal::TooManyPauseOffers { from_move: 12 })
    );
}

#[test]
fn without_a_clock_there_is_nothing_to_pause_and_nothing_to_give() {
    let mut game = game(Control::without());
    let time = Amount::days(3).expect("an amount");
    assert_eq!(
        game.offer_pause(ANN, day("2026-08-12")),
        Err(Refusal::NoClock)
    );
    assert_eq!(game.give_time(ANN, time), Err(Refusal::NoClock));
}

#[test]
fn time_that_is_given_stays_given_when_moves_are_taken_back() {
    let mut game = game("countdown 10d".parse().expect("a control"));
    let left = |game: &Game, side| game.clocks().left(side).clock();
    play(&mut game, ANN, "e2e4");
    game.give_time(ANN, Amount::days(3).expect("an amount"))
        .expect("given");
    assert_eq!(left(&game, Color::Black), 864_000 + 259_200);
    assert_eq!(left(&game, Color::White), 864_000);
    game.offer_takeback(ANN).expect("offered");
    game.accept_takeback(BOB, Spent::Nothing)
        .expect("taken back");
    assert_eq!(left(&game, Color::Black), 864_000 + 259_200);
    let kept = game.time().kept();
    let read = super::super::clock::TimeSheet::read(game.control(), kept.as_deref());
    assert_eq!(read.as_ref(), Some(game.time()), "and is kept: {kept:?}");
}
