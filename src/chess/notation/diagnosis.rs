//! The search for the reason why a move is not possible.

use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, File, Move, Piece, Position, Rank, Role, Square, attacks,
};

use super::reason::{Place, Standing, WhyNot};
use super::spelling::Pattern;

/// The reason why no legal move matches the pattern.
pub(super) fn why_not(pattern: &Pattern, position: &Chess, legal: &[Move]) -> WhyNot {
    if legal.is_empty() {
        return WhyNot::GameOver {
            checkmate: position.is_check(),
        };
    }
    if let Some(side) = pattern.castle {
        return why_not_castle(side, position);
    }
    if let Some(origin) = pattern.origin()
        && let Some(reason) = wrong_origin(pattern, position, origin)
    {
        return reason;
    }
    if let Some(reason) = wrong_promotion(pattern, position, legal) {
        return reason;
    }
    if let Some(side) = king_two_squares(pattern, position) {
        return if legal.iter().any(|m| m.castling_side() == Some(side)) {
            WhyNot::WriteCastling { side }
        } else {
            why_not_castle(side, position)
        };
    }
    let role = pattern
        .origin()
        .and_then(|origin| position.board().role_at(origin))
        .or(pattern.role)
        .unwrap_or(Role::Pawn);
    if position.our(role).is_empty() {
        return WhyNot::NoSuchPiece { role };
    }
    if let Some(to) = pattern.target()
        && let Some(reason) = wrong_target(position, to)
    {
        return reason;
    }
    if let Some(captured) = pattern.captured
        && pattern.target().is_none()
    {
        return WhyNot::CannotTake { role, captured };
    }
    let pieces = pieces_meant(pattern, position);
    match role {
        Role::Pawn if pattern.to_rank.is_none() => why_not_short(pattern, position, pieces),
        Role::Pawn => why_not_pawn(pattern, position, pieces),
        _ => why_not_piece(pattern, position, role, pieces),
    }
    .unwrap_or_else(|| WhyNot::CannotReach {
        role,
        to: Place::of(pattern.to_file, pattern.to_rank),
        from: origin_of(pattern, role),
    })
}

/// The own pieces that a pattern can mean by its piece and its origin.
pub(super) fn pieces_meant(pattern: &Pattern, position: &Chess) -> Bitboard {
    let mut squares = match pattern.role {
        Some(role) => position.our(role),
        None if pattern.castle.is_some() => position.our(Role::King),
        None => position.us(),
    };
    if let Some(file) = pattern.from_file {
        squares &= Bitboard::from_file(file);
    }
    if let Some(rank) = pattern.from_rank {
        squares &= Bitboard::from_rank(rank);
    }
    squares
}

impl Pattern {
    fn target(&self) -> Option<Square> {
        Some(Square::from_coords(self.to_file?, self.to_rank?))
    }

    fn origin(&self) -> Option<Square> {
        Some(Square::from_coords(self.from_file?, self.from_rank?))
    }
}

fn wrong_origin(pattern: &Pattern, position: &Chess, origin: Square) -> Option<WhyNot> {
    let Some(piece) = position.board().piece_at(origin) else {
        return Some(WhyNot::EmptySquare { square: origin });
    };
    let standing = Standing {
        role: piece.role,
        square: origin,
    };
    if piece.color != position.turn() {
        return Some(WhyNot::OpponentsPiece {
            piece: standing,
            own: position.turn(),
        });
    }
    pattern
        .role
        .filter(|role| *role != piece.role)
        .map(|named| WhyNot::OtherPiece {
            piece: standing,
            named,
        })
}

/// A promotion is at fault only if the move would be legal without it.
fn wrong_promotion(pattern: &Pattern, position: &Chess, legal: &[Move]) -> Option<WhyNot> {
    let role = pattern.promotion?;
    if matches!(role, Role::King | Role::Pawn) {
        return Some(WhyNot::PromotionTo { role });
    }
    let without = Pattern {
        promotion: None,
        ..*pattern
    };
    legal
        .iter()
        .any(|m| without.matches(position, *m))
        .then_some(WhyNot::NoPromotion)
}

