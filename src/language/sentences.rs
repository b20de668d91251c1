//! A move in a sentence: "e4, how was your holiday?", "I open with e4!", "ich spiele e4", "Springer f3".
//!
//! It is read only where nobody could mean anything else by it: it stands alone between two stops, or behind words with
//! which people play a move, and nothing beside it doubts, denies, conditions or tells it; no other line of the mail
//! speaks of a move. All else is asked about, as a line that is nothing but a move is asked about below other words.
//!
//! The words are data, in the text files beside this one; `tables` reads them.

mod moves;
mod refined;
mod spoken;
mod tables;

use super::below::{Fate, fate};
use super::command::Command;
use super::line::Words;
use super::mended::is_if;
use super::phrases::{OFFERS_A_DRAW, phrase};
use crate::budget::SENTENCES;
use crate::chess::notation::{Letters, Spelling, read_moves};
use moves::{first_move, is_castling, mentions, move_at};
use refined::refined;
use shakmaty::Color;
use spoken::{ON, bare, taken_back};
use std::ops::Range;
use tables::{
    AFTERS, COMMENTS, CONCLUSIONS, CONDITIONS, DOINGS, GOVERNING, HESITATIONS, JESTS, JOINS, LEADS,
    OPENERS, SPEAKERS, THEIRS, languages_of, pieces_named, pieces_named_plainly,
};

/// Own lines that are looked at.
const MOST_LINES: usize = 200;
/// Words of one line that are looked at.
const MOST_WORDS: usize = 60;
/// A line that is so long may have been wrapped by a mail program, and its sentence goes on below.
const WRAPPED_FROM: usize = 60;

/// A move that a mail says in a sentence.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Said {
    /// The move, or a score that ends with it.
    pub(super) moves: Vec<Spelling>,
    /// The move of the opponent that is said again before it: "Yours: e4. Mine: e5."
    pub(super) theirs: Option<Spelling>,
    /// Which line says it, counted from 0.
    pub(super) line: usize,
    /// Whether the line says anything else.
    pub(super) with_words: bool,
    /// The side that is said to play it: "White: e4".
    pub(super) side: Option<Color>,
    /// Whether a draw is offered beside it: "e4, and I offer a draw".
    pub(super) offers_draw: bool,
    /// Whether it takes back what the opponent has just taken.
    pub(super) takes_back: bool,
    /// Whether words before it on its line say who plays it.
    pub(super) leads: bool,
    /// Where in its line its sentence stands.
    reaches: Reaches,
    /// Whether what stands above it is its reason.
    because: Because,
    /// The words before its sentence that take another order back as a joke.
    jested: Vec<String>,
}

/// Why a move is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Because {
    /// For what stands before it: "I do not like doubled pawns, so Qc2".
    Above,
    /// Nothing says it.
    Unsaid,
}

/// The ends of a line to which the sentence of a move reaches: what stands beyond them may be a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Reaches {
    /// The first word of its line is one of its words.
    above: bool,
    /// The last one is.
    below: bool,
}

/// The move that the player's own words say, if they say one and nothing else could be meant.
pub(super) fn said(lines: &[String], letters: Letters) -> Option<Said> {
    if lines.iter().map(String::len).sum::<usize>() > SENTENCES {
        return None;
    }
    let mut plain: Vec<String> = lines
        .iter()
        .take(MOST_LINES + 1)
        .map(|line| super::with_plain_marks(&super::printable(line)))
        .collect();
    if plain.len() > MOST_LINES {
        return None;
    }
    let own: Vec<String> = plain.iter().flat_map(|line| words_of(line)).collect();
    let language = Language::of(letters, &own);
    let speaking: Vec<usize> = (0..plain.len())
        .filter(|&at| {
            plain
                .get(at)
                .is_some_and(|line| mentions(line, &language) > 0)
        })
        .take(3)
        .collect();
    let line = |at: usize| plain.get(at).map_or("", String::as_str);
    let (at, said) = match speaking.as_slice() {
        [only] => {
            let said = in_line(line(*only), &language)
                .or_else(|| with_theirs(line(*only), &language))
                .or_else(|| of_a_score(line(*only), letters))?;
            (*only, said)
        }
        [first, second] => {
            let said = in_line(line(*second), &language)?;
            let said = answering(line(*first), said, &language)?;
            // It is no part of the sentence below it.
            if let Some(line) = plain.get_mut(*first).filter(|_| said.theirs.is_some()) {
                line.clear();
            }
            (*second, said)
        }
        _ => return None,
    };
    let (above, below) = around(&plain, at, said.reaches);
    let beside = language.beside(&[]);
    let reason = said.because == Because::Above && !has_condition(&above);
    let undone = |words: &[String]| CONDITIONS.may_stand_in(words, &beside);
    if undone(&below)
        || !reason && undone(&above)
        || hesitates(&plain, at, &said)
        || plain.iter().any(|line| names_a_game(line))
        || !said.leads && is_told_above(&plain, at)
    {
        return None;
    }
    Some(Said { line: at, ..said })
}

