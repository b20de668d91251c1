//! Dead positions (FIDE 5.2.2): no series of legal moves can end in mate, for whichever side, however both of them play.
//!
//! Whether a position is dead cannot be found in all cases at a bounded cost, so what is said here is one-sided: what is
//! called dead is dead, and what is not may be. Three arguments are tried, in the order of their cost.
//!
//! - *Material*: too few pieces to mate, as the rules library counts them.
//! - *Walls* (`is_walled`): for each man the squares are collected that it could ever reach if the sides moved as they
//!   like, without regard to whose turn it is or to checks; men that can neither move nor be taken in that sense stay for
//!   ever, and what they block or guard stays blocked or guarded. If no king can be mated on any of its squares, even so,
//!   the position is dead.
//! - *Exhaustion* (`is_exhausted`): all positions that can follow are looked at, if they are few. If none is mate, the
//!   position is dead. This finds the ends in which one side has hardly a move that is not forced.
//!
//! What a position may cost is counted in steps and not in time, so that every machine says the same of it.

use shakmaty::{
    Bitboard, Board, ByColor, Chess, Color, EnPassantMode, MoveList, Position, Rank, Role, Square,
    attacks,
};
use std::collections::HashSet;

/// So many moves are looked at before nothing is said. Ordinary positions have about thirty, so that a dozen of them is
/// enough to give up; the forced ends that are meant have one or two.
const MOST_MOVES: usize = 400;

/// What it costs to look for a wall, in moves.
const MOVES_FOR_A_WALL: usize = 20;

/// Rounds over all men until nothing more can be reached. Walls are known after about ten.
const MOST_ROUNDS: usize = 64;

/// Whether it is certain that no side can ever mate. A position that is mate already is not dead.
pub fn is_dead(position: &Chess) -> bool {
    is_walled(position) || is_exhausted(position, MOST_MOVES)
}

/// Whether all that can follow is known within so many moves, and mate is not among it.
///
/// The positions are those of the rules of play alone: that the players could claim a draw, or that one comes about by
/// repetition or by seventy-five moves, makes no position impossible here, so more positions are looked at than can come
/// about, never fewer. Positions that are alike, with the same rights, lead to the same positions, and are looked at once.
fn is_exhausted(position: &Chess, most_moves: usize) -> bool {
    let mut left = most_moves;
    let mut seen = HashSet::from([position.clone()]);
    let Some(moves) = onward(position, &mut left) else {
        return false;
    };
    // The line that is looked at, each position with the moves that are left to try.
    let mut line = vec![(position.clone(), moves)];
    while let Some((position, moves)) = line.last_mut() {
        let Some(played) = moves.pop() else {
            line.pop();
            continue;
        };
        let mut next = position.clone();
        next.play_unchecked(played);
        if seen.contains(&next) {
            continue;
        }
        let Some(moves) = onward(&next, &mut left) else {
            return false;
        };
        seen.insert(next.clone());
        line.push((next, moves));
    }
    true
}

/// The moves that must be looked at from here on, none where mate is out of the question. `None` where it is mate, or there
/// are more moves than may be looked at; they are taken off.
fn onward(position: &Chess, left: &mut usize) -> Option<MoveList> {
    if position.is_insufficient_material() {
        return Some(MoveList::new());
    }
    // A wall is closed by a move of a pawn or by a capture.
    if position.halfmoves() == 0 {
        *left = left.checked_sub(MOVES_FOR_A_WALL)?;
        if is_walled(position) {
            return Some(MoveList::new());
        }
    }
    let moves = position.legal_moves();
    if moves.is_empty() && position.is_check() {
        return None;
    }
    *left = left.checked_sub(moves.len())?;
    Some(moves)
}

/// A man of the position, and where it could ever stand.
struct Man {
    color: Color,
    role: Role,
    /// Where it stands.
    at: Square,
    /// Where it could come to stand, `at` included.
    reach: Bitboard,
}

/// The men of a position while it is found out where they could ever stand.
struct Wall {
    men: Vec<Man>,
}

/// What is known of the men at one moment of that.
struct Known {
    /// Where men of a side stay for ever.
    staying: ByColor<Bitboard>,
    /// What pawns of a side guard that stay.
    guarded: ByColor<Bitboard>,
    /// Where men of a side could stand.
    reach: ByColor<Bitboard>,
}

