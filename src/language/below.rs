//! What stands below the orders and an empty line: words for the opponent, or another thought about the order.
//!
//! Below a clear order a sentence is talk: in brackets, about what was, or about what both may play. What takes the order
//! back is asked about, and lines of conditional moves never reach the opponent.

mod retracting;

pub(super) use retracting::{puts_off, retracts, went_wrong};

use crate::chess::notation::{Letters, read_moves};

use super::any_of::{AnyOf, starts};
use super::conditional::{Condition, Unreadable, condition};
use super::consent;
use super::line::Words;
use super::mended::is_if;

/// Words with which a line begins that takes back, or may take back, what stands above it. In lower case.
static TAKES_BACK: AnyOf = AnyOf::these(
    "\
    no|nope|not|sorry|wait|oops|ups|hmm|correction|corrected|rather|actually|scratch|or|maybe|perhaps|better|instead|\
    unless|should|shall|pardon|i mean|i meant|i wanted|i want|make that|let me|on second thought|on second thoughts|make it|\
    nein|halt|moment|entschuldigung|korrektur|oder|vielleicht|besser|lieber|statt|ich meine|ich meinte|ich wollte|\
    doch|non|pardon|désolé|désolée|attends|plutôt|ou|peut-être|je voulais|perdón|perdona|espera|mejor|quizás|quise|\
    scusa|aspetta|anzi|meglio|forse|volevo|desculpa|espera|melhor|talvez|nee|wacht|liever|misschien|ik bedoel|\
    nej|vänta|hellre|kanske|vent|heller|måske|kanskje|ei|odota|nie|czekaj|raczej|może|ne|počkej|raději|možná|нет|\
    стой|лучше|или|может",
);

/// Words anywhere in a short line that do the same.
const CHANGES: &str = "\
    instead|rather|better|meant|mean|wanted|want|mistake|correction|wrong|change|changed|lieber|stattdessen|besser|\
    meinte|wollte|falsch|plutôt|mieux|voulais|mejor|quería|meglio|invece|volevo|melhor|queria|liever|beter|bedoelde|\
    bedoel|hellre|istället|heller|raczej|lepiej|raději|lépe|лучше";

/// Words that make a correction of a longer line that begins like one: "Sorry, I thought again and play d4".
const INTENDS: &str = "\
    play|move|choose|make it|take it|instead|rather|change|spiele|ziehe|nehme|stattdessen|joue|plutôt|juego|mejor|gioco|\
    invece|jogo|speel|liever|spelar|hellre|spiller|heller|pelaan|gram|zagram|hraju|играю|хожу";

/// Words by which a line speaks of what was, or of what might have been.
const PAST: &str = "\
    played|considered|thought|was|were|had|looked|saw|missed|expected|feared|hoped|planned|guessed|calculated|\
    overlooked|would have|could have|should have|might have|nearly|almost|spielte|gespielt|dachte|gedacht|war|hatte|\
    gesehen|übersehen|erwartet|überlegt|beinahe|fast|hätte|wäre|joué|pensais|pensé|était|avais|failli|presque|jugué|\
    jugado|pensé|pensaba|era|estaba|casi|giocato|pensavo|era|avevo|quasi|joguei|pensei|pensava|quase|speelde|gespeeld|\
    dacht|had|bijna|spelade|tänkte|nästan|spillede|spilte|tænkte|tenkte|næsten|nesten|pelasin|ajattelin|melkein|\
    zagrałem|myślałem|prawie|hrál|myslel|málem|сыграл|думал|почти|чуть";

/// Who does something in a sentence about moves to come: the opponent, who reads it. In lower case.
const OPPONENTS: &str = "\
    you|white|black|your|du|sie|ihr|tu|vous|usted|tú|lei|você|u|je|jij|jullie";

/// Who does something in one about moves to come that may be for the server: the opponent, who is not spoken to.
const SPOKEN_OF: &str = "he|she|they|er|il|elle|él|ella|lui|ele|ela|hij|zij|han|hon|hun";

/// How conditional moves begin within a line: "I am away, so: when he plays Bc5, I answer c3."
const WITHIN: &str = "\
    if he|if she|if they|when he|when she|when they|whenever he|whenever she|should he|should she|in case he|\
    wenn er|falls er|sobald er|sollte er|s'il|si él|se lui|als hij|als zij";

