//! The lines around that of a move: what may be a part of its sentence, and what makes nothing of it from anywhere.

use super::in_line::Said;
use super::labels::is_label;
use super::parts::Reaches;
use super::tables::{HESITATIONS, JESTS, LEADS, OPENERS, THINGS};
use super::words::{GREETS, ends, words_of};
use crate::language::line::Words;
use crate::language::mended::is_if;

/// A line that is so long may have been wrapped by a mail program, and its sentence goes on below.
pub(super) const WRAPPED_FROM: usize = 60;

/// The words of the lines beside this one that may be of its sentence: a line that a mail program has wrapped goes on
/// below, and one that ends with no stop may go on.
pub(super) fn around(lines: &[String], at: usize, reaches: Reaches) -> (Vec<String>, Vec<String>) {
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

/// Whether words make a condition, even of a reason.
pub(super) fn has_condition(words: &[String]) -> bool {
    words.iter().any(|word| is_if(word))
}

/// Whether a mail says anywhere that its writer has not made up their mind, or does not mean it. A joke about another order
/// is none about the move below it.
pub(super) fn hesitates(lines: &[String], at: usize, said: &Said) -> bool {
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
pub(super) fn is_told_above(lines: &[String], at: usize) -> bool {
    let above = lines.iter().take(at).rev().map(|line| line.trim());
    let Some(above) = above.into_iter().find(|line| !line.is_empty()) else {
        return false;
    };
    // "My coach thinks 😂", and below it "e4".
    let above = above.trim_end_matches(|c: char| c >= '\u{1F300}' || c == '\u{FE0F}' || c == ' ');
    let words = words_of(above);
    if above.ends_with(':') {
        let greets = words
            .first()
            .is_some_and(|word| GREETS.contains(&word.as_str()));
        return !greets && LEADS.ends(&words).is_none() && OPENERS.begins(&words, None).is_none();
    }
    let names = |word: &String| tells(word) || is_left_open(word);
    !ends(above)
        && LEADS.ends(&words).is_none()
        && (words.last().is_some_and(names) || THINGS.ends(&words).is_some())
}

/// Whether what looks like a move may be the name of a thing of which the line right above it speaks: "The printer is out of
/// paper.", and below it "A4", or "Which room?", and below it "d4"; or which it names, "Peugeot", and below it "C4".
pub(super) fn names_a_thing_above(lines: &[String], at: usize, typed: &str) -> bool {
    let above = at.checked_sub(1).and_then(|at| lines.get(at));
    let above = above.map_or("", |line| line.trim());
    let sentence = above.trim_end_matches(['.', '!', '?', '…', ' ']);
    let sentence = sentence.rsplit(['.', '!', '?']).next().unwrap_or_default();
    let square = is_square(typed) && above.ends_with('?');
    (square || is_called_so(typed)) && THINGS.stands_in(&words_of(sentence), None)
        || is_called_so(typed) && is_label(above)
}

/// Whether words behind what looks like a move say which thing it is: "B4, window seat".
pub(super) fn says_which_thing(words: &[String]) -> bool {
    words.len() <= 2 && THINGS.ends(words).is_some()
}

/// Whether a move is written as things are called: as a square with a large letter and nothing else, or with four digits.
pub(super) fn is_called_so(typed: &str) -> bool {
    let digits = typed.len() == 4 && typed.chars().all(|c| c.is_ascii_digit());
    digits || is_square(typed) && typed.starts_with(char::is_uppercase)
}

fn is_square(typed: &str) -> bool {
    typed.to_lowercase().parse::<shakmaty::Square>().is_ok()
}

/// Whether no sentence ends with this word: an article, or a word for a place. "Ik rijd op de", and below it "A4".
fn is_left_open(word: &str) -> bool {
    LEFT_OPEN.contains(&word)
}

const LEFT_OPEN: [&str; 46] = [
    "a", "an", "the", "at", "named", "called", "der", "die", "das", "dem", "den", "ein", "eine",
    "einen", "einem", "im", "am", "zur", "zum", "heißt", "la", "le", "l'", "les", "une", "un",
    "au", "aux", "sur", "dans", "el", "una", "il", "lo", "sulla", "sul", "al", "alla", "de", "het",
    "een", "op", "na", "uma", "um", "ao",
];

/// Whether a word wants a move behind it that is not played, or not by its writer.
pub(super) fn tells(word: &str) -> bool {
    TELLS.split('|').any(|tells| tells == word)
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
pub(super) fn names_a_game(line: &str) -> bool {
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
pub(super) fn is_salutation(line: &str) -> bool {
    line.split_whitespace().count() <= 4
        && Words::of(line).joined.split(' ').count() <= 4
        && line.ends_with([',', '!'])
}
