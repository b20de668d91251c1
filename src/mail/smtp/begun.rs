//! How a conversation with the relay fails at its beginning.

use super::verdict::{self, Refusal};
use std::error::Error;

/// How the beginning of a conversation failed.
pub(super) enum Begun {
    Refused(Refusal),
    Failed(String),
}

impl From<lettre::transport::smtp::Error> for Begun {
    fn from(error: lettre::transport::smtp::Error) -> Self {
        match refusal_in(&error) {
            Some(refusal) => Begun::Refused(refusal),
            None => Begun::Failed(format!("no conversation with the relay: {}", told(&error))),
        }
    }
}

/// The server's refusal in an error of lettre, if it is one.
pub(super) fn refusal_in(error: &lettre::transport::smtp::Error) -> Option<Refusal> {
    let code = error.status()?.to_string().parse().ok()?;
    let text = error.source().map(ToString::to_string).unwrap_or_default();
    Some(Refusal::new(code, &text))
}

/// An error with all its reasons.
pub(super) fn told(error: &dyn Error) -> String {
    let mut words = error.to_string();
    let mut next = error.source();
    while let Some(reason) = next {
        let reason_words = reason.to_string();
        // lettre prints the reason in the error as well.
        if !words.ends_with(&reason_words) {
            words.push_str(": ");
            words.push_str(&reason_words);
        }
        next = reason.source();
    }
    verdict::clean(&words)
}