impl Said {
    /// The same in answer to this move of the opponent.
    fn behind(mut self, theirs: Spelling) -> Said {
        self.theirs = Some(theirs);
        self.with_words = true;
        self
    }
}

/// The move that is said below this line, where the line says nothing of moves but the opponent's last one, or begins with the
/// same move: "Your move: e4", and below it "My move: e5".
fn answering(line: &str, said: Said, language: &Language) -> Option<Said> {
    if begins_alike(line, &said, language) {
        return Some(said);
    }
    let theirs = theirs(line, language)
        .or_else(|| of_other_side(line, &said, language))
        .or_else(|| behind_own(line, &said, language))?;
    Some(said.behind(theirs))
}

/// "17. Rfd1 Rfd8 18. Kf1 is my main line": it begins with the numbered move that is played below it.
fn begins_alike(line: &str, said: &Said, language: &Language) -> bool {
    let words: Vec<&str> = line.split_whitespace().take(MOST_WORDS).collect();
    let begun = move_at(&words, 0, language).and_then(|(moves, _)| moves.into_iter().next());
    begun.is_some_and(|begun| {
        begun.move_number().is_some() && said.moves.iter().all(|played| played.means(&begun))
    })
}

/// The move of the other side, as a score names it: "White: 1. e4", above "Black: 1... e6".
fn of_other_side(line: &str, said: &Said, language: &Language) -> Option<Spelling> {
    let above = in_line(line, language)?;
    let [theirs] = above.moves.as_slice() else {
        return None;
    };
    let sides = above.side.zip(said.side);
    (sides.is_some_and(|(one, other)| one != other) && !above.offers_draw).then(|| theirs.clone())
}

/// The move of the opponent behind the writer's own earlier one: "White: 23. Nf5, yours: gxf5", above "Mine: 24. exf5".
fn behind_own(line: &str, said: &Said, language: &Language) -> Option<Spelling> {
    let words: Vec<&str> = line.split_whitespace().take(MOST_WORDS).collect();
    let cut = words
        .iter()
        .position(|word| word.ends_with([',', ';']) || stops(word))?;
    let (own, theirs_again) = words.split_at_checked(cut + 1)?;
    let own = in_line(&own.join(" "), language)?;
    let number = |moves: &[Spelling]| Some(moves.first()?.move_number()?.fullmove);
    let before = number(&own.moves)?.checked_add(1) == number(&said.moves);
    theirs(&theirs_again.join(" "), language).filter(|_| before)
}

/// The move of the opponent that a text says again, where it says nothing else of moves: "Your move: e4".
fn theirs(text: &str, language: &Language) -> Option<Spelling> {
    let words: Vec<&str> = text.split_whitespace().take(MOST_WORDS + 1).collect();
    if words.len() > MOST_WORDS || mentions(text, language) != 1 {
        return None;
    }
    let (place, spelling) = first_move(&words, language)?;
    let parts = Parts::around(&words, &place);
    let theirs = THEIRS.ends(&parts.before).is_some()
        || parts.before.is_empty() && THEIRS.begins(&parts.behind, None).is_some();
    (theirs && !parts.asked).then_some(spelling)
}

/// A line that says the move of the opponent again and then the answer: "Yours 5254. Mine 5755."
fn with_theirs(line: &str, language: &Language) -> Option<Said> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let cut = words
        .iter()
        .position(|word| stops(word) || word.ends_with(';'))?
        + 1;
    let (said_again, answer) = words.split_at_checked(cut)?;
    let theirs = theirs(&said_again.join(" "), language)?;
    Some(in_line(&answer.join(" "), language)?.behind(theirs))
}

/// A line that is two numbered moves and nothing else; the game tells whether they are its last one and the answer.
fn of_a_score(line: &str, letters: Letters) -> Option<Said> {
    let moves = read_moves(line.trim(), letters)?;
    let numbered = moves.first()?.move_number().is_some();
    let questioned = moves.iter().any(Spelling::is_questioned);
    (numbered && !questioned && moves.len() == 2).then_some(Said {
        moves,
        theirs: None,
        line: 0,
        with_words: false,
        side: None,
        offers_draw: false,
        takes_back: false,
        leads: false,
        reaches: Reaches {
            above: true,
            below: true,
        },
        because: Because::Unsaid,
        jested: Vec::new(),
    })
}

