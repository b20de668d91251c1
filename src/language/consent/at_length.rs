//! "Gerne! Ich nehme an. Erster Zug kommt morgen": agreeing and refusing in several sentences.
//!
//! One clause agrees or refuses, by words that do nothing else, and no other does the contrary, makes a condition, or wants it
//! otherwise. What ends the game for good is taken by words that name it, as everywhere.

use super::{
    ACCEPTS, ACCEPTS_A_DRAW, Consent, DRAWS, FILLS, FORBIDS, IN_JEST, PUTS_OFF, REFUSES, draw_said,
    is_agreement, names_a_move, opens, trimmed,
};
use crate::budget::LINE;
use crate::chess::notation::Letters;
use crate::language::any_of::{AnyOf, starts};
use crate::language::command::Command;
use crate::language::line::Words;

/// Clauses that agree, beside those that do in a single sentence. In lower case.
static AGREES: AnyOf = AnyOf::these(
    "\
    delighted|go on then|go on|happily|i accept your kind offer with|i accept with|i accept your offer with|\
    i accept your invitation with|i accept the invitation|i accept your invitation|hiermit nehme ich an|prima ich bin dabei|\
    hiermit nehme ich die einladung an|hiermit nehme ich die einladung zur fernpartie an|i'm in|i am in|im in|sure i'm in|yeah sure i'm in|yeah sure im in|count me in|yes i'm in|happy to play|love to play|\
    i'd be delighted|i would be delighted|i should be delighted|i'd be delighted to play|i would be delighted to play|\
    i should be delighted to play|with pleasure i accept|aye go on then|by all means take it back|\
    of course you may have it back|you may have it back|course you can have it back|wir nehmen an|\
    die herausforderung nehme ich an|die herausforderung nehme ich gern an|die herausforderung nehme ich gerne an|\
    die einladung nehme ich an|die einladung nehme ich gern an|die einladung nehme ich gerne an|\
    ich nehme die herausforderung an|ich nehme die einladung an|ich nehme gern an|ich nehme gerne an|i'd love to play|yes please|sure why not|why not|\
    you can have it back|you can take it back|of course you can have it back|bin ich dabei|ich bin dabei|bin dabei|\
    na klar bin ich dabei|klar bin ich dabei|gerne bin ich dabei|nimm zurück|nimm ihn zurück|klar nimm zurück|zugrücknahme ist in ordnung|\
    zugrücknahme ist ok|oui avec plaisir|oui volontiers|je suis partante|je suis partant|me apunto|ci sto|va bene dai|\
    rifai pure la mossa|prima hoor|neem maar terug|ja leuk|ik doe mee|ik neem de uitdaging aan|\
    ik neem de uitnodiging aan|ik neem graag aan|acepto encantada|acepto encantado|acepto el desafío|acepto el reto|acepto la invitación|\
    acepto la partida|j'accepte volontiers|j'accepte avec plaisir|j'accepte le défi|j'accepte l'invitation|j'accepte la partie|\
    accetto volentieri|accetto con piacere|accetto la sfida|accetto l'invito|accetto la partita",
);

/// Clauses that agree to a draw, beside those that stand in a sentence alone. In lower case.
static AGREES_TO_DRAW: AnyOf = AnyOf::these(
    "\
    passt remis|yes draw is fine with me|draw is fine with me|remis ist mir recht|remis ist mir sehr recht|remise aangenomen|dus remise aangenomen|i accept your kind offer with|i accept with|i accept your offer with|remis ist ok|remis ist okay|remis ist in ordnung|remis passt|a draw is fine|a draw is ok|a draw is fine with me|\
    draw is fine|yes to the draw|yes to draw|let's call it a draw|we call it a draw|la nulle me va|tablas está bien|\
    la patta va bene|remise is prima",
);

/// Words within a clause by which it refuses. In lower case.
static REFUSES_WITHIN: AnyOf = AnyOf::these(
    "\
    let's play on|lets play on|rather play on|rather not just yet|not at the moment|ich spiele weiter|ich spiele noch weiter|ik speel door|must decline|have to decline|no more games|not this month|not this week|not this year|not this time|no game thanks|no game thank you|\
    keine zeit für schach|keine zeit für eine partie|diesmal nicht|esta vez no puedo|pas cette fois|questa volta no|deze keer niet",
);

/// Words in a sentence by which it wants something else than what is agreed to, or leaves it open. In lower case.
static WANTS_OTHERWISE: AnyOf = AnyOf::these(
    "\
    if|unless|only|but|instead|rather|prefer|days|a week|slower|faster|white|black|colour|color|colours|later|wait|wenn|falls|\
    sofern|tage|woche|weiß|schwarz|lieber|warte|langsamer|blancs|noirs|jours|plutôt|blancas|negras|días|prefiero|bianco|nero|giorni|\
    preferisco|wit|zwart|dagen|liever|als|si|se|unrated|rated|not sure|in principle|in theory|im prinzip|en principe|en principio|in linea di principio|let me|need to ask|have to ask|i'll ask|question|frage|change my mind|accident|mistake",
);

