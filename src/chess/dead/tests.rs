use super::*;
use crate::chess::examples::{Dice, position};
use crate::chess::{GivenPosition, fen};
use shakmaty::CastlingMode;

/// Whether some series of legal moves ends in mate, by looking at all positions that can follow while there is enough to
/// mate with; `None` when there are more than so many.
fn mate_is_possible(position: &Chess, most: usize) -> Option<bool> {
    let mut seen = HashSet::from([position.clone()]);
    let mut open = vec![position.clone()];
    while let Some(position) = open.pop() {
        if position.is_checkmate() {
            return Some(true);
        }
        if position.is_insufficient_material() {
            continue;
        }
        for played in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(played);
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(false)
}

#[test]
fn walls_and_forced_ends_are_found_and_nothing_else() {
    for (fen, dead) in [
        // Walls of pawns, and kings that cannot pass.
        ("8/8/1k6/p1p1p1p1/P1P1P1P1/1K6/8/8 w - - 0 1", true),
        ("4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 w - - 0 1", true),
        ("4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 b - - 99 80", true),
        // A way round, a way through, a pawn that can move, one that can be taken, one that can take.
        ("8/8/1k6/p1p1p3/P1P1P3/1K6/8/8 w - - 0 1", false),
        ("8/8/1k6/p3p1p1/P3P1P1/1K6/8/8 w - - 0 1", false),
        ("8/7p/1k6/p1p1p1p1/P1P1P1P1/1K6/8/8 w - - 0 1", false),
        ("8/8/1k6/p1p1p1p1/P1P1P1P1/1K4P1/8/8 w - - 0 1", true),
        ("8/8/1k6/p1p1p1pp/P1P1P1P1/1K6/8/8 w - - 0 1", false),
        ("8/5k2/p1p1p1p1/PpPpPpPp/1P1P1P1P/2K5/8/8 w - h6 0 1", false),
        ("8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/2K5/7k/8 w - - 0 1", false),
        // Bishops that can attack nothing, that take a pawn, that give check, and that could help to mate.
        ("4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/3B4/4K3 w - - 0 1", true),
        (
            "4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4B3/4K3 w - - 0 1",
            false,
        ),
        ("3B3k/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 b - - 0 1", true),
        (
            "3B2bk/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 b - - 0 1",
            false,
        ),
        // Other pieces than bishops are not looked at.
        (
            "4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/3N4/4K3 w - - 0 1",
            false,
        ),
        // The last piece must be taken.
        ("k7/1Q6/8/8/8/4K3/8/8 b - - 0 1", true),
        ("8/8/8/5k2/8/8/1q6/K7 w - - 0 1", true),
        ("k7/1Q6/8/8/8/4K3/7P/8 b - - 0 1", false),
        ("k7/1Q6/2K5/8/8/8/8/8 b - - 0 1", false),
        // What must be taken leaves the other side without a move, or with one.
        ("7k/4N2p/7P/8/8/8/1q6/K7 w - - 0 1", true),
        ("7k/7p/4N2P/8/8/8/1q6/K7 w - - 0 1", false),
        // Stalemate, and what can come to mate.
        ("k7/P7/K7/8/8/8/8/8 b - - 0 1", true),
        ("7k/8/8/8/8/8/8/K5R1 w - - 0 1", false),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            false,
        ),
    ] {
        assert_eq!(is_dead(&position(fen)), dead, "{fen}");
    }
}

/// A position from these men, each somewhere; `None` when it is not legal.
fn thrown(dice: &mut Dice, men: &[(char, u64)]) -> Option<Chess> {
    let mut board = [['1'; 8]; 8];
    for &(man, squares) in men {
        let among: Vec<usize> = (0..64).filter(|at| squares & (1 << at) != 0).collect();
        let at = among[dice.below(among.len())];
        let square = &mut board[7 - at / 8][at % 8];
        if *square != '1' {
            return None;
        }
        *square = man;
    }
    let ranks = board.map(|rank| rank.iter().collect::<String>());
    let side = if dice.below(2) == 0 { 'w' } else { 'b' };
    let fen = format!("{} {side} - - 0 1", ranks.join("/"));
    GivenPosition::read(&fen)
        .ok()?
        .to_chess(CastlingMode::Standard)
        .ok()
}