/// By which words the pieces are named.
struct Language {
    /// The player's piece letters.
    letters: Letters,
    /// The languages that the mail can be in.
    mail: Vec<Letters>,
}

impl Language {
    /// Of these words; where they can be of several languages, they are of the one whose piece letters the player uses.
    fn of(letters: Letters, words: &[String]) -> Language {
        let mut mail = languages_of(words);
        if letters != Letters::English && mail.contains(&letters) {
            mail = vec![letters];
        }
        Language { letters, mail }
    }

    /// The languages in which words count beside a move, with those of the words that lead to it; none where nothing tells
    /// which, and then all count.
    fn beside(&self, lead: &[Letters]) -> Vec<Letters> {
        let mut languages: Vec<Letters> = self.mail.iter().chain(lead).copied().collect();
        if !languages.is_empty() {
            languages.push(Letters::English);
        }
        languages
    }

    /// The languages of what is said behind a move. English wins where the mail may be in it.
    fn behind(&self, lead: &[Letters]) -> Vec<Letters> {
        if self.mail.contains(&Letters::English) && !self.mail_is_foreign(lead) {
            return vec![Letters::English];
        }
        self.mail.iter().chain(lead).copied().collect()
    }

    fn mail_is_foreign(&self, lead: &[Letters]) -> bool {
        !lead.is_empty() && !lead.contains(&Letters::English)
    }

    /// The word for a piece in English, of the word in another language, where it means one piece.
    fn piece(&self, name: &str) -> Option<&'static str> {
        let own = [self.letters];
        let languages: &[Letters] = if self.letters == Letters::English {
            &self.mail
        } else {
            &own
        };
        if languages.is_empty() || languages.contains(&Letters::English) {
            return None;
        }
        let plainly = if self.letters == Letters::English {
            &[]
        } else {
            pieces_named_plainly(name)
        };
        let mut roles = languages.iter().map(|language| {
            let named = pieces_named(name).iter().chain(plainly);
            named
                .filter(|(known, _)| known == language)
                .map(|(_, role)| *role)
                .next()
        });
        let first = roles.next()??;
        roles
            .all(|role| role == Some(first))
            .then_some(match first {
                shakmaty::Role::Pawn => "pawn",
                shakmaty::Role::Knight => "knight",
                shakmaty::Role::Bishop => "bishop",
                shakmaty::Role::Rook => "rook",
                shakmaty::Role::Queen => "queen",
                shakmaty::Role::King => "king",
            })
    }
}

/// The words of a text in lower case, without what stands around them.
fn words_of(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '-' && c != ':')
        .map(|word| not_drawn_out(&word.trim_matches(['\'', '-', ':']).to_lowercase()))
        .filter(|word| !word.is_empty())
        .collect()
}

/// Letters that people draw out.
const DRAWN_OUT: [char; 9] = ['a', 'e', 'i', 'o', 'u', 'y', 'h', 'm', 's'];

/// A word without the letters that are said three times and more: "hiii", "nooo".
fn not_drawn_out(word: &str) -> String {
    let characters: Vec<char> = word.chars().collect();
    let mut short = String::new();
    for run in characters.chunk_by(|one, next| one == next) {
        let drawn_out = run.len() > 2 && run.iter().all(|c| DRAWN_OUT.contains(c));
        short.extend(run.iter().take(if drawn_out { 1 } else { run.len() }));
    }
    short
}

/// The move that a line says, where it says one and what stands beside it changes nothing.
fn in_line(line: &str, language: &Language) -> Option<Said> {
    let words: Vec<&str> = line.split_whitespace().take(MOST_WORDS + 1).collect();
    if words.len() > MOST_WORDS {
        return None;
    }
    let (place, spelling) = first_move(&words, language)?;
    let (place, spelling) = refined(&words, place, spelling, language);
    // "g6: a black pawn" says something of a square.
    let explained = words
        .get(place.end.saturating_sub(1))
        .is_some_and(|word| word.ends_with([':', '=']));
    if spelling.is_questioned() || explained || speaks_of_more(&words, &place, language) {
        return None;
    }
    let mut parts = Parts::around(&words, &place);
    let with_words = parts.has_words();
    let offers_draw = parts.take_draw_offer();
    let side = parts.side()?;
    let leads = !parts.before.is_empty();
    let takes_back = taken_back(&words, place.start, language).is_some();
    let reaches = parts.reaches;
    let because = parts.because();
    let jested = parts.jested(&words);
    parts
        .plays(&words, &place, &spelling, language)
        .then_some(Said {
            moves: vec![spelling],
            theirs: None,
            line: 0,
            with_words,
            side,
            offers_draw,
            takes_back,
            leads,
            reaches,
            because,
            jested,
        })
}

