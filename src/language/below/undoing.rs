//! "Ignore the above", "That was not me", "No, never": lines that say that an order beside them does not count.

use super::{BRACKETS, CLAUSE_ENDS, is_only_if, retracts, went_wrong};
use crate::language::any_of::AnyOf;
use crate::language::consent;
use crate::language::line::Words;
use crate::language::{printable, with_plain_marks};

/// Sentences that say that a mail, or a line of it, does not count, beside those that say it of a thing. In lower case.
static UNDOES: AnyOf = AnyOf::these(
    "\
    ignore|disregard|cancel|undo|other game|another game|i take that back|i take it back|that was a mistake|this was a mistake|this is only a test|\
    this is just a test|only a test|just a test|i never said that|i never said this|i never wrote that|i never wrote this|\
    i never played that|i did not say that|i didn't say that|i did not play that|i didn't play that|ignorieren|\
    vergiss das|vergessen sie das|zählt nicht|nicht ausführen|das war ein versehen|nur ein test|\
    das habe ich nie geschrieben|das habe ich nie gesagt|das habe ich nicht geschrieben|ignorez|oublie ça|oubliez ça|\
    ne tiens pas compte de ça|ne pas tenir compte|c'était une erreur|je n'ai jamais écrit ça|ce n'est qu'un test|\
    olvida eso|olvídalo|fue un error|es una prueba|yo no escribí eso|ignora|ignori|non considerare|come non detto|\
    lascia perdere|era un errore|è solo una prova|ignorar|esqueça isso|esquece isso|foi um engano|negeren|vergeet dat|\
    het was een vergissing|dat heb ik nooit geschreven|i changed my mind|i've changed my mind|i have changed my mind|\
    that was sent by mistake|this was sent by mistake|the move above is wrong|ich habe es mir anders überlegt|\
    ich hab's mir anders überlegt|hab's mir anders überlegt|ich nehme das zurück|ich nehme es zurück|\
    ich nehme den zug zurück|j'ai changé d'avis|je reprends mon coup|he cambiado de opinión|cambié de opinión|\
    retiro la jugada|ho cambiato idea|ritiro la mossa|ik heb me bedacht|ik neem mijn zet terug|ik neem dat terug|\
    on second thought|on second thoughts|wrong game|wrong mail|just kidding|kidding|only kidding|just joking|only joking|\
    hold that|hang on|hold on|please hold|nah|of course not|falsches spiel|falsche partie|falsche mail|doch nicht|\
    noch nicht ziehen|noch nicht spielen|nicht spielen|nur spaß|war nur spaß|nur ein scherz|war nur ein scherz|\
    nur ein witz|war nur ein witz|war ein scherz|war ein witz|lieber doch nicht|doch lieber nicht|je plaisante|\
    je plaisantais|je rigole|je blague|c'était une blague|pour rire|es broma|era broma|es una broma|era una broma|\
    estoy bromeando|scherzo|scherzavo|sto scherzando|era uno scherzo|grapje|geintje|was een grapje|was maar een grapje|\
    toch niet|toch maar niet|liever niet|bij nader inzien niet",
);

/// Words that say of what they name that it is not to be done. In lower case.
static UNDOING: AnyOf = AnyOf::these(
    "\
    ignore|disregard|cancel|undo|scratch|strike|scrap|void|don't play|do not play|don't send|do not send|don't do|do not do|\
    don't make|do not make|don't count|do not count|does not count|doesn't count|isn't valid|is not valid|is void|is invalid|\
    ignorieren|ignoriere|ignorier|streichen|streiche|streich|verwerfen|verwirf|stornieren|gilt nicht|zählt nicht|nicht spielen|\
    nicht ausführen|nicht werten|\
    ignorez|ignorer|annule|annulez|annuler|ne compte pas|n'est pas valable|ne jouez pas|ne joue pas|\
    ignora|ignorar|anula|anular|cancela|cancelar|no cuenta|no vale|no juegues|\
    ignori|ignorare|annulla|annullare|cancella|non conta|non vale|non giocare|\
    negeer|negeren|annuleer|annuleren|schrap|telt niet|geldt niet|niet spelen",
);

