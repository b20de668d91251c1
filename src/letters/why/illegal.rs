//! Why a move is not possible, in one plain sentence.

use crate::chess::{Place, Standing, WhyNot, language_of};
use crate::letters::{InWords, Sentence, says_its_words, sentence, words};
use shakmaty::{CastlingSide, Color, Role};

/// "knight"
fn name(role: Role) -> Sentence {
    match role {
        Role::Pawn => sentence!("pawn"),
        Role::Knight => sentence!("knight"),
        Role::Bishop => sentence!("bishop"),
        Role::Rook => sentence!("rook"),
        Role::Queen => sentence!("queen"),
        Role::King => sentence!("king"),
    }
}

impl InWords for Standing {
    fn in_words(&self) -> Sentence {
        sentence!(
            "the {{ role }} on {{ square }}",
            role = name(self.role),
            square = &self.square
        )
    }
}

/// "the white knight on f3"
fn of_colour(piece: &Standing, color: Color) -> Sentence {
    let (role, square) = (name(piece.role), &piece.square);
    match color {
        Color::White => sentence!("the white {{ role }} on {{ square }}", role, square),
        Color::Black => sentence!("the black {{ role }} on {{ square }}", role, square),
    }
}

impl InWords for WhyNot {
    fn in_words(&self) -> Sentence {
        match self {
            WhyNot::GameOver { checkmate: true } => sentence!("the game is over by checkmate"),
            WhyNot::GameOver { checkmate: false } => sentence!("the game is over by stalemate"),
            WhyNot::ForeignLetter { letter, role } => foreign_letter(*letter, *role),
            WhyNot::NoSuchPiece { role } => sentence!("you have no {{ role }}", role = name(*role)),
            WhyNot::CannotReach { role, to, from } => cannot_reach(*role, *to, *from),
            WhyNot::EmptySquare { square } => sentence!("there is nothing on {{ square }}", square),
            WhyNot::OpponentsPiece {
                piece,
                own: Color::White,
            } => {
                sentence!("{{ piece }} is your opponent's; you play White", piece)
            }
            WhyNot::OpponentsPiece {
                piece,
                own: Color::Black,
            } => {
                sentence!("{{ piece }} is your opponent's; you play Black", piece)
            }
            WhyNot::OtherPiece { piece, named } => sentence!(
                "the piece on {{ square }} is a {{ role }}, not a {{ named }}",
                square = &piece.square,
                role = name(piece.role),
                named = name(*named)
            ),
            WhyNot::OwnPiece { piece } => sentence!(
                "{{ square }} is occupied by your own {{ role }}",
                square = &piece.square,
                role = name(piece.role)
            ),
            WhyNot::KingIsNotTaken { square } => {
                sentence!("the king on {{ square }} cannot be taken", square)
            }
            WhyNot::Blocked {
                piece,
                to,
                blocker,
                blocker_color,
            } => sentence!(
                "{{ piece }} cannot reach {{ to }}, because {{ blocker }} is in its way",
                piece,
                to,
                blocker = of_colour(blocker, *blocker_color)
            ),
            WhyNot::PawnBlocked {
                pawn,
                blocker,
                blocker_color,
            } => sentence!(
                "the pawn on {{ pawn }} is blocked by {{ blocker }}",
                pawn,
                blocker = of_colour(blocker, *blocker_color)
            ),
            WhyNot::NothingToTake { square } => sentence!(
                "a pawn goes to another file only to take, and there is nothing to take on {{ square }}",
                square
            ),
            WhyNot::EnPassantTooLate { square } => sentence!(
                "{{ square }} is empty, and en passant is possible only directly after the pawn's double step",
                square
            ),
            WhyNot::PawnTakesDiagonally => {
                sentence!("a pawn takes only on the next file, one step ahead")
            }
            WhyNot::CannotTake { role, captured } => sentence!(
                "there is no {{ role }} that can take a {{ captured }}",
                role = name(*role),
                captured = name(*captured)
            ),
            WhyNot::Pinned { piece, pinner } => {
                sentence!("{{ piece }} is pinned by {{ pinner }}", piece, pinner)
            }
            WhyNot::EnPassantUncoversKing => {
                sentence!("taking en passant would leave your king in check")
            }
            WhyNot::InCheck { checkers } => in_check(checkers),
            WhyNot::IntoCheck { to, attacker } => {
                sentence!(
                    "on {{ to }} your king would be in check from {{ attacker }}",
                    to,
                    attacker
                )
            }
            WhyNot::CastlingRightLost {
                side: CastlingSide::KingSide,
            } => sentence!(
                "you may no longer castle kingside, because the king or that rook has moved"
            ),
            WhyNot::CastlingRightLost {
                side: CastlingSide::QueenSide,
            } => sentence!(
                "you may no longer castle queenside, because the king or that rook has moved"
            ),
            WhyNot::CastlingOutOfCheck { checker } => {
                sentence!(
                    "you cannot castle while your king is in check from {{ checker }}",
                    checker
                )
            }
            WhyNot::CastlingThroughCheck { square, attacker } => sentence!(
                "you cannot castle, because {{ square }} is attacked by {{ attacker }}",
                square,
                attacker
            ),
            WhyNot::CastlingBlocked {
                blocker,
                blocker_color,
            } => sentence!(
                "you cannot castle, because {{ blocker }} is in the way",
                blocker = of_colour(blocker, *blocker_color)
            ),
            WhyNot::WriteCastling {
                side: CastlingSide::KingSide,
            } => sentence!("the king goes two squares only when it castles, which is written O-O"),
            WhyNot::WriteCastling {
                side: CastlingSide::QueenSide,
            } => {
                sentence!("the king goes two squares only when it castles, which is written O-O-O")
            }
            WhyNot::NoPromotion => {
                sentence!("only a pawn that reaches the last rank is promoted")
            }
            WhyNot::PromotionTo { role } => {
                sentence!("a pawn cannot become a {{ role }}", role = name(*role))
            }
            WhyNot::NotAMove => sentence!("this is not a move"),
        }
    }
}

