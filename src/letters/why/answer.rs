//! Answers to questions that answer nothing.
use crate::letters::{InWords, Sentence, sentence};

/// Why an answer to a question or an offer does nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// The question is too old.
    TooLate,
    /// It was answered before.
    Answered,
    /// It was answered neither with yes nor with no.
    NeitherYesNorNo {
        /// What it asks about, as it stands in it; nothing where it is about an address.
        asked: Vec<String>,
    },
    /// It was answered with yes, and with words below that may take it back.
    YesAndMore,
    /// The game has gone on since the mail that was asked about.
    MovedOn,
    /// The game was over when the question was answered with yes.
    OverMeanwhile,
    /// It was not named in the question that was answered with yes.
    NotNamed,
    /// "Yes" or "no" to a draw.
    Draw,
    /// The same to a takeback.
    Takeback,
    /// The same to an end without a result.
    Abort,
    /// The same to a pause.
    Pause,
    /// The same to a challenge.
    Challenge,
    /// The same to nothing at all.
    Nothing,
    /// "No" to the question whether a move is meant.
    NoneOfThem,
    /// "Accept" where several things are offered: the words that name each.
    Several {
        /// "\"accept draw\" or \"accept takeback\"".
        words: String,
    },
}

impl InWords for NoAnswer {
    fn in_words(&self) -> Sentence {
        match self {
            NoAnswer::TooLate => {
                sentence!("this question is more than three days old; please write your mail again")
            }
            NoAnswer::Answered => sentence!("this question has been answered already"),
            NoAnswer::NeitherYesNorNo { asked } if asked.is_empty() => {
                sentence!("the question was answered neither with yes nor with no")
            }
            NoAnswer::NeitherYesNorNo { asked } => sentence!(
                "the question was answered neither with yes nor with no; it asks whether you want this: {{ asked }}. Answer it with \"yes\" or \"no\" on the first line",
                asked = asked.join("; ")
            ),
            NoAnswer::YesAndMore => sentence!(
                "below it stands more, which may take it back; answer the question once more, with \"yes\" alone if you mean it"
            ),
            NoAnswer::MovedOn => sentence!("the game has moved on since that mail was written"),
            NoAnswer::OverMeanwhile => sentence!("the game was over before you said yes to it"),
            NoAnswer::NotNamed => {
                sentence!("that is not what you said yes to; send it again if you want it")
            }
            NoAnswer::Draw => {
                sentence!("a draw is taken with \"accept draw\" and refused with \"decline draw\"")
            }
            NoAnswer::Takeback => sentence!(
                "a takeback is granted with \"accept takeback\" and refused with \"decline takeback\""
            ),
            NoAnswer::Abort => sentence!(
                "an end without a result is agreed to with \"accept abort\" and refused with \"decline abort\""
            ),
            NoAnswer::Pause => sentence!(
                "a pause is agreed to with \"accept pause\" and refused with \"decline pause\""
            ),
            NoAnswer::Challenge => {
                sentence!("a challenge is taken with \"accept\" and refused with \"decline\"")
            }
            NoAnswer::Nothing => sentence!(
                "what you answer asks nothing; a \"yes\" goes as the answer to the mail that asks for it"
            ),
            NoAnswer::NoneOfThem => {
                sentence!("no move was played; answer with the one that you want to play")
            }
            NoAnswer::Several { words } => sentence!(
                "more than one thing is offered to you; write {{ words }}",
                words
            ),
        }
    }
}
