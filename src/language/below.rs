//! What stands below the orders and an empty line: words for the opponent, or another thought about the order.
//!
//! Below a clear order a sentence is talk: in brackets, about what was, or about what both may play. What takes the order
//! back is asked about, and lines of conditional moves never reach the opponent.

mod planning;
mod retracting;
mod undoing;

pub(super) use retracting::{puts_off, retracts, went_wrong};
pub(super) use undoing::{
    corrects_an_answer, disowns, refuses_an_order, refuses_behind, thinks_again, undoes,
    undoes_an_order, undoes_behind, undoes_in_a_clause, without_label,
};

use super::any_of::{AnyOf, starts};
use super::conditional::{Condition, Unreadable, condition};
use super::line::Words;
use super::mended::is_if;
use crate::budget::LINE;
use crate::chess::notation::{Letters, read_moves};

/// Words with which a line begins that takes back, or may take back, what stands above it. In lower case.
static TAKES_BACK: AnyOf = AnyOf::these(
    "\
    no|nope|not|sorry|wait|oops|ups|hmm|correction|corrected|rather|actually|scratch|or|maybe|perhaps|better|instead|\
    alternatively|else|otherwise|then|if not|sonst|ansonsten|dann|alternativ|sinon|ou bien|alors|puis|si no|sino|luego|\
    altrimenti|se no|poi|ripensandoci|anders|zo niet|dan|you choose|\
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
    on|upon|after|against|to|a|auf|nach|bei|gegen|sur|après|contre|tras|contra|su|dopo|contro|op|na|tegen";

/// What says that it is answered.
const ANSWERS: &str = "\
    i play|i'll play|i will play|i answer|i'll answer|i reply|i'll reply|i take|i'll take|i retake|i recapture|i'll retake|i go|i'll go|spiele ich|ich spiele|\
    antworte ich|ziehe ich|ich ziehe|nehme ich|folgt|je joue|je réponds|je prends|juego|respondo|gioco|rispondo|speel ik|ik speel|\
    antwoord ik";

/// What may stand before the "if" of conditional moves.
const JOINS: &str = "\
    and|but|also|then|so|oh|ok|okay|well|plus|or|und|aber|auch|dann|also|et|mais|alors|y|pero|e|ma|allora|mas|en|maar|dan|och|men|og";

/// Whether a line below a move makes a condition of it, and speaks of no other move: "if Ann agrees", "(but only if it costs
/// nothing)".
pub(super) fn restricts_a_move(line: &str) -> bool {
    let plain = super::with_plain_marks(&super::printable(line));
    let bare = plain.trim_start_matches(BRACKETS);
    // An "if" alone stands above conditional moves.
    let begins = bare.starts_with(char::is_lowercase)
        && bare.split_whitespace().count() >= SHORTEST_CONDITION
        && restricts(bare);
    let speaks_of_another = || {
        let mut letters = Letters::ALL.iter();
        letters.any(|letters| mentions_move(&plain, *letters))
    };
    is_on_condition(bare) || begins && (is_only_if(bare) || !speaks_of_another())
}

/// Whether a sentence makes what stands above it depend on something, as no other sentence begins.
fn is_on_condition(words: &str) -> bool {
    ON_CONDITION.begins(&Words::of(words).joined)
}

/// How such a sentence begins. In lower case.
static ON_CONDITION: AnyOf = AnyOf::these(
    "\
    provided that|provided you|on condition|on the condition|under the condition|subject to|pending|vorausgesetzt|unter der bedingung|\
    unter der voraussetzung|à condition|sous réserve|a condición|con la condición|siempre que|siempre y cuando|a patto|a condizione|mits|\
    op voorwaarde|onder voorbehoud",
);

/// Whether words are a condition of what stands before them, whatever they name: "only if d6".
fn is_only_if(words: &str) -> bool {
    ONLY_IF.begins(&Words::of(words).joined)
}

/// How a condition begins that is of the move above it, whatever else it names. In lower case.
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
    is|was|isn't|wasn't|says|said|looks|looked|seems|seemed|would|could|should|may|might|loses|wins|fails|works|deserves|comes|appeals|ist|sagt|meint|war|wäre|\
    sieht|scheint|verliert|gewinnt|kommt|geht|est|était|serait|era|sería|sarebbe|lijkt|zou",
);

