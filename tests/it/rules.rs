//! The rules held against another program's: random games from all kinds of starts, and the numbers of Chess960.

use crate::referee::{self, Judged, Start as Told};
use penpawn::chess::{self, Start, Variant};
use penpawn::game::clock::Control;
use penpawn::game::{Claim, ClaimedWith, Ending, Game, GameNumber, Phase, PlayerNumber, Wish};
use shakmaty::{Move, Position};

const ANN: PlayerNumber = PlayerNumber(1);
const BOB: PlayerNumber = PlayerNumber(2);

/// Positions from which random games soon come to what is rare: castling, en passant, promotion, few pieces.
const STARTS: [&str; 8] = [
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 1",
    "8/P1P1P1P1/8/1k6/8/6K1/1p1p1p1p/8 w - - 0 30",
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 20",
    "8/8/4k3/8/8/3BK3/8/2b5 w - - 90 60",
    "8/2k5/8/8/8/5R2/6K1/8 w - - 95 80",
    "4k3/8/8/8/8/8/8/R3K2R b KQ - 140 99",
    "1n2k1n1/8/8/8/8/8/8/1N2K1N1 w - - 0 1",
];

#[test]
fn every_start_of_chess960_has_the_number_that_python_chess_gives_it() {
    let theirs = referee::chess960_starts();
    assert_eq!(theirs.len(), 960);
    for (number, fen) in (0..).zip(&theirs) {
        let start = Start::chess960(number).expect("a start");
        assert_eq!(&start.fen(), fen, "{number}");
        assert_eq!(
            Start::from_fen(fen, Variant::Chess960).map(|start| start.number()),
            Ok(Some(number))
        );
    }
}

#[test]
fn there_are_as_many_ways_to_go_on_as_python_chess_finds() {
    // Positions in which a generator of moves goes wrong if anywhere: pins across an en passant capture, castling through
    // and out of check, promotions that give check.
    let tricky = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
        "r3k2r/8/8/8/3pPp2/8/8/R3K1RR b KQkq e3 0 1",
    ];
    let mut positions: Vec<Start> = tricky
        .iter()
        .chain(&STARTS)
        .map(|fen| Start::from_fen(fen, Variant::Standard).expect("a start"))
        .collect();
    positions.push(Start::default());
    let mut dice = Dice(3);
    for _ in 0..12 {
        let number = u16::try_from(dice.below(960)).expect("a number");
        let start = Start::chess960(number).expect("a start");
        // The pieces in front of the king and the rooks leave, so that there is castling.
        let cleared = start.fen().replacen("PPPPPPPP", "8", 1);
        positions.push(Start::from_fen(&cleared, Variant::Chess960).expect("a start"));
    }
    let told: Vec<(bool, String)> = positions
        .iter()
        .map(|start| (start.variant() == Variant::Chess960, start.fen()))
        .collect();
    for (start, theirs) in positions.iter().zip(referee::perft(&told, 3)) {
        assert_eq!(
            shakmaty::perft(start.position(), 3),
            theirs,
            "{}",
            start.fen()
        );
    }
}

#[test]
fn random_games_have_the_same_positions_in_python_chess() {
    let mut dice = Dice(960);
    let mut games = Vec::new();
    for round in 0..60 {
        games.push(play_out(&Start::default(), &mut dice));
        let number = u16::try_from(dice.below(960)).expect("a number");
        games.push(play_out(
            &Start::chess960(number).expect("a start"),
            &mut dice,
        ));
        let fen = STARTS[round % STARTS.len()];
        let start = Start::from_fen(fen, Variant::Standard).expect(fen);
        games.push(play_out(&start, &mut dice));
    }
    let told: Vec<Told> = games.iter().map(Played::told).collect();
    let mut castled = 0;
    for (game, judged) in games.iter().zip(referee::judge(&told, false)) {
        assert_eq!(game.fens.len(), judged.len(), "{:?}", game.moves);
        for (ply, (fen, theirs)) in game.fens.iter().zip(&judged).enumerate() {
            assert_eq!(fen, &theirs.fen, "ply {ply} of {:?}", game.moves);
        }
        castled += game.castled;
        for theirs in judged.iter().rev().skip(1) {
            assert!(!is_over(theirs), "{:?}: {theirs:?}", game.moves);
        }
        let last = judged.last().expect("the start");
        // python-chess looks for no dead position beyond material.
        let dead = game.game.phase() == Phase::Over(Ending::DeadPosition);
        let over = game.game.phase() != Phase::Playing;
        assert_eq!(over, is_over(last) || dead, "{:?} {last:?}", game.moves);
    }
    assert!(castled > 20, "castling was hardly tried: {castled}");
}

