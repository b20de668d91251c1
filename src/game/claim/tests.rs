use super::super::{
    ClaimRefused, ClaimedWith, Ending, Event, Game, GameNumber, Phase, PlayerNumber, Refusal, Wish,
};
use super::*;
use crate::chess::{Start, Variant, read_uci};
use crate::game::clock::Control;
use shakmaty::Color;

const ANN: PlayerNumber = PlayerNumber(1);
const BOB: PlayerNumber = PlayerNumber(2);

/// A game from this position, as far as these moves; Ann has White.
fn game(fen: &str, moves: &str) -> Game {
    let start = Start::from_fen(fen, Variant::Standard).unwrap();
    let (mut game, _) = Game::challenge(
        GameNumber(1),
        ANN,
        BOB,
        Wish::White,
        start,
        Control::without(),
    );
    game.accept(BOB, true).unwrap();
    for text in moves.split_whitespace() {
        let mover = game.player(game.position().turn()).unwrap();
        let played = read_uci(game.position(), text).unwrap();
        game.play(mover, played).unwrap();
    }
    game
}

/// What a claim by the side to move comes to: the word of the ending, or the plies of the positions that look alike,
/// with what differs in them.
fn claimed(game: &mut Game, claim: Claim) -> String {
    let player = game.player(game.position().turn()).unwrap();
    match game.claim_draw(player, claim, ClaimedWith::TheBoard) {
        Ok(Event::DrawClaimed { grounds, .. }) => {
            assert_eq!(game.phase(), Phase::Over(Ending::Claimed(grounds)));
            grounds.word().to_owned()
        }
        Err(ClaimRefused::Unfounded(unfounded)) => {
            let sightings = unfounded.sightings.unwrap_or_default();
            let mut said: Vec<String> = sightings
                .iter()
                .map(|sighting| {
                    let rights: Vec<String> = sighting
                        .differences
                        .iter()
                        .map(ToString::to_string)
                        .collect();
                    format!("{} {}", sighting.ply, rights.join(" and "))
                        .trim()
                        .to_owned()
                })
                .collect();
            said.extend(unfounded.quiet_plies.map(|plies| format!("{plies} quiet")));
            said.join(", ")
        }
        other => panic!("{other:?}"),
    }
}

const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KNIGHTS: &str = "g1f3 g8f6 f3g1 f6g8 ";

#[test]
fn a_position_is_the_same_when_the_same_moves_are_possible() {
    let once = KNIGHTS;
    let twice = KNIGHTS.repeat(2);
    for (fen, moves, expected) in [
        (USUAL, once, "0, 4"),
        (USUAL, twice.as_str(), "threefold repetition"),
        // A pawn move between them makes all positions before it another matter.
        (
            USUAL,
            "g1f3 g8f6 f3g1 f6g8 e2e3 e7e6 g1f3 g8f6 f3g1 f6g8",
            "6, 10",
        ),
        // The rook has left its place and is back: castling is lost, though all men stand as they stood.
        (
            "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1",
            "h1g1 a8b8 g1h1 b8a8 h1g1 a8b8 g1h1 b8a8",
            "0 White still had the right to castle kingside and Black still had the right to castle queenside, 4, 8",
        ),
        (
            "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1",
            "h1g1 a8b8 g1h1 b8a8 h1g1 a8b8 g1h1 b8a8 h1g1 a8b8 g1h1 b8a8",
            "threefold repetition",
        ),
        // That castling was not possible at the moment, for a check or a piece between, changes no right.
        (
            "4k2r/8/8/8/8/8/8/4K1NR w K - 0 1",
            "g1f3 h8g8 f3g1 g8h8 g1f3 h8g8 f3g1 g8h8",
            "threefold repetition",
        ),
        // The pawn could be taken en passant, the first time.
        (
            "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
            "e2e4 e8d8 e1d1 d8e8 d1e1 e8d8 e1d1 d8e8 d1e1",
            "1 a pawn could be taken en passant on e3, 5, 9",
        ),
        // No pawn stands beside it, so nothing was lost, although the FEN had a square.
        (
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "e2e4 e8d8 e1d1 d8e8 d1e1 e8d8 e1d1 d8e8 d1e1",
            "threefold repetition",
        ),
        // A pawn stands beside it and is pinned: it could not take.
        (
            "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1",
            "e2e4 d8d7 e1f1 d7d8 f1e1 d8d7 e1f1 d7d8 f1e1",
            "threefold repetition",
        ),
        // The same men on the same squares with the other side to move are another position.
        (
            "8/8/3k4/8/8/8/4Q3/4K3 w - - 0 1",
            "e2e3 d6d7 e3e2 d7d6",
            "0, 4",
        ),
        (
            "8/8/3k4/8/8/8/4Q3/4K3 w - - 0 1",
            "e2e3 d6c6 e3e4 c6d6 e4e2",
            "5",
        ),
    ] {
        assert_eq!(
            claimed(&mut game(fen, moves), Claim::Repetition),
            expected,
            "{fen} {moves}"
        );
    }
}

