//! A position as somebody gave it: only the fields that they gave.

use std::num::NonZeroU32;

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, File, FromSetup, Piece, PositionErrorKinds, Rank,
    Role, Setup, Square,
};

use super::error::{FenError, FenFault, FenField};
use super::shredder_letters;

/// What a FEN says, in whatever dialect: the placement, and each of the five other fields if it
/// was given. It need not be a legal position; [`GivenPosition::to_chess`] asks for that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenPosition {
    pub(super) board: Board,
    pub(super) turn: Option<Color>,
    pub(super) castling: Option<Vec<CastlingLetter>>,
    pub(super) en_passant: Option<Option<Square>>,
    halfmove_clock: Option<u32>,
    move_number: Option<u32>,
}

/// `K`, `q`, or the file of a rook in the colour of its case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CastlingLetter(pub(super) char);

impl GivenPosition {
    /// Reads a FEN in any dialect: fields separated by blanks or underscores; the placement alone
    /// is enough; castling as `KQkq`, X-FEN or Shredder-FEN in any order; an en passant square
    /// after every double step or only after some. EPD operations behind the fourth field are
    /// passed over, except `hmvc` and `fmvn`, which are the two counters.
    ///
    /// # Errors
    ///
    /// [`FenError`] with every fault of form, each with its field. Whether the position is
    /// possible is not asked here.
    pub fn read(text: &str) -> Result<GivenPosition, FenError> {
        let fields = split_fields(text);
        let mut fields = fields.iter().map(String::as_str);
        let mut faults = Vec::new();
        let Some(placement) = fields.next() else {
            return Err(FenError::new(vec![FenFault::Empty]));
        };
        let board = read_placement(placement, &mut faults);
        let turn = fields.next().and_then(|text| {
            let turn = read_turn(text);
            if turn.is_none() {
                faults.push(FenFault::UnknownSide { text: shown(text) });
            }
            turn
        });
        let castling = fields.next().and_then(|text| {
            let letters = read_castling(text);
            if letters.is_none() {
                faults.push(FenFault::UnknownCastling { text: shown(text) });
            }
            letters
        });
        let en_passant = fields.next().and_then(|text| {
            let square = read_en_passant(text);
            if square.is_none() {
                faults.push(FenFault::UnknownSquare { text: shown(text) });
            }
            square
        });
        let rest: Vec<&str> = fields.collect();
        let (halfmove_clock, move_number) = read_counters(&rest, &mut faults);
        if !faults.is_empty() {
            return Err(FenError::new(faults));
        }
        Ok(GivenPosition {
            board,
            turn,
            castling,
            en_passant,
            halfmove_clock,
            move_number,
        })
    }

    /// The pieces on their squares, for a diagram.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who is to move, if that was given.
    pub fn turn(&self) -> Option<Color> {
        self.turn
    }

    /// The number of the move, if that was given. Not compared by [`GivenPosition::agrees_with`],
    /// but a hint at which position of the game is meant.
    pub fn move_number(&self) -> Option<u32> {
        self.move_number
    }

    /// Whether nothing but the pieces was given.
    pub fn is_only_placement(&self) -> bool {
        self.turn.is_none()
    }

    /// The fields without which nobody knows how to play on.
    pub(in crate::chess) fn missing_fields(&self) -> Vec<FenFault> {
        [
            (FenField::SideToMove, self.turn.is_none()),
            (FenField::Castling, self.castling.is_none()),
        ]
        .into_iter()
        .filter(|(_, missing)| *missing)
        .map(|(field, _)| FenFault::Missing { field })
        .collect()
    }