says_its_words!(Standing, WhyNot);

fn cannot_reach(role: Role, to: Option<Place>, from: Option<Place>) -> Sentence {
    let role = name(role);
    match (to.map(reached), from.map(left)) {
        (None, _) => sentence!("there is no {{ role }} that can do that", role),
        (Some(to), None) => sentence!("there is no {{ role }} that can reach {{ to }}", role, to),
        (Some(to), Some(from)) => sentence!(
            "there is no {{ role }} {{ from }} that can reach {{ to }}",
            role,
            from,
            to
        ),
    }
}

fn reached(place: Place) -> Sentence {
    match place {
        Place::Square(square) => sentence!("{{ square }}", square = &square),
        Place::File(file) => sentence!("the {{ file }}-file", file = file.char().to_string()),
        Place::Rank(rank) => sentence!("rank {{ rank }}", rank = rank.char().to_string()),
    }
}

fn left(place: Place) -> Sentence {
    match place {
        Place::Square(square) => sentence!("on {{ square }}", square = &square),
        Place::File(file) => sentence!("on the {{ file }}-file", file = file.char().to_string()),
        Place::Rank(rank) => sentence!("on rank {{ rank }}", rank = rank.char().to_string()),
    }
}

fn foreign_letter(letter: char, role: Option<Role>) -> Sentence {
    let known = language_of(letter, role);
    let letter = letter.to_string();
    match known {
        Some(language) => sentence!(
            "the letter {{ letter }} is none of your piece letters (\"letters {{ code }}\" on a line of its own sets the \
             {{ language }} ones)",
            letter,
            code = language.code(),
            language = words::of_word(language.name())
        ),
        None => sentence!(
            "the letter {{ letter }} is none of your piece letters",
            letter
        ),
    }
}

fn in_check(checkers: &[Standing]) -> Sentence {
    let checkers = checkers.iter().map(InWords::in_words);
    let checkers =
        checkers.reduce(|first, last| sentence!("{{ first }} and {{ last }}", first, last));
    let checkers = checkers.unwrap_or_else(Sentence::nothing);
    sentence!(
        "your king is in check from {{ checkers }}, and this move does not end it",
        checkers
    )
}
