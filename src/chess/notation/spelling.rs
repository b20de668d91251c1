//! One move as somebody typed it, before any position is known.

use super::reading::Reading;

use std::fmt;

use shakmaty::{
    CastlingMode, CastlingSide, Chess, Color, File, Move, Position, Rank, Role, Square,
};

/// One move as it was typed, independent of any position.
///
/// It keeps every reading that the letters allow; `resolve` holds them against a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelling {
    pub(super) typed: String,
    pub(super) number: Option<MoveNumber>,
    pub(super) marks: Marks,
    pub(super) patterns: Patterns,
}

/// The move number that was written before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveNumber {
    /// The number, from 1.
    pub fullmove: u32,
    /// Black when more than one dot follows the number (`12...Nf6`). One dot or none says nothing:
    /// people put `12.` before Black's move as well.
    pub side: Option<Color>,
}

/// Signs around a move that promise something about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    pub(super) capture: bool,
    pub(super) check: bool,
    pub(super) mate: bool,
    pub(super) en_passant: bool,
    pub(super) questioned: bool,
}

/// What the letters can mean, in three degrees.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Patterns {
    /// May be played.
    pub(super) readings: Vec<Pattern>,
    /// Never played, but where one is legal as well, the reading is not beyond doubt: `Dxe5` is a
    /// capital pawn from a telephone, or the queen of a German who has not said so.
    pub(super) doubts: Vec<Pattern>,
    /// Only for "did you mean".
    pub(super) hints: Vec<Pattern>,
    /// The letter for the piece when it belongs to no piece of the player's own language.
    pub(super) foreign_letter: Option<char>,
    /// A letter in it may stand for a piece, in whatever language.
    pub(super) by_letter: bool,
}

/// One reading of a move. `None` means that nothing is said about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pattern {
    pub(super) castle: Option<CastlingSide>,
    pub(super) role: Option<Role>,
    pub(super) from_file: Option<File>,
    pub(super) from_rank: Option<Rank>,
    pub(super) to_file: Option<File>,
    pub(super) to_rank: Option<Rank>,
    pub(super) promotion: Option<Role>,
    /// A pawn's spelling with a capture sign or a file before its target takes; other pieces'
    /// capture signs are as often forgotten as not.
    pub(super) must_capture: bool,
    /// Written with a capture sign behind a piece's letter.
    pub(super) takes: bool,
    /// The piece that is said to be taken ("knight takes bishop").
    pub(super) captured: Option<Role>,
    /// Nothing but a capture en passant.
    pub(super) en_passant: bool,
    /// How the letter was written by which the piece is known; `None` where none says it.
    pub(super) by_letter: Option<LetterCase>,
}

impl Pattern {
    /// What both say, where they contradict each other in nothing.
    fn both(&self, other: &Pattern) -> Option<Pattern> {
        fn same<T: PartialEq + Copy>(one: Option<T>, other: Option<T>) -> Option<Option<T>> {
            match (one, other) {
                (Some(one), Some(other)) if one != other => None,
                (one, other) => Some(one.or(other)),
            }
        }
        let squares = self.to_rank.is_some() && other.to_rank.is_some();
        (squares && self.castle == other.castle).then_some(())?;
        Some(Pattern {
            castle: self.castle,
            role: same(self.role, other.role)?,
            from_file: same(self.from_file, other.from_file)?,
            from_rank: same(self.from_rank, other.from_rank)?,
            to_file: same(self.to_file, other.to_file)?,
            to_rank: same(self.to_rank, other.to_rank)?,
            promotion: same(self.promotion, other.promotion)?,
            must_capture: self.must_capture || other.must_capture,
            takes: self.takes || other.takes,
            captured: same(self.captured, other.captured)?,
            en_passant: self.en_passant || other.en_passant,
            by_letter: self.by_letter.or(other.by_letter),
        })
    }
}

/// How somebody writes the letter of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LetterCase {
    /// `Nf3`
    Large,
    /// `nf3`
    Small,
}

/// Something that was written about a move and is not so. The move is played all the same; the
/// answer should say it, because it may mean that the player looks at another position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Remark {
    /// Written as a capture, but nothing is taken.
    NoCapture,
    /// Written with a check sign, but the king is not attacked.
    NoCheck,
    /// Written with a mate sign, but it is not mate.
    NoMate,
    /// Written as en passant, but it is not.
    NoEnPassant,
}

impl Spelling {
    /// The move number written before the move, if any. It is the caller who compares it with
    /// the game.
    pub fn move_number(&self) -> Option<MoveNumber> {
        self.number
    }