/// Words that do so where they name the thing: "forget it" answers an offer. In lower case.
static FORGETTING: AnyOf = AnyOf::these(
    "\
    forget|forget about|vergiss|vergessen|vergesst|oublie|oubliez|oublier|olvida|olvide|olvidar|dimentica|dimenticare|esquece|esqueça|vergeet",
);

/// What they name. In lower case.
static THINGS: AnyOf = AnyOf::these(
    "\
    move|draft|mail|e-mail|email|message|line|order|above|zug|nachricht|zeile|befehl|obigen|obige|obiges|oben|coup|message|courriel|ligne|\
    ci-dessus|au-dessus|qui précède|jugada|movimiento|mensaje|correo|línea|anterior|mossa|messaggio|riga|sopra|precedente|zet|bericht|regel|bovenstaande",
);

/// Words beside what they name, or instead of it. In lower case.
static POINTERS: AnyOf = AnyOf::these(
    "\
    this|that|it|these|those|the|my|all|of|everything|whole|entire|first|yet|den|diesen|meinen|der|die|das|dies|dieser|diese|dieses|meine|mein|\
    sie|ihr|alles|ganze|noch|ce|cet|cette|ça|cela|le|la|mon|tout|encore|esto|eso|esta|este|el|lo|mi|todo|isso|questo|questa|quello|il|\
    mia|mio|tutto|quanto|la mia|il mio|deze|dit|dat|de|het|mijn|alles|nog",
);

/// Clauses with which a line begins that take back an order which is no move; below a move they may be about anything: "Never mind, take
/// your time". In lower case.
static UNDOES_AN_ORDER: AnyOf = AnyOf::these(
    "\
    no wait|wait no|wait|en fait non|finalement non|pensándolo bien no|mejor no|ripensandoci no|meglio di no|oh no|no no|actually no|actually not|never mind|nevermind|leave it|forget it|don't|i'm still thinking about my move|\
    let me think about it|let me think it over|let me think|i'll think about it|i mean the clock|that's what i'd do|i mean accept|make that accept|i mean yes|ich meine ja|ich meine annehmen|\
    nein|nein doch nicht|ach nein|ach nee|warte|warte mal|warte mal kurz|moment|lass es|lass mal|lass sie stehen|vergiss es|schon gut|\
    ich denke drüber nach|ich denke darüber nach|ich überlege noch|ich muss noch überlegen|ich meine die uhr|quatsch|\
    non|non non|ah non|mais non|enfin non|attends|attendez|laisse|laisse tomber|laissez tomber|je vais y réfléchir|j'y réfléchis|\
    no espera|espera|uy no|ay no|ah no|déjalo|olvídalo|lo pienso|déjame pensar|déjame pensarlo|\
    anzi no|anzi|aspetta|che no|lascia stare|lascia perdere|ci penso|fammi pensare|\
    nee|of nee|nee wacht|wacht|laat maar|vergeet het|ik denk er nog over|laat me even nadenken",
);

/// Whether a line says, in whole, that its writer thinks again, wherever it stands below a move: "Wait, no."
pub(in crate::language) fn thinks_again(line: &str) -> bool {
    let plain = with_plain_marks(&printable(line));
    line.len() <= LONGEST_UNDOING && THINKS_AGAIN.is(&Words::of(without_label(&plain)).joined)
}

/// What such a line says. In lower case.
static THINKS_AGAIN: AnyOf = AnyOf::these(
    "no wait|wait no|oh wait no|nein warte|warte nein|non attends|attends non|no espera|espera no|no aspetta|aspetta no|nee wacht|wacht nee",
);

/// Words at the ends of such a sentence that change nothing.
static AROUND_IT: AnyOf = AnyOf::these(
    "\
    please|pls|sorry|oh|oops|ups|no|wait|actually|hmm|just|everything|so|and|but|bitte|nein|halt|also|non|pardon|\
    s'il te plaît|s'il vous plaît|svp|por favor|perdón|no|scusa|per favore|desculpa|alsjeblieft|aub|nee|thanks|thank you|all|danke|merci|\
    haha|lol|ach|of course|of|natürlich|natuurlijk|anzi|enfin|mais|pero|ma|maar",
);

