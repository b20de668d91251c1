//! What stands beside the clause that plays a move: other moves, and the other clauses of its sentence.

use super::Mail;
use super::doubts::asks_about_it;
use crate::language::sentences::clauses::{Clause, End, Join};
use crate::language::sentences::courtesy::without_courtesy;
use crate::language::sentences::kinds::{Kind, has_if};
use crate::language::sentences::tables::{
    AFTERS, COMMENTS, CONDITIONS, GOVERNING, JOINS, OPENINGS, SPEAKERS,
};
use crate::language::sentences::words::{is_you, revises};

impl Mail<'_> {
    /// Whether of every other move that is spoken of it is certain that it is not played.
    pub(super) fn others_are_certain(&self) -> bool {
        self.clauses.iter().enumerate().all(|(at, clause)| {
            if at == self.at || clause.mentions.is_empty() {
                return true;
            }
            match self.kinds.get(at) {
                Some(Kind::Named | Kind::Played) => true,
                Some(Kind::Planned) => self.plan_is_for_them(clause.sentence),
                Some(Kind::Considered | Kind::Told) if at < self.at => self.is_decided(),
                Some(Kind::Considered | Kind::Told | Kind::Past) => {
                    clause.sentence > self.sentence() && !self.revises(clause.sentence)
                }
                Some(Kind::Unclear) => {
                    at < self.at
                        && self.is_decided()
                        && self.has_considered()
                        && clause.end != End::Question
                        && clause.mentions.iter().all(|mention| {
                            mention
                                .spelling
                                .as_ref()
                                .is_some_and(|one| one.means(&self.spelling))
                        })
                }
                Some(Kind::Refuses | Kind::Decides | Kind::Talk) | None => false,
            }
        })
    }

    /// Whether a sentence may put another move in the place of this one.
    fn revises(&self, sentence: usize) -> bool {
        let of = self
            .clauses
            .iter()
            .filter(|clause| clause.sentence == sentence);
        of.into_iter().any(|clause| revises(&clause.words))
    }

    /// Whether nothing in its sentence takes the move back, doubts it or makes a condition.
    pub(super) fn sentence_lets_it_stand(&self) -> bool {
        let beside = self.language.beside(&[]);
        self.clauses.iter().enumerate().all(|(at, clause)| {
            if at == self.at || clause.sentence != self.sentence() {
                return true;
            }
            match self.kinds.get(at) {
                Some(Kind::Refuses | Kind::Decides | Kind::Named | Kind::Played) => return true,
                Some(Kind::Planned) => return self.is_a_plan_of_its_own(at),
                Some(Kind::Considered | Kind::Told | Kind::Past | Kind::Unclear) => {
                    return at < self.at;
                }
                Some(Kind::Talk) | None => {}
            }
            if clause.join == Join::And && at == self.at + 1 && !self.begins_anew(clause) {
                return false;
            }
            let words = without_courtesy(&clause.words);
            if at < self.at && self.is_decided() && self.stands_against(clause) {
                return !has_if(&words, self.language);
            }
            if at > self.at && self.is_aside_of_an_opening(at) {
                return true;
            }
            let named = OPENINGS.begins(&clause.words, None).is_some() && at > self.at;
            let asks = clause.end == End::Question && asks_about_it(&clause.words);
            named && !asks && !words.iter().any(|word| is_you(word)) && words.len() <= LONGEST_NAMED
                || !asks
                    && !CONDITIONS.may_stand_in(&words, &beside)
                    && !words.iter().any(|word| is_you(word))
                    && (at > self.at || !COMMENTS.stands_in(&clause.words, None))
        })
    }

    /// Whether a clause stands in brackets that begin with the name of an opening.
    fn is_aside_of_an_opening(&self, at: usize) -> bool {
        let opens = |clause: &&Clause| clause.text.starts_with('(');
        let clause = (self.at + 1..=at)
            .rev()
            .filter_map(|at| self.clauses.get(at))
            .find(opens);
        clause.is_some_and(|clause| OPENINGS.begins(&clause.words, None).is_some())
            && (self.at + 1..at).all(|at| {
                self.clauses
                    .get(at)
                    .is_some_and(|clause| !clause.text.contains(')'))
            })
    }

    /// Whether a clause that "and" joins to the move begins something new, and says nothing of the move.
    fn begins_anew(&self, clause: &Clause) -> bool {
        let languages = self.language.joining();
        let joined = JOINS.begins(&clause.words, None).unwrap_or(0);
        let rest = clause.words.get(joined..).unwrap_or_default();
        let speaks = SPEAKERS
            .begins(rest, Some(&languages))
            .filter(|length| rest.len() >= length + 2)
            .and_then(|length| rest.get(length..));
        AFTERS
            .begins(rest, Some(&languages))
            .is_some_and(|length| length > 1 || rest.len() > length)
            || speaks.is_some_and(|says| GOVERNING.begins(says, None).is_none())
    }

    /// Whether the move is said to follow from a clause before it, or to be played in its place.
    fn stands_against(&self, clause: &Clause) -> bool {
        let joined = self
            .own()
            .is_some_and(|own| own.join == Join::So && own.line == clause.line);
        joined || self.has_considered()
    }

    /// Whether another move was thought about before this one.
    pub(super) fn has_considered(&self) -> bool {
        let above = self.kinds.iter().take(self.at);
        above.into_iter().any(|kind| *kind == Kind::Considered)
    }
}

/// Words behind the name of an opening that go on about it.
const LONGEST_NAMED: usize = 6;
