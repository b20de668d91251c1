//! "conditional: d5 exd5", "for d5, exd5", "d5 -> exd5": what its writer will play, without an "if". It may be for the server.

use super::{ANSWERS, BRACKETS, PAST, UPON, count_moves, has_any, is_move, is_spoken_to};
use crate::chess::notation::Letters;
use crate::language::any_of::AnyOf;
use crate::language::line::Words;
use crate::language::mended::is_if;

/// Whether a line names two moves or more and hardly anything else, or says that they are still to come. Of moves of the past, and
/// to the opponent, anybody may write as they like.
pub(super) fn is_a_plan(plain: &str, words: &str, letters: Letters) -> bool {
    let moves = count_moves(plain, letters);
    let to_the_server = has_any(words, SERVER);
    let spoken_to = !to_the_server && is_spoken_to(words);
    // "1. e4 e5 2. Nf3": what was played.
    let from_the_first = plain.starts_with("1.");
    if moves == 0
        || from_the_first
        || spoken_to
        || has_any(words, PAST)
        || is_from_square_to_square(words)
    {
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
        || to_the_server
        || PREPARED.begins(words)
        || starts_before_a_move(words, "note", letters)
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

/// Who plays a move by itself. In lower case.
const SERVER: &str =
    "server|penpawn|automatically|automatisch|automatiquement|automáticamente|automaticamente";

/// Whether a line says that it is for nobody but its writer or the server, whatever it names.
pub(super) fn is_private(plain: &str) -> bool {
    let words = Words::of(plain.trim_start_matches(BRACKETS)).joined;
    ADDRESSED.begins(&words)
        || PRIVATE.stands_in(&words)
        || PREPARED.begins(&words) && has_any(&words, IF)
}

/// What makes a condition behind such a word: "Conditional: if she takes on d4, I recapture". In lower case.
const IF: &str = "if|when|wenn|falls|si|se|als|on|sur|auf";

/// To whom such a line is written, at its beginning. In lower case.
static ADDRESSED: AnyOf = AnyOf::these(
    "\
    my note|my notes|server|dear server|hey server|hello server|for the server|to the server|to penpawn|for penpawn|dear penpawn|für den server|an den server|\
    lieber server|pour le serveur|au serveur|para el servidor|al servidor|per il server|al server|voor de server|aan de server",
);

/// Words by which it says so. In lower case.
static PRIVATE: AnyOf = AnyOf::these(
    "\
    note to self|note to myself|note for me|note for myself|private note|just for me|only for me|just for myself|only for myself|\
    for my eyes only|please don't send|please do not send|don't send this to|do not send this to|don't show this to|do not show this to|\
    don't show it to|do not show it to|don't pass this on|do not pass this on|not for my opponent|not for the opponent|keep this secret|\
    keep it secret|server only|this is for the server|this is for the computer|my secret plan|play it automatically|play automatically|\
    automatically play|auto take back|\
    nur für mich|nicht weiterleiten|nicht weitergeben|notiz an mich|notiz für mich|nur für den server|das ist für den server|\
    juste pour moi|seulement pour moi|note pour moi|note privée|ne pas transmettre|ne transmettez pas|ne pas faire suivre|\
    solo para mí|nota para mí|nota privada|no se lo enseñes|no lo reenvíes|no reenviar|\
    solo per me|nota per me|nota privata|non inoltrare|non mostrarlo|\
    alleen voor mezelf|alleen voor mij|notitie voor mezelf|niet doorsturen|niet laten zien aan",
);

/// How a line begins that prepares a move. In lower case.
static PREPARED: AnyOf = AnyOf::these(
    "\
    conditional|conditionals|conditional move|conditional moves|premove|premoves|pre-move|pre-moves|bedingt|bedingter zug|bedingte züge|\
    conditionnel|coup conditionnel|coups conditionnels|jugada condicional|jugadas condicionales|mossa condizionale|mosse condizionali|\
    voorwaardelijke zet|voorwaardelijke zetten",
);

/// How such a line begins. In lower case.
static PLANS: AnyOf = AnyOf::these(
    "\
    plan|my plan|in case|in the case|suppose|\
    supposing|assuming|provided|answer|my answer|reply|my reply|i answer|i reply|\
    as soon as|once|sobald|sollte|kommt|im fall|im falle|angenommen|vorausgesetzt|antwort|meine antwort|mein plan|\
    dès que|en cas|au cas où|supposons|ma réponse|mon plan|\
    en cuanto|en caso|suponiendo|supongamos|mi respuesta|mi plan|\
    non appena|in caso|nel caso|supponendo|la mia risposta|il mio piano|\
    zodra|speelt hij|speelt zij|in geval|in het geval|stel|mijn antwoord|mijn plan",
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
        let is_kept = |line: &str| {
            let fate = fate(line, Letters::English);
            matches!(fate, Fate::Conditional | Fate::Unclear)
        };
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
            "premove d4",
            "To penpawn: answer d6 with d4.",
            "sock game lol. server: if nf3 then d6 pls",
            "As soon as d6 appears, play d4.",
            "Si d6, je jouerai d4.",
            "A d6 rispondo con d4.",
            "Speelt hij d6, dan d4.",
            "How are you, Bob? If e5 then Nf3.",
        ] {
            assert!(is_kept(line), "{line}");
        }
        for line in [
            "",
            "My knight comes to the rescue, b8 to d7.",
            "I looked at d5 and exd5 for an hour",
            "After d5 exd5 you are fine",
            "I like the Spanish more than Bc4.",
            "1. e4 e5 2. Nf3 *",
            "For three days I have looked at this board, d5 and exd5",
            "Any news of Ann?",
        ] {
            assert!(!is_kept(line), "{line}");
        }
    }

    #[test]
    fn what_is_for_nobody_else_is_private_whatever_it_names() {
        let is_private = |line: &str| fate(line, Letters::English) == Fate::Private;
        for line in [
            "Conditional: if she takes, I recapture with the knight.",
            "(just for me, please don't send: I'm aiming for castling)",
            "Note to myself, not for Sue: watch the clock.",
            "Whatever he does, I'll recapture, so please play it automatically.",
            "Server, don't show this to Sue",
            "Note pour moi : surveiller la pendule.",
            "Solo per me: attenzione all'orologio.",
            "Alleen voor mezelf, niet doorsturen: rustig blijven.",
        ] {
            assert!(is_private(line), "{line}");
        }
        for line in [
            "",
            "I note that you castled.",
            "The server at the café was rude.",
            "I did it just for you!",
            "Don't tell Anna about the party.",
        ] {
            assert!(!is_private(line), "{line}");
        }
    }
}
