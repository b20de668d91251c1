//! The move that a mail plays, where its clauses speak of others as well: exactly one plays a move, and of every other one that
//! speaks of moves it is certain what it says of them.

mod beside;
mod doubts;
mod plans;

pub(super) use doubts::asks_about_it;
pub(super) use plans::plan_in;

use super::clauses::{Clause, End, Join, clauses};
use super::courtesy::is_about_how_somebody_is;
use super::in_line::Said;
use super::kinds::{Kind, announces, is_decision, kinds, played, settles};
use super::neighbours::{is_called_so, is_told_above, names_a_thing_above, says_which_thing};
use super::parts::{Because, Reaches};
use super::tables::{CONCLUSIONS, THINGS};
use super::wording::Language;
use super::words::GREETS;
use crate::chess::notation::Spelling;
use shakmaty::Color;

/// The clauses of a mail with what each is, and the one that plays a move.
struct Mail<'a> {
    lines: &'a [String],
    clauses: Vec<Clause>,
    kinds: Vec<Kind>,
    /// Which clause plays.
    at: usize,
    /// The move.
    spelling: Spelling,
    /// The side that is said to play it.
    side: Option<Color>,
    language: &'a Language,
}

/// The move that the clauses of these lines play.
pub(super) fn said_in_clauses(lines: &[String], language: &Language) -> Option<Said> {
    let clauses = clauses(lines, language)?;
    let kinds = kinds(&clauses, language);
    let (at, spelling, side) = one_played(&clauses, &kinds, language)?;
    let mail = Mail {
        lines,
        clauses,
        kinds,
        at,
        spelling,
        side,
        language,
    };
    let clear = mail.is_led_to()
        && mail.others_are_certain()
        && mail.sentence_lets_it_stand()
        && !mail.is_taken_back()
        && !mail.hesitates();
    clear.then(|| mail.said())
}

/// The only move that is played, perhaps said twice, and the first clause that plays it.
fn one_played(
    clauses: &[Clause],
    kinds: &[Kind],
    language: &Language,
) -> Option<(usize, Spelling, Option<Color>)> {
    let mut found: Option<(usize, Spelling, Option<Color>)> = None;
    for (at, clause) in clauses.iter().enumerate() {
        if kinds.get(at) != Some(&Kind::Played) {
            continue;
        }
        let announced = at.checked_sub(1).and_then(|before| clauses.get(before));
        let announced = announced.is_some_and(|before| before.end == End::Colon);
        let (spelling, side) = played(clause, announced, language)?;
        found = match found {
            None => Some((at, spelling, side)),
            Some((_, _, known)) if side.is_some() && side != known => return None,
            Some((first, known, side)) => Some((first, known.both(&spelling)?, side)),
        };
    }
    found
}

