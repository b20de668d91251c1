//! What a draw rests on that nobody agreed to, and what a claim of one lacks (FIDE 9.2, 9.3, 9.6).

use super::{InWords, Sentence, says_its_words, sentence};
use crate::game::{Refusal, RightsDiffer};
use shakmaty::{CastlingSide, Color};

/// When a position stood on the board: after this move, in numbered SAN; without one, at the start of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct After(pub Option<String>);

impl InWords for After {
    fn in_words(&self) -> Sentence {
        match &self.0 {
            Some(played) => sentence!("after {{ played }}", played),
            None => sentence!("at the start of the game"),
        }
    }
}

/// How often the position on the board has been there: now, and then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// Before now, in the order of the game.
    pub earlier: Vec<After>,
}

impl InWords for Repeated {
    fn in_words(&self) -> Sentence {
        let earlier = self.earlier.iter().map(InWords::in_words);
        let when = Sentence::all_of(earlier.chain([sentence!("now")]));
        match self.earlier.len() {
            0 => sentence!("once: {{ when }}", when),
            1 => sentence!("twice: {{ when }}", when),
            2 => sentence!("three times: {{ when }}", when),
            3 => sentence!("four times: {{ when }}", when),
            4 => sentence!("five times: {{ when }}", when),
            earlier => sentence!("{{ times }} times: {{ when }}", times = earlier + 1, when),
        }
    }
}

/// How many moves have been made without a capture or a pawn move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quiet {
    /// Who made the last of them.
    pub last: Color,
    /// How many plies.
    pub plies: u32,
    /// From when on they are counted.
    pub since: Since,
}

/// From when on quiet moves are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Since {
    /// The start of the game.
    Start,
    /// This move, in numbered SAN.
    Move(String),
    /// Moves before the position from which the game began, as its FEN says.
    BeforeTheStart,
}

impl InWords for Quiet {
    fn in_words(&self) -> Sentence {
        let colour = |color: Color| color.fold_wb(sentence!("White"), sentence!("Black"));
        let (last, other) = (colour(self.last), colour(!self.last));
        let (moves, others) = (self.plies.div_ceil(2), self.plies / 2);
        match &self.since {
            Since::Start => sentence!(
                "Since the start of the game, {{ last }} has made {{ moves }} {{ moves|count(\"move\", \"moves\") }} and {{ other }} {{ others }} without a capture or a pawn move",
                last,
                moves,
                other,
                others
            ),
            Since::Move(played) => sentence!(
                "Since {{ played }}, {{ last }} has made {{ moves }} {{ moves|count(\"move\", \"moves\") }} and {{ other }} {{ others }} without a capture or a pawn move",
                played,
                last,
                moves,
                other,
                others
            ),
            Since::BeforeTheStart => sentence!(
                "Counted from before the start position, {{ last }} has made {{ moves }} {{ moves|count(\"move\", \"moves\") }} and {{ other }} {{ others }} without a capture or a pawn move",
                last,
                moves,
                other,
                others
            ),
        }
    }
}

/// Why a game that is over ended without one of the two agreeing, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grounds {
    /// The position was repeated.
    Repeated(Repeated),
    /// Nothing was captured, and no pawn moved.
    Quiet(Quiet),
    /// This player has wanted no mail for so long that they were not asked.
    Absent(String),
}

impl InWords for Grounds {
    fn in_words(&self) -> Sentence {
        match self {
            Grounds::Repeated(repeated) => sentence!(
                "The same position has been on the board {{ repeated }}.",
                repeated
            ),
            Grounds::Quiet(quiet) => sentence!("{{ quiet }}.", quiet),
            Grounds::Absent(opponent) => {
                sentence!("{{ opponent }} has wanted no mail for a week.", opponent)
            }
        }
    }
}

says_its_words!(Grounds);

impl InWords for RightsDiffer {
    fn in_words(&self) -> Sentence {
        match self {
            RightsDiffer::Castling(color, side) => {
                let color = color.fold_wb(sentence!("White"), sentence!("Black"));
                match side {
                    CastlingSide::KingSide => {
                        sentence!("{{ color }} still had the right to castle kingside", color)
                    }
                    CastlingSide::QueenSide => {
                        sentence!("{{ color }} still had the right to castle queenside", color)
                    }
                }
            }
            RightsDiffer::EnPassant(square) => sentence!(
                "a pawn could be taken en passant on {{ square }}",
                square = square.to_string()
            ),
        }
    }
}

/// What is missing for a claim, a sentence each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The position is new.
    New,
    /// It has not been there often enough.
    Repetitions(Repeated),
    /// The men stood alike, and other rights stood with them.
    Alike {
        /// When.
        after: After,
        /// In what the position differed.
        differences: Vec<RightsDiffer>,
    },
    /// There are not enough quiet moves.
    QuietMoves(Quiet),
    /// The rules allow no claim now.
    Refused(Refusal),
}

impl InWords for Missing {
    fn in_words(&self) -> Sentence {
        match self {
            Missing::New => sentence!("This position has not been on the board before."),
            Missing::Repetitions(repeated) => sentence!(
                "This position has been on the board only {{ repeated }}.",
                repeated
            ),
            Missing::Alike { after, differences } => {
                let differences = differences.iter().map(InWords::in_words);
                let differences = differences
                    .reduce(|first, next| sentence!("{{ first }}, and {{ next }}", first, next));
                let differences = differences.unwrap_or_else(Sentence::nothing);
                sentence!(
                    "The men stood alike {{ after }}, but it was another position: {{ differences }}.",
                    after,
                    differences
                )
            }
            Missing::QuietMoves(quiet) => {
                sentence!("{{ quiet }}; fifty of each are needed.", quiet)
            }
            Missing::Refused(refusal) => sentence!("{{ refusal }}.", refusal),
        }
    }
}

says_its_words!(Missing);
says_its_words!(RightsDiffer);