/// Words of a clause by which "sure" beside it may be an answer to something else: "Sure, I'll tell her", "Klar, bis Samstag". In lower
/// case.
static PROMISES: AnyOf = AnyOf::these(
    "\
    i'll|i will|bis|werde ich|ich werde|sag ich|richte ich|je lui|je vais|le diré|glielo|zal ik|see you|until",
);

/// Words by which it is about the game all the same. In lower case.
static ABOUT_A_GAME: AnyOf = AnyOf::these(
    "\
    play|game|move|moves|start|begin|take|chess|back|zug|partie|spiele|spielen|anfangen|schach|jouer|coup|jugar|giocare|spelen|it",
);

/// Words of a clause by which somebody else says what stands beside it. In lower case.
static SAYS: AnyOf =
    AnyOf::these("says|said|sagt|meint|rät|dit|conseille|dice|aconseja|consiglia|zegt");

/// Words of a question that may be about what is agreed to. In lower case.
static ASKS_ABOUT_IT: AnyOf = AnyOf::these(
    "\
    it|that|this|ok|okay|deal|right|could|can|shall|may|would|should|draw|remis|game|partie|move|who|really|sure|das|kann|können|darf|\
    soll|peux|puis|puedo|posso|mag|kan",
);

/// Castling by its names, beside which a "no" may be about that.
static CASTLES: AnyOf =
    AnyOf::these("castle|castles|castling|rochade|rochiere|roque|enroque|arrocco|rokade");

/// What a line agrees to or refuses in several sentences; `None` where that is not certain.
pub(in crate::language) fn at_length(line: &str, letters: Letters) -> Option<Consent> {
    let plain = crate::language::with_plain_marks(&crate::language::printable(line));
    let castles = CASTLES.stands_in(&Words::of(&plain).joined);
    if line.len() > LINE || plain.contains('"') || castles || names_a_move(&plain, letters) {
        return None;
    }
    let sentences = sentences_of(&plain);
    let clauses: Vec<String> = sentences
        .iter()
        .flat_map(|sentence| clauses_of(sentence))
        .collect();
    let agrees = clauses.iter().any(|clause| agrees(clause));
    let refuses = clauses.iter().any(|clause| refuses(clause));
    match (agrees, refuses) {
        (true, false) => agreed(&sentences, &clauses),
        (false, true) => refused(&sentences, &clauses),
        (true, true) | (false, false) => None,
    }
}

/// What the sentences of a line agree to that stand before the first one with a move in it: "Accepted. e4".
pub(in crate::language) fn before_a_move(line: &str, letters: Letters) -> Option<Consent> {
    if line.len() > LINE {
        return None;
    }
    let plain = crate::language::with_plain_marks(&crate::language::printable(line));
    let sentences = sentences_of(&plain);
    let moves = sentences
        .iter()
        .position(|sentence| names_a_move(sentence, letters))?;
    let before = sentences.get(..moves)?.join(" ");
    let yes = |consent: &Consent| matches!(consent, Consent::Yes { .. });
    at_length(&before, letters).filter(yes).or_else(|| {
        let words = Words::of(sentences.get(moves)?).joined;
        let first = words.split(' ').next()?;
        let agrees = moves == 0 && !plain.contains('?') && YES.is(first);
        agrees.then_some(Consent::Yes {
            in_so_many_words: false,
        })
    })
}

/// Words before a move by which its writer agrees to something first: "Yes and d4". "Ok" says nothing there. In lower case.
static YES: AnyOf = AnyOf::these(
    "yes|yep|yeah|sure|agreed|accepted|gladly|delighted|klar|gerne|gern|oui|sí|sì|certo|graag|да",
);

/// The consent, where nothing said beside it restricts it.
fn agreed(sentences: &[&str], clauses: &[String]) -> Option<Consent> {
    let said = |sentence: &&str| clauses_of(sentence).iter().any(|clause| agrees(clause));
    // What somebody says before they agree may be anything.
    let first = sentences
        .iter()
        .find(|sentence| !clauses_of(sentence).iter().all(|clause| opens(clause)))?;
    let restricted = sentences.iter().any(|sentence| {
        let words = Words::of(sentence).joined;
        let begins = FORBIDS.begins(&words) || PUTS_OFF.begins(&words);
        let puts_off = said(sentence)
            && clauses_of(sentence)
                .iter()
                .filter(|clause| !agrees(clause))
                .any(|clause| FORBIDS.stands_in(harmless(clause)) || PUTS_OFF.stands_in(clause));
        let promises = said(sentence)
            && clauses_of(sentence).iter().any(|clause| {
                !agrees(clause) && PROMISES.stands_in(clause) && !ABOUT_A_GAME.stands_in(clause)
            });
        // "Tom says: accept draw"
        let quoted = said(sentence)
            && clauses_of(sentence)
                .iter()
                .any(|clause| !agrees(clause) && SAYS.stands_in(clause));
        let asks = sentence.ends_with('?') && (said(sentence) || ASKS_ABOUT_IT.stands_in(&words));
        let otherwise = WANTS_OTHERWISE.stands_in(&words) || IN_JEST.stands_in(&words);
        // "Ich nehme an, Sie verwechseln mich" supposes something.
        let supposes = starts(&words, "ich nehme an") && clauses_of(sentence).len() > 1;
        begins && !said(sentence) || puts_off || promises || quoted || supposes || asks || otherwise
    });
    // "I agree. It is a hard position" takes no draw.
    let draw = clauses.iter().any(|clause| {
        agrees(clause)
            && (agrees_to_draw(clause)
                || DRAWS.stands_in(clause)
                || ACCEPTS.stands_in(clause) && !OTHER_THINGS.stands_in(clause))
    });
    (said(first) && !restricted).then_some(Consent::Yes {
        in_so_many_words: draw,
    })
}