impl Mail<'_> {
    fn own(&self) -> Option<&Clause> {
        self.clauses.get(self.at)
    }

    fn sentence(&self) -> usize {
        self.own().map_or(0, |own| own.sentence)
    }

    fn above(&self) -> Option<&Clause> {
        self.clauses.get(self.at.checked_sub(1)?)
    }

    /// Whether it is said that this move, and none of those before it, is played.
    fn is_decided(&self) -> bool {
        let own = self
            .own()
            .is_some_and(|own| is_decision(own, self.language));
        let above = self.at.checked_sub(1).is_some_and(|before| {
            let decides = matches!(self.kinds.get(before), Some(Kind::Decides));
            decides && (!self.is_bare_so(before) || self.has_considered())
                || self
                    .clauses
                    .get(before)
                    .is_some_and(|above| announces(above, self.language) && above.words.len() > 1)
        });
        own || above || self.concludes()
    }

    /// Whether "therefore" stands right behind the move: "Be7 therefore."
    fn concludes(&self) -> bool {
        let next = self.clauses.get(self.at + 1);
        next.is_some_and(|next| {
            next.sentence == self.sentence()
                && CONCLUSIONS.begins(&next.words, None) == Some(next.words.len())
        })
    }

    /// Whether no sentence stands behind that of the move.
    fn is_last(&self) -> bool {
        self.clauses
            .last()
            .is_some_and(|last| last.sentence == self.sentence())
    }

    /// Whether the move is a sentence of its own and nothing else is in it.
    fn stands_alone(&self) -> bool {
        let sentence = self.sentence();
        let of = |clause: &&Clause| clause.sentence == sentence;
        let bare = self.own().is_some_and(|own| {
            own.mentions
                .first()
                .is_some_and(|mention| mention.before.is_empty() && mention.behind.is_empty())
        });
        bare && self.clauses.iter().filter(of).count() == 1
    }

    /// Whether a clause is a "so" and nothing else, at the end of a sentence: "My coach told me so: e4".
    fn is_bare_so(&self, at: usize) -> bool {
        let sentence = |at: usize| self.clauses.get(at).map(|clause| clause.sentence);
        let before = at.checked_sub(1).and_then(sentence);
        let bare = self.clauses.get(at).is_some_and(|clause| {
            CONCLUSIONS.begins(&clause.words, None) == Some(clause.words.len())
        });
        bare && before == sentence(at)
    }

    /// Whether what stands right before it leaves it to be its writer's.
    fn is_led_to(&self) -> bool {
        let Some(own) = self.own() else {
            return false;
        };
        let bare = own
            .mentions
            .first()
            .is_some_and(|mention| mention.before.is_empty());
        let by_decision = own
            .mentions
            .first()
            .is_some_and(|mention| settles(&mention.before));
        if by_decision && !self.has_considered() {
            return false;
        }
        let typed = self.spelling.typed();
        let told = is_told_above(self.lines, own.line)
            || names_a_thing_above(self.lines, own.line, typed) && self.begins_its_line(own);
        if !self.is_decided() && bare && (told || self.is_a_thing_of_the_next(own)) {
            return false;
        }
        let Some(above) = self.above() else {
            return true;
        };
        let answers = above.end == End::Question && !self.is_no_answer_to(above);
        if bare && !self.is_decided() && (answers || self.may_name_a_thing_of(above, own)) {
            return false;
        }
        if above.end == End::Colon {
            if self.is_bare_so(self.at - 1) {
                return false;
            }
            return announces(above, self.language)
                || self.kinds.get(self.at - 1) == Some(&Kind::Decides) && self.has_considered();
        }
        let runs_on = above.sentence == own.sentence
            && above.line == own.line
            && above.text.ends_with(char::is_alphanumeric)
            && own.join != Join::Apart;
        let known = matches!(
            self.kinds.get(self.at - 1),
            Some(Kind::Refuses | Kind::Considered | Kind::Decides)
        );
        if runs_on && !known && !self.has_considered() {
            return false;
        }
        !bare || !self.goes_on_from(above, own)
    }

    /// Whether a move that stands alone behind this question is no answer to it, as D4 is to "Which room is it?".
    fn is_no_answer_to(&self, question: &Clause) -> bool {
        let asked = self.clauses.iter();
        let asked = asked.filter(|clause| clause.sentence == question.sentence);
        let asked: Vec<String> = asked.flat_map(|clause| clause.words.clone()).collect();
        is_about_how_somebody_is(&asked)
    }

    /// Whether the next clause says which thing it is: "B4, window seat".
    fn is_a_thing_of_the_next(&self, own: &Clause) -> bool {
        let next = self.clauses.get(self.at + 1);
        let next = next.filter(|next| next.sentence == own.sentence && next.line == own.line);
        is_called_so(self.spelling.typed())
            && next.is_some_and(|next| says_which_thing(&next.words))
    }

    /// Whether what stands alone may be the name of a thing of which the sentence before it on its line speaks.
    fn may_name_a_thing_of(&self, above: &Clause, own: &Clause) -> bool {
        let sentence = self.clauses.iter();
        let mut sentence = sentence.filter(|clause| clause.sentence == above.sentence);
        above.line == own.line
            && above.sentence != own.sentence
            && is_called_so(self.spelling.typed())
            && sentence.any(|clause| THINGS.stands_in(&clause.words, None))
    }

    /// Whether no clause stands before this one on its line.
    fn begins_its_line(&self, own: &Clause) -> bool {
        self.above().is_none_or(|above| above.line != own.line)
    }

    /// Whether the move goes on with the sentence of the line above it, and nothing says that it is played.
    fn goes_on_from(&self, above: &Clause, own: &Clause) -> bool {
        let goes_on =
            above.end == End::Line && above.sentence == own.sentence && above.line + 1 == own.line;
        let greets = above
            .words
            .first()
            .is_some_and(|word| GREETS.contains(&word.as_str()));
        let known = self.at.checked_sub(1).and_then(|at| self.kinds.get(at));
        let lets_it_stand = matches!(known, Some(Kind::Refuses | Kind::Planned));
        goes_on && !greets && !self.is_decided() && !lets_it_stand
    }

    fn said(&self) -> Said {
        let line = self.own().map_or(0, |own| own.line);
        Said {
            moves: vec![self.spelling.clone()],
            theirs: None,
            line,
            with_words: true,
            side: self.side,
            offers_draw: false,
            takes_back: false,
            leads: true,
            reaches: Reaches {
                above: false,
                below: false,
            },
            because: Because::Unsaid,
            jested: Vec::new(),
            plan: self.plan(),
            in_clauses: true,
        }
    }
}
