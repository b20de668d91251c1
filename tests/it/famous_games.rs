//! Whole famous games played by mail, each position and the PGN compared with another program.

use crate::correspondence::{Correspondence, answer, new_mail};
use crate::referee;

/// Mate by capturing en passant: Gundersen - Faul, Melbourne 1928.
const GUNDERSEN_FAUL: &str = "e4 e6 d4 d5 e5 c5 c3 cxd4 cxd4 Bb4+ Nc3 Nc6 Nf3 Nge7 Bd3 O-O Bxh7+ Kxh7 Ng5+ Kg6 h4 \
    Nxd4 Qg4 f5 h5+ Kh6 Nxe6+ g5 hxg6#";

/// Both sides castle, and a pawn promotes twice over: Bogoljubov - Alekhine, Hastings 1922.
const BOGOLJUBOV_ALEKHINE: &str = "d4 f5 c4 Nf6 g3 e6 Bg2 Bb4+ Bd2 Bxd2+ Nxd2 Nc6 Ngf3 O-O O-O d6 Qb3 Kh8 Qc3 e5 e3 a5 \
    b3 Qe8 a3 Qh5 h4 Ng4 Ng5 Bd7 f3 Nf6 f4 e4 Rfd1 h6 Nh3 d5 Nf1 Ne7 a4 Nc6 Rd2 Nb4 Bh1 Qe8 Rg2 dxc4 bxc4 Bxa4 Nf2 \
    Bd7 Nd2 b5 Nd1 Nd3 Rxa5 b4 Rxa8 bxc3 Rxe8 c2 Rxf8+ Kh7 Nf2 c1=Q+ Nf1 Ne1 Rh2 Qxc4 Rb8 Bb5 Rxb5 Qxb5 g4 Nf3+ Bxf3 \
    exf3 gxf5 Qe2 d5 Kg8 h5 Kh7 e4 Nxe4 Nxe4 Qxe4 d6 cxd6 f6 gxf6 Rd2 Qe2 Rxe2 fxe2 Kf2 exf1=Q+ Kxf1 Kg7 Ke2 Kf7 Ke3 \
    Ke6 Ke4 d5+";

/// Castling on both wings: Morphy - Duke of Brunswick and Count Isouard, Paris 1858.
const OPERA: &str = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O \
    Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";

#[tokio::test]
async fn famous_games_with_castling_en_passant_and_promotion_come_out_right() {
    for (moves, result) in [
        (GUNDERSEN_FAUL, "1-0"),
        (BOGOLJUBOV_ALEKHINE, "0-1"),
        (OPERA, "1-0"),
    ] {
        play(moves, result).await;
    }
}

async fn play(game: &str, result: &str) {
    let (ann, bob) = ("Ann <ann@players.test>", "Bob <bob@players.test>");
    let (ann_at, bob_at) = ("ann@players.test", "bob@players.test");
    let mut desk = Correspondence::begin().await;
    desk.deliver(&new_mail(ann, 1, "", "challenge bob@players.test as white"))
        .await;
    for (number, from, at, text) in [(2, ann, ann_at, "yes"), (3, bob, bob_at, "accept")] {
        let mail = answer(desk.newest_to(at), from, number, "", text);
        desk.deliver(&mail).await;
    }
    let moves: Vec<&str> = game.split_whitespace().collect();
    let fens = referee::fens(&moves);
    assert_eq!(moves.len(), fens.len());
    for (at, (typed, fen)) in moves.iter().zip(&fens).enumerate() {
        let (from, address) = if at % 2 == 0 {
            (ann, ann_at)
        } else {
            (bob, bob_at)
        };
        let mail = answer(desk.newest_to(address), from, 10 + at, "", typed);
        let (letters, _) = desk.deliver(&mail).await;
        assert_eq!(letters.len(), 2, "{typed} at ply {at}");
        for letter in letters {
            let text = letter.mail.text.unwrap_or_default();
            let told = text.lines().find_map(|line| line.strip_prefix("FEN: "));
            assert_eq!(told, Some(fen.as_str()), "after {typed} at ply {at}");
        }
    }
    let over = desk.newest_to(bob_at).mail.text.clone().unwrap_or_default();
    if !over.contains(" is over") {
        let (from, at) = if result == "0-1" {
            (ann, ann_at)
        } else {
            (bob, bob_at)
        };
        let mail = answer(desk.newest_to(at), from, 1000, "", "resign");
        desk.deliver(&mail).await;
    }
    for address in [ann_at, bob_at] {
        let letter = desk.newest_to(address);
        let pgn = letter.mail.attachments.first().expect("a PGN");
        let read = referee::read_pgn(pgn.text.as_deref().unwrap_or_default());
        assert_eq!(read.result, result);
        assert_eq!(Some(&read.fen), fens.last());
        assert_eq!(read.plies, moves.len());
    }
}
