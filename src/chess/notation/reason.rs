//! Why a move is not possible, in one plain sentence.

use shakmaty::{CastlingSide, Color, File, Rank, Role, Square};

use crate::chess::notation::Letters;

/// A piece on its square, for a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing {
    /// Which piece.
    pub role: Role,
    /// Where it stands.
    pub square: Square,
}

/// Where a move begins or ends, as far as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// `e4`.
    Square(Square),
    /// The `e` of `exd5`.
    File(File),
    /// The `1` of `R1e3`.
    Rank(Rank),
}

impl Place {
    /// `None` where neither was written.
    pub(super) fn of(file: Option<File>, rank: Option<Rank>) -> Option<Place> {
        match (file, rank) {
            (Some(file), Some(rank)) => Some(Place::Square(Square::from_coords(file, rank))),
            (Some(file), None) => Some(Place::File(file)),
            (None, Some(rank)) => Some(Place::Rank(rank)),
            (None, None) => None,
        }
    }
}

/// Why a spelling is no legal move. `Display` is one plain sentence, addressed to the player, in
/// lower case and without a final stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyNot {
    /// The game is over on the board.
    GameOver {
        /// Checkmate, or else stalemate.
        checkmate: bool,
    },
    /// The letter of the piece belongs to none of the player's language.
    ForeignLetter {
        /// The letter.
        letter: char,
        /// The piece that is meant by it, where one of them can go there.
        role: Option<Role>,
    },
    /// The player has no such piece.
    NoSuchPiece {
        /// Which.
        role: Role,
    },
    /// None of the pieces meant can go there.
    CannotReach {
        /// Which piece.
        role: Role,
        /// Where to.
        to: Option<Place>,
        /// Where from.
        from: Option<Place>,
    },
    /// The square that the move begins at is empty.
    EmptySquare {
        /// Which.
        square: Square,
    },
    /// The square that the move begins at has a piece of the opponent.
    OpponentsPiece {
        /// The piece.
        piece: Standing,
        /// The player's own colour.
        own: Color,
    },
    /// Another piece than the one named stands there.
    OtherPiece {
        /// What stands there.
        piece: Standing,
        /// What was named.
        named: Role,
    },
    /// An own piece stands on the target.
    OwnPiece {
        /// The piece.
        piece: Standing,
    },
    /// The enemy king stands on the target.
    KingIsNotTaken {
        /// Its square.
        square: Square,
    },
    /// Something stands in the way.
    Blocked {
        /// The piece that would move.
        piece: Standing,
        /// Where to.
        to: Square,
        /// The first piece in its way.
        blocker: Standing,
        /// Whose it is.
        blocker_color: Color,
    },
    /// A pawn's way straight ahead is not free.
    PawnBlocked {
        /// The pawn's square.
        pawn: Square,
        /// The piece before it.
        blocker: Standing,
        /// Whose it is.
        blocker_color: Color,
    },
    /// A pawn takes only what stands there.
    NothingToTake {
        /// The empty square.
        square: Square,
    },
    /// En passant was possible one move ago, or never.
    EnPassantTooLate {
        /// The square that the pawn would go to.
        square: Square,
    },
    /// A pawn does not take straight ahead, or two files away.
    PawnTakesDiagonally,
    /// The piece that is said to be taken is not there to be taken.
    CannotTake {
        /// The piece that would take.
        role: Role,
        /// The piece that would be taken.
        captured: Role,
    },
    /// Moving it would uncover a check.
    Pinned {
        /// The pinned piece.
        piece: Standing,
        /// The piece that pins it.
        pinner: Standing,
    },
    /// Both pawns leaving the rank or file would uncover a check.
    EnPassantUncoversKing,
    /// The king stands in check and would still stand in check.
    InCheck {
        /// The pieces that give check.
        checkers: Vec<Standing>,
    },
    /// The king would walk into a check.
    IntoCheck {
        /// Where to.
        to: Square,
        /// The piece that attacks that square.
        attacker: Standing,
    },
    /// The king or that rook has moved, or is not there.
    CastlingRightLost {
        /// Which side.
        side: CastlingSide,
    },
    /// Castling out of check.
    CastlingOutOfCheck {
        /// The piece that gives check.
        checker: Standing,
    },
    /// A square that the king must cross, or reach, is attacked.
    CastlingThroughCheck {
        /// The square.
        square: Square,
        /// The piece that attacks it.
        attacker: Standing,
    },
    /// A piece stands between king and rook.
    CastlingBlocked {
        /// The piece.
        blocker: Standing,
        /// Whose it is.
        blocker_color: Color,
    },
    /// The king goes two squares only in castling, which is written otherwise.
    WriteCastling {
        /// Which side.
        side: CastlingSide,
    },
    /// Something is promoted that cannot be.
    NoPromotion,
    /// A pawn is promoted to a king or a pawn.
    PromotionTo {
        /// To what.
        role: Role,
    },
    /// The spelling says nothing that could be looked for.
    NotAMove,
}

impl WhyNot {
    /// Whether the reason is about a piece that could make the move but for one thing.
    pub(super) fn is_specific(&self) -> bool {
        match self {
            WhyNot::ForeignLetter { .. }
            | WhyNot::NoSuchPiece { .. }
            | WhyNot::CannotReach { .. }
            | WhyNot::EmptySquare { .. }
            | WhyNot::NothingToTake { .. }
            | WhyNot::PawnTakesDiagonally
            | WhyNot::CannotTake { .. }
            | WhyNot::NotAMove => false,
            WhyNot::GameOver { .. }
            | WhyNot::OpponentsPiece { .. }
            | WhyNot::OtherPiece { .. }
            | WhyNot::OwnPiece { .. }
            | WhyNot::KingIsNotTaken { .. }
            | WhyNot::Blocked { .. }
            | WhyNot::PawnBlocked { .. }
            | WhyNot::EnPassantTooLate { .. }
            | WhyNot::Pinned { .. }
            | WhyNot::EnPassantUncoversKing
            | WhyNot::InCheck { .. }
            | WhyNot::IntoCheck { .. }
            | WhyNot::CastlingRightLost { .. }
            | WhyNot::CastlingOutOfCheck { .. }
            | WhyNot::CastlingThroughCheck { .. }
            | WhyNot::CastlingBlocked { .. }
            | WhyNot::WriteCastling { .. }
            | WhyNot::NoPromotion
            | WhyNot::PromotionTo { .. } => true,
        }
    }
}

/// A language in which this letter is that piece, the one that most people write first; any piece where none is meant.
pub fn language_of(letter: char, role: Option<Role>) -> Option<Letters> {
    let named = |language: &Letters| match role {
        Some(_) => language.role(letter) == role,
        None => language.role(letter).is_some(),
    };
    [Letters::German, Letters::French]
        .into_iter()
        .chain(Letters::ALL)
        .find(named)
}