/// What may be accepted and is no draw. In lower case.
static OTHER_THINGS: AnyOf = AnyOf::these(
    "\
    your invitation|the invitation|your invite|invitation to|your apology|your apologies|your excuse|your explanation|\
    deine einladung|ihre einladung|die einladung|deine entschuldigung|ihre entschuldigung|ton invitation|votre invitation|\
    l'invitation|tes excuses|vos excuses|tu invitación|la invitación|tus disculpas|il tuo invito|l'invito|le tue scuse|\
    je uitnodiging|uw uitnodiging|de uitnodiging",
);

/// The refusal, where nothing said beside it takes it back.
fn refused(sentences: &[&str], clauses: &[String]) -> Option<Consent> {
    let doubts = sentences.iter().any(|sentence| {
        sentence.ends_with('?') && clauses_of(sentence).iter().any(|clause| refuses(clause))
    });
    let jest = clauses.iter().any(|clause| IN_JEST.stands_in(clause));
    let back = clauses.iter().any(|clause| BACK.stands_in(clause));
    let conditional = sentences.iter().any(|sentence| {
        let words = Words::of(sentence).joined;
        UNLESS.stands_in(&words)
    });
    (!doubts && !jest && !back && !conditional).then_some(Consent::No)
}

/// Words of a clause behind a refusal by which it is none, or is one of something else. In lower case.
static BACK: AnyOf = AnyOf::these(
    "\
    go ahead|not at all|don't mind|do not mind|accept|i take|sure|fine|all good|passt|frage ich|erst fragen|ask my|ask first|you're right|you're quite right|you are right|says|sagt|what a|was für|quelle surprise|qué sorpresa",
);

/// Words that make a condition of a refusal. In lower case.
static UNLESS: AnyOf =
    AnyOf::these("unless|only if|except|wait|es sei denn|außer|sauf|salvo|tranne|tenzij");

fn agrees(clause: &str) -> bool {
    let clause = trimmed(clause);
    AGREES.is(clause) || agrees_to_draw(clause) || is_agreement(clause)
}

fn agrees_to_draw(clause: &str) -> bool {
    let clause = trimmed(clause);
    AGREES_TO_DRAW.is(clause)
        || ACCEPTS_A_DRAW.is(clause)
        || draw_said(clause) == Some(Command::AcceptDraw)
}

fn refuses(clause: &str) -> bool {
    REFUSES.is(clause)
        || REFUSES_WITHIN.stands_in(clause)
        || draw_said(clause) == Some(Command::DeclineDraw)
}

/// A clause in which "no" says that somebody does not mind.
fn harmless(clause: &str) -> &str {
    let known = [
        "no problem",
        "no prob",
        "no worries",
        "kein problem",
        "why not",
    ];
    if known.iter().any(|phrase| starts(clause, phrase)) {
        ""
    } else {
        clause
    }
}

/// The sentences of a line, with their question marks.
fn sentences_of(plain: &str) -> Vec<&str> {
    plain
        .split_inclusive(|c: char| matches!(c, '.' | '!' | '?' | '…') || c >= '\u{1F300}')
        .map(|sentence| sentence.trim_end_matches(|c: char| c >= '\u{1F300}').trim())
        .filter(|sentence| sentence.contains(char::is_alphanumeric))
        .collect()
}

/// The clauses of a sentence in lower case, without the names in them: what is written large within it.
fn clauses_of(sentence: &str) -> Vec<String> {
    sentence
        .trim_end_matches(['.', '!', '?', '…'])
        .split([',', ';', '–', '—', '(', ')', ':'])
        .map(|clause| {
            let whole = Words::of(clause).joined;
            if agrees(&whole) || refuses(&whole) {
                return whole;
            }
            let words = clause.split_whitespace().enumerate();
            let kept = words.filter(|(at, word)| {
                let name = *at > 0
                    && word.chars().next().is_some_and(char::is_uppercase)
                    && word.chars().skip(1).all(|c| !c.is_uppercase());
                !name || FILLS.is(&Words::of(word).joined)
            });
            let kept: Vec<&str> = kept.map(|(_, word)| word).collect();
            Words::of(&kept.join(" ")).joined
        })
        .filter(|clause| !clause.is_empty())
        .collect()
}
