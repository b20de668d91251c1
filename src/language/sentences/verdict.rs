//! Whether a move is played by what stands around it in its sentence.

use super::courtesy::{is_about_how_somebody_is, is_about_it, without_courtesy};
use super::moves::is_castling;
use super::neighbours::{has_condition, is_called_so, says_which_thing, tells};
use super::parts::{Because, Parts};
use super::tables::{
    AFTERS, COMMENTS, CONCLUSIONS, CONDITIONS, DOINGS, GOVERNING, JOINS, LEADS, OPENERS, SPEAKERS,
    THINGS,
};
use super::wording::Language;
use super::words::{GREETS, ORDERS, is_you};
use crate::chess::notation::{Letters, Spelling};
use std::ops::Range;

impl Parts {
    /// Whether it is played by these words.
    pub(super) fn plays(
        &self,
        words: &[&str],
        place: &Range<usize>,
        spelling: &Spelling,
        language: &Language,
    ) -> bool {
        if self.asked || self.says_more() || !self.is_settled() {
            return false;
        }
        let castles = words.get(place.clone()).unwrap_or_default();
        let castles = if castles.iter().any(|word| is_castling(&word.to_lowercase())) {
            Castles::Yes
        } else {
            Castles::No
        };
        let Some((lead, languages)) = self.lead(castles) else {
            return false;
        };
        let further = self
            .before
            .get(..self.before.len() - lead)
            .unwrap_or_default();
        if lead == 0 && self.may_be_no_move(spelling) {
            return false;
        }
        if lead == 0 && COMMENTS.stands_in(&self.above, None) || !only_leads_on(further, &languages)
        {
            return false;
        }
        let behind = if spelling.move_number().is_some() && !self.states() {
            // Its number says that it is played now.
            self.behind.as_slice()
        } else if let Some(behind) = self.goes_on(&language.behind(&languages)) {
            behind
        } else {
            return false;
        };
        let beside = language.beside(&languages);
        let reason = self.because() == Because::Above && !has_condition(&self.above);
        let above: &[String] = if reason { &[] } else { &self.above };
        let restricted = [behind, above, &self.beyond].iter().any(|words| {
            let words = without_courtesy(words);
            CONDITIONS.may_stand_in(&words, &beside) || words.iter().any(|word| is_you(word))
        });
        let doubted = self.beyond_asked && is_about_it(&self.aside())
            || self.next_asked && is_about_it(&self.next);
        let taken_back = takes_back(&without_courtesy(&self.next));
        !restricted && !doubted && !taken_back
    }

    /// Whether what stands alone may be asked for or named by the sentence before it, or named by what is left of its own: "Which
    /// room is it? D4", "The printer is out of paper. A4", "B4, window seat".
    fn may_be_no_move(&self, spelling: &Spelling) -> bool {
        self.previous_asked && !is_about_how_somebody_is(&self.previous)
            || is_called_so(spelling.typed())
                && (THINGS.stands_in(&self.previous, None) || says_which_thing(&self.beyond))
    }

    /// Whether the line speaks of something else that is an order: "e4, and how about a draw?".
    fn says_more(&self) -> bool {
        [&self.before, &self.behind, &self.aside(), &self.next]
            .iter()
            .any(|words| words.iter().any(|word| ORDERS.contains(&word.as_str())))
    }

    /// Whether what stands before a face says nothing of the move behind it: it is waved aside, "I should resign but nah 😂
    /// Kf4", or holds nothing that could be said of it.
    fn is_settled(&self) -> bool {
        let said = self.smiled.as_slice();
        let waved_aside = matches!(said, [.., nah] if nah == "nah")
            || matches!(said, [.., no, way] if no == "no" && way == "way");
        let orders = said.iter().any(|word| ORDERS.contains(&word.as_str()));
        let speaks = CONDITIONS.stands_in(said, None) || said.iter().any(|word| is_you(word));
        let told = said.last().is_some_and(|last| tells(last));
        !has_condition(said) && (waved_aside || !orders && !speaks && !told)
    }

    /// How many words before the move lead to it, and of which languages they are.
    fn lead(&self, castles: Castles) -> Option<(usize, Vec<Letters>)> {
        if let Some((length, languages)) = LEADS.ends(&self.before) {
            return Some((length, languages.to_vec()));
        }
        if let Some((length, languages)) = CONCLUSIONS.ends(&self.before) {
            return Some((length, languages.to_vec()));
        }
        let all = self.before.len();
        match self.before.as_slice() {
            [] => return Some((0, Vec::new())),
            [greeting] if GREETS.contains(&greeting.as_str()) => return Some((1, Vec::new())),
            _ => {}
        }
        if castles == Castles::Yes && CASTLES.contains(&self.before.join(" ").as_str()) {
            return Some((all, vec![Letters::English]));
        }
        self.announcement()
    }

    /// "I retreat like a lady: Ba4": what somebody says that they do, with a colon before the move.
    fn announcement(&self) -> Option<(usize, Vec<Letters>)> {
        if !self.announced {
            return None;
        }
        let (at, length) = (0..self.before.len()).find_map(|at| {
            let length = DOINGS.begins(self.before.get(at..)?, None)?;
            Some((at, length))
        })?;
        let doing = self.before.get(at..at + length)?.join(" ");
        let languages = DOINGS.languages(&doing).to_vec();
        let said = self.before.get(at + length..)?;
        let against = said
            .last()
            .is_some_and(|last| AGAINST.contains(&last.as_str()));
        let restricted = against
            || CONDITIONS.may_stand_in(said, &languages)
            || said.iter().any(|word| is_you(word));
        (!restricted).then_some((self.before.len() - at, languages))
    }

