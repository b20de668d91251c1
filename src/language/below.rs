//! What stands below the orders and an empty line: words for the opponent, or another thought about the order.
//!
//! Below a clear order a sentence is talk: in brackets, about what was, or about what both may play. What takes the order
//! back is asked about, and lines of conditional moves never reach the opponent.

use crate::chess::notation::{Letters, read_moves};

use super::conditional::{Condition, condition};
use super::line::Words;

/// Words with which a line begins that takes back, or may take back, what stands above it. In lower case.
const TAKES_BACK: &str = "\
    no|nope|not|sorry|wait|oops|ups|hmm|correction|corrected|rather|actually|scratch|or|maybe|perhaps|better|instead|\
    unless|should|shall|pardon|i mean|i meant|i wanted|i want|make that|let me|on second thought|on second thoughts|\
    nein|halt|moment|entschuldigung|korrektur|oder|vielleicht|besser|lieber|statt|ich meine|ich meinte|ich wollte|\
    doch|non|pardon|désolé|désolée|attends|plutôt|ou|peut-être|je voulais|perdón|perdona|espera|mejor|quizás|quise|\
    scusa|aspetta|anzi|meglio|forse|volevo|desculpa|espera|melhor|talvez|nee|wacht|liever|misschien|ik bedoel|\
    nej|vänta|hellre|kanske|vent|heller|måske|kanskje|ei|odota|nie|czekaj|raczej|może|ne|počkej|raději|možná|нет|\
    стой|лучше|или|может";

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

/// Who does something in a sentence about moves to come: the opponent.
const OPPONENTS: &str = "\
    you|he|she|they|white|black|your|du|sie|ihr|tu|vous|usted|tú|lei|você|u|je|jij|jullie";

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
    let first = |start: &str| {
        words
            .strip_prefix(start)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let short = words.split(' ').count() <= SHORT;
    let begins = TAKES_BACK.split('|').any(first);
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

const BRACKETS: [char; 4] = ['(', ')', '[', ']'];

/// What becomes of a line that begins as conditional moves do; `None` where it is about something else.
fn about_conditions(plain: &str, letters: Letters) -> Option<Fate> {
    let read = condition(plain, letters)?;
    let words = Words::of(plain).joined;
    let addressed = has_any(&words, OPPONENTS);
    // "If you answer e5 then I play Nf3." is written as sentences are.
    let sentence = addressed
        && plain.starts_with(char::is_uppercase)
        && plain.ends_with(['.', '!', '?', ')', '…', ':']);
    Some(match read {
        _ if sentence => Fate::Said,
        Condition::Lines(_) if addressed => Fate::Unclear,
        Condition::Lines(_) | Condition::Below | Condition::Doubtful(_) => Fate::Conditional,
    })
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

fn mentions_move(plain: &str, letters: Letters) -> bool {
    plain
        .split_whitespace()
        .take(60)
        .any(|word| is_move(word, letters))
}

fn is_move(word: &str, letters: Letters) -> bool {
    let bare = word.trim_matches(BRACKETS);
    bare.chars().any(|c| c.is_ascii_digit() || c == 'O')
        && bare.chars().any(char::is_alphabetic)
        && read_moves(bare, letters).is_some()
}

#[cfg(test)]
mod tests;