/// Whether the line speaks of a move beside this one. What is said of moves in a later sentence, in the past or of what the
/// opponent may do, is talk, as it is on a line below a move.
fn speaks_of_more(words: &[&str], place: &Range<usize>, language: &Language) -> bool {
    let until = (place.end.saturating_sub(1)..words.len())
        .find(|&at| words.get(at).is_some_and(|word| stops(word)))
        .map_or(words.len(), |at| at + 1);
    let before = words.get(..place.start).unwrap_or_default();
    let behind = words.get(place.end..until).unwrap_or_default();
    let spoken_of = |words: &[&str]| mentions(&words.join(" "), language);
    let mut rest = words.get(until..).unwrap_or_default();
    let mut more = spoken_of(before) != places_of_it(before, words, place) || spoken_of(behind) > 0;
    while !rest.is_empty() && !more {
        let end = rest
            .iter()
            .position(|word| stops(word))
            .map_or(rest.len(), |at| at + 1);
        let (next, behind) = rest.split_at(end);
        let next = next.join(" ");
        more = mentions(&next, language) > 0 && fate(&next, language.letters) != Fate::Said;
        rest = behind;
    }
    more
}

/// How many words before a move name the square to which it goes, and nothing else: "I exchange on d5: cxd5".
fn places_of_it(before: &[&str], words: &[&str], place: &Range<usize>) -> usize {
    let leads_to_it = before.last().is_some_and(|word| word.ends_with(':'));
    let typed = words.get(place.clone()).unwrap_or_default().join(" ");
    let places = before.windows(2).filter(|pair| {
        let [on, square] = pair else {
            return false;
        };
        let square = bare(square);
        ON.contains(&bare(on).as_str())
            && square.parse::<shakmaty::Square>().is_ok()
            && bare(&typed).ends_with(&square)
    });
    if leads_to_it { places.count() } else { 0 }
}

/// Whether a sentence ends with this word.
fn stops(word: &str) -> bool {
    word.ends_with(['.', '!', '?', '…']) && !is_number(word) && !is_abbreviation(word)
}

/// Whether a word is nothing but a face: a sentence may end with it.
fn smiles(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c >= '\u{1F300}' || c == '\u{FE0F}')
}

/// What stands around a move in its line.
#[derive(Debug)]
struct Parts {
    /// The words before it in its clause.
    before: Vec<String>,
    /// The words behind it in its clause.
    behind: Vec<String>,
    /// Whether it stands at the end of its clause, with a question mark behind that.
    asked: bool,
    /// The clauses of its sentence before its own.
    above: Vec<String>,
    /// Those behind it.
    beyond: Vec<String>,
    /// Whether one of those ends with a question mark.
    beyond_asked: bool,
    /// Whether a colon leads to it.
    announced: bool,
    /// The words of the next sentence.
    next: Vec<String>,
    /// Whether that is a question.
    next_asked: bool,
    /// All other words.
    rest: usize,
    /// What stands before a face behind which the sentence begins.
    smiled: Vec<String>,
    /// With which word of the line the sentence begins.
    begins: usize,
    /// Where in the line the sentence stands.
    reaches: Reaches,
}