    /// The words behind the move in its clause, without those with which they begin; `None` where they may say something
    /// of the move.
    fn goes_on(&self, languages: &[Letters]) -> Option<&[String]> {
        let languages = (!languages.is_empty()).then_some(languages);
        let all = self.behind.as_slice();
        if all.is_empty() {
            return Some(&[]);
        }
        if let Some(length) = AFTERS.begins(all, languages) {
            return all.get(length..);
        }
        let joined = JOINS.begins(all, languages).unwrap_or(0);
        let rest = all.get(joined..).unwrap_or_default();
        if let Some(length) = AFTERS.begins(rest, languages) {
            return rest
                .get(length..)
                .filter(|left| joined == 0 || !left.is_empty() || length > 1);
        }
        let length = SPEAKERS
            .begins(rest, languages)
            .filter(|length| joined == 0 && rest.len() >= length + SHORTEST_SENTENCE)?;
        let says = rest.get(length..).unwrap_or_default();
        GOVERNING.begins(says, None).is_none().then_some(says)
    }

    /// Whether the words behind the move say what it is, or would be.
    fn states(&self) -> bool {
        self.behind
            .first()
            .is_some_and(|word| STATES.contains(&word.as_str()))
    }
}

/// Verbs right behind a move of which they say something. In lower case.
pub(super) const STATES: [&str; 44] = [
    "is", "was", "isn't", "wasn't", "looks", "looked", "seems", "seemed", "would", "could",
    "should", "may", "might", "can", "cannot", "can't", "will", "has", "had", "leads", "allows",
    "wins", "loses", "fails", "works", "ist", "war", "sieht", "scheint", "est", "était", "es",
    "era", "è", "é", "är", "var", "er", "on", "jest", "je", "van", "volt", "este",
];

/// Words behind "I" that make a sentence with an object of its own: "I like knights".
const SHORTEST_SENTENCE: usize = 2;

/// Whether these words only lead on: "ok then", "hi Bob". Others may make a habit, a plan or another game of it.
fn only_leads_on(words: &[String], languages: &[Letters]) -> bool {
    let languages = Some(languages);
    let mut rest = words;
    while !rest.is_empty() {
        let Some(length) = OPENERS
            .begins(rest, languages)
            .or_else(|| LEADS.begins(rest, languages))
        else {
            return false;
        };
        let greets = rest
            .first()
            .is_some_and(|word| GREETS.contains(&word.as_str()));
        // The name of who is greeted.
        let named = usize::from(greets && rest.len() == length + 1);
        rest = rest.get(length + named..).unwrap_or_default();
    }
    true
}

/// Words before a colon behind which somebody else's move stands: "I defend against: Ng5".
pub(super) const AGAINST: [&str; 34] = [
    "with", "on", "to", "at", "mit", "auf", "avec", "con", "com", "met", "against", "of", "from",
    "about", "between", "by", "versus", "instead", "without", "except", "gegen", "vor", "statt",
    "contre", "de", "contra", "contro", "tegen", "mot", "mod", "przeciw", "proti", "before",
    "after",
];

/// Whether a move is said as castling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Castles {
    Yes,
    No,
}

/// What stands before "castle" where somebody does it.
const CASTLES: [&str; 16] = [
    "je",
    "ich mache die",
    "ich spiele die",
    "faço o",
    "hago el",
    "faccio l'",
    "faccio",
    "faço",
    "i",
    "i'll",
    "i will",
    "let me",
    "i now",
    "so i",
    "then i",
    "i think i'll",
];

/// Whether these words of the next sentence begin as those do that take a move back: "No", "Well, no". "Not prepping anything"
/// is about something else, and "Sorry for the delay" takes nothing back.
pub(super) fn takes_back(words: &[String]) -> bool {
    let opened = words
        .iter()
        .take_while(|word| SIGHS.contains(&word.as_str()))
        .count();
    let rest = words.get(opened..).unwrap_or_default();
    let begins = rest
        .first()
        .is_some_and(|word| TAKES_BACK.contains(&word.as_str()));
    let about_else = matches!(rest, [not, verb, _, ..] if not == "not" && verb.ends_with("ing") && verb != "playing");
    let excused =
        matches!(words, [sorry, what, ..] if sorry == "sorry" && EXCUSES.contains(&what.as_str()));
    begins && !about_else && !excused
}

/// Words before those with which a sentence takes a move back.
const SIGHS: [&str; 14] = [
    "well", "oh", "ah", "ach", "na", "naja", "tja", "hm", "um", "uh", "bon", "bueno", "beh", "ok",
];

/// Words behind "sorry" where it is said of something else.
const EXCUSES: [&str; 14] = [
    "typing", "late", "if", "wenn", "si", "for", "about", "für", "wegen", "dat", "voor", "dass",
    "daß", "que",
];

/// Words with which the next sentence takes the move back.
const TAKES_BACK: [&str; 45] = [
    "says",
    "say",
    "said",
    "sagt",
    "sagte",
    "meint",
    "dit",
    "dice",
    "zegt",
    "halt",
    "stopp",
    "moment",
    "doch",
    "quatsch",
    "ups",
    "hoppla",
    "stop",
    "scratch",
    "correction",
    "korrektur",
    "moment mal",
    "jk",
    "no",
    "not",
    "nothing",
    "wait",
    "oops",
    "sorry",
    "hmm",
    "actually",
    "or",
    "but",
    "if",
    "unless",
    "nein",
    "warte",
    "oder",
    "non",
    "attends",
    "espera",
    "aspetta",
    "nee",
    "nej",
    "nie",
    "нет",
];