/// What stands before a move of the opponent to which an answer is said: "on Nf3 I play d6".
const UPON: &str = "\
    on|upon|after|against|to|auf|nach|bei|gegen|sur|après|contre|tras|contra|su|dopo|contro|op|na|tegen";

/// What says that it is answered.
const ANSWERS: &str = "\
    i play|i'll play|i will play|i answer|i'll answer|i reply|i'll reply|i take|i'll take|i retake|i recapture|i'll retake|i go|i'll go|spiele ich|ich spiele|\
    antworte ich|ziehe ich|ich ziehe|nehme ich|folgt|je joue|je réponds|je prends|juego|respondo|gioco|rispondo|speel ik|ik speel|\
    antwoord ik";

/// What may stand before the "if" of conditional moves.
const JOINS: &str = "\
    and|but|also|then|so|oh|ok|okay|well|plus|or|und|aber|auch|dann|also|et|mais|alors|y|pero|e|ma|allora|mas|en|maar|dan|och|men|og";

/// Sentences that say that a mail, or a line of it, does not count. In lower case.
static UNDOES: AnyOf = AnyOf::these(
    "\
    ignore|ignore above|ignore the above|ignore all of the above|ignore all the above|ignore everything above|ignore this|ignore that|\
    ignore it|ignore this mail|ignore this e-mail|ignore this email|ignore this message|ignore this move|\
    ignore that move|ignore the move|ignore my move|ignore the move above|ignore the first line|disregard|disregard the above|\
    disregard above|disregard this|disregard that|disregard this mail|disregard this e-mail|disregard this email|\
    disregard this message|disregard this move|disregard that move|disregard the move|disregard my move|\
    scratch that|strike that|scrap that|cancel that|cancel this|cancel it|cancel that move|cancel this move|cancel my move|\
    cancel the move|do not play that|do not play it|do not play this|don't play that|don't play it|don't play this|\
    don't send that|don't send this|don't send it|do not send that|do not send this|do not send it|\
    don't do that|do not do that|i take that back|i take it back|that does not count|that doesn't count|\
    this does not count|this doesn't count|that was a mistake|this was a mistake|this is only a test|this is just a test|only a test|\
    just a test|i never said that|i never said this|i never wrote that|i never wrote this|i never played that|i did not say that|i didn't say that|\
    i did not play that|i didn't play that|\
    ignorieren|ignorier das|ignoriere das|ignorieren sie das|das ignorieren|diese mail ignorieren|obiges ignorieren|vergiss das|\
    vergessen sie das|das gilt nicht|zählt nicht|das zählt nicht|nicht ausführen|das war ein versehen|nur ein test|\
    das habe ich nie geschrieben|das habe ich nie gesagt|das habe ich nicht geschrieben|\
    ignorez|ignore ça|ignorez ça|ignorez ce message|oublie ça|oubliez ça|ne tiens pas compte de ça|ne pas tenir compte|\
    c'était une erreur|je n'ai jamais écrit ça|ce n'est qu'un test|\
    ignora esto|ignora eso|ignora lo anterior|ignore lo anterior|ignore esto|olvida eso|olvídalo|fue un error|es una prueba|\
    yo no escribí eso|ignora quanto sopra|ignora|ignori|non considerare|come non detto|lascia perdere|era un errore|è solo una prova|\
    ignorar|ignore isso|esqueça isso|esquece isso|foi um engano|negeer dit|negeer dat|negeren|vergeet dat|dat telt niet|\
    het was een vergissing|dat heb ik nooit geschreven|\
    i changed my mind|i've changed my mind|i have changed my mind|that was sent by mistake|this was sent by mistake|the move above is wrong|\
    ich habe es mir anders überlegt|ich hab's mir anders überlegt|hab's mir anders überlegt|ich nehme das zurück|ich nehme es zurück|\
    ich nehme den zug zurück|j'ai changé d'avis|je reprends mon coup|he cambiado de opinión|cambié de opinión|retiro la jugada|\
    ho cambiato idea|ritiro la mossa|ik heb me bedacht|ik neem mijn zet terug|ik neem dat terug|\
    on second thought|on second thoughts|wrong game|wrong mail|just kidding|kidding|only kidding|just joking|only joking|\
    hold that|hang on|hold on|please hold|don't play this yet|don't play it yet|do not play this yet|do not play it yet|nah|of course not|\
    falsches spiel|falsche partie|falsche mail|doch nicht|noch nicht ziehen|noch nicht spielen|nicht spielen|nur spaß|war nur spaß|\
    nur ein scherz|war nur ein scherz|nur ein witz|war nur ein witz|war ein scherz|war ein witz|lieber doch nicht|doch lieber nicht|\
    je plaisante|je plaisantais|je rigole|je blague|c'était une blague|pour rire|\
    es broma|era broma|es una broma|era una broma|estoy bromeando|\
    scherzo|scherzavo|sto scherzando|era uno scherzo|\
    grapje|geintje|was een grapje|was maar een grapje|toch niet|toch maar niet|liever niet|bij nader inzien niet|scratch that last line",
);

