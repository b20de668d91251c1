//! Plans for what the opponent may play: which are no condition of the move, and which the opponent must not learn.

use super::Mail;
use crate::language::below::{Fate, fate};
use crate::language::sentences::clauses::{Clause, Join, clauses};
use crate::language::sentences::kinds::{Kind, kinds};
use crate::language::sentences::wording::{Language, is_piece};

impl Mail<'_> {
    /// Whether a plan in the sentence of the move is no condition of the move itself: "and" joins it, or a dash or a bracket
    /// sets it apart, and it speaks of another move or of what the opponent does.
    pub(super) fn is_a_plan_of_its_own(&self, at: usize) -> bool {
        if at < self.at {
            return false;
        }
        let first = (0..=at)
            .rev()
            .take_while(|&before| self.kinds.get(before) == Some(&Kind::Planned))
            .last();
        let Some(begins) = first.and_then(|first| self.clauses.get(first)) else {
            return false;
        };
        let own_line = self.own().is_some_and(|own| own.line < begins.line);
        let joined = matches!(begins.join, Join::And | Join::Apart)
            || own_line
            || begins
                .mentions
                .iter()
                .map(|mention| mention.moves)
                .sum::<usize>()
                > 1;
        joined && self.plan_is_for_them(begins.sentence)
    }

    /// Whether the plan of a sentence is one for what the opponent does, and no condition of the move: "if he plays e5", and not
    /// "if that is wrong".
    pub(super) fn plan_is_for_them(&self, sentence: usize) -> bool {
        let mut planned = self.planned(sentence);
        let Some(head) = planned.next() else {
            return false;
        };
        let theirs = head.words.iter().any(|word| THEY.contains(&word.as_str()));
        let moves = planned.any(|clause| {
            !clause.mentions.is_empty()
                || clause
                    .words
                    .iter()
                    .any(|word| TAKES.contains(&word.as_str()))
        });
        let takes = head.words.iter().any(|word| TAKES.contains(&word.as_str()));
        !head.mentions.is_empty() || theirs && (moves || takes)
    }

    fn planned(&self, sentence: usize) -> impl Iterator<Item = &Clause> {
        let planned = |at: &usize| self.kinds.get(*at) == Some(&Kind::Planned);
        (0..self.clauses.len())
            .filter(planned)
            .filter_map(|at| self.clauses.get(at))
            .filter(move |clause| clause.sentence == sentence)
    }

    /// The line of a plan that the opponent must not learn.
    pub(super) fn plan(&self) -> Option<usize> {
        plan(self.lines, &self.clauses, &self.kinds, self.language)
    }
}

/// The line of a plan in these lines that the opponent must not learn.
pub(in crate::language::sentences) fn plan_in(
    lines: &[String],
    language: &Language,
) -> Option<usize> {
    let clauses = clauses(lines, language)?;
    let kinds = kinds(&clauses, language);
    plan(lines, &clauses, &kinds, language)
}

fn plan(
    lines: &[String],
    clauses: &[Clause],
    kinds: &[Kind],
    language: &Language,
) -> Option<usize> {
    let planned = || {
        let planned = clauses.iter().zip(kinds);
        planned
            .filter(|(_, kind)| **kind == Kind::Planned)
            .map(|(clause, _)| clause)
    };
    let answers = |clause: &Clause| {
        let of = |other: &&Clause| other.sentence == clause.sentence;
        let mentions = planned().filter(of).flat_map(|clause| &clause.mentions);
        let moves: usize = mentions.map(|mention| mention.moves).sum();
        let named = planned().filter(of).skip(1).any(|clause| {
            let mut words = clause.words.iter();
            words.any(|word| is_piece(word, language) || TAKES.contains(&word.as_str()))
        });
        moves > 1 || named
    };
    let first = planned()
        .find(|clause| answers(clause))
        .map(|clause| clause.line);
    let intended = || {
        let mut all = clauses.iter().zip(kinds);
        all.find(|(_, kind)| **kind == Kind::Intended)
            .map(|(clause, _)| clause.line)
    };
    first.or_else(intended).or_else(|| {
        lines.iter().position(|line| {
            let fate = fate(line, language.letters);
            matches!(fate, Fate::Conditional | Fate::Unclear)
        })
    })
}

/// Who does something in a plan for the opponent.
const THEY: [&str; 23] = [
    "he", "she", "they", "you", "er", "du", "sie", "il", "elle", "tu", "vous", "s'il", "él",
    "ella", "tú", "lui", "lei", "hij", "zij", "je", "jij", "white", "black",
];

/// With which a plan says that something is taken.
const TAKES: [&str; 28] = [
    "take",
    "takes",
    "taking",
    "capture",
    "captures",
    "retake",
    "recapture",
    "schlägst",
    "schlägt",
    "schlag",
    "schlage",
    "nimmst",
    "nimmt",
    "nehme",
    "nehm",
    "prends",
    "prend",
    "reprends",
    "tomas",
    "toma",
    "prendi",
    "prende",
    "riprendo",
    "sla",
    "slaat",
    "neem",
    "neemt",
    "pak",
];