const ANYWHERE: u64 = u64::MAX;

/// Blocked pawns on most of the files, so that walls come about often, and now and then a bishop.
fn wall(dice: &mut Dice) -> Option<Chess> {
    let mut men = vec![('K', 0xffff_ffff), ('k', 0xffff_ffff_0000_0000)];
    let mut rank = 2 + dice.below(3);
    for file in 0..8 {
        let nearer = dice.below(3);
        rank = (rank + nearer).saturating_sub(1).clamp(1, 5);
        if dice.below(9) == 0 {
            continue;
        }
        men.push(('P', 1 << (8 * rank + file)));
        men.push(('p', 1 << (8 * (rank + 1) + file)));
    }
    for bishop in ['B', 'b'] {
        if dice.below(2) == 0 {
            men.push((bishop, ANYWHERE));
        }
    }
    thrown(dice, &men)
}

#[test]
fn no_wall_is_called_dead_in_which_somebody_can_mate() {
    let mut dice = Dice(30);
    let (mut dead, mut proven, mut bishops, mut alive) = (0, 0, 0, 0);
    while dead < 60 {
        let Some(position) = wall(&mut dice) else {
            continue;
        };
        if is_walled(&position) {
            dead += 1;
            bishops += usize::from(position.board().bishops().any());
            let mate = mate_is_possible(&position, 6_000);
            assert_ne!(mate, Some(true), "{}", fen(&position));
            proven += usize::from(mate == Some(false));
        } else {
            alive += 1;
        }
    }
    assert!(proven > 30 && bishops > 5 && alive > 100);
}

#[test]
fn no_end_is_called_dead_in_which_somebody_can_mate() {
    let mut dice = Dice(31);
    let corner = 0x0303_0000_0000_0303;
    let (mut dead, mut looked) = (0, 0);
    let pieces = ['q', 'r', 'b', 'n', 'p', 'P', 'B', 'N', 'R', 'Q'];
    while looked < 3_000 {
        let mut men = vec![('K', corner), ('k', ANYWHERE)];
        for _ in 0..=dice.below(4) {
            let man = pieces[dice.below(pieces.len())];
            let squares = if man.eq_ignore_ascii_case(&'p') {
                0x00ff_ffff_ffff_ff00
            } else {
                ANYWHERE
            };
            men.push((man, squares & 0x0f0f_0f0f_0f0f_0f0f));
        }
        let Some(position) = thrown(&mut dice, &men) else {
            continue;
        };
        looked += 1;
        if position.is_insufficient_material() || position.is_stalemate() || !is_dead(&position) {
            continue;
        }
        dead += 1;
        assert_eq!(
            mate_is_possible(&position, 20_000),
            Some(false),
            "{}",
            fen(&position)
        );
    }
    assert!(dead > 10);
}

/// Where a game of random moves came to mate, none of its positions was dead.
#[test]
fn what_came_to_mate_was_never_dead() {
    let mut dice = Dice(32);
    let (mut mates, mut positions) = (0, 0);
    while mates < 30 {
        let men = [
            ('K', ANYWHERE),
            ('k', 0xffff_0000_0000_0000),
            ('P', 0x00ff_ff00_0000_0000),
            ('p', 0x0000_0000_00ff_ff00),
            ('B', ANYWHERE),
            ('b', ANYWHERE),
        ];
        let Some(mut position) = thrown(&mut dice, &men) else {
            continue;
        };
        let mut course = Vec::new();
        while course.len() < 150 && !position.is_game_over() {
            course.push(position.clone());
            let legal = position.legal_moves();
            position.play_unchecked(legal[dice.below(legal.len())]);
        }
        if position.is_checkmate() {
            mates += 1;
            positions += course.len();
            for earlier in course {
                assert!(!is_dead(&earlier), "{}", fen(&earlier));
            }
        }
    }
    assert!(positions > 500);
}