#[test]
fn draws_can_be_claimed_where_python_chess_lets_them_be_claimed() {
    let mut dice = Dice(75);
    let mut games = Vec::new();
    let mut claims = Vec::new();
    for round in 0..40 {
        let start = match round % 4 {
            0 => Start::default(),
            1 => {
                Start::chess960(u16::try_from(dice.below(960)).expect("a number")).expect("a start")
            }
            _ => {
                let fen = STARTS[round % STARTS.len()];
                Start::from_fen(fen, Variant::Standard).expect(fen)
            }
        };
        let mut here = Vec::new();
        games.push(play(&start, &mut dice, 90, |game, dice| {
            here.push(claimable(game));
            back_and_forth(game, dice)
        }));
        claims.push(here);
    }
    let told: Vec<Told> = games.iter().map(Played::told).collect();
    let mut seen = [0; 4];
    for ((game, ours), judged) in games.iter().zip(claims).zip(referee::judge(&told, true)) {
        for (ply, (ours, theirs)) in ours.iter().zip(&judged).enumerate() {
            let theirs = [
                theirs.repeated,
                theirs.can_claim_repetition,
                theirs.fifty_moves,
                theirs.can_claim_fifty_moves,
            ];
            assert_eq!(
                ours,
                &theirs,
                "ply {ply} of {}: {:?}",
                game.start.fen(),
                game.moves
            );
            for (count, said) in seen.iter_mut().zip(theirs) {
                *count += usize::from(said);
            }
        }
    }
    assert!(seen.into_iter().all(|count| count > 10), "{seen:?}");
}

/// Whether the side to move can claim a repetition now, now or with a move, and the fifty moves.
fn claimable(game: &Game) -> [bool; 4] {
    let mover = game.player(game.position().turn()).expect("a player");
    let now = |claim| {
        game.clone()
            .claim_draw(mover, claim, ClaimedWith::TheBoard)
            .is_ok()
    };
    let with_a_move = |claim, by_itself| {
        game.position().legal_moves().into_iter().any(|m| {
            let mut after = game.clone();
            after.play(mover, m).expect("a legal move");
            after.phase() == Phase::Over(by_itself)
                || after
                    .claim_draw(mover, claim, ClaimedWith::TheirMove)
                    .is_ok()
        })
    };
    let repeated = now(Claim::Repetition);
    let fifty = now(Claim::FiftyMoves);
    [
        repeated,
        repeated || with_a_move(Claim::Repetition, Ending::FivefoldRepetition),
        fifty,
        fifty || with_a_move(Claim::FiftyMoves, Ending::SeventyFiveMoves),
    ]
}

/// As often as not the last move but one is taken back, so that positions come again.
fn back_and_forth(game: &Game, dice: &mut Dice) -> Move {
    let legal = game.position().legal_moves();
    let back = game.moves().iter().rev().nth(1).and_then(|last| {
        let undone = |m: &&Move| m.from() == Some(last.to()) && Some(m.to()) == last.from();
        legal.iter().find(undone).copied()
    });
    match back {
        Some(back) if dice.below(4) > 0 => back,
        _ => legal[dice.below(legal.len())],
    }
}

/// A random game, and what it looked like.
struct Played {
    start: Start,
    moves: Vec<String>,
    fens: Vec<String>,
    castled: usize,
    game: Game,
}

impl Played {
    fn told(&self) -> Told {
        Told {
            chess960: self.start.variant() == Variant::Chess960,
            fen: self.start.fen(),
            moves: self.moves.clone(),
        }
    }
}

fn play_out(start: &Start, dice: &mut Dice) -> Played {
    play(start, dice, 160, |game, dice| {
        choose(&game.position().legal_moves(), dice)
    })
}

fn play(
    start: &Start,
    dice: &mut Dice,
    plies: usize,
    mut choose: impl FnMut(&Game, &mut Dice) -> Move,
) -> Played {
    let (mut game, _) = Game::challenge(
        GameNumber(1),
        ANN,
        BOB,
        Wish::White,
        start.clone(),
        Control::without(),
    );
    game.accept(BOB, true).expect("accepted");
    let mut played = Played {
        start: start.clone(),
        moves: Vec::new(),
        fens: vec![chess::fen(game.position())],
        castled: 0,
        game: game.clone(),
    };
    while game.phase() == Phase::Playing && played.moves.len() < plies {
        let chosen = choose(&game, dice);
        played.castled += usize::from(chosen.is_castle());
        played.moves.push(chess::uci(game.position(), chosen));
        let mover = game.player(game.position().turn()).expect("a player");
        game.play(mover, chosen).expect("a legal move");
        played.fens.push(chess::fen(game.position()));
    }
    played.game = game;
    played
}

/// Castling and captures en passant whenever they are possible, for they are rare.
fn choose(legal: &[Move], dice: &mut Dice) -> Move {
    let rare: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|m| m.is_castle() || m.is_en_passant())
        .collect();
    let among = if rare.is_empty() { legal } else { &rare };
    among[dice.below(among.len())]
}

fn is_over(judged: &Judged) -> bool {
    judged.checkmate
        || judged.stalemate
        || judged.insufficient_material
        || judged.fivefold_repetition
        || judged.seventy_five_moves
}

/// The same numbers in every run (splitmix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let limit = u64::try_from(limit).expect("small");
        usize::try_from((mixed ^ (mixed >> 31)) % limit).expect("small")
    }
}
