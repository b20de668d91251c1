//! The position in which a game begins: the usual one, one of the 960 of Chess960, or one that a player gave.

use super::dead::is_dead;
use super::position::{FenError, FenFault, GivenPosition, fen};
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, File, FromSetup, Piece, Position,
    Rank, Role, Setup, Square,
};
use std::fmt;

/// How many start positions Chess960 has; they are numbered from 0 (FIDE Laws, guidelines II).
pub const CHESS960_STARTS: u16 = 960;

/// Nobody plays to this move; a number above it is a slip of the pen or worse.
const HIGHEST_MOVE_NUMBER: u32 = 9999;

/// The position in which a game begins, with the rules of castling that hold in it. Nobody is mated in it, and it is
/// not drawn by itself.
#[derive(Clone, Debug)]
pub struct Start {
    position: Chess,
}

/// The rules by which a game is played. They differ in castling only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// Chess as everybody knows it, from whatever position.
    Standard,
    /// Chess960: king and rooks castle from wherever they began.
    Chess960,
}

impl Variant {
    /// The word under which the database keeps it.
    pub fn word(self) -> &'static str {
        match self {
            Variant::Standard => "standard",
            Variant::Chess960 => "chess960",
        }
    }

    /// The variant that [`Variant::word`] names.
    pub fn from_word(word: &str) -> Option<Variant> {
        match word {
            "standard" => Some(Variant::Standard),
            "chess960" => Some(Variant::Chess960),
            _ => None,
        }
    }

    fn mode(self) -> CastlingMode {
        match self {
            Variant::Standard => CastlingMode::Standard,
            Variant::Chess960 => CastlingMode::Chess960,
        }
    }
}

impl Default for Start {
    /// The usual start.
    fn default() -> Start {
        Start {
            position: Chess::default(),
        }
    }
}

impl PartialEq for Start {
    fn eq(&self, other: &Start) -> bool {
        self.variant() == other.variant() && self.fen() == other.fen()
    }
}

impl Eq for Start {}

impl Start {
    /// The Chess960 start position with this number, 0 to 959, by R. Scharnagl's numbering; 518 has the pieces where
    /// they usually are. `None` for a higher number.
    pub fn chess960(number: u16) -> Option<Start> {
        let roles = arrangement(number)?;
        let mut board = Board::empty();
        let mut castling_rights = Bitboard::EMPTY;
        for (role, file) in roles.into_iter().zip(File::ALL) {
            for color in Color::ALL {
                let square = Square::from_coords(file, color.backrank());
                board.set_piece_at(square, Piece { color, role });
                let pawn = Square::from_coords(file, color.fold_wb(Rank::Second, Rank::Seventh));
                board.set_piece_at(
                    pawn,
                    Piece {
                        color,
                        role: Role::Pawn,
                    },
                );
                if role == Role::Rook {
                    castling_rights.add(square);
                }
            }
        }
        let setup = Setup {
            board,
            castling_rights,
            ..Setup::initial()
        };
        let position = Chess::from_setup(setup, CastlingMode::Chess960).ok()?;
        Some(Start { position })
    }

    /// The position of a FEN as somebody gave it, in any dialect. Under Chess960 the placement of a start position is
    /// enough; else side to move and castling must be given, because nobody could guess them.
    ///
    /// # Errors
    ///
    /// [`FenError`] with every fault of the form, or else every fault of the position.
    pub fn from_fen(text: &str, variant: Variant) -> Result<Start, FenError> {
        let start = Start::recorded(text, variant)?;
        if is_dead(&start.position) {
            return Err(FenError::new(vec![FenFault::DeadAlready]));
        }
        Ok(start)
    }