/// Characters of the longest line that is such a sentence.
const LONGEST_UNDOING: usize = 80;

/// Whether a line says, in whole, that what stands above it does not count.
pub(in crate::language) fn undoes(line: &str) -> bool {
    if line.len() > 2 * LONGEST_UNDOING || line.chars().count() > LONGEST_UNDOING {
        return false;
    }
    let plain = with_plain_marks(&printable(line));
    let words = Words::of(without_label(plain.trim_matches(BRACKETS))).joined;
    let mut left = words.as_str();
    loop {
        if UNDOES.is(left) || undoes_a_thing(left) {
            return true;
        }
        let shorter = AROUND_IT.all().find_map(|word| {
            let front = left
                .strip_prefix(word)
                .and_then(|rest| rest.strip_prefix(' '));
            front.or_else(|| left.strip_suffix(word)?.strip_suffix(' '))
        });
        match shorter {
            Some(shorter) => left = shorter,
            None => return false,
        }
    }
}

/// Whether these words are nothing but that a thing does not count, or is not to be done: "diesen Zug bitte ignorieren".
fn undoes_a_thing(words: &str) -> bool {
    let (mut undoes, mut forgets, mut names, mut points) = (false, false, false, false);
    let mut left = words;
    while !left.is_empty() {
        let take = |table: &AnyOf, found: &mut bool| {
            let rest = table.behind(left);
            *found |= rest.is_some();
            rest
        };
        let mut idle = false;
        let rest = take(&UNDOING, &mut undoes)
            .or_else(|| take(&FORGETTING, &mut forgets))
            .or_else(|| take(&THINGS, &mut names))
            .or_else(|| take(&POINTERS, &mut points))
            .or_else(|| take(&AROUND_IT, &mut idle));
        match rest {
            Some(rest) => left = rest,
            None => return false,
        }
    }
    undoes && (names || points) || forgets && names
}

/// Whether one of the clauses of a line says that what stands above it does not count: "Sorry, wrong game, please ignore."
pub(in crate::language) fn undoes_in_a_clause(line: &str) -> bool {
    line.len() <= 4 * LONGEST_UNDOING
        && line
            .split([',', ';', '.', '!', '?', '–', '—', ':'])
            .any(undoes)
}

/// Whether a line begins with a clause that takes back an order which is no move.
pub(in crate::language) fn undoes_an_order(line: &str) -> bool {
    begins_with_a_clause_of(line, &UNDOES_AN_ORDER)
}

/// Whether a line begins with a clause that refuses what stands above it: it takes back an order that is no move, unless that
/// refuses as well.
pub(in crate::language) fn refuses_an_order(line: &str) -> bool {
    begins_with_a_clause_of(line, &REFUSES_AN_ORDER) || retracts(line)
}

/// Whether a line says that an answer above it is not what was meant. Below a takeback that is asked for it may be the reason: "I meant
/// d4, sorry."
pub(in crate::language) fn corrects_an_answer(line: &str) -> bool {
    let plain = with_plain_marks(&printable(line));
    line.len() <= LONGEST_UNDOING && CORRECTS.stands_in(&Words::of(&plain).joined)
}

/// Words of such a line. In lower case.
static CORRECTS: AnyOf = AnyOf::these(
    "\
    i meant|correction|withdraw|retract|void|pending|my son typed|my daughter typed|my brother typed|somebody else wrote|i'd rather play on|\
    i would rather play on|in your dreams|don't process|do not process|wrong link|wrong button|\
    ich meinte|korrektur|widerrufe|ich spiele lieber weiter|\
    je voulais dire|correctif|je préfère continuer|quise decir|quería decir|corrección|prefiero seguir|\
    volevo dire|intendevo|correzione|preferisco continuare|ik bedoelde|correctie|ik speel liever door",
);

