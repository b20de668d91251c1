//! What makes nothing of a move from beyond its sentence: the next one takes it back or asks about it, or the mail says that its
//! writer has not made up their mind.

use super::Mail;
use crate::language::sentences::clauses::{Clause, End};
use crate::language::sentences::courtesy::{is_about_it, without_courtesy};
use crate::language::sentences::kinds::Kind;
use crate::language::sentences::neighbours::names_a_game;
use crate::language::sentences::tables::{HESITATIONS, JESTS, TOLD};
use crate::language::sentences::verdict::takes_back;
use crate::language::sentences::words::ORDERS;

impl Mail<'_> {
    /// Whether the next sentence takes the move back, or asks about it.
    pub(super) fn is_taken_back(&self) -> bool {
        let next: Vec<usize> = (0..self.clauses.len())
            .filter(|&at| {
                self.clauses
                    .get(at)
                    .is_some_and(|clause| clause.sentence == self.sentence() + 1)
            })
            .collect();
        let Some(first) = next.first().and_then(|&at| self.clauses.get(at)) else {
            return false;
        };
        let words = first.words.as_slice();
        let certain = next.first().is_some_and(|&at| {
            matches!(self.kinds.get(at), Some(Kind::Refuses))
                || self.kinds.get(at) == Some(&Kind::Planned)
                    && self.plan_is_for_them(first.sentence)
        });
        let no_hurry = words.first().is_some_and(|word| word == "no")
            && words.get(1).is_some_and(|word| {
                matches!(word.as_str(), "hurry" | "rush" | "problem" | "worries")
            });
        let begins = takes_back(words);
        let asks = next.iter().any(|&at| {
            self.clauses
                .get(at)
                .is_some_and(|clause| clause.end == End::Question && asks_about_it(&clause.words))
        });
        begins && !certain && !no_hurry || asks
    }

    /// Whether the mail says anywhere that its writer has not made up their mind, does not mean it, or wants something else.
    pub(super) fn hesitates(&self) -> bool {
        let last = self.clauses.last().map_or(0, |clause| clause.sentence);
        let doubts = (0..=last).any(|sentence| self.is_doubtful(sentence));
        let named = self.lines.iter().any(|line| names_a_game(line));
        let orders = self.clauses.iter().enumerate().any(|(at, clause)| {
            let orders = clause
                .words
                .iter()
                .any(|word| ORDERS.contains(&word.as_str()));
            let lucky = clause
                .words
                .windows(4)
                .any(|words| words == ["luck", "of", "the", "draw"]);
            let past = clause
                .words
                .iter()
                .any(|word| PAST.contains(&word.as_str()));
            orders && !past && !lucky && self.kinds.get(at) != Some(&Kind::Refuses)
        });
        doubts || named || orders
    }

    /// Whether a sentence says that its writer has not made up their mind, or does not mean what they say.
    fn is_doubtful(&self, sentence: usize) -> bool {
        let of = |clause: &&Clause| clause.sentence == sentence;
        let words: Vec<String> = self
            .clauses
            .iter()
            .filter(of)
            .flat_map(|clause| without_courtesy(&clause.words))
            .collect();
        // "Anything else I'll have to think."
        let else_ = ELSE.iter().any(|begin| words.join(" ").starts_with(begin));
        let elsewhere = TOLD.stands_in(&words, None) && words.iter().any(|word| word == "other");
        let planned = self.plan_is_for_them(sentence) && self.sentence() != sentence;
        JESTS.stands_in(&words, None)
            || HESITATIONS.stands_in(&words, None) && !else_ && !elsewhere && !planned
    }
}

/// Whether a question may be about the move; "das" before a noun is no word for it.
pub(in crate::language::sentences) fn asks_about_it(words: &[String]) -> bool {
    let article = |at: usize| {
        let is = words.get(at).is_some_and(|word| word == "das");
        let next = words.get(at + 1).map(String::as_str);
        is && next
            .is_some_and(|next| next.chars().count() > LONGEST_DOUBT && !DOUBTS.contains(&next))
    };
    let others = (0..words.len()).map(|at| {
        let word = words.get(at).map_or("", String::as_str);
        if article(at) { "der" } else { word }.to_owned()
    });
    is_about_it(&others.collect::<Vec<String>>()) && !is_about_something(words)
}

/// Long words behind "das" with which it means the move.
const DOUBTS: [&str; 14] = [
    "legal",
    "recht",
    "falsch",
    "fehler",
    "ernst",
    "nicht",
    "erlaubt",
    "richtig",
    "möglich",
    "wirklich",
    "eigentlich",
    "schlecht",
    "korrekt",
    "regelgerecht",
];

/// "How was the festival?" is about that, and not about the move.
fn is_about_something(words: &[String]) -> bool {
    let [how, was, article, thing] = words else {
        return false;
    };
    matches!(how.as_str(), "how" | "wie")
        && matches!(was.as_str(), "was" | "war" | "is" | "ist" | "geht")
        && matches!(
            article.as_str(),
            "the" | "your" | "das" | "der" | "die" | "dein" | "deine"
        )
        && thing.chars().count() > LONGEST_DOUBT
}

/// Letters of the words with which one asks about a move: "how was the move?"
const LONGEST_DOUBT: usize = 4;

/// With which a sentence begins that is about all that the plans above it leave out.
const ELSE: [&str; 7] = [
    "anything else",
    "everything else",
    "otherwise",
    "for the rest",
    "alles andere",
    "bei allem anderen",
    "pour le reste",
];

/// Words of what was.
const PAST: [&str; 8] = ["was", "were", "had", "last", "war", "hatte", "était", "era"];