    /// The position with which a game was recorded. As [`Start::from_fen`], but it may be dead: more positions may be known
    /// to be so now than when the game began.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn recorded(text: &str, variant: Variant) -> Result<Start, FenError> {
        let given = GivenPosition::read(text)?;
        if variant == Variant::Chess960
            && given.is_only_placement()
            && let Some(start) = chess960_number(given.board()).and_then(Start::chess960)
        {
            return Ok(start);
        }
        let mut faults = given.missing_fields();
        let position = match given.to_chess(variant.mode()) {
            Ok(position) => position,
            Err(error) => {
                faults.extend(error.faults().iter().cloned());
                return Err(FenError::new(faults));
            }
        };
        if position.fullmoves().get() > HIGHEST_MOVE_NUMBER {
            faults.push(FenFault::MoveNumberTooHigh {
                highest: HIGHEST_MOVE_NUMBER,
            });
        }
        if let Some(fault) = over_already(&position) {
            faults.push(fault);
        }
        if faults.is_empty() {
            Ok(Start { position })
        } else {
            Err(FenError::new(faults))
        }
    }

    /// The position.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// The rules of castling.
    pub fn variant(&self) -> Variant {
        match self.position.castles().mode() {
            CastlingMode::Standard => Variant::Standard,
            CastlingMode::Chess960 => Variant::Chess960,
        }
    }

    /// The position as [`fen`] writes it.
    pub fn fen(&self) -> String {
        fen(&self.position)
    }

    /// Whether the game begins as nearly all games do. The counters count too: from move 5 on is another start.
    pub fn is_usual(&self) -> bool {
        self.variant() == Variant::Standard
            && self.position.to_setup(EnPassantMode::Always)
                == Chess::default().to_setup(EnPassantMode::Always)
    }

    /// The number of a Chess960 start position; `None` where this is none.
    pub fn number(&self) -> Option<u16> {
        if self.variant() != Variant::Chess960 {
            return None;
        }
        let number = chess960_number(self.position.board())?;
        (Start::chess960(number)? == *self).then_some(number)
    }
}

/// Which number these pieces have among the start positions of Chess960, whoever is to move; `None` where they are none.
pub fn chess960_number(board: &Board) -> Option<u16> {
    if !why_no_chess960_start(board).is_empty() {
        return None;
    }
    let mut pieces = [Role::Pawn; 8];
    for (role, square) in pieces.iter_mut().zip(Bitboard::from_rank(Rank::First)) {
        *role = board.role_at(square)?;
    }
    (0..CHESS960_STARTS).find(|&number| arrangement(number) == Some(pieces))
}

/// Why these pieces are no start position of Chess960.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoChess960Start {
    /// White's pieces are not the eight of a start on the first rank.
    WhitePieces,
    /// White's pawns are not all on the second rank, or something else is there.
    WhitePawns,
    /// Black's pieces do not mirror White's.
    Black,
    /// Something stands between the two armies.
    Middle,
    /// Both bishops stand on squares of one colour.
    Bishops,
    /// The king does not stand between the rooks.
    King,
}

impl fmt::Display for NoChess960Start {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            NoChess960Start::WhitePieces => {
                "White's first rank must have one king, one queen, two rooks, two bishops and two knights"
            }
            NoChess960Start::WhitePawns => "White's eight pawns must stand on the second rank",
            NoChess960Start::Black => "Black's men must stand opposite White's",
            NoChess960Start::Middle => "ranks 3 to 6 must be empty",
            NoChess960Start::Bishops => "the bishops must stand on squares of different colours",
            NoChess960Start::King => "the king must stand between the rooks",
        })
    }
}

