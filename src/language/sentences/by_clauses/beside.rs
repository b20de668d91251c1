//! What stands beside the clause that plays a move: other moves, and the other clauses of its sentence.

use super::Mail;
use super::doubts::asks_about_it;
use crate::language::sentences::clauses::{Clause, End, Join};
use crate::language::sentences::courtesy::without_courtesy;
use crate::language::sentences::kinds::{Kind, has_if};
use crate::language::sentences::tables::{
    AFTERS, ASIDES, COMMENTS, CONDITIONS, GOVERNING, JOINS, OPENINGS, SPEAKERS,
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
                Some(Kind::Intended) => at > self.at,
                Some(Kind::Planned) => self.plan_is_for_them(clause.sentence),
                // "I won't play Ng5. Nc3! exclaimed the boy" may be a list of such moves.
                Some(Kind::Rejected) => self.is_decided() || self.stands_alone() && self.is_last(),
                Some(Kind::Considered | Kind::Told) if at < self.at => self.is_decided(),
                Some(Kind::Considered | Kind::Told | Kind::Past) => {
                    (clause.sentence > self.sentence() || self.is_apart(at))
                        && !self.revises(clause.sentence)
                }
                Some(Kind::Unclear) => {
                    at < self.at
                        && (self.is_decided() && self.has_considered() || self.stands_alone())
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
                Some(Kind::Intended) => return at > self.at,
                Some(Kind::Considered | Kind::Rejected | Kind::Told | Kind::Past) => {
                    return at < self.at || self.is_apart(at);
                }
                Some(Kind::Unclear) => return at < self.at,
                Some(Kind::Talk) | None => {}
            }
            if at > self.at && self.is_aside_of_an_opening(at) {
                return true;
            }
            if self.begins_behind(at) {
                return !self.doubts(clause);
            }
            if clause.join == Join::And && at == self.at + 1 && !self.begins_anew(clause) {
                return false;
            }
            let words = without_courtesy(&clause.words);
            if at < self.at && self.is_decided() && self.stands_against(clause) {
                return !has_if(&words, self.language);
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

    /// Whether a clause that begins something of its own behind the move doubts it all the same.
    fn doubts(&self, clause: &Clause) -> bool {
        let words = without_courtesy(&clause.words);
        let beside = self.language.beside(&[]);
        let begins = ASIDES.begins(&words, None).is_some();
        let said = if words.len() < SHORTEST_ASIDE || begins {
            words.clone()
        } else {
            without_asides(&words)
        };
        // Our own letters speak so: "move 4. Nc3; you have 1 day left".
        CONDITIONS.may_stand_in(&said, &beside)
            || words
                .first()
                .is_some_and(|word| matches!(word.as_str(), "which" | "whose"))
            || self.says_of_it(&words)
            || words.iter().any(|word| is_you(word))
            || clause.end == End::Question && asks_about_it(&clause.words)
    }

    /// Whether a clause says what its writer thinks of the move: "I wish I dared".
    fn says_of_it(&self, words: &[String]) -> bool {
        SPEAKERS
            .begins(words, Some(&self.language.joining()))
            .and_then(|length| words.get(length..))
            .is_some_and(|says| GOVERNING.begins(says, None).is_some())
    }

    /// Whether a dash or a bracket stands between the move and this clause behind it.
    fn is_apart(&self, at: usize) -> bool {
        (self.at + 1..=at).any(|between| {
            self.clauses
                .get(between)
                .is_some_and(|clause| clause.join == Join::Apart)
        })
    }

    /// Whether a clause stands behind the move, and the words that do so begin something of their own: a stop parts them from
    /// it, and they neither go on with "but" nor leave out who does what.
    fn begins_behind(&self, at: usize) -> bool {
        let Some(next) = self.clauses.get(self.at + 1).filter(|_| at > self.at) else {
            return false;
        };
        let own = self.own();
        let parted =
            own.is_some_and(|own| own.text.ends_with([',', ';', ')'])) || next.join == Join::Apart;
        match next.join {
            Join::But | Join::So => false,
            Join::And => parted || self.begins_anew(next),
            Join::Apart | Join::Nothing => parted,
        }
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

/// Words of a clause that is long enough to be about something else than the move.
const SHORTEST_ASIDE: usize = 4;

/// The words without those that say nothing about a move in a clause of its own.
fn without_asides(words: &[String]) -> Vec<String> {
    let mut rest = words;
    let mut left = Vec::new();
    while let Some((word, behind)) = rest.split_first() {
        let length = ASIDES.begins(rest, None);
        let longer = CONDITIONS.begins(rest, None);
        rest = match length.filter(|length| longer.is_none_or(|longer| longer <= *length)) {
            Some(length) => rest.get(length..).unwrap_or_default(),
            None => {
                left.push(word.clone());
                behind
            }
        };
    }
    left
}

/// Words behind the name of an opening that go on about it.
const LONGEST_NAMED: usize = 6;
