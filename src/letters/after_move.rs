//! What goes with a move that was played or taken back, as one of the players is told of it.

use super::{InWords, Sentence, Stopped, says_its_words, sentence};
use serde::Serialize;

/// What followed a move by itself, as one of the players is told of it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Followed {
    /// The prepared moves that were played at once, in numbered SAN: "13. Bb5 a6 14. Ba4".
    pub line: Option<String>,
    /// The reader's conditional moves did not know a move and are void.
    pub voided: bool,
    /// The reader's prepared answer that waits, since a draw is offered to them.
    pub held: Option<String>,
    /// Offers that the move of the sender has ended, a sentence each.
    pub ended: Vec<EndedOffer>,
}

/// An offer that a move has ended, as one of the players is told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedOffer {
    /// What was offered.
    pub what: Offered,
    /// Whose offer it was; nothing where it was the reader's.
    pub whose: Option<String>,
    /// What became of it.
    pub end: OfferEnd,
}

/// What one player offers the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// A draw.
    Draw,
    /// That moves are taken back.
    Takeback,
    /// An end without a result.
    Abort,
    /// A pause.
    Pause,
}

/// What a move makes of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferEnd {
    /// It was the other player's, and is refused by it.
    Declined,
    /// It was the mover's own.
    Lapsed,
}

/// Four offers of two players with two ends: each is a sentence of its own, since in other languages the parts change each other.
impl InWords for EndedOffer {
    fn in_words(&self) -> Sentence {
        match (&self.whose, self.end) {
            (None, OfferEnd::Declined) => yours_declined(self.what),
            (None, OfferEnd::Lapsed) => yours_lapsed(self.what),
            (Some(whose), OfferEnd::Declined) => theirs_declined(whose, self.what),
            (Some(whose), OfferEnd::Lapsed) => theirs_lapsed(whose, self.what),
        }
    }
}

says_its_words!(EndedOffer);

fn yours_declined(what: Offered) -> Sentence {
    match what {
        Offered::Draw => sentence!("Your draw offer is declined by that move."),
        Offered::Takeback => sentence!("Your takeback offer is declined by that move."),
        Offered::Abort => {
            sentence!("Your offer to end the game without a result is declined by that move.")
        }
        Offered::Pause => sentence!("Your offer of a pause is declined by that move."),
    }
}

fn yours_lapsed(what: Offered) -> Sentence {
    match what {
        Offered::Draw => sentence!("Your draw offer has lapsed."),
        Offered::Takeback => sentence!("Your takeback offer has lapsed."),
        Offered::Abort => sentence!("Your offer to end the game without a result has lapsed."),
        Offered::Pause => sentence!("Your offer of a pause has lapsed."),
    }
}

fn theirs_declined(whose: &str, what: Offered) -> Sentence {
    match what {
        Offered::Draw => sentence!("{{ whose }}'s draw offer is declined by that move.", whose),
        Offered::Takeback => sentence!(
            "{{ whose }}'s takeback offer is declined by that move.",
            whose
        ),
        Offered::Abort => sentence!(
            "{{ whose }}'s offer to end the game without a result is declined by that move.",
            whose
        ),
        Offered::Pause => sentence!(
            "{{ whose }}'s offer of a pause is declined by that move.",
            whose
        ),
    }
}

fn theirs_lapsed(whose: &str, what: Offered) -> Sentence {
    match what {
        Offered::Draw => sentence!("{{ whose }}'s draw offer has lapsed.", whose),
        Offered::Takeback => sentence!("{{ whose }}'s takeback offer has lapsed.", whose),
        Offered::Abort => sentence!(
            "{{ whose }}'s offer to end the game without a result has lapsed.",
            whose
        ),
        Offered::Pause => sentence!("{{ whose }}'s offer of a pause has lapsed.", whose),
    }
}

impl Followed {
    /// Whether nothing that was prepared or offered has to do with the move.
    pub fn is_nothing(&self) -> bool {
        self.line.is_none() && !self.voided && self.held.is_none() && self.ended.is_empty()
    }
}

/// The conditional moves of the reader.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Prepared {
    /// A line for each branch to its end, in numbered SAN; empty when nothing is prepared.
    pub lines: Vec<String>,
    /// Where lines that they wrote end earlier than they wrote them, and why; a sentence each.
    pub stops: Vec<Stopped>,
    /// To how many legal moves of the opponent no answer is prepared.
    pub others: usize,
}

/// What goes with moves that are taken back, as one of the players is told of it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Undone {
    /// The moves, in numbered SAN: "12...Nf6 13. Bb5"; empty where a game that was over goes on.
    pub moves: String,
    /// Conditional moves of the reader are dropped.
    pub prepared: bool,
    /// Notes of the reader about these moves are dropped.
    pub notes: bool,
    /// A move of the reader that was held is dropped.
    pub held: bool,
}
