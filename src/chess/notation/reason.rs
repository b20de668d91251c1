//! Why a move is not possible, in one plain sentence.

use std::fmt;

use shakmaty::{CastlingSide, Color, Role, Square};

use crate::chess::diagram::{color_adjective, color_name, role_name};
use crate::chess::notation::Letters;

/// A piece on its square, for a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing {
    /// Which piece.
    pub role: Role,
    /// Where it stands.
    pub square: Square,
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
        /// Where to, as far as it was written.
        to: String,
        /// Where from, as far as it was written; empty if it was not.
        from: String,
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
fn language_of(letter: char, role: Option<Role>) -> Option<Letters> {
    let named = |language: &Letters| match role {
        Some(_) => language.role(letter) == role,
        None => language.role(letter).is_some(),
    };
    [Letters::German, Letters::French]
        .into_iter()
        .chain(Letters::ALL)
        .find(named)
}

impl fmt::Display for WhyNot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhyNot::GameOver { checkmate: true } => {
                formatter.write_str("the game is over by checkmate")
            }
            WhyNot::GameOver { checkmate: false } => {
                formatter.write_str("the game is over by stalemate")
            }
            WhyNot::ForeignLetter { letter, role } => {
                write!(
                    formatter,
                    "the letter {letter} is none of your piece letters"
                )?;
                match language_of(*letter, *role) {
                    Some(language) => write!(
                        formatter,
                        " (\"letters {}\" on a line of its own sets the {} ones)",
                        language.code(),
                        language.name()
                    ),
                    None => Ok(()),
                }
            }
            WhyNot::NoSuchPiece { role } => write!(formatter, "you have no {}", role_name(*role)),
            WhyNot::CannotReach { role, to, from } if from.is_empty() => write!(
                formatter,
                "there is no {} that can reach {to}",
                role_name(*role)
            ),
            WhyNot::CannotReach { role, to, from } => write!(
                formatter,
                "there is no {} on {from} that can reach {to}",
                role_name(*role)
            ),
            WhyNot::EmptySquare { square } => write!(formatter, "there is nothing on {square}"),
            WhyNot::OpponentsPiece { piece, own } => write!(
                formatter,
                "{piece} is your opponent's; you play {}",
                color_name(*own)
            ),
            WhyNot::OtherPiece { piece, named } => write!(
                formatter,
                "the piece on {} is a {}, not a {}",
                piece.square,
                role_name(piece.role),
                role_name(*named)
            ),
            WhyNot::OwnPiece { piece } => write!(
                formatter,
                "{} is occupied by your own {}",
                piece.square,
                role_name(piece.role)
            ),
            WhyNot::KingIsNotTaken { square } => {
                write!(formatter, "the king on {square} cannot be taken")
            }
            WhyNot::Blocked {
                piece,
                to,
                blocker,
                blocker_color,
            } => write!(
                formatter,
                "{piece} cannot reach {to}, because the {} {} on {} is in its way",
                color_adjective(*blocker_color),
                role_name(blocker.role),
                blocker.square
            ),
            WhyNot::PawnBlocked {
                pawn,
                blocker,
                blocker_color,
            } => write!(
                formatter,
                "the pawn on {pawn} is blocked by the {} {} on {}",
                color_adjective(*blocker_color),
                role_name(blocker.role),
                blocker.square
            ),
            WhyNot::NothingToTake { square } => write!(
                formatter,
                "a pawn goes to another file only to take, and there is nothing to take on {square}"
            ),
            WhyNot::EnPassantTooLate { square } => write!(
                formatter,
                "{square} is empty, and en passant is possible only directly after the pawn's \
                 double step"
            ),
            WhyNot::PawnTakesDiagonally => {
                formatter.write_str("a pawn takes only on the next file, one step ahead")
            }
            WhyNot::CannotTake { role, captured } => write!(
                formatter,
                "there is no {} that can take a {}",
                role_name(*role),
                role_name(*captured)
            ),
            WhyNot::Pinned { piece, pinner } => {
                write!(formatter, "{piece} is pinned by {pinner}")
            }
            WhyNot::EnPassantUncoversKing => {
                formatter.write_str("taking en passant would leave your king in check")
            }
            WhyNot::InCheck { checkers } => {
                formatter.write_str("your king is in check from ")?;
                let mut separator = "";
                for checker in checkers {
                    write!(formatter, "{separator}{checker}")?;
                    separator = " and ";
                }
                formatter.write_str(", and this move does not end it")
            }
            WhyNot::IntoCheck { to, attacker } => write!(
                formatter,
                "on {to} your king would be in check from {attacker}"
            ),
            WhyNot::CastlingRightLost { side } => write!(
                formatter,
                "you may no longer castle {}, because the king or that rook has moved",
                side_name(*side)
            ),
            WhyNot::CastlingOutOfCheck { checker } => write!(
                formatter,
                "you cannot castle while your king is in check from {checker}"
            ),
            WhyNot::CastlingThroughCheck { square, attacker } => write!(
                formatter,
                "you cannot castle, because {square} is attacked by {attacker}"
            ),
            WhyNot::CastlingBlocked {
                blocker,
                blocker_color,
            } => write!(
                formatter,
                "you cannot castle, because the {} {} on {} is in the way",
                color_adjective(*blocker_color),
                role_name(blocker.role),
                blocker.square
            ),
            WhyNot::WriteCastling { side } => write!(
                formatter,
                "the king goes two squares only when it castles, which is written {}",
                match side {
                    CastlingSide::KingSide => "O-O",
                    CastlingSide::QueenSide => "O-O-O",
                }
            ),
            WhyNot::NoPromotion => {
                formatter.write_str("only a pawn that reaches the last rank is promoted")
            }
            WhyNot::PromotionTo { role } => {
                write!(formatter, "a pawn cannot become a {}", role_name(*role))
            }
            WhyNot::NotAMove => formatter.write_str("this is not a move"),
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the {} on {}", role_name(self.role), self.square)
    }
}

fn side_name(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "kingside",
        CastlingSide::QueenSide => "queenside",
    }
}
