//! "Yes" in answer to the question whether a move is meant: "yes please", "yes, that is my move", "ja, genau".

use crate::language::line::Words;

/// Words with which such an answer begins. In lower case.
const YES: &str =
    "yes|yep|yup|yeah|ja|jo|jawohl|oui|sí|si|sì|sim|igen|tak|ano|da|да|kyllä|joo|jah|já";

/// What may stand behind them. In lower case.
const BEHIND: &str = "\
    i|do|did|please|thanks|thank|you|play|it|and|the|that's|that|this|is|it's|was|what|mean|meant|move|my|exactly|correct|right|indeed|\
    bitte|danke|ich|das|den|genau|richtig|stimmt|so|ist|war|mein|meine|zug|meinte|meine|spielen|spiel|gerne|gern|\
    merci|s'il|te|vous|plaît|svp|c'est|mon|coup|exactement|por|favor|es|mi|jugada|exacto|correcto|gracias|\
    per|favore|è|la|mia|mossa|esatto|grazie|é|meu|lance|exato|obrigado|obrigada|graag|dat|mijn|zet|klopt";

/// Whether a line says yes and nothing beside it.
pub(in crate::language) fn says_yes(line: &str) -> bool {
    let plain = crate::language::with_plain_marks(&crate::language::printable(line));
    if plain.contains('?') {
        return false;
    }
    let words = Words::of(&plain).joined;
    let mut words = words
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let is = |table: &str, word: &str| table.split('|').any(|entry| entry == word);
    words.next().is_some_and(|first| is(YES, first))
        && words.all(|word| word.is_empty() || is(BEHIND, word) || is(YES, word))
}

#[cfg(test)]
mod tests {
    use super::says_yes;

    #[test]
    fn a_move_is_chosen_by_yes_and_by_nothing_that_says_more() {
        for yes in [
            "yes",
            "Yes!",
            "Yes please.",
            "yes, that is my move",
            "Yes, that's what I meant",
            "Ja, genau.",
            "ja bitte",
            "Oui, c'est mon coup",
            "Yes, play it",
            "yes yes",
            "Sí, exacto",
        ] {
            assert!(says_yes(yes), "{yes}");
        }
        for other in [
            "yes but I'd rather take",
            "yes?",
            "ok",
            "sure",
            "no",
            "not yes",
            "yes and no",
            "yes, I think",
            "yes if you must",
            "yesterday",
            "ja, vielleicht",
            "yes, tomorrow",
            "yes, a draw",
            "yes i resign",
            "",
        ] {
            assert!(!says_yes(other), "{other}");
        }
    }
}