    /// The move as it was typed, printable, without its number; at most 60 characters.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// Either of two moves, in one way of saying them.
    #[must_use]
    pub fn or(mut self, other: Spelling) -> Spelling {
        self.patterns.readings.extend(other.patterns.readings);
        self
    }

    /// The same move, said in these words.
    #[must_use]
    pub fn typed_as(mut self, typed: &str) -> Spelling {
        self.typed = typed.chars().take(60).collect();
        self
    }

    /// A capture by this piece, from this file, of whatever may be taken.
    pub fn capture_by(role: Role, from_file: Option<File>) -> Spelling {
        let pattern = Pattern {
            role: Some(role),
            from_file,
            must_capture: true,
            ..Pattern::default()
        };
        Spelling::of(pattern)
    }

    /// A capture en passant by whichever pawn can do it.
    pub fn en_passant() -> Spelling {
        let pattern = Pattern {
            role: Some(Role::Pawn),
            en_passant: true,
            ..Pattern::default()
        };
        let mut spelling = Spelling::of(pattern);
        spelling.marks.en_passant = true;
        spelling
    }

    fn of(pattern: Pattern) -> Spelling {
        Spelling {
            typed: String::new(),
            number: None,
            marks: Marks::default(),
            patterns: Patterns {
                readings: vec![pattern],
                ..Patterns::default()
            },
        }
    }

    /// The same move, to this square.
    #[must_use]
    pub fn onto(mut self, square: Square) -> Spelling {
        for pattern in &mut self.patterns.readings {
            pattern.to_file = Some(square.file());
            pattern.to_rank = Some(square.rank());
        }
        self
    }

    /// The same move with the number of another one.
    #[must_use]
    pub fn numbered_as(mut self, other: &Spelling) -> Spelling {
        self.number = other.number;
        self
    }

    /// The one move that both say, one with the square that the other leaves out: "c3" and "c2-c3".
    pub fn both(&self, other: &Spelling) -> Option<Spelling> {
        let number = match (self.number, other.number) {
            (Some(one), Some(other)) if one != other => return None,
            (one, other) => one.or(other),
        };
        if self.patterns == other.patterns {
            return Some(Spelling {
                number,
                ..self.clone()
            });
        }
        let pairs = self.patterns.readings.iter().flat_map(|one| {
            let others = other.patterns.readings.iter();
            others.filter_map(move |other| one.both(other))
        });
        let readings: Vec<Pattern> = pairs.collect();
        let mut both = self.clone();
        both.number = number;
        both.patterns.readings = readings;
        (!both.patterns.readings.is_empty()).then_some(both)
    }

    /// Whether both say the same in every position: `O-O` and `short castling`.
    pub fn means(&self, other: &Spelling) -> bool {
        self.number == other.number && self.patterns == other.patterns
    }

    /// Whether the move is the same whatever the language of the piece letters: `e4`, `O-O`, `g1f3`, `♘f3`, `knight f3`.
    pub fn is_free_of_letters(&self) -> bool {
        !self.patterns.by_letter
    }

    /// Whether it can be no move by the player's letters, and may be one by others: "Lb5" by the English ones.
    pub fn is_in_foreign_letters(&self) -> bool {
        self.patterns.readings.is_empty() && self.patterns.foreign_letter.is_some()
    }

    /// How the letter of the piece was written, where one says which piece it is: `Large` for `Nf3`, `Small` for `nf3`.
    /// `None` for `e4` and `g1f3`, for `NF3`, in which everything is large, and for `bxc3`, which is the pawn's or the
    /// bishop's; with the legal move that was played by it, that is known.
    pub fn letter_case(&self, played: Option<(&Chess, Move)>) -> Option<LetterCase> {
        let meant = |pattern: &&Pattern| {
            played.is_none_or(|(position, played)| pattern.matches(position, played))
        };
        let mut cases = self.patterns.readings.iter().filter(meant).map(|pattern| {
            pattern
                .by_letter
                .filter(|_| pattern.role != Some(Role::Pawn))
        });
        let first = cases.next()??;
        cases.all(|case| case == Some(first)).then_some(first)
    }

    /// Whether the small letter in front may be a file or a piece: `bxc3`.
    pub fn may_begin_with_a_file(&self) -> bool {
        let patterns = self.patterns.readings.iter().chain(&self.patterns.doubts);
        let small = |pattern: &&Pattern| pattern.by_letter == Some(LetterCase::Small);
        let (letters, files): (Vec<&Pattern>, Vec<&Pattern>) = patterns.partition(small);
        !letters.is_empty() && !files.is_empty()
    }

