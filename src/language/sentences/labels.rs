//! Lines of a word or two that name what stands below them: "PIN", and below it "5254"; "Peugeot", and below it "C4".

use super::tables::{
    AFTERS, COMMENTS, DECISIONS, HESITATIONS, LEADS, OPENERS, OPENINGS, is_common,
};
use super::words::words_of;
use crate::language::line::{Words, is_greeting, is_thanks};

/// A line with more words says something of its own.
const MOST_WORDS: usize = 2;

/// What is said alone, and by which nothing is called.
const EXCLAIMED: &str = "\
    cool|easy|welcome|gg|gl|glhf|hf|lol|haha|super|prima|los|go|next|turn|round|start|white|black|weiß|schwarz|blancs|noirs|\
    blancas|negras|bianco|nero|wit|zwart|vamos|allez|andiamo|forza|klar|jetzt|zug|runde|voilà|ecco|eccomi|bravo|mal|mossa|\
    zet|jugada|coup|lance|drag|træk|trekk|siirto|ruch|tah|lépés|mutare|käik|leikur|yo|howdy|yep|yup|ready|done|played|\
    reply|answer|response|antwort|réponse|respuesta|risposta|resposta|antwoord|svar|gespielt|gezogen|joué|jugado|giocato|gespeeld";

/// Whether a line may be the name of what stands right below it. Whoever speaks says so with a word that everybody knows, or
/// with a mark: "Here goes", "Endlich!", "Bob,".
pub(super) fn is_label(line: &str) -> bool {
    let line = line.trim();
    let words = words_of(line);
    (1..=MOST_WORDS).contains(&words.len())
        && words.iter().any(|word| word.contains(char::is_alphabetic))
        && !line.ends_with(['!', '?', ',', '…', ';'])
        && !is_said(line, &words)
}

/// Whether these words of a line are such as people say.
fn is_said(line: &str, words: &[String]) -> bool {
    let said = Words::of(line);
    [
        &AFTERS,
        &COMMENTS,
        &DECISIONS,
        &HESITATIONS,
        &LEADS,
        &OPENERS,
        &OPENINGS,
    ]
    .iter()
    .any(|table| table.stands_in(words, None))
        || words
            .iter()
            .any(|word| is_common(word) || EXCLAIMED.split('|').any(|known| known == word))
        || is_greeting(&said)
        || is_thanks(&said)
}

#[test]
fn a_label_is_no_word_that_everybody_says() {
    for label in [
        "PIN",
        "Linie",
        "Nr. 5",
        "Tisch:",
        "Peugeot",
        "Hotel Astoria",
        "Error.",
    ] {
        assert!(is_label(label), "{label}");
    }
    for said in [
        "",
        "Hi Bob",
        "Bob,",
        "Here goes",
        "My move:",
        "Ok",
        "Thanks Bob",
        "Endlich!",
        "Mein Zug",
        "London system",
        "12",
        "I am late today",
        "Why?",
        "Reply:",
    ] {
        assert!(!is_label(said), "{said}");
    }
}
