//! "Yes" in answer to the question whether a move is meant: "yes please", "yes, that is my move", "ja, genau".

use super::FORBIDS;
use crate::budget::LINE_SEARCHED;
use crate::language::any_of::AnyOf;
use crate::language::line::Words;

/// Words with which such an answer begins. In lower case; none of them means anything else in another language in which we are
/// written to.
static YES: AnyOf = AnyOf::these("yes|yes yes|yep|yup|ja|ja ja|jawohl|oui|sí|sì|sim|да|kyllä");

/// What may stand behind them, whole. In lower case.
static BEHIND: AnyOf = AnyOf::these(
    "\
    please|thanks|thank you|it is|that is it|that's it|that is my move|that's my move|this is my move|it is my move|it's my move|\
    that is what i mean|that is what i meant|that's what i mean|that's what i meant|that is right|that's right|that is correct|\
    that's correct|exactly|correct|indeed|play it|please play it|play it please|please play that|do it|please do|do please|\
    bitte|genau|bitte genau|genau so|richtig|das ist richtig|stimmt|das stimmt|das ist mein zug|das meinte ich|das meine ich|\
    so ist es|gerne|bitte spielen|danke|s'il te plaît|s'il vous plaît|svp|stp|merci|c'est mon coup|c'est ça|exactement|\
    por favor|gracias|es mi jugada|esa es mi jugada|exacto|correcto|per favore|grazie|è la mia mossa|esatto|é o meu lance|\
    exato|obrigado|obrigada|graag|klopt|dat klopt|dat is mijn zet|alsjeblieft|alstublieft",
);

/// Words by which what stands below an answer may take it back, beside those that make a condition of an agreement. In lower
/// case.
static OTHERWISE: AnyOf = AnyOf::these(
    "\
    no|nope|instead|rather|better|other|another|decide|undecided|unsure|mistake|wrong|forget|hold|yet|actually|\
    would|will|could|might|may|tomorrow|tonight|guess|suppose|nein|warte|warten|statt|stattdessen|lieber|anders|\
    andere|anderen|anderes|falsch|irrtum|noch|doch|besser|eigentlich|morgen|würde|könnte|\
    non|attends|attendez|plutôt|autre|jamais|demain|espera|todavía|otra|otro|mejor|mañana|aspetta|altra|altro|meglio|domani|\
    espere|outro|outra|melhor|amanhã|wacht|anders|ander|liever|подожди|другой|сейчас|завтра",
);

/// Whether a line says yes and nothing beside it.
pub(in crate::language) fn says_yes(line: &str) -> bool {
    if line.len() > LINE_SEARCHED || line.contains('?') {
        return false;
    }
    let plain = crate::language::with_plain_marks(&crate::language::printable(line));
    let words = Words::of(&plain).joined;
    let words = words.trim_matches(|c: char| !c.is_alphanumeric());
    YES.all().any(|yes| {
        let behind = words.strip_prefix(yes).map(str::trim);
        behind.is_some_and(|behind| {
            behind.is_empty() || words.len() > yes.len() + 1 && is_behind(words, yes, behind)
        })
    })
}

fn is_behind(words: &str, yes: &str, behind: &str) -> bool {
    let apart = words
        .get(yes.len()..)
        .is_some_and(|rest| rest.starts_with(' '));
    apart && BEHIND.is(behind)
}

/// Whether a line below such an answer may say that it does not stand: better asked once more than a move played that is not meant.
pub(in crate::language) fn hesitates(line: &str) -> bool {
    let plain = crate::language::with_plain_marks(&crate::language::printable(line));
    let words = Words::of(&plain).joined;
    FORBIDS.stands_in(&words) || OTHERWISE.stands_in(&words)
}

#[cfg(test)]
mod tests {
    use super::{hesitates, says_yes};

    #[test]
    fn a_move_is_chosen_by_yes_and_by_nothing_that_says_more() {
        for yes in [
            "yes",
            "Yes!",
            "Yes 👍",
            "*Yes*",
            "Yes please.",
            "yes, that is my move",
            "Yes, that's what I meant",
            "Ja, genau.",
            "ja bitte",
            "Oui, c'est mon coup",
            "Yes, play it",
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
            // Words of one language that look like yes in another: if, since, thanks, again, already.
            "Si c'est mon coup...",
            "Da das so ist",
            "Tak",
            "Igen",
            "Já",
            "Yes, what is that",
            "Ja was ist das",
            "Yes, what i mean is the",
            // Said of what is not believed.
            "Yeah, right",
        ] {
            assert!(!says_yes(other), "{other}");
        }
    }

    #[test]
    fn what_stands_below_an_answer_and_may_take_it_back_is_known() {
        for line in [
            "No, not that one, the other.",
            "Wait with it please.",
            "Sorry, forget that.",
            "Or better the d-pawn.",
            "Queen's pawn instead.",
            "Aber erst morgen spielen bitte.",
            "Mais pas maintenant.",
            "Pero espera, todavía no lo juegues.",
            "Но не сейчас.",
            "I will decide tomorrow.",
            "I'd rather play the king's knight.",
            "no, 3",
            "Thanks, but not now, wait.",
        ] {
            assert!(hesitates(line), "{line}");
        }
        for line in [
            "Have a nice week.",
            "Sorry for the confusion!",
            "How are the children?",
            "Viele Grüße aus Kiel",
            "Your move, Bob! See you soon.",
        ] {
            assert!(!hesitates(line), "{line}");
        }
    }
}