/// Whether neither king can be mated because of men that stay where they are for ever.
///
/// Why it is true: say that a man *stays* when its reach is its own square, and no man of the other side reaches that
/// square. The reaches are made larger until each of these moves of a man, from any square of its reach, ends in its reach:
///
/// - of a king, to all squares around but those of own men that stay, and those that a pawn of the other side guards that
///   stays;
/// - of a bishop, along its lines up to a man that stays, and onto that if it is not its own;
/// - of a pawn, ahead where no man stays, by one step or two; and aside, wherever a man of the other side could stand.
///
/// Whatever legal moves are played, each man then stands in its reach: the first move that left one would be one of those
/// above, for until then the men that stay have stayed, so that lines through them were blocked and no king could step
/// where such a pawn guards; a pawn takes only what stands there, or has just passed there with a double step, over a
/// square that it could have stopped on. A capture needs two men that reach one square, so nobody has taken a man that
/// stays. Promotions, castling and a capture en passant that is possible now are not among those moves: where one is
/// possible, or a man has other moves, nothing is said.
///
/// A king is in check only on a square of its reach that a man of the other side attacks from one of its own. If on each of
/// these a square beside it can be attacked by no man of the other side, its king included, and none of its own men can
/// stand there, then it has that square to go to, and check is not mate. Lines of attack end at men that stay, but for
/// kings, behind which nobody is safe.
fn is_walled(position: &Chess) -> bool {
    let board = position.board();
    let others = board.knights() | board.rooks() | board.queens();
    let castles = position.castles().castling_rights().any();
    if others.any() || castles || position.ep_square(EnPassantMode::Legal).is_some() {
        return false;
    }
    Wall::settled(board).is_some_and(|wall| Color::ALL.into_iter().all(|side| wall.is_safe(side)))
}

impl Wall {
    /// The men with their whole reaches. `None` where a pawn could promote, or too much would have to be looked at.
    fn settled(board: &Board) -> Option<Wall> {
        let men = board.iter().map(|(at, piece)| Man {
            color: piece.color,
            role: piece.role,
            at,
            reach: Bitboard::from_square(at),
        });
        let mut wall = Wall { men: men.collect() };
        for _ in 0..MOST_ROUNDS {
            if wall.settles()? {
                return Some(wall);
            }
        }
        None
    }

    /// Adds one more move of each man; whether none was new. `None` where a pawn could promote.
    fn settles(&mut self) -> Option<bool> {
        let known = self.known();
        let mut nothing_new = true;
        for man in &mut self.men {
            let targets = man.reach.into_iter().map(|from| known.targets(man, from));
            let reach = targets.fold(man.reach, |all, squares| all | squares);
            let last = Bitboard::from_rank(man.color.fold_wb(Rank::Eighth, Rank::First));
            if man.role == Role::Pawn && (reach & last).any() {
                return None;
            }
            nothing_new &= reach == man.reach;
            man.reach = reach;
        }
        Some(nothing_new)
    }

    fn known(&self) -> Known {
        let mut known = Known {
            staying: ByColor::default(),
            guarded: ByColor::default(),
            reach: ByColor::default(),
        };
        for man in &self.men {
            *known.reach.get_mut(man.color) |= man.reach;
        }
        for man in &self.men {
            let moves = man.reach != Bitboard::from_square(man.at);
            let taken = man.role != Role::King && known.reach.get(!man.color).contains(man.at);
            if moves || taken {
                continue;
            }
            known.staying.get_mut(man.color).add(man.at);
            if man.role == Role::Pawn {
                *known.guarded.get_mut(man.color) |= attacks::pawn_attacks(man.color, man.at);
            }
        }
        known
    }

    /// Whether the king of this side can never be mated.
    fn is_safe(&self, side: Color) -> bool {
        let kings = self.men.iter().filter(|man| man.role == Role::King);
        let kings = kings.fold(Bitboard::EMPTY, |all, king| {
            all | Bitboard::from_square(king.at)
        });
        let known = self.known();
        // Lines go on behind a king that must leave them.
        let walls = (*known.staying.get(Color::White) | *known.staying.get(Color::Black)) & !kings;
        let mut king = Bitboard::EMPTY;
        let mut own = Bitboard::EMPTY;
        let mut checked = Bitboard::EMPTY;
        let mut attacked = Bitboard::EMPTY;
        for man in &self.men {
            if man.color == side {
                match man.role {
                    Role::King => king |= man.reach,
                    Role::Pawn | Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
                        own |= man.reach;
                    }
                }
                continue;
            }
            let piece = man.role.of(man.color);
            let lines = man.reach.into_iter();
            let lines = lines.map(|from| attacks::attacks(from, piece, walls));
            let lines = lines.fold(Bitboard::EMPTY, |all, squares| all | squares);
            attacked |= lines;
            if man.role != Role::King {
                checked |= lines;
            }
        }
        (king & checked)
            .into_iter()
            .all(|square| (attacks::king_attacks(square) & !own & !attacked).any())
    }
}

impl Known {
    /// Where a man could go from this square.
    fn targets(&self, man: &Man, from: Square) -> Bitboard {
        let own = *self.staying.get(man.color);
        let blocked = own | *self.staying.get(!man.color);
        match man.role {
            Role::King => attacks::king_attacks(from) & !own & !*self.guarded.get(!man.color),
            Role::Pawn => {
                let ahead = |from: Square| {
                    let to = from.offset(man.color.fold_wb(8, -8));
                    to.filter(|to| !blocked.contains(*to))
                };
                let twice = Bitboard::from_rank(man.color.fold_wb(Rank::Second, Rank::Seventh));
                let step = ahead(from);
                let double = step.filter(|_| twice.contains(from)).and_then(ahead);
                let steps = step.into_iter().chain(double).collect::<Bitboard>();
                steps | (attacks::pawn_attacks(man.color, from) & *self.reach.get(!man.color))
            }
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
                attacks::attacks(from, man.role.of(man.color), blocked) & !own
            }
        }
    }
}

#[cfg(test)]
mod tests;