/// All reasons why these pieces are no start position of Chess960; none when they are one.
pub fn why_no_chess960_start(board: &Board) -> Vec<NoChess960Start> {
    let mut reasons = Vec::new();
    let first = Bitboard::from_rank(Rank::First);
    let white = |role: Role| board.by_piece(role.of(Color::White)) & first;
    let complete = [
        (Role::King, 1),
        (Role::Queen, 1),
        (Role::Rook, 2),
        (Role::Bishop, 2),
        (Role::Knight, 2),
    ]
    .into_iter()
    .all(|(role, count)| white(role).count() == count);
    if !complete {
        reasons.push(NoChess960Start::WhitePieces);
    }
    if board.by_piece(Role::Pawn.of(Color::White)) != Bitboard::from_rank(Rank::Second) {
        reasons.push(NoChess960Start::WhitePawns);
    }
    let middle = [Rank::Third, Rank::Fourth, Rank::Fifth, Rank::Sixth];
    if middle
        .into_iter()
        .any(|rank| (board.occupied() & Bitboard::from_rank(rank)).any())
    {
        reasons.push(NoChess960Start::Middle);
    }
    let mirrored = [Rank::First, Rank::Second].into_iter().all(|rank| {
        Bitboard::from_rank(rank).into_iter().all(|square| {
            let opposite = board.piece_at(square.flip_vertical());
            let expected = board.piece_at(square).map(|piece| Piece {
                color: !piece.color,
                role: piece.role,
            });
            opposite == expected
        })
    });
    if !mirrored {
        reasons.push(NoChess960Start::Black);
    }
    if complete {
        let bishops = white(Role::Bishop);
        if (bishops & Bitboard::LIGHT_SQUARES).count() != 1 {
            reasons.push(NoChess960Start::Bishops);
        }
        let rooks = white(Role::Rook);
        let between = white(Role::King)
            .first()
            .zip(rooks.first().zip(rooks.last()))
            .is_some_and(|(king, (left, right))| left < king && king < right);
        if !between {
            reasons.push(NoChess960Start::King);
        }
    }
    reasons
}

/// The pieces of a start position from the a-file to the h-file: Scharnagl's numbering, as FIDE and everybody else
/// counts. Bishops first, then the queen and the knights on what is left, then rook, king, rook.
fn arrangement(number: u16) -> Option<[Role; 8]> {
    /// On which two of five free squares the knights go.
    const KNIGHTS: [(usize, usize); 10] = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
        (3, 4),
    ];
    let number = usize::from(number);
    let mut squares: [Option<Role>; 8] = [None; 8];
    let (rest, light) = (number / 4, number % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (knights, queen) = (rest / 6, rest % 6);
    *squares.get_mut(2 * light + 1)? = Some(Role::Bishop);
    *squares.get_mut(2 * dark)? = Some(Role::Bishop);
    put(&mut squares, queen, Role::Queen)?;
    let &(left, right) = KNIGHTS.get(knights)?;
    // The right one first, so that the left one's place among the free squares stays the same.
    put(&mut squares, right, Role::Knight)?;
    put(&mut squares, left, Role::Knight)?;
    for role in [Role::Rook, Role::King, Role::Rook] {
        put(&mut squares, 0, role)?;
    }
    let mut roles = [Role::Pawn; 8];
    for (role, square) in roles.iter_mut().zip(squares) {
        *role = square?;
    }
    Some(roles)
}

/// Puts a piece on one of the free squares, counted from the left and from 0.
fn put(squares: &mut [Option<Role>; 8], free: usize, role: Role) -> Option<()> {
    let square = squares
        .iter_mut()
        .filter(|square| square.is_none())
        .nth(free)?;
    *square = Some(role);
    Some(())
}

/// Why no game can be played from here.
fn over_already(position: &Chess) -> Option<FenFault> {
    if position.is_checkmate() {
        Some(FenFault::CheckmateAlready {
            color: position.turn(),
        })
    } else if position.is_stalemate() {
        Some(FenFault::StalemateAlready {
            color: position.turn(),
        })
    } else if position.is_insufficient_material() {
        Some(FenFault::DeadAlready)
    } else if position.halfmoves() >= super::SEVENTY_FIVE_MOVES {
        Some(FenFault::ClockTooHigh {
            clock: position.halfmoves(),
        })
    } else {
        None
    }
}

#[cfg(test)]
mod tests;