/// `Kg1` for castling: the king, from its square, to the square that castling takes it to.
fn king_two_squares(pattern: &Pattern, position: &Chess) -> Option<CastlingSide> {
    let king = position.board().king_of(position.turn())?;
    let own = position.turn();
    let to = pattern.target()?;
    if pattern.role != Some(Role::King) && pattern.origin() != Some(king) {
        return None;
    }
    [CastlingSide::KingSide, CastlingSide::QueenSide]
        .into_iter()
        .find(|side| {
            let at_home = king.file() == File::E && king.rank() == own.backrank();
            side.king_to(own) == to && (at_home || position.castles().has(own, *side))
        })
}

fn wrong_target(position: &Chess, to: Square) -> Option<WhyNot> {
    let piece = position.board().piece_at(to)?;
    if piece.color == position.turn() {
        return Some(WhyNot::OwnPiece {
            piece: Standing {
                role: piece.role,
                square: to,
            },
        });
    }
    (piece.role == Role::King).then_some(WhyNot::KingIsNotTaken { square: to })
}

/// A piece that could go there but for its king, or but for what stands in its way.
fn why_not_piece(
    pattern: &Pattern,
    position: &Chess,
    role: Role,
    pieces: Bitboard,
) -> Option<WhyNot> {
    let to = pattern.target()?;
    let occupied = position.board().occupied();
    let piece = role.of(position.turn());
    for square in pieces {
        if attacks::attacks(square, piece, occupied).contains(to) {
            return Some(king_in_danger(position, square, to, role));
        }
    }
    for square in pieces {
        if attacks::attacks(square, piece, Bitboard::EMPTY).contains(to) {
            let in_the_way = attacks::between(square, to) & occupied;
            let blocker = nearest(square, in_the_way)?;
            let found = position.board().piece_at(blocker)?;
            return Some(WhyNot::Blocked {
                piece: Standing { role, square },
                to,
                blocker: Standing {
                    role: found.role,
                    square: blocker,
                },
                blocker_color: found.color,
            });
        }
    }
    None
}

fn why_not_pawn(pattern: &Pattern, position: &Chess, pieces: Bitboard) -> Option<WhyNot> {
    let color = position.turn();
    let straight = !pattern.must_capture && pattern.from_file == pattern.to_file;
    if let (Some(from), Some(to)) = (pattern.from_file, pattern.to_file)
        && ((pattern.must_capture && from == to) || from.distance(to) > 1)
    {
        return Some(WhyNot::PawnTakesDiagonally);
    }
    let to = pattern.target()?;
    if straight {
        return why_not_ahead(position, to, pieces & Bitboard::from_file(to.file()));
    }
    let takers = pieces & attacks::pawn_attacks(!color, to);
    let taker = takers.first()?;
    if position.board().piece_at(to).is_some() {
        return Some(king_in_danger(position, taker, to, Role::Pawn));
    }
    if position.maybe_ep_square() == Some(to) {
        return Some(match king_in_danger(position, taker, to, Role::Pawn) {
            WhyNot::CannotReach { .. } => WhyNot::EnPassantUncoversKing,
            reason => reason,
        });
    }
    let behind = Square::from_coords(to.file(), taker.rank());
    let enemy_pawn = position.board().piece_at(behind) == Some(Role::Pawn.of(!color));
    let fifth_rank = taker.rank() == color.relative_rank(Rank::Fifth);
    Some(if enemy_pawn && fifth_rank {
        WhyNot::EnPassantTooLate { square: to }
    } else {
        WhyNot::NothingToTake { square: to }
    })
}

/// `ed`, without a rank: the reason of the capture that comes nearest to being possible.
fn why_not_short(pattern: &Pattern, position: &Chess, pieces: Bitboard) -> Option<WhyNot> {
    let file = Bitboard::from_file(pattern.to_file?);
    let attacked: Bitboard = pieces
        .into_iter()
        .map(|pawn| attacks::pawn_attacks(position.turn(), pawn) & file)
        .fold(Bitboard::EMPTY, |all, squares| all | squares);
    let takeable = attacked & (position.them() | Bitboard::from_iter(position.maybe_ep_square()));
    let to = takeable.first().or_else(|| attacked.first());
    let pattern = Pattern {
        to_rank: to.map(Square::rank),
        ..*pattern
    };
    why_not_pawn(&pattern, position, pieces)
}