impl Parts {
    fn around(words: &[&str], place: &Range<usize>) -> Parts {
        let pauses = |word: &str| {
            stops(word) || word.ends_with([',', ';', ':', ')']) || matches!(word, "-" | "–" | "—")
        };
        let at = |index: usize| words.get(index).copied().unwrap_or_default();
        let sentence_begins = (0..place.start)
            .rev()
            .find(|&index| stops(at(index)) || smiles(at(index)))
            .map_or(0, |index| index + 1);
        let smiled = (0..sentence_begins)
            .rev()
            .skip_while(|&index| smiles(at(index)))
            .find(|&index| stops(at(index)))
            .map_or(0, |index| index + 1);
        let clause_begins = (sentence_begins..place.start)
            .rev()
            .find(|&index| pauses(at(index)) && !at(index).ends_with(':'))
            .map_or(sentence_begins, |index| index + 1);
        let last = place.end.saturating_sub(1);
        let clause_ends = (last..words.len())
            .find(|&index| pauses(at(index)) || at(index + 1).starts_with('('))
            .map_or(words.len(), |index| index + 1);
        let sentence_ends = (last..words.len())
            .find(|&index| stops(at(index)))
            .map_or(words.len(), |index| index + 1);
        let texts = |range: Range<usize>| words_of(&words.get(range).unwrap_or_default().join(" "));
        let question = |range: Range<usize>| {
            words
                .get(range)
                .unwrap_or_default()
                .iter()
                .any(|word| word.ends_with('?'))
        };
        let above = texts(sentence_begins..clause_begins);
        let next_ends = (sentence_ends..words.len())
            .find(|&index| stops(at(index)))
            .map_or(words.len(), |index| index + 1);
        Parts {
            before: texts(clause_begins..place.start),
            behind: texts(place.end..clause_ends),
            asked: question(last..clause_ends),
            beyond_asked: question(clause_ends..sentence_ends.max(clause_ends)),
            announced: place.start > sentence_begins && at(place.start - 1).ends_with(':'),
            above,
            beyond: texts(clause_ends..sentence_ends.max(clause_ends)),
            next: texts(sentence_ends..next_ends),
            next_asked: question(sentence_ends..next_ends.max(sentence_ends)),
            rest: texts(0..sentence_begins).len() + texts(next_ends..words.len()).len(),
            begins: sentence_begins,
            smiled: if smiles(at(sentence_begins.saturating_sub(1))) {
                texts(smiled..sentence_begins)
            } else {
                Vec::new()
            },
            reaches: Reaches {
                above: sentence_begins == 0,
                below: sentence_ends == words.len(),
            },
        }
    }

    fn has_words(&self) -> bool {
        let parts = [
            &self.before,
            &self.behind,
            &self.above,
            &self.beyond,
            &self.next,
        ];
        self.rest > 0 || parts.iter().any(|words| !words.is_empty())
    }

    /// The side that is said to play it; `None` in the outer one where two are said.
    fn side(&self) -> Option<Option<Color>> {
        let named = |words: &[String]| {
            let white = words.iter().any(|word| WHITE.contains(&word.as_str()));
            let black = words.iter().any(|word| BLACK.contains(&word.as_str()));
            (white, black)
        };
        let mut words = self.before.clone();
        if self.before.is_empty() {
            words.extend(self.above.first().or(self.beyond.first()).cloned());
        }
        match named(&words) {
            (true, true) => None,
            (true, false) => Some(Some(Color::White)),
            (false, true) => Some(Some(Color::Black)),
            (false, false) => Some(None),
        }
    }

    /// Whether it is played by these words.
    fn plays(
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
        // "Sorry for the delay" takes nothing back.
        let excused = matches!(self.next.as_slice(), [sorry, what, ..] if sorry == "sorry" && matches!(what.as_str(), "for" | "about"));
        let taken_back = !excused
            && self
                .next
                .first()
                .is_some_and(|word| TAKES_BACK.contains(&word.as_str()));
        !restricted && !doubted && !taken_back
    }

    /// The other clauses of its sentence.
    fn aside(&self) -> Vec<String> {
        self.above.iter().chain(&self.beyond).cloned().collect()
    }

    /// Whether the words behind the move say what it is, or would be.
    fn states(&self) -> bool {
        self.behind
            .first()
            .is_some_and(|word| STATES.contains(&word.as_str()))
    }

    /// Takes a sentence that offers a draw out of the words beside the move; whether there was one.
    fn take_draw_offer(&mut self) -> bool {
        let mut taken = self.take_draw_asked_for();
        for words in [
            &mut self.before,
            &mut self.behind,
            &mut self.above,
            &mut self.beyond,
            &mut self.next,
        ] {
            let Some(place) = draw_offer_in(words) else {
                continue;
            };
            let joined = place.start.checked_sub(1).is_some_and(|before| {
                JOINS
                    .begins(words.get(before..).unwrap_or_default(), None)
                    .is_some()
            });
            let asks = words
                .get(place.start)
                .is_some_and(|word| matches!(word.as_str(), "would" | "shall" | "how"));
            words.drain(place.start - usize::from(joined)..place.end);
            // Its question mark is not the move's.
            self.asked &= !asks;
            taken = true;
        }
        taken
    }

    /// Takes "draw?" out of what stands behind the move.
    fn take_draw_asked_for(&mut self) -> bool {
        let mut taken = false;
        for (words, asked) in [
            (&mut self.beyond, &mut self.beyond_asked),
            (&mut self.next, &mut self.next_asked),
        ] {
            let question = format!("{}?", words.join(" "));
            if *asked && matches!(phrase(&question), Some(Command::OfferDraw)) {
                words.clear();
                *asked = false;
                taken = true;
            }
        }
        taken
    }