    /// The position, ready to be played from. What was not given is White to move, no castling,
    /// no en passant, clock 0, move 1.
    ///
    /// # Errors
    ///
    /// [`FenError`] with every fault of the position: kings, pawns on the last ranks, castling
    /// rights without rook, an en passant square without a double step, a check that cannot be.
    pub fn to_chess(&self, mode: CastlingMode) -> Result<Chess, FenError> {
        let mut faults = self.faults_of_pieces();
        let mut castling_rights = Bitboard::EMPTY;
        for letter in self.castling.iter().flatten() {
            match letter.rook(&self.board) {
                Some(rook) if letter.is_possible(&self.board, rook, mode) => {
                    castling_rights.add(rook);
                }
                _ => faults.push(FenFault::CastlingWithoutRook { letter: letter.0 }),
            }
        }
        let setup = Setup {
            board: self.board.clone(),
            turn: self.turn.unwrap_or(Color::White),
            castling_rights,
            ep_square: self.en_passant.flatten(),
            halfmoves: self.halfmove_clock.unwrap_or(0),
            fullmoves: self
                .move_number
                .and_then(NonZeroU32::new)
                .unwrap_or(NonZeroU32::MIN),
            ..Setup::empty()
        };
        let turn = setup.turn;
        match Chess::from_setup(setup, mode) {
            Ok(position) if faults.is_empty() => Ok(position),
            Ok(_) => Err(FenError::new(faults)),
            Err(error) => {
                let kinds = error.kinds();
                // Kings, pawns and castling were looked at above, with more to say.
                if kinds.contains(PositionErrorKinds::INVALID_EP_SQUARE)
                    && let Some(square) = self.en_passant.flatten()
                {
                    faults.push(FenFault::NoDoubleStep { square });
                }
                if kinds.contains(PositionErrorKinds::OPPOSITE_CHECK) {
                    faults.push(FenFault::LeftInCheck { color: !turn });
                }
                if kinds.contains(PositionErrorKinds::IMPOSSIBLE_CHECK) {
                    faults.push(FenFault::ImpossibleCheck);
                }
                if kinds.contains(PositionErrorKinds::TOO_MUCH_MATERIAL) {
                    faults.push(FenFault::TooManyPieces);
                }
                if faults.is_empty() {
                    // A kind that shakmaty may add; the castling field is the likeliest culprit.
                    faults.push(FenFault::UnknownCastling {
                        text: shredder_letters(castling_rights),
                    });
                }
                Err(FenError::new(faults))
            }
        }
    }

    /// What is wrong with the kings and the pawns on the board.
    fn faults_of_pieces(&self) -> Vec<FenFault> {
        let kings = Color::ALL.into_iter().filter_map(|color| {
            let found = self.board.by_piece(Role::King.of(color)).count();
            (found != 1).then_some(FenFault::Kings { color, found })
        });
        let pawns = self.board.pawns() & Bitboard::BACKRANKS;
        kings
            .chain(
                pawns
                    .into_iter()
                    .map(|square| FenFault::PawnOnLastRank { square }),
            )
            .collect()
    }
}

impl CastlingLetter {
    fn color(self) -> Color {
        Color::from_white(self.0.is_ascii_uppercase())
    }

    /// The rook that the letter means: by its file (Shredder-FEN), or the outermost on that side
    /// of the king (X-FEN, and with the usual start the same as in the standard).
    pub(super) fn rook(self, board: &Board) -> Option<Square> {
        let color = self.color();
        let rooks = board.by_piece(Role::Rook.of(color)) & color.backrank();
        match self.0.to_ascii_lowercase() {
            'k' => {
                let king = board.king_of(color)?;
                rooks.last().filter(|rook| *rook > king)
            }
            'q' => {
                let king = board.king_of(color)?;
                rooks.first().filter(|rook| *rook < king)
            }
            file => {
                let file = File::from_char(file)?;
                let square = Square::from_coords(file, color.backrank());
                rooks.contains(square).then_some(square)
            }
        }
    }

    /// Whether the king stands on its first rank, and in orthodox chess both on their squares.
    fn is_possible(self, board: &Board, rook: Square, mode: CastlingMode) -> bool {
        let color = self.color();
        let Some(king) = board.king_of(color) else {
            return false;
        };
        king.rank() == color.backrank()
            && match mode {
                CastlingMode::Chess960 => true,
                CastlingMode::Standard => {
                    king.file() == File::E && matches!(rook.file(), File::A | File::H)
                }
            }
    }
}