/// A pawn's step straight ahead: blocked, or its king would be in check.
fn why_not_ahead(position: &Chess, to: Square, pawns: Bitboard) -> Option<WhyNot> {
    let color = position.turn();
    for pawn in pawns {
        let steps = color.relative_rank(pawn.rank()).to_u32();
        let target = color.relative_rank(to.rank()).to_u32();
        let reach = if steps == 1 { 2 } else { 1 };
        if target <= steps || target - steps > reach {
            continue;
        }
        let way = attacks::between(pawn, to).with(to) & position.board().occupied();
        if let Some(blocker) = nearest(pawn, way) {
            let found = position.board().piece_at(blocker)?;
            return Some(WhyNot::PawnBlocked {
                pawn,
                blocker: Standing {
                    role: found.role,
                    square: blocker,
                },
                blocker_color: found.color,
            });
        }
        return Some(king_in_danger(position, pawn, to, Role::Pawn));
    }
    None
}

/// Why a piece that could go there must not: its king.
fn king_in_danger(position: &Chess, from: Square, to: Square, role: Role) -> WhyNot {
    let board = position.board();
    let own = position.turn();
    let unknown = WhyNot::CannotReach {
        role,
        to: Some(Place::Square(to)),
        from: Some(Place::Square(from)),
    };
    let Some(king) = board.king_of(own) else {
        return unknown;
    };
    if role == Role::King {
        // Without the king on the board, so that it does not hide the square behind itself.
        let occupied = board.occupied().without(king).with(to);
        let attackers = board.attacks_to(to, !own, occupied) & !Bitboard::from_square(to);
        return standing(board, attackers)
            .map_or(unknown, |attacker| WhyNot::IntoCheck { to, attacker });
    }
    let checkers = position.checkers();
    let after = board.occupied().without(from).with(to);
    let uncovered = board.attacks_to(king, !own, after)
        & board.by_color(!own)
        & !checkers
        & !Bitboard::from_square(to);
    if let Some(pinner) = standing(board, uncovered) {
        return WhyNot::Pinned {
            piece: Standing { role, square: from },
            pinner,
        };
    }
    let checkers: Vec<Standing> = checkers
        .into_iter()
        .filter_map(|square| standing(board, Bitboard::from_square(square)))
        .collect();
    if checkers.is_empty() {
        unknown
    } else {
        WhyNot::InCheck { checkers }
    }
}

fn why_not_castle(side: CastlingSide, position: &Chess) -> WhyNot {
    let own = position.turn();
    let board = position.board();
    let castles = position.castles();
    let (Some(king), Some(_)) = (board.king_of(own), castles.rook(own, side)) else {
        return WhyNot::CastlingRightLost { side };
    };
    if let Some(checker) = standing(board, position.checkers()) {
        return WhyNot::CastlingOutOfCheck { checker };
    }
    if let Some(square) = nearest(king, castles.path(own, side) & board.occupied())
        && let Some(Piece { color, role }) = board.piece_at(square)
    {
        return WhyNot::CastlingBlocked {
            blocker: Standing { role, square },
            blocker_color: color,
        };
    }
    let king_to = side.king_to(own);
    for square in attacks::between(king, king_to).with(king_to) {
        let occupied = board.occupied().without(king);
        let attackers = board.attacks_to(square, !own, occupied);
        if let Some(attacker) = standing(board, attackers) {
            return WhyNot::CastlingThroughCheck { square, attacker };
        }
    }
    // Chess960: the rook, leaving its place, uncovers the king.
    castles
        .rook(own, side)
        .and_then(|rook| {
            let after = board.occupied().without(king).without(rook).with(king_to);
            let sliders = board.attacks_to(king_to, !own, after.with(side.rook_to(own)));
            standing(board, sliders)
        })
        .map_or(WhyNot::CastlingRightLost { side }, |attacker| {
            WhyNot::CastlingThroughCheck {
                square: king_to,
                attacker,
            }
        })
}

fn standing(board: &Board, squares: Bitboard) -> Option<Standing> {
    let square = squares.first()?;
    Some(Standing {
        role: board.role_at(square)?,
        square,
    })
}

fn nearest(from: Square, squares: Bitboard) -> Option<Square> {
    squares
        .into_iter()
        .min_by_key(|square| square.distance(from))
}

/// The origin as it was written; of a pawn only what is more than its own file.
fn origin_of(pattern: &Pattern, role: Role) -> Option<Place> {
    let own_file = role == Role::Pawn && pattern.from_file == pattern.to_file;
    Place::of(pattern.from_file, pattern.from_rank)
        .filter(|place| !(own_file && matches!(place, Place::File(_))))
}
