//! "No", "Hmm, no", "Wait, I'll think about it again", "I'll decide tomorrow": lines right below a move, or above it, that take it back
//! and speak of nothing else.

use super::{CLAUSE_ENDS, without_label};
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
    let words = Words::of(without_label(&with_plain_marks(&printable(line)))).joined;
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
    if says_no_more(rest) {
        return refuses;
    }
    let undecided = UNDECIDED.behind(rest);
    undecided
        .or_else(|| WAITS.behind(rest).filter(|_| refuses))
        .is_some_and(says_no_more)
}

/// Whether a line below an order says in a clause that the mail, or the move in it, went wrong: "Takeback please, wrong move."
pub(in crate::language) fn went_wrong(line: &str) -> bool {
    line.len() <= LONGEST
        && with_plain_marks(&printable(line))
            .split(CLAUSE_ENDS)
            .any(is_missent)
}

/// Whether a clause says so.
fn is_missent(clause: &str) -> bool {
    let words = Words::of(clause).joined;
    let mut rest = words.as_str();
    while let Some(left) = SIGHS.behind(rest) {
        rest = left;
    }
    MISSENT.behind(rest).is_some_and(says_no_more)
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
    no|nope|never|never mind|nevermind|wait|please wait|halt|hold on|hang on|oops|my mistake|my error|\
    nein|warte|bitte warten|moment|falsch|mein fehler|vergiss es|non|attends|erreur de ma part|je me suis trompé|je me suis trompée|\
    espera|alto|me equivoqué|me he equivocado|aspetta|basta|mi sono sbagliato|mi sono sbagliata|nee|wacht|foutje|vergissing|vergeet het|\
    nej|nie|нет|стой",
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

/// What says that the mail, or the move in it, went wrong. In lower case.
static MISSENT: AnyOf = AnyOf::these(
    "\
    a test|just testing|sent by mistake|sent by accident|sent too early|sent too soon|this was sent by mistake|this was sent by accident|\
    wrong move|typo|a typo|that's a typo|that was a typo|doesn't count|does not count|not final|this is not final|that's not final|\
    i'll confirm|i will confirm|tbc|to be confirmed|\
    i pressed send too early|i pressed send too soon|i meant another move|i meant the other|\
    vertippt|verklickt|tippfehler|versehentlich abgeschickt|war ein versehen|das war ein versehen|ein versehen|aus versehen|\
    aus versehen abgeschickt|zu früh abgeschickt|\
    falscher zug|noch nicht endgültig|nicht endgültig|ich bestätige morgen|\
    annule|annulez|faute de frappe|envoyé par erreur|parti trop tôt|mauvais coup|je confirmerai|je confirme demain|\
    enviado por error|jugada equivocada|error de tecleo|confirmaré|\
    inviato per sbaglio|inviata per sbaglio|inviato per errore|inviata per errore|mossa sbagliata|errore di battitura|confermerò|confermo domani|\
    per ongeluk verstuurd|te vroeg verstuurd|verkeerde zet|typfout|ik bevestig morgen",
);

/// Whether a line above a move says, in whole, that what stands below it does not count, or not yet.
pub(in crate::language) fn puts_off(line: &str) -> bool {
    if line.len() > LONGEST {
        return false;
    }
    let words = Words::of(&with_plain_marks(&printable(line))).joined;
    let rest = SIGHS.behind(&words).unwrap_or(&words);
    // What ends as a sentence does is a condition of something else: "If you are tired, sleep."
    let ends = line.trim_end().ends_with(['.', '!', '?', ')', '…']);
    PUTS_OFF.behind(rest).is_some_and(says_no_more) || IF.begins(rest) && !ends
}

/// How a condition begins whose answer stands on the next line: "Should you play d6". In lower case.
static IF: AnyOf = AnyOf::these(
    "\
    if|should you|should he|should she|in case|conditional move|conditional moves|wenn|falls|sollten sie|solltest du|bedingter zug|\
    si tu|si vous|s'il|si elle|coup conditionnel|si juegas|si usted|jugada condicional|se giochi|se lei|mossa condizionale|als je|als u|\
    sla je|voorwaardelijke zet",
);

/// How such a line says so. In lower case.
static PUTS_OFF: AnyOf = AnyOf::these(
    "\
    wait|please wait|hold on|hang on|halt|stop|ignore|please ignore|ignore this|please ignore this|ignore the following|disregard|\
    please disregard|disregard this|wrong mail|wrong e-mail|wrong email|this does not count|this doesn't count|does not count|\
    not final|this is not final|draft|only a draft|forget|forget about|\
    warte|bitte warten|moment|moment mal|einen moment|ignorieren|bitte ignorieren|falsche mail|das gilt nicht|gilt nicht|zählt nicht|\
    das zählt nicht|nicht endgültig|entwurf|nur ein entwurf|vergiss|\
    attends|attendez|ignore ça|ne compte pas|ça ne compte pas|brouillon|oublie|\
    espera|ignora|ignora esto|no cuenta|esto no cuenta|borrador|olvida|\
    aspetta|ignora questo|non conta|questo non conta|bozza|dimentica|\
    wacht|negeer|negeer dit|telt niet|dit telt niet|concept|vergeet",
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
    sorry|even|again|first|yet|please|tomorrow|tonight|later|still|more|a bit|a little|a bit more|some more|about it|about that|about this|it over|\
    on it|over it|noch|nochmal|noch einmal|noch mal|morgen|später|heute abend|darüber nach|nach|erst|erst morgen|bitte|\
    encore|demain|plus tard|d'abord|ce soir|mañana|más tarde|luego|otra vez|domani|dopo|ancora|più tardi|stasera|nog|morgen|later|\
    vanavond|nog even|er over",
);

#[test]
fn a_clause_says_that_the_mail_went_wrong() {
    for line in [
        "Sorry, typo!",
        "Wrong move!",
        "I'll confirm tomorrow.",
        "Vertippt.",
        "Takeback please, wrong move",
        "Oh, sorry for the noise. Sent by mistake.",
    ] {
        assert!(went_wrong(line), "{line}");
    }
    for line in [
        "",
        "Wrong move order, I think",
        "A typo in your last mail",
        "The mail was sent by mistake to Tom",
        "Je confirme.",
    ] {
        assert!(!went_wrong(line), "{line}");
    }
}

#[test]
fn a_line_above_a_move_puts_it_off() {
    for line in [
        "Wait.",
        "Please wait",
        "Ignore.",
        "Oh, wait!",
        "Forget",
        "Bitte warten",
        "Wrong mail.",
        "Should you play d6,",
        "If you take on e4",
        "Conditional move:",
    ] {
        assert!(puts_off(line), "{line}");
    }
    for line in [
        "",
        "Wait and see!",
        "Forget the rain",
        "That was a mistake.",
        "No.",
        "Ignore my last mail",
        "If you are tired, sleep.",
    ] {
        assert!(!puts_off(line), "{line}");
    }
}

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
        "My mistake.",
        "Vergissing, sorry",
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