    /// The same move by somebody who never writes the letter of a piece small: a small `b` is the file, where the pawn on
    /// it can go there.
    pub fn with_small_files(&self, position: &Chess) -> Spelling {
        let by_file = |pattern: &Pattern| pattern.by_letter != Some(LetterCase::Small);
        let mut files = self.clone();
        files.patterns.readings.retain(by_file);
        files.patterns.doubts.retain(by_file);
        match (self.resolve(position), files.resolve(position)) {
            (Reading::Several(_), Reading::One(_)) => files,
            _ => self.clone(),
        }
    }

    /// Whether the move carries a question mark (`Nf3?`, `Nf3??`; not `!?` and `?!`). It is a
    /// sign for a bad move in annotations, but in a mail it may well be a question.
    pub fn is_questioned(&self) -> bool {
        self.marks.questioned
    }

    /// What the spelling says about the move and is not so. `played` must be legal in `position`.
    pub fn remarks(&self, position: &Chess, played: Move) -> Vec<Remark> {
        let mut remarks = Vec::new();
        if self.marks.en_passant && !played.is_en_passant() {
            remarks.push(Remark::NoEnPassant);
        }
        // In Chess960 the king is written to take its own rook.
        if self.marks.capture && !played.is_capture() && !played.is_castle() {
            remarks.push(Remark::NoCapture);
        }
        if self.marks.check || self.marks.mate {
            let Ok(after) = position.clone().play(played) else {
                return remarks;
            };
            if self.marks.mate && !after.is_checkmate() {
                remarks.push(Remark::NoMate);
            } else if self.marks.check && !after.is_check() {
                remarks.push(Remark::NoCheck);
            }
        }
        remarks
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Remark::NoCapture => "you wrote a capture, but nothing is taken",
            Remark::NoCheck => "you wrote check, but it is not check",
            Remark::NoMate => "you wrote mate, but it is not mate",
            Remark::NoEnPassant => "you wrote en passant, but it is not",
        })
    }
}

impl Pattern {
    /// Whether a legal move of `position` is what this pattern says.
    pub(super) fn matches(&self, position: &Chess, m: Move) -> bool {
        if let Some(side) = self.castle {
            return m.castling_side() == Some(side);
        }
        match m {
            Move::Castle { .. } => self.matches_castling(position, m),
            Move::Normal { .. } | Move::EnPassant { .. } => self.matches_ordinary(m),
            // Crazyhouse only; orthodox positions have none.
            Move::Put { .. } => false,
        }
    }

    /// Castling written by squares, `e1g1` or king takes rook. The whole square of the king must
    /// be given: `Kg1` alone is not castling. Only in Chess960 `Kxh1` will do, where taking one's own
    /// rook can mean nothing else.
    fn matches_castling(&self, position: &Chess, m: Move) -> bool {
        let (Move::Castle { king, rook }, Some(side)) = (m, m.castling_side()) else {
            return false;
        };
        let chess960 = position.castles().mode() == CastlingMode::Chess960;
        let takes_rook = (self.to_file, self.to_rank) == (Some(rook.file()), Some(rook.rank()));
        if chess960 && takes_rook && self.role == Some(Role::King) {
            let whole_square = self.from_file.is_some() && self.from_rank.is_some();
            return (whole_square || self.takes)
                && self.promotion.is_none()
                && self.from_file.is_none_or(|file| file == king.file())
                && self.from_rank.is_none_or(|rank| rank == king.rank())
                && self.captured.is_none_or(|role| role == Role::Rook);
        }
        if self.role.is_some_and(|role| role != Role::King)
            || self.captured.is_some()
            || self.promotion.is_some()
            || self.from_file != Some(king.file())
            || self.from_rank != Some(king.rank())
            || self.to_rank != Some(king.rank())
        {
            return false;
        }
        let king_to = side.king_to(position.turn());
        // In Chess960 the king may end next to its square, where an ordinary move could go too.
        takes_rook || (self.to_file == Some(king_to.file()) && king.distance(king_to) > 1)
    }

    fn matches_ordinary(&self, m: Move) -> bool {
        let Some(from) = m.from() else {
            return false;
        };
        let to = m.to();
        self.role.is_none_or(|role| role == m.role())
            && self.from_file.is_none_or(|file| file == from.file())
            && self.from_rank.is_none_or(|rank| rank == from.rank())
            && self.to_file.is_none_or(|file| file == to.file())
            && self.to_rank.is_none_or(|rank| rank == to.rank())
            && (self.promotion.is_none() || self.promotion == m.promotion())
            && (!self.must_capture || m.is_capture())
            && (!self.en_passant || m.is_en_passant())
            && (self.captured.is_none() || self.captured == m.capture())
    }
}
