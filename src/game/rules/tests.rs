use super::*;
use crate::chess;
use crate::game::clock::Control;

const ANN: PlayerNumber = PlayerNumber(1);
const BOB: PlayerNumber = PlayerNumber(2);
const EVE: PlayerNumber = PlayerNumber(3);

fn challenge() -> (Game, Vec<Event>) {
    let (game, event) = Game::challenge(
        GameNumber(42),
        ANN,
        BOB,
        Wish::White,
        Start::default(),
        Control::without(),
    );
    (game, vec![event])
}

/// A game in which Ann has White and these moves were played, with its events.
fn played(moves: &str) -> (Game, Vec<Event>) {
    let (mut game, mut events) = challenge();
    events.push(game.accept(BOB, false).unwrap());
    for text in moves.split_whitespace() {
        let mover = game.player(game.position().turn()).unwrap();
        let played = chess::read_uci(game.position(), text).unwrap();
        events.push(game.play(mover, played).unwrap());
    }
    (game, events)
}

fn next(game: &Game, text: &str) -> Move {
    chess::read_uci(game.position(), text).unwrap()
}

#[test]
fn the_challengers_wish_or_the_coin_settles_the_colours() {
    for (wish, coin, ann) in [
        (Wish::White, false, Color::White),
        (Wish::Black, true, Color::Black),
        (Wish::Random, true, Color::White),
        (Wish::Random, false, Color::Black),
    ] {
        let (mut game, _) = Game::challenge(
            GameNumber(1),
            ANN,
            BOB,
            wish,
            Start::default(),
            Control::without(),
        );
        game.accept(BOB, coin).unwrap();
        assert_eq!(game.side_of(ANN), Some(ann), "{wish:?} {coin}");
        assert_eq!(game.side_of(BOB), Some(!ann));
    }
}

#[test]
fn only_the_challenged_answers_and_only_the_challenger_withdraws() {
    let (mut game, _) = challenge();
    assert_eq!(game.accept(ANN, true), Err(Refusal::OwnChallenge));
    assert_eq!(game.decline(EVE), Err(Refusal::NotYourGame));
    assert_eq!(game.withdraw(BOB), Err(Refusal::NotYourChallenge));
    assert_eq!(
        game.play(ANN, next(&game, "e2e4")),
        Err(Refusal::NotStarted)
    );
    assert_eq!(game.resign(ANN), Err(Refusal::NotStarted));
    game.withdraw(ANN).unwrap();
    assert_eq!(game.accept(BOB, true), Err(Refusal::ChallengeClosed));
    assert_eq!(game.result(), Result::Unknown);
    let (mut game, _) = challenge();
    game.decline(BOB).unwrap();
    assert_eq!(game.withdraw(ANN), Err(Refusal::ChallengeClosed));
    let (mut game, _) = played("");
    assert_eq!(game.accept(BOB, true), Err(Refusal::AlreadyAccepted));
}

#[test]
fn a_move_is_played_by_the_side_to_move_and_only_if_it_is_legal() {
    let (mut game, _) = played("e2e4");
    let e4 = next(
        &Game::replay(GameNumber(42), &played("").1).unwrap(),
        "e2e4",
    );
    assert_eq!(game.play(ANN, e4), Err(Refusal::NotYourTurn));
    assert_eq!(game.play(EVE, e4), Err(Refusal::NotYourGame));
    assert_eq!(game.play(BOB, e4), Err(Refusal::IllegalMove));
    assert_eq!(game.ply(), 1);
    assert!(game.awaits(BOB) && !game.awaits(ANN));
}

#[test]
fn mate_and_stalemate_end_the_game_by_themselves() {
    for (moves, ending, result) in [
        (
            "f2f3 e7e5 g2g4 d8h4",
            Ending::Checkmate {
                winner: Color::Black,
            },
            "0-1",
        ),
        // The shortest known stalemate: Sam Loyd.
        (
            "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6",
            Ending::Stalemate,
            "1/2-1/2",
        ),
    ] {
        let (mut game, _) = played(moves);
        assert_eq!(game.phase(), Phase::Over(ending));
        assert_eq!(game.result().token(), result);
        assert_eq!(game.resign(ANN), Err(Refusal::Over));
        assert_eq!(game.offer_draw(BOB), Err(Refusal::Over));
    }
}