#[test]
fn fifty_moves_of_each_side_give_the_right_to_a_draw() {
    for (clock, moves, expected) in [
        (98, "e2e3", "99 quiet"),
        (98, "e2e3 f5f6", "fifty moves"),
        (99, "e2e3", "fifty moves"),
        (140, "e2e3", "fifty moves"),
        (0, "", "0 quiet"),
    ] {
        let fen = format!("8/8/8/5k2/8/8/4R3/3K4 w - - {clock} 99");
        assert_eq!(
            claimed(&mut game(&fen, moves), Claim::FiftyMoves),
            expected,
            "{clock} {moves}"
        );
    }
    // Who says only "draw" may mean either.
    let fen = "8/8/8/5k2/8/8/4R3/3K4 w - - 99 99";
    assert_eq!(claimed(&mut game(fen, "e2e3"), Claim::Draw), "fifty moves");
    assert_eq!(claimed(&mut game(fen, "e2e3"), Claim::Repetition), "1");
    assert_eq!(
        claimed(&mut game(USUAL, KNIGHTS), Claim::Draw),
        "0, 4, 4 quiet"
    );
    assert_eq!(
        claimed(&mut game(USUAL, &KNIGHTS.repeat(2)), Claim::Draw),
        "threefold repetition"
    );
}

#[test]
fn only_the_side_to_move_claims_or_the_one_that_has_just_moved() {
    let mut twice = game(USUAL, &KNIGHTS.repeat(2));
    assert_eq!(
        twice.claim_draw(BOB, Claim::Draw, ClaimedWith::TheBoard),
        Err(ClaimRefused::Refused(Refusal::NotYourTurn))
    );
    assert_eq!(
        twice.claim_draw(ANN, Claim::Draw, ClaimedWith::TheirMove),
        Err(ClaimRefused::Refused(Refusal::NotYourTurn))
    );
    let event = twice
        .clone()
        .claim_draw(BOB, Claim::Draw, ClaimedWith::TheirMove)
        .unwrap();
    assert_eq!(
        event,
        Event::DrawClaimed {
            by: Color::Black,
            grounds: Grounds::ThreefoldRepetition
        }
    );
    twice.resign(BOB).unwrap();
    assert_eq!(
        twice.claim_draw(ANN, Claim::Draw, ClaimedWith::TheBoard),
        Err(ClaimRefused::Refused(Refusal::Over))
    );
    // What is recorded is believed no more than what is claimed.
    let mut fresh = game(USUAL, KNIGHTS);
    assert_eq!(fresh.apply(&event), Err(Refusal::UnfoundedClaim));
}

#[test]
fn the_fifth_time_ends_the_game_by_itself() {
    let mut four = game(USUAL, &KNIGHTS.repeat(4)[..KNIGHTS.len() * 4 - 5]);
    assert_eq!((four.ply(), four.phase()), (15, Phase::Playing));
    let played = read_uci(four.position(), "f6g8").unwrap();
    four.play(BOB, played).unwrap();
    assert_eq!(four.phase(), Phase::Over(Ending::FivefoldRepetition));
    assert_eq!(four.result().token(), "1/2-1/2");
}
