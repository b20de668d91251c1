//! "No", "Hmm, no", "Wait, I'll think about it again", "I'll decide tomorrow": lines right below a move that take it back and speak of
//! nothing else.

use crate::language::any_of::AnyOf;
use crate::language::line::Words;
use crate::language::{printable, with_plain_marks};

/// A longer line says something of its own.
const LONGEST: usize = 60;

/// Whether a line is nothing but a "no" or a "wait", or says that its writer has not made up their mind: right below a move it
/// takes that back.
pub(in crate::language) fn retracts(line: &str) -> bool {
    if line.len() > LONGEST {
        return false;
    }
    let words = Words::of(&with_plain_marks(&printable(line))).joined;
    let mut rest = words.as_str();
    let mut refuses = false;
    loop {
        if let Some(left) = SIGHS.behind(rest) {
            rest = left;
        } else if let Some(left) = REFUSES.behind(rest) {
            refuses = true;
            rest = left;
        } else {
            break;
        }
    }
    if rest.is_empty() {
        return refuses;
    }
    let undecided = UNDECIDED.behind(rest);
    undecided
        .or_else(|| WAITS.behind(rest).filter(|_| refuses))
        .is_some_and(says_no_more)
}

/// Whether these words only put off what stands before them, if there are any.
fn says_no_more(mut words: &str) -> bool {
    while let Some(left) = LATER.behind(words) {
        words = left;
    }
    words.is_empty()
}

/// Words before those that refuse. In lower case.
static SIGHS: AnyOf = AnyOf::these(
    "\
    hm|hmm|hmmm|well|oh|ah|um|uh|but|sorry|actually|ach|na|tja|aber|doch|bon|mais|bueno|pero|beh|ma|nou|maar",
);

/// Words that take back what stands above them. In lower case.
static REFUSES: AnyOf = AnyOf::these(
    "\
    no|nope|wait|hold on|hang on|oops|nein|warte|moment|non|attends|espera|aspetta|nee|wacht|never|nej|nie|нет|стой",
);

/// What says that its writer has not made up their mind, or that the mail is not to go yet. In lower case.
static UNDECIDED: AnyOf = AnyOf::these(
    "\
    i'll think|i will think|let me think|i'll decide|i will decide|i need to think|i have to think|i must think|\
    don't send it|do not send it|don't send this|do not send this|don't send that|don't play it|do not play it|i'm not sure|i am not sure|\
    ich überlege|ich überleg's mir|ich überlege es mir|ich denke|ich entscheide|ich entscheide mich|nicht abschicken|\
    noch nicht abschicken|ich muss überlegen|ich bin nicht sicher|\
    je réfléchis|je vais réfléchir|je décide|je déciderai|ne l'envoie pas|je ne suis pas sûr|je ne suis pas sûre|\
    lo pensaré|lo pienso|lo decido|lo decidiré|no lo envíes|no estoy seguro|no estoy segura|\
    ci penso|ci penserò|decido|deciderò|non inviarla|non sono sicuro|non sono sicura|\
    ik denk na|ik denk er over|ik beslis|niet versturen|ik weet het niet",
);

/// What says the same behind a word that refuses, and alone may answer a question that is no longer quoted. In lower case.
static WAITS: AnyOf = AnyOf::these(
    "\
    not yet|not sure|not like that|not that|not this|noch nicht|pas encore|todavía no|aún no|non ancora|nog niet|\
    i'll wait|i will wait|ich warte|ich spiele anders|j'attends|esperaré|aspetto|ik wacht|i don't play it|i won't|i will not|i'd rather not|\
    i would rather not|better not|rather not|lieber nicht|besser nicht|mieux pas|mejor no|meglio di no|liever niet",
);

/// What may stand behind both. In lower case.
static LATER: AnyOf = AnyOf::these(
    "\
    again|first|yet|please|tomorrow|tonight|later|still|more|a bit|a little|a bit more|some more|about it|about that|about this|it over|\
    on it|over it|noch|nochmal|noch einmal|noch mal|morgen|später|heute abend|darüber nach|nach|erst|erst morgen|bitte|\
    encore|demain|plus tard|d'abord|ce soir|mañana|más tarde|luego|otra vez|domani|dopo|ancora|più tardi|stasera|nog|morgen|later|\
    vanavond|nog even|er over",
);

#[test]
fn a_line_that_refuses_or_doubts_and_says_no_more_retracts() {
    for line in [
        "No",
        "Hmm, no.",
        "no wait",
        "No. I will wait.",
        "wait, I'll think about it again",
        "I'll decide tomorrow",
        "Don't send it yet",
        "Oh no, not yet!",
        "Never.",
        "Nein, lieber nicht",
        "Ich entscheide morgen",
        "Je décide demain",
    ] {
        assert!(retracts(line), "{line}");
    }
    for line in [
        "",
        "Hmm",
        "Well, well",
        "I will wait",
        "I'll decide tomorrow whether we travel",
        "No news from Ann",
        "I'll think about the trip again",
        "Never mind the rain",
        "Ich denke an dich",
        "No hurry",
        "Not yet!",
        "Noch nicht",
        "Not sure",
    ] {
        assert!(!retracts(line), "{line}");
    }
}