/// Clauses with which a line begins that take back an order which is no move; below a move they may be about anything: "Never mind, take
/// your time". In lower case.
static UNDOES_AN_ORDER: AnyOf = AnyOf::these(
    "\
    no wait|wait no|wait|en fait non|finalement non|pensándolo bien no|mejor no|ripensandoci no|meglio di no|oh no|no no|actually no|actually not|never mind|nevermind|leave it|forget it|don't|i'm still thinking about my move|\
    let me think about it|let me think it over|let me think|i'll think about it|i mean the clock|that's what i'd do|\
    nein|nein doch nicht|ach nein|ach nee|warte|warte mal|warte mal kurz|moment|lass es|lass mal|lass sie stehen|vergiss es|schon gut|\
    ich denke drüber nach|ich denke darüber nach|ich überlege noch|ich muss noch überlegen|ich meine die uhr|quatsch|\
    non|non non|ah non|mais non|enfin non|attends|attendez|laisse|laisse tomber|laissez tomber|je vais y réfléchir|j'y réfléchis|\
    no espera|espera|uy no|ay no|ah no|déjalo|olvídalo|lo pienso|déjame pensar|déjame pensarlo|\
    anzi no|anzi|aspetta|che no|lascia stare|lascia perdere|ci penso|fammi pensare|\
    nee|of nee|nee wacht|wacht|laat maar|vergeet het|ik denk er nog over|laat me even nadenken",
);

/// Words at the ends of such a sentence that change nothing.
const AROUND_IT: &str = "\
    please|pls|sorry|oh|oops|ups|no|wait|actually|hmm|just|everything|so|and|but|bitte|nein|halt|also|non|pardon|\
    s'il te plaît|s'il vous plaît|svp|por favor|perdón|no|scusa|per favore|desculpa|alsjeblieft|aub|nee|thanks|thank you|all|danke|merci|\
    haha|lol|ach|of course|of|natürlich|natuurlijk|anzi|enfin|mais|pero|ma|maar";

/// Characters of the longest line that is such a sentence.
const LONGEST_UNDOING: usize = 80;

