//! "conditional: d5 exd5", "for d5, exd5", "d5 -> exd5": what its writer will play, without an "if". It may be for the server.

use super::{ANSWERS, OPPONENTS, PAST, UPON, count_moves, has_any, is_move};
use crate::chess::notation::Letters;
use crate::language::any_of::AnyOf;
use crate::language::mended::is_if;

/// Whether a line names two moves or more and hardly anything else, or says that they are still to come. Of moves of the past, and
/// to the opponent, anybody may write as they like.
pub(super) fn is_a_plan(plain: &str, words: &str, letters: Letters) -> bool {
    let moves = count_moves(plain, letters);
    // "Je" is you in Dutch and I in French.
    let spoken_to = has_any(&words.replace(" je ", " "), OPPONENTS);
    if moves == 0 || spoken_to || has_any(words, PAST) || is_from_square_to_square(words) {
        return false;
    }
    let beside = words
        .split(' ')
        .filter(|word| word.contains(char::is_alphabetic) && !is_move(word, letters))
        .count();
    let upon = UPON
        .split('|')
        .any(|word| starts_before_a_move(words, word, letters));
    let answered = words.split(' ').next().is_some_and(is_if) && has_any(words, ANSWERS);
    ANY_MOVE.begins(words)
        || answered
        || moves > 1 && (PLANS.begins(words) || beside <= FEW || upon && beside <= SHORT_SENTENCE)
}

/// Whether the words begin with this one and a move: "after d5".
fn starts_before_a_move(words: &str, word: &str, letters: Letters) -> bool {
    let rest = words
        .strip_prefix(word)
        .and_then(|rest| rest.strip_prefix(' '));
    let next = rest.and_then(|rest| rest.split(' ').next());
    next.is_some_and(|next| is_move(next.trim_end_matches([',', ':']), letters))
}

/// Whether the words end with one move, described: "My knight comes to the rescue, b8 to d7".
fn is_from_square_to_square(words: &str) -> bool {
    let mut last = words.rsplit(' ').take(3);
    let mut next = || last.next().unwrap_or_default();
    let (to, between, from) = (next(), next(), next());
    TO.contains(&between) && [from, to].iter().all(|word| word.len() == 2)
}

/// Between the squares of a move.
const TO: [&str; 6] = ["to", "nach", "à", "a", "in", "naar"];

/// Words beside moves that say nothing of them: "d5, then exd5".
const FEW: usize = 2;

/// Words of "for d5 I have exd5" beside the moves.
const SHORT_SENTENCE: usize = 4;

/// How such a line begins. In lower case.
static PLANS: AnyOf = AnyOf::these(
    "\
    conditional|conditionals|conditional move|conditional moves|premove|premoves|pre-move|pre-moves|plan|my plan|in case|in the case|suppose|\
    supposing|assuming|provided|answer|my answer|reply|my reply|i answer|i reply|\
    bedingt|bedingter zug|bedingte züge|im fall|im falle|angenommen|vorausgesetzt|antwort|meine antwort|mein plan|\
    conditionnel|coup conditionnel|coups conditionnels|en cas|au cas où|supposons|ma réponse|mon plan|\
    condicional|jugada condicional|jugadas condicionales|en caso|suponiendo|supongamos|mi respuesta|mi plan|\
    condizionale|mossa condizionale|mosse condizionali|in caso|nel caso|supponendo|la mia risposta|il mio piano|\
    voorwaardelijk|voorwaardelijke zet|voorwaardelijke zetten|in geval|in het geval|stel|mijn antwoord|mijn plan",
);

/// The same before a single move, whatever the opponent plays. In lower case.
static ANY_MOVE: AnyOf = AnyOf::these(
    "\
    any|any move|any other move|anything|anything else|whatever he plays|whatever she plays|whatever they play|auf alles|auf jeden zug|\
    à tout|sur tout|a todo|a tutto|op alles",
);

#[cfg(test)]
mod tests {
    use super::super::{Fate, fate};
    use super::*;

    #[test]
    fn what_may_be_played_next_is_told_from_talk_of_moves() {
        let is_unclear = |line: &str| fate(line, Letters::English) == Fate::Unclear;
        for line in [
            "conditional: d5 exd5",
            "Conditional moves: d5 exd5, e6 d4",
            "In case of e5 I play Nxe5.",
            "for d5, exd5",
            "after d5 exd5",
            "d5 -> exd5",
            "d5, then exd5",
            "answer d5 with exd5",
            "my answer to d5 is exd5",
            "any move then d4",
            "If he goes d5 I'll take it",
            "bedingter Zug: d5 exd5",
            "Im Falle von d5 spiele ich exd5",
            "En cas de d5 je joue exd5",
        ] {
            assert!(is_unclear(line), "{line}");
        }
        for line in [
            "",
            "My knight comes to the rescue, b8 to d7.",
            "I looked at d5 and exd5 for an hour",
            "After d5 exd5 you are fine",
            "I like the Spanish more than Bc4.",
            "For three days I have looked at this board, d5 and exd5",
            "Any news of Ann?",
        ] {
            assert!(!is_unclear(line), "{line}");
        }
    }
}