fn split_fields(text: &str) -> Vec<String> {
    let text = text
        .trim()
        .trim_matches(['"', '\'', '`', '[', ']', '(', ')', '*'])
        .trim();
    let text = match text.get(..3) {
        Some(head) if head.eq_ignore_ascii_case("fen") => text.get(3..).unwrap_or_default(),
        _ => text,
    };
    text.split(|character: char| character.is_whitespace() || character == '_')
        .map(|field| {
            field
                .trim_matches(['"', '\'', '`', '“', '”', ':', '=', ',', ';'])
                .trim_end_matches('.')
        })
        .filter(|field| !field.is_empty())
        .map(str::to_owned)
        .collect()
}

fn read_placement(text: &str, faults: &mut Vec<FenFault>) -> Board {
    let mut board = Board::empty();
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        faults.push(FenFault::Ranks { found: ranks.len() });
        return board;
    }
    for (text, rank) in ranks.iter().zip(Rank::ALL.into_iter().rev()) {
        let number = rank.to_u32() + 1;
        let mut squares: u32 = 0;
        let mut unknown = None;
        for character in text.chars() {
            if let Some(digit @ 1..=8) = character.to_digit(10) {
                squares = squares.saturating_add(digit);
            } else if let Some(piece) = Piece::from_char(character) {
                if let Ok(file) = File::try_from(squares) {
                    board.set_piece_at(Square::from_coords(file, rank), piece);
                }
                squares = squares.saturating_add(1);
            } else if character != '~' {
                // The tilde marks a promoted piece in some variants' FENs.
                unknown = unknown.or(Some(character));
            }
        }
        if let Some(character) = unknown {
            faults.push(FenFault::UnknownPiece {
                rank: number,
                character,
            });
        } else if squares != 8 {
            faults.push(FenFault::RankLength {
                rank: number,
                squares,
                text: shown(text),
            });
        }
    }
    board
}

fn read_turn(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "w" | "white" => Some(Color::White),
        "b" | "black" => Some(Color::Black),
        _ => None,
    }
}

fn read_castling(text: &str) -> Option<Vec<CastlingLetter>> {
    if is_dash(text) {
        return Some(Vec::new());
    }
    let mut letters = Vec::new();
    for character in text.chars() {
        let letter = CastlingLetter(character);
        if !matches!(character.to_ascii_lowercase(), 'k' | 'q' | 'a'..='h')
            || letters.contains(&letter)
        {
            return None;
        }
        letters.push(letter);
    }
    Some(letters)
}

fn read_en_passant(text: &str) -> Option<Option<Square>> {
    if is_dash(text) {
        return Some(None);
    }
    let square: Square = text.to_ascii_lowercase().parse().ok()?;
    matches!(square.rank(), Rank::Third | Rank::Sixth).then_some(Some(square))
}

fn read_counters(rest: &[&str], faults: &mut Vec<FenFault>) -> (Option<u32>, Option<u32>) {
    let is_operation = rest
        .first()
        .is_some_and(|text| text.starts_with(|first: char| first.is_ascii_alphabetic()));
    if is_operation {
        return (operand(rest, "hmvc"), operand(rest, "fmvn"));
    }
    let mut fields = rest.iter();
    let mut number = |field| {
        let text = *fields.next()?;
        if is_dash(text) {
            return None;
        }
        let number = text.parse().ok();
        if number.is_none() {
            faults.push(FenFault::NotANumber {
                field,
                text: shown(text),
            });
        }
        number
    };
    let halfmove_clock = number(FenField::HalfmoveClock);
    let move_number = number(FenField::MoveNumber);
    if let Some(text) = fields.next() {
        faults.push(FenFault::TooLong { text: shown(text) });
    }
    (halfmove_clock, move_number)
}

/// The number behind an operation code of EPD (PGN standard, section 16.2).
fn operand(operations: &[&str], code: &str) -> Option<u32> {
    let mut words = operations.iter().skip_while(|word| **word != code);
    words.next()?;
    words.next()?.trim_end_matches(';').parse().ok()
}

fn is_dash(text: &str) -> bool {
    matches!(text, "-" | "–" | "—" | "−" | "‐" | "‑")
}

/// A piece of somebody's text, fit to be shown back.
fn shown(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_control())
        .take(30)
        .collect()
}

#[cfg(test)]
mod tests;