    /// Whether what stands before a face says nothing of the move behind it: it is waved aside, "I should resign but nah 😂
    /// Kf4", or holds nothing that could be said of it.
    fn is_settled(&self) -> bool {
        let said = self.smiled.as_slice();
        let waved_aside = matches!(said, [.., nah] if nah == "nah")
            || matches!(said, [.., no, way] if no == "no" && way == "way");
        let orders = said.iter().any(|word| ORDERS.contains(&word.as_str()));
        let speaks = CONDITIONS.stands_in(said, None) || said.iter().any(|word| is_you(word));
        let tells = said
            .last()
            .is_some_and(|last| TELLS.split('|').any(|tells| tells == last));
        !has_condition(said) && (waved_aside || !orders && !speaks && !tells)
    }

    /// Whether the clause of the move says that it follows from what stands before it.
    fn because(&self) -> Because {
        let words = self.before.as_slice();
        let join = JOINS.begins(words, None).unwrap_or(0);
        let follows = words
            .get(join..)
            .is_some_and(|words| CONCLUSIONS.begins(words, None).is_some());
        if follows {
            Because::Above
        } else {
            Because::Unsaid
        }
    }

    /// The words before its sentence on its line that take another order back as a joke: "Draw? Only joking. e4".
    fn jested(&self, words: &[&str]) -> Vec<String> {
        let before = words.get(..self.begins).unwrap_or_default().join(" ");
        let before = words_of(&before);
        let order = before
            .iter()
            .position(|word| ORDERS.contains(&word.as_str()));
        let behind = order.and_then(|at| before.get(at..)).unwrap_or_default();
        if JESTS.stands_in(behind, None) {
            before
        } else {
            Vec::new()
        }
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

    /// Whether the line speaks of something else that is an order: "e4, and how about a draw?".
    fn says_more(&self) -> bool {
        [&self.before, &self.behind, &self.aside(), &self.next]
            .iter()
            .any(|words| words.iter().any(|word| ORDERS.contains(&word.as_str())))
    }
}

/// Where among these words a draw is offered; the longest phrase counts.
fn draw_offer_in(words: &[String]) -> Option<Range<usize>> {
    (0..words.len()).find_map(|at| {
        let longest = words.len().min(at + LONGEST_OFFER);
        (at + 1..=longest).rev().map(|end| at..end).find(|place| {
            let said = words.get(place.clone()).unwrap_or_default().join(" ");
            OFFERS_A_DRAW.split('|').any(|offer| offer == said)
        })
    })
}

/// Words of the longest sentence that offers a draw.
const LONGEST_OFFER: usize = 7;

/// Verbs right behind a move of which they say something. In lower case.
const STATES: [&str; 44] = [
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

/// Words with which somebody is greeted, with their name behind.
const GREETS: [&str; 21] = [
    "hi", "hello", "hey", "dear", "hallo", "servus", "moin", "liebe", "lieber", "bonjour", "salut",
    "hola", "ciao", "olá", "hoi", "dag", "beste", "hej", "hei", "cześć", "ahoj",
];

fn is_you(word: &str) -> bool {
    matches!(word, "you" | "you'd" | "you've" | "you're" | "you'll")
}

/// Whether a question may be about the move before it: one that says so, or is so short that it says nothing else.
fn is_about_it(question: &[String]) -> bool {
    let polite = POLITE.contains(&question.join(" ").as_str());
    let named = question
        .iter()
        .any(|word| ABOUT_IT.contains(&word.as_str()));
    !polite && (named && question.len() <= LONGEST_QUESTION || question.len() < SHORTEST_QUESTION)
}

/// Longer questions are about something of their own, whatever words are in them.
const LONGEST_QUESTION: usize = 6;

/// Words of a question that is about something of its own.
const SHORTEST_QUESTION: usize = 3;

/// Questions that are short and about nothing but how somebody is.
const POLITE: [&str; 16] = [
    "and you",
    "what's up",
    "what's new",
    "all well",
    "you ok",
    "wie geht's",
    "alles gut",
    "und dir",
    "ça va",
    "et toi",
    "qué tal",
    "y tú",
    "come va",
    "come stai",
    "tudo bem",
    "alles goed",
];

const WHITE: [&str; 15] = [
    "white", "weiß", "blancs", "blancas", "bianco", "brancas", "wit", "vit", "hvid", "hvit",
    "valkea", "białe", "bílý", "világos", "alb",
];
const BLACK: [&str; 15] = [
    "black", "schwarz", "noirs", "negras", "nero", "pretas", "zwart", "svart", "sort", "musta",
    "czarne", "černý", "sötét", "negru", "must",
];

/// Words before a colon behind which somebody else's move stands: "I defend against: Ng5".
const AGAINST: [&str; 24] = [
    "against", "of", "from", "about", "between", "by", "versus", "instead", "without", "except",
    "gegen", "vor", "statt", "contre", "de", "contra", "contro", "tegen", "mot", "mod", "przeciw",
    "proti", "before", "after",
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

/// Words of a question that is about the move before it.
const ABOUT_IT: [&str; 34] = [
    "it", "that", "this", "ok", "okay", "fine", "right", "correct", "legal", "allowed", "possible",
    "agree", "think", "sure", "expect", "mean", "know", "move", "good", "bad", "better", "das",
    "ça", "eso", "dat", "zug", "erlaubt", "richtig", "möglich", "coup", "jugada", "mossa", "zet",
    "det",
];

/// Words with which the next sentence takes the move back.
const TAKES_BACK: [&str; 24] = [
    "jk", "no", "not", "nothing", "wait", "oops", "sorry", "hmm", "actually", "or", "but", "if",
    "unless", "nein", "warte", "oder", "non", "attends", "espera", "aspetta", "nee", "nej", "nie",
    "нет",
];

/// Words of other orders.
const ORDERS: [&str; 18] = [
    "draw",
    "remis",
    "resign",
    "accept",
    "decline",
    "takeback",
    "abort",
    "withdraw",
    "claim",
    "challenge",
    "nulle",
    "tablas",
    "patta",
    "empate",
    "aufgeben",
    "abandonne",
    "abandono",
    "surrender",
];

/// What is said out of courtesy, though it speaks to somebody or holds a "no", and neither denies nor asks anything.
const COURTESY: [&str; 64] = [
    "as i have done since",
    "as i have done",
    "as i always do",
    "if you please",
    "to all of you",
    "all of you",
    "you all",
    "how are you",
    "how have you",
    "how did you",
    "how do you do",
    "are you well",
    "are you coming",
    "have you been",
    "have you had",
    "did you have",
    "do you have",
    "did you enjoy",
    "hope you",
    "hope you're",
    "hope you've",
    "hope that you",
    "hope to see you",
    "wish you",
    "wishing you",
    "see you tomorrow",
    "see you later",
    "see you on",
    "until tomorrow",
    "bis morgen",
    "bis später",
    "à demain",
    "hasta mañana",
    "a domani",
    "tot morgen",
    "see you",
    "thank you",
    "over to you",
    "to you",
    "with you",
    "for you",
    "and you",
    "now you",
    "you too",
    "your turn",
    "you are next",
    "you're next",
    "love you",
    "miss you",
    "tell you",
    "write to you",
    "hear from you",
    "no hurry",
    "no rush",
    "no problem",
    "no worries",
    "not bad",
    "why not",
    "no doubt",
    "not in a hurry",
    "keine eile",
    "kein problem",
    "pas de souci",
    "no hay prisa",
];

/// The words without what is said out of courtesy and denies nothing.
fn without_courtesy(words: &[String]) -> Vec<String> {
    let mut text = format!(" {} ", words.join(" "));
    for phrase in COURTESY {
        text = text.replace(&format!(" {phrase} "), " ");
    }
    text.split_whitespace().map(str::to_owned).collect()
}

/// "e.g.", which ends no sentence.
fn is_abbreviation(word: &str) -> bool {
    let lower = word.to_lowercase();
    matches!(
        lower.trim_start_matches('('),
        "e.g." | "i.e." | "z.b." | "d.h." | "p.ex." | "p.e." | "bijv." | "vs." | "etc." | "approx."
    )
}

fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    // 5254 is a move, and "..." stands before one of Black's.
    digits.len() <= 3 && digits.chars().all(|c| c.is_ascii_digit())
}

/// The words of the lines beside this one that may be of its sentence: a line that a mail program has wrapped goes on
/// below, and one that ends with no stop may go on.
fn around(lines: &[String], at: usize, reaches: Reaches) -> (Vec<String>, Vec<String>) {
    let line = |index: usize| lines.get(index).map_or("", |line| line.trim());
    let mut before = Vec::new();
    let above = at.checked_sub(1).map_or("", line);
    let leads_on = |text: &str| text.ends_with([':', '…', ',']) || text.ends_with("...");
    if reaches.above
        && !above.is_empty()
        && (!ends(above) || leads_on(above))
        && !is_salutation(above)
    {
        before.extend(words_of(above));
    }
    if reaches.above
        && above.is_empty()
        && let Some(text) = (0..at).rev().map(line).find(|text| !text.is_empty())
        && (text.ends_with([':', '…']) || text.ends_with("..."))
    {
        before.extend(words_of(text));
    }
    let mut behind = Vec::new();
    let below = line(at + 1);
    let goes_on = below.starts_with(char::is_lowercase) || line(at).chars().count() >= WRAPPED_FROM;
    if reaches.below && !below.is_empty() && goes_on && !ends(line(at)) {
        behind.extend(words_of(below));
    }
    if below.starts_with('?') {
        behind.push("or".to_owned());
    }
    (before, behind)
}

fn ends(line: &str) -> bool {
    line.ends_with(['.', '!', '?', ')', ':', ';', ',', '…'])
        || line.ends_with(|c: char| c >= '\u{1F300}')
}

/// Whether words make a condition, even of a reason.
fn has_condition(words: &[String]) -> bool {
    words.iter().any(|word| is_if(word))
}

/// Whether a mail says anywhere that its writer has not made up their mind, or does not mean it. A joke about another order
/// is none about the move below it.
fn hesitates(lines: &[String], at: usize, said: &Said) -> bool {
    lines.iter().enumerate().any(|(index, line)| {
        let mut words = words_of(line);
        if index == at {
            words = words.split_off(said.jested.len().min(words.len()));
        }
        if index == at && said.takes_back {
            // "I take it back with the pawn" takes no move back.
            let typed = said
                .moves
                .iter()
                .flat_map(|played| words_of(played.typed()));
            let typed: Vec<String> = typed.collect();
            let text = format!(" {} ", words.join(" "));
            let rest = text.replace(&format!(" {} ", typed.join(" ")), " ");
            words = words_of(&rest);
        }
        HESITATIONS.stands_in(&words, None) || JESTS.stands_in(&words, None)
    })
}

/// Whether the last line above a move leads to it and makes it somebody else's, or no move at all: "My coach says", and below
/// it "e5".
fn is_told_above(lines: &[String], at: usize) -> bool {
    let above = lines.iter().take(at).rev().map(|line| line.trim());
    let Some(above) = above.into_iter().find(|line| !line.is_empty()) else {
        return false;
    };
    let words = words_of(above);
    if above.ends_with(':') {
        let greets = words
            .first()
            .is_some_and(|word| GREETS.contains(&word.as_str()));
        return !greets && LEADS.ends(&words).is_none() && OPENERS.begins(&words, None).is_none();
    }
    !ends(above)
        && LEADS.ends(&words).is_none()
        && words
            .last()
            .is_some_and(|word| TELLS.split('|').any(|tells| tells == word))
}

/// Words that want a move behind them, at the end of a line above it, and say that it is not played, or not by its writer.
const TELLS: &str = "\
    say|says|said|play|write|writes|wrote|think|thinks|thought|suggest|suggests|suggested|recommend|recommends|recommended|\
    want|wants|wanted|prefer|prefers|proposes|proposed|advises|advised|likes|liked|fear|feared|is|was|are|were|\
    would|could|might|should|about|of|but|except|than|not|never|again|without|avoid|friday|tomorrow|later|\
    sagt|sagte|meint|meinte|schreibt|schrieb|empfiehlt|empfahl|rät|riet|ist|war|wäre|außer|nicht|nie|morgen|später|\
    dit|disait|écrit|propose|conseille|recommande|est|était|serait|sauf|pas|jamais|demain|\
    dice|dijo|escribe|propone|recomienda|es|era|sería|excepto|no|nunca|mañana|disse|consiglia|è|sarebbe|tranne|mai|\
    domani|zegt|zei|adviseert|niet|nooit|morgen|säger|siger|sier|inte|ikke|mówi|nie|říká|сказал|говорит|не";

/// Whether a line names a game by its number: the one that is meant, perhaps, and not the one whose letter is answered.
fn names_a_game(line: &str) -> bool {
    let words = words_of(line);
    words.windows(2).any(|pair| {
        let [game, number] = pair else {
            return false;
        };
        matches!(
            game.as_str(),
            "game"
                | "partie"
                | "spiel"
                | "partida"
                | "partita"
                | "partij"
                | "parti"
                | "partia"
                | "партия"
                | "партии"
        ) && number.len() <= 9
            && number.chars().all(|c| c.is_ascii_digit())
    })
}

/// "Hi Bob," above a letter.
fn is_salutation(line: &str) -> bool {
    line.split_whitespace().count() <= 4
        && Words::of(line).joined.split(' ').count() <= 4
        && line.ends_with([',', '!'])
}

#[cfg(test)]
mod tests;