/// Whether what a line says makes a condition of an order above it: "accept", and below it "if Bob agrees to 7 days".
pub(super) fn restricts(line: &str) -> bool {
    // The phrases are short, and lines may be long.
    let begins: String = line.chars().take(LONGEST_BEGINNING).collect();
    let words = Words::of(&super::with_plain_marks(&super::printable(&begins))).joined;
    RESTRICTS.begins(&words) || is_on_condition(&words)
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
    /// A note, or words for the server, by which its writer says that it is for nobody else.
    Private,
    /// It is read as it would be anywhere.
    AsRead,
}

/// What becomes of this line below an order and an empty line.
pub(super) fn fate(line: &str, letters: Letters) -> Fate {
    let plain = super::with_plain_marks(&super::printable(line));
    let plain = without_label(&plain).trim();
    if let Some(fate) = about_conditions(plain, letters) {
        return fate;
    }
    if planning::is_private(plain) {
        return Fate::Private;
    }
    if has_a_condition_within(plain, letters) {
        return Fate::Unclear;
    }
    if !mentions_move(plain, letters) {
        return Fate::AsRead;
    }
    let words = Words::of(plain.trim_matches(BRACKETS)).joined;
    let short = words.split(' ').count() <= SHORT;
    let begins = TAKES_BACK.begins(&words);
    let changes = has_any(&words, CHANGES);
    // "=> d4", "after d6"
    let points =
        plain.starts_with(['=', '-', '→', '>']) || UPON.split('|').any(|word| starts(&words, word));
    let points = points && plain.split_whitespace().count() == 2;
    if points || short && (begins || changes) || begins && (changes || has_any(&words, INTENDS)) {
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
    let addressed = !for_us && is_spoken_to(&words);
    if has_any(&words, SECRET) && mentions_move(plain, letters) && !has_any(&words, PAST) {
        return Some(Fate::Unclear);
    }
    let is_a_plan = || planning::is_a_plan(plain, &words, letters);
    let read = condition(condition_of, letters).or_else(|| {
        // "On exd I retake, Qxd": the second is none by itself.
        let upon = ["on", "auf", "sur"]
            .iter()
            .any(|start| starts(&words, start));
        // Most lines speak of no move at all.
        if count_moves(plain, letters) < 2 && !(upon && answers_a_move(&words, letters)) {
            return None;
        }
        let spoken_to = addressed;
        let first = condition_of.split_whitespace().next();
        let begins = first.is_some_and(is_if_word)
            || has_any(&words, WITHIN)
            || answers_a_move(&words, letters);
        (begins && !spoken_to && !has_any(&words, PAST))
            .then_some(Condition::Doubtful(Unreadable::Unclear))
    });
    let Some(read) = read else {
        return is_a_plan().then_some(Fate::Unclear);
    };
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

/// Whether one of several sentences of a line is conditional moves: "How are you, Bob? If e5 then Nf3."
fn has_a_condition_within(plain: &str, letters: Letters) -> bool {
    let mut sentences = plain
        .split_inclusive(['.', ',', '!', '?', ':', '('])
        .skip(1);
    plain.len() <= LINE
        && count_moves(plain, letters) > 0
        && sentences.any(|sentence| {
            let first = behind_joins(sentence.trim()).split_whitespace().next();
            let fate = || about_conditions(sentence.trim(), letters);
            first.is_some_and(is_if_word)
                && matches!(fate(), Some(Fate::Conditional | Fate::Unclear))
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

/// Whether the words speak to the opponent. "Je" is you in Dutch and I in French.
fn is_spoken_to(words: &str) -> bool {
    let mut without_i = format!("{words} ");
    for verb in FRENCH_I {
        without_i = without_i.replace(&format!("je {verb} "), "");
    }
    has_any(without_i.trim_end(), OPPONENTS)
}

/// What follows it in French.
const FRENCH_I: [&str; 10] = [
    "joue",
    "jouerai",
    "réponds",
    "répondrai",
    "prends",
    "prendrai",
    "reprends",
    "reprendrai",
    "pense",
    "vais",
];

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
    let bare = bare.trim_end_matches([',', ';', ':', '.', '!', '?', '…']);
    // "exd", "Qxd"; an axe is none.
    let takes = bare.len() == 3
        && bare.as_bytes().get(1) == Some(&b'x')
        && !bare.eq_ignore_ascii_case("axe");
    (takes || bare.chars().any(|c| c.is_ascii_digit() || c == 'O'))
        && bare.chars().any(char::is_alphabetic)
        && read_moves(bare, letters).is_some()
}

#[cfg(test)]
mod tests;
