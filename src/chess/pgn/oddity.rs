//! Ways of writing that the standard does not know, and by which nothing is lost: what is meant can be one thing only.

use crate::chess::listed::all_of;

/// One of them. The `Display` is one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Oddity {
    /// A value in a form of its own that can mean one thing only.
    #[error("{tag} \"{value}\" was read as {meant}")]
    ReadAs {
        /// The tag's name.
        tag: String,
        /// Its value as written.
        value: String,
        /// In the standard's form.
        meant: String,
    },
    /// Quotation marks in a value, without a backslash before them.
    #[error("the value of {0} has quotation marks in it; before each of them belongs a backslash")]
    BareQuotes(String),
    /// A tag pair over several lines.
    #[error("the tag {0} goes on in the next line; it belongs on one")]
    TagWrapped(String),
    /// Headings without their brackets, at least one.
    #[error(
        "no brackets stand around {names}; a heading is written [{first} \"...\"]",
        names = all_of(.0),
        first = .0.first().unwrap_or(&"White")
    )]
    TagWithoutBrackets(Vec<&'static str>),
    /// Letters in an encoding that nobody can tell.
    #[error(
        "the letters of {0} may be wrong: {1}; the text is not in UTF-8, and was read as Windows-1252"
    )]
    Letters(String, String),
    /// The text ends without a result, and the tag says one.
    #[error("the moves do not end with a result; that of the tag Result was taken, {0}")]
    ResultInTag(String),
    /// A promotion in brackets.
    #[error("a promotion is written {0}, without brackets")]
    PromotionInBrackets(String),
    /// Words behind the result that are no moves.
    #[error("\"{0}\" stands below the game; it was kept as a comment")]
    WordsBelow(String),
}

impl Oddity {
    /// What all of this kind have in common, to sum them up.
    pub(super) fn kind(&self) -> String {
        match self {
            Oddity::ReadAs { tag, .. } => format!("{tag} in another form than the standard's"),
            Oddity::BareQuotes(_) => "quotation marks in the value of a tag".to_owned(),
            Oddity::TagWrapped(_) => "a tag that goes on in the next line".to_owned(),
            Oddity::TagWithoutBrackets(_) => "headings without brackets".to_owned(),
            Oddity::Letters(..) => {
                "letters that may be wrong, since the text is not in UTF-8".to_owned()
            }
            Oddity::ResultInTag(_) => "a result in the tag alone".to_owned(),
            Oddity::PromotionInBrackets(_) => "a promotion in brackets".to_owned(),
            Oddity::WordsBelow(_) => "words below the game, kept as a comment".to_owned(),
        }
    }
}