#[test]
fn a_draw_offer_stands_until_it_is_answered_or_the_other_side_moves() {
    let (mut game, _) = played("e2e4");
    game.offer_draw(ANN).unwrap();
    assert_eq!(game.offer_draw(ANN), Err(Refusal::DrawAlreadyOffered));
    assert_eq!(game.accept_draw(ANN), Err(Refusal::NoDrawWasOffered));
    game.play(BOB, next(&game, "e7e5")).unwrap();
    assert_eq!(game.draw_offer(), None, "it lapsed with the answering move");
    assert_eq!(game.accept_draw(BOB), Err(Refusal::NoDrawWasOffered));

    game.offer_draw(ANN).unwrap();
    game.play(ANN, next(&game, "g1f3")).unwrap();
    assert_eq!(
        game.draw_offer(),
        Some(Color::White),
        "one's own move lets it stand"
    );
    game.decline_draw(BOB).unwrap();
    assert_eq!(game.draw_offer(), None);

    game.offer_draw(BOB).unwrap();
    let event = game.offer_draw(ANN).unwrap();
    assert_eq!(
        event,
        Event::DrawAgreed { by: Color::White },
        "who asks for what is offered agrees"
    );
    assert_eq!(game.phase(), Phase::Over(Ending::DrawAgreed));
}

#[test]
fn a_fourth_offer_in_a_row_has_to_wait_for_ten_moves() {
    let (mut game, _) = played("");
    let mut moves = [
        "g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8", "a2a3", "a7a6", "b2b3",
        "b7b6", "c2c3", "c7c6", "d2d3", "d7d6", "e2e3", "e7e6", "f2f3", "f7f6", "g2g3", "g7g6",
        "h2h3", "h7h6", "a3a4", "a6a5",
    ]
    .into_iter();
    let mut both_move = |game: &mut Game| {
        for player in [ANN, BOB] {
            let played = next(game, moves.next().unwrap());
            game.play(player, played).unwrap();
        }
    };
    for _ in 0..3 {
        game.offer_draw(ANN).unwrap();
        both_move(&mut game);
    }
    let refusal = game.offer_draw(ANN).unwrap_err();
    // The third was made before move 3.
    assert_eq!(refusal, Refusal::TooManyDrawOffers { from_move: 13 });
    let mut kept = Game::restore(game.state()).unwrap();
    assert_eq!(kept.offer_draw(ANN), Err(refusal));
    let mut answered = game.clone();
    answered.offer_draw(BOB).unwrap();
    answered.decline_draw(ANN).unwrap();
    answered.offer_draw(ANN).unwrap();
    while game.position().fullmoves().get() < 13 {
        assert!(game.offer_draw(ANN).is_err());
        both_move(&mut game);
    }
    game.offer_draw(ANN).unwrap();
}

#[test]
fn a_resignation_wins_for_the_other_side_at_any_time() {
    for (who, result) in [(ANN, Result::Black), (BOB, Result::White)] {
        let (mut game, _) = played("e2e4 e7e5");
        game.resign(who).unwrap();
        assert_eq!(game.result(), result);
    }
}

#[test]
fn a_game_is_the_same_when_it_is_rebuilt_from_its_events() {
    let (mut game, mut events) = played("e2e4 c7c5 g1f3");
    events.push(game.offer_draw(ANN).unwrap());
    events.push(game.decline_draw(BOB).unwrap());
    events.push(game.resign(BOB).unwrap());
    let again = Game::replay(GameNumber(42), &events).unwrap();
    assert_eq!(chess::fen(again.position()), chess::fen(game.position()));
    assert_eq!(again.moves(), game.moves());
    assert_eq!(again.phase(), game.phase());
    assert_eq!(again.events(), game.events());
    assert_eq!(usize::try_from(again.events()), Ok(events.len()));
    assert!(Game::replay(GameNumber(42), &events[1..]).is_none());
    events.push(Event::Resigned { by: Color::White });
    assert!(Game::replay(GameNumber(42), &events).is_none());
}