/// Whether a line says, in whole, that what stands above it does not count.
pub(super) fn undoes(line: &str) -> bool {
    if line.len() > 2 * LONGEST_UNDOING || line.chars().count() > LONGEST_UNDOING {
        return false;
    }
    let plain = super::with_plain_marks(&super::printable(line));
    let words = Words::of(plain.trim_matches(BRACKETS)).joined;
    let mut left = words.as_str();
    loop {
        if UNDOES.is(left) {
            return true;
        }
        let shorter = AROUND_IT.split('|').find_map(|word| {
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

/// Whether one of the clauses of a line says that what stands above it does not count: "Sorry, wrong game, please ignore."
pub(super) fn undoes_in_a_clause(line: &str) -> bool {
    line.len() <= 4 * LONGEST_UNDOING
        && line
            .split([',', ';', '.', '!', '?', '–', '—', ':'])
            .any(undoes)
}

/// Whether a line begins with a clause that takes back an order which is no move.
pub(super) fn undoes_an_order(line: &str) -> bool {
    begins_with_a_clause_of(line, &UNDOES_AN_ORDER)
}

/// Whether a line begins with a clause that refuses what stands above it: it takes back an order that is no move, unless that
/// refuses as well.
pub(super) fn refuses_an_order(line: &str) -> bool {
    begins_with_a_clause_of(line, &REFUSES_AN_ORDER) || retracts(line)
}

fn begins_with_a_clause_of(line: &str, clauses: &AnyOf) -> bool {
    let plain = super::with_plain_marks(&super::printable(line));
    let first = plain
        .split(CLAUSE_ENDS)
        .find(|clause| !clause.trim_matches(BRACKETS).trim().is_empty())
        .unwrap_or_default();
    let words = Words::of(first.trim_matches(BRACKETS)).joined;
    line.len() <= 4 * LONGEST_UNDOING && clauses.is(&words)
}

/// Clauses that refuse. In lower case.
static REFUSES_AN_ORDER: AnyOf = AnyOf::these(
    "\
    no|nope|nah|never|never ever|not|not really|not yet|or not|better not|rather not|maybe not|perhaps not|maybe|perhaps|should i|as if|\
    i don't mean it|i do not mean it|i mean decline|i mean no|make that decline|typo|just a joke|april fool|play on|let's play on|\
    we play on|let us play on|i play on|i refuse|no way|forget it|or resign|tomorrow|later|next week|hmm wait|my wife says i should not|my wife says no|my husband says no|\
    nein danke|ich meine nein|morgen|später|vertippt|irrtum|vielleicht|lieber nicht|besser nicht|oder nicht|oder doch nicht|noch nicht|niemals|\
    spielen wir weiter|wir spielen weiter|soll ich|\
    non merci|demain|plus tard|peut-être|mieux pas|ou pas|pas encore|jamais|on continue|jouons encore|\
    no gracias|mañana|más tarde|quizás|mejor no|o no|todavía no|nunca|sigamos|sigamos jugando|\
    no grazie|domani|più tardi|forse|meglio di no|o no|non ancora|mai|continuiamo|\
    nee dank je|misschien|liever niet|of niet|toch niet|nog niet|nooit|we spelen door",
);

/// Whether a clause behind the first one of a line does: "e5. Falsches Spiel".
pub(super) fn undoes_behind(line: &str) -> bool {
    line.len() <= 4 * LONGEST_UNDOING
        && line
            .split_once(['.', '!', '?', ';'])
            .is_some_and(|(_, behind)| undoes_in_a_clause(behind))
}

/// Whether a line below a move makes a condition of it, and speaks of no other move: "if Ann agrees", "(but only if it costs
/// nothing)".
pub(super) fn restricts_a_move(line: &str) -> bool {
    let plain = super::with_plain_marks(&super::printable(line));
    let bare = plain.trim_start_matches(BRACKETS);
    // An "if" alone stands above conditional moves.
    let begins = bare.starts_with(char::is_lowercase)
        && bare.split_whitespace().count() >= SHORTEST_CONDITION
        && restricts(bare);
    let only = || ONLY_IF.begins(&Words::of(bare).joined);
    let speaks_of_another = || {
        let mut letters = Letters::ALL.iter();
        letters.any(|letters| mentions_move(&plain, *letters))
    };
    begins && (only() || !speaks_of_another())
}

/// How a condition begins that is of the move above it, whatever else it names: "only if d6". In lower case.
static ONLY_IF: AnyOf = AnyOf::these(
    "\
    only if|but only if|nur wenn|aber nur wenn|nur falls|aber nur falls|seulement si|mais seulement si|solo si|sólo si|pero solo si|\
    pero sólo si|solo se|ma solo se|alleen als|maar alleen als",
);

/// Words of such a line.
const SHORTEST_CONDITION: usize = 3;

/// Whether a line goes on with the sentence of a move above it, in small letters: "is tempting but I need more time".
pub(super) fn goes_on(line: &str) -> bool {
    let line = line.trim_start_matches(['.', '…', ' ']);
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    // "is this good?" asks.
    let asks = words.next().is_some_and(|next| ASKED_OF.contains(&next));
    GOES_ON.is(first) && !asks
}

/// Words behind "is" where it asks.
const ASKED_OF: [&str; 10] = [
    "this", "that", "it", "there", "he", "she", "das", "es", "der", "die",
];

/// With which such a line begins: what its subject, the move, is or does.
static GOES_ON: AnyOf = AnyOf::these(
    "\
    is|was|isn't|wasn't|looks|looked|seems|seemed|would|could|should|may|might|loses|wins|fails|works|deserves|comes|appeals|ist|war|wäre|\
    sieht|scheint|verliert|gewinnt|kommt|geht|est|était|serait|era|sería|sarebbe|lijkt|zou",
);

/// Whether what a line says makes a condition of an order above it: "accept", and below it "if Bob agrees to 7 days".
pub(super) fn restricts(line: &str) -> bool {
    // The phrases are short, and lines may be long.
    let begins: String = line.chars().take(LONGEST_BEGINNING).collect();
    let words = Words::of(&super::with_plain_marks(&super::printable(&begins))).joined;
    RESTRICTS.begins(&words)
}

/// Characters in which what such a line begins with stands, and the marks around it.
const LONGEST_BEGINNING: usize = 200;

/// How such a line begins. In lower case.
static RESTRICTS: AnyOf = AnyOf::these(
    "\
    if|but if|only if|but only|unless|provided|no wait|wait no|wenn|aber wenn|nur wenn|aber nur|falls|sofern|außer wenn|si|mais seulement|\
    pero solo|pero sólo|se|ma solo|als|maar alleen|but first|but not before|but not until|but not yet|not before|not until|not yet|\
    seulement si|solo si|sólo si|solo se|alleen als|once i|as soon as|aber erst|aber nicht vor|erst ab|erst nach|erst wenn|mais d'abord|mais pas avant|pas avant|pero primero|pero no antes|\
    ma prima|ma non prima|maar eerst|maar niet voor|pas na",
);

/// Words by which a line about moves is for nobody but the server, or its writer alone. In lower case.
const SECRET: &str = "\
    private|don't tell|do not tell|note to self|keep this from|keep it from|to the server only|for the server only|dear server|\
    my plan is|i plan|i'm planning|i am planning|doesn't see|does not see|nicht weitersagen|nicht verraten|mein plan ist|\
    ich plane|nicht sieht";

/// Whether a line says, in whole, that what stands above it is not its writer's.
pub(super) fn disowns(line: &str) -> bool {
    let short = line.len() <= 2 * LONGEST_UNDOING;
    short && consent::disowns(&Words::of(&super::with_plain_marks(&super::printable(line))).joined)
}

/// What becomes of a line below the orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is said to the opponent.
    Said,
    /// It may take the order back.
    TakesBack,
    /// Conditional moves, which the opponent must not see.
    Conditional,
    /// Conditional moves or words about them; nothing tells which.
    Unclear,
    /// It is read as it would be anywhere.
    AsRead,
}

/// What becomes of this line below an order and an empty line.
pub(super) fn fate(line: &str, letters: Letters) -> Fate {
    let plain = super::with_plain_marks(&super::printable(line));
    let plain = plain.trim();
    if let Some(fate) = about_conditions(plain, letters) {
        return fate;
    }
    if !mentions_move(plain, letters) {
        return Fate::AsRead;
    }
    let words = Words::of(plain.trim_matches(BRACKETS)).joined;
    let short = words.split(' ').count() <= SHORT;
    let begins = TAKES_BACK.begins(&words);
    let changes = has_any(&words, CHANGES);
    if short && (begins || changes) || begins && (changes || has_any(&words, INTENDS)) {
        return Fate::TakesBack;
    }
    let others = words.split(' ').filter(|word| !is_move(word, letters));
    let bracketed = plain.starts_with(['(', '[']) && plain.ends_with([')', ']']);
    if bracketed && others.count() >= 2 || has_any(&words, PAST) {
        Fate::Said
    } else {
        Fate::AsRead
    }
}

/// Words of a line that is short enough to be a correction and nothing else.
const SHORT: usize = 4;

/// With which a clause ends.
const CLAUSE_ENDS: [char; 9] = [',', ';', '.', '!', '?', '–', '—', ':', '…'];

const BRACKETS: [char; 4] = ['(', ')', '[', ']'];

/// What becomes of a line that begins as conditional moves do; `None` where it is about something else.
fn about_conditions(plain: &str, letters: Letters) -> Option<Fate> {
    let condition_of = behind_joins(plain);
    let words = Words::of(plain).joined;
    // "If you take I play Nf6, server please do that": whom it speaks to changes.
    let for_us = has_any(&words, "server");
    let addressed = !for_us && has_any(&words, OPPONENTS);
    if has_any(&words, SECRET) && mentions_move(plain, letters) && !has_any(&words, PAST) {
        return Some(Fate::Unclear);
    }
    let read = condition(condition_of, letters).or_else(|| {
        // "On exd I retake, Qxd": the second is none by itself.
        let upon = ["on", "auf", "sur"]
            .iter()
            .any(|start| starts(&words, start));
        // Most lines speak of no move at all.
        if count_moves(plain, letters) < 2 && !(upon && answers_a_move(&words, letters)) {
            return None;
        }
        // "Je" is you in Dutch and I in French.
        let spoken_to = !for_us && has_any(&words.replace(" je ", " "), OPPONENTS);
        let first = condition_of.split_whitespace().next();
        let begins = first.is_some_and(is_if_word)
            || has_any(&words, WITHIN)
            || answers_a_move(&words, letters);
        (begins && !spoken_to && !has_any(&words, PAST))
            .then_some(Condition::Doubtful(Unreadable::Unclear))
    })?;
    // "If you answer e5 then I play Nf3." is written as sentences are, and so is "If he had played e5, Nf3 was good!".
    let sentence = (addressed || has_any(&words, SPOKEN_OF) && has_any(&words, PAST))
        && plain.starts_with(char::is_uppercase)
        && plain.ends_with(['.', '!', '?', ')', '…', ':']);
    Some(match read {
        _ if sentence => Fate::Said,
        Condition::Lines(_) if addressed => Fate::Unclear,
        Condition::Lines(_) | Condition::Below | Condition::Doubtful(_) => Fate::Conditional,
    })
}

/// A line without the words before its "if": "and if he plays e5 I play Nf3".
fn behind_joins(plain: &str) -> &str {
    let mut rest = plain.trim_start_matches(['-', '–', '*', '•', '(', ' ']);
    while let Some((word, behind)) = rest.split_once(' ') {
        let word = word.trim_end_matches(',').to_lowercase();
        if !JOINS.split('|').any(|join| join == word) {
            break;
        }
        rest = behind.trim_start();
    }
    rest
}

/// Whether the words say what is played when the opponent plays something: "on Nf3 I play d6".
fn answers_a_move(words: &str, letters: Letters) -> bool {
    let mut before = "";
    let mut upon = false;
    for word in words.split(' ').take(60) {
        upon |= UPON.split('|').any(|known| known == before) && is_move(word, letters);
        before = word;
    }
    upon && has_any(words, ANSWERS)
}

/// Whether a word makes a condition in one of the languages, in the letters in which it is written.
fn is_if_word(word: &str) -> bool {
    let word = word.trim_matches(',').to_lowercase();
    is_if(&word) || word.len() > 2 && word.starts_with("s'")
}

fn has_any(words: &str, table: &str) -> bool {
    table.split('|').any(|entry| {
        words.match_indices(entry).any(|(at, _)| {
            let before = words.get(..at).and_then(|text| text.chars().next_back());
            let after = words
                .get(at + entry.len()..)
                .and_then(|text| text.chars().next());
            let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '\'');
            apart(before) && apart(after)
        })
    })
}

/// Whether a word of a line is a move.
pub(super) fn mentions_move(plain: &str, letters: Letters) -> bool {
    count_moves(plain, letters) > 0
}

/// How many words of a line are moves.
fn count_moves(plain: &str, letters: Letters) -> usize {
    let words = plain.split_whitespace().take(60);
    words.filter(|word| is_move(word, letters)).count()
}

fn is_move(word: &str, letters: Letters) -> bool {
    let bare = word.trim_matches(BRACKETS);
    // "exd", "Qxd"; an axe is none.
    let takes = bare.trim_end_matches(',').len() == 3
        && bare.as_bytes().get(1) == Some(&b'x')
        && !bare.eq_ignore_ascii_case("axe");
    (takes || bare.chars().any(|c| c.is_ascii_digit() || c == 'O'))
        && bare.chars().any(char::is_alphabetic)
        && read_moves(bare, letters).is_some()
}

#[cfg(test)]
mod tests;
