//! Moves, and what goes with them, that are not for here and now.

use crate::letters::instant_in_words;
use crate::letters::{InWords, Sentence, sentence};
use chrono::{DateTime, Utc};

/// Why a move, conditional moves, a claim, a note or words do nothing in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// The mail says that the other side plays it.
    OtherSide,
    /// The mail repeats a move as the opponent's that was not the last one.
    AnswersAnotherMove,
    /// A question mark stands behind it.
    Questioned,
    /// The question has no answer of that number.
    NoSuchAnswer,
    /// No question is open.
    NoQuestion,
    /// A move that can be read in several ways, where no number is left for them.
    SeveralMoves,
    /// It answers a position that was lost with a database.
    UnknownPosition,
    /// Its number is that of a move of Black's, and White is to move.
    BlacksNumber {
        /// The number of White's move.
        next: u32,
    },
    /// It has another number than the next move.
    OtherNumber {
        /// As it was written.
        written: u32,
        /// That of the next move.
        next: u32,
    },
    /// Conditional moves on one's own turn.
    OwnTurn,
    /// No conditional moves wait.
    NothingPrepared,
    /// A draw is claimed on the opponent's turn.
    ClaimOnOthersTurn,
    /// A note before the game has begun.
    NotBegun,
    /// A note about a move that they have not made.
    NoSuchMove {
        /// The number of the move.
        number: u32,
    },
    /// A note before they have made a move.
    NoMoveYet,
    /// Whoever had their place has noted something about that move.
    NotedBefore,
    /// Words before the challenge is accepted.
    WordsTooEarly,
    /// The opponent wants no mail.
    OpponentWantsNoMail,
    /// So many words have been passed on today.
    WordsEnough,
    /// The opponent takes no words of theirs.
    WordsNotTaken,
    /// The opponent wants no mail, and the words stand beside something else.
    WordsToNobody,
    /// It came when the time of its writer was over.
    TooLate {
        /// When it came.
        came: DateTime<Utc>,
        /// When the time was over.
        over: DateTime<Utc>,
    },
    /// A move is not taken back when the time of the side to move was over.
    NoWayBack {
        /// When it was over.
        over: DateTime<Utc>,
    },
    /// With their move taken back they would have less than an hour left.
    NothingLeft,
    /// The same of their opponent, who asks for it.
    NothingLeftToThem,
    /// A position that is none; the fault, where it may be shown.
    NoPosition {
        /// Empty where it may not.
        fault: String,
    },
}

impl InWords for NoMove {
    fn in_words(&self) -> Sentence {
        match self {
            NoMove::OtherSide => sentence!("it says that the other side plays it"),
            NoMove::AnswersAnotherMove => {
                sentence!("it answers another move than the last one of this game")
            }
            NoMove::Questioned => {
                sentence!("a question mark stands behind it, so it may be a question")
            }
            NoMove::NoSuchAnswer => sentence!("the question has no answer with that number"),
            NoMove::NoQuestion => sentence!("there is no open question that a number would answer"),
            NoMove::SeveralMoves => {
                sentence!("it can be read as more than one move; write which one")
            }
            NoMove::UnknownPosition => sentence!(
                "it answers a position that this server does not know any more; the one below counts"
            ),
            NoMove::OwnTurn => sentence!(
                "it is your move, and conditional moves answer moves of your opponent; send your own move first, or in \
                 the same mail above them"
            ),
            NoMove::NothingPrepared => {
                sentence!("no conditional moves of yours are waiting in this game")
            }
            NoMove::ClaimOnOthersTurn => sentence!(
                "it is your opponent's move, and a draw is claimed on your own; you can offer one with \"draw\""
            ),
            NoMove::NotBegun => sentence!("the game has not begun yet"),
            NoMove::NoMoveYet => sentence!("you have made no move in this game yet"),
            NoMove::NotedBefore => sentence!(
                "a note about that move has been kept by the player whose place you took, and stays theirs"
            ),
            NoMove::WordsTooEarly => {
                sentence!("messages can be sent when the challenge has been accepted")
            }
            NoMove::OpponentWantsNoMail => sentence!("your opponent does not want mail now"),
            NoMove::WordsEnough => {
                sentence!("you have written to your opponents very often today; try again tomorrow")
            }
            NoMove::WordsNotTaken => {
                sentence!("your opponent takes no messages now, and these words were not passed on")
            }
            NoMove::WordsToNobody => sentence!(
                "your opponent does not want mail now, and these words were not passed on"
            ),
            NoMove::BlacksNumber { next } => sentence!(
                "that is the number of a move of Black's, and it is White's move {{ next }}",
                next
            ),
            NoMove::OtherNumber { written, next } => sentence!(
                "the number says move {{ written }}, and the next move is number {{ next }}",
                written,
                next
            ),
            NoMove::NoSuchMove { number } => {
                sentence!("you have made no move {{ number }} in this game", number)
            }
            NoMove::TooLate { came, over } => too_late(*came, *over),
            NoMove::NoWayBack { over } => no_way_back(*over),
            NoMove::NothingLeft => sentence!(
                "what you have spent stays spent, and you would have less than an hour left"
            ),
            NoMove::NothingLeftToThem => sentence!(
                "what your opponent has spent stays spent, and they would have less than an hour left"
            ),
            NoMove::NoPosition { fault } => match fault.is_empty() {
                true => sentence!("that is not a position"),
                false => sentence!("that is not a position: {{ fault }}", fault),
            },
        }
    }
}

fn too_late(came: DateTime<Utc>, over: DateTime<Utc>) -> Sentence {
    sentence!(
        "your time was over on {{ over }}, and the mail came on {{ came }}; you both hear by mail how the game ends",
        over = instant_in_words(over),
        came = instant_in_words(came)
    )
}

fn no_way_back(over: DateTime<Utc>) -> Sentence {
    sentence!(
        "your opponent's time was over on {{ over }}, and no move that is taken back undoes that; you both hear by mail how \
         the game ends",
        over = instant_in_words(over)
    )
}