/// Whether one of the sentences of a line does.
fn begins_with_a_clause_of(line: &str, clauses: &AnyOf) -> bool {
    line.len() <= 4 * LONGEST_UNDOING
        && with_plain_marks(&printable(line))
            .split(['.', '!', '?'])
            .filter_map(|sentence| {
                let said = without_label(sentence).split(CLAUSE_ENDS);
                let mut said = said.map(|clause| Words::of(clause.trim_matches(BRACKETS)).joined);
                said.find(|words| !words.is_empty())
            })
            .any(|words| clauses.is(&words))
}

/// Whether a clause behind the first one of a line refuses what that one does: "accept draw (no way)".
pub(in crate::language) fn refuses_behind(line: &str) -> bool {
    let ends = |c: char| c != ':' && CLAUSE_ENDS.contains(&c) || BRACKETS.contains(&c);
    line.len() <= 4 * LONGEST_UNDOING
        && with_plain_marks(&printable(line))
            .replace(" - ", "; ")
            .split(ends)
            .skip(1)
            .any(|clause| {
                let words = Words::of(clause).joined;
                REFUSES_AN_ORDER.is(&words) || UNDOES_AN_ORDER.is(&words) || retracts(clause)
            })
}

/// A line without what says that it was written after the others: "PS: no, d4".
pub(in crate::language) fn without_label(line: &str) -> &str {
    let line = line.trim_start();
    LABELS
        .iter()
        .find_map(|label| {
            let begins = line.get(..label.len())?.eq_ignore_ascii_case(label);
            let rest = line.get(label.len()..).filter(|_| begins)?;
            rest.starts_with([':', '.', ',', ' ', '-', '–'])
                .then(|| rest.trim_start_matches([':', '.', ',', ' ', '-', '–']))
        })
        .unwrap_or(line)
}

/// With which such a line begins; the longer ones first.
const LABELS: [&str; 9] = [
    "P.P.S", "P.S", "PPS", "PS", "N.B", "NB", "Edit", "Update", "Nachtrag",
];

/// Clauses that refuse. In lower case.
static REFUSES_AN_ORDER: AnyOf = AnyOf::these(
    "\
    no|nope|nah|never|never ever|not|not really|not yet|or not|better not|rather not|maybe not|perhaps not|maybe|perhaps|should i|possibly|as if|\
    i don't mean it|i do not mean it|i mean decline|i mean no|make that decline|typo|just a joke|april fool|play on|let's play on|\
    we play on|let us play on|i play on|i refuse|no way|forget it|or resign|tomorrow|later|next week|hmm wait|my wife says i should not|my wife says no|my husband says no|says my wife|says my husband|\
    nein danke|ich meine nein|morgen|später|vertippt|irrtum|vielleicht|lieber nicht|besser nicht|oder nicht|oder doch nicht|noch nicht|niemals|\
    spielen wir weiter|wir spielen weiter|soll ich|\
    non merci|demain|plus tard|peut-être|mieux pas|ou pas|pas encore|jamais|on continue|jouons encore|\
    no gracias|mañana|más tarde|quizás|mejor no|o no|todavía no|nunca|sigamos|sigamos jugando|\
    no grazie|domani|più tardi|forse|meglio di no|o no|non ancora|mai|continuiamo|\
    nee dank je|misschien|liever niet|of niet|toch niet|nog niet|nooit|we spelen door",
);

/// Whether a clause behind the first one of a line does: "e5. Falsches Spiel", "e5 (cancel that)".
pub(in crate::language) fn undoes_behind(line: &str) -> bool {
    if line.len() > 4 * LONGEST_UNDOING {
        return false;
    }
    let plain = with_plain_marks(&printable(line)).replace(" - ", "; ");
    let parts = |c: char| matches!(c, '.' | '!' | '?' | ';' | '–' | '—') || BRACKETS.contains(&c);
    plain.split_once(parts).is_some_and(|(_, behind)| {
        behind
            .split(parts)
            .any(|part| undoes_in_a_clause(part) || went_wrong(part) || is_only_if(part))
    })
}

/// Whether a line says, in whole, that what stands above it is not its writer's.
pub(in crate::language) fn disowns(line: &str) -> bool {
    let short = line.len() <= 2 * LONGEST_UNDOING;
    short && consent::disowns(&Words::of(&with_plain_marks(&printable(line))).joined)
}

#[cfg(test)]
mod tests;
